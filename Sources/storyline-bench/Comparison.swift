import JSON

/// Two works measured in turn, so that a busy machine disturbs both: their times, and the median of the ratios of
/// single rounds with its confidence interval.
struct Comparison {
  /// The times of all rounds in seconds.
  let own: [Double]
  let other: [Double]

  /// Runs both in turn, in changing order, after a round that does not count.
  /// - Returns: `nil` if one of them fails.
  static func inTurn(rounds: Int, _ own: () -> Double?, _ other: () -> Double?) -> Comparison? {
    var times: (own: [Double], other: [Double]) = ([], [])
    guard own() != nil, other() != nil else { return nil }
    for round in 0..<rounds {
      let (first, second) = round % 2 == 0 ? (own(), other()) : (other(), own())
      guard let first, let second else { return nil }
      times.own.append(round % 2 == 0 ? first : second)
      times.other.append(round % 2 == 0 ? second : first)
    }
    return Comparison(own: times.own, other: times.other)
  }

  var ratio: MedianInterval { MedianInterval(zip(own, other).map { $0 / $1 }) }

  /// The same after a part of each time that does not count, such as the start of a program.
  func without(_ own: Double, _ other: Double) -> Comparison {
    Comparison(own: self.own.map { $0 - own }, other: self.other.map { $0 - other })
  }
}

/// A median, and the interval that contains the true one with at least 99 % confidence.
///
/// The interval ends at two of the values themselves (order statistics): a value is below the true median with a chance
/// of one half, so the number of values below it follows a binomial distribution, whatever the times are like. Nothing
/// is assumed about their distribution, and no random numbers are used.
struct MedianInterval {
  let median: Double
  /// `nil` for fewer than eight values, which cannot give such an interval.
  let range: ClosedRange<Double>?

  /// The confidence of an interval. With 95 %, one of the twenty rows of a comparison would differ by chance alone.
  static let level = 0.99

  init(_ values: [Double]) {
    let sorted = values.filter { !$0.isNaN }.sorted()
    median = Measure.median(sorted)
    range = Self.rank(of: sorted.count).map { sorted[$0]...sorted[sorted.count - 1 - $0] }
  }

  /// Returns how many values at each end are outside the interval; `nil` if there are too few values.
  private static func rank(of count: Int) -> Int? {
    var (chance, below) = (1.0, 0.0)
    for _ in 0..<count { chance /= 2 }
    var rank: Int?
    for number in 0..<count {
      below += chance
      if 2 * below > 1 - level { break }
      rank = number
      chance *= Double(count - number) / Double(number + 1)
    }
    return rank
  }

  enum Verdict: String {
    case faster, slower
    case none = "no difference seen"
  }

  /// The judgement of a ratio of times.
  var verdict: Verdict {
    guard let range else { return .none }
    return range.upperBound < 1 ? .faster : range.lowerBound > 1 ? .slower : .none
  }

  var text: String {
    let median = String(format: "× %.2f", median)
    return range.map { median + String(format: " (%.2f–%.2f)", $0.lowerBound, $0.upperBound) } ?? median
  }

  var fields: [JSON.Field] {
    [.init("ratio", .number(median))]
      + (range.map { [.init("low", .number($0.lowerBound)), .init("high", .number($0.upperBound))] } ?? [])
  }
}
