/// What a pager shows, for a window of any width: what a command has drawn is drawn anew, other lines are broken.
struct OutputPage {
  /// Something that can be drawn again, and the bytes that it wrote.
  struct Drawing {
    let bytes: Range<Int>
    let draw: () -> Void
    /// Whether pixels lie over its cells, which other cells are to show on a page.
    var hasPixels = false
  }

  private enum Piece {
    case lines([String])
    /// The lines, unless they have to be drawn anew in any case.
    case drawing([String]?, () -> Void)
  }

  private var pieces: [Piece] = []
  /// Columns of the window for which it was written.
  private let width: Int

  /// - Parameters:
  ///   - drawings: in their order, within so many bytes; what lies between them are other lines.
  ///   - lines: those of a range of the bytes.
  init(_ drawings: [Drawing], in count: Int, width: Int, lines: (Range<Int>) -> [String]) {
    self.width = width
    var end = 0
    for drawing in drawings where drawing.bytes.lowerBound >= end {
      if drawing.bytes.lowerBound > end { pieces.append(.lines(lines(end..<drawing.bytes.lowerBound))) }
      pieces.append(.drawing(drawing.hasPixels ? nil : lines(drawing.bytes), drawing.draw))
      end = drawing.bytes.upperBound
    }
    if count > end { pieces.append(.lines(lines(end..<count))) }
  }

  /// Its lines in a window of so many columns.
  func lines(width: Int, on output: Output) -> [String] {
    pieces.flatMap { piece in
      switch piece {
      case .lines(let lines): lines.flatMap { Self.wrapped($0, width) }
      case .drawing(let lines?, _) where width == self.width: lines
      case .drawing(_, let draw): output.lines(width: width, draw)
      }
    }
  }

  /// What goes on in the next row stands as far in as its line.
  private static func wrapped(_ line: String, _ width: Int) -> [String] {
    guard line.utf8.count > width else { return [line] }
    let bytes = LineWrapping.wrap(Array(line.utf8)[...], width: width, indent: line.prefix { $0 == " " }.count)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}

/// Bytes that gather at one end. An array checks at each word whether it has one owner; this has one by its type.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: how many bytes it holds before it grows, at least 64.
  init(capacity: Int = 256) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }
  var last: UInt8? { count == 0 ? nil : start[count - 1] }

  /// All of it, as long as nothing is appended.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if bytes.count > capacity - count { grow(by: bytes.count) }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Has some bytes written in place.
  /// - Parameters:
  ///   - most: how many there may be.
  ///   - body: writes them, and returns how many there are.
  @inline(__always)
  mutating func append(atMost most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if most > capacity - count { grow(by: most) }
    count += body(start + count)
  }

  /// Takes away all behind the first bytes.
  mutating func truncate(to length: Int) { count = min(count, length) }

  @inline(never)
  private mutating func grow(by more: Int) {
    let wider = max(capacity * 2, count + more)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: wider)
    new.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (new, wider)
  }
}
