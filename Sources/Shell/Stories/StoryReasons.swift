import Stories
import StoryScript
import Timeline

/// Why stories and their feed did what they did, for `explain`.
struct StoryReasons {
  let session: Session
  let input: EventLog.Input

  /// What an entry of the log says of why; `nil` when it is no story's.
  func sentences(_ entry: EventLog.Entry) -> [String]? {
    switch entry.what {
    case .domain(.story(.ignored(_, let reason), _)): return why(reason)
    case .domain(.story(let kind, let author)): return why(kind, author)
    case .event(.feedFailed, _):
      return [
        "The list did not come: the network is simulated, and \(failureShare) of all requests fail (`settings`).",
        "`feed retry` asks again.",
      ]
    case .event(.feedIgnored, let fields):
      return [
        "`\(input.text)` had no effect: \(fields.last?.text ?? "").",
        "Only a list that did not come is asked for again.",
      ]
    case .event(.feedLoading, _):
      return [
        "A list of the feed takes \(TimeText.length(session.world.stories.loader.settings.delay)), as over a network (`settings`).",
        "What plays goes on meanwhile.",
      ]
    case .event(.feedLoaded, _): return []
    case .event(.cacheCleared, _):
      return ["The loaded pictures are forgotten, so each has to be loaded again.", "`cache` tells the figures."]
    default: return nil
    }
  }

  private var failureShare: String { TimeText.decimal(session.world.stories.loader.settings.failureRate * 100) + " %" }

  /// Why an input had no effect on the story.
  private func why(_ reason: Player.Ignored) -> [String] {
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

  /// Why an input did what it did to the story.
  private func why(_ kind: Player.Event.Kind, _ author: String) -> [String] {
    switch kind {
    case .storyStarted(_, let id, let cause):
      return ["\(because(cause)) story \(id) by @\(author) started."]
    case .held(let offset):
      return [
        "A finger holds the story at \(TimeText.position(offset)); it stands as long as the finger stays, and nothing of it is lost."
      ]
    case .released(let length, let offset, _):
      return [
        "The finger was lifted after \(TimeText.length(length)), so the story goes on at \(TimeText.position(offset)), exactly where it stood."
      ]
    case .shortPress(let length):
      return [
        "The press of \(TimeText.length(length)) was shorter than a hold, which takes \(TimeText.length(session.world.stories.player.settings.pressThreshold)), so it was a tap."
      ]
    case .paused(let offset):
      return [
        "The story stands at \(TimeText.position(offset)) until `resume`; letting go of a hold does not lift that."
      ]
    case .resumed(_, let offset, _): return ["The story goes on at \(TimeText.position(offset)), where it was paused."]
    case .bufferingStarted(let offset):
      return ["The story waits for its picture at \(TimeText.position(offset)) and loses nothing meanwhile."]
    case .bufferingEnded(let length, let offset, _):
      return ["The picture came after \(TimeText.length(length)); the story goes on at \(TimeText.position(offset))."]
    case .failed:
      return ["The story's picture could not be shown.", "`story retry` tries again, `next` goes on."]
    case .faultPlanned(let fault, let place):
      let what = fault == .failure ? "its picture fails" : "it waits for its picture"
      return [
        "When the story's own time comes to \(TimeText.position(place)), \(what); another story does away with that."
      ]
    case .retried(let offset, _): return ["The story was tried again and goes on at \(TimeText.position(offset))."]
    case .deckFinished(let then):
      switch then {
      case .loop: return ["That was the last story of the deck, which begins again (`settings`)."]
      case .dismiss: return ["That was the last story of the deck, and viewing ends there (`settings`)."]
      case .nextDeck: return ["That was this user's last story, so the next user follows (`settings`)."]
      }
    case .liked(_, let id): return ["Story \(id) is liked; a double tap never takes a like back, `unlike` does."]
    case .unliked(_, let id): return ["Story \(id) is not liked any more."]
    case .dismissed(.swipedDown): return ["A swipe down ends viewing.", "`story play 4` begins anew."]
    case .dismissed(.deckEnded): return []
    case .stopped(_, let id, let offset): return ["Story \(id) was stopped at \(TimeText.position(offset))."]
    case .entered, .ignored: return []
    }
  }

  private func because(_ cause: Player.Cause) -> String {
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
