import StoryScript
import System
import Terminal

/// The kinds of a table's columns: numbers, true and false, or texts, one for each column.
///
/// A cell in quotes makes its column text, as a spreadsheet does that shows `01067` as it is. Where the header and all cells
/// of a column are in quotes that do not need them, the program that wrote them quotes everything, and quotes say nothing.
struct CSVColumns {
  private let header: CSV.Row
  private let rows: [CSV.Row]
  private let separator: UInt8
  /// Whether every cell of the table is in quotes.
  private let isAllQuoted: Bool

  /// - Parameter rows: those below the header, each with as many cells.
  init(_ header: CSV.Row, _ rows: [CSV.Row], separator: UInt8) {
    (self.header, self.rows, self.separator) = (header, rows, separator)
    // Empty cells are holes, which even those leave alone that quote everything.
    func isQuoted(_ row: CSV.Row) -> Bool {
      row.quoted.count == row.cells.count || row.cells.indices.allSatisfy { row.cells[$0].isEmpty || row.isQuoted($0) }
    }
    isAllQuoted = isQuoted(header) && rows.allSatisfy(isQuoted)
  }

  /// What a cell is, seen alone.
  private enum Cell {
    case hole, number, bool, text
    /// Nothing but spaces, or nothing in quotes.
    case blank
    /// How R and Python write a number that is not there.
    case missing
    /// A number in quotes that say something.
    case quotedNumber
    /// A number that has more digits than one of the language holds.
    case inexact
  }

  /// How many cells of a column are what, and where the first of those is that are no number.
  private struct Tally {
    var numbers = 0
    var bools = 0
    var texts = 0
    var quotedNumbers = 0
    var inexact = 0
    var missing = 0
    var firstMissing = 0
    var firstNumber = 0
    var firstBool = 0
    /// The first cell that makes the column text.
    var firstText: Int?
  }

  /// The rows as records.
  /// - Parameter note: takes what there is to say of a column whose cells do not all look alike.
  func records(noting note: ((String) -> Void)?) throws(Failure) -> [Value] {
    let shape = Record.Shape(header.cells)
    var table: [[Value]] = []
    table.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      table.append(row.cells.indices.map { row.isQuoted($0) ? .text(row.cells[$0]) : CSV.value(row.cells[$0]) })
    }
    var notes: [String] = []
    for column in header.cells.indices { try settle(column, in: &table, &notes) }
    if let note {
      for text in notes.prefix(Self.mostNotes) { note(text) }
      let more = notes.count - Self.mostNotes
      if more > 0 { note("so have \(TimeText.count(more, "other column")) cells of another kind than the rest") }
    }
    var records: [Value] = []
    records.reserveCapacity(table.count)
    for (index, values) in table.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      records.append(.record(Record(shape, values)))
    }
    return records
  }

  private static let mostNotes = 3

  /// Gives the values of a column one kind.
  private func settle(_ column: Int, in table: inout [[Value]], _ notes: inout [String]) throws(Failure) {
    let saysNothing = quotesSayNothing(in: column)
    var tally = Tally()
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      if saysNothing, row.isQuoted(column) { table[index][column] = CSV.value(row.cells[column]) }
      count(kind(of: row, column, table[index][column], saysNothing), at: index, in: &tally)
    }
    if tally.numbers > 0, tally.texts + tally.quotedNumbers + tally.inexact == 0, let row = try merged(column, table) {
      tally.inexact += 1
      tally.firstText = row
    }
    let isText =
      tally.texts > 0 || tally.quotedNumbers > 0 || tally.inexact > 0 || (tally.numbers > 0) == (tally.bools > 0)
    if !isText, tally.missing == 0 || tally.numbers > 0 {
      // What is left of texts is blank, or says that there is no number.
      for index in table.indices where table[index][column].text != nil { table[index][column] = .none }
      if tally.missing > 0 { notes.append(missingNote(column, tally)) }
      return
    }
    if let text = textNote(column, tally) { notes.append(text) }
    for (index, row) in rows.enumerated() where row.isQuoted(column) || !row.cells[column].isEmpty {
      if index & 1023 == 0 { try Interruption.look() }
      table[index][column] = .text(row.cells[column])
    }
  }

  /// The first row whose decimal is another one than that of a row before it, though a number does not tell them apart.
  private func merged(_ column: Int, _ table: [[Value]]) throws(Failure) -> Int? {
    var spelled: [Double: (digits: String, exponent: Int)] = [:]
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      guard let number = table[index][column].number, let decimal = CSV.longDecimal(row.cells[column]) else { continue }
      guard let other = spelled[number] else {
        spelled[number] = decimal
        continue
      }
      if other != decimal { return index }
    }
    if spelled.isEmpty { return nil }
    // Shorter ones may be one number with a longer one.
    for (index, row) in rows.enumerated() {
      if index & 1023 == 0 { try Interruption.look() }
      guard let number = table[index][column].number, let other = spelled[number],
        let decimal = CSV.decimal(row.cells[column])
      else { continue }
      if other != decimal { return index }
    }
    return nil
  }

  /// Whether the quotes of a column are a habit of the program that wrote it: its header has some that it does not need, or
  /// nothing in the table is without.
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
    case .number, .whole: return .number
    case .bool: return .bool
    default: break
    }
    let cell = row.cells[column]
    if cell.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .blank }
    if row.isQuoted(column), !saysNothing {
      switch CSV.value(cell) {
      case .number, .whole: return .quotedNumber
      default: return .text
      }
    }
    if CSV.spellsNumber(cell) { return .inexact }
    return cell == "NA" || cell == "NaN" || cell == "nan" ? .missing : .text
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
    case .quotedNumber, .text, .inexact:
      switch cell {
      case .text: tally.texts += 1
      case .inexact: tally.inexact += 1
      default: tally.quotedNumbers += 1
      }
      if tally.firstText == nil { tally.firstText = row }
    }
  }

  /// What there is to say of a column of texts most of which look like numbers, or like true and false; `nil` if they do not.
  private func textNote(_ column: Int, _ tally: Tally) -> String? {
    let numbers = tally.numbers + tally.quotedNumbers + tally.inexact
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
    let isQuotedNumber = row.isQuoted(column) && CSV.value(cell).text == nil
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
