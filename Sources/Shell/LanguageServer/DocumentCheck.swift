import StoryScript

/// Checks a script again after each change, and only the statements that the change can affect. The findings are
/// those of `Checker`, which checks all of them.
///
///     let check = DocumentCheck(catalog)
///     check.errors(in: source)   // everything is checked
///     check.errors(in: edited)   // some statements are checked
///
/// A statement without any mistake needs no check while its own text is the same and nothing has changed that it
/// names: variables, definitions, blocks. Statements with mistakes are always checked, because a suggestion may use
/// every name of the script. A script that includes others is checked as a whole.
final class DocumentCheck {
  private let catalog: CommandCatalog
  private var source: Source?
  private var pieces: [ScriptPiece] = []
  private var definitions: Set<String> = []
  /// The variables whose values were unknown at the last check, because of unreadable lines.
  private var held: Set<String> = []
  private var errors: [Diagnostic] = []
  /// The number of pieces that the last check parsed; `nil` if the script was checked as a whole.
  private(set) var parsedCount: Int?

  init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// Returns all errors and warnings of a script.
  func errors(in source: Source) -> [Diagnostic] {
    if let last = self.source, last.bytes == source.bytes, last.name == source.name { return errors }
    if let errors = errorsOfPieces(in: source) { return errors }
    forget()
    return Checker(catalog).errors(in: source)
  }

  /// Returns the offset at which the text that decides on a place begins; 0 if that is unknown.
  func readableStart(before offset: Int, in source: Source) -> Int {
    self.source?.bytes == source.bytes ? pieces.readableStart(before: offset) : 0
  }

  /// Forgets everything found so far: the next check is one of the whole script.
  private func forget() { (source, pieces, definitions, held, parsedCount) = (nil, [], [], [], nil) }

  /// - Returns: `nil` if the script must be checked as a whole.
  private func errorsOfPieces(in source: Source) -> [Diagnostic]? {
    guard !source.bytes.contains(Keyword.include.rawValue.utf8) else { return nil }
    let checker = Checker(catalog)
    let session = checker.emptySession()
    let reader = PieceReader(
      source, catalog.schema, isVariable: { session.runtime.variable($0) != nil }, within: session.parsingBounds)
    guard var reading = reader.read(pieces, from: self.source, areDefinitionsSame: reader.definitions == definitions)
    else { return nil }
    // A line that becomes unreadable makes values unknown, and a name that changes makes lines unreadable.
    var held = self.held
    var problems: [Diagnostic]
    repeat {
      guard reader.readAffected(&reading) else { return nil }
      problems = reading.pieces.problems
      guard problems.count < Diagnostics.limit else { return nil }
      let now = problems.isEmpty ? [] : checker.names(around: Parser.errors(problems, in: source), in: source)
      reading.affected = Set(now.symmetricDifference(held).map { WordHash.of($0) })
      held = now
    } while !reading.affected.isEmpty
    let pieces = reading.pieces

    let (statements, known) = pieces.statements
    let warnings = pieces.filter { !$0.isClean }.flatMap { $0.parsed.warnings }
    let script = Script(source: source, statements: statements, warnings: warnings, known: known)
    let findings = checker.check(source, session) { () throws(Diagnostics) in
      guard problems.isEmpty else { throw Parser.errors(problems, in: source, readable: script) }
      return script
    }
    let all = problems + warnings + findings.all
    if all.contains(where: { if case .interrupted = $0.problem { true } else { false } }) { return nil }
    // Of more errors than the limit only some were found.
    guard findings.all.count < Diagnostics.limit, findings.held == held else {
      forget()
      return findings.held == held ? findings.errors : nil
    }
    (self.source, self.pieces, definitions, self.held) = (source, pieces, reader.definitions, held)
    (errors, parsedCount) = (findings.errors, pieces.count { !$0.isClean })
    for index in pieces.indices { self.pieces[index].isClean = true }
    for place in all.map({ Int($0.range.start) }) {
      self.pieces[max(0, pieces.partition { $0.start > place } - 1)].isClean = false
    }
    return findings.errors
  }
}
