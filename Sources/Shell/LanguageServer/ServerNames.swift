import JSON
import StoryScript

/// Definitions, references and renaming.
extension LanguageServer {
  /// A top-level name in an included file.
  typealias IncludedName = (source: Source, range: SourceRange)

  func definition(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let symbols = document.symbols(catalog), let script = document.findings(catalog).script else { return .null }
    if let index = symbols.symbol(at: offset) {
      let places = symbols.symbols[index].definitions.map { location(document.address, json($0, in: document)) }
      return places.isEmpty ? .null : .array(places)
    }
    for statement in script.statements {
      guard case .include(let path) = statement.kind, Int(path.range.start) <= offset, offset <= Int(path.range.end),
        let source = try? SourceFile.included(path.text, from: document.path)
      else { continue }
      return .array([location(FileAddress.address(of: source.name), json(0..<0, in: EditorText("")))])
    }
    guard let name = symbols.unresolved.first(where: { Int($0.range.start) <= offset && offset <= Int($0.range.end) }),
      let found = included(name.name, by: document)
    else { return .null }
    let text = EditorText(String(decoding: found.source.bytes, as: UTF8.self))
    let range = json(Int(found.range.start)..<Int(found.range.end), in: text)
    return .array([location(FileAddress.address(of: found.source.name), range)])
  }

  private func location(_ address: String, _ range: JSON) -> JSON { ["uri": .string(address), "range": range] }

  func references(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let symbols = document.symbols(catalog), let index = symbols.symbol(at: offset) else { return .null }
    let symbol = symbols.symbols[index]
    let withDefinition = parameters["context"]?["includeDeclaration"]?.boolValue ?? true
    let own = symbol.places.filter { withDefinition || !symbol.definitions.contains($0) }
    return .array(
      own.map { location(document.address, json($0, in: document)) }
        + uses(of: symbol, outside: document).flatMap { other, places in
          places.map { location(other.address, json($0, in: other)) }
        })
  }

  func highlights(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let symbols = document.symbols(catalog), let index = symbols.symbol(at: offset) else { return .null }
    let symbol = symbols.symbols[index]
    return .array(
      symbol.places.map {
        ["range": json($0, in: document), "kind": symbol.definitions.contains($0) ? 3 : 2]
      })
  }

  // MARK: Other files

  /// Returns the sources that a document includes, directly and through others.
  private func sources(includedBy document: OpenDocument) -> [Source] {
    guard let script = document.findings(catalog).script else { return [] }
    var (found, seen, waiting): ([Source], Set<String>, [(Script, String)]) = (
      [], [document.path], [(script, document.path)]
    )
    while let (script, base) = waiting.popLast(), found.count < 256 {
      for statement in script.statements {
        guard case .include(let path) = statement.kind, let source = try? SourceFile.included(path.text, from: base),
          seen.insert(source.name).inserted
        else { continue }
        found.append(source)
        if let script = parsed(source) { waiting.append((script, source.name)) }
      }
    }
    return found
  }

  private func parsed(_ source: Source) -> Script? {
    do throws(Diagnostics) {
      return try Parser.parse(
        source, catalog.schema.vocabulary, include: { try SourceFile.included($0, from: $1) }, within: Session.bounds)
    } catch { return error.readable }
  }

  /// Returns the place of a name that an included file defines.
  func included(_ name: String, by document: OpenDocument) -> IncludedName? {
    for source in sources(includedBy: document) {
      guard let script = parsed(source) else { continue }
      let symbols = ScriptSymbols(of: script, schema: catalog.schema).symbols
      if let place = symbols.first(where: { $0.isTop && $0.name == name })?.definitions.first { return (source, place) }
    }
    return nil
  }

  /// Returns the names of the definitions in included files.
  func names(includedBy document: OpenDocument) -> Set<String> {
    guard document.hasIncludes else { return [] }
    var names: Set<String> = []
    for source in sources(includedBy: document) {
      guard let script = parsed(source) else { continue }
      for statement in script.statements { if case .def(let name, _, _) = statement.kind { names.insert(name.text) } }
    }
    return names
  }

