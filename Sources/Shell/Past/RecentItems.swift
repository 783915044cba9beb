/// A list that only grows at its end and lets go of its oldest items; each keeps its number for ever.
///
/// Kept in small pieces, so that neither growing nor letting go ever moves what is there.
struct RecentItems<Item> {
  static var pieceSize: Int { 64 }
  private var pieces: [[Item]] = []
  /// The number of the oldest item that is still there.
  private(set) var first = 0
  /// The number that the next item gets.
  private(set) var end = 0
  var count: Int { end - first }
  var indices: Range<Int> { first..<end }

  /// The item of that number, which must still be there.
  subscript(number: Int) -> Item {
    get { pieces[(number - first) / Self.pieceSize][(number - first) % Self.pieceSize] }
    set { pieces[(number - first) / Self.pieceSize][(number - first) % Self.pieceSize] = newValue }
  }

  /// The last item that `dropOldest` would let go of; `nil` when it would do nothing.
  var lastOfOldestPiece: Int? { pieces.count > 1 ? first + Self.pieceSize - 1 : nil }

  /// The number of the first item that fulfils the condition, where all that do come last; `end` when none does.
  /// - Complexity: O(log n).
  func firstIndex(from start: Int, where condition: (Item) -> Bool) -> Int {
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

  /// Lets go of everything from `number` on; the numbers are given again.
  mutating func truncate(to number: Int) {
    while end > max(number, first) {
      let last = pieces.count - 1
      let count = min(end - max(number, first), pieces[last].count)
      pieces[last].removeLast(count)
      end -= count
      if pieces[last].isEmpty { pieces.removeLast() }
    }
  }

  /// Lets go of the oldest items, a whole piece of them; the newest piece always stays.
  /// - Returns: the items that went.
  @discardableResult
  mutating func dropOldest() -> [Item] {
    guard pieces.count > 1 else { return [] }
    first += Self.pieceSize
    return pieces.removeFirst()
  }
}
