/// Sessions as comma-separated values, RFC 4180: a header with the names of `TimerSessionColumn`, then a row for each
/// session.
///
/// Lines end in CR LF. A field that contains a comma or a quote is quoted, and quotes in it are doubled. No column
/// can contain a line break, so every line is a row, and a damaged row never swallows the next ones.
public enum TimerSessionCSV {
  /// The header does not name the columns, so nothing can be read.
  public struct BadHeader: Error, Hashable, Sendable {
    public let missing: [TimerSessionColumn]
    /// Fields that are not a column name, or that repeat one.
    public let unknown: [String]

    public init(missing: [TimerSessionColumn], unknown: [String]) { (self.missing, self.unknown) = (missing, unknown) }
  }

  /// Returns the CSV text of `records`, including the header.
  /// - Parameter child: Returns the name of a session's child; `nil` for a file without a column for children.
  public static func text(
    _ records: some Sequence<TimerSessionRecord>, child: ((ChildID?) -> String)? = nil
  ) -> String {
    let columns = child == nil ? TimerSessionColumn.required : TimerSessionColumn.allCases
    var text = line(columns.map { $0.rawValue })
    for record in records {
      let row = TimerSessionRow(record, child: child?(record.child) ?? "")
      text += line(columns.map { row[$0] })
    }
    return text
  }

  /// Reads text from `text(_:)`, or from a spreadsheet made of it: columns in any order, lines that end in CR LF, LF
  /// or CR, empty lines, a byte order mark.
  /// - Throws: `BadHeader` if the first line does not name each column once. An empty text has no sessions.
  /// - Complexity: O(bytes).
  public static func read(_ text: String) throws(BadHeader) -> TimerSessionImport {
    var file = TimerSessionImport()
    var columns: [TimerSessionColumn]?
    let hasEnd = text.utf8.last.map { $0 == 0x0A || $0 == 0x0D } ?? true
    let end = text.utf8.count
    for (number, line) in TextLines(text) where !line.isEmpty {
      guard let columns else {
        columns = try header(line)
        file.namesChildren = columns?.contains(.child) == true
        continue
      }
      do throws(RowProblem) {
        let row = try row(line, columns)
        let record = try row.record()
        if !hasEnd, line.endIndex == end, let last = columns.last, isCutOff(record, in: last) {
          throw RowProblem.cutOff(last)
        }
        file.rows.append(.init(line: number, record: record, child: row.child))
      } catch {
        file.damaged.append(.init(line: number, problem: error, text: String(decoding: line, as: UTF8.self)))
      }
    }
    return file
  }

  /// `true` if the last field of a text without a final line break is only the beginning of a field. The id contains
  /// the device and the start, so comparing them shows this.
  private static func isCutOff(_ record: TimerSessionRecord, in column: TimerSessionColumn) -> Bool {
    let id = record.id.text
    switch column {
    case .device:
      guard let slash = id.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
      let whole = TimerSessionID(device: record.device, started: record.started).text
      let name = whole.utf8[..<(whole.utf8.lastIndex(of: UInt8(ascii: "/")) ?? whole.endIndex)]
      let full = id.utf8[..<slash]
      return name.count < full.count && full.starts(with: name)
    case .id:
      let whole = TimerSessionID(device: record.device, started: record.started).text
      return id.utf8.count < whole.utf8.count && whole.utf8.starts(with: id.utf8)
    default: return false
    }
  }

  private static func row(_ line: ArraySlice<UInt8>, _ columns: [TimerSessionColumn]) throws(RowProblem)
    -> TimerSessionRow
  {
    let fields = try fields(line)
    guard fields.count == columns.count else { throw .fieldCount(fields.count, expected: columns.count) }
    return TimerSessionRow(Dictionary(uniqueKeysWithValues: zip(columns, fields.map { unguarded($0) })))
  }

  private static func header(_ line: ArraySlice<UInt8>) throws(BadHeader) -> [TimerSessionColumn] {
    let names = (try? fields(line)) ?? [String(decoding: line, as: UTF8.self)]
    var (columns, unknown): ([TimerSessionColumn], [String]) = ([], [])
    for name in names {
      if let column = TimerSessionColumn(rawValue: name), !columns.contains(column) {
        columns.append(column)
      } else {
        unknown.append(name)
      }
    }
    let missing = TimerSessionColumn.allCases.filter { !$0.isOptional && !columns.contains($0) }
    guard missing.isEmpty, unknown.isEmpty else { throw BadHeader(missing: missing, unknown: unknown) }
    return columns
  }

  /// Returns the fields of one line.
  private static func fields(_ line: ArraySlice<UInt8>) throws(RowProblem) -> [String] {
    var (fields, field): ([String], [UInt8]) = ([], [])
    var place = line.startIndex
    while true {
      if place < line.endIndex, line[place] == quote {
        place += 1
        while true {
          guard let end = line[place...].firstIndex(of: quote) else { throw .quoteNotClosed }
          field += line[place..<end]
          place = end + 1
          guard place < line.endIndex, line[place] == quote else { break }
          field.append(quote)
          place += 1
        }
        guard place == line.endIndex || line[place] == comma else { throw .strayQuote }
      } else {
        let end = line[place...].firstIndex(of: comma) ?? line.endIndex
        field += line[place..<end]
        guard !field.contains(quote) else { throw .strayQuote }
        place = end
      }
      fields.append(String(decoding: field, as: UTF8.self))
      field.removeAll(keepingCapacity: true)
      guard place < line.endIndex else { return fields }
      place += 1
    }
  }

  private static func line(_ fields: [String]) -> String {
    let written = fields.map { guarded($0) }.map { field in
      guard field.utf8.contains(where: { $0 == comma || $0 == quote }) else { return field }
      let parts = field.utf8.split(separator: quote, omittingEmptySubsequences: false).map { String(Substring($0)) }
      return "\"" + parts.joined(separator: "\"\"") + "\""
    }
    return written.joined(separator: ",") + "\r\n"
  }

  /// Returns a field that no spreadsheet takes for a formula: such a name gets an apostrophe, as a person would type it.
  private static func guarded(_ field: String) -> String { isFormula(field) ? "'" + field : field }

  /// Returns the text of a guarded field.
  private static func unguarded(_ field: String) -> String {
    field.utf8.first == apostrophe && isFormula(field) ? String(field.dropFirst()) : field
  }

  private static func isFormula(_ field: String) -> Bool {
    field.utf8.first.map { "=+-@\t".utf8.contains($0) || $0 == apostrophe && isFormula(String(field.dropFirst())) }
      ?? false
  }

  private static let apostrophe = UInt8(ascii: "'")
  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
}
