import Foundation
import StoryScript
import Testing

@testable import SessionState
@testable import ShellCore

/// A column of a table has one kind, whatever the format of its numbers and the program that wrote it.
@Suite struct CSVColumnsTests {
  /// Returns the table's value as it would be typed, and the notes about its columns.
  private func read(_ text: String, _ format: FileFormat = .csv) throws -> (value: String, notes: [String]) {
    var notes: [String] = []
    let value = try format.value(of: text, "t") { _ in
    } noting: {
      notes.append($0)
    }
    return (ValueWriter().literal(value), notes)
  }

  /// Returns a value with its kind and all digits.
  private static func exact(_ value: Value?) -> String {
    switch value {
    case .number(let number): "number \(number)"
    case .whole(let whole): "whole \(whole)"
    case .text(let text): "text \(text)"
    case .list(let items): "\(items.map { exact($0) })"
    case .record(let record): "\(record.names.map { "\($0): \(exact(record[$0]))" })"
    default: value.map { ValueWriter().literal($0) } ?? "nothing"
    }
  }

  /// Returns the values of the column `v`.
  private func column(_ text: String) throws -> [String] {
    guard case .list(let rows) = try FileFormat.csv.value(of: text, "t") else { return [] }
    return rows.map { Self.exact($0.record?["v"]) }
  }

  // MARK: Output of other programs

  /// Python's `repr`, R's 15 digits and exponents, JavaScript, Excel, a GPS logger, awk.
  @Test(arguments: [
    ("6.718212205620061", 6.718212205620061), ("42.371686846861635", 42.371686846861635),
    ("0.30000000000000004", 0.30000000000000004), ("-0.12345678901234568", -0.12345678901234568),
    ("1e-07", 1e-7), ("1e5", 1e5), ("1.5E+05", 1.5e5), ("-2.5e-300", -2.5e-300),
    ("1.7976931348623157e+308", .greatestFiniteMagnitude),
    ("5e-324", .leastNonzeroMagnitude), ("0.0", 0), ("-0", 0), ("0e0", 0), ("123456789.12345679", 123456789.12345679),
    (" 2.5", 2.5), ("2.5  ", 2.5), ("\t7", 7), ("1e22", 1e22),
  ])
  func numbersAsJSONSpellsThem(_ cell: String, _ number: Double) throws {
    // Between other cells, as the first cell, alone, and with all cells in quotes.
    for text in ["v\n1\n\(cell)\n2.5\n", "v\n\(cell)\n1\n", "v\n\(cell)\n", "\"v\"\n\"\(cell)\"\n\"1\"\n"] {
      #expect(try column(text).contains(Self.exact(.number(number))), "\(text)")
      #expect(try read(text).notes.isEmpty, "\(text)")
    }
  }

  /// Codes, phone numbers, numbers that cannot be stored exactly, and text that only some programs call a number.
  @Test(arguments: [
    "007", "-01", "00", "+49", ".5", "5.", "1.e5", "1e", "1e+", "e5", "0x10", "1_000", "1 000", "1,5", "--1", "- 1",
    "1-",
    "18446744073709551616", "9223372036854775808", "-9223372036854775809", "1e400", "-1e400", "inf", "-Infinity", "12%",
    "$5", "1.2.3", "١", "½", "1\u{301}",
  ])
  func otherSpellingsAreTexts(_ cell: String) throws {
    let quoted = cell.contains(",") ? "\"\(cell)\"" : cell
    let (value, notes) = try read("v\n1\n2\n\(quoted)\n3\n")
    #expect(try column("v\n1\n2\n\(quoted)\n3\n") == ["text 1", "text 2", "text \(cell)", "text 3"], "\(value)")
    #expect(notes == ["'t': v is text: line 4 has \(cell)"])
  }

