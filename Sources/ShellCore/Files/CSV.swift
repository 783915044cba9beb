import SessionState
import StoryScript
import System

/// Comma-separated values according to RFC 4180: cells may be quoted, quotes inside are doubled, lines end in LF or
/// CR LF.
enum CSV {
  struct Row {
    var cells: [String]
    /// The indices of the quoted cells, whose contents are text.
    var quoted: [Int] = []
    /// The number of the row's first line in the file, from 1.
    var line: Int
  }

  struct Problem: Error {
    var line: Int
    var message: String
  }

  /// Parses a text in O(n).
  /// - Parameter keep: receives each problem with quotes, whose cell is then read as it is written; if `nil`, the
  ///   first problem is thrown.
  ///
  /// If ^C interrupts it, it returns the rows read so far, and the caller must check for that.
  static func parse(
    _ text: String, separator: UInt8, keepingQuotes keep: ((Problem) -> Void)? = nil
  ) throws(Problem) -> [Row] {
    var bytes = Array(text.utf8)
    // Old programs end a line with CR alone. A file with any LF means its CR.
    if !bytes.contains(0x0A), bytes.contains(0x0D) { bytes = bytes.map { $0 == 0x0D ? 0x0A : $0 } }
    var rows: [Row] = []
    var cells: [String] = []
    var cell: [UInt8] = []
    var quoted: [Int] = []
    var line = 1
    var rowLine = 1
    var index = 0
    // An empty line is not a row, but a line with a pair of quotes has an empty cell.
    var hasQuotes = false
    func finishCell() {
      cells.append(String(decoding: cell, as: UTF8.self))
      cell.removeAll(keepingCapacity: true)
    }
    rows: while index < bytes.count {
      let here = bytes[index]
      if here == UInt8(ascii: "\""), cell.isEmpty {
        let (start, opening) = (line, index)
        hasQuotes = true
        quoted.append(cells.count)
        index += 1
        /// Reads the cell as it is written, up to the separator or the end of the line.
        func readAsWritten(_ problem: Problem) throws(Problem) {
          guard let keep else { throw problem }
          keep(problem)
          quoted.removeLast()
          (index, line) = (opening, start)
          cell.removeAll(keepingCapacity: true)
          while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D {
            cell.append(bytes[index])
            index += 1
          }
        }
        while true {
          guard index < bytes.count else {
            try readAsWritten(Problem(line: start, message: "the closing quote of a cell is missing"))
            continue rows
          }
          if bytes[index] == UInt8(ascii: "\"") {
            guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { break }
            index += 1
          }
          if bytes[index] == UInt8(ascii: "\n") { line += 1 }
          cell.append(bytes[index])
          index += 1
        }
        index += 1
        guard index >= bytes.count || [separator, 0x0A, 0x0D].contains(bytes[index]) else {
          try readAsWritten(Problem(line: line, message: "text follows the closing quote of a cell"))
          continue rows
        }
      } else if here == separator {
        finishCell()
        index += 1
        // A separator at the very end is followed by an empty cell.
        if index == bytes.count { finishCell() }
      } else if here == UInt8(ascii: "\n")
        || (here == 0x0D && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n"))
      {
        finishCell()
        if cells != [""] || hasQuotes { rows.append(Row(cells: cells, quoted: quoted, line: rowLine)) }
        (cells, quoted, hasQuotes) = ([], [], false)
        if rows.count & 1023 == 0, Interruption.isRequested { return rows }
        index += here == 0x0D ? 2 : 1
        line += 1
        rowLine = line
      } else {
        cell.append(here)
        index += 1
      }
    }
    if !cell.isEmpty || (bytes.last != separator && (!cells.isEmpty || hasQuotes)) { finishCell() }
    if !cells.isEmpty { rows.append(Row(cells: cells, quoted: quoted, line: rowLine)) }
    return rows
  }

  /// Returns the separator that the first line of a table names for spreadsheets, as in `sep=;`; `nil` if the first
  /// line is something else.
  static func namedSeparator(_ text: String) -> UInt8? {
    var line = text.utf8.prefix(9).prefix { $0 != 0x0A && $0 != 0x0D }
    if line.count == 7, line.first == quote, line.last == quote { line = line.dropFirst().dropLast() }
    guard line.count == 5, Substring(line.dropLast()).lowercased() == "sep=", let sign = line.last, sign < 0x80 else {
      return nil
    }
    return try? FileFormat.separator(String(UnicodeScalar(sign)))
  }

  /// Returns the value of an unquoted cell: none for an empty cell, a number if it is spelt as in JSON (`007` stays
  /// text), true or false, otherwise text.
  static func value(_ cell: String) -> Value {
    switch cell {
    case "": return .none
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: return number(cell) ?? .text(cell)
    }
  }

  /// Returns the number that a cell spells as in JSON, apart from spaces around it; `nil` for a whole number that
  /// would not be exact, or one that is too large.
  private static func number(_ cell: String) -> Value? {
    guard let (bytes, whole) = spelled(cell) else { return nil }
    if let whole { return Int64(whole).map { .number(exactly: $0) } }
    guard let number = Double(Substring(bytes)), number.isFinite else { return nil }
    guard number.magnitude >= 0x1p53, !bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return .number(number)
    }
    // Beyond 2^53 a Double has no fractions.
    let parts = Substring(bytes).split(separator: ".")
    return parts.count == 2 && parts[1].utf8.allSatisfy { $0 == UInt8(ascii: "0") }
      ? Int64(parts[0]).map { .number(exactly: $0) } : nil
  }

