/// One problem at one place. Thrown as the error of parsing and running.
public struct Diagnostic: Error, Sendable {
  public var problem: Problem
  public var range: SourceRange
  /// `nil` for a problem outside any text, such as a file that cannot be written.
  public var source: Source?
  /// The calls that led to the place, the innermost first.
  public var calls: [Call] = []
  /// The item of a pipeline step at which the problem occurred.
  public var item: Item?

  /// One of several items in a list.
  public struct Item: Sendable {
    /// The item's number, from 1.
    public let number: Int
    /// The number of items in the list.
    public let count: Int
    /// The item as text, which may be shortened; `nil` if it may be a secret.
    public let text: String?
    /// The item's place in the file from which it comes, as `'people.csv', line 3`; `nil` if it is unknown.
    public var origin: String?
    /// The item's fields that the code at fault names, as `age is "7"`; `nil` if there are none.
    public var fields: String?

    public init(number: Int, of count: Int, _ text: String?) {
      (self.number, self.count, self.text) = (number, count, text)
    }
  }

  /// The place of a call.
  public struct Call: Sendable {
    public let range: SourceRange
    public let source: Source

    public init(_ range: SourceRange, in source: Source) { (self.range, self.source) = (range, source) }
  }

  public init(_ problem: Problem, _ range: SourceRange, in source: Source?) {
    (self.problem, self.range, self.source) = (problem, range, source)
  }

  /// The change to the source that would probably fix the problem; `nil` if there is no likely one.
  public var edit: (range: SourceRange, text: String)? {
    guard let source, let text = problem.replacement else { return nil }
    guard case .noSuchField(let name, _, _, _, _) = problem else { return (range, text) }
    // The place is the whole value, `$r.nam`; only the name changes.
    let (place, length) = (source.text(range), name.utf8.count)
    let after = place == name || place.hasSuffix(".\(name)") ? 0 : place.hasSuffix("\"\(name)\"]") ? 2 : nil
    return after.map { (SourceRange(Int(range.end) - $0 - length, Int(range.end) - $0), text) }
  }

  /// The insertion of the bracket that closes an open one, where the indentation ends it; `nil` for another problem.
  /// A block or list of several lines ends on a line of its own.
  public var closingEdit: (range: SourceRange, text: String)? {
    guard let source, case .unclosed(let opener, _, let place?) = problem, let closer = Problem.closers[opener] else {
      return nil
    }
    let line = source.lineRange(of: Int(range.start))
    guard opener == "(" || place <= Int(line.end) else {
      let indentation = source.text(line).prefix { $0 == " " || $0 == "\t" }
      // A comment may follow on the last line.
      let end = Int(source.lineRange(of: place).end)
      return (SourceRange(end, end), "\n\(indentation)\(closer)")
    }
    let inner = source.text(SourceRange(Int(range.end), place))
    let isSpaced = opener == "{" && (inner.isEmpty || inner.hasPrefix(" "))
    return (SourceRange(place, place), isSpaced ? " \(closer)" : closer)
  }

  /// The source with `edit` applied.
  public var corrected: String? {
    guard let edit, let source else { return nil }
    let (start, end) = (Int(edit.range.start), Int(edit.range.end))
    return String(decoding: source.bytes[..<start], as: UTF8.self) + edit.text
      + String(decoding: source.bytes[end...], as: UTF8.self)
  }
}

/// A problem that occurs while running, before its place is known: a command fails with `throw Failure.refused("…")`.
///
///     guard names.contains(name) else {
///       throw Failure.refused("there is no activity '\(name)'", "try: activities").about(0)
///     }
///
/// The runtime turns it into a `Diagnostic`, unless the script catches it.
public struct Failure: Error, Sendable {
  public var problem: Problem
  /// A narrower place than the statement's: that of one of the command's arguments.
  package var range: SourceRange?
  /// The argument at fault, counted from 0: then only this argument is underlined.
  package var argument: Int?
  /// The last argument at fault, if there are several.
  package var lastArgument: Int?
  /// The bytes at fault in the argument's text; `nil` for the whole argument.
  package var part: Range<Int>?
  /// The item at fault in the list of a pipeline step, counted from 0, and the list's length.
  package var item: (place: Int, count: Int, text: String)?
  /// `true` if the command itself is at fault, not an argument: then only the command's words are underlined.
  package var isAboutCommand = false

  public init(_ problem: Problem) { self.problem = problem }

  /// Returns a failure that a domain reports in its own words.
  public static func refused(_ text: String, _ suggestion: String? = nil) -> Failure {
    Failure(.refused(text, suggestion: suggestion))
  }

  /// Returns a failure about an unknown word, with the known word that was probably meant.
  /// - Parameter otherwise: the suggestion if no known word is near.
  public static func refused(_ text: String, meant: String?, otherwise: String?) -> Failure {
    .refused(text, meant.map { Problem.question(about: $0) } ?? otherwise)
  }

  /// A copy about the command itself, whatever its arguments are.
  public var aboutCommand: Failure {
    var failure = self
    failure.isAboutCommand = true
    return failure
  }

  /// Returns a copy about one argument of the command, or about the arguments from `argument` through `last`.
  public func about(_ argument: Int, through last: Int? = nil) -> Failure {
    var failure = self
    (failure.argument, failure.lastArgument) = (argument, last)
    return failure
  }

  /// Returns a copy about some bytes of an argument's text. The place in the source is that of these bytes if the text
  /// is written there as it is, otherwise that of the whole argument.
  public func about(_ argument: Int, part: Range<Int>?) -> Failure {
    var failure = about(argument)
    failure.part = part
    return failure
  }
}

/// The reason why `wait until` gave up.
public enum NeverReason: Hashable, Sendable {
  case nothingPending
  case repeats
  /// An `every` that is never cancelled, or a command that never ends, so that something is always pending.
  case runsForever(String)
  case tooLong(days: Int)
  case tooMuch(count: Int)
}
