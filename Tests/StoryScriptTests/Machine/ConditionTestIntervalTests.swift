import Testing
import Timeline

@testable import StoryScript

/// `wait until` finds the right instant even if its condition becomes true and false again between two deadlines.
@Suite struct ConditionTestIntervalTests {
  /// The clock begins on Monday, 2026-01-05 at 09:00.
  @Test(arguments: [
    ("clock.now.hour == 10", "2026-01-05T10:00"), ("clock.now.hour >= 10", "2026-01-05T10:00"),
    ("clock.now.hour > 12", "2026-01-05T13:00"), ("clock.now.hour == 0", "2026-01-06"),
    ("clock.now.weekday == 3", "2026-01-07"), ("clock.now.day == 3", "2026-02-03"),
    ("clock.now.month == 3", "2026-03-01"), ("clock.now.minute == 30", "2026-01-05T09:30"),
    ("clock.now.second == 5", "2026-01-05T09:00:05"),
    ("clock.now.second == 5 and clock.now.hour == 11", "2026-01-05T11:00:05"),
    ("(format clock.now \"HH:mm\") == \"10:07\"", "2026-01-05T10:07"),
    ("format clock.now \"HH:mm\" == \"10:07\"", "2026-01-05T10:07"),
    ("clock.now.weekday == 7 and clock.now.hour == 8", "2026-01-11T08:00"),
    ("clock.now.hour in [13, 14]", "2026-01-05T13:00"), ("not clock.now.hour in [9, 10]", "2026-01-05T11:00"),
    ("(clock.now - 2026-01-05T09:00) mod 7m == 6m", "2026-01-05T09:06"),
    ("floor ((clock.now - 2026-01-05T09:00) / 10m) == 3", "2026-01-05T09:30"),
    ("(late)", "2026-01-05T22:00"), ("(hour) == 12", "2026-01-05T12:00"), ("hours clock.now == 12", "2026-01-05T12:00"),
    ("starts (format clock.now \"EEE\") \"S\"", "2026-01-10"),
    ("clock.now > 2026-01-05T09:00:30 and clock.now.second < 20", "2026-01-05T09:01"),
    ("clock.now >= 2026-01-05T09:00:00.25", "2026-01-05T09:00:00.250"),
  ])
  func theInstantIsExact(_ condition: String, _ instant: String) {
    let definitions = """
      def late { return clock.now.hour >= 22 }
      def hour { return clock.now.hour }
      def hours at { return $at.hour }

      """
    for blocks in ["", "every 30h { }\n", "every 54h { }\n", "every 7m { }\n"] {
      let script = definitions + blocks + "wait until \(condition)\nexpect clock.now == \(instant)"
      #expect(run(script) == [], "\(blocks)")
    }
  }

  @Test(arguments: ["clock.now.hour == 25", "clock.now.month == 13 or clock.now.day == 32"])
  func unreachableInstantsAreReported(_ condition: String) {
    #expect(run("wait until \(condition)").last?.contains("within 400 days") == true)
  }

  /// For values that change evenly, the instant is calculated without checking every second.
  @Test func linearStatesAreTestedCoarsely() throws {
    for (condition, isUneven) in [
      ("clock.now > 2026-03-05", false), ("clock.now - 2026-01-05 >= 5s * 3", false), ("light.progress > 50%", false),
      ("clock.now > $limits.first", false), ("light.state == on", false), ("clock.now > (date \"2026-03-05\")", false),
      ("clock.now.hour == 3", true), ("(later)", true), ("light.progress mod 0.2 > 0.1", true),
    ] {
      let text =
        "let limits = {first: 2026-03-05}\ndef later { return clock.now > 2026-03-05 }\nwait until \(condition)"
      var program = Program()
      _ = try Compiler.compile(
        try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary), into: &program,
        schema: TestHost.schema)
      #expect((program.conditionSites[0].testInterval != nil) == isUneven, "\(condition)")
    }
  }
}
