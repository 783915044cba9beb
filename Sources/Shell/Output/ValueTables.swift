import StoryScript
import Terminal

extension Table {
  /// A list of records as aligned columns; numbers stand to the right.
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
        case .number, .whole, .duration, nil, .some(.none): true
        default: false
        }
      }
      let isShort = items.allSatisfy { item in
        switch item.record?[name] {
        case .text, .list, .record: false
        default: true
        }
      }
      return Table.Column(
        sanitized(name), alignment: isNumeric ? .right : .left, overflow: isShort ? .keep : .wrap)
    }
    let rows = items.map { item in
      names.map { name -> StyledText in
        guard let value = item.record?[name], !value.isNone else { return "" }
        return StyledText(sanitized(writer.text(value)))
      }
    }
    self.init(columns: columns, rows: rows)
  }
}

extension Table {
  /// A record as two columns, names and values: one field a line.
  init(_ record: Record, writer: ValueWriter, glyphs: GlyphSet) {
    let rows = zip(record.names, record.values).map { name, value in
      [StyledText(sanitized(name), .dim), StyledText(sanitized(writer.text(value), glyphs: glyphs))]
    }
    self.init(columns: [Column(overflow: .keep), Column(overflow: .wrap)], rows: rows)
  }
}
