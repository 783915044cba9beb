import Foundation
import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// Tables with little room, and with all the room that they need.
@Suite struct NarrowTableTests {
  private func lines(_ script: String, width: Int) -> [String] { ScriptRun(width: width)(script).lines }

  /// Users look for the number of photos, so its column stays.
  @Test(arguments: [80, 60, 40])
  func momentsKeepTheirNumberOfPhotos(width: Int) throws {
    let lines = Array(lines("cluster Examples/Photos", width: width).dropFirst())
    let end = try #require(lines[0].firstRange(of: "photos")).upperBound
    let column = lines[0].distance(from: lines[0].startIndex, to: end)
    let counts = lines.dropFirst().prefix { !$0.contains("35 photos") }.compactMap { line in
      Int(line.prefix(column).suffix(2).filter(\.isNumber))
    }.dropFirst()  // The year in the heading.
    #expect(Array(counts) == [9, 4, 8, 3, 4, 3, 4], "\(lines)")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
    #expect(lines[1] == " October 2025" && lines[2].contains("Thu 2, afternoon"))
  }

  @Test func narrowMomentsBecomeLists() {
    let rows = Array(lines("cluster Examples/Photos", width: 24).prefix(5).suffix(4))
    #expect(rows == [" #  when          photos", " October 2025", " 1  Thu 2,             9", "    afternoon"])
    #expect(lines("cluster Examples/Photos", width: 20).filter { $0.hasPrefix(" photos ") }.count == 7)
  }

  @Test func fewRecordsAreShownAsBlocks() {
    let script = #"let a = [{first: 1, second: "two of them", third: 3}, {first: 4, second: "five", third: 6}]; $a"#
    #expect(
      lines(script, width: 30) == [
        " first  second       third", "     1  two of them      3", "     4  five             6",
      ])
    #expect(
      lines(script, width: 24) == [
        " first  second     third", "     1  two of         3", "        them", "     4  five           6",
      ])
    #expect(
      lines(script, width: 20) == [
        " first   1", " second  two of them", " third   3", "", " first   4", " second  five", " third   6",
      ])
  }

  @Test func droppedColumnsAreNamed() {
    let script = "(range 1 5) | each { {first: $it, second: 2, third: 3} }"
    #expect(
      lines(script, width: 18) == [
        " first  second", "     1       2", "     2       2", "     3       2", "     4       2", "     5       2",
        " no room for third:", " choose columns with", " `select`",
      ])
  }

  @Test func aRecordIsATable() {
    #expect(lines("let r = {a: 1, b: \"two\"}; $r; $r.b; {}", width: 80) == [" a  1", " b  two", "two", "{}"])
    #expect(lines("[{a: 1}] | first", width: 80) == [" a  1"])
  }

  /// If the block of `each` has no value, `each` returns its input, which is not shown again.
  @Test(arguments: [
    ("[1, 2] | each { print $it }", ["1", "2"]), ("[1, 2] | each { let x = $it }", []),
    ("[1, 2] | each { print $it; $it * 2 }", ["1", "2", "[2, 4]"]),
    ("let a = ([1, 2] | each { print $it }); $a", ["1", "2", "[1, 2]"]),
    ("[1, 2] | each { print $it } | count", ["1", "2", "2"]), ("[1] | each { }", []),
  ])
  func eachThatDoesSomethingShowsNoList(_ script: String, _ expected: [String]) {
    #expect(lines(script, width: 80) == expected)
  }

  @Test(arguments: [
    ("stories | first 4", ["harbour-at-dawn", "2026-01-05T08:48:00", "23h47m59.5s"]), ("stories", ["harbour-at-dawn"]),
    ("(stories)[3]", ["harbour-at-dawn"]), ("cluster Examples/Photos", ["near Arcos de Valdevez"]),
  ])
  func aPipeCutsNothing(_ script: String, _ whole: [String]) throws {
    let output = try Program.run(["-c", script]).output
    #expect(!output.contains("…") && whole.allSatisfy { output.contains($0) }, "\(output)")
  }

  /// The output of every command, alone and in its examples: no cell is cut, and no line is wider than the window.
  @Test(arguments: [40, 80, 120])
  func noCommandCutsACell(width: Int) {
    for entry in Catalog.standard.entries {
      let command = entry.command
      var scripts = command.examples.map(\.script)
      if case .nothing = entry.shows {
      } else if let call = Self.call(command) {
        scripts.append(scripts[0] + "\n" + call)
      }
      for script in scripts {
        let session = Session(
          output: Output(to: .memory, width: width, isTerminal: true), catalog: Catalog.standard)
        let (lines, error) = ScriptRun(session)(script)
        #expect(
          error == nil || error?.contains("terminal") == true || ["recall", "retry"].contains(command.name),
          "\(script): \(error ?? "")")
        // A script line in `help` stays as it is typed.
        for line in lines where !(line.hasPrefix("  ") && script.hasPrefix("help ")) {
          // A space follows the ellipsis of a list that continues elsewhere: `… 5 more`.
          let isCut = line.split(separator: " ").contains {
            $0.count > 1 && $0.hasSuffix("…") && $0 != "h+…:" && $0 != "{…"
          }
          // The text given to `print` belongs to the script, and a record as JSON is one line for other programs.
          let fits = DisplayWidth.of(line) <= width || script.contains("print ") || line.hasPrefix("{\"$type\"")
          #expect(!isCut && fits, "\(width) of \(script): \(line)")
        }
      }
    }
  }

  /// Returns a line that calls the command after its example; `nil` if the example already contains the call.
  private static func call(_ command: Command) -> String? {
    let arguments = [
      "story show": "4", "facets": "\"hi #tag @bob\"", "facets why": "\"mail a@b.com\" at 6",
      "open": "Examples/sessions.csv", "cluster": "Examples/Photos",
    ]
    if let argument = arguments[command.name] { return "\(command.name) \(argument)" }
    // A second call in a row has nothing before it.
    if ["review back", "review up"].contains(command.name) { return nil }
    return command.parameters.contains(where: \.isRequired) ? nil : command.name
  }
}
