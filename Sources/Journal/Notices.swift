/// Findings in the files that the user should know, each once, in the order in which they were made.
struct Notices {
  private(set) var all: [Journal.Notice] = []
  private var known: Set<Journal.Notice> = []

  /// More than this many say nothing new, and a file of rubbish has millions of lines.
  private static let most = 20_000

  mutating func add(_ notice: Journal.Notice) {
    guard all.count < Self.most else { return }
    if known.insert(notice).inserted { all.append(notice) }
  }
}

extension Journal {
  /// Events that other programs and devices have saved since the last look, for a program that keeps its own state up
  /// to date.
  public struct News: Hashable, Sendable {
    /// Events that count and were not known before, in the order of folding.
    public internal(set) var events: [SavedEvent] = []
    /// Events that were known and that somebody has voided since.
    public internal(set) var voided: [Event.ID] = []
    /// Whether taking in `events` one after the other is not enough: one of them belongs before an event that was
    /// known, or an event was replaced by another of its id, or a file was read anew as a whole. What follows from the
    /// journal must then be folded again; in the last case `events` does not name all that is new.
    public internal(set) var needsFold = false

    public var isEmpty: Bool { events.isEmpty && voided.isEmpty && !needsFold }
  }
}