  /// Returns whether a cell is a decimal with more significant digits than any number keeps, or than numbers near
  /// 0 keep.
  static func losesDigits(_ cell: String) -> Bool {
    if let (bytes, whole) = spelled(cell), whole == nil, let number = Double(Substring(bytes)),
      NumberText.losesDigits(Array(bytes)[...], as: number)
    {
      return true
    }
    guard cell.utf8.count > NumberText.roundTripDigits, let decimal = longDecimal(cell) else { return false }
    return decimal.digits.utf8.count(where: isDigit) > NumberText.roundTripDigits
  }

  /// Returns whether a cell spells a number, even one that the language cannot represent.
  static func spellsNumber(_ cell: String) -> Bool { spelled(cell) != nil }

  /// Returns whether a cell is the text of R and Python for a missing number.
  static func meansMissing(_ cell: String) -> Bool { cell == "NA" || cell == "NaN" || cell == "nan" }

  /// Returns the digits and the exponent of a decimal cell with more digits than every number can hold: equal pairs
  /// spell the same number. `nil` for any other cell.
  static func longDecimal(_ cell: String) -> (digits: String, exponent: Int)? {
    guard cell.utf8.count > 16, let (bytes, whole) = spelled(cell), whole == nil else { return nil }
    return decimal(bytes)
  }

  static func decimal(_ cell: String) -> (digits: String, exponent: Int)? {
    spelled(cell).flatMap { decimal($0.bytes) }
  }

