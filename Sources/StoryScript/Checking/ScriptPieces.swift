/// Statements that begin on a line of their own, in a text that changes.
package struct ScriptPiece {
  package let content: Content
  /// The number of bytes by which the piece has moved since it was parsed.
  package fileprivate(set) var shift = 0
  /// `true` if the last check found nothing wrong with it, and it need not be checked.
  package var isClean = false

  package var parsed: Parser.Piece { content.parsed }
  package var start: Int { content.parsed.start + shift }

  package final class Content {
    package let parsed: Parser.Piece
    /// All words of the text, and the names of its definitions, as hash values. Equal values of different words only
    /// cause more checks.
    let words: [UInt32]
    let definitions: [UInt32]
    /// The last bits of all words, to exclude most pieces quickly.
    let mask: UInt64
    package let blockNames: [String]
    /// The names to which the statements give a meaning for other statements.
    let exports: [Export]
    /// `true` if there is a condition, whose check also uses the definitions that it calls.
    let hasConditions: Bool
    /// `true` if the meaning of the text may depend on the variables of all other lines: `delete p.age`.
    let mayDelete: Bool

    init(_ parsed: Parser.Piece, in source: Source, _ schema: Schema) {
      // The piece does not hold on to the source, since each change creates another one.
      let script = Script(source: source, statements: parsed.statements, warnings: [], known: [])
      self.parsed = parsed
      words = source.bytes[parsed.start..<max(parsed.start, parsed.end)].split { !isNameByte($0) }.map {
        WordHash.of($0)
      }
      mask = words.reduce(0) { $0 | WordHash.bit(of: $1) }
      definitions = parsed.statements.compactMap { statement in
        if case .def(let name, _, _) = statement.kind { WordHash.of(name.text) } else { nil }
      }
      blockNames = words.contains(WordHash.as) ? script.blockNames(schema) : []
      exports = Export.all(of: script, blockNames, schema)
      hasConditions = words.contains(WordHash.until) || words.contains(WordHash.goal)
      mayDelete = words.contains(WordHash.delete)
    }

    /// Returns `true` if one of these words occurs in the text.
    func names(_ wanted: Words) -> Bool { mask & wanted.mask != 0 && words.contains(where: wanted.all.contains) }
  }

  /// Words that are looked for in all pieces.
  struct Words {
    let all: Set<UInt32>
    /// The last bits of all words.
    let mask: UInt64

    init(_ all: Set<UInt32>) {
      self.all = all
      mask = all.reduce(0) { $0 | WordHash.bit(of: $1) }
    }
  }

  /// A name to which statements give a meaning for others. The kind of a variable's value, and that of a definition's
  /// result, belong to `KindChecker.Facts`.
  struct Export: Equatable {
    let name: UInt32
    /// The facts that the compiler knows about the name: a definition's parameters are counted.
    let meaning: Meaning

    enum Meaning: Equatable {
      case variable
      /// An assignment to a variable that does not exist is a mistake; uses of the variable are not reported as well.
      case changed
      case definition(parameters: Int, optional: Int)
      case block
    }

    fileprivate static func all(of script: Script, _ blockNames: [String], _ schema: Schema) -> [Export] {
      var exports: [Export] = []
      func add(_ name: String, _ meaning: Meaning) { exports.append(Export(name: WordHash.of(name), meaning: meaning)) }
      for statement in script.statements {
        switch statement.kind {
        case .let(let name, _): add(name.text, .variable)
        case .args(let arguments): for argument in arguments { add(argument.name.text, .variable) }
        case .def(let name, let parameters, _):
          add(
            name.text, .definition(parameters: parameters.count, optional: parameters.count { $0.fallback != nil }))
        default: break
        }
      }
      for entry in ScriptNames(of: script, schema: schema).entries where entry.uses.contains(.changed) {
        add(entry.name, .changed)
      }
      for name in blockNames { add(name, .block) }
      return exports
    }

    /// Returns the names whose meanings differ between two parts of a script, where the first of several meanings of
    /// a name counts.
    static func differences(_ old: some Sequence<ScriptPiece>, _ new: some Sequence<ScriptPiece>) -> Set<UInt32> {
      let (before, after) = (old.flatMap { $0.content.exports }, new.flatMap { $0.content.exports })
      if before == after { return [] }
      let (first, second) = (Dictionary(grouping: before) { $0.name }, Dictionary(grouping: after) { $0.name })
      return Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }
    }
  }
}

