import Foundation
import StoryScript
import Terminal
import Testing
import Timeline

@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// Every line that the program suggests runs in the state in which it is suggested.
@Suite struct SuggestionTests {
  /// The seeds: `SUGGESTIONS=2000` runs that many sessions, `SUGGESTIONS=17-17` a single one.
  static let seeds: [UInt64] = {
    let numbers = (ProcessInfo.processInfo.environment["SUGGESTIONS"] ?? "60").split(separator: "-")
      .compactMap { UInt64($0) }
    return numbers.count == 2 ? Array(numbers[0]...numbers[1]) : Array(0..<(numbers.first ?? 0))
  }()

  @Test(arguments: seeds) func everySuggestedLineRuns(_ seed: UInt64) {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    var walk = SuggestionWalk(seed: seed)
    walk.run(mistakes: 12)
    for fault in walk.faults { Issue.record("seed \(seed): \(fault)") }
    // A walk without mistakes would prove nothing.
    #expect(walk.counts.refused > 0)
  }

  /// Lines that newcomers typed, and what each answer suggests.
  @Test(arguments: [
    ("activity edit reading 25", "'activity edit' does not accept '25' | did you mean 'for 25'?"),
    ("timer cancel", "there is no command 'timer cancel' | did you mean 'timer stop'?"),
    (
      "timer 20",
      "there is no command 'timer 20' | commands: timer done, timer extend, timer machine, timer pause, timer resume, "
        + "timer start, timer status, timer stop"
    ),
    ("go previous", "there is no command 'go previous' | did you mean 'previous'?"),
    ("stories | sort", "records cannot be ordered | try: sort by story"),
    (
      "post \"It's {braces}\"",
      "'braces' is not a value | for a variable, write {$braces}; for the braces themselves, \\{braces\\}"
    ),
    ("print 'it's'", "the text ends at the quote before 's'' | for an apostrophe, use double quotes: \"it's\""),
    ("show @999", "there is no post @999 | give the post's address (at://…) or the link to its page"),
    ("print [1 2]", "expected ',' or ']', found '2' | separate the items with commas: [1, 2]"),
    ("wait for 5s", "expected the end of the statement, found '5s' | try: wait 5s"),
    (
      "post \"x\" at tomorrow",
      "'at' expects a date, or a time such as 18:00 or tomorrow 9:00, not 'tomorrow' | did you mean 'tomorrow 9:00'?"
    ),
    ("ls", "there is no command 'ls' | system programs do not run here; try: cluster FOLDER"),
    ("len(stories)", "there is no command 'len' | the function is 'length': (length …)"),
    ("when", "expected a name after 'when', found the end of the script | try: when story.started { … }"),
    ("routine skip", "no routine is active | try: \(RoutineWords.example)"),
    ("logout ana", "ana is not logged in | try: login bob.test"),
    (
      "stories | tail -5",
      "expected a pipeline step after '|', found 'tail' | try: stories | last 5"
    ),
    (
      "stories | where position > 1s | head -n 2 | count",
      "expected a pipeline step after '|', found 'head' | try: stories | where position > 1s | first 2 | count"
    ),
    ("stories | sort by author number", "expected the end of the statement, found 'number'"),
    ("tutorial skip", "no lesson is running | try: learn"),
    (
      "tutorial for 25", "'tutorial' expects 'start', 'resume', 'restart', 'skip' or 'leave', not 'for' | try: tutorial"
    ),
    ("thread search", "'search' is not a post | try: help search"),
    ("account use bob.etst", "bob.etst is not logged in | try: login bob.test"),
    ("help two words", "there is no help for 'two words' | try: help search \"two words\""),
  ])
  func leadsOn(_ line: String, _ error: String) throws {
    let session = ScriptRun().session
    var found: Diagnostic?
    do {
      try session.runtime.run(try session.load(try Source(name: "test", text: line)))
    } catch let errors as Diagnostics {
      found = errors.all.first
    } catch let error as Diagnostic {
      found = error
    }
    let problem = session.fitted(try #require(found)).problem
    #expect(problem.message + (problem.suggestion.map { " | \($0)" } ?? "") == error)
  }

  /// Advice that would be refused in the present state gives way to the reason.
  @Test(
    arguments: [
      ([], "redo at 5", "there is nothing to redo: nothing has been undone since the last change"),
      (["story play 4", "undo"], "redo at 5", "try: redo"),
      ([], "redo", "there is nothing to undo: no command has changed anything yet"),
      (["story play 4"], "redo", "try: undo"),
      (["timer start reading 20"], "history remove", "no timer has ended yet, so the history is empty"),
      ([], "timer start 1.5", "'1.5' cannot be an activity's name"),
    ] as [([String], String, String)])
  func advisesOnlyThePossible(_ before: [String], _ line: String, _ advice: String) throws {
    var options = Session.Options()
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(path: nil))
    for line in before { _ = prompt.run(line) }
    var found: [Diagnostic] = []
    session.diagnosticObserver = { found += $0 }
    _ = prompt.run(line)
    #expect(found.first?.problem.suggestion == advice)
  }
}
