/// A list that grows only at its end and discards its oldest items; each item keeps its number.
///
/// Items are stored in small pieces, so that neither growing nor discarding moves existing items.
package struct RecentItems<Item> {
  static var pieceSize: Int { 64 }
  private var pieces: [[Item]] = []
  /// The number of the oldest remaining item.
  package private(set) var first = 0
  /// The number of the next item.
  package private(set) var end = 0
  var count: Int { end - first }
  package var indices: Range<Int> { first..<end }

  /// The item with this number, which must still be in the list.
  package subscript(number: Int) -> Item {
    get { pieces[(number - first) / Self.pieceSize][(number - first) % Self.pieceSize] }
    set { pieces[(number - first) / Self.pieceSize][(number - first) % Self.pieceSize] = newValue }
  }

  /// The last item that `removeOldest` would discard; `nil` if it would do nothing.
  var lastOfOldestPiece: Int? { pieces.count > 1 ? first + Self.pieceSize - 1 : nil }

  /// Returns the number of the first item that meets the condition, if all items that meet it come last; `end` if no
  /// item does.
  /// - Complexity: O(log n).
  package func firstIndex(from start: Int, where condition: (Item) -> Bool) -> Int {
    var (low, high) = (max(start, first), end)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  mutating func append(_ item: Item) {
    if end % Self.pieceSize == 0 || pieces.isEmpty {
      var piece: [Item] = []
      piece.reserveCapacity(Self.pieceSize)
      pieces.append(piece)
    }
    pieces[pieces.count - 1].append(item)
    end += 1
  }

  /// Removes everything from `number` on; the numbers are reused.
  mutating func truncate(to number: Int) {
    while end > max(number, first) {
      let last = pieces.count - 1
      let count = min(end - max(number, first), pieces[last].count)
      pieces[last].removeLast(count)
      end -= count
      if pieces[last].isEmpty { pieces.removeLast() }
    }
  }

  /// Discards the oldest items, a whole piece of them; the newest piece always stays.
  /// - Returns: the discarded items.
  @discardableResult
  mutating func removeOldest() -> [Item] {
    guard pieces.count > 1 else { return [] }
    first += Self.pieceSize
    return pieces.removeFirst()
  }
}
