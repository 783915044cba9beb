import Testing

@testable import StoryScript

@Suite struct RuntimeTests {
  @Test func orderAtOneInstant() {
    let script = """
      after 10s { say "after" }
      when light.off { say "when {$count}" }
      at 10s { say "at" }
      every 10s as tick { say "every" }
      light on
      wait 10s
      say "waiter"
      cancel tick
      wait 1h
      """
    #expect(run(script) == ["when 1", "after", "at", "every", "waiter"])
  }

  @Test func aCommandThatWaitsIsHurried() {
    let nap = "let begin = clock.now; let rest = nap 1m; say \"up after {clock.now - $begin}\""
    #expect(run("after 2s { beep }; when beeped { say \"beep\" }; \(nap)") == ["beep", "up after 2s"])
    #expect(run("after 2s { \(nap) }; wait 5s; beep; wait 1h") == ["up after 3s"])
    #expect(run("\(nap); beep; beep; wait 1s; say \"end\"") == ["up after 1m", "end"], "nobody naps now")
  }

  @Test func handlersMayWaitWhileTheScriptContinues() {
    let script = """
      when beeped { say "one"; wait 5s; say "three" }
      beep
      say "two"
      wait 10s
      """
    #expect(run(script) == ["one", "two", "three"])
  }

  @Test func laterBlocksSeeTopVariablesAndCopyOthers() {
    let script = """
      let n = 1
      for i in [1, 2] { after 1s { say "{$i} {$n}" } }
      n = 7
      wait 2s
      """
    #expect(run(script) == ["1 7", "2 7"])
    #expect(run("for i in [1] { after 1s { i = 2 } }").first?.contains("'i' is a copy inside this block") == true)
  }

