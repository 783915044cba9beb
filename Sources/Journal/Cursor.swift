extension Journal {
  /// Walks through saved events in the order of folding, reading the files piece by piece.
  ///
  /// It shows the journal as it was when the cursor was made; what is appended meanwhile is not seen. 64 kB of each file
  /// are in memory.
  public struct Cursor {
    private let entries: [Index.Entry]
    private let order: [UInt32]?
    private var readers: [LineReader]
    private let journal: Journal
    private let versions: [Int]
    /// The types that are wanted, by their numbers; `nil` for all.
    private let wanted: [Bool]?
    private let voidType: UInt16?
    private let voided: Set<Event.ID>
    private let includesVoided: Bool
    private var position = 0

    init(_ journal: Journal, types: [String]?, includesVoided: Bool) {
      entries = journal.index.entries
      order = journal.order()
      readers = journal.sources.map { LineReader($0.file) }
      versions = journal.sources.map(\.version)
      self.journal = journal
      wanted = types.map { types in
        var wanted = [Bool](repeating: false, count: journal.index.types.count)
        for type in types { journal.index.types.known(type).map { wanted[Int($0)] = true } }
        return wanted
      }
      voidType = journal.index.types.known(Event.voidType)
      voided = includesVoided ? [] : journal.voided
      self.includesVoided = includesVoided
    }

    /// The next event, or `nil` after the last.
    /// - Throws: `Failure` when a file cannot be read any more.
    public mutating func next() throws(Failure) -> SavedEvent? {
      while position < entries.count {
        let entry = entries[order.map { Int($0[position]) } ?? position]
        position += 1
        if let wanted, !wanted[Int(entry.type)] { continue }
        if !includesVoided, entry.type == voidType { continue }
        let version = versions[entry.source]
        let saved: SavedEvent?
        do {
          saved = try readers[entry.source].line(at: entry.offset) { journal.savedEvent(of: $0, version: version) }
        } catch {
          throw Failure(error)
        }
        guard let saved else {
          throw .broken(journal.sources[entry.source].lostLine)
        }
        if !voided.isEmpty, voided.contains(saved.event.id) { continue }
        return saved
      }
      return nil
    }
  }

  /// A walk through the saved events in the order of folding.
  /// - Parameters:
  ///   - types: only events of these types; the lines of others are not even read. `nil` for all.
  ///   - includingVoided: also events that are voided, and those that void them.
  /// - Complexity: O(1) while the events are in order, else O(n log n) for n events.
  public func cursor(of types: [String]? = nil, includingVoided: Bool = false) -> Cursor {
    Cursor(self, types: types, includesVoided: includingVoided)
  }

  /// Calls `body` with each event that counts, in the order of folding.
  /// - Parameter types: only events of these types; `nil` for all.
  /// - Throws: what `body` throws, and `Failure` when a file cannot be read.
  /// - Complexity: O(bytes of the events wanted).
  public func forEach(of types: [String]? = nil, _ body: (SavedEvent) throws -> Void) throws {
    var cursor = cursor(of: types)
    while let saved = try cursor.next() { try body(saved) }
  }

  /// The state that follows from the events that count: `change` is called with each in the order of folding.
  public func fold<State>(
    into state: State, of types: [String]? = nil, _ change: (inout State, SavedEvent) throws -> Void
  ) throws -> State {
    var state = state
    try forEach(of: types) { try change(&state, $0) }
    return state
  }

  /// The numbers of the entries in the order of folding; `nil` when they are in order.
  func order() -> [UInt32]? {
    func id(_ entry: Index.Entry) -> Event.ID? {
      let source = sources[entry.source]
      return (try? source.line(at: entry.offset) { savedEvent(of: $0, version: source.version)?.event.id }) ?? nil
    }
    return index.order { first, second in
      guard let a = id(first), let b = id(second) else { return first.place < second.place }
      return a < b
    }
  }
}
