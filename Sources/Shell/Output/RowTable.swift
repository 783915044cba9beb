import Terminal

/// One column of a table of things: its heading, and what a thing has there.
struct RowColumn<Row> {
  fileprivate let column: Table.Column
  fileprivate let isShown: Bool
  fileprivate let cell: (Row) -> StyledText

  /// - Parameters:
  ///   - rank: how soon it goes in a narrow window, the highest first; 0 always stays.
  ///   - isShown: whether there is anything to show.
  init(
    _ title: String = "", _ alignment: Alignment = .left, overflow: Table.Column.Overflow = .keep, rank: Int = 0,
    if isShown: Bool = true, cell: @escaping (Row) -> StyledText
  ) {
    column = Table.Column(title, alignment: alignment, overflow: overflow, rank: rank)
    self.isShown = isShown
    self.cell = cell
  }
}

extension Session {
  /// Writes things as a table, a line for each.
  /// - Parameters:
  ///   - leading: the columns that begin each of several blocks in a narrow window.
  ///   - heading: what a row belongs to; said once before the first of several.
  func writeTable<Row>(
    _ rows: [Row], indent: Int = 1, leading: Int = 0, heading: ((Row) -> String)? = nil, _ columns: [RowColumn<Row>]
  ) {
    let columns = columns.filter(\.isShown)
    var table = Table(
      columns: columns.map(\.column), rows: rows.map { row in columns.map { $0.cell(row) } }, indent: indent,
      leading: leading)
    if let heading {
      var last: String?
      for (index, row) in rows.enumerated() where heading(row) != last {
        last = heading(row)
        table.headings[index] = StyledText(last ?? "", .dim)
      }
    }
    for line in table.lines(width: output.room, glyphs: output.line.glyphs) { speaker.writeLine(line) }
  }

  /// A dim sentence behind a space, in as many lines as it needs.
  func writeWrapped(_ text: String, _ style: Style = .dim) {
    for part in StyledText(sanitized(text, glyphs: output.line.glyphs), style).wrapped(to: max(20, output.width - 1)) {
      speaker.writeLine(" " + part)
    }
  }
}
