import JSON
import ShellCore
import StoryScript
import System

/// Definitions, references and renaming.
extension LanguageServer {
  /// A top-level name in an included file.
  typealias IncludedName = (source: Source, range: SourceRange)

  func definition(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let script = document.script(catalog) else { return .null }
    if let name = sharedName(at: offset, in: document) {
      let places = name.symbol.definitions.map { location(name.home, $0) }
      return places.isEmpty ? .null : .array(places)
    }
    for statement in script.statements {
      guard case .include(let path) = statement.kind, Int(path.range.start) <= offset, offset <= Int(path.range.end),
        let source = try? includedSource(path.text, from: document.path)
      else { continue }
      return .array([location(home(of: source), SourceRange(0, 0))])
    }
    return .null
  }

  private func location(_ document: OpenDocument, _ range: SourceRange) -> JSON {
    ["uri": .string(document.address), "range": json(range, in: document)]
  }

  func references(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let name = sharedName(at: offset, in: document) else { return .null }
    let withDefinition = parameters["context"]?["includeDeclaration"]?.boolValue ?? true
    let own = name.symbol.places.filter { withDefinition || !name.symbol.definitions.contains($0) }
    return .array(
      own.map { location(name.home, $0) }
        + uses(of: name.symbol, outside: name.home).flatMap { other, places in places.map { location(other, $0) } })
  }

  func highlights(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let name = sharedName(at: offset, in: document) else { return .null }
    if name.home !== document {
      return .array(places(of: name.symbol, usedIn: document).map { ["range": json($0, in: document), "kind": 2] })
    }
    return .array(
      name.symbol.places.map {
        ["range": json($0, in: document), "kind": name.symbol.definitions.contains($0) ? 3 : 2]
      })
  }

  // MARK: Other files

  /// Reads an included file: the editor's text if it is open, otherwise the file on the disk.
  func includedSource(_ path: String, from base: String) throws(Diagnostic) -> Source {
    try SourceFile.included(path, from: base, openTexts)
  }

  /// Returns the sources that a document includes, directly and through others.
  func sources(includedBy document: OpenDocument) -> [Source] {
    document.included {
      guard let script = document.script(catalog) else { return [] }
      var (found, seen, waiting): ([Source], Set<String>, [(Script, String)]) = (
        [], [FilePath.normalized(document.path)], [(script, document.path)]
      )
      while let (script, base) = waiting.popLast(), found.count < 256 {
        for statement in script.statements {
          guard case .include(let path) = statement.kind, let source = try? includedSource(path.text, from: base),
            seen.insert(FilePath.normalized(source.name)).inserted
          else { continue }
          found.append(source)
          if let script = parsed(source) { waiting.append((script, source.name)) }
        }
      }
      return found
    }
  }

  func parsed(_ source: Source) -> Script? {
    let open = openTexts
    do throws(Diagnostics) {
      return try Parser.parse(
        source, catalog.schema.vocabulary,
        include: { path, base throws(Diagnostic) in try SourceFile.included(path, from: base, open) },
        within: Session.bounds)
    } catch { return error.readable }
  }

  /// Returns the open document of a source, or a document of the file that the editor has not open.
  private func home(of source: Source) -> OpenDocument {
    let path = FilePath.normalized(source.name)
    if let open = documents.values.first(where: { FilePath.normalized($0.path) == path }) { return open }
    let text = EditorText(String(decoding: source.bytes, as: UTF8.self))
    return OpenDocument(address: FileAddress.address(of: path), version: nil, text: text) { [unowned self] in openTexts
    }
  }

  /// A name with the document that defines it.
  private typealias SharedName = (home: OpenDocument, symbol: ScriptSymbols.Symbol)

  /// Returns the name at a place of a document, which an included file may define.
  private func sharedName(at offset: Int, in document: OpenDocument) -> SharedName? {
    guard let symbols = document.symbols(catalog) else { return nil }
    if let index = symbols.symbol(at: offset) { return (document, symbols.symbols[index]) }
    guard let name = symbols.unresolved.first(where: { Int($0.range.start) <= offset && offset <= Int($0.range.end) })
    else { return nil }
    for source in sources(includedBy: document) {
      let home = home(of: source)
      let found = home.symbols(catalog)?.symbols.first {
        $0.isTop && $0.name == name.name && ($0.kind == .definition) == name.isCall && !$0.definitions.isEmpty
      }
      if let found { return (home, found) }
    }
    return nil
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
    var names: Set<String> = []
    for source in sources(includedBy: document) {
      guard let script = parsed(source) else { continue }
      for statement in script.statements { if case .def(let name, _, _) = statement.kind { names.insert(name.text) } }
    }
    return names
  }

  /// Returns the coloured pieces of a document.
  func spans(of document: OpenDocument) -> [SyntaxSpan] {
    document.spans(catalog.schema.vocabulary) { names(includedBy: document) }
  }

  /// Returns the names of the variables that included files make for all scripts.
  func variables(includedBy document: OpenDocument) -> Set<String> {
    var names: Set<String> = []
    for source in sources(includedBy: document) {
      guard let script = parsed(source) else { continue }
      for statement in script.statements { if case .let(let name, _) = statement.kind { names.insert(name.text) } }
    }
    return names
  }

  /// Returns `true` if a document includes another one, directly or through others.
  func includes(_ document: OpenDocument, _ other: OpenDocument) -> Bool {
    let path = FilePath.normalized(other.path)
    return document !== other && sources(includedBy: document).contains { FilePath.normalized($0.name) == path }
  }

