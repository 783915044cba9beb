import StoryScript
import System
import Terminal

enum FileCommands {
  /// The maximum size in bytes of a file that is read for a trial: the user waits for its result at each key.
  private static let longestInTrials = 1 << 20

  /// - Throws: for a large file, or anything that is not a file: reading a pipe would block.
  private static func requireSmall(_ path: String) throws(Failure) {
    guard let status = try? FileStatus(path), status.isFile, status.size <= longestInTrials else {
      throw .refused("'\(path)' is not read for a trial")
    }
  }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "open",
      [
        Parameter("FILE", .path, "a file of JSON, JSON lines (.jsonl), CSV, TSV or text"),
        anyway, dates,
      ],
      summary: "reads a file as a value, by the end of its name",
      details: """
        JSON gives its value, JSON lines a list, CSV and TSV a list of records named by the first line, anything else \
        one text. A column of a table has one kind: numbers as JSON spells them, true and false, or texts, and an empty cell \
        is none. One cell that is something else, or a number in quotes, makes all of its column text, which a note \
        says: 20095 beside 01067 is no number. Where the column's name and all its cells are in quotes, those say nothing.
        """,
      examples: [
        .init("let people = open \"Examples/people.csv\"\nexpect ($people | sum age) == 25", "a table"),
        .init("expect (open \"Examples/people.csv\" | count) == 3", "in one line"),
      ],
      searchWords: ["read", "load", "import", "json", "csv", "file", "cat", "less", "head", "tail"], in: .files,
      shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let path = session.found(FilePath.expanded(arguments.text(0) ?? ""))
      if session.options.isTrial { try requireSmall(path) }
      let text: String
      do throws(Failure) { text = try FileFormat.text(of: path) } catch { throw error.about(0) }
      return .value(try session.value(of: text, FileFormat(path: path), path, arguments, flags: 1))
    },
    CommandEntry(
      "read", [Parameter("FORMAT", formats, "what it is"), anyway, dates],
      summary: "reads what comes through a pipe, or standard input, as a value",
      details: "`curl … | storyline report.story` runs a script that begins with `let users = read json`.",
      examples: [.init("try { let users = read json } catch e { print $e.message }", "where nothing comes")],
      searchWords: ["stdin", "input", "pipe", "json", "csv"], in: .files, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let text = try session.standardInput()
      return .value(try session.value(of: text, format(arguments, 0), "<standard input>", arguments, flags: 1))
    },
    CommandEntry(
      "from", [Parameter("TEXT", .text, "the text"), Parameter("FORMAT", formats, "what it is"), anyway, dates],
      summary: "makes a value of a text, as `open` does of a file",
      examples: [.init("expect (\"[1, 2]\" | from json | count) == 2", "a list from a text")],
      searchWords: ["parse", "decode", "json", "csv"], in: .files, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      return .value(try session.value(of: text, format(arguments, 1), "<text>", arguments, flags: 2))
    },
    CommandEntry(
      "to", [Parameter("VALUE", .any, "what to write"), Parameter("FORMAT", formats, "how")],
      summary: "makes a text of a value, as `save` writes it to a file",
      examples: [.init("activities | select name minutes | to csv", "a table for other programs")],
      searchWords: ["encode", "stringify", "json", "csv"], in: .files, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      .value(.text(try session.text(of: arguments[0], as: format(arguments, 1))))
    },
    CommandEntry(
      "save",
      [
        Parameter("VALUE", .any, "what to write"),
        Parameter("FILE", after: "to", .path, "where; the end of the name says how, and - is standard output"),
        .flag("replace", "even if the file is there already"),
      ],
      summary: "writes a value to a file, by the end of its name",
      details:
        """
        Nothing is overwritten without `replace`, a photo, a video or what an editor wrote beside one never; and \
        nothing is written into a folder whose photos were read.
        """,
      examples: [
        .init("expect error { save [1, 2] to \"README.md\" }", "a file that is there stays as it is")
      ],
      searchWords: ["write", "export", "store", "json", "csv"], effect: .outside, in: .files,
      idle: "wrote a file, and changed nothing here", reversal: FileCommands.deletion
    ) { (session, arguments) throws(Failure) in
      try session.save(arguments[0], to: arguments.text(1) ?? "", replacing: arguments.flag(2))
    },
    CommandEntry(
      "all", [Parameter("LIST", .any, "a list, or any value")],
      summary: "shows a list to its end, where a prompt would stop after 20 items",
      details: "At a prompt, `$last` is what the last statement gave.",
      examples: [.init("(range 1 30) | all", "thirty numbers")], searchWords: ["more", "rest", "long", "pager"],
      in: .files,
      shows: .whole, role: .looks
    ) { (_, arguments) throws(Failure) in .value(arguments[0]) },
    CommandEntry(
      "variables", summary: "lists the variables of the script's top level",
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
  private static let formats = ParameterType.choice(FileFormat.allCases.map(\.rawValue), orNumber: nil)
  private static let anyway = Parameter.flag(
    "anyway", "even if rows of a table do not fit its first line: those are left out; numbers beyond 2^63 stay text")
  private static let dates = Parameter.flag("dates", "with dates for the texts that spell one")

  private static func format(_ arguments: Arguments, _ index: Int) -> FileFormat {
    FileFormat(rawValue: arguments.text(index) ?? "") ?? .text
  }
}

