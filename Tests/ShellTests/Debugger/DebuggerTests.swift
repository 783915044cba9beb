import JSON
import Testing
import Timeline

@testable import ScriptTools
@testable import SessionState
@testable import ShellCore

/// Holding, stepping, looking and going back, as a client sees it.
@Suite struct DebuggerTests {
  private static let doubling = """
    let total = 0
    def double x {
      let y = $x * 2
      return $y
    }
    for i in [1, 2, 3] {
      total = $total + (double $i)
    }
    print $total
    """

  private static let playing = """
    when story.started { print "story {$story}" }
    story play 4 for 15s
    wait 3s
    hold 2s
    wait until story.number == 5
    print "done"
    """

  @Test func stepsGoOverIntoAndOutOfCalls() throws {
    #expect(
      try DebugClient.lines(Self.doubling, "start", "next", "next", "next", "in", "locals", "next", "out", "next")
        == [
          "entry: Held at 0:00.000, script:1", "step: Held at 0:00.000, script:2", "step: Held at 0:00.000, script:6",
          "step: Held at 0:00.000, script:7", "step: Held at 0:00.000, double:3 in script:7", "x = 1",
          "step: Held at 0:00.000, double:4 in script:7", "step: Held at 0:00.000, script:7",
          "step: Held at 0:00.000, script:7",
        ])
  }

  @Test func variablesAreThoseThatExistHere() throws {
    #expect(
      try DebugClient.lines(
        Self.doubling, "break 4", "break 9", "start", "script", "continue", "locals", "script", "eval $x + $total",
        "hover y", "continue", "continue", "locals", "continue", "script", "locals", "continue")
        == [
          "entry: Held at 0:00.000, script:1", "args = []", "breakpoint: Held at 0:00.000, double:4 in script:7",
          "x = 1, y = 2", "args = [], total = 0", "= 1", "= 2", "breakpoint: Held at 0:00.000, double:4 in script:7",
          "breakpoint: Held at 0:00.000, double:4 in script:7", "x = 3, y = 6",
          "breakpoint: Held at 0:00.000, script:9", "args = [], total = 12", "no locals", "| 12", "exited 0",
          "terminated",
        ])
  }

  @Test func conditionsAndLogsDecideWhatABreakpointDoes() throws {
    #expect(
      try DebugClient.lines(
        Self.doubling, "break 3 if $x == 2", "log 4 y is {$y}, {story.state}", "start", "continue", "locals",
        "continue")
        == [
          "entry: Held at 0:00.000, script:1", "| y is 2, idle", "breakpoint: Held at 0:00.000, double:3 in script:7",
          "x = 2", "| y is 4, idle", "| y is 6, idle", "| 12", "exited 0", "terminated",
        ])
    #expect(
      try DebugClient.lines(Self.doubling, "break 3 if $z == 2", "break 9 if 5", "start", "continue", "continue")
        .filter { $0.hasPrefix("| w") || $0.hasPrefix("b") } == [
          "| warning: the condition '$z == 2' cannot be evaluated: there is no variable '$z' here",
          "breakpoint: Held at 0:00.000, double:3 in script:7",
          "| warning: the condition '$z == 2' cannot be evaluated: there is no variable '$z' here",
          "breakpoint: Held at 0:00.000, double:3 in script:7",
        ])
  }

  @Test func hitCountsDecideWhichTimesCount() throws {
    func values(_ orders: String...) throws -> [String] {
      let client = try DebugClient(Self.doubling, orders.flatMap { $0 == "go" ? ["continue", "eval $x"] : [$0] })
      client.serve()
      return client.lines.filter { $0.hasPrefix("= ") || $0.hasPrefix("u") }
    }
    #expect(try values("hits 3 2", "start", "go", "continue") == ["= 2"])
    #expect(try values("hits 3 >= 2", "start", "go", "go", "continue") == ["= 2", "= 3"])
    #expect(try values("hits 3 > 2", "start", "go", "continue") == ["= 3"])
    #expect(try values("hits 3 %2", "start", "go", "continue") == ["= 2"])
    #expect(try values("hits 3 < 2", "start", "go", "continue") == ["= 1"])
    // After a step back the count is that of the moment.
    #expect(
      try values("hits 3 >= 2", "start", "go", "go", "reverse", "eval $x", "go", "continue")
        == ["= 2", "= 3", "= 2", "= 3"])
    #expect(
      try values("hits 3 2", "start", "go", "back", "go", "continue") == ["= 2", "= 2"])
    #expect(
      try values("hits 3 often", "start", "continue")
        == ["unverified: the hit count expects a number such as 3, >= 3, or % 3 for every third time"])
  }

  @Test(arguments: ["", "0", "-1", "x", "2 3", "> ", "=> 2", "1.5", "99999999999"])
  func badHitCountsAreRefused(_ text: String) { #expect(DebugHits(text) == nil) }

  @Test func hitCountsApplyToTimesWithATrueCondition() throws {
    let client = try DebugClient(
      Self.doubling,
      [
        "{\"seq\":90,\"type\":\"request\",\"command\":\"setFunctionBreakpoints\",\"arguments\":{\"breakpoints\":[{\"name\":\"double\",\"condition\":\"$x > 1\",\"hitCondition\":\"2\"}]}}",
        "start", "continue", "eval $x", "continue",
      ])
    client.serve()
    #expect(client.lines.filter { $0.hasPrefix("= ") } == ["= 3"])
  }

  @Test func theConsoleCompletesLikeThePrompt() throws {
    let lines = try DebugClient.lines(
      Self.doubling, "break 4", "start", "continue", "complete print $to", "complete $", "complete story pl",
      "complete timer.prog", "complete 🙂 $x", "complete doub", "continue")
    #expect(lines.contains("$total@7+3"))
    #expect(lines.contains { $0.hasPrefix("$x@1+1 $y@1+1 ") && $0.contains("$total@1+1") })
    #expect(lines.contains("play@7+2"))
    #expect(lines.contains("timer.progress@1+10") || lines.contains("progress@7+4"))
    #expect(lines.contains("$x@4+2"))
    #expect(lines.contains { $0.contains("double@1+4") })
  }

  @Test func namesAreDefinitionsEventsAndInstants() throws {
    let lines = try DebugClient.lines(
      Self.playing, "fn story.started if $story == 5, 0:04.5", "start", "continue", "eval story.position",
      "world clock", "continue", "locals", "continue")
    #expect(
      lines == [
        "entry: Held at 0:00.000, script:1", "| 0:00.000  ▶ story 4 by @ana plays, 15 s a story",
        "| story 4", "| 0:03.000  ‖ held at 3.0 s",
        "function breakpoint: Instant 0:04.500, script:4", "= 3s",
        "step = 0s, now = 2026-01-05T09:00:04.5, elapsed = 4.5s",
        "| 0:05.000  ▶ released after 2 s, resumes at 3.0 s", "| 0:17.000  ⏭ story 5 by @ben",
        "function breakpoint: Event story.started at 0:17.000, script:5",
        "story = 5, author = \"ben\", place = 5, cause = \"advanced\"", "| story 5", "| done", "exited 0",
        "terminated",
      ], "\(lines)")
    #expect(
      try DebugClient.lines(Self.doubling, "fn double", "start", "continue").last
        == "function breakpoint: Held at 0:00.000, double:3 in script:7")
  }

  @Test func wrongBreakpointsSayWhy() throws {
    let cases = [
      ("break 99", "there is no statement on this line or below it"),
      (
        "fn stroy.started",
        "'stroy.started' is not a definition, an event or an instant: did you mean 'story.started'?"
      ),
      (
        "fn 0:99",
        "'0:99' is not a definition, an event or an instant: try story.started, or 0:17 for the instant 17 s after the "
          + "start"
      ),
      ("fn 0:00", "the instant must be after the script's start"),
      ("fn 2020-01-01", "the instant must be after the script's start"),
      ("filter events=stroy.started", "there is no event 'stroy.started': did you mean 'story.started'?"),
    ]
    for (order, message) in cases {
      #expect(try DebugClient.lines(Self.doubling, order) == ["unverified: \(message)"])
    }
  }

  @Test func instantsAreReadInAllForms() {
    let start = Instant(microseconds: 0)
    for (text, seconds) in [
      ("0:17", 17.0), ("1:02:03.5", 3723.5), ("17s", 17), ("1h", 3600), ("0:00.000001", 0.000_001),
    ] {
      #expect(
        DebugInstant.read(text, start: start, .utc) == start + Duration(microseconds: Int64(seconds * 1_000_000)))
    }
    for text in ["", ":", "1:", ":17", "0:7", "0:60", "-1:00", "0:00.", "0:00.1234567", "1:2:3:04", "x", "-5s", "é:00"]
    {
      #expect(DebugInstant.read(text, start: start, .utc) == nil, "\(text)")
    }
  }

  /// A step of one instruction also ends at an event, so that a wait is walked through.
  @Test func stepsGoThroughTime() throws {
    #expect(
      try DebugClient.lines(Self.playing, "break 3", "start", "continue", "tick", "tick", "tick", "tick", "tick")
        .filter { !$0.hasPrefix("|") } == [
          "entry: Held at 0:00.000, script:1", "breakpoint: Held at 0:00.000, script:3",
          "step: Held at 0:03.000, script:4", "step: Event story.held at 0:03.000, script:4",
          "step: Event story.released at 0:05.000, script:4", "step: Held at 0:05.000, script:5",
          "step: Event story.started at 0:17.000, script:5",
        ])
  }

  @Test func steppingBackRetracesForwardSteps() throws {
    #expect(
      try DebugClient.lines(
        Self.doubling, "break 4 if $x == 3", "start", "continue", "script", "back", "back", "back", "back", "script",
        "back", "back", "back", "back", "back", "next")
        == [
          "entry: Held at 0:00.000, script:1", "breakpoint: Held at 0:00.000, double:4 in script:7",
          "args = [], total = 6", "step: Held at 0:00.000, double:3 in script:7", "step: Held at 0:00.000, script:7",
          "step: Held at 0:00.000, script:7", "step: Held at 0:00.000, script:7", "args = [], total = 0",
          "step: Held at 0:00.000, script:6", "step: Held at 0:00.000, script:2", "step: Held at 0:00.000, script:1",
          "entry: Held at 0:00.000, script:1", "entry: Held at 0:00.000, script:1",
          "step: Held at 0:00.000, script:2",
        ])
  }

  @Test func reverseFindsTheLastBreakpoint() throws {
    #expect(
      try DebugClient.lines(
        Self.playing, "break 6", "fn story.started, 0:04.5", "start", "continue", "continue", "continue", "continue",
        "reverse", "eval story.number", "reverse", "eval story.state", "reverse", "reverse", "reverse", "continue"
      ).filter { !$0.hasPrefix("|") } == [
        "entry: Held at 0:00.000, script:1", "function breakpoint: Event story.started at 0:00.000, script:2",
        "function breakpoint: Instant 0:04.500, script:4",
        "function breakpoint: Event story.started at 0:17.000, script:5", "breakpoint: Held at 0:17.000, script:6",
        "function breakpoint: Event story.started at 0:17.000, script:5", "= 5",
        "function breakpoint: Instant 0:04.500, script:4", "= \"pausedByHold\"",
        "function breakpoint: Event story.started at 0:00.000, script:2", "entry: Held at 0:00.000, script:1",
        "entry: Held at 0:00.000, script:1", "function breakpoint: Event story.started at 0:00.000, script:2",
      ])
  }

  @Test func backThroughTimeIsBackEventByEvent() throws {
    #expect(
      try DebugClient.lines(
        Self.playing, "break 6", "start", "continue", "back tick", "back tick", "back tick", "eval story.state", "tick"
      ).filter { !$0.hasPrefix("|") } == [
        "entry: Held at 0:00.000, script:1", "breakpoint: Held at 0:17.000, script:6",
        "step: Held at 0:17.000, when story.started:1", "step: Event story.started at 0:17.000, script:5",
        "step: Held at 0:05.000, script:5", "= \"playing\"",
        "step: Event story.started at 0:17.000, script:5",
      ])
  }

  @Test func errorsHoldTheScriptBeforeItEnds() throws {
    let script = """
      let before = 1
      try { fail "caught" } catch { print "well" }
      let list = [1, 2]
      print $list[5]
      """
    #expect(
      try DebugClient.lines(script, "start", "continue", "exception", "eval $list", "back", "continue")
        == [
          "entry: Held at 0:00.000, script:1", "| well",
          "exception: Error at 0:00.000 (there is no item [5]: the length is 2), script:4",
          "unhandled there is no item [5]: the length is 2", "= [1, 2]", "step: Held at 0:00.000, script:4",
          "exception: Error at 0:00.000 (there is no item [5]: the length is 2), script:4",
        ])
    #expect(
      try DebugClient.lines(script, "filter caught", "start", "continue", "exception", "continue").prefix(3) == [
        "entry: Held at 0:00.000, script:1", "exception: Error at 0:00.000 (caught), script:2", "always caught",
      ])
  }

  @Test func evaluationChangesNothing() throws {
    #expect(
      try DebugClient.lines(
        Self.playing, "break 4", "start", "continue", "repl hold", "repl tap right", "eval story.state",
        "repl rewind 2s", "eval story.position", "repl story.number + 1", "repl let x = 1", "eval $x", "hover nonsense",
        "eval", "repl save [1] to \"x.json\"", "next"
      ).filter { !$0.hasPrefix("|") } == [
        "entry: Held at 0:00.000, script:1", "breakpoint: Held at 0:03.000, script:4", "=  0:03.000  ‖ held at 3.0 s",
        "=  0:03.000  ⏭ story 5 by @ben", "= \"playing\"", "=  0:01.000  ⏮ back by 2 s: story 4 at 1.0 s", "= 3s",
        "= 5", "= ",
        "refused: there is no variable '$x' here",
        "refused: 'nonsense' is not a value: for text, write it in quotes: \"nonsense\"",
        "refused: there is nothing to evaluate",
        "refused: this cannot be tried in a copy of the session: it uses files or takes too long",
        "step: Held at 0:05.000, script:5",
      ])
  }

  @Test func blocksAreThreads() throws {
    let script = """
      every 10s as pulse {
        let n = 1
        wait 2s
        print "beat"
      }
      wait 25s
      """
    #expect(
      try DebugClient.lines(
        script, "break 4", "start", "threads", "continue", "threads", "locals", "next", "continue", "back", "back",
        "back")
        == [
          "entry: Held at 0:00.000, script:1", "script", "breakpoint: Held at 0:12.000, every:4",
          "script, every as pulse", "n = 1", "| beat", "step: Held at 0:20.000, every:2",
          "breakpoint: Held at 0:22.000, every:4", "step: Held at 0:20.000, every:3", "step: Held at 0:20.000, every:2",
          "step: Held at 0:12.000, every:4",
        ])
  }

  private static let lesson = """
    lesson "A" for 5m {
      step "B" for 2m {
        story play 4 for 15s
        say "Hold it."
        goal story.state == pausedByHold else "It is not held."
        hint "a"
        hint "b"
        solution { hold }
      }
      step "C" for 3m {
        say "Let it go."
        goal story.state == playing
        solution {
          let rest = 3s
          wait $rest
          release
        }
      }
    }
    """

  /// A lesson's steps begin and are solved in order; the past is there as in a script.
  @Test func aLessonRunsAsItsStepsAreSolved() throws {
    let note =
      "| The steps of this lesson begin and are solved one after the other. Their goals and predictions are not tested: "
      + "`storyline lesson check FILE` does that."
    let lines = try DebugClient.lines(
      Self.lesson, "break 5", "break 16", "fn story.held", "start", "next", "continue", "continue", "eval $rest",
      "back", "reverse", "continue", "continue")
    #expect(lines.first == note)
    #expect(
      lines.filter { !$0.hasPrefix("|") } == [
        "entry: Held at 0:00.000, script:3", "breakpoint: Held at 0:00.000, script:8",
        "function breakpoint: Event story.held at 0:00.000, script:8", "breakpoint: Held at 0:03.000, script:16",
        "= 3s", "step: Held at 0:00.000, script:15", "function breakpoint: Event story.held at 0:00.000, script:8",
        "breakpoint: Held at 0:03.000, script:16", "exited 0", "terminated",
      ])
  }

  @Test func aLessonWithAMistakeInAGoalIsRefused() throws {
    let lines = try DebugClient.lines(Self.lesson.replacing("story.state == playing", with: "$nope == 1"), "start")
    #expect(lines.contains { $0.hasPrefix("refused: ") && $0.contains("there is no variable '$nope' here") })
  }
}
