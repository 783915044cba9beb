import StoryScript
import Testing
import Timeline

@testable import Shell
@testable import ShellCore

/// Lines that users know from other shells, and first words alone.
@Suite struct OtherShellsLinesTests {
  private let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)

  /// Returns the correction of a wrong line.
  private func corrected(_ line: String) throws -> String? {
    do {
      _ = try session.parse(try Source(name: SourceFile.promptName, text: line))
      return nil
    } catch let errors as Diagnostics {
      return errors.all.first?.corrected
    }
  }

  @Test(arguments: [
    ("ls", "cluster ."), ("ls Photos", "cluster Photos"), ("dir", "cluster ."), ("cat kids.csv", "open kids.csv"),
    ("kids.csv", "open kids.csv"), ("cd ~/Photos", nil),
    ("run foo.story", "include foo.story"), ("foo.story", "include foo.story"),
    ("./lessons/foo.story", "include ./lessons/foo.story"), ("Photos/2025", "cluster Photos/2025"),
    ("~", "cluster ~"), ("/home/mia/Photos", "cluster /home/mia/Photos"), ("/help", "help"), ("stroy", "story"),
    ("--help", "help"), ("timer start reading 1h30", "timer start reading 1h30m"),
  ])
  func suggestedLinesRun(_ line: String, _ expected: String?) throws { #expect(try corrected(line) == expected) }

  @Test func helpKnowsThem() throws {
    let help = Help(catalog: Catalog.standard)
    for (word, name) in [("ls", "cluster"), ("run", "include")] {
      let rows = HelpLayout.rows(try help.page(for: [word]), width: 80).map(\.plain)
      #expect(rows.first == "help on '\(word)'" && rows.contains { $0.hasPrefix("  \(name) ") }, "\(rows)")
    }
    #expect(ScriptRun.error("help topics") == "there is no help for 'topics' | try: help")
    #expect(ScriptRun.error("help timer strat") == "there is no help for 'timer strat' | did you mean 'timer start'?")
    #expect(ScriptRun.error("help rendr") == "there is no help for 'rendr' | did you mean 'render'?")
    #expect(ScriptRun.error("help set tikc") == "there is no help for 'set tikc' | did you mean 'set tick'?")
    #expect(ScriptRun.error("help sort by") == nil)
  }

  @Test func programsOfTheSystemDoNotRun() throws {
    let source = try Source(name: SourceFile.promptName, text: "cd Examples")
    let failure = #expect(throws: Diagnostics.self) { try session.parse(source) }
    #expect(
      failure?.all.first?.problem.suggestion
        == "system programs do not run here; type a path after a command: cluster FOLDER, open FILE")
  }

  /// Advice names things that exist: a folder that can be clustered, the form of a function, the other words of a
  /// command.
  @Test(arguments: [
    ("clock", "commands: clock confirm"), ("/bin/sh", "system programs do not run here"),
    ("history delete", "try: recall delete"),
    ("random", "it is a function; try: print (random"), ("f(3)", "`help` lists the commands"),
    ("\u{0B}", "`help` lists the commands"), ("\u{2003}\u{2003} x", "`help` lists the commands"),
    ("review banana", "or review next, review back"), ("from json \"[1]\"", "put the value first: from \"…\" json"),
    ("print 1 #comment", "a comment needs a space after #: print 1 # comment"),
    ("check a.story", "try: storyline check …, outside the prompt"), ("alias ll ls", "did you mean 'abbreviate'?"),
    ("!ls", "system programs do not run here; Up and ^R"), ("!!", "system programs do not run here; Up"),
    ("wait 5kg", "units: us ms s m h d w"), ("set cache-bytes 32mb", "a size is a number of bytes"),
    ("[1] | save /tmp/a.csv", "did you mean 'to /tmp/a.csv'?"), ("fork kep", "did you mean 'keep'?"),
    ("stories | where author contains \"a\"", "try: (contains author \"a\")"),
    ("stories | where author =~ \"a\"", "try: author like \"*a*\""),
    ("stories | where author ~ \"a\"", "try: author like \"*a*\""),
    ("stories | where author is \"a\"", "to compare, write =="),
    ("age > 7", "a line begins with a command, and there is no variable $age"),
    ("stories | skip 2", "for the items after the first 2: slice 2"),
    ("stories | limit 3", "did you mean 'first'?"), ("stories | for x { 1 }", "did you mean 'each'?"),
    ("stories | rename", "steps: where, sort by"),
    ("stories | sort story desc", "try: stories | sort by story desc"),
    ("stories | group author", "try: stories | group by author"), ("repeat 2 print 3", "try: repeat 2 { print 3 }"),
    ("wait untill story.number == 3", "try: wait until story.number == 3"),
  ])
  func suggestedCommandsRun(_ line: String, _ advice: String) throws {
    let source = try Source(name: SourceFile.promptName, text: line)
    let failure = #expect(throws: Diagnostics.self) { try session.parse(source) }
    let suggestion = session.fitted(try #require(failure?.all.first)).problem.suggestion
    #expect(suggestion?.hasPrefix(advice) == true, "\(suggestion ?? "none")")
  }

  @Test func comparisonOperandsAreTexts() {
    #expect(
      ScriptRun.error("print ([{activity: \"reading\", ending: 1}] | where activity == reading)")?.contains(
        "for text, write \"reading\"") == true)
    #expect(ScriptRun.error("print ([{saved: 5s}] | where saved > 5)")?.contains("one of them has a unit") == true)
    #expect(ScriptRun.error("wait forever") == "'wait' expects a duration such as 5s, not 'forever'")
    #expect(ScriptRun.error("copy history")?.hasSuffix("| try: copy (history)") == true)
  }

  /// In a real session, scripts run outside of the prompt, and names of the practice network do not exist.
  @Test func realSessionsGetOtherAdvice() throws {
    var options = Session.Options()
    options.kind = .real
    let run = ScriptRun(options)
    let source = try Source(name: SourceFile.promptName, text: "./a.story")
    let failure = #expect(throws: Diagnostics.self) { try run.session.parse(source) }
    let mistake = try #require(failure?.all.first)
    #expect(
      run.session.fitted(mistake).problem.suggestion
        == "try: storyline ./a.story, outside the prompt; here, in real time: include ./a.story")
    #expect(session.fitted(mistake).problem == mistake.problem, "in practice it runs as it is")
    #expect(
      run("login bob.test").error
        == "bob.test exists only in the practice network | try: practice, then login bob.test")
  }

  /// A command whose value is used as an argument needs parentheses.
  @Test func commandsAreNotTexts() throws {
    let source = try Source(name: SourceFile.promptName, text: "explore open kids.csv")
    let failure = #expect(throws: Diagnostics.self) { try session.parse(source) }
    #expect(failure?.all.first?.problem.suggestion == "did you mean 'explore (open kids.csv)'?")
  }

  /// All unknown words are underlined, so that the suggestion replaces them all.
  @Test func helpUnderlinesAllWords() throws {
    let run = ScriptRun()
    let function = try run.session.load(try Source(name: SourceFile.promptName, text: "help story view"))
    let failure = #expect(throws: Diagnostic.self) { try run.session.runtime.run(function) }
    #expect(failure?.corrected == "help story show")
  }

  /// A script's path needs no quotes, like the path of any other file.
  @Test func includeTakesABareWord() throws {
    let run = ScriptRun()
    #expect(run("include Examples/stories-hold.story").error == nil)
    #expect(ScriptRun.error("include 'Examples/stories-hold.story'") == nil)
    #expect(try corrected("include (x)") == nil)
  }

  @Test(arguments: [("timer", "timer status"), ("pin", "pin status"), ("feed", "stories"), ("set", "settings")])
  func aFirstWordAloneShowsWhatThereIs(_ word: String, _ command: String) {
    let (short, long) = (ScriptRun(), ScriptRun())
    let shown = short("timer start reading; \(word)")
    #expect(shown.error == nil && shown.lines.count > 1)
    #expect(shown.lines == long("timer start reading; \(command)").lines)
  }

  /// The suggested date is that of the next instant with this time of day.
  @Test(arguments: ["00:00", "11:59", "17:00", "23:59:59"]) func aTimeOfDayGetsADayToCome(_ time: String) throws {
    let source = try Source(name: SourceFile.promptName, text: "at \(time) { print 1 }")
    let found = Diagnostic(.timeWithoutDate(time), SourceRange(3, 3 + time.utf8.count), in: source)
    let corrected = try #require(session.fitted(found).corrected)
    let written = corrected.dropFirst(3).prefix { $0 != " " }
    let meant = try #require(CivilTime(parsing: written.utf8)).instant()
    #expect(meant > session.now && meant <= session.now + .days(1), "\(corrected)")
    #expect(session.fitted(Diagnostic(.timeWithoutDate("25:00"), SourceRange(3, 8), in: source)).corrected == nil)
  }

  /// A line that would also be refused is not suggested.
  @Test func rewindAloneIsRefusedOutsideOfPractice() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("rewind")
    terminal.expect("why") { screen in
      screen.lines.contains { $0.contains("`rewind` needs a practice session") }
        && !screen.lines.contains { $0.contains("rewind 5s") }
    }
    let practice = try PseudoTerminal.prompt(["--practice"])
    // A session that has just begun cannot go back 5 s.
    practice.enter("skip 10s")
    practice.enter("rewind")
    practice.expect("how far") { $0.lines.contains { $0.contains("rewind 5s") } }
  }
}
