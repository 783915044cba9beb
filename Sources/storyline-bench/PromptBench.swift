import Foundation
import RichText
import Shell
import ShellCore
import Stories
import StoryScript
import Timeline

enum PromptBench {
  static func run() {
    Measure.title("a line of 300 characters at the prompt")
    var line = ""
    while line.utf8.count < 300 { line += "story play 4 for 15s; post \"hi #tag @bob {story.number}\"; tap ri; " }
    line = String(decoding: line.utf8.prefix(300), as: UTF8.self)
    let rounds = 2_000
    Measure.row("its pieces", .microseconds, rounds: rounds) {
      for _ in 0..<rounds { _ = SyntaxColouring.spans(in: line, vocabulary: Catalog.standard.schema.vocabulary) }
    }
    let highlighter = Highlighter(schema: Catalog.standard.schema)
    Measure.row("its colours", .microseconds, rounds: rounds) {
      for _ in 0..<rounds { _ = highlighter.ranges(in: line) }
    }
    let completer = Completer(session: Session(output: Output(to: .nowhere), catalog: Catalog.standard))
    Measure.row("what may follow", .microseconds, rounds: rounds) {
      for _ in 0..<rounds { _ = completer.completions(line, line.utf8.count) }
    }
  }
}
