import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

@Suite struct HelpTests {
  private let help = Help(catalog: Catalog.standard)
  private func page(_ words: String) throws -> [HelpLine] {
    try help.page(for: words.split(separator: " ").map(String.init))
  }
  private func text(_ lines: [HelpLine], _ width: Int = 80) -> String {
    HelpLayout.rows(lines, width: width).map(\.plain).joined(separator: "\n")
  }

  @Test func viHasKeysOfItsOwn() throws {
    let rows = try Help(catalog: Catalog.standard, isVi: true).page(for: ["keys"])
    let shown = text(rows)
    for line in ["keys while you type", "keys after Esc", "h, l, w, b, e", "/, ?", "^U, ^K, ^W"] {
      #expect(shown.contains(line), "\(line)")
    }
    #expect(!shown.contains("Alt-B") && !shown.contains("Alt-F"))
    let usual = try text(page("keys"))
    #expect(usual.contains("Alt-B") && !usual.contains("after Esc"))
    var options = Session.Options()
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory, width: 80), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History())
    for (keys, isVi) in [("vi", true), ("usual", false), ("emacs", false)] {
      _ = prompt.run("set keys \(keys)")
      _ = session.output.drainLines()
      _ = prompt.run("help keys")
      #expect(session.output.drainLines().contains { $0.contains("keys after Esc") } == isVi, "\(keys)")
    }
    prompt.state.isViUsual = true
    _ = prompt.run("set keys usual; help keys")
    #expect(session.output.drainLines().contains { $0.contains("keys after Esc") })
  }

  @Test func helpAloneIsOneScreenWithTheLinesToTry() throws {
    let rows = HelpLayout.rows(try page(""), width: 80)
    // This includes the line with the question and the next prompt.
    #expect(rows.count <= 22)
    #expect(try text(page("me")) == text(page("")))
    for line in [
      "story play 4 for 15s", "hold 2s", "timer start reading 20", "cluster ~/Photos smart", "post \"hi #tag",
    ] {
      #expect(rows.contains { $0.plain.contains(line) })
    }
    for group in HelpGroup.names where group != "help" { #expect(rows.contains { $0.plain.hasPrefix("  \(group) ") }) }
  }

  /// The commands that begin with a command's word come before its examples.
  @Test func commandsComeBeforeExamples() throws {
    let rows = HelpLayout.rows(try page("review"), width: 80).map(\.plain)
    let next = try #require(rows.firstIndex { $0.hasPrefix("  review next ") })
    #expect(next < 23 && next < rows.firstIndex { $0.hasPrefix("  # ") } ?? 0)
    #expect(rows.count { $0.hasPrefix("  review next ") } == 1)
  }

  /// An example that is too long continues on an indented row, and its words are not broken.
  @Test func longExamplesAreBrokenBetweenWords() {
    let line = "  expect (stories page 50000 | last).story == 1000000"
    let rows = HelpLayout.rows([.code("# " + line), .code(line)], width: 40).map(\.plain)
    #expect(
      rows == [
        "  #   expect (stories page 50000 |", "    last).story == 1000000", "    expect (stories page 50000 |",
        "        last).story == 1000000",
      ])
  }

  /// Only code is wider than the window, and a word is broken only if it is itself wider.
  @Test(arguments: [80, 40]) func everyPageFitsTheWindow(_ width: Int) throws {
    for lines in try [page("all"), page("keys"), page("")] + help.topics.map(\.page) {
      let rows = HelpLayout.rows(lines.filter { if case .code = $0 { false } else { true } }, width: width)
      #expect(rows.allSatisfy { $0.width <= width })
      let words = Set(lines.flatMap { $0.plain.split(separator: " ") })
      for word in rows.flatMap({ $0.plain.split(separator: " ") }) where !words.contains(word) {
        #expect(words.contains { $0.count > width / 2 - 6 && $0.contains(word) }, "\(word)")
      }
    }
  }

  @Test func everySubjectIsFoundByItsName() throws {
    for topic in help.topics where !topic.searchWords.contains("keyboard") {
      let isThere = try text(page(topic.name)).contains(topic.summary.prefix(20))
      #expect(isThere, "\(topic.name)")
    }
    for group in HelpGroup.names { #expect(try page(group).count > 1, "\(group)") }
  }

  @Test func everyExampleOfTheLanguageRuns() throws {
    for topic in help.topics {
      var script = ""
      for case .code(let line) in topic.more() { script += line.hasPrefix("#") ? "" : line + "\n" }
      // Ending a timer depends on the example before it; examples of commands have their own test.
      if Catalog.standard.schema.vocabulary.commands.commands.contains(where: { $0.name == topic.name }) { continue }
      let errors = try ExampleTests().errors(script)
      #expect(errors == [], "\(topic.name): \(script)")
    }
  }

  @Test(arguments: [
    ("story play deck", "story play deck PATH"), ("where", "… | where CONDITION"),
    ("sort by", "… | sort [by FIELD [desc], …]"),
    ("wait until", "wait DURATION | wait until"), ("story.state", "story.state"), ("when", "when EVENT"),
    ("set tick", "set tick VALUE"), ("story.started", "when story.started"), ("length", "(length value"),
    ("dates", "2026-01-05T09:00"), ("timers", "activity timers"), ("keys", "keys at the prompt"),
    ("timer", "timer start ACTIVITY"), ("Stories", "stories [page N]"),
    ("numbers", "exact up to 2^63"), ("loops", "repeat COUNT"), ("comments", "# TEXT"), ("steps", "reduce START"),
    ("events", "story.started"), ("events", "events [N]"), ("like", "TEXT like PATTERN"), ("like", "like [POST]"),
  ])
  func helpAnswersQuestions(_ asked: String, _ beginning: String) throws {
    let text = try text(page(asked))
    #expect(text.lowercased().contains(beginning.lowercased()), "\(text.prefix(200))")
  }

  @Test(arguments: [
    ("timr", "did you mean 'timer'?"), ("whre", "did you mean 'where'?"), ("xyzzy", "try: help all"),
  ])
  func unknownHelpTopics(_ asked: String, _ suggestion: String) throws {
    let failure = #expect(throws: Failure.self) { try page(asked) }
    #expect(failure?.problem.suggestion == suggestion)
  }

  @Test(arguments: [
    ("star", "stars"), ("sleep", "wait"), ("procedure", "def"), ("function", "(NAME VALUE…)"), ("loop", "for NAME"),
    ("random", "(random"),
    ("mute", "mute"),
    ("repeat", "repeat"), ("keyboard", "Tab"), ("history", "history"), ("pipeline", "LIST |"),
    ("remainder", "+ -"),
  ])
  func searchPutsTheLikeliestFirst(_ word: String, _ usage: String) throws {
    let found = try help.search(word)
    guard case .row(let first, _) = try #require(found.first) else { return }
    #expect(first.hasPrefix(usage), "\(first)")
  }
}
