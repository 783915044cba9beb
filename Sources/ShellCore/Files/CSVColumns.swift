import SessionState
import StoryScript
import System
import TerminalText

/// The kinds of a table's columns: numbers, booleans or texts, one kind for each column.
///
/// A quoted cell makes its column text, as in a spreadsheet that shows `01067` unchanged. If the header and all cells
/// of a column are quoted without need, the program that wrote them quotes everything, and the quotes mean nothing.
struct CSVColumns {
  private let header: CSV.Row
  private let rows: [CSV.Row]
  private let separator: UInt8
  /// The columns with decimal commas.
  private let commas: [DecimalCommas]
  /// `true` if every cell of the table is quoted.
  private let isAllQuoted: Bool

  /// - Parameters:
  ///   - rows: the rows below the header, each with as many cells.
  ///   - hasDecimalCommas: `true` if 10,5 is a number.
  init(_ header: CSV.Row, _ rows: [CSV.Row], separator: UInt8, hasDecimalCommas: Bool = false) {
    (self.header, self.rows, self.separator) = (header, rows, separator)
    commas = header.cells.indices.map { column in
      hasDecimalCommas ? DecimalCommas(rows.lazy.map { $0.cells[column] }) : .none
    }
    // Empty cells stay unquoted even in programs that quote everything.
    func isQuoted(_ row: CSV.Row) -> Bool {
      row.quoted.count == row.cells.count || row.cells.indices.allSatisfy { row.cells[$0].isEmpty || row.isQuoted($0) }
    }
    isAllQuoted = isQuoted(header) && rows.allSatisfy(isQuoted)
  }

  /// The kind of a single cell.
  private enum Cell {
    case hole, number, bool, text
    /// Only spaces, or an empty pair of quotes.
    case blank
    /// The text of R and Python for a missing number.
    case missing
    /// A number with a decimal comma, in a column that cannot be read so.
    case comma
    /// A number in meaningful quotes.
    case quotedNumber
    /// A number with more digits than the language can represent.
    case inexact
  }

  /// The numbers of cells of each kind in a column, and the rows of the first cells that are not numbers.
  private struct Tally {
    var numbers = 0
    var bools = 0
    var texts = 0
    var quotedNumbers = 0
    var inexact = 0
    var commas = 0
    var missing = 0
    var firstMissing = 0
    var firstNumber = 0
    var firstBool = 0
    /// The row of the first cell that makes the column text.
    var firstText: Int?
  }

