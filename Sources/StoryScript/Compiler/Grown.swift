/// A list that only grows at its end, of which copies are cheap, also where one goes on growing: what a line of a prompt
/// adds costs the same however many there were. O(1) to read, and to add to as long as there are fewer than a million.
struct Grown<Element> {
  private static var width: Int { 32 }
  /// Pieces of pieces, each full but the last: who adds to a copy copies the last ones alone.
  private var pieces: [[[Element]]] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    let last = pieces.count - 1
    if count % (Self.width * Self.width) == 0 {
      pieces.append([[element]])
    } else if count % Self.width == 0 {
      pieces[last].append([element])
    } else {
      pieces[last][pieces[last].count - 1].append(element)
    }
    count += 1
  }
}

extension Grown: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get { pieces[index / (Self.width * Self.width)][index / Self.width % Self.width][index % Self.width] }
    _modify {
      yield &pieces[index / (Self.width * Self.width)][index / Self.width % Self.width][index % Self.width]
    }
  }
}

extension Grown: Sendable where Element: Sendable {}
