import StoryScript
import Terminal

extension Table {
  /// A record as two columns, names and values: one field a line.
  init(_ record: Record, writer: ValueWriter, glyphs: GlyphSet) {
    let rows = zip(record.names, record.values).map { name, value in
      [StyledText(sanitized(name), .dim), StyledText(sanitized(writer.text(value), glyphs: glyphs))]
    }
    self.init(columns: [Column(overflow: .keep), Column(overflow: .wrap)], rows: rows)
  }
}