  /// Returns the rows as records.
  /// - Parameter note: receives a remark on each column whose cells are not all of one kind.
  func records(noting note: ((String) -> Void)?) throws(Failure) -> [Value] {
    let shape = Record.Shape(header.cells)
    var table: [[Value]] = []
    table.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      table.append(row.cells.indices.map { row.isQuoted($0) ? .text(row.cells[$0]) : CSV.value(spelling(row, $0)) })
    }
    var notes: [String] = []
    for column in header.cells.indices { try settle(column, in: &table, &notes) }
    if let note {
      for text in notes.prefix(Self.noteLimit) { note(text) }
      let more = notes.count - Self.noteLimit
      if more > 0 {
        note(
          "\(TimeText.count(more, "more column")) also \(more == 1 ? "has" : "have") cells that differ in type from the rest"
        )
      }
    }
    var records: [Value] = []
    records.reserveCapacity(table.count)
    for (index, values) in table.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      records.append(.record(Record(shape, values)))
    }
    return records
  }

  private static let noteLimit = 3

  /// Converts the values of a column to one kind.
  private func settle(_ column: Int, in table: inout [[Value]], _ notes: inout [String]) throws(Failure) {
    let saysNothing = quotesSayNothing(in: column)
    var tally = Tally()
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      if saysNothing, row.isQuoted(column) { table[index][column] = CSV.value(spelling(row, column)) }
      count(kind(of: row, column, table[index][column], saysNothing), at: index, in: &tally)
    }
    if tally.numbers > 0, tally.texts + tally.quotedNumbers + tally.inexact == 0, let row = try merged(column, table) {
      tally.inexact += 1
      tally.firstText = row
    }
    let isText =
      tally.texts + tally.quotedNumbers + tally.inexact + tally.commas > 0 || (tally.numbers > 0) == (tally.bools > 0)
    if !isText, tally.missing == 0 || tally.numbers > 0 {
      // The remaining texts are blank, or mean a missing number.
      for index in table.indices where table[index][column].text != nil { table[index][column] = .none }
      if tally.missing > 0 { notes.append(missingNote(column, tally)) }
      if tally.numbers > 0, let index = rows.firstIndex(where: { CSV.losesDigits(spelling($0, column)) }) {
        let loss = NumberText.loss(
          of: rows[index].cells[column], as: table[index][column].number ?? 1, place: " on line \(rows[index].line)")
        notes.append("\(header.cells[column]): \(loss)")
      }
      return
    }
    if let text = textNote(column, tally) { notes.append(text) }
    for (index, row) in rows.enumerated() where row.isQuoted(column) || !row.cells[column].isEmpty {
      if index & 1023 == 0 { try Interruption.look() }
      table[index][column] = .text(row.cells[column])
    }
  }

  /// Returns a cell as the language writes it: a number of a column with decimal commas has a point.
  private func spelling(_ row: CSV.Row, _ column: Int) -> String {
    let cell = row.cells[column]
    return commas[column] == .all ? DecimalCommas.pointed(cell) ?? cell : cell
  }

  /// Returns the first row whose decimal differs from that of an earlier row although both give the same number.
  private func merged(_ column: Int, _ table: [[Value]]) throws(Failure) -> Int? {
    var spelled: [Double: (digits: String, exponent: Int)] = [:]
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      guard let number = table[index][column].number, let decimal = CSV.longDecimal(spelling(row, column)) else {
        continue
      }
      guard let other = spelled[number] else {
        spelled[number] = decimal
        continue
      }
      if other != decimal { return index }
    }
    if spelled.isEmpty { return nil }
    // A shorter decimal may give the same number as a longer one.
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      guard let number = table[index][column].number, let other = spelled[number],
        let decimal = CSV.decimal(spelling(row, column))
      else { continue }
      if other != decimal { return index }
    }
    return nil
  }

  /// Returns whether the quotes of a column are a habit of the program that wrote it: its header is quoted without
  /// need, or everything in the table is quoted.
  private func quotesSayNothing(in column: Int) -> Bool {
    func isHabit(_ column: Int) -> Bool {
      header.isQuoted(column)
        && !CSV.needsQuotes(header.cells[column], separator, isAlone: header.cells.count == 1)
    }
    if isAllQuoted { return header.cells.indices.contains(where: isHabit) }
    return isHabit(column) && rows.allSatisfy { $0.cells[column].isEmpty || $0.isQuoted(column) }
  }

  private func kind(of row: CSV.Row, _ column: Int, _ value: Value, _ saysNothing: Bool) -> Cell {
    switch value {
    case .none: return row.isQuoted(column) ? .blank : .hole
    case .number, .whole:
      // 2.5 beside 1,5 is one of the cells for which the column stays text.
      return commas[column] == .some && row.cells[column].utf8.contains(UInt8(ascii: ".")) ? .text : .number
    case .bool: return .bool
    default: break
    }
    let cell = spelling(row, column)
    if cell.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .blank }
    if row.isQuoted(column), !saysNothing {
      switch CSV.value(cell) {
      case .number, .whole: return .quotedNumber
      default: return .text
      }
    }
    if CSV.spellsNumber(cell) { return .inexact }
    if commas[column] == .some, DecimalCommas.pointed(cell) != nil { return .comma }
    return CSV.meansMissing(cell) ? .missing : .text
  }

  private func count(_ cell: Cell, at row: Int, in tally: inout Tally) {
    switch cell {
    case .hole, .blank: break
    case .number:
      if tally.numbers == 0 { tally.firstNumber = row }
      tally.numbers += 1
    case .bool:
      if tally.bools == 0 { tally.firstBool = row }
      tally.bools += 1
    case .missing:
      if tally.missing == 0 { tally.firstMissing = row }
      tally.missing += 1
    case .comma: tally.commas += 1
    case .quotedNumber, .text, .inexact:
      switch cell {
      case .text: tally.texts += 1
      case .inexact: tally.inexact += 1
      default: tally.quotedNumbers += 1
      }
      if tally.firstText == nil { tally.firstText = row }
    }
  }

  /// Returns a remark on a text column most of whose cells look like numbers or booleans; `nil` for other columns.
  private func textNote(_ column: Int, _ tally: Tally) -> String? {
    let numbers = tally.numbers + tally.quotedNumbers + tally.inexact + tally.commas
    let odd: Int
    if numbers > 0, numbers >= tally.texts + tally.bools {
      odd = tally.firstText ?? tally.firstBool
    } else if tally.bools > 0, tally.bools >= tally.texts + numbers {
      odd = tally.firstText ?? (tally.missing > 0 ? tally.firstMissing : tally.firstNumber)
    } else {
      return nil
    }
    let row = rows[odd]
    let cell = row.cells[column]
    let isQuotedNumber = row.isQuoted(column) && CSV.value(spelling(row, column)).text == nil
    let shown = cell.count > 40 ? "\(cell.prefix(40))…" : cell
    return
      "\(header.cells[column]) is text: line \(row.line) has \(isQuotedNumber ? "\"\(shown)\" in quotes" : sanitized(shown))"
  }

  private func missingNote(_ column: Int, _ tally: Tally) -> String {
    let row = rows[tally.firstMissing]
    let others = tally.missing > 1 ? ", the first of \(tally.missing) such cells" : ""
    return "\(header.cells[column]): \(row.cells[column]) on line \(row.line) counts as no value\(others)"
  }
}

extension CSV.Row {
  fileprivate func isQuoted(_ column: Int) -> Bool { !quoted.isEmpty && quoted.contains(column) }
}
