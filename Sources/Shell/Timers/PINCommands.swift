import StoryScript
import Timers

enum PINCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "pin set", [pin("PIN", "the four digits; asked for at a terminal when left out")],
      summary: "sets a PIN that is asked for before a rating",
      details: """
        At a terminal leave the digits out: they are asked for twice and not shown. Only a salted slow hash is kept, in \
        a file of the state folder that nobody else may read, never in the history, the journal or a message. Four \
        digits keep a child from rating itself; from a stolen file they can be guessed within half an hour, and whoever \
        may delete the file is rid of it. Nor can it stop anybody who writes into the state folder, where the journal is \
        plain text without a seal, or into a folder that `sync` shares: ratings that come from there count without it. \
        After the fourth wrong try in a row the next has to wait 30 seconds, then a \
        minute, 5, 15, and an hour each; a restart changes nothing about that.
        """,
      examples: [
        .init("pin set 2580\nexpect pin.set", "a script passes the digits"),
        .init("pin set 2580\ntimer start reading 20\ntimer done\nrate good pin 2580", "and then with each rating"),
      ],
      searchWords: ["password", "code", "lock", "protect", "parent", "secret"], effect: .outside, in: .timers,
      reversal: by("pin remove takes it away")
    ) { (session, arguments) throws(Failure) in try session.setPIN(arguments.text(0)) },
    CommandEntry(
      "pin change", [pin("OLD", "the PIN that is set"), pin("NEW", "the one to be set")],
      summary: "sets another PIN for who knows the old one",
      examples: [.init("pin set 2580\npin change 2580 1357\nexpect error { pin remove 2580 }", "the old one is over")],
      searchWords: ["password", "code", "new", "secret"], effect: .outside, in: .timers,
      reversal: by("pin change sets another")
    ) { (session, arguments) throws(Failure) in try session.changePIN(arguments.text(0), arguments.text(1)) },
    CommandEntry(
      "pin remove", [pin("PIN", "the PIN that is set")], summary: "takes the PIN away: anybody can rate",
      examples: [.init("pin set 2580\npin remove 2580\nexpect not pin.set", "it was set, and is no more")],
      searchWords: ["password", "code", "delete", "unlock", "secret"], effect: .outside, in: .timers,
      reversal: by("pin set sets one")
    ) { (session, arguments) throws(Failure) in try session.removePIN(arguments.text(0)) },
    CommandEntry(
      "pin skip", summary: "declines a PIN for good: it is not offered again",
      details: "It is offered once, at the prompt, when the first session of a timer is saved.",
      examples: [.init("pin skip\nexpect (pin status).setup == \"declined\"", "no, thank you")],
      searchWords: ["decline", "never"], effect: .outside, in: .timers,
      reversal: by("pin set sets one all the same")
    ) { (session, _) throws(Failure) in try session.skipPIN() },
    status, status.called("pin"),
  ]

  private static let status = CommandEntry(
    "pin status", summary: "whether a PIN is set, and how many tries were wrong, as a record",
    examples: [.init("expect (pin status).setup == \"notOffered\"", "nobody was asked yet")],
    searchWords: ["show", "lock", "wrong", "tries"], in: .timers,
    shows: .drawn { $0.showRecord($1) }, role: .looks
  ) { (session, _) throws(Failure) in
    .value(.record(try session.pinRecord()))
  }

  /// Returns the advice for undoing, which is the same for all arguments.
  private static func by(_ words: String) -> @Sendable (Arguments) -> String { { _ in words } }

  private static func pin(_ name: String, _ summary: String) -> Parameter {
    Parameter(name, .text, optional: true, secret: true, summary)
  }

  static let states: [StateEntry] = [
    StateEntry("pin", "set", "whether a rating needs the PIN") { $0.aside.timers.keyring.isNeeded }
  ]
}
