import Stories
import StoryScript
import Timeline

/// The reasons, in words, why an input to a story had no effect or was refused.
enum StoryWords {
  /// The states that a viewer may see: the player's, and the one in which the app once got stuck.
  static let states = Player.State.allCases.map(\.rawValue) + [dismissing]
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
    case .alreadyHeld(let since): "it is held already\(ago(since, now))"
    case .notHeld: "nothing is held"
    case .alreadyPaused(let since): "it is paused already\(ago(since, now))"
    case .notPaused: "it is not paused"
    case .alreadyBuffering: "it waits for its picture already"
    case .notBuffering: "it does not wait for its picture"
    case .failed: "its picture could not be shown; `story retry` tries again"
    case .notFailed: "nothing has failed"
    case .noDeck(.next): "no user's stories lie after these"
    case .noDeck(.previous): "no user's stories lie before these"
    case .noMeaning: "a swipe up means nothing in stories"
    }
  }

  private static func ago(_ since: Instant, _ now: Instant) -> String {
    since < now ? ", for \(TimeText.length(now - since)) now" : ""
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
        case .hold, .press: "nothing plays that could be held"
        case .release: "nothing plays, so nothing is held"
        case .like, .unlike, .doubleTap: "nothing plays that could be liked"
        case .fault: "nothing plays in which anything could go wrong"
        case .stop: "nothing plays, so there is nothing to stop"
        default: "nothing plays, so '\(name(input))' has nothing to act on"
        }
      return .refused(state == .dismissed ? verb + ": viewing has ended" : verb, "start with: story play 4")
    case .emptyDeck: return .refused("the deck has no stories")
    case .noSuchStory(let number, let count):
      return .refused(
        "there is no story \(number) in this deck of \(count)", count > 0 ? "1 to \(count) can be reached" : nil
      ).about(0)
    case .lengthNotPositive(let length): return .refused("a story cannot last \(length.literal)", "such as: for 15s")
    case .negativePress(let length): return .refused("a press cannot last \(length.literal)", "such as: hold 2s")
    case .negativeBuffering(let length):
      return .refused("nothing waits for \(length.literal)", "such as: story buffer 2s")
    case .faultOutside(let place, let offset, let length):
      return .refused(
        place >= length
          ? "the story is over at \(length.literal), before \(place.literal)"
          : "the story is at \(offset.literal) already, past \(place.literal)",
        "any time from \(offset.literal) on and before \(length.literal)")
    case .placeOutside(let place):
      return .refused(
        "a place on the screen goes from 0 to 1, not \(NumberText.plain(place))", "tap left, tap right, tap 0.5")
    }
  }
}
