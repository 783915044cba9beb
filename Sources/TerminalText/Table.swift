/// Aligned columns that fit the terminal, measured in cells: names and captions in any script line up.
///
///     let table = Table(
///       columns: [.init("name"), .init("stars", alignment: .right)], rows: [["Ana", "15"], ["Ben", "5"]])
///     for line in table.lines(width: 80) { print(line.rendered(palette)) }
public struct Table: Sendable {
  public struct Column: Hashable, Sendable {
    /// The treatment of a text that is wider than its column.
    public enum Overflow: Hashable, Sendable {
      /// The text continues below, in the same column, broken at spaces.
      case wrap
      /// The column never shrinks.
      case keep
    }

    public var title: String
    public var alignment: Alignment
    public var overflow: Overflow
    /// The order in which columns are dropped if there is not enough room, the highest rank first; a column of rank 0
    /// always stays.
    public var rank: Int
    /// The cells that rows in other tables need, for a column that continues from one table to the next; and the
    /// cells of the longest word in those rows.
    public var (cells, wordCells) = (0, 0)

    public init(_ title: String = "", alignment: Alignment = .left, overflow: Overflow = .keep, rank: Int = 0) {
      self.title = title
      self.alignment = alignment
      self.overflow = overflow
      self.rank = rank
    }
  }

  public var columns: [Column]
  /// One array per row; missing cells are empty, and cells beyond the columns are ignored.
  public var rows: [[StyledText]]
  /// Separate lines above the rows, keyed by row index.
  public var headings: [Int: StyledText] = [:]
  /// The empty cells before the first column.
  public var indent: Int
  /// The number of leading columns that are repeated in each block if the other columns do not all fit side by side;
  /// 0 for a table whose rows then become lists of cells.
  public var leading: Int
  /// The maximum number of cells reserved for the longest word of a wrapped column.
  private static let wordLimit = 24

  public init(columns: [Column], rows: [[StyledText]] = [], indent: Int = 1, leading: Int = 0) {
    self.columns = columns
    self.rows = rows
    self.indent = indent
    self.leading = leading
  }

  /// Returns the lines, none wider than `width` cells and none ending in a space; the titles come first if there are
  /// any.
  ///
  /// No cell is cut. A table that is too wide shrinks its widest wrapped columns, one cell at a time, down to their
  /// longest words. If that is not enough, ranked columns stay only if they fit beside columns of lower ranks; if
  /// even the columns that always stay are too wide, the table continues in another block, or each row becomes a list
  /// of its cells.
  public func lines(width: Int, glyphs: GlyphSet = .unicode) -> [StyledText] {
    if fits(width) || columns.count <= 2 { return sideBySide(width, glyphs) }
    let ranked = columns.indices.filter { columns[$0].rank > 0 }.sorted {
      (columns[$0].rank, $0) < (columns[$1].rank, $1)
    }
    if !ranked.isEmpty {
      var kept = columns.indices.filter { columns[$0].rank == 0 }
      for column in ranked where with(kept + [column]).fits(width) { kept.append(column) }
      let chosen = with(kept)
      return chosen.fits(width) ? chosen.sideBySide(width, glyphs) : chosen.lines(width: width, glyphs: glyphs)
    }
    return leading > 0 ? inBlocks(width, glyphs) : stacked(width, glyphs)
  }

  private func sideBySide(_ width: Int, _ glyphs: GlyphSet) -> [StyledText] {
    let widths = columnWidths(fitting: width, atLeast: columns.count <= 2 ? 1 : nil)
    var lines: [StyledText] = []
    if columns.contains(where: { !$0.title.isEmpty }) {
      lines += block(columns.map { StyledText($0.title, .dim) }, widths)
    }
    for (index, row) in rows.enumerated() {
      if let heading = headings[index] { lines.append(StyledText(String(repeating: " ", count: indent)) + heading) }
      lines += block(row, widths)
    }
    return lines.map { $0.clipped(to: width, mark: glyphs.cut) }
  }

  /// Returns blocks with the leading columns and as many of the others as fit; each block repeats the leading
  /// columns.
  private func inBlocks(_ width: Int, _ glyphs: GlyphSet) -> [StyledText] {
    var lines: [StyledText] = []
    var rest = Array(columns.indices.dropFirst(leading))
    while !rest.isEmpty {
      var count = rest.count
      while count > 1, !only(rest.prefix(count)).fits(width) { count -= 1 }
      lines += only(rest.prefix(count)).sideBySide(width, glyphs)
      rest.removeFirst(count)
    }
    return lines
  }

