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
    /// The names to which the statements give a meaning.
    let bound: [UInt32]

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
      let names = script.boundNames(schema).union(blockNames).map { WordHash.of($0) }
      // Unreadable text may mean anything.
      bound = parsed.problems.isEmpty ? names : names + words
    }

    /// `true` if there is a condition, whose check also uses the definitions that it calls.
    var hasConditions: Bool { words.contains(WordHash.until) || words.contains(WordHash.goal) }
  }
}

/// Words as numbers.
package enum WordHash {
  static let until = of("until")
  static let goal = of("goal")
  static let `as` = of("as")

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

  /// - Parameter isVariable: returns `true` if a variable of that name exists outside the source.
  package init(
    _ source: Source, _ schema: Schema, isVariable: @escaping (String) -> Bool, within bounds: Parser.Bounds
  ) {
    (self.source, self.schema, self.isVariable, self.bounds) = (source, schema, isVariable, bounds)
    definitions = Declarations.definitions(of: source, include: Source.noFiles)
  }

  package struct Reading {
    package fileprivate(set) var pieces: [ScriptPiece]
    /// The names that may mean something else than before.
    package var affected: Set<UInt32>
  }

  /// Parses the changed part of the text, and the pieces with mistakes.
  /// - Returns: `nil` if the text cannot be parsed in pieces.
  package func read(_ old: [ScriptPiece], from last: Source?, areDefinitionsSame: Bool) -> Reading? {
    guard let last, !old.isEmpty else {
      guard let pieces = parse(from: 0, isKnown: { _ in false })?.pieces else { return nil }
      return Reading(pieces: pieces, affected: [])
    }
    let change = last.bytes.difference(from: source.bytes)
    // The piece before the change looks ahead at the first word after it, which may be `else` or `|`.
    let first = max(0, old.partition { $0.start > change.start } - 2)
    let after = max(first + 1, old.partition { $0.start >= change.oldEnd })
    var moved = old
    for index in after..<old.count { moved[index].shift += change.newEnd - change.oldEnd }
    var reading = Reading(pieces: [], affected: [])
    func note(_ taken: Range<Int>, _ made: [ScriptPiece]) {
      let isSame =
        areDefinitionsSame && taken.count == 1 && made.count == 1 && !(first..<after).contains(taken.lowerBound)
        && old[taken.lowerBound].parsed.problems.isEmpty == made[0].parsed.problems.isEmpty
      if isSame { return }
      for piece in old[taken] { reading.affected.formUnion(piece.content.bound) }
      for piece in made { reading.affected.formUnion(piece.content.bound) }
    }
    func isWanted(_ index: Int) -> Bool { (first..<after).contains(index) || !old[index].isClean }
    guard let pieces = parse(moved, where: isWanted, noting: note) else { return nil }
    reading.pieces = pieces
    return reading
  }

  /// Parses the clean pieces whose meaning may have changed.
  /// - Returns: `false` if they cannot be parsed.
  package func readAffected(_ reading: inout Reading) -> Bool {
    let pieces = reading.pieces
    var isAffected = [Bool](repeating: false, count: pieces.count)
    /// Adds clean pieces with one of the words, whose own words let others be found.
    func add(
      _ names: Set<UInt32>, among words: (ScriptPiece.Content) -> [UInt32],
      _ more: (ScriptPiece.Content) -> some Sequence<UInt32>
    ) {
      var (names, count) = (names, 0)
      while count != names.count {
        count = names.count
        var mask = names.reduce(0) { $0 | WordHash.bit(of: $1) }
        for (index, piece) in pieces.enumerated()
        where piece.isClean && piece.content.mask & mask != 0 && !isAffected[index]
          && words(piece.content).contains(where: names.contains)
        {
          isAffected[index] = true
          for word in more(piece.content) where names.insert(word).inserted { mask |= WordHash.bit(of: word) }
        }
      }
    }
    add(reading.affected, among: { $0.words }, { $0.bound })
    var called: Set<UInt32> = []
    for (index, piece) in pieces.enumerated()
    where (!piece.isClean || isAffected[index]) && piece.content.hasConditions {
      called.formUnion(piece.content.words)
    }
    add(called, among: { $0.definitions }, { $0.words })
    guard isAffected.contains(true) else { return true }
    guard let new = parse(pieces, where: { isAffected[$0] }) else { return false }
    reading.pieces = new
    return true
  }

  /// Parses some pieces of the text again.
  /// - Parameter note: called with each range of pieces that were parsed, and with those that replace them.
  /// - Returns: all pieces; `nil` if these cannot be parsed.
  private func parse(
    _ pieces: [ScriptPiece], where isWanted: (Int) -> Bool,
    noting note: (_ taken: Range<Int>, _ made: [ScriptPiece]) -> Void = { _, _ in }
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
      of: source, schema.vocabulary, definitions: definitions, isVariable: isVariable, from: start, isKnown: isKnown,
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
