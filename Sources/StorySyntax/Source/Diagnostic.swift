/// One problem at one place. Thrown as the error of parsing and running.
public struct Diagnostic: Error, Sendable {
  public var problem: Problem
  public var range: SourceRange
  /// `nil` for a problem outside of any text, such as a file that cannot be written.
  public var source: Source?

  public init(_ problem: Problem, _ range: SourceRange, in source: Source?) {
    (self.problem, self.range, self.source) = (problem, range, source)
  }

  /// The change to its source that would probably be right; `nil` where none is near.
  public var edit: (range: SourceRange, text: String)? {
    guard source != nil, let text = problem.replacement else { return nil }
    return (range, text)
  }

  /// The source as it was probably meant.
  public var mended: String? {
    guard let edit, let source else { return nil }
    let (start, end) = (Int(edit.range.start), Int(edit.range.end))
    return String(decoding: source.bytes[..<start], as: UTF8.self) + edit.text
      + String(decoding: source.bytes[end...], as: UTF8.self)
  }
}
