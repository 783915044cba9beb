import StoryScript
import Terminal
import Timeline

enum PracticeCommands {
  /// The maximum speed of a watched clock.
  private static let fastest = 1_000_000.0

  static let entries: [CommandEntry] = [
    CommandEntry(
      "practice", summary: "starts a practice session: a clock of its own, and nothing is kept",
      details: """
        The session of the prompt waits underneath, and its time goes on. `practice end` returns to it. In practice \
        `speed` and `skip` change how time passes.
        """,
      examples: [.init("expect error { practice }", "only at a prompt: a script is a practice session already")],
      searchWords: ["sandbox", "try", "playground", "virtual"], in: .practice, role: .looks
    ) { (session, _) throws(Failure) in
      guard session.options.kind == .real else {
        throw .refused(
          "this is a practice session already",
          session.questions.isNested ? "practice end returns to the real one" : nil)
      }
      guard let prompt = session.questions.prompt else {
        throw .refused("practice belongs to the prompt", "storyline FILE runs a script in practice")
      }
      prompt.ask(for: .practice())
    },
    CommandEntry(
      "practice end", summary: "returns from a practice session",
      examples: [.init("expect error { practice end }", "only at a prompt")],
      searchWords: ["leave", "back", "real"], in: .practice, role: .looks
    ) { (session, _) throws(Failure) in
      guard let prompt = session.questions.prompt, session.options.kind == .practice, session.questions.isNested else {
        throw .refused(
          "there is no session to return to", session.questions.prompt == nil ? nil : "exit leaves the prompt")
      }
      prompt.ask(for: .leave)
    },
    CommandEntry(
      "speed",
      [
        Parameter(
          "N", .choice(["instant"], orNumber: 0...fastest), optional: true,
          "how many seconds pass in one; 0 stands still, instant moves only where something waits")
      ],
      summary: "sets how fast a practice session's time passes",
      examples: [
        .init("speed instant\nstory play 4\nwait 1h\nexpect clock.elapsed == 1h", "an hour at once"),
        .init("speed 1000\nwait 2s\nexpect clock.elapsed >= 2s", "two seconds in two thousandths"),
      ],
      searchWords: ["fast", "slow", "clock", "pace"], in: .practice, role: .travels,
      idle: "sets how fast the clock goes; what is due comes at its own instant all the same"
    ) { (session, arguments) throws(Failure) in
      try session.requirePractice("speed")
      defer { session.sayPace() }
      guard arguments.has(0) else { return }
      if let speed = arguments.number(0) {
        guard speed > 0 || session.options.isLive else {
          throw .refused("a script would wait for ever at speed 0", "it stands still only at a prompt")
        }
        try session.setPace(.scaled(speed))
      } else {
        try session.setPace(.instant)
      }
    },
    CommandEntry(
      "skip", [Parameter("DURATION", .duration(.zero ... .days(400)), "how much")],
      summary: "lets time pass at once in a practice session",
      details: "Everything that is due happens, in its order and at its own instant.",
      examples: [
        .init("timer start reading 20\nskip 20m\nexpect timer.state == completed", "twenty minutes in no time")
      ],
      searchWords: ["forward", "jump", "fast", "wait"], takesTime: true, in: .practice, role: .travels,
      idle: "let time pass at once; what was due meanwhile came at its own instant"
    ) { (session, arguments) throws(Failure) in
      try session.requirePractice("skip")
      try session.beginSkip()
      return .wait(
        arguments.duration(0) ?? .zero,
        then: { () throws(Failure) in
          session.endSkip()
          if session.options.isPrompt {
            session.notice("\(TimeText.left(session.now - session.start)) since the session began")
          }
          return .value(.none)
        })
    },
  ]
}

extension Session {
  /// Reports at a prompt how time passes now.
  fileprivate func sayPace() {
    guard options.isPrompt else { return }
    switch clock.pace {
    case .instant: notice("time stands still, and where something waits it moves at once")
    case .scaled(0): notice("the clock stands still: `speed 1` lets it go on")
    case .scaled(1), .real: notice("time passes as on the wall")
    case .scaled(let speed): notice("time passes \(TimeText.decimal(speed)) times as fast as on the wall")
    }
  }

  /// Refuses a command in a session on the wall clock.
  func requirePractice(_ command: String) throws(Failure) {
    guard options.kind == .practice else {
      throw PracticeNeed.refusal(of: command, isAtPrompt: questions.prompt != nil)
    }
  }
}
