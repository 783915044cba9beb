/// An array in chunks. Copies share the chunks, so the first change after a copy costs one chunk and not the whole
/// array: a review of many photos keeps a copy for each step, for `undo`.
public struct ChunkedArray<Element>: RandomAccessCollection, MutableCollection {
  /// The number of elements in each chunk but the last.
  private static var length: Int { 128 }
  private var chunks: [[Element]] = []
  public private(set) var count = 0

  public init() {}

  public init(repeating element: Element, count: Int) {
    for start in stride(from: 0, to: count, by: Self.length) {
      chunks.append(Array(repeating: element, count: Swift.min(Self.length, count - start)))
    }
    self.count = count
  }

  public init(_ elements: some Sequence<Element>) { for element in elements { append(element) } }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public func index(after index: Int) -> Int { index + 1 }
  public func index(before index: Int) -> Int { index - 1 }

  public subscript(index: Int) -> Element {
    get { chunks[index / Self.length][index % Self.length] }
    _modify { yield &chunks[index / Self.length][index % Self.length] }
  }

  public mutating func append(_ element: Element) {
    if count % Self.length == 0 { chunks.append([]) }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  /// The approximate memory in bytes that a change after a copy needs.
  var bytesOfAChange: Int { chunks.count * MemoryLayout<[Element]>.stride + Self.length * MemoryLayout<Element>.stride }
}

extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: Equatable where Element: Equatable {
  /// Shared chunks are equal without a comparison of their elements.
  public static func == (a: ChunkedArray, b: ChunkedArray) -> Bool { a.count == b.count && a.chunks == b.chunks }
}
