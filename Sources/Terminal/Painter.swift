/// A painter of the line: it knows what it has painted, and writes only what differs.
///
///     var (painter, out) = (Painter(palette: .plain), "")
///     var content = LineContent()
///     for text in ["tap", "tap right"] {
///       content.text = [Grapheme](text)
///       painter.show(LineFrame(content, columns: 80, rows: 24), into: &out)  // the second time, only " right"
///     }
///
/// All moves are relative to the line's first cell, so that the terminal may scroll. Each row is ended by itself, never
/// by the terminal's wrapping: when the window changes, each row is then rewrapped alone, and `rowsAboveCursor` can
/// tell where the line begins.
struct Painter {
  var palette: Palette
  /// `true` if the terminal can insert and delete cells.
  var canShift = true
  /// The frame on the screen; `nil` if nothing is painted, and the cursor is at the line's first cell, with nothing
  /// behind and below it.
  private(set) var shown: LineFrame?
  /// The terminal's treatment of rows when its window gets another width.
  var rewrapping = TerminalName.Rewrapping.written

  /// The rows of earlier frames that are above the screen.
  private(set) var remains = LineRemains()

  init(palette: Palette) { self.palette = palette }

  /// Notes that everything on the screen was erased or scrolled away by other means.
  /// - Parameter keepsRemains: `true` if the content between the line and the rows above the screen is known.
  mutating func forget(keepsRemains: Bool = false) {
    shown = nil
    if !keepsRemains { remains.forget() }
  }

  /// Notes the lines that are printed above the line.
  /// - Parameter count: the number of earlier lines that they replace.
  mutating func note(messages lines: [String], replacing count: Int = 0) {
    remains.removeMessages(count)
    for line in lines { remains.add(message: line) }
  }

  /// Turns the frame on the screen into this one.
  mutating func show(_ frame: LineFrame, into out: inout String) {
    var cursor = TerminalCursor(at: shown?.cursor ?? LineFrame.Position(row: 0, column: 0))
    let old = shown?.rows ?? []
    for (row, cells) in frame.rows.enumerated() {
      if row > 0, row >= old.count {
        cursor.set(.plain, palette, in: &out)
        if cursor.row < row - 1 { cursor.move(to: LineFrame.Position(row: row - 1, column: 0), in: &out) }
        cursor.beginRow(in: &out)
      }
      update(row, from: row < old.count ? old[row] : [], to: cells, frame.columns, &cursor, into: &out)
    }
    if old.count > frame.rows.count {
      cursor.move(to: LineFrame.Position(row: frame.rows.count, column: 0), in: &out)
      cursor.set(.plain, palette, in: &out)
      out += "\u{1B}[J"
    }
    cursor.set(.plain, palette, in: &out)
    cursor.move(to: frame.cursor, in: &out)
    shown = frame
  }

  /// Writes the rows of the text between those above the screen and the frame's first one, so that the text is complete
  /// above the screen. The frame must be as high as the window: then they scroll out of it.
  /// - Parameter whole: the whole text, of any height.
  mutating func fillGap(of whole: LineFrame, above frame: LineFrame, into out: inout String) {
    guard let rows = remains.rows.flatMap({ whole.rows(behind: $0, upTo: frame.top) }), !rows.isEmpty else { return }
    erase(into: &out)
    var cursor = TerminalCursor(at: LineFrame.Position(row: 0, column: 0))
    for (row, cells) in rows.enumerated() {
      write(cells[...], row, frame.columns, &cursor, into: &out)
      cursor.set(.plain, palette, in: &out)
      cursor.beginRow(in: &out)
      remains.add(row: cells)
    }
  }

  /// Erases the line; the cursor moves to its first cell.
  mutating func erase(into out: inout String) {
    guard let row = shown?.cursor.row else { return }
    if row > 0 { out += "\u{1B}[\(row)A" }
    out += Self.eraseBelow
    forget(keepsRemains: true)
  }

  /// The sequences that erase from this row's start to the screen's end, and move the cursor to the row's start. There
  /// are several because some terminals take an erased screen for a cleared one and keep a copy of it above.
  static let eraseBelow = "\r\u{1B}[K\u{1B}7\u{1B}[1B\u{1B}[J\u{1B}8"

