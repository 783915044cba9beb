import StoryScript

enum TutorialCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "tutorial", summary: "lists the nine steps of the walk through the timers",
      details: """
        A step is done by doing what it shows. `tutorial start` begins, and `skip`, `leave`, `resume` and `restart` go \
        with it. At a prompt the walk takes place in a practice \
        session, so no stars of yours change, and it can be left and taken up again at any time.
        """,
      examples: [
        .init("expect (tutorial | count) == 9", "all of them, as records"),
        .init("tutorial start\ntimer start reading\nexpect (tutorial)[0].state == \"done\"", "done by doing"),
      ],
      searchWords: ["learn", "introduction", "walk", "guide", "lesson", "beginner"], in: .timers,
      shows: .list(orElse: ""), role: .looks
    ) { (session, _) in .value(.list(session.tutorialSteps)) },
    walk(
      "start", "begins the tutorial, or goes on where it was left",
      "tutorial start\nexpect tutorial.step == startTimer\ntimer start reading\nexpect tutorial.step == clockBadge",
      .start),
    walk(
      "skip", "goes on to the tutorial's next step without doing this one",
      "tutorial start\ntutorial skip\nexpect tutorial.number == 2", .skipStep),
    walk(
      "leave", "leaves the tutorial; it waits where it is",
      "tutorial start\ntutorial skip\ntutorial leave\nexpect tutorial.state == left", .leave),
    walk(
      "resume", "goes on with the tutorial where it was left",
      "tutorial start\ntutorial skip\ntutorial leave\ntutorial resume\nexpect tutorial.number == 2", .resume),
    walk(
      "restart", "walks the tutorial from its first step again",
      "tutorial start\ntutorial skip\ntutorial restart\nexpect tutorial.number == 1", .restart),
  ]

  private static func walk(_ word: String, _ summary: String, _ example: String, _ input: Tutorial.Input)
    -> CommandEntry
  {
    CommandEntry(
      "tutorial " + word, summary: summary, examples: [.init(example, summary)],
      searchWords: ["learn", "walk", "guide"], effect: .saved, in: .timers
    ) { (session, _) throws(Failure) in try session.walk(input) }
  }

  static let states: [StateEntry] = [
    StateEntry("tutorial", "state", "where the walk stands") { $0.world.lessons.tutorial.state },
    StateEntry("tutorial", "step", "the step that waits") { $0.world.lessons.tutorial.step },
    StateEntry("tutorial", "number", "its number, 1 to 9") { $0.world.lessons.tutorial.step.number },
  ]
}

extension Session {
  /// Whether a timer runs when a step is come to: now, or by what the steps before it leave.
  private func hasTimer(at step: Tutorial.Step) -> Bool {
    world.lessons.tutorial.current == step ? world.hasTimer : TutorialWords.hasTimer(at: step)
  }

  fileprivate var tutorialSteps: [Value] {
    let tutorial = world.lessons.tutorial
    return Tutorial.Step.allCases.map { step in
      let state =
        if tutorial.done.contains(step) {
          "done"
        } else if step == tutorial.step, tutorial.state == .walking || tutorial.state == .left {
          tutorial.state == .walking ? "now" : "waits"
        } else if step < tutorial.step || tutorial.state == .finished {
          "skipped"
        } else {
          ""
        }
      return .record([
        "step": .number(Double(step.number)), "about": .text(TutorialWords.title(step)),
        "try": .text(TutorialWords.line(step, hasTimer: hasTimer(at: step))), "state": .text(state),
      ])
    }
  }
}

extension Tutorial.State: ScriptValue {}
extension Tutorial.Step: ScriptValue {}
