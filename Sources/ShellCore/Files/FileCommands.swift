import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// The commands that read and write values as files.
package struct FileCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The maximum size in bytes of a file that is read for a trial: the user waits for its result at each key.
  private static let trialFileSizeLimit = 1 << 20

  /// - Throws: for a large file, or anything that is not a file: reading a pipe would block.
  private static func requireSmall(_ path: String) throws(Failure) {
    guard let status = try? FileStatus(path), status.isFile, status.size <= trialFileSizeLimit else {
      throw .refused("'\(path)' cannot be previewed: it is too large, or not a file")
    }
  }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "open",
      [
        Parameter("FILE", .path, "a JSON, JSON Lines (.jsonl), CSV, TSV or text file"),
        anyway, dates, separator, encoding, filled,
      ],
      summary: "loads a file as a value; the file extension sets the format",
      details: """
        A JSON file gives its value. A JSON Lines file gives a list. CSV and TSV give a list of records, with field names from \
        the first line. Any other file gives its text. All values of a column are of one kind: numbers in JSON's \
        notation, true and false, or text; an empty cell is none. A single cell of another kind, or a number in quotes, \
        makes the whole column text, and a note says so: for example, 20095 is text if the column also contains 01067. \
        Quotes have no effect if a column's name and all of its cells are quoted. With `by`, or if the first line names \
        the separator as in `sep=;`, 10,5 is a number, unless commas separate the cells. The text is UTF-8 unless `in` names another encoding, such as \
        windows1252 for a table from an old spreadsheet.
        """,
      examples: [
        .init("let people = open \"Examples/people.csv\"\nexpect ($people | sum age) == 25", "a table"),
        .init("expect (open \"Examples/people.csv\" | count) == 3", "the number of rows, in one line"),
      ],
      searchWords: ["read", "load", "import", "json", "csv", "file", "cat", "less", "head", "tail"], in: .files,
      shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let path = FileAccess(session).found(FilePath.expanded(arguments.text(0) ?? ""))
      if session.options.isTrial { try requireSmall(path) }
      let text: String
      do throws(Failure) { text = try FileFormat.text(of: path, in: encoding(arguments, 4), isChoice: true) } catch {
        throw error.about(0)
      }
      return .value(try FileCommands(session).opened(text, path, arguments))
    },
    CommandEntry(
      "read", [Parameter("FORMAT", formats, "the format of the data"), anyway, dates, separator, encoding, filled],
      summary: "reads standard input, such as a pipe, as a value",
      details: "`curl … | storyline report.story` runs a script that begins with `let users = read json`.",
      examples: [.init("try { let users = read json } catch e { print $e.message }", "if there is no input")],
      searchWords: ["stdin", "input", "pipe", "json", "csv"], in: .files, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let text = try FileCommands(session).standardInput(in: encoding(arguments, 4))
      return .value(
        try FileCommands(session).value(of: text, format(arguments, 0), "<standard input>", arguments, flags: 1))
    },
    CommandEntry(
      "from",
      [
        Parameter("TEXT", .text, "the text"), Parameter("FORMAT", formats, "the format of the data"), anyway, dates,
        separator, filled,
      ],
      summary: "parses text as a value, as `open` parses a file",
      examples: [
        .init("expect (\"[1, 2]\" | from json | count) == 2", "a list from text"),
        .init(
          "expect (\"name;price\\ntea;2,5\" | from csv by \";\" | sum price) == 2.5", "a table with other separators"),
      ],
      searchWords: ["parse", "decode", "json", "csv"], in: .files, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      return .value(try FileCommands(session).value(of: text, format(arguments, 1), "<text>", arguments, flags: 2))
    },
    CommandEntry(
      "to",
      [
        Parameter("VALUE", .any, "the value to write"), Parameter("FORMAT", formats, "the format of the text"),
        .flag("pretty", "writes JSON with one field on each line"),
      ],
      summary: "converts a value to text, as `save` writes it to a file",
      examples: [
        .init("activities | select name minutes | to csv", "a table for other programs"),
        .init("print ({a: 1, b: [2, 3]} | to json pretty)", "JSON for people"),
      ],
      searchWords: ["encode", "stringify", "json", "csv"], in: .files, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let format = format(arguments, 1)
      let text = try FileCommands(session).text(of: arguments[0], as: format)
      guard arguments.flag(2) else { return .value(.text(text)) }
      guard format == .json else { throw .refused("'pretty' is for JSON", "try: to json pretty").about(2) }
      return .value(.text(PrettyJSON.text(text)))
    },
    CommandEntry(
      "save",
      [
        Parameter("VALUE", .any, "the value to write"),
        Parameter("FILE", after: "to", .path, "the file, or - for standard output"),
        .flag("replace", "overwrites an existing file"),
        .flag("pretty", "writes JSON with one field on each line"),
      ],
      summary: "saves a value to a file; the file extension sets the format",
      details:
        """
        `save` overwrites a file only with `replace`. It never overwrites photos, videos or the files that editors \
        write next to them, and never writes into a folder whose photos were read.
        """,
      examples: [
        .init("expect error { save [1, 2] to \"README.md\" }", "an existing file is not overwritten"),
        .init("save {a: 1, b: [2, 3]} to - pretty", "JSON for people"),
      ],
      searchWords: ["write", "export", "store", "json", "csv"], effect: .outside, in: .files,
      idle: "wrote a file and changed nothing in the session", reversal: FileCommands.deletion
    ) { (session, arguments) throws(Failure) in
      try FileCommands(session).save(
        arguments[0], to: arguments.text(1) ?? "", replacing: arguments.flag(2), isPretty: arguments.flag(3))
    },
    CommandEntry(
      "all", [Parameter("LIST", .any, "a list, or any other value")],
      summary: "shows all items of a list; a prompt shows only 20",
      details: "At a prompt, `$last | all` shows all items of the last list.",
      examples: [.init("(range 1 30) | all", "thirty numbers")], searchWords: ["more", "rest", "long", "pager"],
      in: .files,
      shows: .whole, role: .looks
    ) { (_, arguments) throws(Failure) in .value(arguments[0]) },
    CommandEntry(
      "variables", summary: "lists the top-level variables of the script",
      examples: [.init("let x = 5\nexpect (variables).x == 5", "as a record")],
      searchWords: ["names", "bound", "list"], in: .files, shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      var record = Record()
      for name in session.runtime.program.variableNames
      where name != "args" && name != Session.lastName && Int(name) == nil {
        record[name] = session.runtime.variable(name)
      }
      return .value(.record(record))
    },
  ]
}

