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
