/// Findings in the files that the user should know, each once, in the order of discovery.
struct Notices {
  private(set) var all: [Journal.Notice] = []
  private var known: Set<Journal.Notice> = []

  /// The maximum number of notices: more would say nothing new, and a junk file may have millions of lines.
  private static let limit = 20_000

  mutating func add(_ notice: Journal.Notice) {
    guard all.count < Self.limit else { return }
    if known.insert(notice).inserted { all.append(notice) }
  }
}

extension Journal {
  /// Events that other programs and devices have saved since the last call, for a program that keeps its own state up
  /// to date.
  public struct News: Hashable, Sendable {
    /// Events that count and were not known before, in the order of folding.
    public internal(set) var events: [SavedEvent] = []
    /// Events that were known and that a device has voided since.
    public internal(set) var voided: [Event.ID] = []
    /// `true` if applying `events` one after the other is not enough: one of them belongs before a known event, an
    /// event was replaced by another of the same id, or a whole file was read again. The state must then be folded
    /// again; in the last case `events` does not list all new events.
    public internal(set) var needsFold = false

    public var isEmpty: Bool { events.isEmpty && voided.isEmpty && !needsFold }
  }
}
