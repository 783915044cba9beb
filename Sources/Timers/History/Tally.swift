import Timeline

/// The sums of a number of stints.
public struct Tally: Hashable, Sendable {
  public internal(set) var stints = 0
  public internal(set) var amazing = 0
  public internal(set) var good = 0
  public internal(set) var needsWork = 0
  /// The time there was.
  public internal(set) var allocated = Duration.zero
  /// The time it took, pauses left out.
  public internal(set) var actual = Duration.zero
  /// Both times as each stint shows them, added up.
  public internal(set) var shown = ShownTime()
  /// Stars of the rated stints, each multiplied by the streak of its day.
  public internal(set) var stars = 0

  public init() {}
  /// Stints that wait for a rating.
  public var unrated: Int { stints - amazing - good - needsWork }
  /// The time left over.
  public var saved: Duration { allocated - actual }

  /// How many stints were rated so.
  public func count(of rating: Rating) -> Int {
    switch rating {
    case .amazing: return amazing
    case .good: return good
    case .needsWork: return needsWork
    }
  }

  public static func += (a: inout Tally, b: Tally) {
    a.stints += b.stints
    a.amazing += b.amazing
    a.good += b.good
    a.needsWork += b.needsWork
    a.allocated += b.allocated
    a.actual += b.actual
    a.shown += b.shown
    a.stars += b.stars
  }

  /// Counts one stint in (`sign` 1) or out again (−1), stars left to the caller.
  mutating func count(_ record: StintRecord, rating: Rating?, sign: Int) {
    stints += sign
    switch rating {
    case .amazing?: amazing += sign
    case .good?: good += sign
    case .needsWork?: needsWork += sign
    case nil: break
    }
    allocated += record.allocated * Int64(sign)
    actual += record.actual * Int64(sign)
    shown.add(ShownTime(actual: record.actual, saved: record.saved), sign: Int64(sign))
  }

  /// The stars of all these stints when one multiplier holds for them.
  func stars(_ multiplier: Multiplier) -> Int {
    Rating.allCases.reduce(0) { $0 + count(of: $1) * $1.stars(multiplier) }
  }
}
