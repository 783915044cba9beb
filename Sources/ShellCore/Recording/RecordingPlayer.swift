import StoryScript
import System
import TerminalText

/// Plays a recording that is run as a script: it writes the output of the session, which has no effects outside.
public struct RecordingPlayer {
  private let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// Returns whether a source is a recording.
  public static func plays(_ source: Source) -> Bool {
    RecordingTitle.begins(source.text(SourceRange(0, min(source.bytes.count, 64))))
  }

  /// - Returns: the exit code; errors in the recording are reported.
  public func run(_ source: Source, output: Output) -> Int32 {
    do throws(Diagnostic) {
      let recording = try Recording(source)
      let replay = Replay(recording.head, palette: output.palette, catalog: catalog)
      for item in recording.items {
        let moment = replay.run(item)
        for line in moment.before + moment.lines { output.write((output.isTerminal ? line.text : line.plain) + "\n") }
        // The reader has closed the pipe.
        guard (try? output.flushIfFull()) != nil else { return ExitCode.failure }
      }
      if replay.isInterrupted {
        try? output.flush()
        return ExitCode.interrupted
      }
    } catch {
      DiagnosticRenderer.writeToStandardError(
        DiagnosticRenderer.ofStandardError(catalog.schema.vocabulary).render(error) + "\n")
      return ExitCode.usage
    }
    return output.end()
  }
}

/// The commands that record typed lines.
public struct RecordCommands {
  let session: Session

  public init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "record", [Parameter("FILE", .path, "a new file whose name ends in .story")],
      summary: "records the lines of a practice session to a file",
      details: """
        The file also contains everything you have typed in this session so far. A `wait` before each line gives the \
        time that passed. The file has the session's seed, time zone and start time, so the recording replays the same \
        way everywhere. A PIN or a password is recorded as `…`. `record end` or the end of the session ends the \
        recording. `storyline render FILE to X` turns the recording into a page, a film, a document or a picture.
        """,
      examples: [.init("expect error { record \"walk.story\" }", "only at a prompt: a script is already a file")],
      searchWords: ["recording", "transcript", "export", "asciinema", "log", "session", "capture", "macro"],
      effect: .outside, in: .practice, role: .looks
    ) { (session, arguments) throws(Failure) in try RecordCommands(session).record(in: arguments.text(0) ?? "") },
    CommandEntry(
      "record end", summary: "ends the recording",
      examples: [.init("expect error { record end }", "only at a prompt")], searchWords: ["stop", "recording"],
      effect: .outside, in: .practice, role: .looks
    ) { (session, _) throws(Failure) in
      guard let recorder = session.questions.prompt?.recorder, let path = recorder.path else {
        throw .refused("nothing is being recorded", "try: record FILE")
      }
      recorder.end(in: session)
      session.notice(Recorder.farewell(path))
    },
  ]
}

extension RecordCommands {
  /// Writes the typed lines to a file, those so far and all later ones.
  public func record(in path: String) throws(Failure) {
    guard session.options.kind == .practice else {
      throw .refused("a real session cannot be recorded, because it could not be replayed", "try: practice")
    }
    guard let recorder = session.questions.prompt?.recorder else {
      throw .refused("only lines typed at a prompt can be recorded", "try: storyline --practice --record FILE")
    }
    if let known = recorder.path { throw .refused("a recording to '\(known)' is already running", "try: record end") }
    if let (why, instead) = recorder.obstacle { throw .refused(why, instead) }
    let full = FilePath.expanded(path)
    try FileAccess(session).refuseInLibrary(full, as: path)
    do throws(SystemError) { try recorder.keep(in: full) } catch {
      throw .refused(
        error.code == EEXIST ? "'\(path)' already exists" : "cannot write '\(path)': \(error)",
        error.code == EEXIST ? "choose another name" : nil
      ).about(0)
    }
    session.notice("recording to \(path); `record end` ends it")
  }
}
