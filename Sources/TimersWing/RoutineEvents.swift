import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The events of routines, with their sentences.
struct RoutineEvents {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let all = [
    added.row, edited.row, removed.row, pictured.row, reminded.row, due.row, started.row, step.row, later.row, rest.row,
    skipped.row,
    finished.row,
    stopped.row,
  ]

  // MARK: Definitions

  static let added = EventEntry<Routine>(
    "routine.added", "a routine was added", lasts: true, fields: defined { $0 },
    says: { line, routine, _ in line.write(.done, routine.name, ": ", words(routine)) },
    reason: { fields, _ in
      [
        "\(name(fields)) is now one of your routines: \(text("steps", fields)). `routine start \(Word.quotedIfNeeded(name(fields)))` plays it."
      ]
    })

  static let edited = EventEntry<(before: Routine, after: Routine)>(
    "routine.edited", "a routine was changed", lasts: true,
    fields: defined { $0.after } + [
      .init("was", "the routine's old name") { $0.before.name },
      .init("wasSteps", "the previous value of `steps`") { Routine.text(of: $0.before.steps) },
    ],
    says: { line, routine, _ in
      let (before, after) = routine
      line.write(
        .done, after.name, ": ", words(after), after.name == before.name ? nil : ", was \(before.name)")
    },
    reason: { fields, _ in
      let (name, was) = (name(fields), text("was", fields))
      return [
        name == was ? nil : "\(was) is now called \(name).",
        text("steps", fields) == text("wasSteps", fields)
          ? nil : "From its next start, \(name) has these steps: \(text("steps", fields)).",
        "A running routine does not change.",
      ].compactMap { $0 }
    }, already: { "\(name($0)) already has this name and these steps" })

  static let removed = EventEntry<Routine>(
    "routine.removed", "a routine was removed", lasts: true, fields: [routine { $0.name }],
    says: { line, routine, _ in line.write(.done, routine.name, " removed") },
    reason: { fields, _ in
      ["You can no longer start \(name(fields)). The sessions of its steps stay in the history."]
    })

  static let pictured = EventEntry<(routine: Routine, step: String, file: String?)>(
    "routine.pictured", "a step's picture was set or removed", lasts: true,
    fields: [
      routine { $0.routine.name }, stepName { $0.step },
      .init("file", "the picture's file; none if it was removed") { $0.file },
    ],
    says: { line, picture, _ in
      line.write(.done, picture.routine.name, ": ", picture.step)
      // Only the file's name, since a path may be longer than a line.
      if let file = picture.file {
        line.add(" shows ", Styled(file.split(separator: "/").last.map(String.init) ?? file, .path))
      } else {
        line.add(" shows its icon")
      }
    },
    reason: { fields, _ in
      let file = fields["file"]?.text
      let start = "From the next start of \(name(fields)), \(text("step", fields)) shows"
      guard let file else { return ["\(start) only its icon."] }
      return ["\(start) '\(file)' above the timer.", "The file is neither copied nor sent."]
    },
    already: { fields in
      "\(text("step", fields)) already shows \(fields["file"]?.text == nil ? "only its icon" : "this picture")"
    })

  static let reminded = EventEntry<Routine>(
    "routine.reminded", "a routine's reminder was set or removed", lasts: true,
    fields: [
      routine { $0.name },
      .init("time", "the time and the days; none if there is no reminder") { RoutineReminders.words($0.reminder) },
    ],
    says: { line, routine, _ in
      line.write(
        .done, routine.name, RoutineReminders.words(routine.reminder).map { ": a reminder at \($0)" } ?? ": no reminder"
      )
    },
    reason: { fields, _ in
      [
        fields["time"]?.text.map {
          "At \($0), an open prompt asks you to start \(name(fields)), unless a routine is already active."
        }
          ?? "\(name(fields)) no longer has a reminder."
      ]
    },
    already: { fields in
      fields["time"]?.text.map { "\(name(fields)) already has a reminder at \($0)" }
        ?? "\(name(fields)) had no reminder"
    })

