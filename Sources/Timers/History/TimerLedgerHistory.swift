import Timeline

extension TimerLedger {
  /// How many stints the views of the history show (behaviour, section 3: "history").
  public static let shownStints = 20

  /// All stints together.
  /// - Complexity: O(1).
  public var totals: Tally { total }

  /// Stints that count.
  /// - Complexity: O(1).
  public var count: Int { total.stints }

  /// The stint of this id as it counts, with its rating; `nil` when there is none or it was undone.
  /// - Complexity: O(1).
  public subscript(id: StintID) -> StintRecord? { numbers[id].flatMap { record(of: entries[$0]) } }

  /// Whether any event has ever told of this stint's end, even if it was undone.
  /// - Complexity: O(1).
  public func knows(_ id: StintID) -> Bool { numbers[id].map { !entries[$0].saves.isEmpty } ?? false }

  /// Whether the event of this id does not count.
  /// - Complexity: O(1).
  public func isVoided(_ eventID: String) -> Bool { voided[eventID] != nil }

  /// The last stints, newest first, by their ends.
  /// - Parameters:
  ///   - limit: how many at most, 20 unless said.
  ///   - skipped: how many newer ones to pass over, for paging.
  /// - Complexity: O(limit + skipped) while stints came in the order of their ends, as they do from a journal and from
  ///   one device; else O(n log n).
  public func latest(_ limit: Int = shownStints, skipping skipped: Int = 0) -> [StintRecord] {
    var (found, passed): ([StintRecord], Int) = ([], 0)
    let numbers = isOrdered ? nil : ordered()
    for place in stride(from: (numbers?.count ?? entries.count) - 1, through: 0, by: -1) where found.count < limit {
      guard let record = record(of: entries[numbers?[place] ?? place]) else { continue }
      if passed < skipped { passed += 1 } else { found.append(record) }
    }
    return found
  }

  /// All stints, oldest first, by their ends: what an export writes.
  /// - Parameter range: only those of these stored days.
  /// - Complexity: O(n log n); O(n) while stints came in the order of their ends.
  public func stints(in range: ClosedRange<LocalDay>? = nil) -> [StintRecord] {
    (isOrdered ? Array(entries.indices) : ordered()).compactMap { number in
      guard let record = record(of: entries[number]), range?.contains(record.day) != false else { return nil }
      return record
    }
  }

  /// How many stints wait for a rating.
  /// - Complexity: O(1).
  public var unratedCount: Int { waiting.count }

  /// The stint that `rate` takes: of those without a rating the one that ended last.
  /// - Complexity: O(unrated stints).
  public var newestUnrated: StintRecord? {
    waiting.max { key(of: $0) < key(of: $1) }.flatMap { record(of: entries[$0]) }
  }

  /// The stints that wait for a rating, newest first: the order in which `rate` takes them.
  /// - Complexity: O(u log u) for u of them.
  public var unrated: [StintRecord] {
    waiting.sorted { key(of: $0) > key(of: $1) }.compactMap { record(of: entries[$0]) }
  }

  /// The numbers of the entries that count, by their keys.
  private func ordered() -> [Int] {
    entries.indices.filter { entries[$0].shown != nil }.sorted { key(of: $0) < key(of: $1) }
  }

  private func key(of number: Int) -> Key {
    entries[number].key ?? Key(ended: .distantPast, id: StintID(device: "", started: .distantPast))
  }
}

extension TimerLedger: Equatable {
  /// Whether both have seen the same events.
  /// - Complexity: O(events).
  public static func == (a: TimerLedger, b: TimerLedger) -> Bool {
    a.log.count == b.log.count
      && a.log.allSatisfy { event in b.places[event.id].map { b.log[$0] == event } ?? false }
  }
}
