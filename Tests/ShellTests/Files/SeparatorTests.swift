import Foundation
import Testing

@testable import ShellCore

/// Tables of spreadsheets: separators of their own, decimal commas, and dates beside other texts.
@Suite struct SeparatorTests {
  private static func run(_ script: String, input: String) throws -> Program.Result {
    try Program.run(["--quiet", "-c", script], input: input)
  }

  @Test(arguments: [
    ("print (read csv by \";\")", "k;v\nx;10,5\ny;3\n", "[{k: \"x\", v: 10.5}, {k: \"y\", v: 3}]"),
    ("print (read csv by \";\" | sum v)", "v;w\r\n-1,25;a\r\n1e3;b\r\n", "998.75"),
    ("print (read csv by tab)", "a\tb\n1\t2\n", "[{a: 1, b: 2}]"),
    ("print (read csv by \"|\")", "a|b\n1,5|2\n", "[{a: 1.5, b: 2}]"),
    ("print (read text by \";\")", "a;b\n1;2\n", "[{a: 1, b: 2}]"),
    ("print (\"a;b\\n1,5;x\" | from csv by \";\")", "", "[{a: 1.5, b: \"x\"}]"),
    ("print (read csv anyway dates by \";\")", "a;b\n2026-01-05;1\n1\n", "[{a: 2026-01-05, b: 1}]"),
    // A quoted cell may hold the separator; a column with a point or with other text stays as it is.
    ("print (read csv by \";\")", "a;b\n\"1;2\";3\n", "[{a: \"1;2\", b: 3}]"),
    ("print (read csv by \";\")", "a\n1,5\n2.5\n", "[{a: \"1,5\"}, {a: \"2.5\"}]"),
    ("print (read csv by \";\")", "a;b\n1,5;1\nx;2\n", "[{a: \"1,5\", b: 1}, {a: \"x\", b: 2}]"),
    ("print (read csv by \";\")", "a\n1,234,5\n", "[{a: \"1,234,5\"}]"),
    ("print (read csv by \";\")", "a;b\n;1\n2,5;2\n", "[{a: none, b: 1}, {a: 2.5, b: 2}]"),
    // A column that stays text keeps its commas, whatever the reason.
    ("print (read csv by \";\")", "a;b\n\"1,2\";x\n3,5;y\n", "[{a: \"1,2\", b: \"x\"}, {a: \"3,5\", b: \"y\"}]"),
    ("print (read csv by \";\")", "a;b\n\"1,2\";1,5\n", "[{a: \"1,2\", b: 1.5}]"),
    ("print (read csv by \";\")", "\"a\";\"b\"\n\"1,2\";\"x\"\n", "[{a: 1.2, b: \"x\"}]"),
    (
      "print (read csv by \";\")", "a\n0,12345678901234567891\n0,12345678901234567892\n",
      "[{a: \"0,12345678901234567891\"}, {a: \"0,12345678901234567892\"}]"
    ),
    ("print (read csv by \";\")", "a\nNA\n1,5\n", "[{a: none}, {a: 1.5}]"),
    // The first line can name the separator, as spreadsheets write it.
    ("print (read csv)", "sep=;\na;b\n1,5;2\n", "[{a: 1.5, b: 2}]"),
    ("print (read csv)", "\u{FEFF}\"SEP=;\"\r\na;b\r\n1;2\r\n", "[{a: 1, b: 2}]"),
    ("print (read csv by \"|\")", "sep=|\na|b\n1|2\n", "[{a: 1, b: 2}]"),
    ("print (read csv)", "sep=,\na,b\n1,2\n", "[{a: 1, b: 2}]"),
    ("print (read csv)", "sep=,x\n1,2\n", "[{\"sep=\": 1, x: 2}]"),
    ("print (read csv)", "sep=;\n", "[]"),
    // With commas between the cells, or without `by`, nothing changes.
    ("print (read tsv)", "a\tb\n1,5\t2\n", "[{a: \"1,5\", b: 2}]"),
    ("print (read csv)", "a,b\n\"1,5\",2\n", "[{a: \"1,5\", b: 2}]"),
  ])
  func cellsAreSeparatedAsTheScriptSays(_ script: String, _ input: String, _ output: String) throws {
    let result = try Self.run(script, input: input)
    #expect(result.output == output + "\n" && result.status == 0, "\(result)")
  }

  @Test(arguments: [
    (
      "read csv by \"ab\"", "'by' expects one character that separates the cells, not \"ab\"\n",
      "such as by \";\" or by tab"
    ),
    (
      "read csv by \"\"", "'by' expects one character that separates the cells, not \"\"\n",
      "such as by \";\" or by tab"
    ),
    ("read csv by 5", "'by'", ""),
    ("read json by \";\"", "'by' sets the separator of a table, and json is not a table format\n", "leave out 'by'"),
    ("read csv", "'<standard input>', line 2: this row has 2 cells, but the first row has 1\n", "try: by \";\""),
  ])
  func aWrongSeparatorIsRefused(_ script: String, _ message: String, _ advice: String) throws {
    let result = try Self.run(script, input: "k;v\nx;10,5\n")
    #expect(result.status != 0 && result.output.isEmpty)
    #expect(result.errors.contains(message) && (advice.isEmpty || result.errors.contains(advice)), "\(result.errors)")
  }

