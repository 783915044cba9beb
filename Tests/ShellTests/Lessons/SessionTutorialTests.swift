import StoryScript
import Testing
import Timers

@testable import Shell

/// The guided walk, as a script sees it.
@Suite struct SessionTutorialTests {
  private static let commands = [
    "timer start reading", "activity edit reading for 25", "timer done; timer start custom 1",
    "timer done; rate amazing", "streak", "timer start shower; timer done", "history", "set tick on", "pin set 2580",
  ]

  /// What a command shows the tutorial.
  private func sign(_ command: String) -> Tutorial.Sign? {
    Catalog.standard.entries.filter { (command + " ").hasPrefix($0.command.name + " ") }
      .max { $0.command.words.count < $1.command.words.count }?.teaches.flatMap { Tutorial.Sign($0) }
  }

  @Test func everySignOfACommandIsKnown() {
    for sign in Catalog.standard.entries.compactMap(\.teaches) { #expect(Tutorial.Sign(sign) != nil, "\(sign.name)") }
  }

  /// Does a step, by its command.
  private func does(_ step: Tutorial.Step, _ run: ScriptRun) {
    let command = Self.commands[step.number - 1]
    #expect(run(command).error == nil, "\(command)")
  }

  @Test func itLeadsThroughAllNineSteps() {
    let run = ScriptRun()
    #expect(
      run(
        """
        let seen = []
        let over = []
        when tutorial.step { seen = $seen + [$number] }
        when tutorial.done { over = $over + [[$step, $skipped]] }
        when tutorial.finished { over = $over + [$done] }
        tutorial start
        """
      ).error == nil)
    for step in Tutorial.Step.allCases {
      #expect(run("expect tutorial.number == \(step.number)").error == nil)
      does(step, run)
    }
    let names = Tutorial.Step.allCases.map { "[\"\($0.rawValue)\", false]" }.joined(separator: ", ")
    #expect(run("wait 1ms; expect $seen == [1, 2, 3, 4, 5, 6, 7, 8, 9]; expect $over == [\(names), 9]").error == nil)
    #expect(
      run("expect tutorial.state == finished; expect (tutorial | where state == \"done\" | count) == 9").error == nil)
  }

  /// A mark of something done belongs behind a step, not to coming back.
  @Test func comingBackSaysWhereTheWalkGoesOn() {
    let run = ScriptRun()
    #expect(run("tutorial start; timer start reading; activity edit reading for 25; tutorial leave").error == nil)
    #expect(
      run("tutorial resume").lines.first == " 0:00.000  ● The tutorial goes on, step 3 of 9: a timer for anything")
    #expect(run("timer stop; timer start custom 1").lines.contains(" 0:00.000  ✓ step 4 of 9: stars"))
  }

  @Test func everyStepHasItsSign() {
    for step in Tutorial.Step.allCases {
      let command = Self.commands[step.number - 1].split(separator: ";").last.map { $0.drop { $0 == " " } } ?? ""
      let sign = sign(String(command))
      let fromTimers = [.startTimer, .customTimer, .stars, .done].contains(step)
      #expect(fromTimers ? sign == nil : sign.map { step.isCompleted(by: $0) } == true, "\(step)")
    }
  }

  /// What a step tells to type is what does it, also where no timer runs.
  @Test(arguments: Tutorial.Step.allCases, [false, true])
  func whatAStepSaysToTypeDoesIt(_ step: Tutorial.Step, _ runs: Bool) {
    let run = ScriptRun()
    run("tutorial start; repeat \(step.number - 1) { tutorial skip }" + (runs ? "; timer start shower" : ""))
    let begun = runs && step == .startTimer ? "tutorial restart" : ""
    #expect(run(begun).error == nil)
    let line = TutorialWords.line(step, hasTimer: runs)
    #expect(run(line).error == nil, "\(line)")
    #expect(run.session.world.lessons.tutorial.done.contains(step), "\(step)")
  }

  /// The nine lines that `tutorial` lists, typed one after the other, are the whole walk.
  @Test func theNineLinesCanBeTypedInTheirOrder() {
    let run = ScriptRun()
    #expect(run("tutorial start; let lines = []; for step in (tutorial) { lines = $lines + [$step.try] }").error == nil)
    let lines = run.session.runtime.variable("lines")?.list?.compactMap(\.text) ?? []
    #expect(lines == Self.commands)
    for (number, line) in lines.enumerated() {
      #expect(run("expect tutorial.number == \(number + 1)").error == nil)
      #expect(run(line).error == nil, "\(line)")
    }
    #expect(run("expect tutorial.state == finished; expect rewards.stars == 15").error == nil)
  }

  /// From wherever the walk stands, the line of its step is right now.
  @Test func theListKnowsWhetherATimerRuns() {
    let run = ScriptRun()
    run("tutorial start; tutorial skip; tutorial skip")
    #expect(run("expect (tutorial)[2].try == \"timer start custom 1\"").error == nil)
    #expect(run("timer start shower; expect (tutorial)[2].try == \"timer done; timer start custom 1\"").error == nil)
  }

  /// Declining a PIN is no lesson about it, nor is putting a rating off.
  @Test func notDoingItIsNoStep() {
    ScriptRun.passes("tutorial start; repeat 8 { tutorial skip }; pin skip; expect tutorial.step == pin")
    ScriptRun.passes(
      "tutorial start; repeat 3 { tutorial skip }; timer start reading; timer done; rate later; expect tutorial.step == stars"
    )
  }

  @Test func itSaysWhatTheColoursMean() {
    let words = ScriptRun(width: 200)("tutorial start; timer start reading").lines.joined()
    for colour in ["periwinkle", "turquoise", "orange", "coral", "magenta"] { #expect(words.contains(colour)) }
  }

  @Test func aStepsWordsComeAfterWhatItsCommandShows() {
    let run = ScriptRun(width: 40)
    #expect(
      run("tutorial start; timer start reading").lines == [
        " 0:00.000  ● The tutorial, step 1 of 9: start a timer",
        "   A timer says how long something",
        "   lasts, so that nobody else has to.",
        "   try  timer start reading",
        " 0:00.000  ● reading starts, 20 min: Let's do this!",
        " 0:00.000  ✓ step 2 of 9: the clock badge",
        "   What is left stands at the right of",
        "   the prompt, and `timer status` draws",
        "   it. The ring's colours say it too:",
        "   periwinkle above 75 %, turquoise",
        "   above 50, orange above 25, coral",
        "   down to 10, then magenta. As in the",
        "   app, the badge is also where a",
        "   duration is changed.",
        "   try  activity edit reading for 25",
      ])
    let shown = run("activity edit reading for 25").lines
    let next = shown.firstIndex { $0.hasSuffix("✓ step 3 of 9: a timer for anything") }
    let status = shown.firstIndex { $0.contains("reading") }
    #expect(next != nil && status != nil && status! < next!)
    #expect(shown.suffix(2) == ["   `timer stop` would throw it away.", "   try  timer done; timer start custom 1"])
    #expect(run("tutorial skip").lines.first == " 0:00.000  · step 4 of 9: stars", "it was not done")
  }

  @Test func undoTakesAStepBack() {
    ScriptRun.passes(
      "tutorial start; timer start reading; expect tutorial.number == 2; undo; expect tutorial.number == 1")
    ScriptRun.passes(
      "tutorial start; undo; expect tutorial.state == notStarted; redo; expect tutorial.state == walking")
  }

  @Test func aTimerThatEndsByItselfIsDone() {
    ScriptRun.passes(
      """
      tutorial start; repeat 5 { tutorial skip }
      timer start custom 1; wait 1m
      expect tutorial.step == history
      """)
  }

  @Test func withTheWallClockItNeedsAPrompt() {
    var options = Session.Options()
    options.kind = .real
    #expect(
      ScriptRun(options)("tutorial start").error
        == "the tutorial walks in a practice session | leave out --real")
  }
}
