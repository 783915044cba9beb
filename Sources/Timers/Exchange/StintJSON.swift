/// Sessions as JSON: an array with one flat object for each session, each on its own line, with the names of
/// `StintColumn`.
public enum StintJSON {
  /// The text of `records`.
  public static func text(_ records: some Sequence<StintRecord>) -> String {
    let lines = records.map { record in
      let row = StintRow(record)
      let fields = StintColumn.allCases.map { "\"\($0.rawValue)\":" + value(row, $0) }
      return "{" + fields.joined(separator: ",") + "}"
    }
    return lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  /// Reads what `text(_:)` writes, in any layout, and also objects one a line without an array around them.
  ///
  /// After an object that is damaged it goes on at the next line that begins with a brace. So does it after anything
  /// between objects that does not belong there.
  /// - Complexity: O(bytes), as long as damaged objects are not spread over many lines.
  public static func read(_ text: String) -> StintImport {
    var file = StintImport()
    var reader = ObjectReader(text)
    while let start = reader.nextObject() {
      do {
        file.rows.append(.init(line: start.line, record: try reader.object().record()))
      } catch {
        if !reader.isBetweenObjects { reader.skip(after: start) }
        file.damaged.append(.init(line: start.line, problem: error, text: reader.text(from: start)))
      }
    }
    return file
  }

  private static func value(_ row: StintRow, _ column: StintColumn) -> String {
    if column.isNumber { return row[column] }
    if column == .rating, row[column].isEmpty { return "null" }
    return quoted(row[column])
  }

  private static func quoted(_ text: String) -> String {
    // 0xE2 begins the two line separators among others.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xE2 }
    guard !isPlain else { return "\"" + text + "\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
