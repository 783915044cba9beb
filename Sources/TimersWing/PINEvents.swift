import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The events of the PIN, with their sentences. None contains a digit.
enum PINEvents {
  static let all = [offered.row, set.row, removed.row, declined.row, wrong.row, locked.row]

  static let offered = EventEntry<Void>(
    "pin.offered", "a PIN was offered (only once)",
    says: { line, _, _ in
      line.write(.note, "protect ratings with a PIN? try: pin set, or pin skip")
    })

  /// The payload: whether it replaced another PIN.
  static let set = EventEntry<Bool>(
    "pin.set", "a PIN was set",
    fields: [.init("changed", "`true` if it replaced another PIN") { $0 }],
    says: { line, isChanged, _ in
      line.write(.done, isChanged ? "PIN changed" : "PIN set: every rating needs it now")
    },
    reason: { fields, why in
      var isChanged = false
      if case .bool(true)? = fields["changed"] { isChanged = true }
      return [
        isChanged
          ? "The old PIN is no longer valid; ratings made here need the new one."
          : "Ratings made here need the PIN.",
        why.session.persistence == nil
          ? "The PIN is lost when this session ends, and `undo` cannot remove it."
          : "Only a slow, salted hash of the PIN is saved, in its own file, and `undo` cannot remove it.",
        "`help pin set` describes its limits.",
      ]
    })

  static let removed = EventEntry<Void>(
    "pin.removed", "the PIN was removed",
    says: { line, _, _ in line.write(.done, "PIN removed: anyone can rate") },
    reason: { _, _ in ["Ratings no longer need a PIN.", "`pin set` sets a new one."] })

  static let declined = EventEntry<Void>(
    "pin.declined", "`pin skip` declined the PIN",
    says: { line, _, _ in
      line.write(.note, "no PIN is set, and you will not be asked again; to set a PIN later, try: pin set")
    }, reason: { _, _ in ["You declined a PIN, so it is not offered again.", "`pin set` still sets a PIN."] })

  static let wrong = EventEntry<(tries: Int, wait: Duration)>(
    "pin.wrong", "a wrong PIN was tried",
    fields: [
      .init("tries", "the number of failed attempts in a row") { $0.tries },
      .init("wait", "the time until the next attempt is allowed") { $0.wait },
    ],
    reason: { fields, _ in
      let tries = fields["tries"]?.number.map { Int($0) } ?? 0
      let wait = fields["wait"]?.duration ?? .zero
      return [
        "Failed attempts in a row: \(tries). "
          + (wait > .zero
            ? "You must wait \(TimeText.length(wait)) before the next attempt."
            : "After the fourth, you must wait before the next attempt.")
      ]
    })

  static let locked = EventEntry<PINPolicy.Locked>(
    "pin.locked", "a PIN was tried during the wait, so it was not checked",
    fields: [
      .init("remaining", "the time left to wait") { $0.remaining },
      .init("until", "the end of the wait") { .date($0.until) },
    ],
    reason: { fields, _ in
      let left = TimeText.length(fields["remaining"]?.duration ?? .zero)
      return [
        "After several failed attempts, you must wait before the next attempt. "
          + "The remaining wait is \(left), so this PIN was not checked."
      ]
    })
}
