import Timeline

/// A schedule of named items, sorted by instant, soonest first; items due at the same instant are sorted by name.
struct DueOrder<Name: Comparable & Hashable & Sendable>: Hashable, Sendable {
  private struct DueRequest: Hashable, Sendable, Comparable {
    let instant: Instant
    let name: Name
    static func < (a: DueRequest, b: DueRequest) -> Bool { (a.instant, a.name) < (b.instant, b.name) }
  }

  /// Sorted with the soonest last: it is read at each instant and removed first.
  private var order: [DueRequest] = []

  /// The instant of the next item; the distant future if there is none.
  var next: Instant { order.last?.instant ?? .distantFuture }

  /// The names of all items, unordered.
  var names: some Sequence<Name> { order.lazy.map { $0.name } }

  /// Returns the names of the items that are due, the soonest first.
  func due(by instant: Instant) -> [Name] {
    order.reversed().prefix { $0.instant <= instant }.map { $0.name }
  }

  /// Changes the instant of a name.
  /// - Parameters:
  ///   - before: the instant at which it was due; `nil` if it was not scheduled.
  ///   - after: the instant at which it is due; `nil` for never.
  /// - Complexity: O(log n) to find the places, and a move of memory.
  mutating func move(_ name: Name, from before: Instant?, to after: Instant?) {
    guard before != after else { return }
    if let before { order.remove(at: place(DueRequest(instant: before, name: name))) }
    if let after {
      let due = DueRequest(instant: after, name: name)
      order.insert(due, at: place(due))
    }
  }

  /// Returns the index of an item in the order, or the index at which to insert it.
  private func place(_ due: DueRequest) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle] > due { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
