import Testing

@testable import StoryScript

/// `wait until` with a condition that never becomes true gives up soon, even if blocks and handlers run meanwhile.
@Suite struct UnreachableConditionTests {
  @Test func handlersThatDoNotRunHideNoRepetition() {
    let lines = run("when beeped { say no }\nlight on\nwait until light.count < 0", repeats: true)
    #expect(lines.last?.contains("the same events repeat") == true, "\(lines)")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "every 1s { }\nlight on\nwait until light.count < 0", "when light.off { }\nlight on\nwait until light.count < 0",
    ])
  func endlessWaitsAreStopped(_ script: String) {
    let lines = run(script, repeats: true)
    #expect(lines.last?.contains("this did not become true within 100000 events") == true, "\(lines)")
  }

  @Test func lateConditionsAreStillFound() {
    #expect(run("let n = 0\nevery 1s { n = $n + 1 }\nwait until $n == 50000\nsay yes").last == "yes")
    let timed = "every 1s { }\nlet end = clock.now + 2d\nwait until clock.now >= $end\nsay yes"
    #expect(run(timed).last == "yes")
  }

  /// A repeating sequence need not include the first states.
  @Test func aRoundThatBeginsLateIsSeen() {
    var watch = Fiber.Watch(since: .practiceStart)
    let states = ["first", "second"] + Array(repeating: ["a", "b", "c"], count: 9).joined()
    var state = ""
    let place = states.firstIndex { next in
      state = next
      return watch.repeats({ state == next })
    }
    #expect(place == 5)
  }

  @Test func aHandlerThatRanMayHaveChangedIt() {
    let script = "let n = 0\nwhen light.off { n = $n + 1 }\nlight on\nwait until $n == 500\nsay yes"
    #expect(run(script, repeats: true).last == "yes")
  }
}
