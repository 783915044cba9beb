import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline
import Timers

/// The reminders of routines at a prompt: at its time, a routine asks to be started. They need a user at the prompt:
/// scripts, jumping clocks and closed prompts remind no one.
struct RoutineReminders {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// A reminder that was missed for longer, because the machine slept, is dropped.
  private static let latest = Duration.minutes(15)

  private var isAwake: Bool {
    session.options.isPrompt && session.clock.pace != .instant && !session.past.isForked
      && session.world.timers.routines.catalogs.values.contains { $0.routines.contains { $0.reminder != nil } }
  }

  /// The time until the next reminder: zero once one is due; `nil` if there is none.
  var delay: Duration? {
    guard isAwake else { return nil }
    let now = session.livePresent
    return due(after: start(now)).first.map { max(.zero, $0.at - now) }
  }

  /// Reports the reminders that are due.
  func remind() {
    guard isAwake else { return }
    let now = session.clock.now
    let due = due(after: start(now)).filter { $0.at <= now }
    guard !due.isEmpty else { return }
    session.resources.timers.remindedUntil = now
    for (at, routine, child) in due where now - at <= Self.latest && session.world.timers.routines.run?.isOn != true {
      session.emit(RoutineEvents.due, (routine.name, Self.words(routine.reminder), child), at: now)
      let alert = TimerAlert.oneMinuteLeft
      session.resources.timers.soundScheduler?.schedule(
        alert, from: session.world.timers.sounds.source(of: alert.sound), host: SystemClock.now, lateness: .zero)
    }
  }

  /// Returns the instant up to which reminders were reported: at first the beginning, since earlier ones are over.
  private func start(_ now: Instant) -> Instant {
    if let known = session.resources.timers.remindedUntil, known <= now { return known }
    session.resources.timers.remindedUntil = now
    return now
  }

  /// Returns the next reminder of each routine of each child, the earliest first.
  func due(after instant: Instant) -> [(at: Instant, routine: Routine, child: ChildID?)] {
    session.world.timers.family().children.flatMap { child in
      session.world.timers.routineCatalog(of: child).routines.compactMap { routine in
        routine.reminder.flatMap { next($0, after: instant) }.map { ($0, routine, child.id) }
      }
    }.sorted { $0.at < $1.at }
  }

  private func next(_ reminder: Routine.Reminder, after instant: Instant) -> Instant? {
    let time = TimeText.digits(reminder.minute / 60, reminder.minute % 60)
    return reminder.weekdays.compactMap { weekday in
      DayTime("\(Self.weekdays[weekday - 1]) \(time)").flatMap { session.options.zone.instant(of: $0, after: instant) }
    }.min()
  }

  // MARK: Words

  static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  static let days = ["everyday", "weekdays", "weekends"] + weekdays

  /// Returns the weekdays of a word, 1 for Monday.
  static func numbers(_ word: String) -> Set<Int> {
    switch word {
    case "weekdays": [1, 2, 3, 4, 5]
    case "weekends": [6, 7]
    default: weekdays.firstIndex(of: word).map { [$0 + 1] } ?? Set(1...7)
    }
  }

  /// Returns `07:30 on weekdays`; `nil` without a reminder.
  static func words(_ reminder: Routine.Reminder?) -> String? {
    guard let reminder else { return nil }
    let time = TimeText.digits(reminder.minute / 60, reminder.minute % 60)
    let known = days.first { numbers($0) == reminder.weekdays }
    let names = reminder.weekdays.sorted().map { weekdays[$0 - 1] }.joined(separator: ", ")
    return "\(time) \(known == "everyday" ? "every day" : "on \(known ?? names)")"
  }
}
