extension Journal {
  /// What other shells and devices have saved since the last look, for a program that keeps its own state up to date.
  public struct News: Hashable, Sendable {
    /// Events that count and were not known before, in the order of folding.
    public internal(set) var events: [SavedEvent] = []
    /// Events that were known and that somebody has voided since.
    public internal(set) var voided: [Event.ID] = []
    /// Whether taking in `events` one after the other is not enough: one of them belongs before an event that was known,
    /// or an event was replaced by another of its id, or a file was read anew as a whole. What follows from the journal
    /// must then be folded again; in the last case `events` does not name all that is new.
    public internal(set) var needsFold = false

    public var isEmpty: Bool { events.isEmpty && voided.isEmpty && !needsFold }
  }

  /// Reads what other programs and other devices have written and tells what of it is new.
  ///
  /// New is what came since the journal was opened or since the last call, in whatever call it was read: `append` and
  /// `exchange(with:)` read as well. Left out is what this journal appended, voided or restored itself, also when
  /// another program was first to save an event of the same id.
  ///
  /// A program that calls this before it appends gets the events of other shells in their order and seldom has to fold.
  /// - Throws: as `refresh`, and `Failure.broken` when a line cannot be read; the news are then kept for the next call.
  /// - Complexity: as `refresh` when there are no news; else O(bytes of the news) and a look at each event's instant, some
  ///   milliseconds for a million.
  public func news() throws(Failure) -> News {
    try refresh()
    try gather()
    var news = arrivals.news
    arrivals.news = News()
    if !news.needsFold { news.needsFold = !isBehindAllKnown(news.events) }
    return news
  }

  /// What was read from files and not told yet.
  struct Arrivals {
    /// Entries that came by reading.
    var entries: [Range<Int>] = []
    /// What the lines that were read void, with the entry of the line.
    var voids: [(target: Event.ID, entry: Int)] = []
    /// Entries that this program wanted to append itself.
    var own: Set<Int> = []
    /// What was gathered before entries got other numbers.
    var news = News()

    func isNews(_ entry: Int) -> Bool { !own.contains(entry) && entries.contains { $0.contains(entry) } }
  }

  /// Makes news of what has arrived.
  func gather() throws(Failure) {
    guard !arrivals.entries.isEmpty || !arrivals.voids.isEmpty else { return }
    var news = arrivals.news
    let voidType = index.types.known(Event.voidType)
    for number in arrivals.entries.joined() where !arrivals.own.contains(number) {
      let entry = index.entries[number]
      if entry.type == voidType { continue }
      let source = sources[entry.source]
      let saved = try Failure.wrapping {
        try source.line(at: entry.offset) { savedEvent(of: $0, version: source.version) }
      }
      guard let saved else { throw .broken(source.lostLine) }
      if isVoided(saved.event.id) { continue }
      news.events.append(saved)
    }
    for (target, entry) in arrivals.voids where !arrivals.own.contains(entry) {
      news.events.removeAll { $0.event.id == target }
      if let number = number(of: target), !arrivals.isNews(number) { news.voided.append(target) }
    }
    news.events.sort()
    arrivals = Arrivals(news: news)
  }

  /// Whether these events come behind all others that may count.
  private func isBehindAllKnown(_ events: [SavedEvent]) -> Bool {
    let numbers = events.compactMap { number(of: $0.event.id) }
    guard numbers.count == events.count else { return false }
    guard let first = numbers.first.map({ index.entries[$0] }) else { return true }
    let fresh = Set(numbers)
    let voidType = index.types.known(Event.voidType)
    return index.entries.indices.allSatisfy { number in
      let entry = index.entries[number]
      return index.comesBefore(entry, first) || entry.type == voidType || fresh.contains(number)
    }
  }
}
