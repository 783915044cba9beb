import Stories
import StoryScript
import Timeline

/// Why stories did what they did, for `explain`, where that takes more than a sentence.
enum StoryReasons {
  /// Why an input had no effect on the story.
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
    case .noDeck(let direction):
      return [
        "A swipe to the side goes to another user, and \(direction == .next ? "none comes after" : "none comes before") "
          + "@\(session.world.stories.player.story?.author ?? "").",
        "`swipe \(direction == .next ? "right" : "left")` goes the other way, `next` stays with the deck.",
      ]
    case .noMeaning:
      return ["A swipe up means nothing in stories.", "Down ends viewing, left and right go to another user."]
    }
  }

  /// Why a press was no hold.
  static func press(_ length: Duration, _ session: Session) -> [String] {
    [
      "The press of \(TimeText.length(length)) was shorter than a hold, which takes \(TimeText.length(session.world.stories.player.settings.pressThreshold)), so it was a tap."
    ]
  }

  /// What began a story: the beginning of "… story 4 by @ana started".
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
    }
  }

  /// What an entry says of what the story has done by itself since; `nil` when that is nothing to tell.
  static func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> String? {
    guard entry.cause == nil, case .domain(.story(.storyStarted(_, let id, let cause), _)) = entry.what else {
      return nil
    }
    guard cause == .advanced || cause == .looped || cause == .nextDeck else { return nil }
    let clock = session.speaker.clockText(entry.at)
    return "Since then story \(id) has started by itself at \(clock), because the one before was over."
  }
}