  /// Returns a table with the leading columns and some others.
  private func only(_ others: ArraySlice<Int>) -> Table {
    var table = with(Array(0..<leading) + others)
    table.leading = 0
    return table
  }

  /// Returns the table with only these columns, in their order.
  private func with(_ kept: [Int]) -> Table {
    let kept = kept.sorted()
    var table = self
    table.columns = kept.map { columns[$0] }
    table.rows = rows.map { row in kept.map { $0 < row.count ? row[$0] : "" } }
    return table
  }

  /// Returns one line for each cell, after the title of its column.
  private func stacked(_ width: Int, _ glyphs: GlyphSet) -> [StyledText] {
    var lines: [StyledText] = []
    for (index, row) in rows.enumerated() {
      if let heading = headings[index] { lines.append(StyledText(String(repeating: " ", count: indent)) + heading) }
      let cells = zip(columns, row).filter { !$1.isEmpty }.map { [StyledText($0.title, .dim), $1] }
      let table = Table(columns: [Column(), Column(overflow: .wrap)], rows: cells, indent: indent)
      lines += (lines.isEmpty ? [] : [""]) + table.sideBySide(width, glyphs)
    }
    return lines
  }

  /// `true` if all columns fit with their longest words.
  public func fits(_ width: Int) -> Bool { total(columnWidths(fitting: width)) <= width }

  /// Returns the table without one of its columns.
  public func without(_ column: Int) -> Table {
    var table = self
    table.columns.remove(at: column)
    for row in rows.indices where column < rows[row].count { table.rows[row].remove(at: column) }
    return table
  }

  /// Widens the columns to the widths that another part of the same table needs.
  public mutating func widenColumns(for part: Table) {
    for column in columns.indices {
      for cell in part.cells(of: column) {
        columns[column].cells = max(columns[column].cells, cell.width)
        // Only columns that may be broken consider the words.
        guard columns[column].overflow == .wrap, columns[column].wordCells < Self.wordLimit else { continue }
        columns[column].wordCells = max(columns[column].wordCells, min(cell.width, cell.longestWord))
      }
    }
  }

  private func total(_ widths: [Int]) -> Int {
    indent + 2 * max(0, widths.count { $0 > 0 } - 1) + widths.reduce(0, +)
  }

  /// - Parameter least: the cells down to which a wrapped column may shrink (default: its longest word).
  private func columnWidths(fitting width: Int, atLeast least: Int? = nil) -> [Int] {
    var widths = columns.indices.map { column in
      cells(of: column).reduce(columns[column].cells) { max($0, $1.width) }
    }
    var excess = total(widths) - width
    if excess <= 0 { return widths }
    // The ranked columns make room for the columns that always stay.
    let isRanked = columns.contains { $0.rank > 0 }
    let limits = columns.indices.map { column in
      columns[column].overflow == .keep || isRanked && columns[column].rank == 0
        ? widths[column]
        : least ?? min(Self.wordLimit, cells(of: column).reduce(columns[column].wordCells) { max($0, $1.longestWord) })
    }
    while excess > 0 {
      let candidates = widths.indices.filter { widths[$0] > limits[$0] }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// Returns all texts in a column, including its title.
  private func cells(of column: Int) -> [StyledText] {
    [StyledText(columns[column].title)] + rows.compactMap { column < $0.count ? $0[column] : nil }
  }

  /// Returns the lines of one row.
  private func block(_ row: [StyledText], _ widths: [Int]) -> [StyledText] {
    let cells = columns.indices.map { column -> [StyledText] in
      let cell = column < row.count ? row[column] : StyledText()
      return columns[column].overflow == .wrap ? cell.wrapped(to: widths[column]) : [cell]
    }
    let height = cells.reduce(1) { max($0, $1.count) }
    return (0..<height).map { line in
      var result = StyledText(String(repeating: " ", count: indent))
      // Spaces are held back until text follows them, so that no line ends in a space.
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

/// The place of a cell's text in its column.
public enum Alignment: Hashable, Sendable { case left, right }
