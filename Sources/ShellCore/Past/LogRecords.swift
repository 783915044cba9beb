import SessionState
import StoryScript
import TerminalText
import Timeline

/// The session's log as records for scripts.
struct LogRecords {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the last entries, the newest last.
  func latest(last count: Int) -> [Value] {
    let entries = session.past.log.entries
    let first = max(entries.first, entries.end - min(count, entries.end))
    return (first..<entries.end).map { number in .record(record(of: entries[number], number)) }
  }

  private func record(of entry: EventLog.Entry, _ number: Int) -> Record {
    var record = Record()
    record["number"] = .number(Double(number + 1))
    record["at"] = .duration(entry.at - session.clock.start)
    var fields: Record?
    switch entry.what {
    case .input(let command, let values):
      record["kind"] = .text("input")
      record["what"] = .text(CommandText.make(session.catalog.entries[command].command, values))
    case .refusal(let failure):
      record["kind"] = .text("refused")
      record["what"] = .text(failure.problem.message)
    case .domain(let logged):
      let happened = session.catalog.dispatcher.record(logged, in: session, at: entry.at)
      record["kind"] = happened.map { .text($0.row.kind.name) }
      record["what"] = happened.map { .text(words($0.fields)) }
      fields = happened?.fields
    case .event(let row, let told):
      record["kind"] = .text(row.kind.name)
      record["what"] = .text(words(told))
      fields = told
    }
    record["cause"] = .text(cause(of: entry))
    record["fields"] = .record(fields ?? Record())
    return record
  }

  private func cause(of entry: EventLog.Entry) -> String {
    if case .input = entry.what { return session.options.isPrompt ? "prompt" : "script" }
    guard let input = entry.cause else { return "time" }
    return session.past.log.text(ofInput: input) ?? "an input no longer in the log"
  }

  private func words(_ fields: Record) -> String {
    zip(fields.names, fields.values).filter { !$1.isNone }
      .map { name, value in
        "\(name) \(value.duration.map { TimeText.length($0) } ?? session.runtime.writer.text(value))"
      }
      .joined(separator: ", ")
  }
}

/// The log for the user: its instants as in the clock column, and the requested number of entries.
extension LogRecords {
  private static let shownEvents = 20

  func showEvents(_ value: Value) {
    let all = value.list?.compactMap { $0.record } ?? []
    let records = all.suffix(session.past.eventsAskedFor ?? Self.shownEvents)
    guard !records.isEmpty else { return session.printer.writeLine(StyledText(" nothing has happened yet", .dim)) }
    let clocks = records.map { session.printer.clockText(session.clock.start + ($0["at"]?.duration ?? .zero)) }
    let width = clocks.map { $0.count }.max() ?? 0
    let rows = zip(records, clocks).map { record, clock in
      var row = record
      row["at"] = .text(String(repeating: " ", count: width - clock.count) + clock)
      return row
    }
    if records.count < all.count {
      session.printer.writeWrapped(
        "the newest \(records.count) of \(all.count); `events \(all.count)` lists all events")
    }
    func text(_ name: String) -> (Record) -> StyledText { { StyledText(sanitized($0[name]?.text ?? "")) } }
    session.printer.writeTable(
      rows,
      [
        .init("#", .right) { StyledText($0["number"]?.number.map { "\(Int($0))" } ?? "", .dim) },
        .init("at", cell: text("at")), .init("kind", cell: text("kind")),
        .init("what", overflow: .wrap, cell: text("what")), .init("cause", overflow: .wrap, cell: text("cause")),
      ])
  }
}
