import Testing
import Timeline

@testable import StoryScript

/// Conditions that are watched from outside all scripts, on a light that is on for ten seconds.
@Suite struct ConditionWatchTests {
  private let host = TestHost()
  private let runtime: Runtime

  init() {
    runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
  }

  private func compile(_ text: String) throws -> Int {
    var program = runtime.program
    let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
    let function = try Compiler.compile(script, into: &program, schema: TestHost.schema)
    runtime.program = program
    return function
  }

  /// Returns the time at which the condition was met, in seconds, while `script` ran and during the ten seconds after
  /// it.
  private func met(_ condition: String, during script: String) throws -> Double? {
    var instant: Instant?
    runtime.watchCondition(for: try compile("wait until \(condition)")) { [host] in instant = host.now }
    try runtime.run(try compile(script))
    try runtime.proceed(to: host.now + .seconds(10))
    return instant.map { ($0 - .practiceStart).seconds }
  }

  @Test(
    arguments: [
      ("light.state == on", "light on", 0), ("light.progress >= 25%", "light on", 2.5),
      ("light.progress >= 25%", "light on\nwait 7s", 2.5), ("light.state == on", "wait 3s\nlight on\nwait 1s", 3),
      ("light.state == on and light.progress > 50%", "light on\nwait until light.progress > 90%", 5.000001),
      ("light.count == 1", "light on", 10), ("light.state == on", "beep", nil),
      ("light.state == on", "light on\nlight off", nil),
      // An error in the condition means that it does not hold; the error stops nothing.
      ("light.count > \"a\"", "light on", nil),
    ] as [(String, String, Double?)])
  func theExactInstantIsKnown(_ condition: String, _ script: String, _ expected: Double?) throws {
    #expect(try met(condition, during: script) == expected)
  }

  @Test func aWatchFiresOnceAndCanBeUndone() throws {
    var count = 0
    let function = try compile("wait until light.state == on")
    runtime.watchCondition(for: function) { count += 1 }
    try runtime.run(try compile("light on\nwait 1s\nlight off\nwait 1s\nlight on\nwait 1s"))
    #expect(count == 1)
    runtime.watchCondition(for: function) { count += 1 }
    runtime.watchCondition(for: nil)
    try runtime.proceed(to: host.now + .seconds(1))
    #expect(count == 1)
  }
}