  @Test func aTableThatLooksSeparatedOtherwiseIsNoted() throws {
    let result = try Program.run(["-c", "print (read csv | count)"], input: "k;v\nx;10\n")
    #expect(result.output.hasSuffix("1\n") && result.status == 0)
    #expect(
      (result.output + result.errors).contains(
        "'<standard input>': the table has one column, and its first line has ';'; try: by \";\""), "\(result)")
    let plain = try Program.run(["-c", "print (read csv | count)"], input: "k\nx;10\n")
    #expect(!(plain.output + plain.errors).contains("try: by"))
  }

  /// A few cells keep a column of decimal commas from being numbers; the first of them is named.
  @Test(arguments: [
    ("v\n1,5\n2,5\nabout 3\n4,5\n", "v is text: line 4 has about 3"),
    ("v\n1,5\n2\n2.5\n", "v is text: line 4 has 2.5"), ("v\n1,5\n2,5\n1.234,5\n", "v is text: line 4 has 1.234,5"),
    ("v;w\n1,5;\"a\nb\"\nx;c\n2;d\n", "v is text: line 4 has x"),
    ("v;w\n1,5;1\n\"2,5\";2\n", "v is text: line 3 has \"2,5\" in quotes"),
    ("v\n1,5\ntrue\n", "v is text: line 3 has true"), ("v\n1,5\nx\ny\n", nil), ("v\nx,y\n", nil),
    ("v\n1,5\n\n2\n", nil),
    ("sep=;\nv;w\n1,5;1\nx;2\n", "v is text: line 4 has x"),
  ])
  func aColumnOfDecimalCommasThatStaysTextIsNoted(_ table: String, _ note: String?) throws {
    var notes: [String] = []
    let separator = table.hasPrefix("sep") ? nil : UInt8(ascii: ";")
    _ = try FileFormat.csv.value(of: table, "t", separator: separator, noting: { notes.append($0) })
    #expect(notes == (note.map { ["'t': \($0)"] } ?? []))
  }

  @Test func datesBesideOtherTextsAreNoted() throws {
    let table = "d,e\n2026-01-05,2026-01-05\n2026-01-06,2026-01-06\n12.01.2026,2026-01-07\n"
    let result = try Program.run(["-c", "print (read csv dates | count)"], input: table)
    #expect(result.output.hasSuffix("3\n"))
    let all = result.output + result.errors
    #expect(all.contains("'<standard input>': d has dates and text: row 3 has 12.01.2026"), "\(result)")
    #expect(!all.contains("e has dates"))
    // Text that is not a date in any row is no reason for a note.
    let names = try Program.run(["-c", "print (read csv dates | count)"], input: "d\nx\ny\n")
    #expect(!(names.output + names.errors).contains("has dates"))
  }

  @Test(arguments: [
    ("{a: 1, b: [2, {c: none}]}", "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    {\n      \"c\": null\n    }\n  ]\n}"),
    ("[]", "[]"), ("{}", "{}"), ("[[], {}]", "[\n  [],\n  {}\n]"), ("5", "5"),
    ("{a: \"x\\{,:\\\"}\\\\\"}", "{\n  \"a\": \"x{,:\\\"}\\\\\"\n}"), ("[\"\"]", "[\n  \"\"\n]"),
  ])
  func jsonForPeopleHasALineForEachField(_ value: String, _ text: String) throws {
    #expect(try Self.run("print (\(value) | to json pretty)", input: "").output == text + "\n")
    #expect(try Self.run("print ((\(value) | to json pretty | from json) == \(value))", input: "").output == "true\n")
  }

  @Test func savedJSONCanBePretty() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "pretty-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try Self.run("save {a: [1]} to '\(path)' pretty; expect (open '\(path)') == {a: [1]}", input: "")
    #expect(result.status == 0, "\(result)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n  \"a\": [\n    1\n  ]\n}\n")
    #expect(try Self.run("save {a: 1} to - pretty", input: "").output == "{\n  \"a\": 1\n}\n")
    let table = try Self.run("save [{a: 1}] to '\(path).csv' pretty", input: "")
    #expect(table.status == 1 && table.errors.contains("error: 'pretty' is for JSON"), "\(table)")
    #expect(!FileManager.default.fileExists(atPath: path + ".csv"))
  }

  @Test(arguments: [("to {a: 1} json", true), ("to [1] json pretty", true), ("{a: 1}", false), ("\"[x\"", false)])
  func jsonThatIsSavedAsATextIsNoted(_ value: String, _ isNoted: Bool) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "text-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try Self.run("save (\(value)) to '\(path)'", input: "")
    #expect(result.status == 0 && result.errors.contains("`save` converts values itself") == isNoted, "\(result)")
  }

  @Test func prettyIsForJSONAlone() throws {
    let result = try Self.run("print ([1] | to jsonl pretty)", input: "")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("error: 'pretty' is for JSON\n") && result.errors.contains("try: to json pretty"))
  }
}
