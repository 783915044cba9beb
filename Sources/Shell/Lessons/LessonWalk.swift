/// How far somebody has come in a lesson: a plain value without clock, files or words.
struct LessonWalk: Hashable, Sendable {
  enum Mark: String, Hashable, Sendable {
    case open, solved, skipped
    /// Solved once it had been skipped, and so its solution told.
    case late
  }

  /// The steps' titles, which are theirs alone.
  let titles: [String]
  private(set) var marks: [Mark]
  /// The step that waits; as many as there are once the last one is over.
  private(set) var current = 0
  /// How many of the step's hints were shown.
  private(set) var hints = 0
  /// How many tries of the present step have missed.
  private(set) var misses = 0

  init(titles: [String]) {
    self.titles = titles
    marks = titles.map { _ in .open }
  }

  var isOver: Bool { current == titles.count }
  var solvedCount: Int { marks.count { $0 == .solved || $0 == .late } }

  /// A try has missed.
  mutating func miss() { misses += 1 }

  /// - Parameter count: how many hints the step has.
  /// - Returns: the place of the next one; `nil` when all were shown.
  mutating func nextHint(of count: Int) -> Int? {
    guard hints < count else { return nil }
    hints += 1
    return hints - 1
  }

  /// The step's goals have come true.
  mutating func solve() { leave(marks[current] == .skipped || marks[current] == .late ? .late : .solved) }

  /// On without solving it; what was solved before stays so.
  mutating func skip() { leave(marks[current] == .open ? .skipped : marks[current]) }

  /// - Returns: whether there is a step before this one.
  mutating func goBack() -> Bool {
    guard current > 0 else { return false }
    current -= 1
    (hints, misses) = (0, 0)
    return true
  }

  /// All steps are open again.
  mutating func restart() { self = LessonWalk(titles: titles) }

  private mutating func leave(_ mark: Mark) {
    marks[current] = mark
    current += 1
    (hints, misses) = (0, 0)
  }
}
