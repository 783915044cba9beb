import StoryScript
import Terminal

/// A list of records as aligned columns; numbers stand to the right.
struct ValueTable {
  private let table: Table

  /// - Returns: `nil` unless every item is a record.
  init?(_ items: [Value], writer: ValueWriter) {
    var names: [String] = []
    var known: Set<String> = []
    for item in items {
      guard case .record(let record) = item else { return nil }
      for name in record.names where known.insert(name).inserted { names.append(name) }
    }
    guard !names.isEmpty else { return nil }
    let columns = names.map { name in
      let isNumeric = items.allSatisfy { item in
        switch item.record?[name] {
        case .number, .duration, nil, .some(.none): true
        default: false
        }
      }
      return Table.Column(sanitized(name), alignment: isNumeric ? .right : .left)
    }
    let rows = items.map { item in
      names.map { name -> StyledText in
        guard let value = item.record?[name], !value.isNone else { return "" }
        return StyledText(sanitized(writer.text(value)))
      }
    }
    table = Table(columns: columns, rows: rows)
  }

  func lines(width: Int, glyphs: GlyphSet) -> [StyledText] { table.lines(width: width, glyphs: glyphs) }
}
