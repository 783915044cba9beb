import Foundation
import Terminal
import Testing

@testable import Shell

/// Tables where there is little room for them, and where there is all that they need.
@Suite struct NarrowTableTests {
  private func lines(_ script: String, width: Int) -> [String] { ScriptRun(width: width)(script).lines }

  /// The number of photos is what somebody asks for.
  @Test(arguments: [80, 60, 40, 30, 20])
  func momentsKeepTheirNumberOfPhotos(width: Int) throws {
    let lines = Array(lines("cluster Examples/Photos", width: width).dropFirst())
    let end = try #require(lines[0].firstRange(of: "photos")).upperBound
    let column = lines[0].distance(from: lines[0].startIndex, to: end)
    let counts = lines[1...7].map { Int($0.prefix(column).suffix(2).filter(\.isNumber)) }
    #expect(counts == [9, 4, 8, 3, 4, 3, 4], "\(lines)")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
    #expect(width < 40 || lines[1].contains("Thu 2 Oct, afternoon"))
  }

  @Test func aFewRecordsStandOneBelowTheOther() {
    let script = #"let a = [{first: 1, second: "two of them", third: 3}, {first: 4, second: "five", third: 6}]; $a"#
    #expect(
      lines(script, width: 30) == [
        " first  second       third", "     1  two of them      3", "     4  five             6",
      ])
    #expect(
      lines(script, width: 20) == [
        " first   1", " second  two of them", " third   3", "", " first   4", " second  five", " third   6",
      ])
  }

  @Test func ofManyTheLastColumnsGoAndAreNamed() {
    let script = "(range 1 5) | each { {first: $it, second: 2, third: 3} }"
    #expect(
      lines(script, width: 18) == [
        " first  second", "     1       2", "     2       2", "     3       2", "     4       2", "     5       2",
        " no room for third:", " `select` says which", " to show",
      ])
  }

  @Test func aRecordIsATable() {
    #expect(lines("let r = {a: 1, b: \"two\"}; $r; $r.b; {}", width: 80) == [" a  1", " b  two", "two", "{}"])
    #expect(lines("[{a: 1}] | first", width: 80) == [" a  1"])
  }

  /// What went into it is not shown again.
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
}
