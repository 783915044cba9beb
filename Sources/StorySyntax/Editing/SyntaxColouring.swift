/// The kind of a piece of a script, for syntax colouring.
public enum SyntaxKind: Hashable, Sendable {
  /// A word of a command, or the name of a definition in a call.
  case command
  /// A word of the language: `let`, `until`, `where`, `and`.
  case keyword
  /// The word before an argument, or a flag: `for` in `for 15s`.
  case preposition
  /// An extra word, or a word that no command has at this place.
  case unknown
  /// A built-in function.
  case function
  /// The name that a statement binds: `x` in `let x = 1`.
  case name
  case number, duration
  /// `true`, `false`, `none`.
  case constant
  /// A string without its interpolations, including the quotes.
  case string
  /// `$x`, with the fields after it.
  case variable
  /// A path into the state: `story.number`.
  case state
  /// The name of an event after `when`.
  case event
  /// An argument that names a file or a folder, as written.
  case path
  /// A bare word that is a literal text.
  case text
  /// A value that must not be shown or stored.
  case secret
  case comment
}

/// A piece of a text and its kind; never empty.
public struct SyntaxSpan: Hashable, Sendable {
  /// In UTF-8 bytes.
  public var range: Range<Int>
  public var kind: SyntaxKind
}

/// The kinds of a text's pieces, from the lexer and the parser's tables. The text may be invalid or unfinished.
/// O(length).
public enum SyntaxColouring {
  /// The depth to which strings inside strings are split; a deeper string is one piece.
  private static let depthLimit = 4

  /// Returns the pieces that have a kind, sorted and without overlaps.
  ///
  /// - Parameter definitions: names of earlier definitions; those in the text itself are found.
  public static func spans(in text: String, vocabulary: Vocabulary, definitions: Set<String> = []) -> [SyntaxSpan] {
    guard let source = try? Source(name: "", text: text) else { return [] }
    var spans: [SyntaxSpan] = []
    spans.reserveCapacity(source.bytes.count / 4)
    let names = definitions.union(Declarations(in: source).definitions)
    let walker = SyntaxWalker(source, vocabulary, definitions: names, end: source.bytes.count)
    walk(Lexer(source), walker, depth: 0, into: &spans)
    // The source lacks a byte order mark at the beginning of the text.
    let mark = text.utf8.count - source.bytes.count
    if mark > 0 {
      for index in spans.indices {
        let range = spans[index].range
        spans[index].range = range.lowerBound + mark..<range.upperBound + mark
      }
    }
    return spans
  }

  /// Returns the names that the text binds: variables, definitions, parameters.
  public static func boundNames(in text: String, vocabulary: Vocabulary) -> [String] {
    let bytes = Array(text.utf8)
    var names: [String] = []
    for span in spans(in: text, vocabulary: vocabulary) where span.kind == .name {
      let name = String(decoding: bytes[span.range], as: UTF8.self)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func walk(_ start: Lexer, _ walker: SyntaxWalker, depth: Int, into spans: inout [SyntaxSpan]) {
    var (lexer, walker) = (start, walker)
    var comments = 0
    while true {
      let token = lexer.next()
      while comments < lexer.comments.count {
        add(lexer.comments[comments].range, .comment, to: &spans)
        comments += 1
      }
      if token.kind == .end { return }
      guard let kind = walker.consume(token, &lexer) else { continue }
      if token.kind == .string, kind == .string, depth < depthLimit {
        addString(token, walker, depth, to: &spans)
      } else {
        add(token.range, kind, to: &spans)
      }
    }
  }

  /// Adds the pieces of a string around its interpolations, and the pieces inside these.
  private static func addString(_ token: Token, _ walker: SyntaxWalker, _ depth: Int, to spans: inout [SyntaxSpan]) {
    let source = walker.source
    var start = token.start
    var index = start + 1
    while index < token.end {
      switch source.bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "{"):
        let stop = Lexer.endOfInterpolation(in: source, from: index + 1, limit: token.end)
        add(SourceRange(start, index), .string, to: &spans)
        let inner = SyntaxWalker(
          source, walker.vocabulary, definitions: walker.definitions, end: walker.end, inExpression: true)
        walk(Lexer(source, from: index + 1, to: stop, inExpression: true), inner, depth: depth + 1, into: &spans)
        start = min(stop + 1, token.end)
        index = start
      default: index += 1
      }
    }
    add(SourceRange(start, token.end), .string, to: &spans)
  }

  private static func add(_ range: SourceRange, _ kind: SyntaxKind, to spans: inout [SyntaxSpan]) {
    if !range.isEmpty { spans.append(SyntaxSpan(range: Int(range.start)..<Int(range.end), kind: kind)) }
  }
}
