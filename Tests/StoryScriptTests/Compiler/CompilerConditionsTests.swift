import Testing
import Timeline

@testable import StoryScript

/// A condition only reads, because the machine may evaluate it at any time, and even ahead of time.
@Suite struct CompilerConditionsTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      wait until (count to 2) == 1
      -- 1:13 «count to 2» a condition can only read values, so it cannot run 'count to'

      wait until ([1] | each { say "x" } | count) == 1
      -- 1:26 «say "x"» a condition can only read values, so it cannot run 'say'

      wait until ([1] | each { beep; 1 } | count) == 1 and light.state == on
      -- 1:26 «beep» a condition can only read values, so it cannot run 'beep'

      wait until ("a" | say) == 1
      -- 1:19 «say» a condition can only read values, so it cannot run 'say'

      wait until ([2] | where (count to $it) == [1, 2] | count) == 1
      -- 1:26 «count to $it» a condition can only read values, so it cannot run 'count to'

      wait until "{beep}" == "{say "b"}"
      -- 1:14 «beep» a condition can only read values, so it cannot run 'beep'

      wait until ([1] | each { print $it; 1 } | count) == 1
      -- 1:26 «print $it» a condition can only read values, so it cannot run 'print'

      wait until ([1] | each { $it + 1; 1 } | count) == 1
      -- 1:26 «$it + 1» a condition can only read values, so it cannot print a value

      wait until ([1] | each { wait 5s; 1 } | count) == 1
      -- 1:31 «5s» a condition can only read values, so it cannot run 'wait'

      wait until ([1] | each { wait until light.state == on; 1 } | count) == 1
      -- 1:26 «wait until light.state == on» a condition can only read values, so it cannot run 'wait'

      wait until ([1] | each { after 5s { }; 1 } | count) == 1
      -- 1:26 «after 5s { }» a condition can only read values, so it cannot run 'after'

      wait until ([1] | each { every 5s { }; 1 } | count) == 1
      -- 1:26 «every 5s { }» a condition can only read values, so it cannot run 'every'

      wait until ([1] | each { when beeped { }; 1 } | count) == 1
      -- 1:26 «when beeped { }» a condition can only read values, so it cannot run 'when'

      wait until ([1] | each { cancel x; 1 } | count) == 1
      -- 1:26 «cancel x» a condition can only read values, so it cannot run 'cancel'
      -- 1:33 «x» there is no block named 'x' | name the block: every 1m as x { … }

      wait until (random 1 6) == 6
      -- 1:13 «random 1 6» a condition can only read values, so it cannot draw from 'random'

      let n = 0
      wait until ([1] | each { n = $n + 1; 1 } | count) == 1
      -- 2:30 «$n + 1» a condition can only read values, so it cannot change 'n'

      def f { beep; return 1 }
      wait until light.state == on or (f) == 2
      -- 2:34 «f» a condition can only read values, but 'f' runs 'beep' on line 1 | move it out of 'f' and run it before the condition

      wait until (f 1)
      def f a {
        if $a == 1 { say "a" }
        return true
      }
      -- 1:13 «f 1» a condition can only read values, but 'f' runs 'say' on line 3 | move it out of 'f' and run it before the condition

      wait until ([1] | f)
      def f a { return (g $a) }
      def g a { return (h $a) }
      def h a { beep; return true }
      -- 1:19 «f» a condition can only read values, but 'f' leads to 'h', which runs 'beep' on line 4 | move it out of 'h' and run it before the condition

      def even n { if $n == 0 { return true }; return (odd ($n - 1)) }
      def odd n { if $n == 0 { print "odd" }; return (even ($n - 1)) }
      wait until (even 2)
      -- 3:13 «even 2» a condition can only read values, but 'even' leads to 'odd', which runs 'print' on line 2 | move it out of 'odd' and run it before the condition

      def forever { forever; beep }
      wait until (forever)
      -- 2:13 «forever» a condition can only read values, but 'forever' runs 'beep' on line 1 | move it out of 'forever' and run it before the condition

      let n = 0
      def next { n = $n + 1; return $n }
      wait until (next) == 3
      -- 3:13 «next» a condition can only read values, but 'next' changes 'n' on line 2 | move it out of 'next' and run it before the condition

      def dice { return (random 1 6) }
      wait until (dice) == 6
      -- 2:13 «dice» a condition can only read values, but 'dice' draws from 'random' on line 1 | move it out of 'dice' and run it before the condition

      def f { (upper "a"); return true }
      wait until (f)
      -- 2:13 «f» a condition can only read values, but 'f' prints a value on line 1 | move it out of 'f' and run it before the condition

      def f { return ([1] | each { beep; 1 } | count) == 1 }
      wait until ([1] | where (f) | count) == 1
      -- 2:26 «f» a condition can only read values, but 'f' runs 'beep' on line 1 | move it out of 'f' and run it before the condition

      def later { every 1s { beep }; return true }
      after 1s { wait until (later) }
      -- 2:24 «later» a condition can only read values, but 'later' runs 'every' on line 1 | move it out of 'later' and run it before the condition

      def pause { wait 1s; return true }
      def again { wait until (pause) }
      -- 2:25 «pause» a condition can only read values, but 'pause' runs 'wait' on line 1 | move it out of 'pause' and run it before the condition

      def f { beep; return true }
      wait until (f)
      wait until (f) and $nothing
      -- 2:13 «f» a condition can only read values, but 'f' runs 'beep' on line 1 | move it out of 'f' and run it before the condition
      -- 3:13 «f» a condition can only read values, but 'f' runs 'beep' on line 1 | move it out of 'f' and run it before the condition
      -- 3:20 «$nothing» there is no variable '$nothing' here
      """#))
  func aConditionThatActsIsRefusedWhereItIsWritten(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .compiling)
    #expect(found.lines == test.expected, "\(test.program)")
  }

  /// The machine enforces the rule without the compiler: no code evaluated as a condition changes a variable.
  @Test func theMachineRefusesToChangeAVariable() throws {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    let text = "let n = 0\ndef next { n = 1; return true }"
    let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
    var program = runtime.program
    let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
    runtime.program = program
    try runtime.run(main)
    let next = try #require(program.definitions["next"]?.function)
    let error = #expect(throws: Diagnostic.self) { try runtime.machine.evaluate(next, []) }
    #expect(error?.problem.message == "a condition can only read values, so it cannot change 'n'")
    #expect(runtime.variable("n")?.number == 0)
  }

  @Test func effectsOfIncludedDefinitionsAreKnown() {
    let environment = Compiler.Environment(include: { path, _ throws(Diagnostic) in
      try Source(name: path, text: "\ndef f { beep; return true }")
    })
    let test = DiagnosticCase(
      #"""
      include "lib.story"
      wait until (f)
      -- 2:13 «f» a condition can only read values, but 'f' runs 'beep' on line 2 of lib.story | move it out of 'f' and run it before the condition
      """#)
    #expect(test.diagnose(environment: environment).lines == test.expected)
  }

  @Test(arguments: [
    "def lit { return light.state == on }; light on; wait until not (lit); print \"dark\"",
    "def f n { let s = 0; for i in (range 1 $n) { s = $s + $i }; return $s }\n"
      + "light on; wait until (f 3) == 6; print \"dark\"",
    "def check { expect light.state == off }\ndef dark { try { check; return true } catch { return false } }\n"
      + "light on; wait until (dark); print \"dark\"",
    "light on; wait until ([1, 2] | where (light.count) > 0 | each { let x = $it; $x * 2 } | count) == 2; print \"dark\"",
    "light on; when light.off { print \"dark\" }; wait until light.count == 1",
    "let x = (random 1 1); light on; wait until light.count == $x; print \"dark\"",
  ])
  func aConditionThatReadsMayUseDefinitionsAndBlocks(_ script: String) {
    #expect(run(script) == ["dark"])
  }

  @Test func aDefinitionThatReadsNoClockIsSeenToWaitInVain() {
    #expect(
      run("def lit { return light.state == on }\nwait until (lit)")
        == [
          "error 2:13 this can never become true: nothing is scheduled that could change it"
            + " | start something first, or wait for a while: wait 5s"
        ])
    #expect(
      run("def late { return clock.now > 2030-01-01 }\nwait until (late)")
        == ["error 2:13 this did not become true within 400 days"])
  }

  @Test func aValueShownInsideAConditionIsAnError() {
    #expect(
      run("def five { return 5 }\ndef f { try { (five) } catch { }; return true }\nwait until (f)")
        == ["error 2:15 a condition can only read values, so it cannot print a value"])
  }

  /// The compiler refuses all of these; the machine also refuses any that the compiler misses.
  @Test(arguments: [
    ("beep", "run 'beep'"), ("try { say \"x\" } catch { }", "run 'say'"), ("print 1", "run 'print'"),
    ("wait 1s", "run 'wait'"), ("wait until light.state == on", "run 'wait'"), ("after 1s { }", "run 'after'"),
    ("when beeped { }", "run 'when'"), ("cancel x", "run 'cancel'"), ("1 + 1; if true { }", "print a value"),
    ("let x = (random 1 6)", "draw from 'random'"), ("if true { nap 1s }", "run 'nap'"),
  ])
  func theMachineRefusesToActWhileItReads(_ statement: String, _ deed: String) throws {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    let script = try Parser.parse(
      try Source(name: "test", text: "after 1s as x { }\ndef f { \(statement) }"), TestHost.schema.vocabulary)
    var program = runtime.program
    _ = try Compiler.compile(script, into: &program, schema: TestHost.schema)
    runtime.program = program
    let definition = try #require(program.definitions["f"])
    let error = #expect(throws: Diagnostic.self) { try runtime.machine.evaluate(definition.function, []) }
    #expect(error?.problem.message == "a condition can only read values, so it cannot \(deed)")
    #expect(host.output.isEmpty)
    #expect(runtime.pendingCount == 0)
  }

  @Test func definitionsOfEarlierLinesAreLookedInto() throws {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    func type(_ text: String) throws {
      let script = try Parser.parse(
        try Source(name: "prompt", text: text), TestHost.schema.vocabulary, known: runtime.program.definitionNames)
      var program = runtime.program
      let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
      runtime.program = program
      try runtime.run(main)
    }
    try type("def g { beep; return true }")
    try type("def f { return (g) }")
    let errors = #expect(throws: Diagnostics.self) { try type("wait until (f)") }
    #expect(
      errors?.all.map(DiagnosticCase.line) == [
        "prompt:1:13 «f» a condition can only read values, but 'f' leads to 'g', which runs 'beep'"
          + " | move it out of 'g' and run it before the condition"
      ])
    try type("def g { return light.state == off }")
    #expect(throws: Diagnostics.self) { try type("wait until (f)") }
    try type("wait until (g)")
  }
}
