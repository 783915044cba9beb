import CLibEdit

/// One cell of a screen.
struct Cell: Hashable {
  /// The text of one user-perceived character; empty after a wide one.
  var text: String
  var style: Style
  static let blank = Cell(text: " ", style: .plain)

  /// `true` if terminals are known to disagree about the width of the text: sequences, and all emoji.
  var isDisputed: Bool {
    if text.utf8.count < 2 { return false }
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return false }
    return first.value >= 0x1F000 || scalars.next() != nil
  }
}

/// A row of a screen as cells.
enum CellRow {
  /// Returns the text's cells: exactly `columns`, cut or padded with spaces at the right.
  ///
  /// A wide character that only half fits becomes a space. Marks join the character before them; control characters
  /// and other characters without width are left out, so no text can control the terminal. Linear.
  static func cells(of text: StyledText, columns: Int, palette: Palette) -> [Cell] {
    var cells = unpadded(text, columns: columns) { palette.parameters($0).isEmpty ? .plain : $0 }
    for _ in cells.count..<columns { cells.append(.blank) }
    return cells
  }

  /// Returns the text's cells, at most `columns`.
  /// - Parameter look: returns one style for all styles that look alike.
  static func unpadded(_ text: StyledText, columns: Int, look: (Style) -> Style = { $0 }) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(columns)
    for run in text.runs {
      if cells.count == columns { break }
      add(run.text, look(run.style), to: &cells, columns)
    }
    return cells
  }

  private static func add(_ text: String, _ style: Style, to cells: inout [Cell], _ columns: Int) {
    for character in text {
      switch DisplayWidth.of(character) {
      case 0: join(character, to: &cells)
      case 1 where cells.count < columns: cells.append(Cell(text: String(character), style: style))
      case 2 where cells.count + 1 < columns:
        cells.append(Cell(text: String(character), style: style))
        cells.append(Cell(text: "", style: style))
      default:
        // The text after the last cell must not take its place.
        while cells.count < columns { cells.append(.blank) }
        return
      }
    }
  }

  /// Joins a mark at the beginning of a run to the last character of the run before.
  private static func join(_ mark: Character, to cells: inout [Cell]) {
    guard let last = cells.lastIndex(where: { !$0.text.isEmpty }) else { return }
    for scalar in mark.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: cells[last].text.unicodeScalars.append(scalar)
      default: break
      }
    }
  }
}

/// The cells of a whole screen, so that a new picture costs only the changed cells.
///
///     var buffer = CellBuffer(columns: 80, rows: 24, palette: palette)
///     write(buffer.frame(picture))        // everything
///     write(buffer.frame(next))           // moves, styles and characters that differ
public struct CellBuffer {
  public private(set) var columns: Int
  public private(set) var rows: Int
  private let palette: Palette
  /// The rows as they were given; they are compared before any cell is.
  private var texts: [StyledText] = []
  private var cells: [[Cell]] = []
  private var isKnown = false
  private var cursor = TerminalCursor()

  /// The position and style of the terminal's cursor.
  private struct TerminalCursor {
    var row = 0
    /// `nil` if terminals may disagree, as after the last column or an emoji.
    var column: Int? = 0
    var style = Style.plain
  }

  public init(columns: Int, rows: Int, palette: Palette) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.palette = palette
  }

  /// Sets a new window size: the next frame is drawn completely.
  public mutating func resize(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    forget()
  }

  /// Notes that another program has written on the screen: the next frame is drawn completely.
  public mutating func forget() { isKnown = false }

  /// Returns the bytes that turn the present screen into this picture; rows and columns beyond the screen are cut
  /// off, and missing ones are empty.
  ///
  /// The cursor and the style stay where the last write left them. Linear in the rows that differ.
  public mutating func frame(_ picture: [StyledText]) -> [UInt8] {
    var out: [UInt8] = []
    if !isKnown {
      out += Array("\u{1B}[0m\u{1B}[H\u{1B}[2J".utf8)
      cursor = TerminalCursor()
      texts = Array(repeating: StyledText(), count: rows)
      cells = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
      isKnown = true
    }
    for row in 0..<rows {
      let text = row < picture.count ? picture[row] : StyledText()
      if text == texts[row] { continue }
      let new = CellRow.cells(of: text, columns: columns, palette: palette)
      write(new, over: cells[row], row, into: &out)
      texts[row] = text
      cells[row] = new
    }
    return out
  }

  private mutating func write(_ new: [Cell], over old: [Cell], _ row: Int, into out: inout [UInt8]) {
    let end = (new.lastIndex { $0 != .blank } ?? -1) + 1
    let oldEnd = (old.lastIndex { $0 != .blank } ?? -1) + 1
    var column = 0
    while column < columns {
      let cell = new[column]
      // The second half of a wide character came with the first half.
      if cell == old[column] || cell.text.isEmpty {
        column += 1
        continue
      }
      if column >= end, oldEnd - column > 3 {
        move(to: row, column, new, into: &out)
        set(.plain, into: &out)
        out += Array("\u{1B}[K".utf8)
        return
      }
      move(to: row, column, new, into: &out)
      set(cell.style, into: &out)
      out.append(contentsOf: cell.text.utf8)
      let width = column + 1 < columns && new[column + 1].text.isEmpty ? 2 : 1
      column += width
      cursor.column = column == columns || cell.isDisputed ? nil : column
    }
  }

  /// Moves with the shortest sequence that terminals know; it skips a few unchanged cells by writing them again.
  private mutating func move(to row: Int, _ column: Int, _ cells: [Cell], into out: inout [UInt8]) {
    defer { (cursor.row, cursor.column) = (row, column) }
    if cursor.row == row, let from = cursor.column, from <= column {
      if from == column { return }
      let skip = Self.sequence(column - from, "C")
      let between = cells[from..<column]
      let length = between.reduce(0) { $0 + $1.text.utf8.count }
      let isSafe = between.allSatisfy { $0.style == cursor.style && !$0.isDisputed }
      if isSafe, length <= skip.count {
        for cell in between { out.append(contentsOf: cell.text.utf8) }
      } else {
        out += skip
      }
    } else if cursor.row == row {
      out += column == 0 ? [0x0D] : Self.sequence(column + 1, "G")
    } else if cursor.row + 1 == row, column == 0 {
      out += [0x0D, 0x0A]
    } else {
      let place = column == 0 ? "\(row + 1)" : "\(row + 1);\(column + 1)"
      out += Array("\u{1B}[\(place)H".utf8)
    }
  }

  private static func sequence(_ count: Int, _ final: Character) -> [UInt8] {
    Array((count == 1 && final == "C" ? "\u{1B}[\(final)" : "\u{1B}[\(count)\(final)").utf8)
  }

  private mutating func set(_ style: Style, into out: inout [UInt8]) {
    if style == cursor.style { return }
    let parameters = palette.parameters(style)
    if parameters.isEmpty {
      out += Array(Palette.reset.utf8)
    } else {
      // The reset also ends the previous style.
      out += Array("\u{1B}[\(cursor.style == .plain ? "" : "0;")\(parameters)m".utf8)
    }
    cursor.style = style
  }
}

/// Conversions of text for libedit's wide-character functions.
enum WideText {
  /// Returns a text with a fixed address, which libedit may read until the process ends.
  static func allocated(_ text: String) -> UnsafePointer<wchar_t> {
    let wide = text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
    let memory = UnsafeMutablePointer<wchar_t>.allocate(capacity: wide.count)
    memory.initialize(from: wide, count: wide.count)
    return UnsafePointer(memory)
  }
}
