import StoryScript
import Timeline
import Timers

/// Sums of stints as scripts see them.
enum StatisticsRecord {
  /// - Parameters:
  ///   - ledger: where the statistics come from; it knows the multiplier of each day.
  ///   - asked: the days that were asked for.
  static func make(_ statistics: Statistics, of ledger: TimerLedger, asked: ClosedRange<LocalDay>?) -> Record {
    let first = asked.map(\.lowerBound).flatMap { $0 == .first ? nil : $0 } ?? statistics.days.first?.span
    let last = asked.map(\.upperBound).flatMap { $0 == .last ? nil : $0 } ?? statistics.days.last?.span
    var total = sums([:], statistics.total)
    total["unrated"] = .number(Double(statistics.total.unrated))
    total["days"] = .number(Double(statistics.activeDays))
    return [
      "from": (first?.description).value, "to": (last?.description).value, "total": .record(total),
      "activities": .list(
        statistics.activities.map {
          .record(sums(["activity": .text($0.name), "icon": .text(String($0.icon))], $0.tally))
        }),
      "weeks": .list(
        statistics.weeks.map {
          .record(sums(["week": .text($0.span.description), "monday": .text($0.span.monday.description)], $0.tally))
        }),
      "months": .list(statistics.months.map { .record(sums(["month": .text($0.span.description)], $0.tally)) }),
      "days": .list(
        statistics.days.map { line in
          var record = sums(["day": .text(line.span.description)], line.tally)
          record["multiplier"] = .number(ledger.multiplier(on: line.span).factor)
          return .record(record)
        }),
    ]
  }

  /// What it is of, and its sums.
  private static func sums(_ what: Record, _ tally: Tally) -> Record {
    var record = what
    record["sessions"] = .number(Double(tally.stints))
    record["allocated"] = .duration(tally.allocated)
    record["actual"] = .duration(tally.actual)
    record["saved"] = .duration(tally.saved)
    record["shown"] = .record(["spent": .duration(tally.shown.spent), "saved": .duration(tally.shown.saved)])
    record["stars"] = .number(Double(tally.stars))
    return record
  }
}
