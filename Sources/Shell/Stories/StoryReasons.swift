import Stories
import StoryScript
import Timeline

/// The reasons for the stories' events, for `explain`, where they take more than a sentence.
enum StoryReasons {
  /// Explains why an input had no effect on the story.
  static func why(_ reason: Player.Ignored, _ session: Session) -> [String] {
    func since(_ instant: Instant, _ current: Instant?) -> String {
      "\(current == instant ? "is" : "was then") held since \(session.speaker.clockText(instant))"
    }
    switch reason {
    case .held(let instant):
      return [
        "The story \(since(instant, session.world.stories.player.holdStart)).",
        "While held, taps, jumps and swipes do nothing, so that a resting thumb cannot skip.",
        "Let go with `release`.",
      ]
    case .alreadyHeld(let instant):
      return [
        "The story \(since(instant, session.world.stories.player.holdStart)), and one finger is all it knows.",
        "Nothing is lost however long it is held. Let go with `release`.",
      ]
    case .notHeld:
      return ["No finger is on the story, so there is none to lift.", "`hold` or `hold 2s` puts one down."]
    case .alreadyPaused(let instant):
      return [
        "The story is paused since \(session.speaker.clockText(instant)), and twice is no more.",
        "`resume` lets it go on.",
      ]
    case .notPaused:
      return ["The story was not paused, so there was nothing to resume.", "A held story goes on with `release`."]
    case .alreadyBuffering(let instant):
      return [
        "The story waits for its picture since \(session.speaker.clockText(instant)) already.",
        "`story buffer` ends the wait, and nothing of the story is lost.",
      ]
    case .notBuffering: return ["The story did not wait for its picture.", "`story buffer 2s` lets it."]
    case .failed(let instant):
      return [
        "The story's picture could not be shown at \(session.speaker.clockText(instant)), so there is nothing to pause or play.",
        "`story retry` tries again, `next` goes on.",
      ]
    case .notFailed: return ["Nothing has failed, so there is nothing to try again.", "`story fail` lets it fail."]
    case .noDeck(let direction): return noDeck(direction, session.world.stories.player)
    case .noMeaning:
      return ["A swipe up means nothing in stories.", "Down ends viewing, left and right go to another user."]
    }
  }

  private static func noDeck(_ direction: Rail.Direction, _ player: Player) -> [String] {
    let author = player.story?.author ?? ""
    if player.rail.decks.isEmpty {
      return [
        "A swipe to the side goes to another user, and this deck is nobody's in the feed.",
        "`next` stays with the deck.",
      ]
    }
    return [
      "A swipe to the side goes to another user, and \(direction == .next ? "none comes after" : "none comes before") @\(author).",
      "`swipe \(direction == .next ? "right" : "left")` goes the other way, `next` stays with the deck"
        + (player.settings.endOfDeck == .endless ? "." : ", and after `set end endless` the next round follows."),
    ]
  }

  /// Returns advice for a condition about a story's fields that can never become true.
  static func advice(_ part: StoryPart, _ fields: [StateField], _ why: NeverReason) -> String? {
    let paths = Set(fields.map(\.path).filter { $0.hasPrefix("story.") })
    guard !paths.isEmpty else { return nil }
    let situation = part.player.situation
    if why == .nothingPending {
      if part.viewer.isDismissing { return "viewing is dismissing for ever: story play 4" }
      if situation.isHeld { return "the story is held: release lets it go on" }
      if part.player.pauseStart != nil { return "the story is paused: resume lets it go on" }
      if situation == .failed { return "the story's picture has failed: story retry, or next" }
      if situation == .buffering { return "the story waits for its picture: story buffer ends that" }
      if situation == .idle { return "nothing plays yet: story play 4" }
      if situation == .dismissed { return "viewing has ended: story play 4" }
    }
    // Another field of the condition may be the one that never changes.
    guard let story = part.player.story, paths.isSubset(of: ["story.progress", "story.position"]) else {
      // The story plays, and still nothing will happen, so viewing ends.
      return why == .nothingPending && situation.isOpen
        ? "viewing ends without that (`set end`): story play 4 begins anew" : nil
    }
    let longest = part.player.longest
    let isAlone = part.player.deck.count == 1
    let end = "at \(longest.literal)\(isAlone || part.player.hasOneLength ? "" : " at the latest"), which is 100 %,"
    guard !isAlone else {
      return "\(end) the story starts again at that very instant: when story.started { print \"again\" }"
    }
    return "\(end) the next story starts at that very instant: wait until story.number != \(story.id)"
  }