/// Words as numbers.
package enum WordHash {
  static let until = of("until")
  static let goal = of("goal")
  static let `as` = of("as")
  static let delete = of("delete")

  static func bit(of hash: UInt32) -> UInt64 { 1 << UInt64(hash & 63) }

  package static func of(_ word: String) -> UInt32 { of(Array(word.utf8)[...]) }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
  }
}

/// Parses those pieces of a text that are new, or that a change can affect.
package struct PieceReader {
  private let source: Source
  private let schema: Schema
  private let bounds: Parser.Bounds
  private let isVariable: (String) -> Bool
  /// The names of the definitions in the source.
  package let definitions: Set<String>
  private let callable: DefinitionNames

  /// - Parameter isVariable: returns `true` if a variable of that name exists outside the source.
  package init(
    _ source: Source, _ schema: Schema, isVariable: @escaping (String) -> Bool, within bounds: Parser.Bounds
  ) {
    (self.source, self.schema, self.isVariable, self.bounds) = (source, schema, isVariable, bounds)
    definitions = Declarations.definitions(of: source, include: Source.noFiles)
    callable = DefinitionNames(definitions, for: source)
  }

  package struct Reading {
    package fileprivate(set) var pieces: [ScriptPiece]
    /// The names that may mean something else than before.
    package var affected: Set<UInt32> = []
    /// The definitions whose blocks may have changed.
    fileprivate var touched: Set<UInt32> = []
  }

  /// Parses the changed part of the text, and the pieces with mistakes.
  /// - Parameters:
  ///   - known: the names of the definitions in the earlier text.
  ///   - undeclared: the variables that were changed there although nothing makes them. Whether a statement does so is
  ///     not visible in its names alone: the block of an unknown event is not compiled.
  /// - Returns: `nil` if the text cannot be parsed in pieces.
  package func read(
    _ old: [ScriptPiece], from last: Source?, knowing known: Set<String>, undeclared: Set<String>
  ) -> Reading? {
    guard let last, !old.isEmpty else {
      guard let pieces = parse(from: 0, isKnown: { _ in false })?.pieces else { return nil }
      return Reading(pieces: pieces)
    }
    let change = last.bytes.difference(from: source.bytes)
    // The piece before the change looks ahead at the first word after it, which may be `else` or `|`.
    let first = max(0, old.partition { $0.start > change.start } - 2)
    let after = max(first + 1, old.partition { $0.start >= change.oldEnd })
    var moved = old
    for index in after..<old.count { moved[index].shift += change.newEnd - change.oldEnd }
    var reading = Reading(pieces: [])
    if known != definitions { reading.affected = Set(known.symmetricDifference(definitions).map { WordHash.of($0) }) }
    func isWanted(_ index: Int) -> Bool {
      (first..<after).contains(index) || !old[index].isClean || old[index].content.mayDelete
    }
    let undeclared = Set(undeclared.map { WordHash.of($0) })
    func note(_ taken: Range<Int>, _ made: [ScriptPiece]) {
      reading.affected.formUnion(ScriptPiece.Export.differences(old[taken], made))
      guard taken.overlaps(first..<after) else { return }
      for piece in old[taken] + made {
        for export in piece.content.exports where export.meaning == .changed && undeclared.contains(export.name) {
          reading.affected.insert(export.name)
        }
      }
      for piece in old[taken] { reading.touched.formUnion(piece.content.definitions) }
      for piece in made { reading.touched.formUnion(piece.content.definitions) }
    }
    guard let pieces = parse(moved, where: isWanted, noting: note) else { return nil }
    reading.pieces = pieces
    return reading
  }

  /// Parses the clean pieces whose meaning may have changed. What then means something else is affected next.
  /// - Returns: `false` if they cannot be parsed.
  package func readAffected(_ reading: inout Reading) -> Bool {
    let pieces = reading.pieces
    var isAffected = [Bool](repeating: false, count: pieces.count)
    let affectedWords = ScriptPiece.Words(reading.affected)
    for index in pieces.indices where pieces[index].isClean && pieces[index].content.names(affectedWords) {
      isAffected[index] = true
      reading.touched.formUnion(pieces[index].content.definitions)
    }
    reading.affected = []
    // Whether a condition has an effect depends on everything that it calls.
    let touched = ScriptPiece.Words(callers(of: reading.touched, pieces))
    for index in pieces.indices
    where pieces[index].isClean && pieces[index].content.names(touched) && pieces[index].content.hasConditions {
      isAffected[index] = true
    }
    // The check of a condition needs the code of what it calls.
    var called: Set<UInt32> = []
    for index in pieces.indices where !pieces[index].isClean || isAffected[index] {
      if pieces[index].content.hasConditions { called.formUnion(pieces[index].content.words) }
    }
    var count = -1
    while count != called.count {
      count = called.count
      for (index, piece) in pieces.enumerated()
      where !piece.content.definitions.isEmpty && piece.content.definitions.contains(where: called.contains) {
        if piece.isClean { isAffected[index] = true }
        called.formUnion(piece.content.words)
      }
    }
    guard isAffected.contains(true) else { return true }
    var affected: Set<UInt32> = []
    func note(_ taken: Range<Int>, _ made: [ScriptPiece]) {
      affected.formUnion(ScriptPiece.Export.differences(pieces[taken], made))
    }
    let new = parse(pieces, where: { isAffected[$0] }, noting: note)
    guard let new else { return false }
    reading.pieces = new
    reading.affected = affected
    return true
  }

  /// Returns some definitions and all that call them, also through others.
  private func callers(of definitions: Set<UInt32>, _ pieces: [ScriptPiece]) -> Set<UInt32> {
    var (found, count) = (definitions, -1)
    while count != found.count {
      count = found.count
      let words = ScriptPiece.Words(found)
      for piece in pieces where !piece.content.definitions.isEmpty && piece.content.names(words) {
        found.formUnion(piece.content.definitions)
      }
    }
    return found
  }

  /// Parses some pieces of the text again.
  /// - Parameter note: called with each range of pieces that were parsed, and with those that replace them.
  /// - Returns: all pieces; `nil` if these cannot be parsed.
  private func parse(
    _ pieces: [ScriptPiece], where isWanted: (Int) -> Bool,
    noting note: (_ taken: Range<Int>, _ made: [ScriptPiece]) -> Void
  ) -> [ScriptPiece]? {
    var result: [ScriptPiece] = []
    result.reserveCapacity(pieces.count)
    var index = 0
    while index < pieces.count {
      guard isWanted(index) else {
        result.append(pieces[index])
        index += 1
        continue
      }
      var next = index + 1
      func isKnown(_ place: Int) -> Bool {
        while next < pieces.count, pieces[next].start < place { next += 1 }
        return next < pieces.count && pieces[next].start == place && !isWanted(next)
      }
      guard let found = parse(from: index == 0 ? 0 : pieces[index].start, isKnown: isKnown) else { return nil }
      if found.end == source.bytes.count { next = pieces.count }
      note(index..<next, found.pieces)
      result += found.pieces
      index = next
    }
    return result
  }

  private func parse(from start: Int, isKnown: (Int) -> Bool) -> (pieces: [ScriptPiece], end: Int)? {
    let found = Parser.pieces(
      of: source, schema.vocabulary, definitions: callable, isVariable: isVariable, from: start, isKnown: isKnown,
      within: bounds)
    return found.map { found in
      let pieces = found.pieces.map {
        ScriptPiece(content: ScriptPiece.Content($0, in: source, schema))
      }
      return (pieces, found.end)
    }
  }
}

