import SessionState
import StoryScript
import TerminalText

/// A value as rows that the user can walk through: the records of a list, the items of a list, the fields of a
/// record, or the lines of a text.
struct ExplorerLevel {
  /// The name in the path at the top.
  let title: String
  /// The names of the columns.
  let columns: [String]
  /// Each row's cells; `nil` where a record lacks a field.
  private let rows: [[Value?]]
  /// The value that Enter opens, for each row; the row's cells only depict it.
  private let insides: [Value]
  /// The title of each row's value when it is opened.
  private let names: [String]
  /// The rows in the order in which they are shown, by index.
  private(set) var order: [Int]
  private(set) var sorting: (column: Int, isDescending: Bool)?
  /// The selected row, by its position in `order`, and the selected column.
  private(set) var row = 0
  private(set) var column = 0
  var top = 0
  private let writer: ValueWriter
  /// The maximum length of a cell's text.
  private static let cellLimit = 300

  /// - Complexity: linear in the rows.
  init(_ value: Value, title: String, writer: ValueWriter) {
    self.title = title
    self.writer = writer
    switch value {
    case .list(let list):
      let items = list.array
      let fields = Self.fields(of: items)
      columns = fields ?? ["value"]
      rows = fields.map { fields in items.map { item in fields.map { item.record?[$0] } } } ?? items.map { [$0] }
      insides = items
      names = items.indices.map { "[\($0)]" }
    case .record(let record):
      columns = ["field", "value"]
      rows = zip(record.names, record.values).map { [.text($0), $1] }
      insides = record.values
      names = record.names
    default:
      let lines = writer.text(value).split(separator: "\n", omittingEmptySubsequences: false).map {
        Value.text(String($0))
      }
      (columns, rows, insides) = (["value"], lines.map { [$0] }, lines)
      names = lines.map { _ in "" }
    }
    order = Array(rows.indices)
  }

  /// Returns the fields of all records, each once; `nil` unless every item is a record and there is a field.
  private static func fields(of items: [Value]) -> [String]? {
    var (names, known): ([String], Set<String>) = ([], [])
    for item in items {
      guard let record = item.record else { return nil }
      for name in record.names where known.insert(name).inserted { names.append(name) }
    }
    return names.isEmpty ? nil : names
  }

  var count: Int { order.count }

  /// Returns the text of a cell; control characters are made visible, never sent.
  /// - Parameter row: a position in `order`.
  func text(_ row: Int, _ column: Int, glyphs: GlyphSet) -> String {
    guard let value = rows[order[row]][column], !value.isNone else { return "" }
    switch value {
    case .list(let items):
      // Each item takes at least two characters.
      let first = items.prefix(Self.cellLimit)
      if first.contains(where: { $0.record != nil || $0.list != nil }) {
        return "[" + TimeText.count(items.count, "item") + "]"
      }
      return cut(writer.text(.list(Array(first))), glyphs)
    case .record(let record) where record.count > 3: return "{" + TimeText.count(record.count, "field") + "}"
    default: return cut(writer.text(value), glyphs)
    }
  }

  private func cut(_ text: String, _ glyphs: GlyphSet) -> String {
    sanitized(String(text.prefix(Self.cellLimit)), glyphs: glyphs)
  }

  /// Returns whether a column holds only numbers or durations, which are aligned to the right.
  func isNumeric(_ column: Int, in rows: Range<Int>) -> Bool {
    rows.allSatisfy { row in
      switch self.rows[order[row]][column] {
      case .number, .whole, .duration, nil, .some(.none): true
      default: false
      }
    }
  }

  /// Returns the value that Enter opens: a list or a record in the selected cell, otherwise the selected row itself
  /// if it is more than its one cell; `nil` if there is nothing to open.
  func inside() -> ExplorerLevel? {
    guard order.indices.contains(row) else { return nil }
    let place = order[row]
    if columns.count > 1, let cell = rows[place][column], Self.hasInside(cell) {
      let name = columns == ["field", "value"] ? names[place] : names[place] + "." + columns[column]
      return ExplorerLevel(cell, title: name, writer: writer)
    }
    return Self.hasInside(insides[place])
      ? ExplorerLevel(insides[place], title: names[place], writer: writer) : nil
  }

  private static func hasInside(_ value: Value) -> Bool {
    switch value {
    case .list(let items): !items.isEmpty
    case .record(let record): record.count > 0
    case .text(let text): text.contains("\n")
    default: false
    }
  }

  // MARK: Moving

  mutating func move(rows count: Int) { row = max(0, min(self.count - 1, row + count)) }
  mutating func move(columns count: Int) { column = max(0, min(columns.count - 1, column + count)) }

  /// Selects the next row that contains the query in one of its cells, in a direction, wrapping around.
  /// - Returns: `true` if there is one.
  mutating func find(_ query: String, by step: Int, startingHere: Bool) -> Bool {
    let query = query.lowercased()
    for distance in (startingHere ? 0 : 1)...max(1, count) where count > 0 {
      let candidate = ((row + step * distance) % count + count) % count
      guard isHit(candidate, query) else { continue }
      row = candidate
      return true
    }
    return false
  }

  private func isHit(_ row: Int, _ query: String) -> Bool {
    columns.indices.contains { text(row, $0, glyphs: .unicode).lowercased().contains(query) }
  }

  /// Sorts by the selected column; the second time in reverse, the third time in the original order. The selected row
  /// stays selected.
  mutating func sort() {
    let chosen = order.indices.contains(row) ? order[row] : nil
    switch sorting {
    case (let column, false)? where column == self.column: sorting = (column, true)
    case (let column, true)? where column == self.column: sorting = nil
    default: sorting = (column, false)
    }
    order = Array(rows.indices)
    if let (column, isDescending) = sorting {
      order.sort { a, b in
        let comparison = Self.compare(rows[a][column], rows[b][column])
        return comparison == 0 ? a < b : isDescending ? comparison > 0 : comparison < 0
      }
    }
    row = chosen.flatMap { order.firstIndex(of: $0) } ?? 0
  }

  /// Compares two cells; cells of kinds that cannot be compared are grouped by kind.
  private static func compare(_ a: Value?, _ b: Value?) -> Int {
    let (first, second) = (rank(a), rank(b))
    guard first == second, let a, let b else { return first - second }
    return a.ordered(b) ?? 0
  }

  private static func rank(_ value: Value?) -> Int {
    switch value {
    case .number, .whole: 0
    case .duration: 1
    case .date: 2
    case .text: 3
    case .bool: 4
    case .list, .record: 5
    case nil, .some(.none): 6
    }
  }
}
