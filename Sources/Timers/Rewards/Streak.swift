/// Consecutive local days with a stint.
///
/// **What counts.** A day counts when at least one saved stint has it as its stored local day, rated or not; several
/// stints, also of several devices, count once. The streak *on a day* is the number of consecutive such days that end
/// with that day, which itself must be one of them.
///
/// **Which streak multiplies a stint's stars.** The streak on the stint's own stored day, that day included. So all
/// stints of a day have the same multiplier, the third day in a row is the first with ×1.5 and the seventh the first
/// with ×2, and what comes on later days never changes earlier stars. When the multiplier of a past day changes after
/// all, because another device adds a day before it or an undo takes one out, its stars are computed anew.
public struct Streak: Hashable, Sendable {
  /// Days in a row, today included; 0 when there is no stint today.
  public let length: Int
  /// Days in a row that ended yesterday. A first stint today makes it `carried + 1` days; without one it is lost.
  public let carried: Int

  /// - Parameters:
  ///   - length: 0, or `carried + 1`.
  ///   - carried: 0 or more.
  public init(length: Int, carried: Int) { (self.length, self.carried) = (length, carried) }

  /// No stint on any day.
  public static let none = Streak(length: 0, carried: 0)

  /// Whether today counts already.
  public var includesToday: Bool { length > 0 }
  /// The length after a stint today.
  public var afterStintToday: Int { carried + 1 }
  /// The multiplier of stars of a stint today.
  public var multiplierToday: Multiplier { Multiplier(streak: afterStintToday) }
  /// The next larger multiplier, and the days still to come until it holds, today's included unless it counts already;
  /// `nil` when the largest is reached.
  public var next: (multiplier: Multiplier, inDays: Int)? {
    Multiplier.allCases.first { $0.fromDays > max(length, carried) }
      .map { ($0, $0.fromDays - max(length, carried)) }
  }
}

/// Days with a stint: a sparse set of bits, 64 days a word, so that a streak of ten years is 58 look-ups long.
struct DaySet: Hashable, Sendable {
  /// By the number of the word, the day divided by 64 and rounded down; never an empty word.
  private var words: [Int32: UInt64] = [:]

  init() {}
  /// - Complexity: O(1).
  func contains(_ day: LocalDay) -> Bool { (words[day.word] ?? 0) & day.mask != 0 }
  /// - Complexity: O(1) amortised.
  mutating func insert(_ day: LocalDay) { words[day.word, default: 0] |= day.mask }

  /// - Complexity: O(1) amortised.
  mutating func remove(_ day: LocalDay) {
    guard let word = words[day.word] else { return }
    let rest = word & ~day.mask
    words[day.word] = rest == 0 ? nil : rest
  }

  /// How many consecutive days up to and including `day` are in the set.
  /// - Parameter limit: where counting may stop: the result is exact below it, and `limit` or more above.
  /// - Complexity: O(min(days, limit) / 64).
  func run(endingOn day: LocalDay, limit: Int = .max) -> Int {
    var (number, bit, length) = (day.word, day.bit, 0)
    while length < limit {
      // The day's bit moves to the top; zeros that come in from below end the run at the word's beginning.
      let ones = (~((words[number] ?? 0) << (63 - bit))).leadingZeroBitCount
      length += ones
      guard ones == bit + 1 else { break }
      number -= 1
      bit = 63
    }
    return length
  }

  /// The longest run of consecutive days, the latest of several; `nil` when the set is empty.
  /// - Complexity: O(w log w + days) for w words.
  func longestRun() -> (length: Int, lastDay: LocalDay)? {
    var best: (length: Int, lastDay: Int) = (0, 0)
    var (length, previous) = (0, Int.min)
    for number in words.keys.sorted() {
      var rest = words[number] ?? 0
      while rest != 0 {
        let day = Int(number) * 64 + rest.trailingZeroBitCount
        rest &= rest - 1
        length = day == previous + 1 ? length + 1 : 1
        previous = day
        if length >= best.length { best = (length, day) }
      }
    }
    return LocalDay(daysSince1970: best.lastDay).flatMap { best.length > 0 ? (best.length, $0) : nil }
  }
}

extension LocalDay {
  fileprivate var word: Int32 { daysSince1970 >> 6 }
  fileprivate var bit: Int { Int(daysSince1970 & 63) }
  fileprivate var mask: UInt64 { 1 << UInt64(bit) }
}
