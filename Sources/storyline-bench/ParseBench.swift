import Foundation
import RichText
import Shell
import Stories
import StoryScript
import Timeline

enum ParseBench {
  static func run() {
    Measure.title("a script of 100,000 lines")
    let lines = (0..<25_000).map {
      "let v\($0) = \($0) + 1\nif $v\($0) > 3 { print \"{$v\($0)} of\" }\nstory play 4 for 15s\nhold 2s # and on\n"
    }
    let text = lines.joined()
    let schema = Catalog.standard.schema
    var script: Script?
    Measure.row("parsed", .milliseconds, runs: 3) {
      script = try! Parser.parse(try! Source(name: "bench", text: text), schema.vocabulary)
    }
    Measure.row("checked and compiled", .milliseconds, runs: 3) {
      var program = Program()
      _ = try! Compiler.compile(script!, into: &program, schema: schema)
    }
  }
}
