import Foundation
import StoryScript
import System
import Terminal
import TerminalTesting
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// The prompt as its user has set it up: its own texts, its colours, its history, and a line that is timed.
@Suite struct OwnPromptTests {
  private func prompt(_ lines: [String] = [], kind: Session.Options.Kind = .practice) -> Prompt {
    var options = Session.Options()
    options.kind = kind
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(), width: { 200 })
    for line in lines { _ = prompt.run(line) }
    return prompt
  }

  // MARK: Texts

  @Test(arguments: [
    ("'> '", "> "), ("'{1 + 1} › '", "2 › "), ("usual", "› "), ("'{story.number} › '", "4 › "),
    ("'{\"a{1}b\"}› '", "a1b› "), ("'\\{x\\} \"q\" \\n '", "{x} \"q\" \\n "),
    ("'{join [\"a\", \"b\"] \"\\n\"}> '", "a b> "),
  ])
  func aTextIsFilledInAtEachPrompt(_ value: String, _ text: String) {
    let prompt = prompt(["story play 4", "set prompt \(value)"])
    #expect(prompt.exitCode == 0)
    let world = prompt.session.world
    #expect(prompt.beginLine().plain == text)
    #expect(prompt.session.world.aspects(changedSince: world).isEmpty)
  }

  /// A value reaches the terminal without control characters, and takes two thirds of the row at most.
  @Test func aValueIsCleanedAndCut() {
    let clean = prompt(["let own = \"\\e[31mred\\u(7)\"", "set prompt '{$own}> '"]).beginLine().plain
    #expect(clean.contains("red") && clean.hasSuffix("> "))
    #expect(
      !clean.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) },
      "\(clean.debugDescription)")
    let long = prompt(["set prompt '{join (range 1 400) \"\"}'"]).beginLine()
    #expect(long.width == 133 && long.plain.hasPrefix("12345678910"))
  }

  @Test func theValuesFollowWhatHappens() {
    let prompt = prompt(["set prompt '{story.number}> '", "story play 4"])
    #expect(prompt.beginLine().plain == "4> ")
    _ = prompt.run("tap right")
    #expect(prompt.beginLine().plain == "5> ")
  }

  @Test(arguments: [
    ("''", "the text of 'prompt' is empty", "try: set prompt usual, or for no visible text: set prompt ' '"),
    ("'{'", "the text of 'prompt' has a '{' without a '}'", "close the value with '}'"),
    ("'{}'", "the text of 'prompt' has braces without a value", "set prompt '{time} › '"),
    ("'{ } '", "the text of 'prompt' has braces without a value", "set prompt '{time} › '"),
    ("\"a\\nb\"", "the text of 'prompt' contains a line break or another control character", "leave it out"),
    ("5", "'prompt' must be usual, or text of at most 200 bytes, not 5", "try: set prompt '{story.number} › '"),
    ("(join (range 1 200) \" \")", "the text of 'prompt' is longer than 200 bytes", "shorten it"),
  ])
  func aTextThatCannotBeShownIsRefused(_ text: String, _ message: String, _ remedy: String) {
    let prompt = prompt()
    _ = prompt.session.output.drainLines()
    _ = prompt.run("set prompt \(text)")
    #expect(prompt.exitCode == 1)
    let said = prompt.session.output.drainLines().joined(separator: " ")
    #expect(said.contains("error: " + message), "\(said)")
    #expect(said.contains(remedy), "\(said)")
    #expect(prompt.beginLine().plain == "› ")
  }

  /// The usual prompt is shown, and the reason once.
  @Test(arguments: [
    ("{$nope}", "there is no variable '$nope' here"), ("{1 / 0}", "division by zero"),
    ("{zebra 1}", "there is no function 'zebra'"),
    ("{(forever)}", "it takes too long, or uses files or the network"),
  ])
  func aWrongValueSpoilsNothing(_ value: String, _ reason: String) {
    let prompt = prompt(["def forever { while true { let x = 1 } ; return 1 }", "set prompt '\(value)> '"])
    _ = prompt.session.output.drainLines()
    #expect(prompt.beginLine().plain == "› ")
    let said = prompt.session.output.drainLines()
    #expect(said == ["note: 'prompt' cannot be shown: \(reason); try: set prompt usual"])
    #expect(prompt.beginLine().plain == "› " && prompt.session.output.drainLines() == [])
    _ = prompt.run("set prompt usual")
    #expect(prompt.exitCode == 0)
  }

  @Test func timeIsTheTimeOfDay() {
    let prompt = prompt(["set prompt '{time} {1 + 1}> '", "set right-prompt 'at {time}'"])
    #expect(prompt.beginLine().plain == "09:00:00 2> " && prompt.rightText?.plain == "at 09:00:00")
    _ = prompt.run("wait 65s")
    #expect(prompt.beginLine().plain == "09:01:05 2> " && prompt.rightText?.plain == "at 09:01:05")
  }

  /// In double quotes `{time}` would be filled in before, and is no value of the language.
  @Test func timeNeedsSingleQuotes() {
    let prompt = prompt()
    _ = prompt.session.output.drainLines()
    _ = prompt.run("set prompt \"{time} > \"")
    let said = prompt.session.output.drainLines()
    #expect(
      said.first == "error: {time} has no value in double quotes; in single quotes, it is filled in at each prompt",
      "\(said)")
    #expect(said.last?.hasSuffix("^^^^ try: set prompt '{time} > '") == true, "\(said)")
    #expect(prompt.beginLine().plain == "› " && prompt.hint("") == "set prompt '{time} > '")
    _ = prompt.run("set prompt '{time} > '")
    #expect(prompt.beginLine().plain == "09:00:00 > ")
  }

  /// `time` where a value is expected is the time of day; at a statement's beginning it is the command.
  @Test(arguments: [
    ("print \"{time}\"", "clock.now"), ("print time", "clock.now"), ("let x = time", "clock.now"),
    ("set right-prompt \"at {time}\"", "set right-prompt 'at {time}'"),
    ("print 1; set prompt \"{1 + 1} {time}\"", "set prompt '{1 + 1} {time}'"), ("time", "time story play 4"),
    ("if true { time }", "time story play 4"), ("print 1; time", "time story play 4"),
  ])
  func timeAsAValue(_ line: String, _ meant: String) {
    let prompt = prompt()
    _ = prompt.session.output.drainLines()
    _ = prompt.run(line)
    let said = prompt.session.output.drainLines()
    #expect(said.last?.hasSuffix("^^^^ try: \(meant)") == true, "\(said)")
  }

  /// Both texts are cut for the window's present width, also while a line is edited.
  @Test func textsFitTheNewWindow() throws {
    let terminal = try PseudoTerminal.prompt(columns: 60, rows: 12)
    terminal.enter("set prompt '{join (range 1 30) \"\"}> '")
    let whole = (1...30).map(String.init).joined() + ">"
    terminal.expect("cut") { $0.lines.last?.hasPrefix("12345") == true && $0.lines.last?.contains(">") == false }
    terminal.resize(columns: 120, rows: 12)
    terminal.expect("whole") { $0.lines.last == whole }
    terminal.enter("set right-prompt 'right text of forty cells or a few less'; set prompt usual")
    terminal.expect("at the right") { $0.lines.last?.hasSuffix("or a few less") == true }
    terminal.resize(columns: 50, rows: 12)
    terminal.expect("cut") { $0.lines.last?.hasSuffix("right text of forty cell…") == true }
    terminal.resize(columns: 120, rows: 12)
    terminal.expect("whole again") { $0.lines.last?.hasSuffix("or a few less") == true }
  }

  @Test func doubleQuotesFillInAtOnceAndSaySo() {
    let prompt = prompt(["story play 4"])
    _ = prompt.session.output.drainLines()
    _ = prompt.run("set prompt \"{story.number}> \"")
    let said = prompt.session.output.drainLines()
    #expect(
      said.contains(
        "note: the values were filled in once; to fill them in at each prompt, try: set prompt '{story.number}> '"),
      "\(said)")
    _ = prompt.run("tap right")
    #expect(prompt.beginLine().plain == "4> ")
    _ = prompt.run("set prompt \"plain> \"")
    #expect(!prompt.session.output.drainLines().contains { $0.contains("filled in") })
  }

  @Test func theKindOfTheSessionStaysInFront() throws {
    let prompt = prompt(["practice", "set prompt '{1}> '"], kind: .real)
    #expect(prompt.text.plain == "practice 1> ")
  }

  /// Everything that belongs to the user alone survives quitting.
  @Test func bothTextsAreKept() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home)
    first.enter("set prompt '{1 + 2}> '")
    first.expect("it is there at once") { $0.lines.last == "3>" }
    first.enter("set right-prompt 'level {2 + 2}'")
    first.expect("at the right edge") {
      $0.lines.last?.hasPrefix("3>") == true && $0.lines.last?.hasSuffix("  level 4") == true
    }
    first.enter("set recall session")
    first.expect("said") { $0.lines.contains { $0.contains("recall is session") } }
    first.send("\u{04}")
    _ = first.waitForEnd()
    let second = try PseudoTerminal(
      "storyline", ["--no-welcome"], columns: 80, rows: 24, environment: ["HOME": home.url.path])
    second.expect("kept") { $0.lines.last?.hasPrefix("3>") == true && $0.lines.last?.hasSuffix("level 4") == true }
    second.send("\u{1B}[A")
    second.pump(atMost: 200)
    second.send("x")
    second.expect("no line of the first session") {
      $0.lines.last?.hasPrefix("3> x") == true && $0.row + 1 == $0.lines.count
    }
    second.enter("\u{15}set recall all")
    second.expect("said") { $0.lines.contains { $0.contains("recall is all") } }
    second.send("\u{1B}[A\u{1B}[A")
    second.expect("a line of the first session") { $0.lines.last?.contains("set recall session") == true }
  }

  /// A text at the right changes with what happens, and costs nothing while nothing does.
  @Test func theRightTextIsNotAskedForWithoutEnd() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("set right-prompt 'story {story.number}'")
    terminal.expect("shown") {
      $0.lines.last?.hasSuffix("story none") == true || $0.lines.last?.contains("story") == true
    }
    #if !canImport(Darwin)
      #expect(terminal.load(for: 1) < 0.05)
    #endif
  }

  // MARK: A timed line

  @Test func aLineIsTimed() throws {
    let prompt = prompt(["story play 4"])
    _ = prompt.session.output.drainLines()
    _ = prompt.run("time skip 20m")
    let said = prompt.session.output.drainLines()
    let note = try #require(said.last)
    #expect(
      note.hasPrefix("note: took ") && note.hasSuffix(" of processor time, 20 min on the session's clock"), "\(said)")
    _ = prompt.run("time stroy play 4")
    #expect(prompt.exitCode == 2 && prompt.hint("") == "time story play 4")
    #expect(prompt.state.history.entries.first == "time stroy play 4")
    #expect(prompt.isComplete("time print 1") && !prompt.isComplete("time if true {"))
    #expect(prompt.reflect("time print $nope ", 17).problems == [11..<16])
    #expect(
      prompt.complete("time story pl", 13).map(\.text).contains("play ")
        && prompt.complete("time story pl", 13).allSatisfy { $0.replacing == 11..<13 })
    let colours = prompt.highlight("time story play 4")
    #expect(
      colours.first?.range == 0..<4 && colours.contains { $0.range == 5..<10 && $0.style == .command }, "\(colours)")
    _ = prompt.run("time pin set 2580")
    #expect(!prompt.state.history.entries.contains { $0.contains("2580") })
  }

  @Test(arguments: ["time \"story play 4\"", "time story play 4", "time print 1"])
  func aScriptIsNotTimed(_ script: String) throws {
    let session = ScriptRun().session
    do {
      try session.runtime.run(try session.load(try Source(name: "test", text: script)))
      Issue.record("it runs")
    } catch let errors as Diagnostics {
      #expect(session.fitted(errors.all[0]).problem == Stopwatch.onlyAtPrompt)
    } catch let error as Diagnostic {
      #expect(error.problem == Stopwatch.onlyAtPrompt)
    }
  }

  @Test(arguments: [
    (0, "0.00 ms"), (420, "0.42 ms"), (1_240, "1.2 ms"), (12_400, "12 ms"), (1_250_000, "1.3 s"),
    (61_000_000, "1 min 1 s"),
  ])
  func timesHaveTwoDigits(_ microseconds: Int64, _ text: String) {
    #expect(Stopwatch.short(.init(microseconds: microseconds)) == text)
  }
}
