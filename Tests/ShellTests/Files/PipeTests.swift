import Foundation
import Testing

@testable import Shell

/// Data arrives through a pipe and leaves through a pipe: `curl … | storyline report.story | …`.
@Suite struct PipeTests {
  private static func run(_ script: String, input: String, _ options: [String] = []) throws -> Program.Result {
    try Program.run(options + ["-c", script], input: input)
  }

  @Test(arguments: [
    ("let u = read json; print ($u | sum n)", #"[{"n": 1}, {"n": 2}]"#, "3\n"),
    ("print (read lines)", "a\r\nb\n", #"["a", "b"]"# + "\n"),
    ("print (read text)", "a\nb", "a\nb\n"),
    ("print (read jsonl)", "1\n[2]\n", "[1, [2]]\n"),
    ("read csv | where n > 1 | to csv", "name,n\nana,1\nben,2\n", "name,n\nben,2\n"),
    ("read csv dates | each { $it.day + 1d } | to lines", "day\n2026-02-28\n", "2026-03-01\n"),
    ("print (read csv anyway | count)", "a,b\n1\n1,2\n", "1\n"),
    ("let t = (read text)\nprint ($t | from json | first).day.year", "[{\"day\": \"2026-02-28\"}]", nil),
    ("let t = (read text)\nprint ($t | from json dates | first).day.year", "[{\"day\": \"2026-02-28\"}]", "2026\n"),
    ("save \"x\" to -\nsave [{a: 1}] to -", "", "x\n[{\"a\":1}]\n"),
    ("story play 4 for 5s\nwait 6s\nprint story.number", "", "5\n"),
  ])
  func valuesComeAndGo(_ script: String, _ input: String, _ output: String?) throws {
    let result = try Self.run(script, input: input, ["--quiet"])
    #expect(output.map { result.output == $0 && result.status == 0 } ?? (result.status == 1), "\(result)")
  }

  @Test(arguments: [
    ("exit 3", "", 3, ""), ("exit", "", 0, ""), ("every 1s { exit 4 }\nwait 5s\nprint 1", "", 4, ""),
    ("try { exit 5 } catch { print \"caught\" }", "", 5, ""), ("expect error { exit 6 }", "", 6, ""),
    ("fail \"no user\"", "", 1, "error: no user\n"), ("args FILE", "", 2, "error: this script expects FILE, but"),
    ("expect 1 == 2, \"not the same\"", "", 1, "error: not the same\n"),
    ("exit 256", "", 2, "'exit' expects a whole number from 0 to 255"),
    ("read json", "{", 1, "'<standard input>', line 1"),
    ("print ('{' | from json)", "", 1, "'<text>', line 1"),
  ])
  func scriptsEndInTheirWords(_ script: String, _ input: String, _ code: Int32, _ message: String) throws {
    let result = try Self.run(script, input: input)
    #expect(result.status == code && result.output.isEmpty, "\(result)")
    #expect(message.isEmpty ? result.errors.isEmpty : result.errors.contains(message), "\(result)")
  }

  /// A quiet script prints only the output that it asks for, not its actions.
  @Test func aQuietScriptWritesOnlyWhatItSays() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "storyline-quiet-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let script = """
      timer start reading 5; wait 6m; rate good
      history export to "\(file.path)" replace
      post "hi"
      outbox | each { $it.text }
      """
    let quiet = try Self.run(script, input: "", ["--quiet"])
    #expect(quiet.output == "[\"hi\"]\n" && quiet.status == 0, "\(quiet)")
    let loud = try Self.run(script, input: "")
    #expect(loud.output.contains(" 1 session written to"), "\(loud)")
  }

  @Test func standardInputWithTheScriptIsNotData() throws {
    let result = try Program.run(["-"], input: "print (read text)")
    #expect(result.status == 1)
    #expect(result.errors.contains("the script cannot read standard input here"))
  }
}