  /// Returns the uses of a top-level name in other documents that include this one: those that are open, and the
  /// scripts of the workspace.
  private func uses(
    of symbol: ScriptSymbols.Symbol, outside document: OpenDocument
  ) -> [(OpenDocument, [SourceRange])] {
    guard symbol.isTop else { return [] }
    let open = documents.values.sorted { $0.address < $1.address }
    return (open + closedDocuments()).compactMap { other in
      guard !isStopped(), other.hasIncludes, includes(other, document) else { return nil }
      let places = places(of: symbol, usedIn: other)
      return places.isEmpty ? nil : (other, places)
    }
  }

  /// Returns the uses of a name that another document defines.
  private func places(of symbol: ScriptSymbols.Symbol, usedIn document: OpenDocument) -> [SourceRange] {
    document.symbols(catalog)?.unresolved.filter {
      $0.name == symbol.name && $0.isCall == (symbol.kind == .definition)
    }.map {
      // Without the `$`.
      SourceRange(Int($0.range.end) - symbol.name.utf8.count, Int($0.range.end))
    } ?? []
  }

  // MARK: Renaming

  func prepareRename(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    let (name, place) = try renamable(at: offset, in: document)
    return ["range": json(place, in: document), "placeholder": .string(name.symbol.name)]
  }

  /// Renames a definition, a variable, a parameter or the name of a block.
  ///
  /// The result is checked: each name must still mean the same, and no error may be added. Otherwise the new name
  /// hides another one, or is hidden by it, and the request is refused.
  func rename(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard var new = parameters["newName"]?.stringValue else { throw .invalid("'newName' is missing") }
    let ((home, symbol), _) = try renamable(at: offset, in: document)
    if symbol.kind != .definition, symbol.kind != .block, new.hasPrefix("$") { new.removeFirst() }
    guard let first = new.utf8.first, !(0x30...0x39).contains(first), new.utf8.count <= 200,
      new.utf8.allSatisfy({ $0 >= 0x80 || $0 == UInt8(ascii: "_") || Self.isLetterOrDigit($0) })
    else { throw .failed("a name consists of letters, digits and '_', and does not begin with a digit") }
    if new == symbol.name { return changes(document, []) }
    let all = [(home, symbol.places)] + uses(of: symbol, outside: home)
    // Each document is checked with the new names in the others.
    var texts = openTexts
    for (changed, places) in all where changed.path.hasPrefix("/") {
      if let bytes = Self.renamed(changed, places, new) { texts.set(changed.path, bytes) }
    }
    for (changed, places) in all { try check(changed, places, new, texts) }
    return .object([
      JSON.Field(
        "changes",
        .object(
          all.map { changed, places in
            JSON.Field(changed.address, edits(places.map { (changed.textRange($0), new) }, in: changed))
          }))
    ])
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private func renamable(
    at offset: Int, in document: OpenDocument
  ) throws(RPCError) -> (name: SharedName, place: SourceRange) {
    guard let name = sharedName(at: offset, in: document) else {
      throw .failed("only names that this script defines can be renamed")
    }
    let symbol = name.symbol
    if symbol.kind == .eventField { throw .failed("the fields of an event cannot be renamed") }
    if symbol.definitions.isEmpty { throw .failed("this script does not define '\(symbol.name)'") }
    let places = name.home === document ? symbol.places : places(of: symbol, usedIn: document)
    guard let place = places.last(where: { Int($0.start) <= offset + 1 }) else {
      throw .failed("only names that this script defines can be renamed")
    }
    for one in [document, name.home] {
      guard one.isReadable(catalog) else {
        throw .failed("the script has unreadable lines: names in them would be missed")
      }
    }
    return (name, place)
  }

  /// Returns the bytes of a document in which places have another name.
  private static func renamed(_ document: OpenDocument, _ places: [SourceRange], _ new: String) -> [UInt8]? {
    guard var bytes = document.source?.bytes else { return nil }
    for place in places.sorted(by: { $0.start > $1.start }) {
      bytes.replaceSubrange(Int(place.start)..<Int(place.end), with: new.utf8)
    }
    return Array(bytes)
  }

  /// Checks that a document means the same after its names have changed.
  private func check(
    _ document: OpenDocument, _ places: [SourceRange], _ new: String, _ texts: OpenTexts
  ) throws(RPCError) {
    guard let source = document.source, let before = document.symbols(catalog),
      let bytes = Self.renamed(document, places, new)
    else { return }
    func moved(_ range: SourceRange) -> Int32 {
      let growth = new.utf8.count - Int(places.first.map { $0.end - $0.start } ?? 0)
      return range.start + Int32(places.count { $0.start < range.start } * growth)
    }
    let refusal = RPCError.failed("'\(new)' already has another meaning here")
    guard let changed = try? Source(name: source.name, bytes: bytes) else { throw refusal }
    let after = Checker(catalog, texts).check(changed)
    // Errors in values do not prevent a renaming, unless the new name causes more.
    let errors = document.errors(catalog).count { !$0.problem.isWarning }
    guard after.errors.count(where: { !$0.problem.isWarning }) <= errors, let script = after.script else {
      let reason = after.errors.first { !$0.problem.isWarning }?.problem.message
      throw reason.map { .failed(SecretText.withoutTokens($0)) } ?? refusal
    }
    let symbols = ScriptSymbols(of: script, schema: catalog.schema)
    let (old, now) = (
      Set(before.symbols.filter { !$0.places.isEmpty }.map { $0.places.map(moved) }),
      Set(symbols.symbols.filter { !$0.places.isEmpty }.map { $0.places.map { $0.start } })
    )
    guard old == now, before.unresolved.count == symbols.unresolved.count else { throw refusal }
  }
}
