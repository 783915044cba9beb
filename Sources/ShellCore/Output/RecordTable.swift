import StoryScript
import TerminalText

/// Records as aligned columns; numbers are aligned to the right. Only a few of a million records exist as text at a
/// time.
struct RecordTable {
  private let items: [Value]
  private let writer: ValueWriter
  private let names: [String: Int]
  private let isStopped: () -> Bool
  /// The columns without rows, as wide as all rows need them.
  private var frame: Table
  /// The number of rows that exist as text at a time.
  private static let partLength = 256

  /// - Parameter isStopped: called now and then; once it returns `true`, the remaining rows are left out.
  /// - Returns: `nil` unless every item is a record, and at least one of them has a field.
  /// - Complexity: O(length of all values as text).
  init?(_ items: [Value], writer: ValueWriter, isStopped: @escaping () -> Bool) {
    var columns: [Table.Column] = []
    var places: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      guard case .record(let record) = item else { return nil }
      if index & 1023 == 1023, isStopped() { break }
      for (name, value) in zip(record.names, record.values) {
        let column = places[name] ?? columns.count
        if column == columns.count {
          places[name] = column
          columns.append(Table.Column(sanitized(name), alignment: .right, overflow: .keep))
        }
        switch value {
        case .number, .whole, .duration, .none: break
        case .text, .list, .record: (columns[column].alignment, columns[column].overflow) = (.left, .wrap)
        case .bool, .date: columns[column].alignment = .left
        }
      }
    }
    guard !columns.isEmpty else { return nil }
    (self.items, self.writer, self.isStopped) = (items, writer, isStopped)
    (names, frame) = (places, Table(columns: columns))
    for part in parts where !isStopped() { frame.widenColumns(for: table(part)) }
  }

  /// Removes the last columns that do not fit into a window, and returns their titles.
  mutating func leaveOut(beyond width: Int) -> [String] {
    var kept = frame
    while kept.columns.count > 1, !kept.fits(width) { kept = kept.without(kept.columns.count - 1) }
    defer { frame = kept }
    return frame.columns.dropFirst(kept.columns.count).map { $0.title }
  }

  /// Passes each line to `line`, the titles first.
  func write(width: Int, glyphs: GlyphSet, _ line: (StyledText) -> Void) {
    for part in parts {
      var table = table(part)
      // The titles appear only once.
      if part.lowerBound > 0 { for column in table.columns.indices { table.columns[column].title = "" } }
      for row in table.lines(width: width, glyphs: glyphs) {
        if isStopped() { return }
        line(row)
      }
    }
  }

  private var parts: some Sequence<Range<Int>> {
    stride(from: 0, to: items.count, by: Self.partLength).lazy.map { [count = items.count] start in
      start..<min(count, start + Self.partLength)
    }
  }

  private func table(_ part: Range<Int>) -> Table {
    var table = frame
    table.rows = items[part].map { item in
      var row = [StyledText](repeating: "", count: table.columns.count)
      guard case .record(let record) = item else { return row }
      for (name, value) in zip(record.names, record.values) where !value.isNone {
        guard let column = names[name], column < row.count else { continue }
        row[column] = StyledText(sanitized(writer.text(value, isStopped: isStopped)))
      }
      return row
    }
    return table
  }
}

/// A column of a table: its heading and its cell for a row.
package struct RowColumn<Row> {
  fileprivate let column: Table.Column
  fileprivate let isShown: Bool
  fileprivate let cell: (Row) -> StyledText

  /// - Parameters:
  ///   - rank: the order in which columns disappear in a narrow window, the highest first; a column with 0 always
  ///     stays.
  ///   - isShown: `false` to leave out the column.
  package init(
    _ title: String = "", _ alignment: Alignment = .left, overflow: Table.Column.Overflow = .keep, rank: Int = 0,
    if isShown: Bool = true, cell: @escaping (Row) -> StyledText
  ) {
    column = Table.Column(title, alignment: alignment, overflow: overflow, rank: rank)
    self.isShown = isShown
    self.cell = cell
  }
}

extension OutputPrinter {
  /// Writes rows as a table, one line each.
  /// - Parameters:
  ///   - leading: the number of columns that begin each of several blocks in a narrow window.
  ///   - heading: the group of a row; written once before the first row of each group.
  package func writeTable<Row>(
    _ rows: [Row], indent: Int = 1, leading: Int = 0, heading: ((Row) -> String)? = nil, _ columns: [RowColumn<Row>]
  ) {
    let columns = columns.filter { $0.isShown }
    var table = Table(
      columns: columns.map { $0.column }, rows: rows.map { row in columns.map { $0.cell(row) } }, indent: indent,
      leading: leading)
    if let heading {
      var last: String?
      for (index, row) in rows.enumerated() where heading(row) != last {
        last = heading(row)
        table.headings[index] = StyledText(last ?? "", .dim)
      }
    }
    for line in table.lines(width: output.room, glyphs: output.line.glyphs) { writeLine(line) }
  }

  /// Writes a dim sentence after a space, in as many lines as it needs.
  package func writeWrapped(_ text: String, _ style: Style = .dim) {
    for part in StyledText(sanitized(text, glyphs: output.line.glyphs), style).wrapped(to: max(20, output.width - 1)) {
      writeLine(" " + part)
    }
  }
}

extension Table {
  /// Creates a table of two columns, names and values, with one field a line.
  init(_ record: Record, writer: ValueWriter, glyphs: GlyphSet) {
    let rows = zip(record.names, record.values).map { name, value in
      [StyledText(sanitized(name), .dim), StyledText(sanitized(writer.text(value), glyphs: glyphs))]
    }
    self.init(columns: [Column(overflow: .keep), Column(overflow: .wrap)], rows: rows)
  }
}