extension [ScriptPiece] {
  /// Returns the offset of a statement from which the text up to a place can be read by itself: the one before that
  /// of the place, unless an earlier line cannot be read.
  package func readableStart(before offset: Int) -> Int {
    let index = partition { $0.start > offset } - 2
    guard index > 0, self[..<index].allSatisfy({ $0.isClean || $0.parsed.problems.isEmpty }) else { return 0 }
    return self[index].start
  }

  /// The errors in the text of the pieces.
  package var problems: [Diagnostic] {
    var problems: [Diagnostic] = []
    for piece in self where !piece.isClean { problems += piece.content.parsed.problems }
    return problems
  }

  /// The statements of all pieces, and those of them that need no check.
  package var statements: (all: [Statement], known: [Script.Known?]) {
    var (all, known): ([Statement], [Script.Known?]) = ([], [])
    for piece in self {
      let content = piece.content
      let isKnown = piece.isClean ? Script.Known(shift: Int32(piece.shift), blockNames: content.blockNames) : nil
      for statement in content.parsed.statements {
        all.append(statement)
        known.append(isKnown)
      }
    }
    return (all, known)
  }

  /// Returns the index of the first piece that satisfies a condition, as do all after it. O(log n).
  package func partition(_ isAfter: (ScriptPiece) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
