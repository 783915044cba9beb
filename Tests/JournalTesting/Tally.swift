/// The counts and problems of trials.
public struct Tally: Hashable, Sendable {
  public var runs = 0
  /// Events that writers gave to a journal.
  public var written = 0
  /// Events that the journal reported as saved.
  public var reported = 0
  /// Events in the journal at the end: at least the reported ones.
  public var found = 0
  /// Events that were reported but are not in the journal.
  public var lost = 0
  /// Events or lines that occur a second time.
  public var twice = 0
  /// Runs that did not end by themselves.
  public var hung = 0
  /// All other deviations.
  public var problems: [String] = []

  public init() {}

  public var isClean: Bool { lost == 0 && twice == 0 && hung == 0 && problems.isEmpty }

  public static func += (a: inout Tally, b: Tally) {
    a.runs += b.runs
    a.written += b.written
    a.reported += b.reported
    a.found += b.found
    a.lost += b.lost
    a.twice += b.twice
    a.hung += b.hung
    a.problems += b.problems
  }

  /// Adds the ids of a journal at its end to the counts.
  public mutating func count(_ ids: [String], written: Int, reported: Set<String>) {
    let found = Set(ids)
    self.written += written
    self.reported += reported.count
    self.found += found.count
    lost += reported.subtracting(found).count
    twice += ids.count - found.count
  }
}
