import Foundation
import RichText
import Shell
import Stories
import StoryScript
import Timeline

/// Parts measured inside this process.
enum YearBench {
  static func run() {
    Measure.title("a simulated year of playback, 2.1 million advances at 15 s")
    let core = Measure.time(player)
    Measure.row(
      "the player alone", core * 1e3, "ms", note: String(format: "%.0f million transitions a second", 4.2048 / core))
    let script = "story play 1 for 15s; wait 365d"
    if let text = Measure.program(Measure.storyline, ["-c", script], runs: 5) {
      Measure.row("storyline, every line written", text * 1e3, "ms")
    }
    if let json = Measure.program(Measure.storyline, ["--json", "-c", script], runs: 5) {
      Measure.row("storyline --json", json * 1e3, "ms")
    }
  }

  /// A year of the player alone.
  static func player() {
    var player = Player(at: .practiceStart)
    var count = 0
    try! player.handle(.open(.classic, length: .seconds(15)), at: .practiceStart) { _ in }
    player.advance(to: .practiceStart + .days(365)) { _ in count += 1 }
    precondition(count > 2_102_400)
  }
}

enum CommandBench {
  static func run() {
    Measure.title("a million trivial commands and state reads")
    for (name, body) in [("tap (ignored while held)", "tap right"), ("clock.now", "x = clock.now")] {
      let count = 1_000_000
      // Sentences are not the question here: they go nowhere.
      let script = "let x = 0; story play 4; hold; repeat \(count) { \(body) }"
      let idle = "let x = 0; story play 4; hold; repeat \(count) { x = 1 }"
      guard let all = Measure.program(Measure.storyline, ["-c", script], runs: 5),
        let base = Measure.program(Measure.storyline, ["-c", idle], runs: 5)
      else { continue }
      Measure.row(name, (all - base) / Double(count) * 1e9, "ns")
    }
  }
}

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

enum TextBench {
  static func run() {
    Measure.title("mentions, links and tags found, bluesky rules")
    let post =
      "Reading with @ana.bsky.social today 📚 about #history and #Lisboa, see https://example.com/a/b?c=d or docs.swift.org. "
      + "Then a long walk; nothing beats the sea air in October, and the light was golden all afternoon (as @ben.test said). "
      + "More tomorrow, when the timer says so: twenty minutes each."
    for (name, text, runs) in [
      ("a post of \(post.count) characters", post, 200),
      ("1 MB of posts", String(repeating: post + "\n", count: 1_000_000 / post.utf8.count), 9),
    ] {
      let bytes = Array(text.utf8)
      let detector = Detector(.bluesky)
      let repeats = max(1, 1_000_000 / bytes.count)
      let time = Measure.time(runs: min(runs, 15)) { for _ in 0..<repeats { _ = detector.facets(in: bytes) } }
      Measure.row(name, Double(bytes.count * repeats) / time / 1e6, "MB/s")
    }
    let plain =
      "Twenty minutes of reading with @ana.bsky.social today, a chapter about the sea and one about maps, see "
      + "https://example.com/a/b?c=d for both of them. Then a long walk, and nothing beats the air in October, the light "
      + "was golden all afternoon. More tomorrow, when the timer says so and the rain has gone. #history #Lisboa"
    for (name, text) in [("AttributedString, 4 facets", plain), ("AttributedString, 6 facets", post)] {
      Measure.row(name, .microseconds, rounds: 100, runs: 15) {
        for _ in 0..<100 { _ = Detector(.bluesky).attributedString(for: text) }
      }
    }
  }
}

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
