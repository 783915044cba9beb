import StoryScript
import Terminal

/// A record as two columns: names and values.
extension Session {
  /// One field a line.
  func showRecord(_ value: Value) {
    guard case .record(let record) = value else { return }
    guard !record.names.isEmpty else { return speaker.writeLine(StyledText(" nothing yet", .dim)) }
    let rows = record.names.indices.map { index -> [StyledText] in
      [
        StyledText(sanitized(record.names[index]), .dim),
        StyledText(sanitized(runtime.writer.text(record.values[index]), glyphs: output.line.glyphs)),
      ]
    }
    let table = Table(columns: [Table.Column(overflow: .keep), Table.Column(overflow: .wrap)], rows: rows, indent: 1)
    for line in table.lines(width: output.width, glyphs: output.line.glyphs) { speaker.writeLine(line) }
  }
}
