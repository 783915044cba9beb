import StoryScript
import Timeline
import Timers

/// Sums of sessions as scripts see them.
enum StatisticsRecord {
  /// - Parameters:
  ///   - ledger: where the statistics come from; it knows the multiplier of each day.
  ///   - asked: the days that were asked for.
  static func make(_ statistics: Statistics, of ledger: TimerLedger, asked: ClosedRange<LocalDay>?) -> Record {
    var record = Record()
    let first = asked.map(\.lowerBound).flatMap { $0 == .first ? nil : $0 } ?? statistics.days.first?.span
    let last = asked.map(\.upperBound).flatMap { $0 == .last ? nil : $0 } ?? statistics.days.last?.span
    record["from"] = first.map { .text($0.description) } ?? Value.none
    record["to"] = last.map { .text($0.description) } ?? Value.none
    var total = fields(of: statistics.total)
    total["unrated"] = .number(Double(statistics.total.unrated))
    total["days"] = .number(Double(statistics.activeDays))
    record["total"] = .record(total)
    record["activities"] = .list(
      statistics.activities.map { line in
        var record: Record = ["activity": .text(line.name), "icon": .text(String(line.icon))]
        add(line.tally, to: &record)
        return .record(record)
      })
    record["weeks"] = .list(
      statistics.weeks.map { line in
        var record: Record = ["week": .text(line.span.description), "monday": .text(line.span.monday.description)]
        add(line.tally, to: &record)
        return .record(record)
      })
    record["months"] = .list(
      statistics.months.map { line in
        var record: Record = ["month": .text(line.span.description)]
        add(line.tally, to: &record)
        return .record(record)
      })
    record["days"] = .list(
      statistics.days.map { line in
        var record: Record = ["day": .text(line.span.description)]
        add(line.tally, to: &record)
        record["multiplier"] = .number(ledger.multiplier(on: line.span).factor)
        return .record(record)
      })
    return record
  }

  private static func fields(of tally: Tally) -> Record {
    var record = Record()
    add(tally, to: &record)
    return record
  }

  private static func add(_ tally: Tally, to record: inout Record) {
    record["sessions"] = .number(Double(tally.stints))
    record["allocated"] = .duration(tally.allocated)
    record["actual"] = .duration(tally.actual)
    record["saved"] = .duration(tally.saved)
    record["stars"] = .number(Double(tally.stars))
  }
}