  @Test func exactCrossings() {
    #expect(run("light on\nwait until light.progress >= 0.25\nprint clock.now") == ["2026-01-05T09:00:02.5"])
    #expect(run("light on\nwait until light.progress == 0.5\nprint clock.now") == ["2026-01-05T09:00:05"])
    #expect(run("light on\nwait until light.progress > 0.5\nprint clock.now") == ["2026-01-05T09:00:05.000001"])
    #expect(
      run("light on\nwait until light.progress > 0.3 and light.progress < 0.9\nprint light.progress > 0.3")
        == ["true"])
    #expect(run("wait until clock.now >= 2026-03-01\nprint clock.now") == ["2026-03-01"])
  }

  @Test func unreachableConditionsAreErrors() {
    #expect(
      run("wait until light.state == on") == [
        "error 1:12 this can never become true: nothing is scheduled that could change it | start something first, or wait for a while: wait 5s"
      ])
    #expect(
      run("light on\nwait until light.progress > 2", repeats: true).last
        == "error 2:12 this can never become true: the same events repeat, and it remains false")
    #expect(
      run("wait until clock.now > 2030-01-01").last == "error 1:12 this did not become true within 400 days")
    #expect(run("try { wait until light.state == on } catch { say caught }") == ["caught"])
    #expect(run("try {\nwait until light.state == on\nsay no } catch e { print $e.line }") == ["2"])
  }

  @Test func idleIsWhenNothingMoves() {
    #expect(run("light on\nafter 3s { say x }\nwait until idle\nprint light.count") == ["x", "1"])
  }

  @Test func aHandlerThatTriggersItselfIsStopped() {
    #expect(
      run("when beeped { beep }\nbeep").last
        == "error 1:1 'when beeped' ran 10000 times at one instant, so it was stopped")
  }

  @Test func aBlockThatMakesItselfIsStopped() {
    #expect(
      run("def f { after 0s { f } }\nf\nwait 1s").last
        == "error 1:9 'after' ran 10000 times at one instant, so it was stopped")
    #expect(run("let n = 0\nfor i in (range 1 20000) { after 1s { n = $n + 1 } }\nwait 1s\nprint $n") == ["20000"])
    #expect(run("let n = 0\nwhen beeped { n = $n + 1 }\nevery 1s { beep }\nwait 20000s\nprint $n") == ["20000"])
  }

  @Test func waitingForIdleFailsDuringEndlessWork() {
    let words = "name the block and cancel it: every 1m as tick { … }; cancel tick"
    #expect(
      run("every 1s { }\nwait until idle").last
        == "error 2:1 this can never become true: 'every' runs forever | \(words)")
    #expect(
      run("every 1s as tick { }\nwait until idle").last
        == "error 2:1 this can never become true: 'every … as tick' runs forever | \(words)")
    #expect(run("every 1s as tick { }\nafter 3s { cancel tick }\nwait until idle\nsay yes") == ["yes"])
    #expect(run("try { every 1s { }\nwait until idle } catch e { print $e.line }") == ["2"])
  }

  @Test func endlessLoopsEndAtTheStepLimit() {
    #expect(run("while true { }", stepLimit: 10_000).last?.contains("stopped after 10000 steps") == true)
    #expect(run("try { while true { } } catch { say no }", stepLimit: 10_000).last?.contains("stopped") == true)
  }

  @Test func wrongTimes() {
    #expect(run("wait 5").last == "error 1:6 'wait' expects a duration such as 5s, not a number | did you mean '5s'?")
    #expect(run("wait -1s").last == "error 1:6 'wait' expects a duration of at least 0s, not -1s")
    #expect(run("every 0s { }").last == "error 1:7 'every' expects a duration longer than 0s, not 0s")
    #expect(run("wait 2s\nat 1s { }").last == "error 2:4 'at 1s' has passed: the session is 2s old")
    #expect(
      run("wait until beep").last
        == "error 1:12 'beep' is not a value | "
        + "to run it here, put it in parentheses: (beep …); for text, write it in quotes: \"beep\"")
    #expect(
      run("wait until (count to 2) == 1").last == "error 1:13 a condition can only read values, so it cannot "
        + "run 'count to'")
  }

  /// Lines typed at a prompt, one after the other.
  private struct TypedLines {
    let host = TestHost()
    let runtime: Runtime

    init() {
      runtime = Runtime(host: host, schema: TestHost.schema)
      host.runtime = runtime
    }

    func callAsFunction(_ text: String) throws {
      let script = try Parser.parse(
        try Source(name: "prompt", text: text), TestHost.schema.vocabulary, known: runtime.program.definitionNames)
      var program = runtime.program
      let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
      runtime.program = program
      try runtime.run(main)
    }
  }

  @Test func blockNamesSurviveAnError() throws {
    let type = TypedLines()
    try type("every 1s as first { say first }")
    try type("every 1s as second { say second }")
    #expect(throws: Diagnostic.self) { try type("wait 1500ms; print 1 / 0") }
    try type("cancel first")
    try type("wait 1s")
    #expect(type.host.output == ["first", "second", "second"])
  }

  @Test func aFailedLineDefinesOnlyWhatRan() throws {
    let type = TypedLines()
    try type("def greet { say old }; let kept = 1")
    #expect(throws: Diagnostic.self) {
      try type(
        #"""
        let made = 2
        def both { say "{$made} {$late}" }
        let kept = 3
        when beeped { both }
        def deep { let x = 1 / 0 }
        deep
        let late = 4
        let made = 5
        def greet { say new }
        def never { say never }
        """#)
    }
    #expect(type.runtime.program.variableNames == ["kept", "made"])
    #expect(type.runtime.program.definitionNames == ["greet", "both", "deep"])
    try type(#"greet; say "{$kept} {$made}""#)
    #expect(throws: Diagnostics.self) { try type("say $late") }
    // A block made before the failure refers to the variable that is declared later.
    try type("let late = 6")
    try type("beep")
    #expect(type.host.output == ["old", "3 2", "2 6"])
  }

  @Test(arguments: ["let x = 1 / 0", "let x = (1 / 0); let y = 1", "args x"])
  func aVariableWithAFailedValueIsUndefined(line: String) throws {
    let type = TypedLines()
    #expect(throws: Diagnostic.self) { try type(line) }
    #expect(type.runtime.program.variableNames == [])
    try type("let x = 7; print $x")
    #expect(type.host.output.last == "7")
  }
}
