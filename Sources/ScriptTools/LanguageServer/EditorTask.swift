import ShellCore
import StoryScript
import System
import TerminalText

/// The other side of an `EditorRun`: the work of `storyline lsp task …` in its own process.
///
/// The script may be a stranger's. It is sealed off: no files, no other programs, no connection, and limits of time,
/// memory and output. Scripts of its own folder may be included.
public struct EditorTask {
  /// The word after `storyline lsp` that begins a task. Only the server itself uses it.
  public static let word = "task"

  private let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// Runs a task on the text from standard input.
  /// - Parameters:
  ///   - words: the kind, the name of the source, and the number of a step or line.
  ///   - lesson: checks a lesson, or plays it up to a step, and returns the exit code.
  /// - Returns: the exit code; `nil` if the words are not a task.
  public func run(
    _ words: [String], output: Output, lesson: (_ source: Source, _ step: Int?, _ output: Output) -> Int32
  ) -> Int32? {
    guard words.count >= 2, let kind = EditorRun.Kind(rawValue: words[0]) else { return nil }
    // The server ends the run after this time; the alarm does if the server is gone.
    alarm(UInt32(EditorRun.timeout / 1_000_000 + 2))
    let number = words.count > 2 ? Int(words[2]) ?? 0 : 0
    do throws(Diagnostic) {
      let source = try SourceFile.read(.input, name: words[1])
      switch kind {
      case .script: return script(source, output)
      case .step: return lesson(source, number, output)
      case .lesson: return lesson(source, nil, output)
      case .output: return updated(source, number, output)
      }
    } catch {
      report([error])
      return ExitCode.usage
    }
  }

  private func report(_ errors: [Diagnostic]) {
    let renderer = DiagnosticRenderer(catalog.schema.vocabulary)
    for error in errors { DiagnosticRenderer.writeToStandardError(renderer.render(error) + "\n") }
  }

  /// The options of a session that a stranger's script may use.
  private static func sealedOptions(_ bounds: Bounds) -> Session.Options {
    var options = Session.Options()
    (options.isReplay, options.isSealed, options.isConfined, options.bounds) = (true, true, true, bounds)
    return options
  }

  private static func bounds() -> Bounds { Bounds(timeout: EditorRun.timeout, output: EditorRun.limit / 2) }

  private func script(_ source: Source, _ output: Output) -> Int32 {
    if RecordingPlayer.plays(source) {
      return ThreadSandbox.closed { RecordingPlayer(catalog).run(source, output: output) }
    }
    let bounds = Self.bounds()
    let session = Session(options: Self.sealedOptions(bounds), output: output, catalog: catalog)
    let code = ThreadSandbox.closed { ScriptRunner(session: session).run(source) }
    if bounds.exceeded != nil { DiagnosticRenderer.writeToStandardError("stopped: this script \(bounds.words)\n") }
    if bounds.hasRefusedFiles {
      DiagnosticRenderer.writeToStandardError(
        "a run from the editor cannot use files; in a terminal, try: storyline \(sanitized(source.name))\n")
    }
    return code
  }

  /// Writes the document with the actual output of one block.
  private func updated(_ source: Source, _ line: Int, _ output: Output) -> Int32 {
    let text = source.text(SourceRange(0, source.bytes.count))
    let bounds = Self.bounds()
    let updated = ThreadSandbox.closed {
      TestRunner(catalog, updates: true).updated(text, blockAt: line, Self.sealedOptions(bounds))
    }
    if bounds.hasRefusedFiles || bounds.exceeded != nil || updated == nil {
      let reason =
        updated == nil
        ? "there is no example on line \(line + 1)"
        : bounds.exceeded != nil
          ? "this example \(bounds.words)"
          : "this example uses files, which is not allowed in a run from the editor"
      DiagnosticRenderer.writeToStandardError(
        "error: \(reason)\n  try: storyline test --update \(sanitized(source.name))\n")
      return ExitCode.failure
    }
    output.write(updated ?? text)
    return output.end()
  }
}
