import StoryScript
import System
import TerminalText
import Timeline

/// An offline trial of a text, in a separate session that begins as a copy of another one: nothing is saved, heard or
/// sent, and the original session is unaffected.
package struct Trial {
  /// The processor time after which a trial is aborted, in microseconds: it runs while the user types.
  static let timeout: Int64 = {
    // Without optimisation everything takes ten times as long, including trials.
    #if DEBUG
      40_000
    #else
      4_000
    #endif
  }()

  /// The outcome of a text.
  package enum Ending {
    case done
    case failed(Problem)
    /// The text was not tried: it would reach outside, or it took too long.
    case none
  }

  /// Returns the value of a text; `nil` if it has none, would reach outside or takes too long.
  /// - Parameter reading: whether commands that only look may read a small file.
  static func value(of text: String, reading: Bool = false, in session: Session) -> Value? {
    guard var trial = Trial(of: session) else { return nil }
    trial.mayRead = reading
    guard case .done = trial.run("let \(resultName) = \(text)") else { return nil }
    return trial.session.runtime.variable(resultName)
  }

  /// Returns a short description of a line's effect; `nil` if it only looks, or was not tried.
  package static func outcome(of line: String, in session: Session) -> (text: String, isRefused: Bool)? {
    let output = Output(to: .memory, glyphs: session.output.glyphs, width: 200)
    guard var trial = Trial(of: session, output: output) else { return nil }
    switch trial.run(line) {
    case .none: return nil
    case .failed(let problem): return ("refused: \(problem.message)", true)
    case .done:
      let log = trial.session.past.log
      guard log.inputCount > trial.before.inputs || log.entries.end > trial.before.events else { return nil }
      let said = output.drainLines().compactMap(withoutClock)
      // Notes contain further information.
      let note = Mark.note.text(output.glyphs)
      return (said.last { !$0.hasPrefix(note) } ?? said.last).map { ($0, false) }
    }
  }

  /// Returns the reason why a line would be refused now; `nil` if it would not be, or was not tried.
  static func refusal(of line: String, in session: Session) -> Problem? {
    guard var trial = Trial(of: session) else { return nil }
    trial.mayLook = false
    guard case .failed(let problem) = trial.run(line) else { return nil }
    return problem
  }

  /// Returns the sentence of an event's line; `nil` for any other line.
  private static func withoutClock(_ line: String) -> String? {
    let rest = line.drop { $0 == " " }
    let clock = rest.prefix { $0.isNumber || $0 == ":" || $0 == "." }
    return clock.contains(":") ? String(rest[clock.endIndex...].drop { $0 == " " }) : nil
  }

  private static let resultName = "trial_value"
  package let session: Session
  /// The past of the original session.
  private let past: Past
  /// The numbers of inputs and events before the trial.
  private var before = (inputs: 0, events: 0)
  /// `true` if commands that only look are tried: they may need the prompt or the screen, which a trial lacks.
  private var mayLook = true
  /// `true` if commands that only look may read a small file.
  private var mayRead = false

  /// - Parameter timeout: the processor time after which the trial is aborted, in microseconds.
  package init?(of other: Session, output: Output = Output(to: .nowhere), timeout: Int64 = Trial.timeout) {
    var options = Session.Options()
    (options.zone, options.seed) = (other.options.zone, other.options.seed)
    (options.start, options.isTrial) = (other.now, true)
    options.limit = SystemClock.worked + timeout
    session = Session(options: options, output: output, catalog: other.catalog)
    past = other.past
    session.become(trialOf: other)
    guard (try? session.advance(to: other.shownPresent)) != nil else { return nil }
  }

  /// Runs a text if it stays inside the session.
  package mutating func run(_ text: String) -> Ending {
    let known = session.runtime.program
    // Waiting blocks are not copied, so the trial cannot cancel them.
    guard !text.contains("cancel") || !cancels(text) else { return .none }
    guard let source = try? Source(name: SourceFile.promptName, text: text), let script = try? session.parse(source),
      let function = try? session.compile(script)
    else { return .none }
    let program = session.runtime.program
    // The commands that a definition calls were compiled with it.
    let called = program.commands(behind: known.definitionNames.isEmpty ? known.callCount : 0)
    let needsPast = called.contains { session.catalog.entries[$0].needsPast }
    if needsPast { session.past.become(like: past) }
    before = (session.past.log.inputCount, session.past.log.entries.end)
    guard called.allSatisfy({ staysInside(session.catalog.entries[$0]) }) else { return .none }
    do throws(Diagnostic) {
      try session.runtime.run(function)
      return .done
    } catch {
      if case .interrupted = error.problem { return .none }
      return .failed(error.problem)
    }
  }

  private func cancels(_ text: String) -> Bool {
    SyntaxColouring.spans(in: text, vocabulary: session.catalog.schema.vocabulary).contains {
      $0.kind == .keyword && text.utf8.dropFirst($0.range.lowerBound).starts(with: Keyword.cancel.rawValue.utf8)
    }
  }

  /// Returns `true` if a command reads and writes nothing but the session, and needs nothing that a trial lacks.
  package func staysInside(_ entry: CommandEntry) -> Bool {
    if entry.command.effect == .outside { return false }
    if entry.needsPast, entry.role != .travels { return false }
    if !mayLook, entry.role == .looks { return false }
    return !entry.command.parameters.contains { $0.type.isPath }
      || mayRead && entry.role == .looks && entry.command.takesFile
  }
}