extension FileCommands {
  private static let formats = ParameterType.choice(FileFormat.allCases.map { $0.rawValue }, orNumber: nil)
  private static let anyway = Parameter.flag(
    "anyway",
    "leaves out rows that differ in length from the first and lines that are not JSON, keeps stray quotes as text, keeps "
      + "only the last of two fields with the same name, and loads whole numbers beyond ±2^63 as text"
  )
  private static let filled = Parameter.flag("filled", "fills the end of rows that are too short with none")
  private static let dates = Parameter.flag("dates", "converts each text that looks like a date to a date")
  private static let separator = Parameter(
    "SEPARATOR", after: "by", .text, optional: true,
    "the character between the cells of a table, such as \";\" or tab; unless it is a comma, 10,5 is a number")

  private static let encoding = Parameter(
    "ENCODING", after: "in", .choice(TextEncoding.allCases.map { $0.rawValue }, orNumber: nil), optional: true,
    "the encoding of the text (default UTF-8)")

  private static func encoding(_ arguments: Arguments, _ index: Int) -> TextEncoding? {
    arguments.text(index).flatMap { TextEncoding(rawValue: $0) }
  }

  private static func format(_ arguments: Arguments, _ index: Int) -> FileFormat {
    FileFormat(rawValue: arguments.text(index) ?? "") ?? .text
  }
}

