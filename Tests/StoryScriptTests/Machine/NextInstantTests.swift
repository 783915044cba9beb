import StoryScript
import Testing
import Timeline

/// The question that a prompt asks between two lines: when does the next event happen?
@Suite struct NextInstantTests {
  /// Returns a runtime in which a script has run.
  private func after(_ script: String) throws -> (runtime: Runtime, host: TestHost) {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    var program = runtime.program
    let parsed = try Parser.parse(try Source(name: "test", text: script), TestHost.schema.vocabulary)
    let main = try Compiler.compile(parsed, into: &program, schema: TestHost.schema)
    runtime.program = program
    try runtime.run(main)
    return (runtime, host)
  }

  @Test(arguments: [
    ("beep", nil), ("after 10s { beep }", Duration.seconds(10)), ("light on for 5s; after 10s { beep }", .seconds(5)),
    ("light on for 20s; after 10s { beep }", .seconds(10)), ("after 10s as a { beep }; cancel a", nil),
    ("when light.off { beep }", nil),
    // A strand whose condition becomes true on the way, before and after other due events.
    (
      "light on for 20s; after 1s { wait until light.progress >= 50%; beep }; after 15s { beep }; wait 2s",
      .seconds(10)
    ),
    ("light on for 20s; after 1s { wait until light.progress >= 50% }; after 4s { beep }; wait 2s", .seconds(4)),
  ])
  func isTheEarliestOfAll(_ script: String, _ expected: Duration?) throws {
    let (runtime, host) = try after(script)
    #expect(runtime.nextInstant == expected.map { host.start + $0 })
  }

  @Test func timeProceedsThroughAllThatIsDue() throws {
    let (runtime, host) = try after(
      "light on for 20s; after 0s { wait until light.progress >= 50%; say half }; every 6s { say tick }; wait 1s")
    try runtime.proceed(to: host.start + .seconds(12))
    #expect(host.output == ["tick", "half", "tick"])
    #expect(host.now == host.start + .seconds(12) && runtime.nextInstant == host.start + .seconds(18))
  }
}
