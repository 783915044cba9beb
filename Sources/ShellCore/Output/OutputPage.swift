/// The text of a pager, for a window of any width: a command's drawings are drawn again, other lines are wrapped.
struct OutputPage {
  /// A function that draws, and the bytes that it wrote.
  struct Drawing {
    var bytes: Range<Int>
    let draw: () -> Void
    /// `true` if pixels cover its cells; a page must then show other cells.
    var hasPixels = false
  }

  private enum Piece {
    case lines([String])
    /// The lines, or `nil` if they must always be drawn again.
    case drawing([String]?, () -> Void)
  }

  private var pieces: [Piece] = []
  /// The columns of the window for which the text was written.
  private let width: Int

  /// - Parameters:
  ///   - drawings: in their order, within `count` bytes; the bytes between them are other lines.
  ///   - lines: returns the lines of a range of bytes.
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

  /// Returns the lines for a window of a given width.
  func lines(width: Int, on output: Output) -> [String] {
    pieces.flatMap { piece in
      switch piece {
      case .lines(let lines): lines.flatMap { Self.wrapped($0, width) }
      case .drawing(let lines?, _) where width == self.width: lines
      case .drawing(_, let draw): output.lines(width: width, draw)
      }
    }
  }

  /// Wraps a line; the following rows have the line's indentation.
  private static func wrapped(_ line: String, _ width: Int) -> [String] {
    guard line.utf8.count > width else { return [line] }
    let bytes = LineWrapping.wrap(Array(line.utf8)[...], width: width, indent: line.prefix { $0 == " " }.count)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}

/// A buffer of bytes that grows at its end. An array checks at each append whether it has a single owner; this buffer
/// has one by its type.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: the number of bytes before the buffer grows, at least 64.
  init(capacity: Int = 256) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }
  var last: UInt8? { count == 0 ? nil : start[count - 1] }

  /// All bytes; valid until the next append.
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

  /// Appends bytes that are written in place.
  /// - Parameters:
  ///   - most: the maximum number of bytes.
  ///   - body: writes the bytes, and returns their number.
  @inline(__always)
  mutating func append(atMost most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if most > capacity - count { grow(by: most) }
    count += body(start + count)
  }

  /// Removes all bytes after the first `length`.
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
