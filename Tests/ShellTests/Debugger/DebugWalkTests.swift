import Foundation
import JSON
import StoryScript
import Testing
import Timeline

@testable import ScriptTools
@testable import ShellCore

/// Random walks forwards and backwards, compared with one straight run: at the same moment everything is the same.
@Suite struct DebugWalkTests {
  private static let scripts = [
    """
    let total = 0
    def double x {
      let y = $x * 2
      return $y
    }
    def total_of n {
      if $n == 0 { return 0 }
      return $n + (total_of ($n - 1))
    }
    for i in [1, 2, 3] { total = $total + (double $i) }
    let dice = random 1 6
    print "{total_of 5} {$total} {$dice}"
    """,
    """
    when story.started { print "story {$story}"; wait 1s; print "later" }
    every 4s as pulse { print "beat" }
    story play 4 for 15s
    wait 3s
    hold
    tap right
    undo
    wait 1s
    rewind 2s
    wait 3s
    fork
    wait 30s
    fork drop
    try { fail "no" } catch e { print $e.message }
    cancel pulse
    wait until story.number == 6
    """,
    """
    login bob.test
    let liked = timeline 30 | where likes > 30
    for item in $liked | first 3 { print $item.author }
    timer start reading 20
    at 5m { print "five {timer.progress}" }
    wait until timer.progress == 50%
    timer done
    rate amazing
    expect error { rate amazing }
    """,
  ]

  /// The state at a moment, as the debugger shows it.
  private static func state(_ adapter: DebugAdapter) -> String {
    guard let held = adapter.held else { return "not held" }
    let session = held.run.session
    var lines = ["\(session.now)", "\(session.output.amount) bytes", "\(session.runtime.pendingCount) waiting"]
    func text(_ value: Value) -> String { session.runtime.writer.literal(value) }
    for strand in held.strands {
      lines.append("\(strand.number) \(strand.name)")
      for call in strand.calls {
        lines.append(
          " \(call.name) \(call.range.start) " + call.variables.map { "\($0.name)=\(text($0.value))" }.joined())
      }
    }
    lines += held.run.eventFields.map { "\($0.name)=\(text($0.value))" }
    lines += session.runtime.scriptVariables.map { "\($0.name)=\(text($0.value))" }
    lines += session.catalog.states.map { "\($0.field.path)=\(text($0.read(session, session.now)))" }
    // Each client has its script in a folder of its own.
    return lines.joined(separator: "\n")
      .replacingOccurrences(of: "file: \"[^\"]*/", with: "file: \"", options: .regularExpression)
  }

  /// Returns the state at each moment of a straight run, and what the script wrote.
  private static func straight(_ script: String) throws -> (states: [RunPosition: String], output: [String]) {
    let client = try DebugClient(script, ["start"])
    var states: [RunPosition: String] = [:]
    client.held = { adapter in
      if let held = adapter.held { states[held.run.moment] = state(adapter) }
      return ["tick"]
    }
    client.serve()
    #expect(client.isOver)
    return (states, client.lines.filter { $0.hasPrefix("|") })
  }

  @Test(arguments: 0..<scripts.count) func aSteppedRunMatchesAStraightRun(_ number: Int) throws {
    let script = Self.scripts[number]
    let (states, output) = try Self.straight(script)
    #expect(states.count > 15)
    var random = SystemRandom(seed: UInt64(number) + 7)
    var found = 0
    for _ in 0..<6 {
      let line = random.below(8) + 1
      let client = try DebugClient(script, ["break \(line)", "fn story.held, 0:05.5", "filter caught", "start"])
      var steps = 0
      client.held = { adapter in
        guard let held = adapter.held else { return ["tick"] }
        if held.run.moment.instant == nil {
          found += 1
          let (here, straight) = (Self.state(adapter), states[held.run.moment] ?? "")
          if here != straight {
            let (a, b) = (here.components(separatedBy: "\n"), straight.components(separatedBy: "\n"))
            Issue.record(
              "\(held.run.moment): \(a.filter { !b.contains($0) }) instead of \(b.filter { !a.contains($0) })")
          }
        }
        steps += 1
        guard steps < 40 else { return ["continue"] }
        let orders = [
          "next", "in", "out", "tick", "tick", "tick", "in", "back", "back tick", "back", "reverse",
          random.below(4) == 0 ? "continue" : "back tick",
        ]
        return [orders[random.below(orders.count)]]
      }
      client.serve()
    }
    #expect(found > 20)
    // A run without a debugger writes the same.
    let plain = try DebugClient(script, launch: [.init("noDebug", true)], ["start"])
    plain.serve()
    func words(_ lines: [String]) -> [Substring] {
      lines.joined(separator: "\n").filter { $0 != "|" }.split { $0.isWhitespace }
    }
    let printed = plain.lines.filter { $0.hasPrefix("|") }
    #expect(words(printed) == words(output))
  }

  /// Files are written once, no matter how often the script runs.
  @Test func steppingBackLeavesFilesUnchanged() throws {
    let path = Scratch.path() + ".json"
    let script = "print \"a\"\nsave [1] to \"\(path)\"\nprint \"b\"\nprint \"c\"\n"
    let lines = try DebugClient.lines(
      script, "break 4", "start", "continue", "back", "back", "next", "continue", "continue")
    #expect(
      lines.filter { !$0.hasPrefix("|") } == [
        "entry: Held at 0:00.000, script:1", "breakpoint: Held at 0:00.000, script:4",
        "step: Held at 0:00.000, script:3", "step: Held at 0:00.000, script:2", "step: Held at 0:00.000, script:3",
        "breakpoint: Held at 0:00.000, script:4", "exited 0", "terminated",
      ])
  }
}

/// Repeatable chance.
private struct SystemRandom {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}
