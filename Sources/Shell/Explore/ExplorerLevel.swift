import StoryScript
import Terminal

/// A value as rows that one can walk through: the records of a list, the items of one, the fields of a record, or the
/// lines of a text.
struct ExplorerLevel {
  /// How it is called in the path at the top.
  let title: String
  /// The names of the columns.
  let columns: [String]
  /// Each row's cells; `nil` where a record lacks a field.
  private let rows: [[Value?]]
  /// What Enter goes into, for each row; its cells are only a picture of it.
  private let insides: [Value]
  /// What a row is called when one goes into it.
  private let names: [String]
  /// The rows in the order in which they are shown, by their place.
  private(set) var order: [Int]
  private(set) var sorting: (column: Int, isDescending: Bool)?
  /// The row that is chosen, by its place in the order, and the column.
  private(set) var row = 0
  private(set) var column = 0
  var top = 0
  private let writer: ValueWriter
  /// More of a cell is not looked at.
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

  /// The fields of all records, each once; `nil` unless every item is a record that has any.
  private static func fields(of items: [Value]) -> [String]? {
    var (names, known): ([String], Set<String>) = ([], [])
    for item in items {
      guard let record = item.record else { return nil }
      for name in record.names where known.insert(name).inserted { names.append(name) }
    }
    return names.isEmpty ? nil : names
  }

  var count: Int { order.count }

  /// The text of a cell in a row of the order; control characters are shown, never sent.
  func text(_ row: Int, _ column: Int, glyphs: GlyphSet) -> String {
    guard let value = rows[order[row]][column], !value.isNone else { return "" }
    switch value {
    case .list(let items):
      // Each is two characters at least.
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

  /// Whether a column holds numbers or durations, which stand to the right.
  func isNumeric(_ column: Int, in rows: Range<Int>) -> Bool {
    rows.allSatisfy { row in
      switch self.rows[order[row]][column] {
      case .number, .whole, .duration, nil, .some(.none): true
      default: false
      }
    }
  }

  /// What Enter goes into: a list or a record in the chosen cell, else the chosen row itself where that is more than its
  /// one cell; `nil` where nothing is inside.
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

  /// Chooses the next row, in a direction and around the end, that has this in one of its cells.
  /// - Returns: whether there is one.
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

  /// Sorts by the chosen column; again, the other way round; a third time, as it was. The chosen row stays chosen.
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

  /// The order of two cells; kinds that have none among each other come one after the other.
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
