import StoryScript
import Terminal
import Timeline
import Timers

/// The events of the PIN, with their sentences. None contains a digit.
enum PINEvents {
  static let all = [offered.row, set.row, removed.row, declined.row, wrong.row, locked.row]

  static let offered = EventEntry<Void>(
    "pin.offered", "a PIN was offered, once for ever",
    says: { line, _, _ in
      line.say(.note, "shall ratings need a PIN? `pin set` asks for one, `pin skip` never asks again")
    })

  /// The payload: whether it replaced another PIN.
  static let set = EventEntry<Bool>(
    "pin.set", "a PIN was set",
    fields: [.init("changed", "whether it took the place of another") { $0 }],
    says: { line, isChanged, _ in
      line.say(.done, isChanged ? "another PIN is set" : "a PIN is set: it comes before every rating")
    },
    reason: { fields, why in
      var isChanged = false
      if case .bool(true)? = fields["changed"] { isChanged = true }
      return [
        isChanged
          ? "The old PIN counts no more; ratings made here ask for the new one first."
          : "Ratings made here ask for the PIN first.",
        why.session.keeper == nil
          ? "This session forgets it at its end, and `undo` cannot take it back."
          : "It is kept only as a salted slow hash, in a file of its own, and `undo` cannot take it back.",
        "`help pin set` says what it cannot do.",
      ]
    })

  static let removed = EventEntry<Void>(
    "pin.removed", "the PIN was removed",
    says: { line, _, _ in line.say(.done, "the PIN is removed: anybody can rate") },
    reason: { _, _ in ["Ratings ask for nothing any more.", "`pin set` sets another PIN."] })

  static let declined = EventEntry<Void>(
    "pin.declined", "`pin skip`: a PIN is not offered again",
    says: { line, _, _ in
      line.say(.note, "no PIN then, and no more questions about it; `pin set` sets one all the same")
    }, reason: { _, _ in ["A PIN was declined, so it is not offered again.", "`pin set` sets one all the same."] })

  static let wrong = EventEntry<(tries: Int, wait: Duration)>(
    "pin.wrong", "a wrong PIN was tried",
    fields: [
      .init("tries", "how many in a row") { $0.tries },
      .init("wait", "how long the next one has to wait") { $0.wait },
    ],
    reason: { fields, _ in
      let tries = fields["tries"]?.number.map { Int($0) } ?? 0
      let wait = fields["wait"]?.duration ?? .zero
      return [
        "That was wrong try \(tries) in a row"
          + (wait > .zero
            ? ", so the next has to wait \(TimeText.length(wait))." : "; after the fourth, tries have to wait.")
      ]
    })

  static let locked = EventEntry<PINPolicy.Locked>(
    "pin.locked", "a PIN was tried while there was a wait, and not looked at",
    fields: [
      .init("remaining", "how long the wait still takes") { $0.remaining },
      .init("until", "when it is over") { .date($0.until) },
    ],
    reason: { fields, _ in
      [
        "After several wrong tries the next one has to wait, \(TimeText.length(fields["remaining"]?.duration ?? .zero)) more; this one was not looked at."
      ]
    })
}
