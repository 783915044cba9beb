import StoryScript
import System
import Terminal
import Timeline

/// A text tried off-line, in a session of its own that begins as another one is now: nothing of it is kept, heard or
/// leaves the machine, and the session that it copies never learns of it.
struct Trial {
  /// The processor time after which a trial is given up, in microseconds: it is made while somebody types.
  private static let patience: Int64 = {
    // Without optimisation everything takes ten times as long, what is tried as well.
    #if DEBUG
      40_000
    #else
      4_000
    #endif
  }()

  /// What became of a text.
  enum Ending {
    case done
    case failed(Problem)
    /// It was not tried: it would reach outside, or it took too long.
    case none
  }

  /// The value of a text; `nil` where it has none, would reach outside or takes too long.
  /// - Parameter reading: whether what only looks may read a small file.
  static func value(of text: String, reading: Bool = false, in session: Session) -> Value? {
    guard var trial = Trial(of: session) else { return nil }
    trial.mayRead = reading
    guard case .done = trial.run("let \(resultName) = \(text)") else { return nil }
    return trial.session.runtime.variable(resultName)
  }

  /// What a line would do, in a few words; `nil` where it only looks, or was not tried.
  static func outcome(of line: String, in session: Session) -> String? {
    let output = Output(to: .memory, glyphs: session.output.glyphs, width: 200)
    guard var trial = Trial(of: session, output: output) else { return nil }
    switch trial.run(line) {
    case .none: return nil
    case .failed(let problem): return "refused: \(problem.message)"
    case .done:
      let log = trial.session.past.log
      guard log.inputCount > trial.before.inputs || log.entries.end > trial.before.events else { return nil }
      let said = output.takeLines().compactMap(withoutClock)
      // Notes say what else there is to know.
      let note = Mark.note.text(output.glyphs)
      return said.last { !$0.hasPrefix(note) } ?? said.last
    }
  }

  /// Why a line would be refused now; `nil` where it would not, or was not tried.
  static func refusal(of line: String, in session: Session) -> Problem? {
    guard var trial = Trial(of: session) else { return nil }
    trial.mayLook = false
    guard case .failed(let problem) = trial.run(line) else { return nil }
    return problem
  }

  /// The sentence of an event's line; `nil` for any other line.
  private static func withoutClock(_ line: String) -> String? {
    let rest = line.drop { $0 == " " }
    let clock = rest.prefix { $0.isNumber || $0 == ":" || $0 == "." }
    return clock.contains(":") ? String(rest[clock.endIndex...].drop { $0 == " " }) : nil
  }

  private static let resultName = "trial_value"
  let session: Session
  /// The past of the session that is copied.
  private let past: Past
  /// How many inputs and events there were before.
  private var before = (inputs: 0, events: 0)
  /// Whether what only looks is tried: it may need the prompt or the screen, which a trial lacks.
  private var mayLook = true
  /// Whether what only looks may read a file, if that is small.
  private var mayRead = false

  init?(of other: Session, output: Output = Output(to: .nowhere)) {
    var options = Session.Options()
    (options.zone, options.seed) = (other.options.zone, other.options.seed)
    (options.start, options.isTrial) = (other.now, true)
    options.limit = SystemClock.worked + Self.patience
    session = Session(options: options, output: output, catalog: other.catalog)
    past = other.past
    session.become(trialOf: other)
    guard (try? session.pass(to: other.shownPresent)) != nil else { return nil }
  }

  /// Runs a text, if it stays inside the session.
  mutating func run(_ text: String) -> Ending {
    let known = session.runtime.program
    // What waits is not copied, and so cannot be taken back here.
    guard !text.contains("cancel") || !takesBack(text) else { return .none }
    guard let source = try? Source(name: SourceFile.promptName, text: text), let script = try? session.parse(source),
      let function = try? session.compile(script)
    else { return .none }
    let program = session.runtime.program
    // What a definition calls was compiled with it.
    let called = program.commands(behind: known.definitionNames.isEmpty ? known.callCount : 0)
    let asksPast = called.contains { session.catalog.entries[$0].asksPast }
    if asksPast { session.past.become(like: past) }
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

  private func takesBack(_ text: String) -> Bool {
    SyntaxColouring.spans(in: text, vocabulary: session.catalog.schema.vocabulary).contains {
      $0.kind == .keyword && text.utf8.dropFirst($0.range.lowerBound).starts(with: Keyword.cancel.rawValue.utf8)
    }
  }

  /// Whether a command neither reads nor writes anything but the session, and is none that looks at what a trial lacks.
  private func staysInside(_ entry: CommandEntry) -> Bool {
    if entry.command.effect == .outside { return false }
    if entry.asksPast, entry.role != .travels { return false }
    if !mayLook, entry.role == .looks { return false }
    return !entry.command.parameters.contains { $0.type.isPath }
      || mayRead && entry.role == .looks && entry.command.takesFile
  }
}
