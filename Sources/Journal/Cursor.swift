extension Journal {
  /// A cursor over saved events in the order of folding; it reads the files piece by piece.
  ///
  /// The cursor shows the journal as it was when the cursor was created; events appended later are not seen. 64 kB of
  /// each file are in memory, less if there are many files.
  public struct Cursor {
    private let entries: [Index.Entry]
    private let order: [UInt32]?
    private let sources: [Source]
    private var readers: [LineReader]
    /// The requested types, by their numbers; `nil` for all.
    private let wanted: [Bool]?
    /// The events to skip because they do not count; `nil` if the cursor shows them too.
    private let leftOut: LeftOut?
    private let local: Local?
    private var position = 0
    private let ownSource: Int?
    /// `true` if the event that `next` returned last is in this device's own file, not in another device's file.
    public private(set) var isOwn = false

    init(
      entries: [Index.Entry], order: [UInt32]?, sources: [Source], ownSource: Int?, wanted: [Bool]?,
      local: Local?, leftOut: LeftOut?
    ) {
      (self.entries, self.order, self.sources, self.ownSource) = (entries, order, sources, ownSource)
      (self.wanted, self.local, self.leftOut) = (wanted, local, leftOut)
      // With thousands of files, a small buffer for each is enough.
      let stride = max(1 << 12, min(1 << 16, (1 << 24) / max(1, sources.count)))
      readers = sources.map { LineReader($0.file, stride: stride) }
    }

    /// The facts that count only if this device states them.
    struct Local {
      let types: [Bool]
      /// The device of each origin.
      let devices: [UInt16]
      /// For each source that is this device's own file, or one of an earlier name, its device; `nil` for others.
      let authors: [UInt16?]

      /// `true` if the line may state a fact that only this device states.
      func holds(_ entry: Index.Entry) -> Bool { authors[entry.source] == devices[Int(entry.origin)] }
    }

    /// The voiding events and the events that they void.
    struct LeftOut {
      let voidType: UInt16?
      let voids: Voids
      /// The device of each origin.
      let devices: [UInt16]
    }

    /// Returns the next event, or `nil` after the last.
    /// - Throws: `Failure` if a file can no longer be read.
    /// - Complexity: O(bytes of its line).
    public mutating func next() throws(Failure) -> SavedEvent? {
      while position < entries.count {
        let entry = entries[order.map { Int($0[position]) } ?? position]
        position += 1
        if let wanted, !wanted[Int(entry.type)] { continue }
        if let leftOut, entry.type == leftOut.voidType { continue }
        if let local, local.types[Int(entry.type)], !local.holds(entry) { continue }
        let source = sources[entry.source]
        let saved: SavedEvent?
        do {
          saved = try readers[entry.source].line(at: entry.offset) {
            Line.savedEvent(of: source.bounded($0, at: entry.offset))
          }
        } catch {
          throw Failure(error)
        }
        guard let saved else { throw .broken(source.lostLine) }
        if let leftOut, !leftOut.voids.isEmpty,
          leftOut.voids.contains(saved.event.id, by: leftOut.devices[Int(entry.origin)])
        {
          continue
        }
        isOwn = entry.source == ownSource
        return saved
      }
      return nil
    }
  }

  /// Calls `body` with each event that counts, in the order of folding.
  /// - Parameter types: only events of these types; `nil` for all.
  /// - Throws: what `body` throws, and `Failure` if a file cannot be read.
  /// - Complexity: O(bytes of the events wanted).
  public func forEach(
    of types: [String]? = nil, _ body: (SavedEvent) throws(Failure) -> Void
  ) throws(Failure) {
    var cursor = cursor(of: types)
    while let saved = try cursor.next() { try body(saved) }
  }

  /// Folds the events that count into a state: calls `change` with each, in the order of folding.
  public func fold<State>(
    into state: State, of types: [String]? = nil, _ change: (inout State, SavedEvent) throws(Failure) -> Void
  ) throws(Failure) -> State {
    var state = state
    try forEach(of: types) { (saved) throws(Failure) in try change(&state, saved) }
    return state
  }
}
