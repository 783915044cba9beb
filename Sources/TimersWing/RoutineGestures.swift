import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The gestures on a routine, which is a deck whose stories are timers: a hold pauses the step's timer, and a swipe
/// postpones the step. A tap does nothing, so that a child's touch never skips a step.
///
/// They have the names and arguments of the stories' gestures. The catalog joins the two: an open story takes a gesture
/// first.
package enum RoutineGestures {
  /// Returns whether a routine can take a gesture.
  package static func arePossible(in session: Session) -> Bool { session.world.timers.routines.run?.isOn == true }

  private static let start = "routine add morning \"dress 5m, breakfast 15m\"\nroutine start"

  /// - Parameter swipeDistance: the smallest share of the full distance with which a swipe counts.
  package static func entries(swipeDistance: Double) -> [CommandEntry] {
    [
      CommandEntry(
        "hold", summary: "pauses the step of a routine for a time, or until `release`",
        details: "If no story is open and a routine is active, `hold` pauses the timer of its step.",
        examples: [
          .init("\(start)\nhold 1m\nexpect timer.remaining == 5m", "a routine: the step waits for a minute")
        ], in: .timers
      ) { (session, arguments) throws(Failure) in
        let before = session.world.timers.countdown
        try TimerCommands(session).time(.pause)
        guard let length = arguments.duration(0) else { return .value(.none) }
        // A step that was paused before stays paused.
        if before.state == .running, session.world.timers.countdown.state == .paused {
          session.change { $0.timers.holdStep(until: session.now + length) }
        }
        return .wait(length) { () throws(Failure) in .value(.none) }
      },
      gesture("release", "resumes the step of a routine", "`release` resumes a paused routine as well.") {
        (session, _) throws(Failure) in try TimerCommands(session).time(.resume)
      },
      gesture("pause", "pauses the step of a routine", "If no story is open, `pause` pauses an active routine.") {
        (session, _) throws(Failure) in try TimerCommands(session).time(.pause)
      },
      gesture("resume", "resumes the step of a routine", "If no story is open, `resume` resumes a paused routine.") {
        (session, _) throws(Failure) in try TimerCommands(session).time(.resume)
      },
      gesture("next", "ends a routine's break", "If no story is open, `next` ends the break of an active routine.") {
        (session, _) throws(Failure) in try RoutineCommands(session).handle(.next)
      },
      gesture(
        "swipe", "postpones the step of a routine, or ends the routine (down)",
        "If no story is open and a routine is active, a swipe left or right does the same as `routine later`, and a swipe "
          + "down the same as `routine end`.",
        example: "\(start)\nswipe left\nexpect timer.activity == \"breakfast\""
      ) { (session, arguments) throws(Failure) in
        guard (arguments.number(1) ?? 1) >= swipeDistance else {
          session.notice("the swipe was cancelled: it covered less than half of the distance")
          return
        }
        switch arguments.text(0) {
        case "left", "right": try RoutineCommands(session).handle(.later)
        case "down": try RoutineCommands(session).stop()
        default: throw .refused("a swipe up does nothing to a routine", "try: swipe left, to postpone the step")
        }
      },
      refused("tap", "a tap does nothing to a routine"), refused("tap bar", "a tap does nothing to a routine"),
      refused("jump", "the steps of a routine have an order, so `jump` does nothing"),
      refused("previous", "a routine does not go back to an earlier step", orElse: "to undo its end, try: undo"),
    ]
  }

  /// Returns a gesture that has no effect on a routine.
  /// - Parameter suggestion: what to do instead (default: the commands that end or move the step).
  private static func refused(_ word: String, _ reason: String, orElse suggestion: String? = nil) -> CommandEntry {
    gesture(word, "has no effect on a routine", "") { (session, _) throws(Failure) in
      guard let run = session.world.timers.routines.run, let step = run.present else { return }
      if run.state == .rest, suggestion == nil {
        throw .refused("\(reason): \(step.activity.name) comes after the break", "try: routine next")
      }
      let later = run.waiting.count > 1 ? "routine later" : "routine end"
      throw .refused(
        "\(reason): \(step.activity.name) is in progress", suggestion ?? "try: timer done, or \(later)")
    }
  }

  private static func gesture(
    _ word: String, _ summary: String, _ details: String, example: String? = nil,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> Void
  ) -> CommandEntry {
    CommandEntry(
      word, summary: summary, details: details, examples: example.map { [.init($0, summary)] } ?? [], in: .timers,
      run: run)
  }
}
