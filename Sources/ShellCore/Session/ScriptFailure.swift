import StoryScript

/// The reason why a text failed: a refusal, which has no place in the text, the mistakes that keep it from running, or
/// the error that ended it.
package enum ScriptFailure: Error {
  case refused(Failure)
  case invalid(Diagnostics)
  case failed(Diagnostic)

  /// The errors with a place, to be reported.
  package var diagnostics: [Diagnostic] {
    switch self {
    case .refused: []
    case .invalid(let errors): errors.all
    case .failed(let error): [error]
    }
  }

  /// Evaluates one expression that parses or compiles, and converts its error.
  package static func compiling<T>(_ value: @autoclosure () throws(Diagnostics) -> T) throws(ScriptFailure) -> T {
    do { return try value() } catch { throw .invalid(error) }
  }

  /// Evaluates one expression that reads or runs, and converts its error.
  package static func running<T>(_ value: @autoclosure () throws(Diagnostic) -> T) throws(ScriptFailure) -> T {
    do { return try value() } catch { throw .failed(error) }
  }
}
