import ShellCore
import StoryScript
import Timers

enum PINCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "pin set", [pin("PIN", "the four digits (default: a terminal asks for them)")],
      summary: "sets a PIN that protects ratings, spending, rest days and corrections",
      details: """
        At a terminal, leave the digits out: you are asked for them twice, and they are not shown. Only a slow, salted \
        hash is saved, in a file in the state folder that other users cannot read; the PIN is never in the history, \
        the journal or a message. Four digits stop children from rating themselves, but not an attacker: the PIN can \
        be guessed from a stolen file within half an hour, and deleting the file removes the PIN. The PIN does not \
        protect the state folder, whose journal is unsigned plain text, or folders that `sync` shares: ratings from \
        there count without the PIN. After the fourth failed attempt in a row, you must wait 30 seconds before the next \
        attempt, then 1, 5 and 15 minutes, then an hour each time. A restart does not shorten the wait.
        """,
      examples: [
        .init("pin set 2580\nexpect pin.set", "in a script, with the digits"),
        .init("pin set 2580\ntimer start reading 20\ntimer done\nrate good pin 2580", "each rating then needs the PIN"),
      ],
      searchWords: ["password", "code", "lock", "protect", "parent", "secret"], effect: .outside, in: .timers,
      reversal: by("to remove the PIN, try: pin remove")
    ) { (session, arguments) throws(Failure) in try PINAccess(session).set(arguments.text(0)) },
    CommandEntry(
      "pin change", [pin("OLD", "the current PIN"), pin("NEW", "the new PIN")],
      summary: "changes the PIN",
      examples: [
        .init("pin set 2580\npin change 2580 1357\nexpect error { pin remove 2580 }", "the old PIN is no longer valid")
      ],
      searchWords: ["password", "code", "new", "secret"], effect: .outside, in: .timers,
      reversal: by("to change it again, try: pin change")
    ) { (session, arguments) throws(Failure) in try PINAccess(session).change(arguments.text(0), arguments.text(1))
    },
    CommandEntry(
      "pin remove", [pin("PIN", "the current PIN")], summary: "removes the PIN, so anyone can rate",
      examples: [.init("pin set 2580\npin remove 2580\nexpect not pin.set", "set, then removed")],
      searchWords: ["password", "code", "delete", "unlock", "secret"], effect: .outside, in: .timers,
      reversal: by("to set a PIN, try: pin set")
    ) { (session, arguments) throws(Failure) in try PINAccess(session).remove(arguments.text(0)) },
    CommandEntry(
      "pin skip", summary: "declines the PIN, so you are not asked again",
      details: "The prompt offers a PIN once, when the first timer session is saved.",
      examples: [.init("pin skip\nexpect (pin status).setup == \"declined\"", "no, thank you")],
      searchWords: ["decline", "never"], effect: .outside, in: .timers,
      reversal: by("to set a PIN, try: pin set")
    ) { (session, _) throws(Failure) in try PINAccess(session).skip() },
    status, status.called("pin"),
  ]

  private static let status = CommandEntry(
    "pin status", summary: "shows whether a PIN is set, and the number of failed attempts, as a record",
    examples: [.init("expect (pin status).setup == \"notOffered\"", "no PIN has been offered yet")],
    searchWords: ["show", "lock", "wrong", "tries"], in: .timers,
    shows: .drawn { $0.showRecord($1) }, role: .looks
  ) { (session, _) throws(Failure) in
    .value(.record(try PINAccess(session).record()))
  }

  /// Returns the advice for undoing, which is the same for all arguments.
  private static func by(_ words: String) -> @Sendable (Arguments) -> String { { _ in words } }

  private static func pin(_ name: String, _ summary: String) -> Parameter {
    Parameter(name, .text, optional: true, secret: true, summary)
  }

  static let states: [StateEntry] = [
    StateEntry("pin", "set", "`true` if ratings need the PIN") { $0.resources.timers.keyring.isNeeded }
  ]
}