  /// Shows the line for the last time; the cursor moves to the row below. Wrapped lines are written in one piece, so
  /// that the terminal joins their rows when it gets wider, or they are copied.
  /// - Parameters:
  ///   - frame: the whole text, of any height.
  ///   - mark: written after the text.
  mutating func finish(_ whole: LineFrame, mark: String, into out: inout String) {
    // The rows above the screen are not written a second time.
    let frame = remains.rows.flatMap { whole.rest(behind: $0) } ?? whole
    let end = (frame.rows.lastIndex { !$0.isEmpty } ?? 0)
    if end + 1 == shown?.textRows, !frame.isWrapped.contains(true) {
      show(frame, into: &out)
      var cursor = TerminalCursor(at: frame.cursor)
      cursor.move(to: LineFrame.Position(row: end, column: frame.rows[end].count), in: &out)
    } else {
      erase(into: &out)
      var cursor = TerminalCursor(at: LineFrame.Position(row: 0, column: 0))
      for row in 0...end {
        if row > 0, frame.isWrapped[row - 1], !frame.rows[row].isEmpty {
          cursor.wrapped()
        } else if row > 0 {
          cursor.set(.plain, palette, in: &out)
          cursor.beginRow(in: &out)
        }
        write(frame.rows[row][...], row, frame.columns, &cursor, into: &out)
      }
      cursor.set(.plain, palette, in: &out)
    }
    if !mark.isEmpty { out += (end + 1 < frame.rows.count ? "\r\n" : "") + mark }
    out += "\r\n"
    forget()
  }

  // MARK: Rows

  private func update(
    _ row: Int, from old: [Cell], to new: [Cell], _ columns: Int, _ cursor: inout TerminalCursor, into out: inout String
  ) {
    if old == new { return }
    let first = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    func erase(from column: Int) {
      cursor.move(to: LineFrame.Position(row: row, column: column), in: &out)
      cursor.set(.plain, palette, in: &out)
      out += "\u{1B}[K"
    }
    if old[first...].contains(where: \.isDisputed) || new[first...].contains(where: \.isDisputed) {
      // The terminal may have drawn the old cells elsewhere.
      let start = rewrapping == .everWritten && new.count < old.count ? 0 : first
      if start < old.count { erase(from: start) }
      write(new[start...], row, columns, unwrittenFrom: start, &cursor, into: &out)
      return
    }
    var old = old
    if rewrapping == .everWritten, new.count < old.count {
      // Only as a whole does the row become shorter.
      erase(from: 0)
      write(new[...], row, columns, &cursor, into: &out)
      return
    }
    if canShift, let shift = Shift(from: old, to: new, at: first, columns) {
      cursor.move(to: LineFrame.Position(row: row, column: first), in: &out)
      cursor.set(.plain, palette, in: &out)
      out += shift.sequence
      old = shift.apply(to: old, columns)
    }
    var column = first
    while column < new.count {
      // Short stretches of unchanged cells are written again: that takes fewer bytes than a move.
      guard let start = new.indices[column...].first(where: { $0 >= old.count || new[$0] != old[$0] }) else { break }
      var end = start + 1
      while end < new.count, !(end..<min(end + 4, new.count)).allSatisfy({ $0 < old.count && new[$0] == old[$0] }) {
        end += 1
      }
      // The halves of a wide character are written together.
      let whole = start > 0 && new[start].text.isEmpty ? start - 1 : start
      while end < new.count, new[end].text.isEmpty { end += 1 }
      write(new[whole..<end], row, columns, unwrittenFrom: old.count, &cursor, into: &out)
      column = end
    }
    if old.count > new.count { erase(from: new.count) }
  }

  /// Writes cells. Long gaps among cells that were never written, as before the status, are skipped.
  private func write(
    _ cells: ArraySlice<Cell>, _ row: Int, _ columns: Int, unwrittenFrom unwritten: Int = 0,
    _ cursor: inout TerminalCursor, into out: inout String
  ) {
    var column = cells.startIndex
    while column < cells.endIndex {
      if column >= unwritten, cells[column] == .blank,
        let next = cells[column...].firstIndex(where: { $0 != .blank }), next - column > 4
      {
        column = next
      }
      var width = 1
      while column + width < cells.endIndex, cells[column + width].text.isEmpty { width += 1 }
      if !cells[column].text.isEmpty {
        cursor.move(to: LineFrame.Position(row: row, column: column), in: &out)
        cursor.write(cells[column], width: width, columns: columns, palette, in: &out)
      }
      column += width
    }
  }
}

/// The insertion or deletion of cells that moves the rest of a row.
private struct Shift {
  private let isInsertion: Bool
  private let place: Int
  private let count: Int

