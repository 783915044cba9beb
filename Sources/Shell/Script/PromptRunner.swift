import StoryScript
import Terminal
import Timeline

/// Runs what is typed at a prompt, line by line, and keeps the session's time moving in between.
public final class PromptRunner {
  public let session: Session

  public init(session: Session) { self.session = session }

  /// Whether the text can run as it stands. The parser decides: an open brace asks for another line, a mistake does not.
  public func isComplete(_ text: String) -> Bool {
    do {
      let source = try Source(name: "<prompt>", text: text)
      _ = try Parser.parse(source, Catalog.schema.vocabulary, known: session.runtime.program.definitionNames)
      return true
    } catch {
      return (error as? Diagnostics)?.isIncomplete != true
    }
  }

  /// Runs one input; errors are reported and leave a usable session.
  public func run(_ text: String) {
    Interruption.clear()
    do {
      let function = try session.load(try Source(name: "<prompt>", text: text))
      try session.runtime.run(function)
    } catch let errors as Diagnostics {
      session.report(errors.all)
    } catch let error as Diagnostic {
      session.report([error])
    } catch {
      session.notice("\(error)")
    }
    session.flush()
  }

  /// When something next happens by itself, in seconds from now; `nil` when nothing will.
  public var secondsToNext: Double? {
    guard let next = session.runtime.nextInstant else { return nil }
    return session.hostDelay(until: next)?.seconds
  }

  /// Lets everything happen that is due, and returns its lines.
  public func wake() -> [String] {
    do throws(Diagnostic) {
      try session.runtime.proceed(to: session.livePresent)
    } catch {
      session.report([error])
    }
    return session.output.takeLines()
  }
}
