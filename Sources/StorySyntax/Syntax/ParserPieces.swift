/// Parts of a script that are parsed one by one: an editor checks a text again after each key, and most of it is the
/// same as before.
///
///     let (pieces, end) = Parser.pieces(of: source, vocabulary, definitions: names, from: 120, isKnown: { $0 == 180 })
///
extension Parser {
  /// Top-level statements from the beginning of a line up to the next statement that begins a line.
  package struct Piece: Sendable {
    /// The offset of the first token.
    package var start: Int
    /// The end of the last token.
    package var end: Int
    /// The statements that could be parsed.
    package var statements: [Statement] = []
    package var problems: [Diagnostic] = []
    package var warnings: [Diagnostic] = []
  }

  /// Parses the statements from an offset on, at which a top-level statement begins.
  ///
  /// - Parameters:
  ///   - definitions: the names of all definitions in the source.
  ///   - isKnown: returns `true` if parsing may end before a statement that begins a line at this offset.
  /// - Returns: the pieces, and the offset at which parsing ended; `nil` if it was cancelled or the rest cannot be
  ///   parsed, because of too many errors or too deep nesting.
  package static func pieces(
    of source: Source, _ vocabulary: Vocabulary, definitions: DefinitionNames,
    isVariable: @escaping (String) -> Bool, from start: Int, isKnown: (Int) -> Bool, within bounds: Bounds
  ) -> (pieces: [Piece], end: Int)? {
    var parser = Parser(
      source, vocabulary, definitions: definitions, isVariable: isVariable, from: start, within: bounds)
    var pieces: [Piece] = []
    var beginsLine = true
    while true {
      while parser.token.kind == .newline || parser.token.kind == .semicolon {
        if parser.token.kind == .newline { beginsLine = true }
        parser.advance()
      }
      if parser.isOver || parser.problems.count >= Diagnostics.limit { return nil }
      let place = parser.token.start
      let isAtEnd = parser.token.kind == .end
      if isAtEnd || beginsLine && !pieces.isEmpty && isKnown(place) {
        let end = isAtEnd ? source.bytes.count : place
        share(parser.problems, parser.warnings, with: &pieces, before: isAtEnd ? .max : end)
        return (pieces, end)
      }
      if beginsLine { pieces.append(Piece(start: place, end: place)) }
      beginsLine = false
      if let statement = parser.parseRow(until: .end, { (parser) throws(Failure) in try parser.parseStatement() }) {
        pieces[pieces.count - 1].statements.append(statement)
      }
      pieces[pieces.count - 1].end = parser.previousEnd
    }
  }

  /// Gives each piece its problems. The first token of the next piece may have one too, which is found again there.
  private static func share(
    _ problems: [Diagnostic], _ warnings: [Diagnostic], with pieces: inout [Piece], before end: Int
  ) {
    guard !pieces.isEmpty else { return }
    func piece(of diagnostic: Diagnostic) -> Int? {
      let start = Int(diagnostic.range.start)
      guard start < end else { return nil }
      return pieces.lastIndex { $0.start <= start } ?? 0
    }
    for problem in problems { if let index = piece(of: problem) { pieces[index].problems.append(problem) } }
    for warning in warnings { if let index = piece(of: warning) { pieces[index].warnings.append(warning) } }
  }

  /// Returns the errors of a whole source from those of its pieces, as `parse` throws them.
  package static func errors(_ problems: [Diagnostic], in source: Source, readable: Script? = nil) -> Diagnostics {
    Diagnostics(withoutLinesOfTexts(problems, in: source), readable: readable)
  }
}
