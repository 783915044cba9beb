import SessionState
import StoryScript
import TerminalText

/// A value on the full screen: its rows, the selected row, and the values that the user has opened. It does not
/// depend on a terminal.
struct Explorer {
  private var levels: [ExplorerLevel]
  private let glyphs: GlyphSet
  /// The number of rows of the table, as last drawn.
  private var height = 1
  private var search = SearchField()
  private var isMissing = false
  /// `true` while the keys are listed in place of the rows, until the next key.
  private var showsKeys = false
  /// The maximum width of a column in cells, if there are several columns.
  private static let cellWidth = 40

  init(_ value: Value, writer: ValueWriter, glyphs: GlyphSet) {
    levels = [ExplorerLevel(value, title: "", writer: writer)]
    self.glyphs = glyphs
  }

  private var level: ExplorerLevel { levels[levels.count - 1] }

  // MARK: Keys

  /// Handles a key.
  /// - Returns: `false` to leave.
  mutating func handle(_ key: ScreenKey) -> Bool {
    if search.isOpen {
      if search.handle(key) { find(by: 1, startingHere: true) }
      return true
    }
    isMissing = false
    if showsKeys {
      showsKeys = false
      return key != .character("q") && key != .interrupt
    }
    let last = levels.count - 1
    switch key {
    case .down, .character("j"): levels[last].move(rows: 1)
    case .up, .character("k"): levels[last].move(rows: -1)
    case .pageDown, .character(" "): levels[last].move(rows: height)
    case .pageUp, .character("b"): levels[last].move(rows: -height)
    case .home, .character("g"): levels[last].move(rows: -level.count)
    case .end, .character("G"): levels[last].move(rows: level.count)
    case .right, .character("l"), .tab: levels[last].move(columns: 1)
    case .left, .character("h"): levels[last].move(columns: -1)
    case .enter: if let inside = level.inside() { levels.append(inside) }
    case .character("s"): levels[last].sort()
    case .character("/"): search.open()
    case .character("?"): showsKeys = true
    case .character("n"): find(by: 1)
    case .character("N"): find(by: -1)
    case .backspace, .escape:
      if levels.count == 1 { return key != .escape }
      levels.removeLast()
    case .character("q"), .interrupt: return false
    default: break
    }
    return true
  }

  private mutating func find(by step: Int, startingHere: Bool = false) {
    guard !search.query.isEmpty else { return }
    isMissing = !levels[levels.count - 1].find(search.query, by: step, startingHere: startingHere)
  }

  // MARK: The picture

  /// Returns exactly `rows` rows of at most `columns` cells: the titles, the rows around the selected one, and the
  /// keys.
  mutating func picture(columns: Int, rows: Int) -> [StyledText] {
    if showsKeys, rows > 1 { return keyRows(columns, rows) }
    let hasTitles = rows > 2
    height = max(1, rows - (hasTitles ? 2 : 1))
    var level = level
    level.top = max(0, min(max(level.top, level.row - height + 1), level.row, level.count - height))
    levels[levels.count - 1] = level
    let shown = level.top..<min(level.count, level.top + height)
    let cells = shown.map { row in level.columns.indices.map { level.text(row, $0, glyphs: glyphs) } }
    let table = widths(level, cells, columns)
    var lines = hasTitles ? [titles(level, table).clipped(to: columns, mark: glyphs.cut)] : []
    let right = level.columns.map { _ in false }.indices.map { level.isNumeric($0, in: shown) }
    for (index, row) in cells.enumerated() {
      lines.append(line(row, table, right, isChosen: shown.lowerBound + index == level.row).clipped(to: columns))
    }
    if level.count == 0 { lines.append(StyledText(" empty", .dim).clipped(to: columns)) }
    lines += Array(repeating: StyledText(), count: max(0, rows - 1 - lines.count))
    return lines.prefix(max(0, rows - 1)) + [status(level, columns, hasMore: table.count < level.columns.count)]
  }

  private static let keys: [(keys: String, effect: String)] = [
    ("arrows, h j k l", "move"), ("Space, b", "next page, previous page"), ("g, G", "first row, last row"),
    ("Enter, Esc", "open, go back"), ("/, n, N", "search, next, previous"), ("s", "sort, reverse"),
    ("q", "leave"),
  ]

  private func keyRows(_ columns: Int, _ rows: Int) -> [StyledText] {
    let lines = Self.keys.map { key in
      (StyledText(" ") + StyledText(key.keys, .command).padded(to: 17) + StyledText(key.effect)).clipped(
        to: columns, mark: glyphs.cut)
    }.prefix(rows - 1)
    let free = Array(repeating: StyledText(), count: rows - 1 - lines.count)
    return lines + free + [StyledText("press any key to return", .dim).clipped(to: columns, mark: glyphs.cut)]
  }

