import Foundation
import StoryScript
import Testing

@testable import Shell
@testable import ShellCore

/// Errors about a record from a file name the file, the line, the field and its value.
@Suite struct FileOriginsTests {
  /// Runs a script in a folder with a file, and returns the last lines of its error.
  private static func errors(_ script: String, _ name: String, _ content: String) throws -> String {
    let folder = Scratch.folder()
    let path = folder.appending(path: name).path
    try content.write(toFile: path, atomically: true, encoding: .utf8)
    let result = try Program.run(["-c", script.replacing("FILE", with: "\"\(path)\"")])
    #expect(result.status != 0, "\(script)")
    return (result.output + result.errors).replacing(folder.path + "/", with: "")
  }

  static let table = "name,age\nana,5\n\"b\nen\",6\n\ncem,old\n"

  @Test(arguments: [
    ("open FILE | where age > 3", "f.csv", table, "in 'f.csv', line 2: age is \"5\""),
    ("open FILE | where name != \"ana\" | where age > 3", "f.csv", table, "in 'f.csv', line 3: age is \"6\""),
    ("open FILE | last 1 | each { $it.age + 1 }", "f.csv", table, "in 'f.csv', line 6: age is \"old\""),
    ("open FILE | sum age", "f.csv", table, "in 'f.csv', line 2: age is \"5\""),
    (
      "let rows = open FILE; def older row { return $row.age + 1 }; $rows | each { older $it }", "f.csv", table,
      "in 'f.csv', line 2: age is \"5\""
    ),
    // A field that the code does not name, and one in quotes.
    ("open FILE | each { let row = $it; $row[\"age\"] + 1 }", "f.csv", table, "in 'f.csv', line 2: age is \"5\""),
    ("def fails { fail \"no\" }; open FILE | each { fails }", "f.csv", table, "in 'f.csv', line 2\n"),
    ("open FILE anyway | where age > 3", "f.csv", "name,age\nx\nana,old\n", "in 'f.csv', line 3: age is \"old\""),
    ("open FILE filled | where age > 3", "f.csv", "age,name\n\"\"\nold\n", "line 2: age is \"\""),
    ("open FILE by \";\" | where age > 3", "f.txt", "name;age\nana;1,5\nben;x\n", "in 'f.txt', line 2: age is \"1,5\""),
    ("open FILE dates | where day > 3", "f.csv", "day\n2026-01-05\n", "in 'f.csv', line 2: day is 2026-01-05"),
    ("open FILE in latin1 | where age > 3", "f.csv", "age\nx\n", "in 'f.csv', line 2: age is \"x\""),
    (
      "open FILE | where age > 3", "f.jsonl", "{\"age\": 4}\n\n{\"age\": \"x\"}\n", "in 'f.jsonl', line 3: age is \"x\""
    ),
    (
      "open FILE | where age > 3", "f.json", "[\n{\"age\": 4},\n{\"age\":\n \"x\"}]",
      "in 'f.json', line 3: age is \"x\""
    ),
    (
      "let f = open FILE; $f.people | where age > 3", "f.json", "{\"n\": 1,\n\"people\": [\n{\"age\": \"x\"}]}",
      "in 'f.json', line 3: age is \"x\""
    ),
  ])
  func theErrorNamesThePlace(_ script: String, _ name: String, _ content: String, _ place: String) throws {
    let errors = try Self.errors(script, name, content)
    #expect(errors.contains(place), "\(errors)")
  }

  /// A record that is not in the file has no place there.
  @Test(arguments: [
    "let rows = open FILE; rows[0].age = true; $rows | where age > 3",
    "open FILE | select age | where age > 3", "let rows = open FILE; [{age: \"5\"}, {age: \"6\"}] | where age > 3",
    "open FILE; \"name,age\\nana,x\" | from csv | where age > 3",
  ])
  func otherRecordsHaveNone(_ script: String) throws {
    let errors = try Self.errors(script, "f.csv", Self.table)
    #expect(errors.contains("cannot be compared") && !errors.contains("in 'f.csv'"), "\(errors)")
  }

  /// A file that changed since it was read names no line of its new content.
  @Test func aChangedFileNamesNothing() throws {
    let script = "let rows = open FILE; save [{name: \"x\", age: 1}] to FILE replace; $rows | where age > 3"
    let errors = try Self.errors(script, "f.csv", Self.table)
    #expect(errors.contains("at item 1 of 3") && !errors.contains("in 'f.csv'"), "\(errors)")
  }

  @Test func theOldestFilesAreForgotten() {
    let origins = FileOrigins()
    let records = (0..<20).map { Record(.init(["a"]), [.number(Double($0))]) }
    for (index, record) in records.enumerated() {
      origins.remember(.list([.record(record)]), of: "\(index)") { _ in index }
    }
    #expect(records.map { origins.place(of: $0) } == (0..<20).map { $0 < 4 ? nil : "'\($0)', line \($0)" })
  }
}