  @Test func wholeNumbersAreExact() throws {
    #expect(
      try column("v\n9223372036854775807\n-9223372036854775808\n123456789012345678\n") == [
        "whole 9223372036854775807", "whole -9223372036854775808", "whole 123456789012345678",
      ])
  }

  /// A column with a number that cannot be stored to the last digit is exact text, and a note names the cell that is
  /// the reason.
  @Test(arguments: [
    (["9223372036854775808", "2", "10"], 2), (["99999999999999999999", "100000000000000000000"], 2),
    (["1e19", "18446744073709551616"], 3), (["2.5", "9007199254740993.5"], 3),
    (["12345678901234567890.5", "1"], 2),
    // Two different decimals that would be stored as the same number.
    (["0.12345678901234567891", "0.12345678901234567892"], 3), (["0.1", "0.10000000000000000001"], 2),
    (["1.00000000000000000001", "1.00000000000000000002"], 3),
  ])
  func aColumnBeyondNumbersIsExact(_ cells: [String], _ line: Int) throws {
    let text = "v\n" + cells.joined(separator: "\n") + "\n"
    #expect(try column(text) == cells.map { "text \($0)" })
    let notes = try read(text).notes
    #expect(notes == ["'t': v is text: line \(line) has \(cells[line - 2])"])
    // No calculation uses the text silently, and a saved file equals the original.
    let path = Scratch.path() + ".csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let run = ScriptRun()
    #expect(
      run("let r = open \"\(path)\"; save $r to \"\(path)\" replace; expect (open \"\(path)\") == $r").error == nil)
    #expect(run("$r | sum v").error?.contains("expects numbers") == true)
    #expect(run("expect ($r | group by v | count) == \(cells.count); expect $r[0].v != $r[1].v").error == nil)
  }

  /// Decimals of any length are numbers unless two different decimals would become equal.
  @Test func longDecimalsThatDifferAreNumbers() throws {
    #expect(try column("v\n0.1234567890123456789012\n0.5\n").allSatisfy { !$0.hasPrefix("text") })
    #expect(try column("v\n0.100000000000000000000\n0.1\n").allSatisfy { !$0.hasPrefix("text") })
    #expect(try column("v\n12.3333333333333333\n7.6666666666666667\n").allSatisfy { !$0.hasPrefix("text") })
  }

  /// The digits that a number cannot keep are not lost in silence.
  @Test func aDecimalWithMoreDigitsThanANumberKeepsIsNamed() throws {
    #expect(
      try read("v\n0.5\n-0.12345678901234567890123\n").notes
        == ["'t': v: only 17 digits of -0.12345678901234567890123 are kept on line 3"])
    #expect(
      try read("v\n123456789.123456789\n").notes
        == ["'t': v: only 17 digits of 123456789.123456789 are kept on line 2"])
    // A decimal may also be too near to 0, whatever its digits.
    #expect(
      try read("v\n0.5\n1e-400\n").notes
        == ["'t': v: numbers this close to 0 have fewer digits: 1e-400 on line 3 becomes 0"])
    var near: [String] = []
    _ = try FileFormat.json.value(of: "[1, 1e-400]", "t", noting: { near.append($0) })
    #expect(near == ["'t', line 1, column 5: numbers this close to 0 have fewer digits: 1e-400 becomes 0"])
    for cell in ["0.12345678901234567", "12.300000000000000000000000", "1e-300", "0.00000000000000000000123"] {
      #expect(try read("v\n\(cell)\n").notes.isEmpty, "\(cell)")
    }
    var notes: [String] = []
    let value = try FileFormat.json.value(
      of: "{\"a\": [1,\n 0.1234567890123456789]}", "t", noting: { notes.append($0) })
    #expect(notes == ["'t', line 2, column 2: only 17 digits of 0.1234567890123456789 are kept"], "\(value)")
    #expect(ScriptRun()("expect 0.10000000000000000000000 == 0.1").error == nil)
  }

  /// The largest number is not infinite, in any notation.
  @Test func theLargestNumberIsPrinted() {
    #expect(ScriptRun()("expect (text 1.7976931348623157e308) == \"1.7976931348623157e+308\"").error == nil)
    #expect(ScriptRun()("expect \"{-1.7976931348623157e308}\" == \"-1.7976931348623157e+308\"").error == nil)
  }

  /// A name that occurs twice in a record of JSON: one of the values would be lost.
  @Test func aFieldThatOccursTwiceIsAnError() throws {
    for (format, text, place) in [
      (FileFormat.json, "[{\"a\": 1,\n\"a\": 2}]", "line 2, column 5"),
      (.json, "{\"x\": {\"b\": 1, \"b\": 1}}", "line 1, column 20"),
      (.jsonLines, "{\"a\": 1}\n{\"a\": 1, \"a\": none}".replacing("none", with: "null"), "line 2, column 14"),
    ] {
      let error = #expect(throws: Failure.self) { try format.value(of: text, "t") }
      #expect(error?.problem.message.contains("'t', \(place): the field '") == true, "\(String(describing: error))")
      #expect(error?.problem.message.contains("occurs twice in one record") == true)
      _ = try format.value(of: text, "t", leaving: { _ in })
    }
    _ = try FileFormat.json.value(of: "[{\"a\": 1}, {\"a\": 1, \"b\": {\"a\": 2}}]", "t")
  }

  /// A table holds lists and records only as texts, which is said with the column's name.
  @Test(arguments: ["csv", "tsv"]) func listsAndRecordsInATableAreNamed(_ format: String) throws {
    for (value, words) in [
      ("[{n: 1, tags: [1, 2]}]", "'tags' has lists"), ("[{n: 1}, {n: {a: 1}}]", "'n' has records"),
    ] {
      let path = Scratch.path() + "." + format
      for line in ["save \(value) to \"\(path)\"", "print (\(value) | to \(format))"] {
        let run = try Program.run(["-c", line])
        #expect(
          run.status == 0
            && (run.errors + run.output).contains(
              "column \(words), which a table saves only as text: save as .json to keep them"),
          "\(run)")
      }
    }
    #expect(!(try Program.run(["-c", "print ([{n: 1, t: \"x\"}] | to \(format))"])).output.contains("column"))
  }

  /// Beyond 2^53, a whole number with a decimal point is as exact as one without.
  @Test func wholeNumbersWithAPointAreExact() throws {
    #expect(
      try column("v\n9007199254740993.0\n9007199254740995.000\n9007199254740993\n") == [
        "whole 9007199254740993", "whole 9007199254740995", "whole 9007199254740993",
      ])
    let path = Scratch.path() + ".json"
    try "[9007199254740993.0, 9007199254740992, 1e19]".write(toFile: path, atomically: true, encoding: .utf8)
    let run = ScriptRun()
    #expect(run("let r = open \"\(path)\"; expect $r[0] == 9007199254740993; expect $r[0] > $r[1]").error == nil)
    try "[9007199254740993.5]".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(run("open \"\(path)\"").error?.contains("line 1, column 2") == true)
    #expect(run("expect (open \"\(path)\" anyway)[0] == \"9007199254740993.5\"").error == nil)
  }

  /// `max`, `sort` and `sum` give the results of the program that wrote the file.
  @Test func theGreatestOfManyDigits() throws {
    let path = Scratch.path() + ".csv"
    var generator = SystemRandomNumberGenerator()
    for spell: (Double) -> String in [
      { "\($0)" }, { String(format: "%.17g", $0) }, { String(format: "%.15g", $0) }, { String(format: "%.6e", $0) },
      { "\"\($0)\"" },
    ] {
      let cells = (0..<50).map { _ in spell(Double.random(in: -1e3...1e3, using: &generator) * Double.random(in: 0...1))
      }
      let numbers = cells.compactMap { Double($0.filter { $0 != "\"" }) }
      let header = cells[0].hasPrefix("\"") ? "\"v\"" : "v"
      try ([header] + cells).joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      let run = ScriptRun()
      #expect(run("let r = open \"\(path)\"").error == nil)
      let read = run.session.runtime.variable("r")?.list?.map { Self.exact($0.record?["v"]) }
      #expect(read == numbers.map { Self.exact(.number($0)) })
      #expect(run("let m = max ($r | each { $it.v })").error == nil)
      #expect(Self.exact(run.session.runtime.variable("m")) == Self.exact(numbers.max().map { .number($0) }))
      #expect(run("let s = $r | sort by v | each { $it.v }").error == nil)
      #expect(
        run.session.runtime.variable("s")?.list?.map { Self.exact($0) }
          == numbers.sorted().map { Self.exact(.number($0)) })
      #expect(run("let t = $r | sum v").error == nil)
    }
  }

  // MARK: Quotes

  /// If a program quotes every cell, header included, the quotes carry no meaning.
  @Test(arguments: [
    ("\"t\",\"v\"\n\"0\",\"120.50\"\n\"1\",\"7.50\"\n", "[{t: 0, v: 120.5}, {t: 1, v: 7.5}]"),
    // From R, which quotes texts and names.
    ("\"\",\"n\",\"v\"\n\"1\",\"a\",2.5\n\"2\",\"b\",NA\n", #"[{"": 1, n: "a", v: 2.5}, {"": 2, n: "b", v: none}]"#),
    ("t,\"v\"\n0,\"120.50\"\n1,\"7.50\"\n", "[{t: 0, v: 120.5}, {t: 1, v: 7.5}]"),
    ("\"v\"\n\"5\"\n\"\"\n\"7\"\n", "[{v: 5}, {v: none}, {v: 7}]"),
    ("\"v\",\"w\"\n\"5\",\n,\"7\"\n", "[{v: 5, w: none}, {v: none, w: 7}]"),
    ("\"v\",\"a,b\"\n\"5\",\"6\"\n", #"[{v: 5, "a,b": 6}]"#),
    ("\"v\"\n\"true\"\n\"false\"\n", "[{v: true}, {v: false}]"),
    ("\"v\"\n\"007\"\n\"7\"\n", #"[{v: "007"}, {v: "7"}]"#),
    ("\"v\"\n\"a\"\n\"\"\n", #"[{v: "a"}, {v: ""}]"#),
  ])
  func habitualQuotesAreIgnored(_ text: String, _ expected: String) throws { #expect(try read(text).value == expected) }

  /// Otherwise, one quoted cell makes its whole column text.
  @Test(arguments: [
    (
      "v\n12\n\"12, rear\"\n7\n", #"[{v: "12"}, {v: "12, rear"}, {v: "7"}]"#, ["'t': v is text: line 3 has 12, rear"]
    ),
    ("v\n12\n\"13\"\n7\n", #"[{v: "12"}, {v: "13"}, {v: "7"}]"#, ["'t': v is text: line 3 has \"13\" in quotes"]),
    (
      "t,v\n0,\"120.50\"\n1,\"7.50\"\n", #"[{t: 0, v: "120.50"}, {t: 1, v: "7.50"}]"#,
      ["'t': v is text: line 2 has \"120.50\" in quotes"]
    ),
    (
      "\"t\",\"v\"\n0,\"5\"\n1,7\n", #"[{t: 0, v: "5"}, {t: 1, v: "7"}]"#,
      ["'t': v is text: line 2 has \"5\" in quotes"]
    ),
    ("v,w\n5,\"\"\n6,\"\"\n", #"[{v: 5, w: ""}, {v: 6, w: ""}]"#, []),
    ("v\n5\n\"\"\n7\n", "[{v: 5}, {v: none}, {v: 7}]", []),
  ])
  func quotesThatSaySomething(_ text: String, _ expected: String, _ notes: [String]) throws {
    let read = try read(text)
    #expect(read.value == expected && read.notes == notes, "\(read)")
  }

  // MARK: Odd cells

  @Test(arguments: [
    ("v\n1\nx\n3\n", ["'t': v is text: line 3 has x"]),
    (
      "a,v\n1,2\n\"two\nlines\",3\n4,n/a\n", ["'t': a is text: line 3 has two␊lines", "'t': v is text: line 5 has n/a"]
    ),
    ("v\n1\n2\ntrue\n", ["'t': v is text: line 4 has true"]),
    ("v\ntrue\ntrue\n1\n", ["'t': v is text: line 4 has 1"]),
    ("v\ntrue\nmaybe\n", ["'t': v is text: line 3 has maybe"]),
    ("v\ntrue\nNA\n", ["'t': v is text: line 3 has NA"]),
    // A column of texts stays text even if one of them looks like a number.
    ("v\nana\nben\n42\n", []), ("v\nana\nben\n", []), ("v\nana\ntrue\nben\n", []), ("v\n\n", []), ("v\n", []),
    ("v\n1\n-\u{1B}[2J\n", ["'t': v is text: line 3 has -␛[2J"]),
    (
      "a,b,c,d,e\n1,1,1,1,1\nx,x,x,x,x\n",
      [
        "'t': a is text: line 3 has x", "'t': b is text: line 3 has x", "'t': c is text: line 3 has x",
        "'t': 2 more columns also have cells that differ in type from the rest",
      ]
    ),
    ("v\n1\nNA\nNA\n", ["'t': v: NA on line 3 counts as no value, the first of 2 such cells"]),
  ])
  func whatIsSaid(_ text: String, _ notes: [String]) throws { #expect(try read(text).notes == notes) }

  @Test(arguments: ["NA", "NaN", "nan"])
  func aNumberThatIsNotThere(_ cell: String) throws {
    let read = try read("v\n1.5\n\(cell)\n3\n")
    #expect(read.value == "[{v: 1.5}, {v: none}, {v: 3}]")
    #expect(read.notes == ["'t': v: \(cell) on line 3 counts as no value"])
    // Among texts, the cell is a text: Namibia.
    #expect(try self.read("v\nDE\n\(cell)\n").value == #"[{v: "DE"}, {v: "\#(cell)"}]"#)
    #expect(try self.read("v\n\(cell)\n").value == #"[{v: "\#(cell)"}]"#)
    #expect(try self.read("v\ntrue\n\(cell)\n").value == #"[{v: "true"}, {v: "\#(cell)"}]"#)
    #expect(try self.read("v\n1\n\"\(cell)\"\n").value == #"[{v: "1"}, {v: "\#(cell)"}]"#)
  }

  /// A column of mixed kinds becomes text as a whole, and a note says so.
  @Test func aColumnOfSeveralKindsIsText() throws {
    let path = Scratch.path() + ".csv"
    let run = ScriptRun()
    #expect(run("save [{v: 5}, {v: \"y\"}, {v: true}] to \"\(path)\"; let r = open \"\(path)\"").error == nil)
    #expect(run("expect $r == [{v: \"5\"}, {v: \"y\"}, {v: \"true\"}]").error == nil)
  }

  // MARK: Saving and reading back

  /// The program reads back the same values that it saves.
  @Test(arguments: ["csv", "tsv"])
  func numbersReadBack(_ kind: String) throws {
    let path = Scratch.path() + "." + kind
    ScriptRun.passes(
      """
      let v = [{v: 1 / 3}, {v: 0.1 + 0.2}, {v: 1e-7}, {v: 1e22}, {v: -2.5}, {v: 4.9e-324}, {v: 9007199254740993}, {v: 1e15 + 0.5}]
      save $v to "\(path)"; expect (open "\(path)") == $v; expect (open "\(path)" | sum v) == (sum ($v | each { $it.v }))
      expect (open "\(path)" | to \(kind) | from \(kind)) == $v
      """)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let number = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
      // Whole numbers come back as whole numbers, exactly.
      guard number.isFinite, Int64(exactly: number) == nil else { continue }
      let values = [Value.record(["v": .number(number)]), .record(["v": .number(1)])]
      let text = try FileFormat.csv.text(of: .list(values), .utc, writer: ValueWriter())
      #expect(Self.exact(try FileFormat.csv.value(of: text, "t")) == Self.exact(.list(values)), "\(text)")
    }
  }

  @Test func theNoteComesWithEachWayIn() throws {
    let path = Scratch.path() + ".csv"
    try "v\n1\nx\n".write(toFile: path, atomically: true, encoding: .utf8)
    let opened = try Program.run(["-c", "let r = open \"\(path)\"; print $r[0].v"])
    #expect(opened.output == "1\n" && opened.errors == "note: '\(path)': v is text: line 3 has x\n")
    let read = try Program.run(["-c", "let r = read csv"], input: "v\n1\nx\n")
    #expect(read.errors == "note: '<standard input>': v is text: line 3 has x\n")
    let from = try Program.run(["-c", "let r = \"v\\n1\\nx\" | from csv"])
    #expect(from.errors == "note: '<text>': v is text: line 3 has x\n")
  }

  /// A byte order mark before a quote does not hide the quote.
  @Test func excelsMarkAtTheBeginning() throws {
    let path = Scratch.path() + ".csv"
    try "\u{FEFF}\"v\"\r\n\"1.5\"\r\n\"12.25\"\r\n".write(toFile: path, atomically: true, encoding: .utf8)
    ScriptRun.passes("expect (max (open \"\(path)\" | each { $it.v })) == 12.25")
    ScriptRun.passes("expect (\"\u{FEFF}v\\n5\" | from csv) == [{v: 5}]")
  }
}
