import JSON
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
  private var checked: (errors: [Diagnostic], script: Script?)?
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
    read = nil
    coloured = nil
    forgetFindings()
  }

  func forgetFindings() { (checked, named, described, includedSources) = (nil, nil, nil, nil) }

  // MARK: Findings

  /// The text as a source; `nil` if it is not a script, such as a text with a NUL character.
  var source: Source? {
    if let read { return read }
    let source = try? Source(name: path, bytes: text.bytes)
    read = .some(source)
    return source
  }

  func findings(_ catalog: CommandCatalog) -> (errors: [Diagnostic], script: Script?) {
    if let checked { return checked }
    var found: (errors: [Diagnostic], script: Script?) = ([], nil)
    if isMarkdown { return found }
    if let source {
      found = Checker(catalog, hasIncludes ? openTexts() : OpenTexts()).check(source)
      // An interrupted check says nothing about the text.
      if case .interrupted? = found.errors.first?.problem { return ([], nil) }
    } else {
      do throws(Diagnostic) { _ = try Source(name: path, bytes: text.bytes) } catch { found.errors = [error] }
    }
    checked = found
    return found
  }

  func symbols(_ catalog: CommandCatalog) -> ScriptSymbols? {
    if let named { return named }
    named = findings(catalog).script.map { ScriptSymbols(of: $0, schema: catalog.schema) }
    return named
  }

  /// Returns the known facts about the values of the variables, by name.
  func kinds(_ catalog: CommandCatalog) -> [String: KindChecker.Description] {
    if let described { return described }
    let found = findings(catalog).script.map { KindChecker.descriptions(in: $0, schema: catalog.schema) } ?? [:]
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
  func spans(_ vocabulary: Vocabulary) -> [SyntaxSpan] {
    if let coloured { return coloured }
    if isMarkdown { return [] }
    let spans = source.map {
      SyntaxColouring.spans(in: $0.text(SourceRange(0, $0.bytes.count)), vocabulary: vocabulary)
    }
    coloured = spans ?? []
    return spans ?? []
  }

  /// `true` if the text may include other files.
  var hasIncludes: Bool { text.string.contains("include") }

  // MARK: Places

  /// Returns the range in the text of a range in the source, which has no byte order mark.
  func textRange(_ range: SourceRange) -> Range<Int> {
    let mark = text.markLength
    let start = min(Int(range.start) + mark, text.end)
    return start..<min(max(Int(range.end) + mark, start), text.end)
  }

  func sourceOffset(_ offset: Int) -> Int { max(0, offset - text.markLength) }
}
