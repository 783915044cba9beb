import StoryScript
import Timeline
import Timers

enum TransferCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "history export",
      [
        Parameter("FILE", after: "to", .path, "where; .csv or .json"),
        .flag("replace", "even if the file is there already"),
      ] + StintQuery.parameters,
      summary: "writes sessions to a file that `history import` reads, all of them or some",
      details: """
        Each session keeps its id, so that it is the same one wherever the file is read. Times stand as the clock on the \
        wall showed them, with their distance from Greenwich; lengths are seconds. `history all | save to "list.csv"` \
        writes the list as scripts see it instead, for reading only.
        """,
      examples: [
        .init("expect error { history export to \"README.md\" }", "the file's name says how: .csv or .json"),
        .init("expect error { history export to \"Examples/people.csv\" }", "a file that is there stays as it is"),
      ],
      searchWords: ["save", "write", "csv", "json", "backup", "spreadsheet", "store"], effect: .outside,
      in: .rewards,
      shows: .drawn { $0.showExport($1) }, idle: "wrote sessions to a file, and they stay here as they are",
      reversal: exportReversal
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let query = try StintQuery(arguments, from: 2, in: session)
      let path = arguments.text(0) ?? ""
      let count = try session.export(query, to: path, replacing: arguments.flag(1))
      return .value(.record(["file": .text(path), "sessions": .number(Double(count))]))
    },
    CommandEntry(
      "history import",
      [
        Parameter("FILE", .path, "a .csv or .json file that `history export` wrote, here or elsewhere"),
        .flag("anyway", "takes the rows that can be read, and leaves out damaged ones"),
        Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, where one is set"),
      ],
      summary: "takes in the sessions of a file; those that are known count once",
      details: """
        The file is read as a whole first. Where a row is damaged, every problem is told with its line and nothing is \
        imported, unless `anyway` says so. What is known here is never changed by a file, except that a session that \
        waits for a rating gets it. Where a PIN is set, ratings come in with it only, and without it the sessions wait \
        for theirs. `undo` takes back the import as a whole.
        """,
      examples: [
        .init(
          "history import Examples/sessions.csv\nexpect rewards.sessions == 12\nexpect (streak).best == 5",
          "from another device"),
        .init(
          "history import Examples/sessions.csv\nlet again = history import Examples/sessions.csv\nexpect $again.known == 12",
          "twice is as good as once"),
      ],
      searchWords: ["read", "load", "merge", "restore", "csv", "json", "backup"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      .value(
        .record(
          try session.importStints(from: arguments.text(0) ?? "", anyway: arguments.flag(1), pin: arguments.text(2))))
    },
  ]
}

/// The advice for undoing an export.
private let exportReversal: @Sendable (Arguments) -> String = { "delete '\($0.text(0) ?? "")' by hand" }

extension Session {
  func showExport(_ value: Value) {
    guard let record = value.record, let path = record["file"]?.text else { return }
    let count = TimeText.count(Int(record["sessions"]?.number ?? 0), "session")
    writeWrapped("\(count) in '\(path)': history import reads them", .plain)
  }
}

/// The reasons, in words, why a row of a file is not a stint.
enum RowProblemWords {
  static func sentence(_ problem: RowProblem) -> String {
    switch problem {
    case .fieldCount(let found, let expected):
      "the row has \(TimeText.count(found, "field")), the first one \(expected)"
    case .quoteNotClosed: "a quote is not closed on its line"
    case .cutOff(let column): "the file ends in the middle of \(column.rawValue)"
    case .strayQuote: "a quote stands inside a field; a field with quotes is quoted, and quotes in it are doubled"
    case .syntax(let expected): "\(expected) should stand here"
    case .wrongType(let column):
      "\(column.rawValue) is \(column.isLength ? "a number of seconds" : "a text in quotes")"
    case .unknownColumn(let name): "there is no field '\(brief(name))'"
    case .doubledColumn(let column): "\(column.rawValue) is there twice"
    case .missing(let column): "\(column.rawValue) is missing"
    case .empty(let column): "\(column.rawValue) is empty"
    case .unreadable(let column, let text): "\(column.rawValue) is \(needs(column)), not '\(brief(text))'"
    case .savedDoesNotFit(_, let expected):
      "saved_seconds does not fit: allocated less actual is \(TimeText.length(expected))"
    case .stint(let problem): sentence(problem)
    }
  }

  private static func sentence(_ problem: StintProblem) -> String {
    switch problem {
    case .badActivity(let name): "'\(brief(name))' cannot be an activity's name"
    case .badIcon: "the icon is white space"
    case .badDevice(let name): "'\(brief(name))' cannot be a device's name"
    case .endsBeforeStart: "the session ends before it starts"
    case .instantOutOfRange: "the session lies outside the years 1 to 9999"
    case .badOffset(let offset): "the distance from Greenwich is at most 18 hours, not \(TimeText.length(offset))"
    case .dayDoesNotFit(let day, let expected): "the day is \(day), but the session ended on \(expected)"
    case .allocatedOutOfRange(let length, let allowed):
      "allocated_seconds lies from \(number(allowed.lowerBound)) to \(number(allowed.upperBound)), not \(number(length))"
    case .actualOutOfRange(let length, let allowed):
      "actual_seconds lies from 0 to the \(number(allowed.upperBound)) there were, not \(number(length))"
    case .endingDoesNotFit(.timeUp): "the time was not up: less than all of it was spent"
    case .endingDoesNotFit(.early): "it did not end early: all of the time was spent"
    }
  }

  private static func number(_ length: Duration) -> String { NumberText.plain(length.seconds) }

  private static func needs(_ column: StintColumn) -> String {
    switch column {
    case .id: "letters, digits and signs without spaces"
    case .day: "a date such as 2026-11-20"
    case .started, .ended: "a time such as 2026-11-20T10:00:00+01:00"
    case .icon: "one character"
    case .allocated, .actual, .saved: "a number of seconds"
    case .ending: "timeUp or early"
    case .rating: "amazing, good, needsWork or nothing"
    case .activity, .device: "a text"
    }
  }

  /// Returns a file's own words, shortened to fit into a line.
  static func brief(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}

extension StintColumn {
  fileprivate var isLength: Bool { self == .allocated || self == .actual || self == .saved }
}
