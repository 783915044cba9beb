/// Aligned columns that fit the terminal, measured in cells: names and captions in any script line up.
public struct Table: Sendable {
  public struct Column: Hashable, Sendable {
    /// What becomes of a text that is wider than its column.
    public enum Overflow: Hashable, Sendable {
      /// It goes on below, in the same column, broken at spaces.
      case wrap
      /// The column never shrinks.
      case keep
    }

    public var title: String
    public var alignment: Alignment
    public var overflow: Overflow
    /// How soon it goes where there is no room for all, the highest first; 0 always stays.
    public var rank: Int
    /// The cells that rows shown by other tables need, for a column that goes on from one to the next; and the cells of
    /// the longest word there.
    public var (cells, wordCells) = (0, 0)

    public init(_ title: String = "", alignment: Alignment = .left, overflow: Overflow = .keep, rank: Int = 0) {
      self.title = title
      self.alignment = alignment
      self.overflow = overflow
      self.rank = rank
    }
  }

  public var columns: [Column]
  /// One array per row; missing cells are empty, cells beyond the columns are left out.
  public var rows: [[StyledText]]
  /// Lines of their own that stand before the row of that index.
  public var headings: [Int: StyledText] = [:]
  /// Cells left free before the first column.
  public var indent: Int
  /// The columns that begin each of several blocks, which the others share where there is no room for all; 0 for a table
  /// whose rows then stand one below the other.
  public var leading: Int
  /// The cells that a wrapped column may have to itself, however long its words are.
  private static let wordLimit = 24

  public init(columns: [Column], rows: [[StyledText]] = [], indent: Int = 1, leading: Int = 0) {
    self.columns = columns
    self.rows = rows
    self.indent = indent
    self.leading = leading
  }

  /// The lines, none wider than `width` cells and none ending in a space; the titles come first if there are any.
  ///
  /// No cell is cut. Too wide a table takes the room from its widest wrapped columns, one cell at a time, down to their
  /// longest words. Where that is not enough, each ranked column stays that has room beside those of lower ranks; where
  /// even those that always stay are too wide, the table goes on in another block, or each row stands as a list of its
  /// cells.
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

  /// The leading columns with as many of the others as there is room for, and again with the next.
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

  /// The leading columns and some others.
  private func only(_ others: ArraySlice<Int>) -> Table {
    var table = with(Array(0..<leading) + others)
    table.leading = 0
    return table
  }

  /// The same with some of its columns alone, in their order.
  private func with(_ kept: [Int]) -> Table {
    let kept = kept.sorted()
    var table = self
    table.columns = kept.map { columns[$0] }
    table.rows = rows.map { row in kept.map { $0 < row.count ? row[$0] : "" } }
    return table
  }

  /// A line for each cell, behind the title of its column.
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

  /// Whether there is room for all columns and the words in them.
  public func fits(_ width: Int) -> Bool { total(columnWidths(fitting: width)) <= width }

  /// The same without one of its columns.
  public func without(_ column: Int) -> Table {
    var table = self
    table.columns.remove(at: column)
    for row in rows.indices where column < rows[row].count { table.rows[row].remove(at: column) }
    return table
  }

  /// Lets the columns be as wide as another part of the same table needs them.
  public mutating func makeRoom(for part: Table) {
    for column in columns.indices {
      for cell in part.cells(of: column) {
        columns[column].cells = max(columns[column].cells, cell.width)
        // Only what may be broken asks for the words.
        guard columns[column].overflow == .wrap, columns[column].wordCells < Self.wordLimit else { continue }
        columns[column].wordCells = max(columns[column].wordCells, min(cell.width, cell.longestWord))
      }
    }
  }

  private func total(_ widths: [Int]) -> Int {
    indent + 2 * max(0, widths.count { $0 > 0 } - 1) + widths.reduce(0, +)
  }

  /// - Parameter least: the cells down to which a wrapped column may shrink; its longest word unless said.
  private func columnWidths(fitting width: Int, atLeast least: Int? = nil) -> [Int] {
    var widths = columns.indices.map { column in
      cells(of: column).reduce(columns[column].cells) { max($0, $1.width) }
    }
    var excess = total(widths) - width
    if excess <= 0 { return widths }
    // What goes before them makes room for the columns that always stay.
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

  /// What stands in a column, its title included.
  private func cells(of column: Int) -> [StyledText] {
    [StyledText(columns[column].title)] + rows.compactMap { column < $0.count ? $0[column] : nil }
  }

  /// One row as the lines it takes.
  private func block(_ row: [StyledText], _ widths: [Int]) -> [StyledText] {
    let cells = columns.indices.map { column -> [StyledText] in
      let cell = column < row.count ? row[column] : StyledText()
      return columns[column].overflow == .wrap ? cell.wrapped(to: widths[column]) : [cell]
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

/// The place of a cell's text in its column.
public enum Alignment: Hashable, Sendable { case left, right }
