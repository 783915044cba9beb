import Foundation
import RichText
import Shell
import Stories
import StoryScript
import Timeline

/// Parsing, compiling and checking a script of 100,000 lines.
enum ParseBench {
  static func run() {
    let lines = (0..<25_000).map {
      "let v\($0) = \($0) + 1\nif $v\($0) > 3 { print \"{$v\($0)} of\" }\nstory play 4 for 15s\nhold 2s # and on\n"
    }
    Measure.title("a script of 100,000 lines")
    measure(lines.joined())
    Measure.title("a script of 100,000 lines with some of everything")
    measure(EditorBench.script(lines: 100_000))
  }

  private static func measure(_ text: String) {
    let schema = Catalog.standard.schema
    var script: Script?
    Measure.row("parsed", .milliseconds, runs: 3) {
      script = try! Parser.parse(try! Source(name: "bench", text: text), schema.vocabulary)
    }
    Measure.row("compiled", .milliseconds, runs: 3) {
      var program = Program()
      _ = try! Compiler.compile(script!, into: &program, schema: schema)
    }
    Measure.row("kinds checked", .milliseconds, runs: 3) {
      _ = KindChecker.problems(in: script!, schema: schema)
    }
    // The message of one warning needs the secrets of the whole text.
    let path = FileManager.default.temporaryDirectory.appending(path: "storyline-parse-\(getpid()).story").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try? (text + "let unread = 1\n").write(toFile: path, atomically: true, encoding: .utf8)
    guard let check = Measure.program(Measure.storyline, ["check", path], runs: 5) else {
      Measure.fail("'\(Measure.storyline)' does not start", 1)
    }
    Measure.row("storyline check, with a warning", check * 1e3, "ms")
  }
}