  static let due = EventEntry<(routine: String, at: String?, child: ChildID?)>(
    "routine.due", "a routine's reminder is due (only at a prompt)",
    fields: [routine { $0.routine }, .init("time", "the time and the days of the reminder") { $0.at }],
    says: { line, due, session in
      let children = Children(session)
      let child = children.family.child(due.child)
      let whose = children.nameIfSeveral(due.child).map { "\($0)'s " } ?? ""
      line.write(.halfway, "it is time for ", whose, due.routine, "; try: ")
      if child != children.active, let name = child.name { line.add("child ", Word.quotedIfNeeded(name), "; ") }
      line.add("routine start ", Word.quotedIfNeeded(due.routine))
    },
    reason: { fields, _ in
      ["\(name(fields)) has a reminder at \(text("time", fields)). `routine at none` removes it."]
    })

  // MARK: Playing

  static let started = EventEntry<(routine: String, steps: Int, length: Duration)>(
    "routine.started", "a routine started",
    fields: [
      routine { $0.routine }, .init("steps", "the number of steps") { $0.steps },
      .init("length", "the total length of all steps") { $0.length },
    ],
    says: { line, routine, _ in
      line.write(.starts, routine.routine, " starts: ", TimeText.count(routine.steps, "step"), ", ", routine.length)
    },
    reason: { fields, _ in
      count("steps", fields) == 1
        ? [
          "\(name(fields)) has one step: it is a timer, and the finished step is a session.",
          "`timer done` finishes the step, and `timer pause` pauses it.",
        ]
        : [
          "\(name(fields)) plays its \(count("steps", fields)) steps one after another: each is a timer, and each finished step is a session.",
          "`timer done` goes to the next step, `routine later` moves a step to the end, and `timer pause` pauses the step.",
        ]
    })

  typealias StepFields = (routine: String, step: String, icon: String, place: Int, count: Int)
  static let step = EventEntry<StepFields>(
    "routine.step", "a step of a routine began, or continued after it was postponed",
    fields: [
      routine { $0.routine }, stepName { $0.step }, .init("icon", "the step's icon") { $0.icon },
      .init("place", "the step's place in this run, from 1 (postponed steps come last)") { $0.place },
      .init("count", "the number of steps") { $0.count },
    ],
    says: { line, step, _ in
      line.write(.note, step.routine, ", step \(step.place) of \(step.count): ", step.icon, " ", step.step)
    },
    reason: { fields, _ in
      [
        "\(text("step", fields)) is step \(count("place", fields)) of \(count("count", fields)) in \(name(fields)), the first unfinished step."
      ]
    }, isAlwaysExplained: true)

  static let later = EventEntry<(routine: String, step: String, left: Duration)>(
    "routine.later", "a step was moved to the end",
    fields: [
      routine { $0.routine }, stepName { $0.step }, .init("left", "the time left for the step") { $0.left },
    ],
    says: { line, step, _ in
      line.write(.note, step.step, " comes later, ", Styled(left: step.left), " left")
    },
    reason: { fields, _ in
      [
        """
        \(text("step", fields)) now comes after the other steps of \(name(fields)). When its turn comes, it still has \
        \(left(fields)).
        """
      ]
    })

  static let rest = EventEntry<(routine: String, next: String, length: Duration)>(
    "routine.break", "a break between two steps began",
    fields: [
      routine { $0.routine }, .init("next", "the step after the break") { $0.next },
      .init("length", "the length of the break") { $0.length },
    ],
    says: { line, rest, _ in
      line.write(.held, rest.routine, ", break: ", rest.next, " starts in ", Styled(left: rest.length))
    },
    reason: { fields, _ in
      [
        "`set routine-break` puts \(TimeText.left(fields["length"]?.duration ?? .zero)) between two steps: \(text("next", fields)) is next. `routine next` ends the break."
      ]
    }, isAlwaysExplained: true)

  static let skipped = EventEntry<(routine: String, step: String)>(
    "routine.skipped", "a step was skipped; it does not count as a session",
    fields: [routine { $0.routine }, stepName { $0.step }],
    says: { line, step, _ in line.write(.failed, step.step, " skipped: it does not count") },
    reason: { fields, why in
      // The event about its end follows, if this was the last step.
      let rest = why.events(finished.row).isEmpty ? "; \(name(fields)) continues" : ""
      return ["\(text("step", fields)) was skipped, so it is not a session and earns no stars\(rest)."]
    }, isAlwaysExplained: true)