  private static func decimal(_ bytes: Substring.UTF8View) -> (digits: String, exponent: Int)? {
    let parts = Substring(bytes).lowercased().split(separator: "e", maxSplits: 1)
    var (digits, exponent): (String, Int) = ("", 0)
    if parts.count == 2 {
      guard let power = Int(parts[1]), power.magnitude < 10_000 else { return nil }
      exponent = power
    }
    var isFraction = false
    for byte in parts[0].utf8 {
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard isDigit(byte) else { continue }
      if isFraction { exponent -= 1 }
      if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.unicodeScalars.append(UnicodeScalar(byte)) }
    }
    while digits.utf8.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return ("", 0) }
    return ((bytes.first == minus ? "-" : "") + digits, exponent)
  }

  /// Returns the bytes of a number spelt as in JSON, without spaces around it, and the text of a number without point
  /// and exponent.
  private static func spelled(_ cell: String) -> (bytes: Substring.UTF8View, whole: Substring?)? {
    var bytes = Substring(cell).utf8
    func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    while isSpace(bytes.first) { bytes.removeFirst() }
    while isSpace(bytes.last) { bytes.removeLast() }
    var rest = bytes
    if rest.first == minus { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return nil }
    rest = rest[whole.endIndex...]
    let isWhole = rest.isEmpty
    if rest.first == UInt8(ascii: ".") {
      let places = rest.dropFirst().prefix(while: isDigit)
      if places.isEmpty { return nil }
      rest = rest[places.endIndex...]
    }
    if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
      var power = rest.dropFirst()
      if power.first == minus || power.first == UInt8(ascii: "+") { power.removeFirst() }
      if power.isEmpty { return nil }
      rest = power.drop(while: isDigit)
    }
    guard rest.isEmpty else { return nil }
    return (bytes, isWhole ? Substring(bytes) : nil)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static let minus = UInt8(ascii: "-")

  /// Returns a header and a line for each record; the columns are those of all records, in the order of first
  /// appearance. Dates are in `zone`.
  static func text(of items: [Value], separator: UInt8, _ zone: Zone, writer: ValueWriter) throws(Failure) -> String {
    var columns: [String] = []
    var known: Set<String> = []
    for (index, item) in items.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      guard case .record(let record) = item else {
        throw Failure(
          .wrongKind(
            operation: "a file of this kind", needs: "a list of records", found: "a list with \(item.kind.phrase) in it"
          ))
      }
      for name in record.names where known.insert(name).inserted { columns.append(name) }
    }
    guard !items.isEmpty else { return "" }
    if columns.count == 1, items.contains(where: { ($0.record?[columns[0]] ?? .none).isNone }) {
      throw .refused(
        "a table with one column cannot have empty cells: an empty line is not a row",
        "leave out the empty cells (where \(columns[0]) != none), or save as .json")
    }
    var text = line(columns, separator)
    // After ^C the result does not matter: nothing is written.
    let mixed = columns.map { name in
      items.contains { Interruption.isRequested || isPlain($0.record?[name] ?? .none) }
    }
    for (index, item) in items.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      let cells = zip(columns, mixed).map { cell(item.record?[$0] ?? .none, besideOthers: $1, separator, zone, writer) }
      text += line(cells, separator, areWritten: true)
    }
    return text
  }

  /// Returns the first column with lists or records, which a table can hold only as texts; `nil` if there is none.
  static func nestedColumn(of items: [Value]) -> (name: String, kind: String)? {
    for item in items {
      guard let record = item.record else { return nil }
      for (name, value) in zip(record.names, record.values) {
        switch value {
        case .list: return (name, "lists")
        case .record: return (name, "records")
        default: break
        }
      }
      if Interruption.isRequested { return nil }
    }
    return nil
  }

  /// Returns whether a value's cell reads back as something other than text.
  private static func isPlain(_ value: Value) -> Bool {
    switch value {
    case .number, .whole, .bool: true
    default: false
    }
  }

  /// Returns a value as a cell that reads back as the same value. A text is quoted if it would read back as something
  /// else, or change the kind of its column.
  private static func cell(
    _ value: Value, besideOthers: Bool, _ separator: UInt8, _ zone: Zone, _ writer: ValueWriter
  ) -> String {
    if value.isNone { return "" }
    let text = quoted(written(value, zone, writer), separator)
    if isPlain(value) || text.utf8.first == quote { return text }
    if !besideOthers, case .text = Self.value(text) { return text }
    return "\"\(text)\""
  }

  /// Returns the text of a value; a number has the fewest digits that read back as the same number.
  /// A time has its zone, so that it means the same on every machine; a day has none.
  private static func written(_ value: Value, _ zone: Zone, _ writer: ValueWriter) -> String {
    if case .date(let instant) = value {
      let text = writer.text(value)
      return text.utf8.contains(UInt8(ascii: "T")) ? zone.rfc3339(instant) : text
    }
    if case .number(let number) = value, Int64(exactly: number) == nil { return NumberText.exact(number) }
    return writer.text(value)
  }

  /// - Parameter areWritten: whether the cells are quoted already.
  private static func line(_ cells: [String], _ separator: UInt8, areWritten: Bool = false) -> String {
    // Without quotes this would be an empty line, which is not a row.
    if cells == [""] { return "\"\"\n" }
    let written = areWritten ? cells : cells.map { quoted($0, separator) }
    return written.joined(separator: String(UnicodeScalar(separator))) + "\n"
  }

  /// Returns whether a cell must be quoted.
  /// - Parameter isAlone: whether it is the only cell of its line.
  static func needsQuotes(_ cell: String, _ separator: UInt8, isAlone: Bool) -> Bool {
    isAlone && cell.isEmpty || cell.utf8.contains { [separator, quote, 0x0A, 0x0D].contains($0) }
  }

  private static func quoted(_ cell: String, _ separator: UInt8) -> String {
    guard needsQuotes(cell, separator, isAlone: false) else { return cell }
    // By bytes: a quote with a combining mark is another character and still a quote.
    let parts = cell.utf8.split(separator: quote, omittingEmptySubsequences: false).map { String(Substring($0)) }
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  private static let quote = UInt8(ascii: "\"")
}
