/// A problem met while running, before its place is known: `throw Failure.refused("…")` is how a command fails.
///
/// The runtime makes a `Diagnostic` of it, unless the script catches it.
public struct Failure: Error, Sendable {
  public var problem: Problem
  /// A closer place than that of the statement: one of a command's arguments.
  var range: SourceRange?

  public init(_ problem: Problem) { self.problem = problem }

  /// A failure that a domain reports in its own words.
  public static func refused(_ text: String, _ suggestion: String? = nil) -> Failure {
    Failure(.refused(text, suggestion: suggestion))
  }
}
