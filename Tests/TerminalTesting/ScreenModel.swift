import Terminal

/// A model of a terminal's screen with the features that the editor uses: styled cells, a cursor, wrapping,
/// scrolling.
package struct ScreenModel {
  package struct Cell: Equatable {
    /// The cell's character; empty in the right half of a wide character.
    package var text = " "
    /// The SGR parameters as they were sent; empty in the reset state.
    package var style = ""
    /// `true` if a character was written to the cell, even a space.
    var isWritten = false

    package init(text: String = " ", style: String = "") { (self.text, self.style) = (text, style) }
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var cells: [[Cell]]
  /// For each row, `true` if the terminal wrapped it into the next row.
  private var isWrapped: [Bool]
  /// For each row, `true` if its last cell is free only because a wide character did not fit.
  private var hasGap: [Bool]
  package private(set) var scrolledOff: [String] = []
  package private(set) var row = 0
  package private(set) var column = 0
  package private(set) var isPasteMarked = false
  package private(set) var isCursorShown = true
  /// The number of bytes received.
  package private(set) var byteCount = 0
  /// The main screen while the alternate screen is shown; otherwise empty.
  private var below: [ScreenModel] = []
  package var isOtherScreen: Bool { !below.isEmpty }
  /// The window title.
  package private(set) var title = ""
  /// The sequences received that this model does not know.
  package private(set) var unknown: [String] = []
  /// The number of times that the bell rang.
  package private(set) var bells = 0
  /// The starts of prompts (`A`) and of output (`C`), in order.
  package private(set) var marks: [String] = []
  /// The texts for the clipboard (OSC 52), as they were sent.
  package private(set) var clipboard: [String] = []
  /// The payloads of kitty graphics (APC), of sixels and the like (DCS), and of files (OSC 1337), without introducer
  /// and terminator.
  package private(set) var strings: [String] = []
  /// The cursor position at each of these payloads.
  package private(set) var stringPlaces: [(row: Int, column: Int)] = []
  /// The cursor's shape (DECSCUSR): 0 for the usual one, 2 for a block, 6 for a bar.
  package private(set) var cursorShape = 0
  /// The number of queries for the background's colour.
  package private(set) var backgroundQueries = 0
  /// The answers to queries for the cursor's position that were not sent yet.
  package var answers: [String] = []
  private var saved = (row: 0, column: 0)
  private var willWrap = false
  private var isInserting = false
  private var style = ""
  private var pending: [UInt8] = []

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    isWrapped = Array(repeating: false, count: rows)
    hasGap = isWrapped
  }

  /// Returns a row's text without trailing spaces.
  package func line(_ row: Int) -> String { ScreenModel.text(cells[row]) }

  private static func text(_ row: [Cell]) -> String {
    var text = row.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All rows, without the empty rows at the bottom.
  package var lines: [String] {
    var result = (0..<rows).map(line)
    while result.last == "" { result.removeLast() }
    return result
  }

  /// Returns the style of the first cell of a text on the screen; `nil` if the text is not on the screen.
  package func style(of text: String) -> String? {
    for row in cells {
      for start in row.indices where row[start...].map(\.text).joined().hasPrefix(text) { return row[start].style }
    }
    return nil
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    let before = pending.count
    pending += bytes
    byteCount += pending.count - before
    var index = 0
    while index < pending.count {
      let length = perform(pending[index...])
      if length == 0 { break }
      index += length
    }
    pending.removeFirst(index)
  }

  /// Performs the first command of the bytes and returns its length; 0 if more bytes are needed.
  private mutating func perform(_ bytes: ArraySlice<UInt8>) -> Int {
    let first = bytes.first!
    if first == 0x1B { return escape(Array(bytes)) }
    if first < 0x80 {
      control(first)
      return 1
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    if bytes.count < length { return 0 }
    put(String(decoding: bytes.prefix(length), as: UTF8.self))
    return length
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bells += 1
    case 0x08:
      column = max(0, column - 1)
      willWrap = false
    case 0x09:
      column = min(columns - 1, column / 8 * 8 + 8)
      willWrap = false
    case 0x0A:
      lineFeed()
      willWrap = false
    case 0x0D:
      column = 0
      willWrap = false
    case 0x20..<0x7F: put(String(UnicodeScalar(byte)))
    default: unknown.append("control \(byte)")
    }
  }

  private mutating func lineFeed() {
    if row + 1 < rows {
      row += 1
      return
    }
    scrolledOff.append(line(0))
    cells.removeFirst()
    cells.append(Array(repeating: Cell(), count: columns))
    isWrapped.removeFirst()
    isWrapped.append(false)
    hasGap.removeFirst()
    hasGap.append(false)
  }

  private mutating func put(_ text: String) {
    let width = DisplayWidth.of(text)
    if joins(text) { return }
    if willWrap || column + width > columns {
      isWrapped[row] = true
      hasGap[row] = !willWrap
      column = 0
      lineFeed()
    }
    if isInserting {
      cells[row].insert(contentsOf: Array(repeating: Cell(), count: width), at: column)
      cells[row].removeLast(width)
    }
    clearWide(at: column)
    if width == 2 { clearWide(at: column + 1) }
    var cell = Cell(text: text, style: style)
    cell.isWritten = true
    cells[row][column] = cell
    cell.text = ""
    if width == 2 { cells[row][column + 1] = cell }
    willWrap = column + width == columns
    if willWrap { hasGap[row] = false }
    column = willWrap ? columns - 1 : column + width
  }

  /// Joins a scalar to the character before the cursor if it belongs to it, as terminals do that know characters.
  private mutating func joins(_ text: String) -> Bool {
    var before = willWrap ? column : column - 1
    if before >= 0, cells[row][before].text.isEmpty { before -= 1 }
    guard before >= 0, text.utf8.count > 1 || DisplayWidth.of(text) == 0 else { return false }
    let joined = cells[row][before].text + text
    if joined.count > 1 { return false }
    let isWide = before + 1 < columns && cells[row][before + 1].text.isEmpty
    cells[row][before].text = joined
    // The two halves of a flag are narrow.
    if DisplayWidth.of(joined) == 2, !isWide, before + 1 < columns {
      cells[row][before + 1] = Cell(text: "", style: style)
      cells[row][before + 1].isWritten = true
      willWrap = before + 2 == columns
      column = min(columns - 1, before + 2)
    }
    return true
  }

  /// Clears the remaining half of a wide character when its other half is overwritten.
  private mutating func clearWide(at column: Int) {
    if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
    if column + 1 < columns, cells[row][column + 1].text.isEmpty { cells[row][column + 1].text = " " }
  }

  private mutating func escape(_ bytes: [UInt8]) -> Int {
    guard bytes.count > 1 else { return 0 }
    guard bytes[1] == UInt8(ascii: "[") else {
      switch bytes[1] {
      case UInt8(ascii: "]"):
        guard let end = bytes.firstIndex(of: 0x07) else { return 0 }
        let command = String(decoding: bytes[2..<end], as: UTF8.self)
        if command.hasPrefix("2;") {
          title = String(command.dropFirst(2))
        } else if command.hasPrefix("133;") {
          marks.append(String(command.dropFirst(4)))
        } else if command.hasPrefix("52;c;") {
          clipboard.append(String(command.dropFirst(5)))
        } else if command.hasPrefix("1337;File=") {
          strings.append(command)
          stringPlaces.append((row, column))
        } else if command == "11;?" {
          backgroundQueries += 1
        } else {
          unknown.append("OSC \(command)")
        }
        return end + 1
      case UInt8(ascii: "_"), UInt8(ascii: "P"):
        let ends = zip(bytes, bytes.dropFirst()).enumerated().first { $1.0 == 0x1B && $1.1 == UInt8(ascii: "\\") }
        guard let end = ends?.offset else { return 0 }
        strings.append(String(decoding: bytes[2..<end], as: UTF8.self))
        stringPlaces.append((row, column))
        return end + 2
      case UInt8(ascii: "7"): saved = (row, column)
      case UInt8(ascii: "8"):
        (row, column) = (min(saved.row, rows - 1), min(saved.column, columns - 1))
        willWrap = false
      default: unknown.append("ESC \(bytes[1])")
      }
      return 2
    }
    guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return 0 }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    sequence(parameters, Character(UnicodeScalar(bytes[end])))
    return end + 1
  }

  private mutating func sequence(_ parameters: String, _ final: Character) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    if final != "m" { willWrap = false }
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "d": row = min(rows, count) - 1
    case "H":
      row = min(rows, count) - 1
      column = min(columns, numbers.count > 1 ? max(1, numbers[1]) : 1) - 1
    case "J": eraseDisplay(numbers.first ?? 0)
    case "K":
      switch numbers.first ?? 0 {
      case 0: erase(row, column..<columns)
      case 1: erase(row, 0..<(column + 1))
      default: erase(row, 0..<columns)
      }
    case "@":
      let shift = min(count, columns - column)
      cells[row].removeLast(shift)
      cells[row].insert(contentsOf: Array(repeating: Cell(), count: shift), at: column)
    case "P":
      let shift = min(count, columns - column)
      cells[row].removeSubrange(column..<(column + shift))
      cells[row] += Array(repeating: Cell(), count: shift)
    case "X": erase(row, column..<min(columns, column + count))
    case "m" where parameters.hasPrefix("0;"): style = String(parameters.dropFirst(2))
    case "m": style = parameters == "0" || parameters == "" ? "" : style.isEmpty ? parameters : style + ";" + parameters
    // Queries for the terminal's features and the size of a cell: the test answers them, or no one does.
    case "c",
      "t" where ["", "16"].contains(parameters), "q" where parameters == ">":
      break
    case "n" where parameters == "6": answers.append("\u{1B}[\(row + 1);\(column + 1)R")
    case "q" where parameters.hasSuffix(" "): cursorShape = numbers.isEmpty ? 0 : Int(parameters.dropLast()) ?? 0
    case "h" where parameters == "4": isInserting = true
    case "l" where parameters == "4": isInserting = false
    case "h" where parameters == "?2004": isPasteMarked = true
    case "l" where parameters == "?2004": isPasteMarked = false
    case "h" where parameters == "?25": isCursorShown = true
    case "l" where parameters == "?25": isCursorShown = false
    case "h" where parameters == "?1049": showOther()
    case "l" where parameters == "?1049" || parameters == "?47": showBelow()
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  /// Shows the empty alternate screen and keeps the main screen.
  private mutating func showOther() {
    guard below.isEmpty else { return }
    let kept = self
    below = [kept]
    eraseDisplay(2)
  }

  /// Shows the main screen again, with its cursor; state of the whole terminal stays as it is.
  private mutating func showBelow() {
    guard let kept = below.first else { return }
    let now = self
    self = kept
    pending = now.pending
    byteCount = now.byteCount
    unknown = now.unknown
    strings = now.strings
    stringPlaces = now.stringPlaces
    title = now.title
    style = now.style
    isPasteMarked = now.isPasteMarked
    isCursorShown = now.isCursorShown
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    for column in range { cells[row][column] = Cell() }
    if range.upperBound == columns { isWrapped[row] = false }
  }

  private mutating func eraseDisplay(_ mode: Int) {
    if mode == 0 {
      erase(row, column..<columns)
      for below in (row + 1)..<max(row + 1, rows) { erase(below, 0..<columns) }
    } else {
      for any in 0..<rows { erase(any, 0..<columns) }
    }
  }

  /// Resizes the screen as most terminals do: wrapped rows are joined and wrapped again, and the cursor stays on its
  /// character.
  package mutating func resize(columns newColumns: Int, rows newRows: Int) {
    if !below.isEmpty {
      below[0].resize(columns: newColumns, rows: newRows)
      return cut(columns: newColumns, rows: newRows)
    }
    var result: [[Cell]] = []
    var wrapped: [Bool] = []
    var gaps: [Bool] = []
    var (newRow, newColumn) = (0, 0)
    var start = 0
    while start < rows {
      var end = start
      while isWrapped[end], end + 1 < rows { end += 1 }
      var joined: [Cell] = []
      var offset: Int?
      for old in start...end {
        if old == row { offset = joined.count + column }
        joined += old < end && hasGap[old] ? cells[old].dropLast() : cells[old][...]
      }
      while let last = joined.last, !last.isWritten, joined.count > (offset ?? -1) + 1 { joined.removeLast() }
      if joined.isEmpty { joined = [Cell()] }
      var lines: [[Cell]] = [[]]
      for (index, cell) in joined.enumerated() {
        let width = index + 1 < joined.count && joined[index + 1].text.isEmpty ? 2 : 1
        if !cell.text.isEmpty, lines[lines.count - 1].count + width > newColumns { lines.append([]) }
        if index == offset { (newRow, newColumn) = (result.count + lines.count - 1, lines[lines.count - 1].count) }
        lines[lines.count - 1].append(cell)
      }
      for (index, line) in lines.enumerated() {
        result.append(line + Array(repeating: Cell(), count: newColumns - line.count))
        wrapped.append(index + 1 < lines.count)
        gaps.append(index + 1 < lines.count && line.count < newColumns)
      }
      start = end + 1
    }
    // Empty rows below the cursor are removed before any row scrolls off.
    while result.count > newRows, result.count - 1 > newRow, result.last!.allSatisfy({ !$0.isWritten }) {
      result.removeLast()
      wrapped.removeLast()
      gaps.removeLast()
    }
    while result.count > newRows {
      scrolledOff.append(ScreenModel.text(result.removeFirst()))
      wrapped.removeFirst()
      gaps.removeFirst()
      newRow -= 1
    }
    while result.count < newRows {
      result.append(Array(repeating: Cell(), count: newColumns))
      wrapped.append(false)
      gaps.append(false)
    }
    (columns, rows, cells, isWrapped, hasGap) = (newColumns, newRows, result, wrapped, gaps)
    (row, column, willWrap) = (max(0, newRow), min(newColumn, newColumns - 1), false)
  }
  /// Resizes a screen without wrapping its rows again.
  private mutating func cut(columns newColumns: Int, rows newRows: Int) {
    let blank = Array(repeating: Cell(), count: newColumns)
    cells = (0..<newRows).map { row in
      row < rows ? Array((cells[row] + blank).prefix(newColumns)) : blank
    }
    isWrapped = Array(repeating: false, count: newRows)
    hasGap = isWrapped
    (columns, rows) = (newColumns, newRows)
    (row, column, willWrap) = (min(row, newRows - 1), min(column, newColumns - 1), false)
  }
}
