import SessionState
import ShellCore
import Stories
import StoryScript
import Timeline

/// The reasons for the stories' events, for `explain`, if they take more than a sentence.
enum StoryReasons {
  /// Explains why an input had no effect on the story.
  static func why(_ reason: Player.Ignored, _ session: Session) -> [String] {
    func since(_ instant: Instant, _ current: Instant?) -> String {
      "\(current == instant ? "has been" : "had been") held since \(session.printer.clockText(instant))"
    }
    switch reason {
    case .held(let instant):
      return [
        "The story \(since(instant, session.world.stories.player.holdStart)).",
        "While a story is held, taps, jumps and swipes have no effect, so a resting thumb cannot skip it.",
        "`release` lets go.",
      ]
    case .alreadyHeld(let instant) where GestureReasons.isDown(since: instant, session.past.log):
      return [
        "A finger went down at \(session.printer.clockText(instant)) and was not lifted, so a second one has no effect.",
        "`release` lifts it.",
      ]
    case .alreadyHeld(let instant):
      return [
        "The story \(since(instant, session.world.stories.player.holdStart)), and only one finger can hold it.",
        "Nothing is lost, no matter how long it is held. `release` lets go.",
      ]
    case .notHeld:
      return ["No finger is on the story, so there is nothing to release.", "`hold` or `hold 2s` puts a finger down."]
    case .alreadyPaused(let instant):
      return [
        "The story has been paused since \(session.printer.clockText(instant)), and a second `pause` changes nothing.",
        "`resume` ends the pause.",
      ]
    case .notPaused:
      return ["The story was not paused, so there was nothing to resume.", "A held story resumes with `release`."]
    case .alreadyBuffering(let instant):
      return [
        "The story has been waiting for its picture since \(session.printer.clockText(instant)).",
        "`story buffer` ends the wait, and nothing is lost.",
      ]
    case .notBuffering: return ["The story was not waiting for its picture.", "`story buffer 2s` makes it wait."]
    case .failed(let instant):
      return [
        "The story's picture could not be shown at \(session.printer.clockText(instant)), so there is nothing to pause or play.",
        "`story retry` tries again; `next` skips the story.",
      ]
    case .notFailed: return ["The story has not failed, so there is nothing to retry.", "`story fail` makes it fail."]
    case .noDeck(let direction, let missing):
      return noDeck(direction, missing, session.world.stories.player.settings)
    case .noMeaning:
      return ["A swipe up has no effect in stories.", "A swipe down ends viewing; left and right go to another user."]
    case .takenBack:
      return [
        "The finger went up before the halfway point, so the swipe was cancelled: the story is unchanged.",
        "A swipe counts from 50% of the full distance.",
      ]
    }
  }

  private static func noDeck(
    _ direction: Rail.Direction, _ missing: Player.MissingDeck, _ settings: Player.Settings
  ) -> [String] {
    let way = direction == .next ? "after" : "before"
    switch missing {
    case .outsideFeed:
      return [
        "A swipe to the side goes to another user, but this deck is not from the feed.",
        "`next` goes to the next story of the deck.",
      ]
    case .expired(let author):
      return [
        "A swipe to the side goes to another user, but no user \(way) @\(author) has stories left: stories expire after 24 h.",
        "`stories by user` lists the users with stories; `next` goes to the next story.",
      ]
    case .end(let author):
      return [
        "A swipe to the side goes to another user, but there is no user \(way) @\(author).",
        "`swipe \((direction == .next) == settings.isRightToLeft ? "left" : "right")` goes the other way; `next` goes to the next story"
          + (settings.endOfDeck == .endless ? "." : ", and with `set end endless` the next round follows."),
      ]
    }
  }

  /// Returns advice for a condition about a story's fields that can never become true.
  static func advice(_ part: StoryPart, _ fields: [StateField], _ why: NeverReason) -> String? {
    let paths = Set(fields.map { $0.path }.filter { $0.hasPrefix("story.") })
    guard !paths.isEmpty else { return nil }
    let situation = part.player.situation
    if why == .nothingPending {
      if part.viewer.isDismissing { return "viewing is stuck in `dismissing`; try: story play 4" }
      if situation.isHeld { return "the story is held; try: release" }
      if part.player.pauseStart != nil { return "the story is paused; try: resume" }
      if situation == .failed { return "the story's picture has failed; try: story retry, or next" }
      if situation == .buffering { return "the story is waiting for its picture; try: story buffer" }
      if situation == .idle { return "nothing is playing yet; try: story play 4" }
      if situation == .dismissed { return "viewing has ended; try: story play 4" }
    }
    // Another field of the condition may be the one that never changes.
    guard let story = part.player.story, paths.isSubset(of: ["story.progress", "story.position"]) else {
      // The story plays, and still nothing will happen, so viewing ends.
      return why == .nothingPending && situation.isOpen
        ? "viewing ends before that (`set end`); try: story play 4" : nil
    }
    let longest = part.player.longest
    let isAlone = part.player.deck.count == 1
    let end = "at \(longest.literal)\(isAlone || part.player.hasOneLength ? "" : " at the latest"), which is 100%,"
    guard !isAlone else {
      return "\(end) the story starts again at once; try: when story.started { print \"again\" }"
    }
    return "\(end) the story is already over; try: wait until story.number != \(story.id)"
  }

