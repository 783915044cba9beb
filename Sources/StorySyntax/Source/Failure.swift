/// A problem met while running, before its place is known: `throw Failure.refused("…")` is how a command fails.
///
/// The runtime makes a `Diagnostic` of it, unless the script catches it.
public struct Failure: Error, Sendable {
  public var problem: Problem
  /// A closer place than that of the statement: one of a command's arguments.
  package var range: SourceRange?
  /// The argument that it is about, counted from 0: then only that is underlined.
  package var argument: Int?
  /// The last one, where it is about several.
  package var lastArgument: Int?
  /// Whether it is about the command and none of its arguments: then only its words are underlined.
  package var isAboutCommand = false

  public init(_ problem: Problem) { self.problem = problem }

  /// A failure that a domain reports in its own words.
  public static func refused(_ text: String, _ suggestion: String? = nil) -> Failure {
    Failure(.refused(text, suggestion: suggestion))
  }

  /// A failure about a word that is not known, with the known one that was probably meant.
  /// - Parameter otherwise: what to try where none is near.
  public static func refused(_ text: String, meant: String?, otherwise: String?) -> Failure {
    .refused(text, meant.map { Problem.question(about: $0) } ?? otherwise)
  }

  /// The same, about the command whatever its arguments are.
  public var aboutCommand: Failure {
    var failure = self
    failure.isAboutCommand = true
    return failure
  }

  /// The same, about one argument of the command, or that and the ones behind it up to another one.
  public func about(_ argument: Int, through last: Int? = nil) -> Failure {
    var failure = self
    (failure.argument, failure.lastArgument) = (argument, last)
    return failure
  }
}
