import JSON
import StoryScript
import System

/// The files that a session opened, for errors about their records: all rows of a table share their names, so the
/// shared names tell from which file a record is, and its values tell from which line.
///
/// The line is searched in the file when an error needs it: loading a table costs nothing more.
final class FileOrigins {
  private struct Origin {
    let path: String
    let shapes: [Record.Shape]
    let line: (Record) -> Int?
  }

  private var origins: [Origin] = []
  /// The number of files, and of different lists of names in one file, that are remembered.
  private static let limit = 16

  /// Remembers the file of a value.
  /// - Parameter line: returns the line of a record in the file; `nil` if the file does not have it.
  func remember(_ value: Value, of path: String, line: @escaping (Record) -> Int?) {
    let shapes = Self.shapes(in: value)
    guard !shapes.isEmpty else { return }
    origins.removeAll { $0.path == path }
    if origins.count == Self.limit { origins.removeFirst() }
    origins.append(Origin(path: path, shapes: shapes, line: line))
  }

  /// Returns the place of a record, as `'people.csv', line 3`; `nil` if it is from no file, or has changed since.
  /// O(size of the file).
  func place(of record: Record) -> String? {
    for origin in origins.reversed() where origin.shapes.contains(where: { $0 === record.shape }) {
      if let line = origin.line(record) { return "'\(origin.path)', line \(line)" }
    }
    return nil
  }

  /// Returns the names of the records in a list, or in the lists of a record's fields.
  private static func shapes(in value: Value) -> [Record.Shape] {
    let lists = value.record.map { $0.values.compactMap { $0.list } } ?? [value.list].compactMap { $0 }
    var shapes: [Record.Shape] = []
    for item in lists.joined() {
      guard let shape = item.record?.shape, shapes.last !== shape, !shapes.contains(where: { $0 === shape }) else {
        continue
      }
      shapes.append(shape)
      if shapes.count == limit { break }
    }
    return shapes
  }
}

extension FileFormat {
  /// Returns the line of a file's text on which a record begins; `nil` if the text does not have it. Of equal records it
  /// is the first one.
  /// - Parameters:
  ///   - isLenient: `true` if the file was read with `anyway`.
  ///   - dated: returns a value as it was read with `dates`; `nil` without `dates`.
  func line(
    of record: Record, in text: String, separator: UInt8?, isLenient: Bool, isFilled: Bool, dated: ((Value) -> Value)?
  ) -> Int? {
    let wanted = Value.record(record)
    func isWanted(_ value: Value) -> Bool { (dated?(value) ?? value).equals(wanted) == true }
    let leave: ((String) -> Void)? = isLenient ? { _ in } : nil
    switch self {
    case .csv, .tsv:
      guard let table = try? table(text, "", separator, leaving: leave, filled: isFilled, noting: nil),
        let row = (try? table.columns.records(noting: nil))?.firstIndex(where: isWanted)
      else { return nil }
      return table.rows[row].line
    case .jsonLines:
      for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        let value = try? Self.parse(Substring(line), "", firstLine: index + 1, keepingText: isLenient, nil)
        if let value, isWanted(value) { return index + 1 }
      }
      return nil
    case .json:
      let offset = try? JSONReader.reading(text.utf8) { (reader) throws(JSON.SyntaxError) in
        try Self.offset(in: &reader, where: isWanted)
      }
      return offset.map { JSON.position(of: $0, in: text.utf8).line }
    case .lines, .text: return nil
    }
  }

  /// Returns the offset of the first record that fulfils a condition, in the next value.
  private static func offset(
    in reader: inout JSONReader, where isWanted: (Value) -> Bool
  ) throws(JSON.SyntaxError) -> Int? {
    reader.skipSpaces()
    let start = reader.offset
    var found: Int?
    switch reader.next {
    case UInt8(ascii: "{"):
      var (whole, values) = (reader, ValueReader())
      if isWanted(try values.next(&whole)) { return start }
      try reader.forEachField { (reader, _) throws(JSON.SyntaxError) in
        found = try offset(in: &reader, where: isWanted)
        return found == nil
      }
    case UInt8(ascii: "["):
      try reader.forEachItem { (reader) throws(JSON.SyntaxError) in
        found = try offset(in: &reader, where: isWanted)
        return found == nil
      }
    default:
      _ = try reader.value()
    }
    return found
  }
}