  static let finished = EventEntry<(routine: String, finished: Int, count: Int, took: Duration)>(
    "routine.finished", "a routine finished",
    fields: [
      routine { $0.routine }, .init("finished", "the number of finished steps") { $0.finished },
      .init("count", "the number of steps") { $0.count },
      .init("took", "the time from the start to the end, including breaks and pauses") { $0.took },
    ],
    says: { line, routine, _ in
      line.write(.done, routine.routine, " is over: ")
      line.add(routine.finished == routine.count ? (routine.count == 1 ? "" : "all ") : "\(routine.finished) of ")
      line.add(TimeText.count(routine.count, "step"), " in ", routine.took)
      if routine.finished > 0 { line.add(": rate it with `routine rate amazing|good|\"needs work\"`") }
    },
    reason: { fields, _ in
      [
        "No step of \(name(fields)) is left, so the routine is over. It took \(TimeText.length(fields["took"]?.duration ?? .zero)) from start to end, including breaks and pauses.",
        count("finished", fields) == 0
          ? "No step was finished, so there is nothing to rate."
          : "Each finished step is a session (\(count("finished", fields)) of \(count("count", fields))); `routine rate` gives all of them their stars.",
      ]
    }, isAlwaysExplained: true)

  static let stopped = EventEntry<(routine: String, finished: Int, count: Int)>(
    "routine.stopped", "a routine was stopped; its current step does not count",
    fields: [
      routine { $0.routine }, .init("finished", "the number of finished steps") { $0.finished },
      .init("count", "the number of steps") { $0.count },
    ],
    says: { line, routine, _ in
      line.write(.failed, routine.routine, " stopped: ")
      line.add("\(routine.finished) of \(TimeText.count(routine.count, "step")) finished")
    },
    reason: { fields, _ in
      [
        "\(name(fields)) was stopped. Finished steps stay in the history (\(count("finished", fields)) of \(count("count", fields))); the other steps do not count."
      ]
    })

  // MARK: Fields of several events

  private static func routine<Payload>(_ name: @escaping @Sendable (Payload) -> String) -> EventField<Payload> {
    .init("routine", "the routine's name") { name($0) }
  }

  private static func stepName<Payload>(_ name: @escaping @Sendable (Payload) -> String) -> EventField<Payload> {
    .init("step", "the step's name") { name($0) }
  }

  private static func defined<Payload>(
    _ routine: @escaping @Sendable (Payload) -> Routine
  ) -> [EventField<Payload>] {
    [
      self.routine { routine($0).name },
      .init("steps", "the steps, as `routine add` reads them") { Routine.text(of: routine($0).steps) },
      .init("count", "the number of steps") { routine($0).steps.count },
      .init("length", "the total length of all steps") { routine($0).length },
    ]
  }

  /// Returns `3 steps, 23 min`.
  private static func words(_ routine: Routine) -> String {
    "\(TimeText.count(routine.steps.count, "step")), \(TimeText.length(routine.length))"
  }

  private static func name(_ fields: Record) -> String { text("routine", fields) }
  private static func text(_ field: String, _ fields: Record) -> String { fields[field]?.text ?? "" }
  private static func count(_ field: String, _ fields: Record) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
  private static func left(_ fields: Record) -> String { TimeText.left(fields["left"]?.duration ?? .zero) }
}

extension RoutineEvents {
  func report(_ event: RoutineRun.Event) {
    let (name, at) = (event.routine, event.at)
    switch event.kind {
    case .started(let steps, let length):
      session.resources.timers.finishedRoutine = nil
      session.emit(Self.started, (name, steps, length), at: at)
    case .step(let step, let place, let count, _):
      session.emit(Self.step, (name, step.activity.name, String(step.activity.icon), place, count), at: at)
    case .later(let step, let left, _): session.emit(Self.later, (name, step.activity.name, left), at: at)
    case .rest(let step, let length, _): session.emit(Self.rest, (name, step.activity.name, length), at: at)
    case .leftOut(let step, _): session.emit(Self.skipped, (name, step.activity.name), at: at)
    case .finished(let sessions, let count, let took, _):
      // Another session may have played it for another child.
      let children = Children(session)
      if children.family.child(session.world.timers.link.child) == children.active {
        session.resources.timers.finishedRoutine = (name, sessions)
      }
      session.emit(Self.finished, (name, sessions.count, count, took), at: at)
    case .stopped(let finished, let count, _): session.emit(Self.stopped, (name, finished, count), at: at)
    }
  }
}
