/// Consecutive local days with a session.
///
/// **What counts.** A day counts if at least one saved session has it as its stored local day, rated or not. Several
/// sessions on a day, including those of several devices, count once. The streak *on a day* is the number of
/// consecutive counting days that end with that day, which itself must count. A rest day without a session is left out
/// (`RestCalendar`).
///
/// **Which streak multiplies a session's stars.** The streak on the session's own stored day, including that day. So
/// all sessions of a day have the same multiplier. The third day in a row is the first with ×1.5, the seventh the first
/// with ×2, and later days never change earlier stars. If the multiplier of a past day does change, because another
/// device adds a day before it or an undo removes one, the stars of that day are recomputed.
public struct Streak: Hashable, Sendable {
  /// The number of consecutive days up to and including today; 0 without a session today.
  public let length: Int
  /// The number of consecutive days up to yesterday. A first session today makes the streak `carried + 1` days long;
  /// without one it is lost.
  public let carried: Int

  /// `true` if today is a rest day: without a session, the streak neither grows nor ends.
  public let restsToday: Bool

  /// - Parameters:
  ///   - length: 0, or `carried + 1`.
  ///   - carried: 0 or more.
  public init(length: Int, carried: Int, restsToday: Bool = false) {
    (self.length, self.carried, self.restsToday) = (length, carried, restsToday)
  }

  /// A streak without any session.
  public static let none = Streak(length: 0, carried: 0)

  /// `true` if today already counts.
  public var includesToday: Bool { length > 0 }
  /// The length after a session today.
  public var afterTimerSessionToday: Int { carried + 1 }
  /// The multiplier for the stars of a session today.
  public var multiplierToday: Multiplier { Multiplier(streak: afterTimerSessionToday) }
  /// The next higher multiplier and the number of days until it applies, including today unless today already counts;
  /// `nil` at the highest.
  public var next: (multiplier: Multiplier, inDays: Int)? {
    Multiplier.allCases.first { $0.fromDays > max(length, carried) }
      .map { ($0, $0.fromDays - max(length, carried)) }
  }
}

/// The days with a session: a sparse bit set, 64 days per word, so that counting a streak of ten years takes 58
/// lookups.
struct DaySet: Hashable, Sendable {
  /// The words by number, which is the day divided by 64, rounded down; no word is empty.
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

  /// Returns the number of consecutive days up to and including `day` that are in the set.
  /// - Parameter limit: The length at which counting may stop: the result is exact below it, and otherwise `limit` or
  ///   more.
  /// - Complexity: O(min(days, limit) / 64).
  func run(endingOn day: LocalDay, limit: Int = .max) -> Int {
    var (number, bit, length) = (day.word, day.bit, 0)
    while length < limit {
      // Shift the day's bit to the top; zeros shifted in from below end the run at the beginning of the word.
      let ones = (~((words[number] ?? 0) << (63 - bit))).leadingZeroBitCount
      length += ones
      guard ones == bit + 1 else { break }
      number -= 1
      bit = 63
    }
    return length
  }

  /// Returns the longest run of consecutive days (the latest of equally long runs); `nil` if the set is empty.
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
