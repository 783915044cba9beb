import StoryScript
import Testing

@testable import ShellCore

/// A person's first attempts without the reference.
@Suite struct NewcomerTests {
  /// A command of one word after the name of its domain.
  @Test(arguments: [
    ("story pause", "there is no command 'story pause'", "did you mean 'pause' or 'hold'?"),
    ("story hold", "there is no command 'story hold'", "did you mean 'hold'?"),
  ])
  func aCommandAloneIsSuggested(_ line: String, _ message: String, _ advice: String) throws {
    let run = try Program.run(["-c", line])
    #expect(run.errors.contains("error: \(message)\n") && run.errors.contains(" \(advice)\n"), "\(run.errors)")
  }

  /// The words that beginners type in their first lessons.
  @Test(arguments: [
    ("photo example", "there is no command 'photo example'", "did you mean 'photos example'?"),
    ("let g = [2h]; $g | where > 1h", "expected a value, found '>'", "try: $g | where $it > 1h"),
    (
      "story play 4; wait until story 5", "expected the end of the statement, found '5'",
      "try: wait until story.number == 5"
    ),
  ])
  func firstSlipsAreUnderstood(_ line: String, _ message: String, _ advice: String) throws {
    let run = try Program.run(["-c", line])
    #expect(run.errors.contains("error: \(message)\n") && run.errors.contains(" \(advice)\n"), "\(run.errors)")
  }

  /// `timer start` and `activity edit` accept a length in the same form.
  @Test(arguments: ["25", "25m", "25 min", "$n"]) func lengthsHaveOneForm(_ length: String) throws {
    for line in ["timer start reading for \(length)", "timer start reading \(length)"] {
      let run = try Program.run(["-c", "let n = 25; \(line); expect timer.total == 25m"])
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
    let edit = try Program.run([
      "-c", "let n = 25; activity edit reading for \(length); timer start reading; expect timer.total == 25m",
    ])
    #expect(edit.status == 0, "\(edit.errors)")
    let missing = try Program.run(["-c", "timer start reading for"])
    #expect(missing.status == 2 && missing.errors.contains("for"), "\(missing.errors)")
  }

  /// The list of settings says in a word whether each is saved; scripts still read `true` or `false`.
  @Test func settingsSayWhetherTheyAreSaved() throws {
    let run = try Program.run(["-c", "settings; expect (settings | where name == \"length\" | first).kept == false"])
    #expect(run.status == 0 && run.output.contains("this session") && !run.output.contains("false"), "\(run)")
  }

  /// `print` writes one line; a value alone is drawn.
  @Test func aValueAloneIsATable() throws {
    let run = try Program.run(["-c", "let t = [{a: 1, b: 2}, {a: 3, b: 4}]; print $t; $t"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "[{a: 1, b: 2}, {a: 3, b: 4}]" && lines.count == 4, "\(run.output)")
    let help = try Program.run(["-c", "help print"])
    #expect(
      help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("a value on a line of its own, such as $table, is drawn as a table"), "\(help.output)")
  }

  /// The statements in Grammar.md about the first instants of a story and about the parts of a date.
  @Test func grammarExamplesOfStartInstantsAreCorrect() throws {
    let run = try Program.run([
      "-c",
      """
      story play 4
      expect story.state == entering
      wait until story.state == playing
      expect clock.elapsed == 100ms
      expect (date "2026-01-05T10:00+01:00").hour == 9
      """,
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  /// A recording of an earlier version has another note before the keys pressed in `watch`.
  @Test func oldRecordingsAreRead() throws {
    func recording(_ note: String) throws -> Recording {
      try Recording(
        Source(
          name: "r",
          text: """
            # Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns
            wait 1s
            story play 4 for 15s
            # \(note)
            wait 1s
            tap right
            # watch is left

            """))
    }
    #expect(try recording("by the keys of watch:") == recording("keys pressed in watch:"))
  }

  /// While a lesson is on top, a story that plays beneath prints nothing into it.
  @Test func noStoryPrintsIntoALesson() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("story play 4 for 1s")
    terminal.enter("learn facets")
    terminal.expect("the lesson") { $0.lines.contains { $0.contains("step 1 of 7") } }
    terminal.send("\u{0C}")
    terminal.enter("wait 2s")
    terminal.enter("wait 1s; print \"still\" + \" here\"")
    terminal.expect("only the lesson's own lines") { $0.lines.contains("still here") }
    terminal.enter("print \"no\" + \"thing\"")
    terminal.expect("nothing from beneath") { screen in
      screen.lines.contains("nothing") && !screen.lines.contains { $0.contains("story 5") || $0.contains("session:") }
    }
  }
}