  /// Returns the visible columns with their widths: as many as fit, including the selected one.
  private func widths(_ level: ExplorerLevel, _ cells: [[String]], _ room: Int) -> [(column: Int, width: Int)] {
    let isAlone = level.columns.count == 1
    func width(_ column: Int) -> Int {
      let mark = level.sorting?.column == column ? 2 : 0
      let widest = cells.reduce(DisplayWidth.of(level.columns[column]) + mark) { max($0, DisplayWidth.of($1[column])) }
      return min(widest, isAlone ? room - 1 : min(Self.cellWidth, max(8, room - 2)))
    }
    var first = level.column
    var table = [(column: first, width: width(first))]
    var used = 1 + table[0].width
    // First the columns to the left of the selected one, as people read.
    while first > 0 {
      let next = width(first - 1)
      guard used + next + 2 <= room else { break }
      first -= 1
      used += next + 2
      table.insert((first, next), at: 0)
    }
    for column in (level.column + 1)..<max(level.column + 1, level.columns.count) {
      let next = width(column)
      guard used + 4 <= room else { break }
      table.append((column, min(next, room - used - 2)))
      used += next + 2
    }
    // The last column is not cut while there is room.
    if let last = table.indices.last, table[last].column == level.columns.count - 1 {
      let widest = cells.reduce(0) { max($0, DisplayWidth.of($1[table[last].column])) }
      table[last].width = max(table[last].width, min(widest, room - used + table[last].width))
    }
    return table
  }

  private func titles(_ level: ExplorerLevel, _ table: [(column: Int, width: Int)]) -> StyledText {
    var line = StyledText(" ")
    for (index, (column, width)) in table.enumerated() {
      if index > 0 { line.append("  ") }
      var title = sanitized(level.columns[column], glyphs: glyphs)
      if let sorting = level.sorting, sorting.column == column {
        title += glyphs == .unicode ? sorting.isDescending ? " ↓" : " ↑" : sorting.isDescending ? " v" : " ^"
      }
      line += StyledText(title, column == level.column ? .heading : .dim).clipped(to: width).padded(to: width)
    }
    return line
  }

  private func line(
    _ row: [String], _ table: [(column: Int, width: Int)], _ right: [Bool], isChosen: Bool
  ) -> StyledText {
    var line = StyledText(" ")
    for (index, (column, width)) in table.enumerated() {
      if index > 0 { line.append("  ") }
      let cell = marked(StyledText(row[column]).clipped(to: width, mark: glyphs.cut))
      line += cell.padded(to: width, alignment: right[column] ? .right : .left)
    }
    return isChosen ? StyledText(line.plain, .chosen) : line
  }

  private func marked(_ text: StyledText) -> StyledText {
    let (plain, sought) = (text.plain, search.query.lowercased())
    // Compared in the original text: some letters are longer in lower case.
    for start in plain.indices where !sought.isEmpty {
      let hit = plain[start...].prefix(search.query.count)
      guard hit.lowercased() == sought else { continue }
      let offset = plain.utf8.distance(from: plain.startIndex, to: start)
      return StyledText(plain, ranges: [StyledRange(offset..<offset + hit.utf8.count, .match)])
    }
    return text
  }

  private func status(_ level: ExplorerLevel, _ columns: Int, hasMore: Bool) -> StyledText {
    if let typed = search.typed {
      return StyledText("/" + sanitized(typed, glyphs: glyphs)).clipped(to: columns, mark: glyphs.cut)
    }
    let dot = StyledText(glyphs.middleDot, .dim)
    func dim(_ text: String) -> StyledText { StyledText(text, .dim) }
    // The key to leave comes first, and the texts before it make room for it.
    let path = levels.dropFirst().map { $0.title }.joined(separator: " ")
    let place = dim("\(min(level.row + 1, level.count)) of \(level.count)")
    let leaves = dim("q leaves")
    var before: [StyledText] = []
    if isMissing { before.append(StyledText("not found: \(sanitized(search.query, glyphs: glyphs))", .error)) }
    if !path.isEmpty { before.append(StyledText(sanitized(path, glyphs: glyphs), .variable)) }
    let room = columns - [dot, place, dot, leaves].reduce(0) { $0 + $1.width }
    var parts = before.isEmpty || room < 4 ? [] : [Self.joined(before, dot).clipped(to: room, mark: glyphs.cut)]
    parts += [place, leaves]
    let arrows = glyphs == .unicode ? "←→" : "arrows"
    var hints = [
      hasMore ? "\(arrows) \(TimeText.count(level.columns.count, "column"))" : nil,
      levels.count > 1 ? "Esc goes back" : nil, "Enter opens", "/ searches", "s sorts",
    ]
    // If there is no room for all keys, one key lists them.
    if Self.joined(parts + hints.compactMap { $0 }.map(dim), dot).width > columns { hints.insert("? keys", at: 0) }
    for hint in hints.compactMap({ $0 }) {
      guard Self.joined(parts + [dim(hint)], dot).width <= columns else { break }
      parts.append(dim(hint))
    }
    return Self.joined(parts, dot).clipped(to: columns, mark: glyphs.cut)
  }

  private static func joined(_ parts: [StyledText], _ separator: StyledText) -> StyledText {
    parts.dropFirst().reduce(parts.first ?? StyledText()) { $0 + separator + $1 }
  }
}