  /// Describes the delay of the ticking clock so far.
  static func lag(_ session: Session) -> String? {
    let behind = session.world.stories.viewer.behind(at: session.clock.now)
    guard behind > .zero else { return nil }
    return
      "The ticking clock is \(TimeText.length(behind)) behind in this story so far, so the story will take that much longer."
  }

  /// Describes the effect of lifting the finger.
  static func released(after length: Duration, at position: Duration, into state: Player.State) -> String {
    "the finger was lifted after \(TimeText.length(length)), \(continuation(state, at: position))"
  }

  /// Describes the story's state after an interruption has ended.
  static func continuation(_ state: Player.State, at position: Duration) -> String {
    let place = TimeText.position(position)
    return switch state {
    case .entering, .playing: "so the story resumes at \(place), exactly where it stopped"
    case .paused: "but the story is still paused at \(place)"
    case .buffering: "but the story is still waiting for its picture, at \(place)"
    case .failed: "but the story's picture has failed, so it is still stopped at \(place)"
    case .pausedByHold: "but the story is still held at \(place)"
    case .idle, .dismissed: "and nothing is playing"
    }
  }

  /// Explains why a picture could not be shown.
  static func failed(_ cause: Player.FailureCause, at position: Duration, _ session: Session) -> [String] {
    let part = session.world.stories
    let rate = part.player.settings.faults.failureRate
    let reason =
      switch cause {
      case .asked: "`story fail` made the story's picture fail"
      case .planned: "`story fail at \(position.literal)` made the story's picture fail"
      case .missing:
        part.player.story.flatMap { $0.isMissing ? "'\($0.media.name)' does not exist, so it cannot be shown" : nil }
          ?? "The story's picture does not exist, so it could not be shown"
      case .chance:
        rate > 0
          ? "The story's picture failed at random, as \(TimeText.decimal(rate * 100))% of all pictures do (`set story-failures`)"
          : "The story's picture failed at random (`set story-failures`)"
      }
    return [reason + ".", "`story retry` tries again; `next` skips the story."]
  }

  /// Explains why a story waits for its picture.
  static func waits(at position: Duration, _ why: Reasoning) -> String {
    let place = TimeText.position(position)
    if why.command == "story buffer" {
      return
        "`\(why.input.text)` stops the story at \(place) until its picture is loaded; then the story continues from there."
    }
    return
      "The story's picture is not in the cache, so the story waits at \(place) until the picture is loaded (1 s per 10 MB). Nothing is lost."
  }

  /// Explains why a press was not a hold.
  static func wasTap(_ length: Duration, _ session: Session) -> String {
    "the press of \(TimeText.length(length)) was shorter than a hold, which needs \(TimeText.length(session.world.stories.player.settings.pressThreshold)), so it was a tap"
  }

  /// Returns the cause of a story's start: the beginning of "… story 4 by @ana started".
  static func because(_ cause: Player.Cause, _ why: Reasoning) -> String {
    let (session, input) = (why.session, why.input)
    let border = TimeText.decimal(session.world.stories.player.settings.previousZone * 100)
    let side = session.world.stories.player.settings.isRightToLeft ? "right" : "left"
    switch cause {
    case .opened: return "`\(input.text)` opened a deck, and"
    case .tappedBack: return "A tap in the \(side) \(border)% of the width goes back:"
    case .tapped: return "A tap in the \(side) \(border)% of the width goes back; any other tap goes forward:"
    case .previous: return "`previous` goes back:"
    case .restartedFirst: return "No story comes before the deck's first one, so it starts again:"
    case .jumped: return "`\(input.text)` went to that place in the deck:"
    case .nextDeck: return "The next user's deck followed:"
    case .previousDeck: return "`\(input.text)` went back to the previous user's deck:"
    case .next: return "`next` goes forward:"
    case .advanced: return "The previous story ended:"
    case .looped: return "After the deck's last story, its first one follows:"
    case .nextRound: return "After the round's last story, the feed's next round follows:"
    case .roundBefore:
      return "The feed has no end in either direction (`set end endless`), so the last story of the previous round"
        + " comes before this round's first story:"
    case .reloaded: return "The whole feed had expired, so it was loaded again:"
    }
  }
}
