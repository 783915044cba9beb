import Testing

@testable import Shell

@Suite struct TutorialTests {
  typealias Step = Tutorial.Step

  static let signs: [Tutorial.Sign] = [
    .timerStarted(isCustom: false), .activityChanged, .timerStarted(isCustom: true), .rated, .streakShown,
    .timerCompleted,
    .historyShown, .settingsShown, .pinSet,
  ]

  @Test func nineStepsInTheirOrder() {
    let names = "startTimer clockBadge customTimer stars streak done history settings pin"
    #expect(Step.allCases.map(\.rawValue).joined(separator: " ") == names)
    #expect(Step.allCases.map(\.number) == Array(1...9))
  }

  @Test func doingEachStepLeadsThrough() {
    var tutorial = Tutorial()
    #expect(tutorial.handle(.start) == [.started, .step(.startTimer)])
    for (step, sign) in zip(Step.allCases, Self.signs) {
      #expect(tutorial.current == step)
      let next = step.next.map { Tutorial.Event.step($0) } ?? .finished(done: 9)
      #expect(tutorial.handle(.did(sign)) == [.stepDone(step), next])
    }
    #expect(tutorial.state == .finished && tutorial.current == nil)
    #expect(tutorial.handle(.start) == [.ignored(.alreadyFinished)])
    #expect(tutorial.handle(.restart) == [.started, .step(.startTimer)])
    #expect(tutorial.done == [])
  }

  @Test func onlyTheCurrentStepsSignCounts() {
    for step in Step.allCases {
      let counting = Self.signs.filter { step.isCompleted(by: $0) }
      #expect(counting.count == (step == .startTimer ? 2 : 1))
      for sign in Self.signs where !counting.contains(sign) {
        var tutorial = Tutorial(state: .walking, step: step, done: [])
        let before = tutorial
        #expect(tutorial.handle(.did(sign)) == [.ignored(.otherStep)])
        #expect(tutorial == before)
      }
    }
  }

  @Test func canBeLeftAndResumedAfterARestart() {
    var tutorial = Tutorial()
    tutorial.handle(.start)
    tutorial.handle(.did(.timerStarted(isCustom: false)))
    #expect(tutorial.handle(.skipStep) == [.stepSkipped(.clockBadge), .step(.customTimer)])
    #expect(tutorial.handle(.leave) == [.left(.customTimer)])
    #expect(tutorial.handle(.leave) == [.ignored(.alreadyLeft)])
    #expect(tutorial.handle(.did(.timerStarted(isCustom: true))) == [.ignored(.alreadyLeft)])
    var restored = Tutorial(state: tutorial.state, step: tutorial.step, done: tutorial.done)
    #expect(restored == tutorial)
    #expect(restored.handle(.resume) == [.step(.customTimer, goesOn: true)])
    #expect(restored.done == [.startTimer])
  }

  /// Rows: states; columns: start, did, skipStep, leave, resume, restart.
  static let expected: [Tutorial.State: String] = [
    .notStarted: "walking notStarted! notStarted! left walking walking",
    .walking: "alreadyWalking! walking walking left alreadyWalking! walking",
    .left: "walking alreadyLeft! alreadyLeft! alreadyLeft! walking walking",
    .finished:
      "alreadyFinished! alreadyFinished! alreadyFinished! alreadyFinished! alreadyFinished! walking",
  ]

  @Test(arguments: Tutorial.State.allCases)
  func everyCellIsAsTheRulesSay(state: Tutorial.State) {
    let inputs: [Tutorial.Input] = [.start, .did(.timerStarted(isCustom: false)), .skipStep, .leave, .resume, .restart]
    let words = inputs.map { input in
      var tutorial = Tutorial(state: state, step: .startTimer, done: [])
      let before = tutorial
      guard case .ignored(let reason)? = tutorial.handle(input).first else {
        return tutorial.state.rawValue
      }
      #expect(tutorial == before)
      return reason.rawValue + "!"
    }
    #expect(words.joined(separator: " ") == Self.expected[state])
  }

  @Test func damagedRecordsClaimNothing() {
    let tutorial = Tutorial(state: .walking, step: .stars, done: [.pin, .stars, .startTimer])
    #expect(tutorial.done == [.startTimer])
    #expect(Tutorial(state: .notStarted, step: .pin, done: [.startTimer]) == Tutorial())
  }
}
