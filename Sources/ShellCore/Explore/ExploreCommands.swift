import SessionState
import StoryScript
import System
import TerminalText

/// The command that shows a value on the full screen.
package struct ExploreCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "explore", [Parameter("VALUE", .any, "a list, a record or any other value; in a pipeline, the piped value")],
      summary: "shows a value in full screen, where you can browse, search and sort it",
      details: """
        The arrow keys choose a row and a column. Enter opens a record, a list or multi-line text; Esc goes back. s \
        sorts by the chosen column; pressed again, it reverses the order. / searches; n and N go to the next and \
        previous match; q leaves full-screen mode. Without a terminal, the whole table is printed.
        """,
      examples: [
        .init("stories | explore", "all stories"),
        .init("explore (cluster Examples/Photos)", "moments and their contents"),
      ],
      searchWords: ["table", "browse", "inspect", "viewer", "pager", "search", "sort"], in: .files,
      shows: .drawn { ExploreCommands($0).explore($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      if let word = arguments.text(0), let meant = ExploreCommands(session).meant(by: word) {
        throw .refused("this is the text '\(word)', not the variable", "try: explore \(meant)").about(0)
      }
      return .value(arguments[0])
    }
  ]
}

extension ExploreCommands {
  /// Returns an expression for the value that a bare word, which is a text, names: a variable, or a command's result.
  func value(named word: String) -> String? {
    if session.runtime.variable(word) != nil { return "$\(word)" }
    return session.catalog.entries.contains { $0.command.name == word } ? "(\(word))" : nil
  }

  /// Returns an expression for the value that a bare word probably means: a variable, a command's result, or the
  /// contents of a file or a folder.
  fileprivate func meant(by word: String) -> String? {
    if let value = value(named: word) { return value }
    guard !session.options.isSealed, !session.options.isReplay, !word.contains("\n"),
      let status = try? FileStatus(FilePath.expanded(word))
    else {
      return nil
    }
    let isOfPhotos = status.isFolder || session.catalog.services.libraries.irreplaceable(FilePath.expanded(word)) != nil
    return "(\(isOfPhotos ? "cluster" : "open") \(Word.quotedIfNeeded(word)))"
  }

  /// Shows a value on the full screen if there is one and the user typed the line; otherwise as a table.
  fileprivate func explore(_ value: Value) {
    guard session.output.hasScreen, session.watch == nil, session.runtime.strand?.isMain != false else {
      return session.printer.show(value, whole: true, at: session.now)
    }
    // At a prompt it opens after the line has ended, so that time continues meanwhile.
    guard let prompt = session.questions.prompt else { return explore(value, nextDeadline: { nil }, onWake: {}) }
    guard prompt.isTyped else { return session.printer.show(value, whole: true, at: session.now) }
    prompt.ask(for: .screen { ExploreCommands($0).explore(value, nextDeadline: $1, onWake: $2) })
  }

  /// Lets the user explore a value until they leave.
  /// - Parameters:
  ///   - nextDeadline: returns the seconds until `onWake` must be called; `nil` for never.
  func explore(_ value: Value, nextDeadline: () -> Double?, onWake: () -> Void) {
    session.output.removePlaceholder()
    session.flush()
    guard let screen = session.output.openScreen() else {
      return session.printer.show(value, whole: true, at: session.now)
    }
    defer { screen.close() }
    var explorer = Explorer(value, writer: session.runtime.writer, glyphs: session.output.glyphs)
    while screen.draw(explorer.picture(columns: screen.columns, rows: screen.rows)) {
      switch screen.wait(atMost: nextDeadline()) {
      case .key(let key): if !explorer.handle(key) { return }
      case .timeOver: onWake()
      case .changed: break
      case .lost: return
      }
    }
  }
}
