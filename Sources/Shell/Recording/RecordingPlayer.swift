import StoryScript
import Terminal

/// Shows a recording that is run as a script is: what its session has shown, and nothing leaves it.
public struct RecordingPlayer {
  private let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// Whether a source is a recording.
  public static func plays(_ source: Source) -> Bool {
    RecordingTitle.begins(source.text(SourceRange(0, min(source.bytes.count, 64))))
  }

  /// - Returns: the exit code; what is wrong with the recording is said.
  public func run(_ source: Source, output: Output) -> Int32 {
    do throws(Diagnostic) {
      let recording = try Recording(source)
      let replay = Replay(recording.head, palette: output.palette, catalog: catalog)
      for item in recording.items {
        let moment = replay.run(item)
        for line in moment.before + moment.lines { output.write((output.isTerminal ? line.text : line.plain) + "\n") }
        // Nobody reads any further.
        guard (try? output.flushIfFull()) != nil else { return ExitCode.failure }
      }
      if replay.isInterrupted {
        try? output.flush()
        return ExitCode.interrupted
      }
    } catch {
      DiagnosticRenderer.writeToStandardError(DiagnosticRenderer(catalog.schema.vocabulary).render(error) + "\n")
      return ExitCode.usage
    }
    return output.end()
  }
}
