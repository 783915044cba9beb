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