  /// Describes the delay of the ticking clock so far.
  static func lag(_ session: Session) -> String? {
    let behind = session.world.stories.viewer.behind(at: session.clock.now)
    guard behind > .zero else { return nil }
    return "The ticking clock is \(TimeText.length(behind)) behind in this story so far, which is shown again."
  }

  /// Describes the effect of lifting the finger.
  static func released(after length: Duration, at position: Duration, into state: Player.State) -> String {
    "the finger was lifted after \(TimeText.length(length)), \(goesOn(state, at: position))"
  }

  /// Describes the story's state after an interruption has ended.
  static func goesOn(_ state: Player.State, at position: Duration) -> String {
    let place = TimeText.position(position)
    return switch state {
    case .entering, .playing: "so the story goes on at \(place), exactly where it stood"
    case .paused: "and the story is still paused at \(place)"
    case .buffering: "and the story still waits for its picture at \(place)"
    case .failed: "and the story has still failed at \(place)"
    case .pausedByHold: "and the story is still held at \(place)"
    case .idle, .dismissed: "and nothing plays"
    }
  }

  /// Explains why a picture could not be shown.
  static func failed(_ why: Reasoning) -> [String] {
    let part = why.session.world.stories
    let rate = part.player.settings.faults.failureRate
    let reason =
      if why.command == "story fail" {
        "`\(why.input.text)` let its picture fail"
      } else if let story = part.player.story, story.isMissing {
        "'\(story.media.name)' is not there, so it cannot be shown"
      } else if rate > 0 {
        "Chance let its picture fail, as \(TimeText.decimal(rate * 100)) % of all do (`set story-failures`)"
      } else {
        "Its picture could not be shown"
      }
    return [reason + ".", "`story retry` tries again, `next` goes on."]
  }

  /// Explains why a story waits for its picture.
  static func waits(at position: Duration, _ why: Reasoning) -> String {
    let place = TimeText.position(position)
    if why.command == "story buffer" {
      return "`\(why.input.text)` lets the story stand at \(place) until its picture is there; nothing of it is lost."
    }
    return
      "Its picture is not in the cache, so it stands at \(place) until that is loaded, a second for 10 MB; nothing of it is lost."
  }

  /// Explains why a press was not a hold.
  static func wasTap(_ length: Duration, _ session: Session) -> String {
    "the press of \(TimeText.length(length)) was shorter than a hold, which takes \(TimeText.length(session.world.stories.player.settings.pressThreshold)), so it was a tap"
  }

  /// Returns the cause of a story's start: the beginning of "… story 4 by @ana started".
  static func because(_ cause: Player.Cause, _ why: Reasoning) -> String {
    let (session, input) = (why.session, why.input)
    let border = TimeText.decimal(session.world.stories.player.settings.previousZone * 100)
    switch cause {
    case .opened: return "`\(input.text)` opened a deck, and"
    case .tapped where input.values.first?.text == "left": return "A tap left of \(border) % of the width goes back:"
    case .tapped: return "A tap left of \(border) % of the width goes back, any other goes on:"
    case .previous: return "`previous` goes back:"
    case .restartedFirst: return "Nothing comes before the deck's first story, so it starts again:"
    case .jumped: return "`\(input.text)` went to its place in the deck:"
    case .nextDeck: return "The next user's deck followed:"
    case .previousDeck: return "The deck of the user before followed:"
    case .next: return "`next` goes on:"
    case .advanced: return "The story before was over:"
    case .looped: return "After the deck's last story comes its first:"
    case .nextRound: return "After the round's last story comes the feed's next round:"
    case .roundBefore:
      return "The feed has no end in either direction (`set end endless`), and before this round's first story"
        + " comes the last of the round before:"
    case .reloaded: return "All of the feed had expired, so it was loaded anew:"
    }
  }
}
