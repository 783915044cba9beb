import Foundation
import StoryScript
import Testing

@testable import Shell
@testable import ShellCore

/// A session that runs scripts in memory, one piece after another.
struct ScriptRun {
  let session: Session

  init(_ options: Session.Options = .init(), width: Int = 80) {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    session = Session(options: options, output: Output(to: .memory, width: width), catalog: Catalog.standard)
  }

  /// Runs scripts in an existing session that collects its output in memory.
  init(_ session: Session) {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    self.session = session
  }

  /// Runs a piece of a script. Returns its lines and the error that stopped it, as `message` or
  /// `message | suggestion`.
  @discardableResult
  func callAsFunction(_ script: String) -> (lines: [String], error: String?) {
    var failure: String?
    do {
      try session.runtime.run(try session.load(try Source(name: "test", text: script)))
    } catch let errors as Diagnostics {
      failure = errors.all.first?.problem.message
    } catch let error as Diagnostic {
      let suggestion = error.problem.suggestion.map { " | \($0)" } ?? ""
      failure = error.problem.message + suggestion
    } catch {
      failure = "\(error)"
    }
    return (session.output.drainLines(), failure)
  }

  /// Runs a script that must succeed in its own session.
  static func passes(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(ScriptRun()(script).error == nil, "\(script)", sourceLocation: sourceLocation)
  }

  /// Returns the error of a script that runs in its own session; `nil` if the script succeeds.
  static func error(_ script: String) -> String? { ScriptRun()(script).error }
}
