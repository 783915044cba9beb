import SessionState
import Stories
import StoryScript
import Timeline

/// The messages about inputs to a story that had no effect or were refused.
enum StoryWords {
  /// The states that a viewer may see: the player's, and the one in which the app once got stuck.
  static let states = Player.State.allCases.map { $0.rawValue } + [dismissing]
  static let dismissing = "dismissing"

  /// One of these states as a value for scripts.
  struct Shown: ScriptValue {
    let value: Value
    init(_ viewer: Viewer) { value = .text(StoryWords.state(of: viewer)) }
    static var kind: StateField.Kind { .choice(states) }
  }

  static func state(of viewer: Viewer) -> String {
    viewer.isDismissing ? dismissing : viewer.player.state.rawValue
  }

  /// Returns the end of "… ignored: …".
  static func short(_ reason: Player.Ignored, now: Instant) -> String {
    switch reason {
    case .held(let since) where since >= now: "the story is held"
    case .held(let since): "the story is held\(ago(since, now))"
    case .alreadyHeld(let since): "the story is already held\(ago(since, now))"
    case .notHeld: "the story is not held"
    case .alreadyPaused(let since): "the story is already paused\(ago(since, now))"
    case .notPaused: "the story is not paused"
    case .alreadyBuffering: "the story is already waiting for its picture"
    case .notBuffering: "the story is not waiting for its picture"
    case .failed: "the story's picture could not be shown; try: story retry"
    case .notFailed: "the story has not failed"
    case .noDeck(.next, _): "there is no user after this one"
    case .noDeck(.previous, _): "there is no user before this one"
    case .noMeaning: "a swipe up has no effect in stories"
    case .takenBack: "it ended before the halfway point, so it was cancelled"
    }
  }

  private static func ago(_ since: Instant, _ now: Instant) -> String {
    since < now ? " (\(TimeText.length(now - since)) so far)" : ""
  }

  /// Returns the command that performs a viewer's input.
  static func name(_ input: Player.InputKind) -> String {
    switch input {
    case .open: "story play"
    case .tapBar: "tap bar"
    case .doubleTap: "doubletap"
    case .swipeUp: "swipe up"
    case .swipeDown: "swipe down"
    case .swipeLeft: "swipe left"
    case .swipeRight: "swipe right"
    case .bufferStart, .bufferEnd: "story buffer"
    case .fail: "story fail"
    case .fault: "a planned fault"
    case .retry: "story retry"
    case .stop: "story stop"
    case .press: "hold"
    default: input.name
    }
  }

  /// Returns the failure for an input that the player refused.
  static func failure(_ refusal: Player.Refusal) -> Failure {
    switch refusal {
    case .nothingPlays(let input, let state):
      let verb =
        switch input {
        case .hold, .press: "nothing is playing, so there is nothing to hold"
        case .release: "nothing is playing, so nothing is held"
        case .like, .unlike, .doubleTap: "nothing is playing, so there is nothing to like"
        case .fault: "nothing is playing, so nothing can fail"
        case .stop: "nothing is playing, so there is nothing to stop"
        default: "nothing is playing, so `\(name(input))` has no effect"
        }
      return .refused(state == .dismissed ? verb + ": viewing has ended" : verb, "try: story play 4")
    case .emptyDeck: return .refused("the deck has no stories")
    case .noSuchStory(let number, let count):
      return .refused(
        "there is no story \(number) in this deck of \(count)",
        count > 1
          ? "within the deck, stories are numbered 1 to \(count)" : count == 1 ? "the only story is number 1" : nil
      ).about(0)
    case .lengthNotPositive(let length): return .refused("a story cannot last \(length.literal)", "try: for 15s")
    case .negativePress(let length): return .refused("a press cannot last \(length.literal)", "try: hold 2s")
    case .negativeBuffering(let length):
      return .refused("a story cannot wait for \(length.literal)", "try: story buffer 2s")
    case .faultOutside(let place, let offset, let length):
      return .refused(
        place >= length
          ? "the story ends at \(length.literal), before \(place.literal)"
          : "the story is already at \(offset.literal), past \(place.literal)",
        "the fault can be planned from \(offset.literal) to just before \(length.literal)")
    case .placeOutside(let place):
      return .refused(
        "a position on the screen must be from 0 to 1, not \(NumberText.plain(place))",
        "try: tap left, tap right or tap 0.5")
    }
  }
}
