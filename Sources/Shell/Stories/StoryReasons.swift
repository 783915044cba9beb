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

  /// What to do where a condition about fields of a story never comes true.
  static func advice(_ part: StoryPart, _ fields: [StateField], _ why: NeverReason) -> String? {
    let paths = fields.map(\.path)
    guard paths.contains(where: { $0.hasPrefix("story.") }) else { return nil }
    let situation = part.player.situation
    if why == .nothingPending {
      if part.viewer.isDismissing { return "viewing is dismissing for ever: story play 4" }
      if situation.isHeld { return "the story is held: release lets it go on" }
      if part.player.pauseStart != nil { return "the story is paused: resume lets it go on" }
      if situation == .failed { return "the story's picture has failed: story retry, or next" }
      if situation == .buffering { return "the story waits for its picture: story buffer ends that" }
      if situation == .idle { return "nothing plays yet: story play 4" }
    }
    guard paths.contains("story.progress") || paths.contains("story.position") else { return nil }
    let number = part.player.story.map { "\($0.id)" } ?? "4"
    return "at 100 % the next story starts at that very instant: wait until story.number != \(number)"
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
    case .nextRound: return "After the round's last story comes the feed's next round:"
    }
  }

  /// What an entry says of what the story has done by itself since; `nil` when that is nothing to tell.
  static func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> String? {
    if let fault = StoryFaults.sinceThen(entry) { return fault }
    guard entry.cause == nil, case .domain(.story(let kind, _)) = entry.what else { return nil }
    if case .dismissed(.deckEnded) = kind {
      let end =
        session.world.stories.viewer.end == .loop
        ? "" : " (`set end \(StorySettings.word(session.world.stories.viewer.end))`)"
      return
        "Since then viewing has ended at \(session.speaker.clockText(entry.at)), because the last story of the deck was over\(end)."
    }
    guard case .storyStarted(_, let id, let cause) = kind else { return nil }
    guard cause == .advanced || cause == .looped || cause == .nextDeck || cause == .nextRound else { return nil }
    let clock = session.speaker.clockText(entry.at)
    return "Since then story \(id) has started by itself at \(clock), because the one before was over."
  }
}
