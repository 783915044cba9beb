import Stories
import StoryScript
import Timeline

/// What an event of the player says, made from the log long after it happened.
enum StoryLog {
  /// A planned fault: its kind, and how long the story then waits.
  static func words(_ fault: Player.Fault) -> (kind: String, length: Value) {
    switch fault {
    case .failure: ("failure", .none)
    case .buffering(let length): ("buffering", .duration(length))
    }
  }

  static func fields(_ logged: StoryPart.Logged, now: Instant) -> (EventID, [Value]) {
    let kind: Player.Event.Kind
    let author: String
    switch logged {
    case .story(let what, let name): (kind, author) = (what, name)
    }
    switch kind {
    case .storyStarted(let index, let id, let cause):
      return (
        .storyStarted, [.number(Double(id)), .text(author), .number(Double(index + 1)), .text(cause.rawValue)]
      )
    case .entered(_, let id): return (.storyStarted, [.number(Double(id))])
    case .held(let offset): return (.storyHeld, [.duration(offset)])
    case .released(let length, let offset, _): return (.storyReleased, [.duration(length), .duration(offset)])
    case .shortPress: return (.storyIgnored, [.text("press"), .text("shorter than a hold, so it is a tap")])
    case .paused(let offset): return (.storyPaused, [.duration(offset)])
    case .resumed(let length, let offset, _): return (.storyResumed, [.duration(length), .duration(offset)])
    case .bufferingStarted(let offset): return (.storyBuffering, [.duration(offset)])
    case .bufferingEnded(let length, let offset, _): return (.storyBuffered, [.duration(length), .duration(offset)])
    case .failed(let offset): return (.storyFailed, [.duration(offset)])
    case .faultPlanned(let fault, let place):
      let (kind, length) = words(fault)
      return (.storyFault, [.text(kind), .duration(place), length])
    case .retried(let offset, _): return (.storyRetried, [.duration(offset)])
    case .deckFinished(let then): return (.storyFinished, [.text(then.rawValue)])
    case .liked(_, let id): return (.storyLiked, [.number(Double(id))])
    case .unliked(_, let id): return (.storyUnliked, [.number(Double(id))])
    case .dismissed(let cause): return (.storyDismissed, [.text(cause.rawValue)])
    case .stopped(_, let id, let offset): return (.storyStopped, [.number(Double(id)), .duration(offset)])
    case .ignored(let input, let reason):
      return (.storyIgnored, [.text(input.name), .text(StoryWords.short(reason, now: now))])
    }
  }
}
