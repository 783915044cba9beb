import Foundation
import Terminal
import Testing
import Timeline
import Timers

@testable import Shell
@testable import TimersWing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The sheet of a week to print.
@Suite final class WeekSheetTests {
  private let root = "/tmp/storyline-sheet-\(UInt64.random(in: 0 ... .max))"
  init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func file(_ name: String, _ script: String) throws -> String {
    let run = ScriptRun()
    let outcome = run("\(script); stats sheet to \"\(root)/\(name)\"")
    #expect(outcome.error == nil)
    return try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
  }

  /// The practice clock begins on Monday, 2026-01-05.
  private static let week =
    "profile name Mia; rest weekly weekends; stars goal 30; reward add film for 20; timer start reading 20; wait 15m; timer done; rate amazing; wait 1d; timer start shower; wait 10m"

  @Test(arguments: ["week.svg", "week.html"]) func showsTheWeek(_ name: String) throws {
    let page = try file(name, Self.week)
    for words in [
      "Mia, Mon 5 Jan – Sun 11 Jan 2026", ">📖<", ">reading<", ">15 min, ★ 15<", ">shower<", ">10 min<", ">★ 15<",
      "2 sessions, 25 min, 15 of 30 stars this week", ">2 days in a row<", "★ 15 to spend: film ★ 20",
    ] { #expect(page.contains(words), "\(words)") }
    // Rest days are told by a line and a word, and nothing has a colour.
    #expect(page.components(separatedBy: "stroke-dasharray").count - 1 == 2)
    #expect(page.components(separatedBy: ">rest day<").count - 1 == 2)
    #expect(!page.contains(try Regex("#(?!000|fff)[0-9a-f]{3,6}")))
    #expect(page.hasPrefix(name.hasSuffix("svg") ? "<svg" : "<!DOCTYPE html>"))
  }

  @Test func theSheetIsWellFormedAndFitsOnThePage() throws {
    let many = "repeat 20 { timer start custom 1 name \"a < b & \\\"c\\\" 日本語のとても長い\"; timer done; rate good }"
    let page = try file("week.svg", "\(many); reward add \"<b>\" for 5")
    let parser = XMLParser(data: Data(page.utf8))
    #expect(parser.parse())
    #expect(page.contains("9 more") && page.contains("&lt;b&gt;"))
    for place in page.matches(
      of: try Regex("<text x=\"([0-9]+)\" y=\"([0-9]+)\"", as: (Substring, Substring, Substring).self))
    {
      #expect((0..<200).contains(Int(place.output.1) ?? -1) && (0..<290).contains(Int(place.output.2) ?? -1))
    }
  }

  @Test(
    arguments: [
      (
        "stats sheet to week.pdf",
        "a sheet is an .html or .svg file, not 'week.pdf' | try: stats sheet to \"week.html\""
      ),
      ("stats sheet tomorrow to week.svg", nil),
    ] as [(String, String?)])
  func whatCannotBeIsRefused(_ script: String, _ error: String?) {
    let found = ScriptRun()(script).error
    #expect(error == nil ? found != nil : found == error)
  }

  /// Long names are wrapped, not cut: those of activities, of rewards and of the child.
  @Test func longNamesAreWhole() throws {
    let name = "practising the double bass 123"
    let rewards = ["a film evening with popcorn", "an afternoon at the sea side", "a very late bedtime for once"]
    let script =
      "profile name \"Maximiliane Alexandra Sophia\"; timer start custom 5 name \"\(name)\"; timer done; rate good; "
      + rewards.map { "reward add \"\($0)\" for 100" }.joined(separator: "; ")
    let page = try file("week.svg", script)
    let texts = page.matches(of: try Regex("<text[^>]*>([^<]*)<", as: (Substring, Substring).self))
      .map { String($0.output.1) }
    let whole = texts.joined(separator: " ")
    #expect(whole.contains(name) && rewards.allSatisfy { whole.contains($0) }, "\(whole)")
    #expect(texts.allSatisfy { $0.count <= 76 } && !whole.contains("…"), "\(texts)")
    let title = try #require(
      page.firstMatch(
        of: try Regex("font-size=\"([0-9.]+)\" font-weight=\"bold\">Maxi", as: (Substring, Substring).self)))
    #expect(Double(title.output.1).map { $0 < 8 } == true)
  }

  @Test(arguments: [
    ("reading", ["reading"]), ("reading with me", ["reading with me"]), ("reading with Mia", ["reading with", "Mia"]),
    ("practising the double bass 123", ["practising the", "double bass 123"]),
    ("abcdefghijklmnopqrstuvwxyzabcd", ["abcdefghijklmno", "pqrstuvwxyzabcd"]),
    (String(repeating: "語", count: 30), [String(repeating: "語", count: 15), String(repeating: "語", count: 15)]),
  ])
  func namesAreWrapped(_ name: String, _ lines: [String]) {
    let found = WeekSheet.name(name)
    #expect(found.lines == lines)
    #expect(found.lines.allSatisfy { Double(DisplayWidth.of($0)) * found.size <= 51.5 })
  }

  @Test func anotherWeekAndAnEmptyOne() throws {
    let run = ScriptRun()
    #expect(
      run("\(Self.week); wait 7d; stats sheet 2026-01-05 to \"\(root)/then.svg\"; stats sheet to \"\(root)/now.svg\"")
        .error == nil)
    #expect(try String(contentsOfFile: "\(root)/then.svg", encoding: .utf8).contains(">reading<"))
    #expect(try String(contentsOfFile: "\(root)/now.svg", encoding: .utf8).contains("0 sessions"))
    #expect(run("stats sheet to \"\(root)/now.svg\"").error?.contains("exists") == true)
    #expect(run("stats sheet to \"\(root)/now.svg\" replace").error == nil)
  }
}
