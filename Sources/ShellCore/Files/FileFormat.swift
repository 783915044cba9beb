import JSON
import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// The format of a file, by its extension, or of a text in a pipe, by a word.
package enum FileFormat: String, CaseIterable {
  case json
  case jsonLines = "jsonl"
  case csv, tsv, lines, text

  package init(path: String) {
    self =
      switch path.lastIndex(of: ".").map({ path[$0...].lowercased() }) {
      case ".json": .json
      case ".jsonl", ".ndjson": .jsonLines
      case ".csv": .csv
      case ".tsv": .tsv
      default: .text
      }
  }

  /// Returns the file's content as a value.
  /// - Parameter leave: receives the fault of each table row that is left out; `nil` to refuse the file instead.
  /// - Throws: the fault, with its place in the file.
  package func read(_ path: String, leaving leave: ((String) -> Void)? = nil) throws(Failure) -> Value {
    try value(of: try Self.text(of: path), path, leaving: leave)
  }

  /// Returns the file's text.
  /// - Parameters:
  ///   - encoding: its encoding (default: UTF-8).
  ///   - isChoice: `true` if the command takes an encoding, which the advice then names.
  package static func text(
    of path: String, in encoding: TextEncoding? = nil, isChoice: Bool = false
  ) throws(Failure) -> String {
    do throws(Diagnostic) {
      if let encoding {
        let bytes = try SourceFile.bytes(of: path)
        do throws(Failure) { return try encoding.text(of: bytes, name: path) } catch {
          throw Diagnostic(error.problem, SourceRange(0, 0), in: nil)
        }
      }
      let source = try SourceFile.read(path)
      return source.text(SourceRange(0, source.bytes.count))
    } catch {
      var text = error.problem.message
      if let source = error.source {
        let position = source.position(of: Int(error.range.start))
        if case .nulCharacter = error.problem { text = TextEncoding.noNUL }
        text = "'\(path)', line \(position.line), column \(position.column): \(text)"
        let advice = isChoice ? TextEncoding.advice(for: source.bytes) : "save it as UTF-8"
        if case .notUTF8 = error.problem { throw .refused(text, advice) }
        if case .nulCharacter = error.problem, TextEncoding.looksLikeUTF16(source.bytes) {
          throw .refused("'\(path)' is probably UTF-16, not UTF-8", advice)
        }
      }
      throw .refused(text, error.problem.suggestion)
    }
  }

  /// Returns the value of the text of the file at `path`.
  /// - Parameters:
  ///   - leave: as for `read`; if present, whole numbers of JSON beyond 2^63 stay text.
  ///   - sign: the separator of a table's cells (default: that of the format).
  ///   - isFilled: `true` to add empty cells to rows that are too short.
  ///   - note: receives remarks on a table's columns.
  package func value(
    of text: String, _ path: String, leaving leave: ((String) -> Void)? = nil, separator sign: UInt8? = nil,
    filled isFilled: Bool = false, noting note: ((String) -> Void)? = nil
  ) throws(Failure) -> Value {
    switch self {
    case .text: return .text(text)
    case .lines: return .list(Self.lines(of: text))
    case .json: return try Self.parse(text[...], path, firstLine: 1, keepingText: leave != nil, note)
    case .jsonLines: return try Self.jsonLines(text, path, leaving: leave, note)
    case .csv, .tsv: return try records(text, path, sign, leaving: leave, filled: isFilled, noting: note)
    }
  }

  /// Returns the format that reads a table with a separator of its own: a text file then counts as a table, too.
  /// - Throws: for a format that has no cells.
  func separated() throws(Failure) -> FileFormat {
    switch self {
    case .csv, .tsv: return self
    case .text: return .csv
    case .json, .jsonLines, .lines:
      throw .refused("'by' sets the separator of a table, and \(rawValue) is not a table format", "leave out 'by'")
    }
  }

  /// Returns the separator that a text names: one sign, such as `;`, `|` or a tab.
  static func separator(_ text: String) throws(Failure) -> UInt8 {
    if text == "tab" { return 0x09 }
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] == 0x09 || (0x20...0x7E).contains(bytes[0]), bytes[0] != UInt8(ascii: "\""),
      !isNameByte(bytes[0]), bytes[0] != UInt8(ascii: "."), bytes[0] != UInt8(ascii: "-")
    else {
      throw .refused(
        "'by' expects one character that separates the cells, not \(ValueWriter().brief(.text(text)))",
        "such as by \";\" or by tab")
    }
    return bytes[0]
  }

  private static func lines(of text: String) -> [Value] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { .text(String(Substring($0.last == 0x0D ? $0.dropLast() : $0))) }
  }

  private static func jsonLines(
    _ text: String, _ path: String, leaving leave: ((String) -> Void)?, _ note: ((String) -> Void)?
  ) throws(Failure) -> Value {
    var items: [Value] = []
    var broken: (count: Int, first: String) = (0, "")
    // By bytes: CR LF is one character, in which no line would end.
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let line = Substring(line)
      if line.allSatisfy({ $0.isWhitespace }) { continue }
      do throws(Failure) {
        items.append(try parse(line, path, firstLine: index + 1, keepingText: leave != nil, isLine: true, note))
      } catch {
        try Interruption.look()
        guard leave != nil else { throw error }
        if broken.count == 0 { broken.first = error.problem.message }
        broken.count += 1
      }
    }
    if broken.count > 0 {
      leave?(broken.first + (broken.count > 1 ? ", and \(TimeText.count(broken.count - 1, "more line")) like it" : ""))
    }
    return .list(items)
  }

  /// - Parameters:
  ///   - firstLine: the line of the file at which the text begins.
  ///   - isLine: `true` if other lines can be read without this one.
  static func parse(
    _ text: Substring, _ path: String, firstLine: Int, keepingText: Bool, isLine: Bool = false,
    _ note: ((String) -> Void)?
  ) throws(Failure) -> Value {
    func refusal(_ offset: Int, _ problem: String, _ suggestion: String? = nil) -> Failure {
      let (line, column) = JSON.position(of: offset, in: text.utf8)
      return .refused("'\(path)', line \(firstLine - 1 + line), column \(column): \(problem)", suggestion)
    }
    var values = ValueReader()
    let value: Value
    do throws(JSON.SyntaxError) {
      value = try JSONReader.reading(text.utf8) { (reader) throws(JSON.SyntaxError) in
        let start = reader
        let value = try values.next(&reader)
        do throws(JSON.SyntaxError) { try reader.end() } catch {
          // Some programs write one value after the other, with or without line ends.
          (reader, values) = (start, ValueReader())
          guard let items = values.all(&reader) else { throw error }
          note?("'\(path)' has \(TimeText.grouped(items.count)) JSON values in a row, which make a list")
          return .list(items)
        }
        return value
      }
    } catch {
      try Interruption.look()
      throw refusal(
        error.offset, "this is not JSON: expected \(error.expected)",
        isLine ? "add `anyway` to read the other lines" : nil)
    }
    if let tooLarge = values.tooLarge, !keepingText {
      throw refusal(
        tooLarge, "this whole number is beyond ±2^63, so it cannot be read exactly", "add `anyway` to read it as text")
    }
    if let tooLong = values.tooLong {
      let (line, column) = JSON.position(of: tooLong.offset, in: text.utf8)
      note?(
        "'\(path)', line \(firstLine - 1 + line), column \(column): \(NumberText.loss(of: tooLong.text, as: tooLong.number))"
      )
    }
    if let twice = values.twice, !keepingText {
      throw refusal(
        twice.offset, "the field '\(twice.name)' occurs twice in one record", "add `anyway` to keep the last one")
    }
    return value
  }

  /// Returns a remark on each field of a table that has both dates and other texts, after the texts of dates became
  /// dates: the two differ in type, and cannot be compared.
  static func mixedDates(in value: Value) -> [String] {
    guard let items = value.list else { return [] }
    var (dated, other): (Set<String>, [String: (row: Int, text: String)]) = ([], [:])
    var names: [String] = []
    for (index, item) in items.enumerated() {
      guard let record = item.record else { continue }
      for (name, value) in zip(record.names, record.values) {
        switch value {
        case .date: if dated.insert(name).inserted { names.append(name) }
        case .text(let text): if other[name] == nil { other[name] = (index + 1, text) }
        default: break
        }
      }
    }
    return names.compactMap { name in
      other[name].map { first in
        let shown = first.text.count > 40 ? "\(first.text.prefix(40))…" : first.text
        return "\(name) has dates and text: row \(first.row) has \(sanitized(shown))"
      }
    }
  }

  /// Returns the value with each text that spells a complete date replaced by that date.
  static func dated(_ value: Value, _ writer: ValueWriter) -> Value {
    switch value {
    case .text(let text): return writer.instant(spelled: text).map { .date($0) } ?? value
    case .list(let items): return .list(items.map { dated($0, writer) })
    case .record(let record):
      var result = record
      for (name, value) in zip(record.names, record.values) { result[name] = dated(value, writer) }
      return .record(result)
    default: return value
    }
  }

  private var separator: UInt8 { self == .tsv ? 0x09 : UInt8(ascii: ",") }

  private func records(
    _ text: String, _ path: String, _ sign: UInt8?, leaving leave: ((String) -> Void)?,
    filled isFilled: Bool, noting note: ((String) -> Void)?
  ) throws(Failure) -> Value {
    let table = try table(text, path, sign, leaving: leave, filled: isFilled, noting: note)
    return .list(try table?.columns.records { note?("'\(path)': \($0)") } ?? [])
  }

  /// Returns the rows of a table below its header, and the columns made of them; `nil` if there is no header.
  func table(
    _ text: String, _ path: String, _ sign: UInt8?, leaving leave: ((String) -> Void)?,
    filled isFilled: Bool, noting note: ((String) -> Void)?
  ) throws(Failure) -> (columns: CSVColumns, rows: [CSV.Row])? {
    // Excel begins with a byte order mark, which is removed when files are read.
    let mark = text.unicodeScalars.first == "\u{FEFF}"
    let text = mark ? String(text.unicodeScalars.dropFirst()) : text
    let named = CSV.namedSeparator(text)
    let sign = sign ?? named
    let separator = sign ?? self.separator
    var rows: [CSV.Row]
    do throws(CSV.Problem) {
      rows = try CSV.parse(
        text, separator: separator,
        keepingQuotes: leave == nil
          ? nil : { note?("'\(path)', line \($0.line): \($0.message), so its quotes are kept as text") })
    } catch {
      throw .refused("'\(path)', line \(error.line): \(error.message)", "add `anyway` to keep its quotes as text")
    }
    try Interruption.look()
    if named != nil { rows.removeFirst() }
    guard let header = rows.first else { return nil }
    var names: Set<String> = []
    if leave == nil, let twice = header.cells.first(where: { !names.insert($0).inserted }) {
      throw .refused(
        "'\(path)', line \(header.line): two columns are called '\(twice)', but the fields of a record need different names",
        "give each column its own name, or add `anyway` to keep the last one")
    }
    var kept: [CSV.Row] = []
    for (index, var row) in rows.enumerated().dropFirst() {
      if index & 1023 == 0 { try Interruption.look() }
      if isFilled, row.cells.count < header.cells.count {
        row.cells += Array(repeating: "", count: header.cells.count - row.cells.count)
      }
      guard row.cells.count == header.cells.count else {
        let problem =
          "'\(path)', line \(row.line): this row has \(TimeText.count(row.cells.count, "cell")), but the first row has \(header.cells.count)"
        guard let leave else {
          let sign = Self.likelySeparator(header, separator)
          let isShort = row.cells.count < header.cells.count
          throw .refused(
            problem,
            sign.map { "try: by \"\($0)\"" }
              ?? (isShort
                ? "add `filled` to fill its end with none, or `anyway` to read the other rows"
                : "add `anyway` to read the other rows"))
        }
        leave(problem)
        continue
      }
      kept.append(row)
    }
    if let sign = Self.likelySeparator(header, separator) {
      note?("'\(path)': the table has one column, and its first line has '\(sign)'; try: by \"\(sign)\"")
    }
    // A table that is written without `by` must read back as it was.
    let hasDecimalCommas = sign != nil && separator != UInt8(ascii: ",")
    let (titles, cells) = Self.lastOfEach(header, kept)
    let columns = CSVColumns(titles, cells, separator: separator, hasDecimalCommas: hasDecimalCommas)
    return (columns, cells)
  }

  /// Returns the table with the last of the columns that have the same name.
  private static func lastOfEach(_ header: CSV.Row, _ rows: [CSV.Row]) -> (CSV.Row, [CSV.Row]) {
    var last: [String: Int] = [:]
    for (place, name) in header.cells.enumerated() { last[name] = place }
    guard last.count < header.cells.count else { return (header, rows) }
    let places = last.values.sorted()
    func chosen(_ row: CSV.Row) -> CSV.Row {
      var result = row
      result.cells = places.map { row.cells[$0] }
      result.quoted = places.indices.filter { row.quoted.contains(places[$0]) }
      return result
    }
    return (chosen(header), rows.map(chosen))
  }

  /// Returns the sign that probably separates the cells of a table with only one column; `nil` if there is none.
  private static func likelySeparator(_ header: CSV.Row, _ separator: UInt8) -> String? {
    guard header.cells.count == 1, header.quoted.isEmpty else { return nil }
    return [";", "\t"].first { $0.utf8.first != separator && header.cells[0].contains($0) }
      .map { $0 == "\t" ? "\\t" : $0 }
  }

  /// Returns the value as the file's text, with dates in `zone`.
  /// - Throws: the kind of value that the format needs.
  func text(of value: Value, _ zone: Zone, writer: ValueWriter) throws(Failure) -> String {
    switch self {
    case .text:
      // A text is written unchanged, so that it reads back, and a list as lines; anything else is one line.
      if case .text(let text) = value { return text }
      if case .list = value { return try Self.lines.text(of: value, zone, writer: writer) }
      return try Self.written(value, writer) + "\n"
    case .json: return try Self.lines(of: [value], zone)
    case .lines:
      guard let items = value.list else { throw needs("a list", value) }
      var text = ""
      for item in items { text += try Self.written(item, writer) + "\n" }
      return text
    case .jsonLines:
      guard let items = value.list else { throw needs("a list", value) }
      return try Self.lines(of: items, zone)
    case .csv, .tsv:
      guard let items = value.list else { throw needs("a list of records", value) }
      return try CSV.text(of: items, separator: separator, zone, writer: writer)
    }
  }

  private static func written(_ value: Value, _ writer: ValueWriter) throws(Failure) -> String {
    let text = writer.text(value, isStopped: { Interruption.isRequested })
    try Interruption.look()
    return text
  }

  private static func lines(of values: [Value], _ zone: Zone) throws(Failure) -> String {
    var json = JSONWriter(escaping: .controls)
    for value in values {
      json.add(value, zone) { Interruption.isRequested }
      try Interruption.look()
      json.endLine()
    }
    return json.text
  }

  private func needs(_ what: String, _ value: Value) -> Failure {
    Failure(.wrongKind(operation: "a file of this kind", needs: what, found: value.kind.phrase))
  }
}
