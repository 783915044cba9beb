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

/// All problems of a script at once: at least one.
public struct Diagnostics: Error, Sendable {
  /// In the order of their places.
  public var all: [Diagnostic]
  /// Whether more text could still make it right: an open brace at the end. A prompt then asks for another line.
  public var isIncomplete: Bool
  /// Whether what is wrong opens a block that is not closed: a prompt asks for the rest of it all the same.
  public var leavesOpen: Bool
  /// The statements that could be read all the same, for looking further; never for running.
  public var readable: Script?

  /// The number of errors after which reading stops.
  package static let limit = 100

  /// Puts them in the order of their places, those of one place in the order in which they were found.
  public init(
    _ problems: [Diagnostic], isIncomplete: Bool = false, leavesOpen: Bool = false, readable: Script? = nil
  ) {
    let sorted = problems.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }
    (all, self.isIncomplete, self.readable) = (sorted.map(\.element), isIncomplete, readable)
    self.leavesOpen = leavesOpen
  }
}

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

/// The reason why `wait until` gave up.
public enum NeverReason: Hashable, Sendable {
  case nothingPending
  case repeats
  /// An `every` that nothing cancels, or a command that nothing ends, so that something always waits.
  case goesOn(String)
  case tooLong(days: Int)
  case tooMuch(count: Int)
}
