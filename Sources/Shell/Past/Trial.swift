import StoryScript
import System
import Timeline

/// A text tried off-line, in a session of its own that begins as another one is now: nothing of it is kept, heard or
/// leaves the machine, and the session that it copies never learns of it.
struct Trial {
  /// The time after which a trial is given up: it is made while somebody types.
  static let patience = Duration.milliseconds(4)

  /// The value of a text; `nil` where it has none, would reach outside or takes too long.
  static func value(of text: String, in session: Session) -> Value? {
    guard let trial = Trial(of: session), trial.run("let \(resultName) = \(text)") else { return nil }
    return trial.session.runtime.variable(resultName)
  }

  private static let resultName = "trial_value"
  let session: Session

  init?(of other: Session, output: Output = Output(to: .nowhere)) {
    var options = Session.Options()
    (options.zone, options.seed) = (other.options.zone, other.options.seed)
    options.start = other.now
    options.limit = SystemClock.now + Self.patience
    session = Session(options: options, output: output, catalog: other.catalog)
    session.become(trialOf: other)
    guard (try? session.pass(to: other.shownPresent)) != nil else { return nil }
  }

  /// Runs a text that stays inside the session.
  /// - Returns: whether it came to its end.
  func run(_ text: String) -> Bool {
    let known = session.runtime.program
    guard let source = try? Source(name: SourceFile.promptName, text: text), let script = try? session.parse(source),
      let function = try? session.compile(script)
    else { return false }
    let program = session.runtime.program
    // What a definition calls was compiled with it.
    let called = program.commands(behind: known.definitionNames.isEmpty ? known.callCount : 0)
    guard called.allSatisfy({ staysInside(session.catalog.entries[$0]) }) else { return false }
    return (try? session.runtime.run(function)) != nil
  }

  /// Whether a command neither reads nor writes anything but the session, and does not ask for a past that a trial lacks.
  private func staysInside(_ entry: CommandEntry) -> Bool {
    if entry.command.effect == .outside { return false }
    // Those that move through time ask for it where they go back, and then find nothing.
    if entry.asksPast, entry.role != .travels { return false }
    return !entry.command.parameters.contains { $0.type.isPath }
  }
}
