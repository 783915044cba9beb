import Stories
import StoryScript
import Timeline

/// The session's log as records that scripts see.
extension Session {
  /// The last entries, the newest last.
  func logRecords(last count: Int) -> [Value] {
    let entries = log.entries
    let first = max(entries.first, entries.end - count)
    return (first..<entries.end).map { number in .record(record(of: entries[number], number)) }
  }

  private func record(of entry: EventLog.Entry, _ number: Int) -> Record {
    var record = Record()
    record["at"] = .duration(entry.at - clock.start)
    switch entry.what {
    case .input(let command, let values):
      record["kind"] = .text("input")
      record["what"] = .text(CommandText.make(command, values))
    case .refusal(let failure):
      record["kind"] = .text("refused")
      record["what"] = .text(failure.problem.message)
    case .story(let kind, let author):
      let (id, fields) = StoryLog.fields(kind, author, now: entry.at)
      record["kind"] = .text(id.kind.name)
      record["what"] = .text(words(id, fields))
    case .event(let id, let fields):
      record["kind"] = .text(id.kind.name)
      record["what"] = .text(words(id, fields))
    }
    record["cause"] = .text(cause(of: entry))
    return record
  }

  private func cause(of entry: EventLog.Entry) -> String {
    if case .input = entry.what { return options.isPrompt ? "prompt" : "script" }
    guard let input = entry.cause else { return "time" }
    return log.text(ofInput: input) ?? "an input no longer kept"
  }

  private func words(_ id: EventID, _ fields: [Value]) -> String {
    zip(id.kind.fields, fields).filter { !$1.isNone }
      .map { field, value in
        "\(field.name) \(value.duration.map { TimeText.length($0) } ?? runtime.writer.text(value))"
      }
      .joined(separator: ", ")
  }
}

/// What an event of the player says, made from the log long after it happened.
enum StoryLog {
  /// A planned fault: its kind, and how long the story then waits.
  static func words(_ fault: Player.Fault) -> (kind: String, length: Value) {
    switch fault {
    case .failure: ("failure", .none)
    case .buffering(let length): ("buffering", .duration(length))
    }
  }

  static func fields(_ kind: Player.Event.Kind, _ author: String, now: Instant) -> (EventID, [Value]) {
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
      return (.storyIgnored, [.text(input.name), .text(ReasonWords.short(reason, now: now))])
    }
  }
}
