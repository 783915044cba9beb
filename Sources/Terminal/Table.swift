/// Aligned columns that fit the terminal, measured in cells: names and captions in any script line up.
public struct Table: Sendable {
  public struct Column: Hashable, Sendable {
    /// What becomes of a text that is wider than its column.
    public enum Overflow: Hashable, Sendable {
      /// It goes on below, in the same column.
      case wrap
      /// It ends in `…`.
      case clip
      /// The column never shrinks.
      case keep
    }

    public var title: String
    public var alignment: Alignment
    public var overflow: Overflow
    /// How soon it goes where there is no room for all, the highest first; 0 always stays.
    public var rank: Int

    public init(_ title: String = "", alignment: Alignment = .left, overflow: Overflow = .clip, rank: Int = 0) {
      self.title = title
      self.alignment = alignment
      self.overflow = overflow
      self.rank = rank
    }
  }

  public var columns: [Column]
  /// One array per row; missing cells are empty, cells beyond the columns are left out.
  public var rows: [[StyledText]]
  /// Cells left free before the first column.
  public var indent: Int

  public init(columns: [Column], rows: [[StyledText]] = [], indent: Int = 1) {
    self.columns = columns
    self.rows = rows
    self.indent = indent
  }

  /// The lines, none wider than `width` cells and none ending in a space; the titles come first if there are any.
  ///
  /// Too wide a table takes the room from its widest columns, one cell at a time, down to eight cells each. What then
  /// still has no room goes as a whole, the columns of the highest rank first.
  public func lines(width: Int, glyphs: GlyphSet = .unicode) -> [StyledText] {
    let mark = glyphs.cut
    if let last = columns.indices.filter({ columns[$0].rank > 0 }).max(by: { columns[$0].rank < columns[$1].rank }),
      !fits(width)
    {
      return without(last).lines(width: width, glyphs: glyphs)
    }
    let widths = columnWidths(fitting: width)
    var lines: [StyledText] = []
    if columns.contains(where: { !$0.title.isEmpty }) {
      lines += block(columns.map { StyledText($0.title, .dim) }, widths, mark)
    }
    for row in rows { lines += block(row, widths, mark) }
    return lines.map { $0.clipped(to: width, mark: mark) }
  }

  /// Whether there is room for all columns, if only for a part of some cells.
  public func fits(_ width: Int) -> Bool { total(columnWidths(fitting: width)) <= width }

  /// The same without one of its columns.
  public func without(_ column: Int) -> Table {
    var table = self
    table.columns.remove(at: column)
    for row in rows.indices where column < rows[row].count { table.rows[row].remove(at: column) }
    return table
  }

  private func total(_ widths: [Int]) -> Int {
    indent + 2 * max(0, widths.count { $0 > 0 } - 1) + widths.reduce(0, +)
  }

  private func columnWidths(fitting width: Int) -> [Int] {
    var widths = columns.indices.map { column in
      rows.reduce(DisplayWidth.of(columns[column].title)) { widest, row in
        column < row.count ? max(widest, row[column].width) : widest
      }
    }
    var excess = total(widths) - width
    while excess > 0 {
      let candidates = widths.indices.filter { columns[$0].overflow != .keep && widths[$0] > 8 }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// One row as the lines it takes.
  private func block(_ row: [StyledText], _ widths: [Int], _ mark: String) -> [StyledText] {
    let cells = columns.indices.map { column -> [StyledText] in
      let cell = column < row.count ? row[column] : StyledText()
      switch columns[column].overflow {
      case .wrap: return cell.wrapped(to: widths[column])
      case .clip: return [cell.clipped(to: widths[column], mark: mark)]
      case .keep: return [cell]
      }
    }
    let height = cells.reduce(1) { max($0, $1.count) }
    return (0..<height).map { line in
      var result = StyledText(String(repeating: " ", count: indent))
      // Spaces are held back until something follows them: no line ends in one.
      var end = indent
      var start = indent
      for column in columns.indices where widths[column] > 0 {
        let cell = line < cells[column].count ? cells[column][line] : StyledText()
        if !cell.isEmpty {
          let before = columns[column].alignment == .right ? max(0, widths[column] - cell.width) : 0
          result.append(String(repeating: " ", count: start + before - end))
          result += cell
          end = start + before + cell.width
        }
        start = max(end, start + widths[column]) + 2
      }
      return result.plain.allSatisfy { $0 == " " } ? StyledText() : result
    }
  }
}
