import StoryScript
import Terminal
import Timeline

/// The log for people: its instants as the clock column shows them, and as many entries as were asked for.
extension Session {
  func showEvents(_ value: Value) {
    let records = value.list?.compactMap(\.record) ?? []
    guard !records.isEmpty else { return speaker.writeLine(StyledText(" nothing has happened yet", .dim)) }
    let clocks = records.map { speaker.clockText(clock.start + ($0["at"]?.duration ?? .zero)) }
    let width = clocks.map(\.count).max() ?? 0
    let rows = zip(records, clocks).map { record, clock in
      var row = record
      row["at"] = .text(String(repeating: " ", count: width - clock.count) + clock)
      return Value.record(row)
    }
    speaker.show(.list(rows), whole: true, at: now)
  }
}
