import ShellCore
import StoryScript

/// Checks a script again after each change, and only the statements that the change can affect. The findings are
/// those of `Checker`, which checks all of them.
///
///     let check = DocumentCheck(catalog)
///     check.errors(in: source)   // everything is checked
///     check.errors(in: edited)   // some statements are checked
///
/// A statement without any mistake needs no check while its own text is the same and what it names means the same: the
/// kinds of variables and of definitions' results, definitions' parameters, blocks. A change inside a definition that
/// returns what it returned before therefore affects none of its callers. Statements with mistakes are always checked,
/// because a suggestion may use every name of the script. A script that includes others is checked as a whole.
final class DocumentCheck {
  private let catalog: CommandCatalog
  private var source: Source?
  private var pieces: [ScriptPiece] = []
  private var definitions: Set<String> = []
  /// The facts about all names at the last check.
  private var facts = KindChecker.Facts()
  /// The variables that were changed at the last check although nothing makes them.
  private var undeclared: Set<String> = []
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
  private func forget() {
    (source, pieces, definitions, facts, parsedCount) = (nil, [], [], KindChecker.Facts(), nil)
    undeclared = []
  }

  /// - Returns: `nil` if the script must be checked as a whole.
  private func errorsOfPieces(in source: Source) -> [Diagnostic]? {
    guard !source.bytes.contains(Keyword.include.rawValue.utf8) else { return nil }
    let checker = Checker(catalog)
    let session = checker.emptySession()
    let reader = PieceReader(
      source, catalog.schema, isVariable: { session.runtime.variable($0) != nil }, within: session.parsingBounds)
    let read = reader.read(pieces, from: self.source, knowing: definitions, undeclared: undeclared)
    guard var reading = read else { return nil }
    let isFirst = self.source == nil
    var (facts, problems, kinds) = (self.facts, [] as [Diagnostic], nil as KindChecker?)
    var held: Set<String> = []
    repeat {
      repeat {
        guard reader.readAffected(&reading) else { return nil }
      } while !reading.affected.isEmpty
      problems = reading.pieces.problems
      guard problems.count < Diagnostics.limit else { return nil }
      // The kinds found once stay the same, unless a definition makes lines mean something else.
      if kinds != nil, reader.definitions == definitions { break }
      // A line that cannot be read makes values unknown.
      held = problems.isEmpty ? [] : checker.names(around: Parser.errors(problems, in: source), in: source)
      let found = KindChecker(
        of: script(of: reading.pieces, in: source), schema: catalog.schema,
        holding: Dictionary(uniqueKeysWithValues: held.map { ($0, nil) }))
      let new = found.facts
      if !isFirst { reading.affected = Set(new.differences(from: facts).map { WordHash.of($0) }) }
      (kinds, facts) = (found, new)
    } while !reading.affected.isEmpty
    let pieces = reading.pieces

    let script = script(of: pieces, in: source)
    let warnings = script.warnings
    let findings = checker.check(source, session, kinds: kinds) { () throws(Diagnostics) in
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
    let undeclared = Set(
      all.compactMap { if case .undeclaredAssignment(let name, _) = $0.problem { name } else { nil } })
    // From the first change of such a variable on, its uses are no mistakes.
    guard isFirst || undeclared == self.undeclared else { return nil }
    (self.source, self.pieces, definitions, self.facts) = (source, pieces, reader.definitions, facts)
    self.undeclared = undeclared
    (errors, parsedCount) = (findings.errors, pieces.count { !$0.isClean })
    for index in pieces.indices { self.pieces[index].isClean = true }
    for place in all.map({ Int($0.range.start) }) {
      self.pieces[max(0, pieces.partition { $0.start > place } - 1)].isClean = false
    }
    return findings.errors
  }

  /// Returns the script of all pieces, of which those without a mistake need no check.
  private func script(of pieces: [ScriptPiece], in source: Source) -> Script {
    let (statements, known) = pieces.statements
    let warnings = pieces.filter { !$0.isClean }.flatMap { $0.parsed.warnings }
    return Script(source: source, statements: statements, warnings: warnings, known: known)
  }
}
