import SessionState
import StoryScript
import TerminalText
import Timeline

/// The commands for practice and its clock.
package struct PracticeCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The maximum speed of a watched clock.
  private static let fastest = 1_000_000.0

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "practice", summary: "starts a practice session: it has its own clock and saves nothing",
      details: """
        Your session waits in the background, and its clock keeps running. `practice end` returns to your session. In \
        a practice session, `speed` and `skip` change how time passes.
        """,
      examples: [.init("expect error { practice }", "only at a prompt: a script is already a practice session")],
      searchWords: ["sandbox", "try", "playground", "virtual"], in: .practice, role: .looks
    ) { (session, _) throws(Failure) in
      guard session.options.kind == .real else {
        throw .refused(
          "this is already a practice session",
          session.questions.isNested
            ? "try: practice end" : "`exit` leaves it, and `storyline` alone starts a session that is saved")
      }
      guard let prompt = session.questions.prompt else {
        throw .refused("a script is already a practice session; `practice` works only at a prompt")
      }
      prompt.ask(for: .practice())
    },
    CommandEntry(
      "practice end", summary: "ends a practice session",
      examples: [.init("expect error { practice end }", "only at a prompt")],
      searchWords: ["leave", "back", "real"], in: .practice, role: .looks
    ) { (session, _) throws(Failure) in
      guard let prompt = session.questions.prompt, session.options.kind == .practice, session.questions.isNested else {
        throw .refused(
          "there is no session to return to", session.questions.prompt == nil ? nil : "try: exit")
      }
      prompt.ask(for: .leave)
    },
    CommandEntry(
      "speed",
      [
        Parameter(
          "N", .choice(["instant"], orNumber: 0...fastest), optional: true,
          "the session's seconds per real second; 0 stops the clock, and instant skips ahead when something waits")
      ],
      summary: "sets how fast time passes in a practice session",
      examples: [
        .init("speed instant\nstory play 4\nwait 1h\nexpect clock.elapsed == 1h", "an hour in no time"),
        .init("speed 1000\nwait 2s\nexpect clock.elapsed >= 2s", "two seconds in two milliseconds"),
      ],
      searchWords: ["fast", "slow", "clock", "pace"], in: .practice, role: .travels,
      idle: "sets how fast the clock runs; events keep their times"
    ) { (session, arguments) throws(Failure) in
      try session.requirePractice("speed")
      defer { PracticeCommands(session).reportPace() }
      guard arguments.has(0) else { return }
      if let speed = arguments.number(0) {
        guard speed > 0 || session.options.isLive else {
          throw .refused("a script would wait forever at speed 0", "only a prompt can stop the clock")
        }
        try session.setPace(.scaled(speed))
      } else {
        try session.setPace(.instant)
      }
    },
    CommandEntry(
      "skip", [Parameter("DURATION", .duration(.zero ... .days(400)), "the time to skip")],
      summary: "skips time in a practice session",
      details: "Everything due in that time still happens, in order and at its own time.",
      examples: [
        .init("timer start reading 20\nskip 20m\nexpect timer.state == completed", "twenty minutes in no time")
      ],
      searchWords: ["forward", "jump", "fast", "wait"], advancesClock: true, in: .practice, role: .travels,
      idle: "skipped time; everything due in that time happened at its own time"
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

extension PracticeCommands {
  /// Reports at a prompt how time passes now.
  fileprivate func reportPace() {
    guard session.options.isPrompt else { return }
    switch session.clock.pace {
    case .instant: session.notice("the clock is stopped; it jumps ahead when something waits")
    case .scaled(0): session.notice("the clock is stopped: `speed 1` restarts it")
    case .scaled(1), .real: session.notice("time passes at normal speed")
    case .scaled(let speed):
      session.notice("time passes \(session.runtime.writer.text(.number(speed))) times as fast as normal")
    }
  }
}