extension Session {
  /// Parses a text.
  /// - Parameter flags: the index of `anyway` among the arguments; `dates` follows it.
  fileprivate func value(
    of text: String, _ format: FileFormat, _ name: String, _ arguments: Arguments, flags: Int
  ) throws(Failure) -> Value {
    let leave: ((String) -> Void)? = arguments.flag(flags) ? { [unowned self] in notice("left out: \($0)") } : nil
    let value = try format.value(of: text, name, leaving: leave) { [unowned self] in notice($0) }
    return arguments.flag(flags + 1) ? FileFormat.dated(value, runtime.writer) : value
  }

  /// Returns the path of a file in the working folder, or, if there is none, beside the script. `include` looks in
  /// the opposite order.
  func found(_ path: String) -> String {
    guard let scriptFolder, !path.hasPrefix("/"), !File.exists(path), File.exists(scriptFolder + path) else {
      return path
    }
    return scriptFolder + path
  }

  /// Reads all of standard input. A second read returns nothing.
  fileprivate func standardInput() throws(Failure) -> String {
    guard options.hasInput else {
      throw .refused(
        "standard input is not the script's to read here", "give the script as a file: … | storyline report.story")
    }
    do throws(Diagnostic) {
      let source = try SourceFile.read(.input, name: "<standard input>")
      return source.text(SourceRange(0, source.bytes.count))
    } catch {
      throw Failure(error.problem)
    }
  }

  /// Returns the text of a value in a format, without the final line end, which the writer adds.
  fileprivate func text(of value: Value, as format: FileFormat) throws(Failure) -> String {
    noteNested(in: value, format)
    let text = try format.text(of: value, options.zone, writer: runtime.writer)
    return text.utf8.last == 0x0A && format != .text ? String(text.utf8.dropLast()) ?? text : text
  }

  /// Tells which column of a table has values that read back only as texts.
  private func noteNested(in value: Value, _ format: FileFormat) {
    guard format == .csv || format == .tsv, let items = value.list, let column = CSV.nestedColumn(of: items) else {
      return
    }
    notice("column '\(column.name)' has \(column.kind), which a table holds only as text: JSON keeps them")
  }

  func save(_ value: Value, to path: String, replacing: Bool) throws(Failure) {
    if path == "-" {
      return speaker.print(.text(try text(of: value, as: value.text == nil ? .json : .text)), at: clock.now)
    }
    try write(to: path, replacing: replacing) { (full) throws(Failure) in
      // A script is lines, as `recall` returns them.
      let isScript = full.hasSuffix(".story") && value.list != nil
      noteNested(in: value, FileFormat(path: full))
      return try (isScript ? .lines : FileFormat(path: full)).text(of: value, options.zone, writer: runtime.writer).utf8
    }
  }

  /// Refuses to write into a photo library, whichever command asks and whenever the library was read.
  public func refuseInLibrary(_ full: String, as path: String) throws(Failure) {
    do throws(FileDoor.Refusal) { try FileDoor(of: self).check(full) } catch {
      throw .refused(error.words(path), error.advice)
    }
  }

  /// Writes a file for a command; all commands write here. It never replaces a file without `replace`, never writes
  /// among photos that were read, and never replaces a photo, a video or an editor's file beside one, wherever and
  /// whatever it is.
  /// - Parameter content: returns the content; its argument is the path with the home folder in place of `~`.
  func write(
    to path: String, replacing: Bool, content: (String) throws(Failure) -> some Sequence<UInt8>
  ) throws(Failure) {
    let full = FilePath.expanded(path)
    try refuseInLibrary(full, as: path)
    if (try? FileStatus(full))?.isFolder == true { throw .refused("'\(path)' is a folder") }
    if File.exists(full) {
      guard replacing else { throw .refused("'\(path)' is there already", "add 'replace' to write it anew") }
      if let content = catalog.services.libraries.irreplaceable(full) {
        throw .refused("'\(path)' is \(content): nothing is ever written over it", "choose another name")
      }
    }
    let content = try content(full)
    do throws(FileDoor.Refusal) { try FileDoor(of: self).write(content, to: full, replacing: replacing) } catch {
      throw .refused(error.words(path), error.advice)
    }
  }
}

extension FileCommands {
  /// The advice for undoing a written file.
  static let deletion: @Sendable (Arguments) -> String = { "delete '\($0.text(1) ?? "")' by hand" }
}

enum ClipboardCommands {
  /// Terminals accept about 75,000 encoded bytes, four for every three bytes of the text.
  static let limit = 50_000

  static let entries: [CommandEntry] = [
    CommandEntry(
      "copy", [Parameter("VALUE", .any, "what to copy; in a pipeline what comes before")],
      summary: "gives a value to the terminal for its clipboard, as `print` would write it",
      details: """
        At most 50,000 bytes. It works from afar as well, where the terminal lets programs reach its clipboard; some have \
        that switched off, and none says whether it did.
        """,
      examples: [.init("expect error { copy \"hello\" }", "only at a terminal: a pipe has no clipboard")],
      searchWords: ["clipboard", "yank", "paste"], takesTime: false, effect: .outside, in: .files, role: .looks
    ) { (session, arguments) throws(Failure) in
      if let word = arguments.text(0), let value = session.value(named: word) {
        throw .refused("'\(word)' is only a word here", "copy \(value)").about(0)
      }
      let text = session.runtime.writer.text(arguments[0])
      guard text.utf8.count <= limit else {
        throw .refused(
          "the clipboard of a terminal takes \(limit) bytes, and this has \(text.utf8.count)",
          "save writes it to a file"
        ).about(0)
      }
      session.flush()
      guard session.output.copy(text) else {
        throw .refused("there is no terminal with a clipboard here", "save writes it to a file")
      }
      session.notice("given to the terminal's clipboard: \(TimeText.count(text.count, "character"))")
      return .value(.none)
    }
  ]
}
