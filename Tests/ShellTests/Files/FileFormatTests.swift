import Foundation
import StoryScript
import Testing

@testable import ShellCore

@Suite struct FileFormatTests {
  let folder = Scratch.folder()

  func file(_ name: String, _ text: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func read(_ name: String, _ text: String) throws -> String {
    let path = try file(name, text)
    do throws(Failure) {
      return ValueWriter().literal(try FileFormat(path: path).read(path))
    } catch {
      return error.problem.message.replacingOccurrences(of: path, with: name)
    }
  }

  @Test(arguments: [
    ("a.json", #"{"b": [1, 2.5, null, true], "a": "x"}"#, #"{b: [1, 2.5, none, true], a: "x"}"#),
    (
      "a.json", "[1,\n 2 3]",
      "'a.json', line 2, column 4: this is not JSON: expected ',' or ']'"
    ),
    ("a.jsonl", "{\"n\": 1}\n\n{\"n\": 2}\n", "[{n: 1}, {n: 2}]"),
    ("a.jsonl", "{\"n\": 1}\r\n\r\n{\"n\": 2}\r\n", "[{n: 1}, {n: 2}]"),
    ("a.ndjson", "[1]\r\n[2 3]", "'a.ndjson', line 2, column 4: this is not JSON: expected ',' or ']'"),
    ("a.csv", "name,age\nana,9\n\"b, \"\"x\"\"\",007\n", #"[{name: "ana", age: "9"}, {name: "b, \"x\"", age: "007"}]"#),
    ("a.csv", "a,b\r\n1,\r\n", #"[{a: 1, b: none}]"#),
    ("a.csv", "a,b\n\"\",\"5\"\n", #"[{a: "", b: "5"}]"#),
    ("a.csv", "a,b\ntrue,123456789012345678\n", #"[{a: true, b: 123456789012345678}]"#),
    ("a.csv", "a\n0.12345678901234567\n", "[{a: 0.123456789012346}]"),
    ("a.json", "[123456789012345678]", "[123456789012345678]"),
    ("a.json", "[9223372036854775807, -9223372036854775808]", "[9223372036854775807, -9223372036854775808]"),
    ("a.json", "[1e30, -1E19, 20000000000000000000.0]", "[1e+30, -1e+19, 2e+19]"),
    (
      "a.json", "[{\"id\": 1},\n {\"id\": 9223372036854775808}]",
      "'a.json', line 2, column 9: this whole number is beyond ±2^63, so it cannot be read exactly"
    ),
    (
      "a.jsonl", "1\n[-9223372036854775809]\n",
      "'a.jsonl', line 2, column 2: this whole number is beyond ±2^63, so it cannot be read exactly"
    ),
    ("a.csv", "a,b\n1\n", "'a.csv', line 2: this row has 1 cell, but the first row has 2"),
    ("a.csv", "a\n\"x\n", "'a.csv', line 2: the closing quote of a cell is missing"),
    ("a.csv", "a,b\r1,2\r3,\"4\r5\"\r", #"[{a: 1, b: "2"}, {a: 3, b: "4\n5"}]"#),
    ("a.csv", "", "[]"),
    (
      "a.csv", "a,b,a\n1,2,3\n",
      "'a.csv', line 1: two columns are called 'a', but the fields of a record need different names"
    ),
    ("a.csv", "a\n\"\"\n\n1\n\"\"", "[{a: none}, {a: 1}, {a: none}]"),
    (
      "a.csv", "plz,n\n20095,1\n01067,\n,3\n",
      #"[{plz: "20095", n: 1}, {plz: "01067", n: none}, {plz: none, n: 3}]"#
    ),
    ("a.csv", "a,b\n5,true\n\"x\",7\n", #"[{a: "5", b: "true"}, {a: "x", b: "7"}]"#),
    ("a.tsv", "a\tb\n-1.5\t1.\n", #"[{a: -1.5, b: "1."}]"#),
    ("a.txt", "two\nlines", #""two\nlines""#),
  ])
  func reading(_ name: String, _ text: String, _ expected: String) throws {
    #expect(try read(name, text) == expected)
  }

  @Test func invalidUTF8HasItsPlace() throws {
    let path = folder.appending(path: "bad.txt")
    try Data([0x61, 0x0A, 0x62, 0xFF]).write(to: path)
    let result = try Program.run(["-c", "open '\(path.path)'"])
    #expect(result.status == 1)
    #expect(result.errors.contains("line 2, column 2: this is not valid UTF-8"))
  }

  @Test(arguments: ["a.json", "a.jsonl", "a.csv", "a.tsv"])
  func savedFilesReadBack(_ name: String) throws {
    let path = folder.appending(path: name).path
    let value = #"[{name: "ana, \"x\"", age: 9}, {name: "two\nlines", age: 7.5}]"#
    let script = "let v = \(value)\nsave $v to '\(path)'\nexpect (open '\(path)') == $v"
    let result = try Program.run(["-c", script])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Program.run(["-c", "save 1 to '\(path)'"]).errors.contains("already exists"))
    #expect(
      try Program.run(["-c", script.replacingOccurrences(of: "\(path)'\nexpect", with: "\(path)' replace\nexpect")])
        .status == 0)
  }

  /// The only cell of a row is empty, a combining mark changes a quote into another character, a cell contains a line
  /// break.
  @Test(arguments: ["a.csv", "a.tsv"])
  func emptyLookingCellsReadBack(_ name: String) throws {
    let path = folder.appending(path: name).path
    for value in [
      #"[{a: ""}, {a: "x"}, {a: ""}]"#, "[{a: \"\\\"\u{301}b\", b: \"c\"}]", #"[{a: "\n", b: ""}]"#,
      #"[{a: "5", b: "x"}, {a: "y", b: "007"}, {a: "a,b", b: ""}]"#, #"[{a: "\"", b: 1}, {a: "2", b: -1.5}]"#,
      #"[{a: none, b: "5"}, {a: "true", b: "NA"}, {a: "007", b: "1e5"}]"#, #"[{a: " 5", b: " "}, {a: "1\t", b: "7"}]"#,
      #"[{a: "5", b: "1e400"}, {a: none, b: "nan"}]"#, #"[{"a,b": "5", "c": "true"}]"#,
      #"[{"a,b": "5"}, {"a,b": "7"}]"#,
      #"[{"a,b": "x\ny", "\"": "5,5"}]"#, "[{a: true, b: none}, {a: none, b: 9223372036854775807}]",
    ] {
      let script = "let v = \(value)\nsave $v to '\(path)' replace\nexpect (open '\(path)') == $v"
      #expect(ScriptRun()(script).error == nil, "\(value)")
    }
  }

  @Test func nothingIsWrittenIntoALibrary() throws {
    let script = "cluster Examples/Photos\nsave 1 to \"Examples/Photos/2025-10-02/x.txt\""
    let result = try Program.run(["-c", script])
    #expect(result.status == 1)
    #expect(result.errors.contains("Storyline never writes there"))
    #expect(
      !FileManager.default.fileExists(atPath: Package.root.appending(path: "Examples/Photos/2025-10-02/x.txt").path))
  }

  @Test(arguments: ["a.csv", "a.json", "a.jsonl"]) func idsOfOtherSystemsSurvive(_ name: String) throws {
    let path = folder.appending(path: name).path
    let script = """
      let v = [{id: 123456789012345678}]
      save $v to '\(path)'
      let back = open '\(path)'
      expect $back == $v
      expect $back[0].id + 1 == 123456789012345679
      """
    #expect(ScriptRun()(script).error == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("123456789012345678"))
  }

  @Test func idsBeyondNumbersAreTextsWhereTheUserSaysSo() throws {
    let path = try file("ids.json", "[18446744073709551615, -99999999999999999999, 7]")
    #expect(
      ScriptRun.error("open '\(path)'")
        == "'\(path)', line 1, column 2: this whole number is beyond ±2^63, so it cannot be read exactly"
        + " | add `anyway` to read it as text")
    ScriptRun.passes(
      "expect (open '\(path)' anyway) == [\"18446744073709551615\", \"-99999999999999999999\", 7]")
  }

  @Test func aTextReadsBackAsItWas() {
    let path = folder.appending(path: "a.txt").path
    for text in ["no end", "with an end\\n", ""] {
      let script = "save \"\(text)\" to '\(path)' replace\nexpect (open '\(path)') == \"\(text)\""
      #expect(ScriptRun()(script).error == nil, "\(text)")
    }
  }

  @Test func aColumnOfTextsNeedsNoQuotes() throws {
    let path = folder.appending(path: "a.csv").path
    ScriptRun.passes("save [{a: \"x\", b: 1, c: \"y\"}, {a: \"z\", b: \"n/a\", c: 5}] to '\(path)'")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a,b,c\nx,1,\"y\"\nz,\"n/a\",5\n")
  }

  @Test func aTableOfOneColumnHasNoHoles() {
    let path = folder.appending(path: "holes.csv").path
    #expect(
      ScriptRun()("save [{a: 1}, {a: none}] to \"\(path)\"").error
        == "a table with one column cannot have empty cells: an empty line is not a row"
        + " | leave out the empty cells (where a != none), or save as .json")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(
      ScriptRun()(
        "save [{a: 1, b: none}, {a: none, b: none}] to \"\(path)\"\nexpect (open \"\(path)\") == [{a: 1, b: none}, {a: none, b: none}]"
      ).error == nil)
  }

  @Test func aListIsSavedAsLines() {
    let path = folder.appending(path: "list.txt").path
    #expect(
      ScriptRun()(
        "save [\"a\", \"b c\", 1] to \"\(path)\"\nexpect (open \"\(path)\" | lines) == [\"a\", \"b c\", \"1\"]"
      ).error == nil)
  }

  @Test func columnsAreThoseOfAllRecords() throws {
    let path = folder.appending(path: "a.csv").path
    #expect(ScriptRun()("save [{a: 1}, {b: 2, a: none}, {c: 'x'}] to '\(path)'").error == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a,b,c\n1,,\n,2,\n,,x\n")
  }

  @Test func rowsThatDoNotFitAreLeftOutWhenAsked() throws {
    let path = try file("a.csv", "a,b\n1,2\n3\n4,5,6\n7,8\n")
    #expect(
      ScriptRun()("open '\(path)'").error
        == "'\(path)', line 3: this row has 1 cell, but the first row has 2 "
        + "| add `filled` to fill its end with none, or `anyway` to read the other rows")
    let run = try Program.run(["-c", "print (open '\(path)' anyway)"])
    #expect(run.output == "[{a: 1, b: 2}, {a: 7, b: 8}]\n" && run.status == 0)
    #expect(run.errors.split(separator: "\n").count == 2 && run.errors.contains("note: left out: '\(path)', line 4"))
  }

  /// A time in a table means the same on every machine; a day stays a day.
  @Test(arguments: [("UTC", "Z"), ("Europe/Berlin", "+01:00")])
  func timesHaveTheirZone(zone: String, offset: String) throws {
    let script = """
      let at = date "2026-01-05T10:00:01"
      print (to [{at: $at, day: date "2026-01-06"}] csv)
      expect (from (to [{at: $at}] csv) csv dates) == [{at: $at}]
      """
    let result = try Program.run(["--zone", zone, "-c", script])
    #expect(result.output == "at,day\n2026-01-05T10:00:01\(offset),2026-01-06\n" && result.status == 0, "\(result)")
  }
}
