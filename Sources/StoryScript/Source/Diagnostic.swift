/// One problem at one place. Thrown as the error of parsing and running.
public struct Diagnostic: Error, Sendable {
  public var problem: Problem
  public var range: SourceRange
  /// `nil` for a problem outside of any text, such as a file that cannot be written.
  public var source: Source?

  public init(_ problem: Problem, _ range: SourceRange, in source: Source?) {
    (self.problem, self.range, self.source) = (problem, range, source)
  }
}