  /// Returns the uses of a top-level name in other open documents that include this one.
  private func uses(
    of symbol: ScriptSymbols.Symbol, outside document: OpenDocument
  ) -> [(OpenDocument, [SourceRange])] {
    guard symbol.isTop else { return [] }
    return documents.values.sorted { $0.address < $1.address }.compactMap { other in
      guard other !== document, other.hasIncludes, let symbols = other.symbols(catalog),
        sources(includedBy: other).contains(where: { $0.name == document.path })
      else { return nil }
      let places = symbols.unresolved.filter { $0.name == symbol.name && $0.isCall == (symbol.kind == .definition) }.map
      {
        // Without the `$`.
        SourceRange(Int($0.range.end) - symbol.name.utf8.count, Int($0.range.end))
      }
      return places.isEmpty ? nil : (other, places)
    }
  }

  // MARK: Renaming

  func prepareRename(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    let (symbol, place) = try renamable(at: offset, in: document)
    return ["range": json(place, in: document), "placeholder": .string(symbol.name)]
  }

  /// Renames a definition, a variable, a parameter or the name of a block.
  ///
  /// The result is checked: each name must still mean the same, and no error may be added. Otherwise the new name
  /// hides another one, or is hidden by it, and the request is refused.
  func rename(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard var new = parameters["newName"]?.stringValue else { throw .invalid("'newName' is missing") }
    let (symbol, _) = try renamable(at: offset, in: document)
    if symbol.kind != .definition, symbol.kind != .block, new.hasPrefix("$") { new.removeFirst() }
    guard let first = new.utf8.first, !(0x30...0x39).contains(first), new.utf8.count <= 200,
      new.utf8.allSatisfy({ $0 >= 0x80 || $0 == UInt8(ascii: "_") || Self.isLetterOrDigit($0) })
    else { throw .failed("a name consists of letters, digits and '_', and does not begin with a digit") }
    if new == symbol.name { return changes(document, []) }
    let others = uses(of: symbol, outside: document)
    for (changed, places) in [(document, symbol.places)] + others {
      try check(changed, places, new, isOwn: changed === document)
    }
    return .object([
      JSON.Field(
        "changes",
        .object(
          ([(document, symbol.places)] + others).map { changed, places in
            JSON.Field(changed.address, edits(places.map { (changed.textRange($0), new) }, in: changed))
          }))
    ])
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private func renamable(
    at offset: Int, in document: OpenDocument
  ) throws(RPCError) -> (symbol: ScriptSymbols.Symbol, place: SourceRange) {
    guard let symbols = document.symbols(catalog), let index = symbols.symbol(at: offset),
      let place = symbols.symbols[index].places.last(where: { Int($0.start) <= offset + 1 })
    else { throw .failed("only names that this script defines can be renamed") }
    let symbol = symbols.symbols[index]
    if symbol.kind == .eventField { throw .failed("the fields of an event cannot be renamed") }
    if symbol.definitions.isEmpty { throw .failed("this script does not define '\(symbol.name)'") }
    guard document.findings(catalog).errors.allSatisfy({ $0.problem.isWarning }) else {
      throw .failed("the script has errors: a name in an unreadable line would be missed")
    }
    return (symbol, place)
  }

  /// Checks that a document means the same after its names have changed.
  private func check(
    _ document: OpenDocument, _ places: [SourceRange], _ new: String, isOwn: Bool
  ) throws(RPCError) {
    guard let source = document.source, let before = document.symbols(catalog) else { return }
    var bytes = source.bytes
    for place in places.sorted(by: { $0.start > $1.start }) {
      bytes.replaceSubrange(Int(place.start)..<Int(place.end), with: new.utf8)
    }
    func moved(_ range: SourceRange) -> Int32 {
      let growth = new.utf8.count - Int(places.first.map { $0.end - $0.start } ?? 0)
      return range.start + Int32(places.count { $0.start < range.start } * growth)
    }
    let refusal = RPCError.failed("'\(new)' already has another meaning here")
    guard let changed = try? Source(name: source.name, bytes: bytes) else { throw refusal }
    let after = Checker(catalog).check(changed)
    // Errors about names of included files remain, as the new names are not saved there yet.
    guard !isOwn || after.errors.allSatisfy({ $0.problem.isWarning }), let script = after.script else {
      let reason = after.errors.first { !$0.problem.isWarning }?.problem.message
      throw reason.map { .failed(SecretText.withoutTokens($0)) } ?? refusal
    }
    let symbols = ScriptSymbols(of: script, schema: catalog.schema)
    let (old, now) = (
      Set(before.symbols.filter { !$0.places.isEmpty }.map { $0.places.map(moved) }),
      Set(symbols.symbols.filter { !$0.places.isEmpty }.map { $0.places.map(\.start) })
    )
    guard old == now, before.unresolved.count == symbols.unresolved.count else { throw refusal }
  }
}