extension FileCommands {
  /// Parses a file's text, and remembers the file for errors about its records.
  fileprivate func opened(_ text: String, _ path: String, _ arguments: Arguments) throws(Failure) -> Value {
    let value = try value(of: text, FileFormat(path: path), path, arguments, flags: 1)
    guard !session.options.isTrial, value.list != nil || value.record != nil else { return value }
    let encoding = Self.encoding(arguments, 4)
    let sign = arguments.text(3).flatMap { try? FileFormat.separator($0) }
    let format = sign == nil ? FileFormat(path: path) : (try? FileFormat(path: path).separated()) ?? .csv
    let (isLenient, isDated, isFilled) = (arguments.flag(1), arguments.flag(2), arguments.flag(5))
    let writer = session.runtime.writer
    session.resources.resource { FileOrigins() }.remember(value, of: path) { record in
      guard let text = try? FileFormat.text(of: path, in: encoding) else { return nil }
      return format.line(
        of: record, in: text, separator: sign, isLenient: isLenient, isFilled: isFilled,
        dated: isDated ? { FileFormat.dated($0, writer) } : nil)
    }
    return value
  }

  /// Parses a text.
  /// - Parameter flags: the index of `anyway` among the arguments; `dates` and the separator follow it.
  fileprivate func value(
    of text: String, _ format: FileFormat, _ name: String, _ arguments: Arguments, flags: Int
  ) throws(Failure) -> Value {
    let leave: ((String) -> Void)? = arguments.flag(flags) ? { session.notice("left out: \($0)") } : nil
    var (format, separator): (FileFormat, UInt8?) = (format, nil)
    if let sign = arguments.text(flags + 2) {
      do throws(Failure) { (format, separator) = (try format.separated(), try FileFormat.separator(sign)) } catch {
        throw error.about(flags + 2)
      }
    }
    let isFilled = arguments.flag(arguments.count - 1)
    let value = try format.value(of: text, name, leaving: leave, separator: separator, filled: isFilled) {
      session.notice($0)
    }
    guard arguments.flag(flags + 1) else { return value }
    let dated = FileFormat.dated(value, session.runtime.writer)
    for note in FileFormat.mixedDates(in: dated) { session.notice("'\(name)': \(note)") }
    return dated
  }

  /// Reads all of standard input. A second read returns nothing.
  fileprivate func standardInput(in encoding: TextEncoding?) throws(Failure) -> String {
    guard session.options.hasInput else {
      throw .refused(
        "the script cannot read standard input here", "pass the script as a file: … | storyline report.story")
    }
    let name = "<standard input>"
    do throws(Diagnostic) {
      guard let encoding else {
        let source = try SourceFile.read(.input, name: name)
        return source.text(SourceRange(0, source.bytes.count))
      }
      let bytes = try SourceFile.bytes(of: .input, name: name)
      do throws(Failure) { return try encoding.text(of: bytes, name: name) } catch {
        throw Diagnostic(error.problem, SourceRange(0, 0), in: nil)
      }
    } catch {
      guard let bytes = error.source?.bytes else { throw Failure(error.problem) }
      switch error.problem {
      case .notUTF8: throw .refused(error.problem.message, TextEncoding.advice(for: bytes))
      case .nulCharacter where TextEncoding.looksLikeUTF16(bytes):
        throw .refused("this is probably UTF-16, not UTF-8", TextEncoding.advice(for: bytes))
      default: throw Failure(error.problem)
      }
    }
  }

  /// Returns the text of a value in a format, without the final line end, which the writer adds.
  fileprivate func text(of value: Value, as format: FileFormat) throws(Failure) -> String {
    noteNested(in: value, format)
    let text = try format.text(of: value, session.options.zone, writer: session.runtime.writer)
    return text.utf8.last == 0x0A && format != .text ? String(text.utf8.dropLast()) ?? text : text
  }

