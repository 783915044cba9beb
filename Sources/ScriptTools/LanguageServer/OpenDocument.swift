import JSON
import ShellCore
import StoryScript

/// A document that an editor has open. Its findings are computed when a request first needs them, and forgotten at
/// each change.
final class OpenDocument {
  let address: String
  private(set) var version: Int64?
  private(set) var text: EditorText
  /// The path of the file, or the address of a document that has none.
  let path: String
  private var read: Source??
  private var checked: [Diagnostic]?
  private var parsed: (script: Script?, isWhole: Bool)?
  /// Checks the text again after a change.
  private var check: DocumentCheck?
  private var named: ScriptSymbols?
  private var coloured: [SyntaxSpan]?
  private var described: [String: KindChecker.Description]?
  private var includedSources: [Source]?
  /// Returns the texts of all open documents, which this one may include.
  private let openTexts: () -> OpenTexts

  init(address: String, version: Int64?, text: EditorText, openTexts: @escaping () -> OpenTexts = { OpenTexts() }) {
    (self.address, self.version, self.text, self.openTexts) = (address, version, text, openTexts)
    path = FileAddress.path(of: address)
  }

  /// `true` for a document whose story blocks are examples with their output; it is not a script itself.
  var isMarkdown: Bool { path.hasSuffix(".md") }

  /// Applies changes in order, each of them to the result of the one before. A change without a range replaces the
  /// whole text.
  func change(_ changes: [JSON], version: Int64?, _ encoding: PositionEncoding) {
    self.version = version ?? self.version
    for change in changes {
      guard let new = change["text"]?.stringValue else { continue }
      guard let range = change["range"], range != .null else {
        text = EditorText(new)
        continue
      }
      guard let start = EditorPosition(range["start"] ?? .null), let end = EditorPosition(range["end"] ?? .null) else {
        continue
      }
      let from = text.offset(of: start, encoding)
      text.replace(from..<max(from, text.offset(of: end, encoding)), with: new)
    }
    (read, coloured) = (nil, nil)
    forgetFindings()
  }

  func forgetFindings() {
    (checked, parsed, named, described, includedSources) = (nil, nil, nil, nil, nil)
    // An included file may define other names.
    if hasIncludes { coloured = nil }
  }

  // MARK: Findings

  /// The text as a source; `nil` if it is not a script, such as a text with a NUL character.
  var source: Source? {
    if let read { return read }
    let source = try? Source(name: path, bytes: text.bytes)
    read = .some(source)
    return source
  }

  /// Returns all errors and warnings.
  func errors(_ catalog: CommandCatalog) -> [Diagnostic] {
    if let checked { return checked }
    if isMarkdown { return [] }
    guard let source else {
      do throws(Diagnostic) { _ = try Source(name: path, bytes: text.bytes) } catch { return [error] }
      return []
    }
    let errors: [Diagnostic]
    if hasIncludes {
      check = nil
      errors = Checker(catalog, openTexts()).errors(in: source)
    } else {
      let check = check ?? DocumentCheck(catalog)
      self.check = check
      errors = check.errors(in: source)
    }
    // An interrupted check says nothing about the text.
    if case .interrupted? = errors.first?.problem { return [] }
    checked = errors
    return errors
  }

  /// Returns the part of the text that decides on the meaning of a place in it: the statements around it, up to the
  /// end of its line.
  func context(of offset: Int, _ catalog: CommandCatalog) -> Range<Int>? {
    guard let source else { return nil }
    _ = errors(catalog)
    let start = check?.readableStart(before: offset, in: source) ?? 0
    let line = source.lineRange(of: start)
    return Int(line.start)..<max(Int(source.lineRange(of: offset).end), min(offset, source.bytes.count))
  }

  /// Returns the statements that can be parsed; `nil` if none can.
  func script(_ catalog: CommandCatalog) -> Script? { parsing(catalog).script }

  /// Returns `true` if every line can be read.
  func isReadable(_ catalog: CommandCatalog) -> Bool { parsing(catalog).isWhole }

  private func parsing(_ catalog: CommandCatalog) -> (script: Script?, isWhole: Bool) {
    if let parsed { return parsed }
    let checker = Checker(catalog, hasIncludes ? openTexts() : OpenTexts())
    let found = isMarkdown ? nil : source.map { checker.parsed($0) }
    parsed = found ?? (nil, false)
    return found ?? (nil, false)
  }

  func symbols(_ catalog: CommandCatalog) -> ScriptSymbols? {
    if let named { return named }
    named = script(catalog).map { ScriptSymbols(of: $0, schema: catalog.schema) }
    return named
  }

  /// Returns the known facts about the values of the variables, by name.
  func kinds(_ catalog: CommandCatalog) -> [String: KindChecker.Description] {
    if let described { return described }
    let found = script(catalog).map { KindChecker.descriptions(in: $0, schema: catalog.schema) } ?? [:]
    described = found
    return found
  }

  /// The sources that the document includes, directly and through others.
  /// - Parameter find: finds them; called once for each text.
  func included(_ find: () -> [Source]) -> [Source] {
    if let includedSources { return includedSources }
    let found = hasIncludes ? find() : []
    includedSources = found
    return found
  }

  /// The coloured pieces of the text, at offsets in the source.
  /// - Parameter included: returns the names of the definitions in included files; called once for each text.
  func spans(_ vocabulary: Vocabulary, definitions included: () -> Set<String>) -> [SyntaxSpan] {
    if let coloured { return coloured }
    if isMarkdown { return [] }
    let definitions = hasIncludes ? included() : []
    let spans = source.map {
      SyntaxColouring.spans(
        in: $0.text(SourceRange(0, $0.bytes.count)), vocabulary: vocabulary, definitions: definitions)
    }
    coloured = spans ?? []
    return spans ?? []
  }

  /// `true` if the text may include other files.
  var hasIncludes: Bool { text.bytes.contains(Keyword.include.rawValue.utf8) }

  // MARK: Places

  /// Returns the range in the text of a range in the source, which has no byte order mark.
  func textRange(_ range: SourceRange) -> Range<Int> {
    let mark = text.markLength
    let start = min(Int(range.start) + mark, text.end)
    return start..<min(max(Int(range.end) + mark, start), text.end)
  }

  func sourceOffset(_ offset: Int) -> Int { max(0, offset - text.markLength) }
}
