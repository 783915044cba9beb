import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The commands for the list of activities.
struct ActivityCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let minutes = ParameterType.minutes(.minutes(1) ... .hours(2))
  private static let activity = Parameter("ACTIVITY", .name(.activity), "the activity's name, or its first letters")

  static let entries: [CommandEntry] = [
    CommandEntry(
      "activities", summary: "lists the activities that you can start a timer for",
      examples: [
        .init("expect (activities | where kind == \"preset\" | count) == 4", "the four presets"),
        .init("expect (activities)[1].minutes == 20", "the length of reading"),
      ],
      searchWords: ["list", "presets", "timers", "icons"], givesRows: ["name", "icon", "minutes", "kind"], in: .timers,
      shows: .list(orElse: ""), role: .looks
    ) { (session, _) in
      .value(
        .list(session.world.timers.activities.activities.map { .record(ActivityCommands(session).record(of: $0)) }))
    },
    CommandEntry(
      "activity add",
      [
        Parameter("NAME", .text, "the activity's name"),
        Parameter("ICON", after: "icon", .text, optional: true, "one character as the icon (default ⭐)"),
        Parameter("MINUTES", after: "for", minutes, optional: true, "the activity's length (default 5 min)"),
      ],
      summary: "adds an activity of your own",
      examples: [
        .init(
          "activity add violin icon 🎻 for 25\ntimer start vio\nexpect timer.remaining == 25m", "25 minutes of violin"),
        .init("activity add \"tidy up\"\nexpect (activities)[4].minutes == 5", "two words need quotes"),
      ],
      searchWords: ["own", "new", "create", "timer"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      .value(.record(ActivityCommands(session).record(of: try ActivityCommands(session).addActivity(arguments))))
    },
    CommandEntry(
      "activity edit",
      [
        activity,
        Parameter("MINUTES", after: "for", minutes, optional: true, "the new length"),
        Parameter("ICON", after: "icon", .text, optional: true, "one character as the new icon"),
        Parameter("NEW", after: "name", .text, optional: true, "the new name; presets keep their names"),
      ],
      summary: "changes an activity's length, icon or name",
      details: """
        The four presets can last 5 to 120 minutes in steps of 5, and keep their names; your own activities can last 1 to 120 \
        minutes. You choose the length of the custom timer when you start it. A running timer does not change.
        """,
      examples: [
        .init(
          "activity edit reading for 25\ntimer start reading\nexpect timer.total == 25m",
          "a longer reading time from now on"),
        .init(
          "activity add violin\nactivity edit vio name cello icon 🎻\nexpect (activities)[4].name == \"cello\"",
          "a new name"),
        .init(
          "expect error { activity edit reading for 17 }", "the length of a preset must be a multiple of 5 minutes"),
      ],
      searchWords: ["change", "rename", "length", "preset", "minutes"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      .value(.record(ActivityCommands(session).record(of: try ActivityCommands(session).editActivity(arguments))))
    },
    CommandEntry(
      "activity remove",
      [Parameter("ACTIVITY", .name(.ownActivity), "the activity's name, or its first letters")],
      summary: "removes an activity of your own",
      details: "The activity's past sessions stay in the history, under its name.",
      examples: [
        .init(
          "activity add violin\nactivity remove violin\nexpect (activities | count) == 5",
          "removed; `undo` restores it")
      ],
      searchWords: ["delete", "own"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let gone = try ActivityCommands(session).changeActivities { (all) throws(ActivityProblem) in
        try all.remove(arguments.text(0) ?? "")
      }
      session.emit(ActivityEvents.removed, gone, at: now)
    },
  ]
}

extension ActivityCommands {
  /// Returns an activity as a record for scripts.
  func record(of activity: Activity) -> Record {
    [
      "name": .text(activity.name), "icon": .text(String(activity.icon)),
      "minutes": .number(Double(activity.minutes)), "kind": .text(activity.kind.rawValue),
    ]
  }

  /// Changes the activities, or throws a refusal for the user.
  fileprivate func changeActivities<Result>(
    _ body: (inout ActivityCatalog) throws(ActivityProblem) -> Result
  ) throws(Failure) -> Result {
    try TimerWords.refusing { () throws(ActivityProblem) in
      try session.change { (world) throws(ActivityProblem) in try body(&world.timers.activities) }
    }
  }

  fileprivate func addActivity(_ arguments: Arguments) throws(Failure) -> Activity {
    let now = try session.present()
    let minutes = try roundMinutes(arguments[2])
    let icon = try icon(arguments.text(1))
    let activity = try changeActivities { (all) throws(ActivityProblem) in
      try all.add(name: arguments.text(0) ?? "", icon: icon ?? "⭐", minutes: minutes ?? Activity.custom.minutes)
    }
    session.emit(ActivityEvents.added, activity, at: now)
    return activity
  }

  fileprivate func editActivity(_ arguments: Arguments) throws(Failure) -> Activity {
    let now = try session.present()
    guard (1..<arguments.count).contains(where: { arguments.has($0) }) else {
      throw .refused(
        "say what to change: the length, the icon or the name",
        "try: activity edit \(Word.quotedIfNeeded(arguments.text(0) ?? "reading")) for 25")
    }
    let minutes = try roundMinutes(arguments[1])
    let icon = try icon(arguments.text(2))
    let (before, after) = try changeActivities { (all) throws(ActivityProblem) in
      try all.edit(arguments.text(0) ?? "", minutes: minutes, icon: icon, name: arguments.text(3))
    }
    session.emit(ActivityEvents.edited, (before, after), at: now)
    return after
  }

  private func icon(_ text: String?) throws(Failure) -> Character? {
    guard let text else { return nil }
    guard PrintableText.isIcon(text), let icon = text.first else { throw TimerWords.failure(.badIcon(text)) }
    return icon
  }

  /// Returns the length of an activity in whole minutes, from a number or a duration; `nil` for any other value.
  private func roundMinutes(_ value: Value) throws(Failure) -> Int? {
    let length: Duration
    switch value {
    case .number(let minutes): length = Duration(seconds: minutes * 60) ?? .zero
    case .duration(let duration): length = duration
    default: return nil
    }
    guard length.microseconds % 60_000_000 == 0 else {
      let minutes = length.microseconds / 60_000_000
      throw .refused(
        "an activity must last a whole number of minutes, not \(TimeText.length(length))",
        "choose \(minutes) or \(minutes + 1) minutes"
      )
    }
    return Int(length.microseconds / 60_000_000)
  }
}