  /// Reports the column whose values a table can save only as text.
  private func noteNested(in value: Value, _ format: FileFormat) {
    guard format == .csv || format == .tsv, let items = value.list, let column = CSV.nestedColumn(of: items) else {
      return
    }
    session.notice(
      "column '\(column.name)' has \(column.kind), which a table saves only as text: save as .json to keep them")
  }

  /// Reports JSON that becomes a text within JSON, because it was converted before.
  private func noteJSONText(_ value: Value, _ format: FileFormat) {
    guard format == .json, let text = value.text, text.hasPrefix("{") || text.hasPrefix("["),
      (try? format.value(of: text, "")) != nil
    else { return }
    session.notice(
      "the value is already JSON text, so the file contains one quoted text; leave out `to … json`: "
        + "`save` converts values itself")
  }

  func save(_ value: Value, to path: String, replacing: Bool, isPretty: Bool) throws(Failure) {
    if path == "-" {
      let text = try text(of: value, as: value.text == nil || isPretty ? .json : .text)
      return session.printer.print(.text(isPretty ? PrettyJSON.text(text) : text), at: session.clock.now)
    }
    guard !isPretty || FileFormat(path: path) == .json else {
      throw .refused("'pretty' is for JSON", "choose a file name that ends with .json").about(3)
    }
    try FileAccess(session).write(to: path, replacing: replacing) { (full) throws(Failure) in
      // A script is lines, as `recall` returns them.
      let isScript = full.hasSuffix(".story") && value.list != nil
      let format = isScript ? .lines : FileFormat(path: full)
      noteNested(in: value, format)
      noteJSONText(value, format)
      let text = try format.text(of: value, session.options.zone, writer: session.runtime.writer)
      return (isPretty ? PrettyJSON.text(text) + "\n" : text).utf8
    }
  }
}

extension FileCommands {
  /// The advice for undoing a written file.
  package static let deletion: @Sendable (Arguments) -> String = { "delete '\($0.text(1) ?? "")' yourself" }
}

package enum ClipboardCommands {
  /// Terminals accept about 75,000 encoded bytes, four for every three bytes of the text.
  static let limit = 50_000

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "copy", [Parameter("VALUE", .any, "the value to copy; in a pipeline, the result of the previous step")],
      summary: "copies a value to the clipboard, as `print` would write it",
      details: """
        The limit is 50,000 bytes. `copy` also works over ssh, if the terminal lets programs use its clipboard. Some \
        terminals do not, and no terminal reports whether the copy worked.
        """,
      examples: [.init("expect error { copy \"hello\" }", "only at a terminal: a pipe has no clipboard")],
      searchWords: ["clipboard", "yank", "paste"], advancesClock: false, effect: .outside, in: .files, role: .looks
    ) { (session, arguments) throws(Failure) in
      if let word = arguments.text(0), let value = ExploreCommands(session).value(named: word) {
        throw .refused("this is the text '\(word)', not the variable", "try: copy \(value)").about(0)
      }
      return try copy(session.runtime.writer.text(arguments[0]), session)
    }
  ]

  /// Copies a text to the clipboard.
  package static func copy(_ text: String, _ session: Session) throws(Failure) -> CommandOutcome {
    guard text.utf8.count <= limit else {
      throw .refused(
        "a terminal's clipboard accepts at most \(TimeText.grouped(limit)) bytes, but this value has \(TimeText.grouped(text.utf8.count))",
        "save the value to a file instead"
      ).about(0)
    }
    session.flush()
    guard session.output.copy(text) else {
      throw .refused("there is no terminal here, so there is no clipboard", "save the value to a file instead")
    }
    session.notice("copied to the clipboard: \(TimeText.count(text.count, "character"))")
    return .value(.none)
  }
}