  /// Returns `nil` if writing the cells again takes fewer bytes.
  init?(from old: [Cell], to new: [Cell], at place: Int, _ columns: Int) {
    let plain = Self.cost(from: old, to: new, place)
    // The halves of a wide character are never parted.
    guard plain > Self.minimum, !old[place...].contains(where: \.text.isEmpty),
      !new[place...].contains(where: \.text.isEmpty)
    else { return nil }
    var best: (shift: Shift, cost: Int)?
    for count in Set([1, 2, abs(new.count - old.count)]) where (1...16).contains(count) {
      for isInsertion in [true, false] {
        let shift = Shift(isInsertion: isInsertion, place: place, count: count)
        let cost = Self.cost(from: shift.apply(to: old, columns), to: new, place)
        if cost < best?.cost ?? (plain - Self.minimum) { best = (shift, cost) }
      }
    }
    guard let best else { return nil }
    self = best.shift
  }

  private init(isInsertion: Bool, place: Int, count: Int) {
    (self.isInsertion, self.place, self.count) = (isInsertion, place, count)
  }

  /// The number of cells that a shift must save.
  private static let minimum = 6

  /// Returns the number of cells from a column on that differ.
  private static func cost(from old: [Cell], to new: [Cell], _ column: Int) -> Int {
    if old.count <= column || new.count <= column { return max(0, new.count - column) }
    return zip(old[column...], new[column...]).count { $0 != $1 } + max(0, new.count - old.count)
  }

  var sequence: String { "\u{1B}[\(count == 1 ? "" : "\(count)")\(isInsertion ? "@" : "P")" }

  func apply(to old: [Cell], _ columns: Int) -> [Cell] {
    if place >= old.count { return old }
    let before = old[..<place]
    if isInsertion { return Array((before + Array(repeating: .blank, count: count) + old[place...]).prefix(columns)) }
    return Array(before + old[place...].dropFirst(count))
  }
}

extension Painter {
  /// Returns the number of rows above the cursor that must be erased after the window got another size, and the
  /// messages among them, which must be printed again.
  /// - Parameter cursorRow: the cursor's row on the screen; `nil` if the terminal does not tell.
  mutating func resize(columns: Int, cursorRow: Int?) -> (rows: Int, messages: [String]) {
    let above = rowsAboveCursor(columns: columns)
    guard let cursorRow, let shown else {
      remains.forget()
      return (above, [])
    }
    var frame = shown.rows[..<shown.cursor.row].enumerated().map {
      (row: $1, isMark: $0 == 0 && shown.hasMarkAbove, height: height(of: $1, columns: columns))
    }
    let rest = above - frame.reduce(0) { $0 + $1.height }
    frame.append((Self.start(of: shown.rows[shown.cursor.row], rows: rest, columns: columns), false, max(0, rest)))
    // The painter itself must stay readable meanwhile.
    let painter = self
    return remains.resize(frame: frame, cursorRow: cursorRow) {
      painter.height(of: $0, columns: columns)
    } start: {
      Self.start(of: $0, rows: $1, columns: columns)
    }
  }

  private func height(of row: [Cell], columns: Int) -> Int {
    rewrapping == .none ? 1 : Self.end(of: row[...], columns: columns).row + 1
  }

  /// Returns the part of a row that fills the first rows when it is wrapped.
  private static func start(of row: [Cell], rows: Int, columns: Int) -> [Cell] {
    var count = row.count
    while count > 0, end(of: row[..<count], columns: columns).row >= rows { count -= 1 }
    return Array(row[..<count])
  }

  /// Returns the number of rows between the line's first row and the cursor's row after the window got another width.
  func rowsAboveCursor(columns: Int) -> Int {
    guard let shown else { return 0 }
    let place = shown.cursor
    if rewrapping == .none || columns >= shown.columns { return place.row }
    let above = shown.rows[..<place.row].reduce(0) { $0 + Self.end(of: $1[...], columns: columns).row + 1 }
    var row = shown.rows[place.row]
    if place.column < row.count {
      // The cursor moves with the character under it; its cell may be the character's first half.
      let isWide = place.column + 1 < row.count && row[place.column + 1].text.isEmpty
      row = Array(row[...(place.column + (isWide ? 1 : 0))])
    } else if rewrapping == .written {
      // The cursor takes a cell, even behind the last one.
      row += Array(repeating: .blank, count: place.column + 1 - row.count)
    }
    return above + Self.end(of: row[...], columns: columns).row
  }

  /// Returns the cell of the last character of a row that is wrapped alone.
  private static func end(of cells: ArraySlice<Cell>, columns: Int) -> LineFrame.Position {
    var (row, column, last) = (0, 0, LineFrame.Position(row: 0, column: 0))
    var index = cells.startIndex
    while index < cells.endIndex {
      var width = 1
      while index + width < cells.endIndex, cells[index + width].text.isEmpty { width += 1 }
      if column + width > columns { (row, column) = (row + 1, 0) }
      last = LineFrame.Position(row: row, column: column)
      column += width
      index += width
    }
    return last
  }
}
