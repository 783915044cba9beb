import StoryScript
import Terminal

/// A record as two columns: names and values.
extension Session {
  /// One field a line.
  func showRecord(_ value: Value) {
    guard case .record(let record) = value else { return }
    guard !record.names.isEmpty else { return speaker.writeLine(StyledText(" nothing yet", .dim)) }
    let rows = zip(record.names, record.values).map { name, value in
      [
        StyledText(sanitized(name), .dim),
        StyledText(sanitized(runtime.writer.text(value), glyphs: output.glyphs)),
      ]
    }
    let table = Table(columns: [Table.Column(overflow: .keep), Table.Column(overflow: .wrap)], rows: rows)
    speaker.writeLines(table.lines(width: output.width, glyphs: output.glyphs))
  }
}
