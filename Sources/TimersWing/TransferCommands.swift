import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The commands that copy timer sessions to and from files.
struct TransferCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "history export",
      [
        Parameter("FILE", after: "to", .path, "a .csv or .json file"),
        .flag("replace", "replaces an existing file"),
      ] + TimerSessionQuery.parameters,
      summary: "exports all or some sessions to a file for `history import`",
      details: """
        Each session keeps its id, so it counts only once wherever the file is imported. Times are local, with their \
        offset from UTC; lengths are in seconds. To write the list as a script sees it, use `history all | save to \
        "list.csv"`; that file cannot be imported.
        """,
      examples: [
        .init("expect error { history export to \"README.md\" }", "the file's name must end in .csv or .json"),
        .init("expect error { history export to \"Examples/people.csv\" }", "an existing file is not overwritten"),
      ],
      searchWords: ["save", "write", "csv", "json", "backup", "spreadsheet", "store"], effect: .outside,
      in: .rewards,
      shows: .drawn { TransferCommands($0).showExport($1) },
      idle: "copied sessions to a file; the session history did not change",
      reversal: exportReversal
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let query = try TimerSessionQuery(arguments, from: 2, in: session)
      let path = arguments.text(0) ?? ""
      let count = try HistoryExchange(session).export(query, to: path, replacing: arguments.flag(1))
      return .value(.record(["file": .text(path), "sessions": .number(Double(count))]))
    },
    CommandEntry(
      "history import",
      [
        Parameter("FILE", .path, "a .csv or .json file that `history export` wrote, here or elsewhere"),
        .flag("anyway", "imports the good rows and leaves out the others"),
        Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set"),
        Parameter(
          "CHILD", after: "for", .name(.child), optional: true,
          "the child whose sessions they are, if the file names none"),
      ],
      summary: "imports sessions from a file; sessions that you already have are skipped",
      details: """
        The whole file is read first. If rows are damaged, each problem is reported with its line and nothing is \
        imported, unless you add `anyway`. A file never changes a known session, except that an unrated session gets \
        its rating. A file in which a different session has the id of a known one is refused; with `anyway`, that \
        session is left out. Only ids of practice sessions may repeat; they get a number. A session that ends in the \
        future counts as damaged. If a PIN is set, ratings are imported only with the PIN; without it, the sessions \
        stay unrated. Children are found by their names; a file that names none belongs, in a family with several \
        children, to the child after `for`. `undo` undoes the whole import.
        """,
      examples: [
        .init(
          "history import Examples/sessions.csv\nexpect rewards.sessions == 12\nexpect (streak).best == 5",
          "from another device"),
        .init(
          "history import Examples/sessions.csv\nlet again = history import Examples/sessions.csv\nexpect $again.known == 12",
          "a second import adds nothing"),
      ],
      searchWords: ["read", "load", "merge", "restore", "csv", "json", "backup"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      .value(
        .record(
          try HistoryExchange(session).importTimerSessions(
            from: arguments.text(0) ?? "", anyway: arguments.flag(1), pin: arguments.text(2),
            child: arguments.text(3))))
    },
  ]
}

/// The advice for undoing an export.
private let exportReversal: @Sendable (Arguments) -> String = { "delete '\($0.text(0) ?? "")' by hand" }

extension TransferCommands {
  func showExport(_ value: Value) {
    guard let record = value.record, let path = record["file"]?.text else { return }
    let count = TimeText.count(Int(record["sessions"]?.number ?? 0), "session")
    session.printer.writeWrapped("\(count) written to '\(path)'", .plain)
  }
}

/// The messages about rows of a file that are not timer sessions.
enum RowProblemWords {
  static func sentence(_ problem: RowProblem) -> String {
    switch problem {
    case .fieldCount(let found, let expected):
      "the row has \(TimeText.count(found, "field")), but the first row has \(expected)"
    case .quoteNotClosed: "a quote is not closed on its line"
    case .cutOff(let column): "the file ends in the middle of \(column.rawValue)"
    case .strayQuote: "there is a quote inside a field; quote the whole field and double the quotes in it"
    case .syntax(let expected): "expected \(expected)"
    case .wrongType(let column):
      "\(column.rawValue) must be \(column.isLength ? "a number of seconds" : "text in quotes")"
    case .unknownColumn(let name): "there is no field '\(brief(name))'"
    case .doubledColumn(let column): "\(column.rawValue) appears twice"
    case .missing(let column): "\(column.rawValue) is missing"
    case .empty(let column): "\(column.rawValue) is empty"
    case .unreadable(let column, let text): "\(column.rawValue) must be \(needs(column)), not '\(brief(text))'"
    case .savedDoesNotFit(_, let expected):
      "saved_seconds is wrong: allocated_seconds minus actual_seconds is \(TimeText.length(expected))"
    case .endsInFuture: "the session ends in the future: is this machine's clock right?"
    case .timerSession(let problem): sentence(problem)
    }
  }

  private static func sentence(_ problem: TimerSessionProblem) -> String {
    switch problem {
    case .badActivity(let name): "'\(brief(name))' cannot be an activity's name"
    case .badIcon: "the icon is not a visible character"
    case .badDevice(let name): "'\(brief(name))' cannot be a device's name"
    case .endsBeforeStart: "the session ends before it starts"
    case .instantOutOfRange: "the session is outside the years 1 to 9999"
    case .badOffset(let offset): "the offset from UTC must be at most 18 hours, not \(TimeText.length(offset))"
    case .dayDoesNotFit(let day, let expected): "the day is \(day), but the session ended on \(expected)"
    case .allocatedOutOfRange(let length, let allowed):
      "allocated_seconds must be from \(number(allowed.lowerBound)) to \(number(allowed.upperBound)), not \(number(length))"
    case .actualOutOfRange(let length, let allowed):
      "actual_seconds must be from 0 to the planned \(number(allowed.upperBound)), not \(number(length))"
    case .endingDoesNotFit(.timeUp): "ending is timeUp, but not all of the time was spent"
    case .endingDoesNotFit(.early): "ending is early, but all of the time was spent"
    }
  }

  private static func number(_ length: Duration) -> String { NumberText.plain(length.seconds) }

  private static func needs(_ column: TimerSessionColumn) -> String {
    switch column {
    case .id: "letters, digits and symbols without spaces"
    case .day: "a date such as 2026-11-20"
    case .started, .ended: "a time such as 2026-11-20T10:00:00+01:00"
    case .icon: "one character"
    case .allocated, .actual, .saved: "a number of seconds"
    case .ending: "timeUp or early"
    case .rating: "amazing, good, needsWork or empty"
    case .activity, .device: "text"
    case .child: "a child's name of at most \(Profile.nameLengthLimit) characters"
    }
  }

  /// Returns a file's own words, shortened to fit into a line.
  static func brief(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}

extension TimerSessionColumn {
  fileprivate var isLength: Bool { self == .allocated || self == .actual || self == .saved }
}
