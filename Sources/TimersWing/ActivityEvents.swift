import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timers

/// The events of activities and of the child's profile, with their sentences.
enum ActivityEvents {
  static let all = [added.row, edited.row, removed.row, renamed.row]

  static let added = EventEntry<Activity>(
    "activity.added", "an activity was added", lasts: true,
    fields: [TimerEvents.activity { $0.name }, icon { $0 }, minutes { $0 }],
    says: { line, activity, _ in
      line.write(.done, "\(activity.icon) \(activity.name), \(activity.minutes) min, added to your activities")
    },
    reason: { fields, _ in
      [
        "\(fields["activity"]?.text ?? "") is now one of your activities. It lasts \(minutes(fields)) unless you give `timer start` another length."
      ]
    })

  static let edited = EventEntry<(before: Activity, after: Activity)>(
    "activity.edited", "an activity was changed", lasts: true,
    fields: [
      .init("activity", "the activity's new name") { $0.after.name },
      .init("was", "the activity's old name") { $0.before.name }, icon { $0.after }, minutes { $0.after },
      .init("wasIcon", "the previous value of `icon`") { String($0.before.icon) },
      .init("wasMinutes", "the previous value of `minutes`") { $0.before.minutes },
    ],
    says: { line, activity, _ in
      let (before, after) = activity
      let was =
        after.name != before.name
        ? ", was \(before.name)" : after.minutes != before.minutes ? ", was \(before.minutes) min" : ""
      line.write(.done, "\(after.icon) \(after.name), \(after.minutes) min", was)
    },
    reason: { fields, _ in
      let (name, was) = (fields["activity"]?.text ?? "", fields["was"]?.text ?? "")
      var changes: [String] = []
      if fields["icon"]?.text != fields["wasIcon"]?.text {
        changes.append("has the icon \(fields["icon"]?.text ?? "") (previously \(fields["wasIcon"]?.text ?? ""))")
      }
      if minutes(fields) != minutes(fields, "wasMinutes") {
        changes.append("lasts \(minutes(fields)) (previously \(minutes(fields, "wasMinutes")))")
      }
      return [
        name == was ? nil : "\(was) is now called \(name).",
        changes.isEmpty ? nil : "From its next start, \(name) \(changes.listed("and")).",
        "A running timer does not change.",
      ].compactMap { $0 }
    }, already: { "\($0["activity"]?.text ?? "") already has these values" })

  static let removed = EventEntry<Activity>(
    "activity.removed", "an activity was removed", lasts: true, fields: [TimerEvents.activity { $0.name }],
    says: { line, activity, _ in line.write(.done, activity.name, " removed") },
    reason: { fields, _ in
      ["You can no longer start \(fields["activity"]?.text ?? ""). Its past sessions stay in the history."]
    })

  /// The payload is the child's name.
  static let renamed = EventEntry<String?>(
    "profile.changed", "the child's name changed", lasts: true,
    fields: [.init("name", "the child's name; none if it was removed") { name in name.map { .text($0) } ?? .none }],
    says: { line, name, _ in
      line.write(.done, name.map { "hello, \($0)!" } ?? "name removed")
    },
    reason: { fields, _ in
      ["From now on, encouragements use \(fields["name"]?.text.map { "the name \"\($0)\"" } ?? "no name")."]
    }, already: { "the name is already \"\($0["name"]?.text ?? "")\"" })

  private static func minutes(_ fields: Record, _ field: String = "minutes") -> String {
    "\(fields[field]?.number.map { Int($0) } ?? 0) min"
  }

  private static func icon<Payload>(_ activity: @escaping @Sendable (Payload) -> Activity) -> EventField<Payload> {
    .init("icon", "the activity's icon") { String(activity($0).icon) }
  }

  private static func minutes<Payload>(_ activity: @escaping @Sendable (Payload) -> Activity) -> EventField<Payload> {
    .init("minutes", "the activity's length in minutes") { activity($0).minutes }
  }
}
