import JSON
import ShellCore
import StoryScript

/// Diagnostics and quick fixes.
extension LanguageServer {
  func diagnostics(of document: OpenDocument) -> JSON {
    var fields: [JSON.Field] = [JSON.Field("uri", .string(document.address))]
    if let version = document.version { fields.append(JSON.Field("version", .integer(version))) }
    let errors = document.errors(catalog)
    fields.append(JSON.Field("diagnostics", .array(errors.map { json($0, in: document) })))
    return RPCMessage.notification("textDocument/publishDiagnostics", .object(fields))
  }

  private func json(_ diagnostic: Diagnostic, in document: OpenDocument) -> JSON {
    let words = Secrets(diagnostic, secretReader)
    let message = words.message + (words.suggestion.map { "\n" + $0 } ?? "")
    let isOwn = diagnostic.source == nil || diagnostic.source?.name == document.path
    let range = isOwn ? diagnostic.range : include(of: diagnostic.source, in: document)
    var fields: [JSON.Field] = [
      JSON.Field("range", json(range, in: document)),
      JSON.Field("severity", diagnostic.problem.isWarning ? 2 : 1),
      JSON.Field("code", .string(diagnostic.problem.code)),
      JSON.Field("source", "storyline"),
      JSON.Field("message", .string(isOwn ? message : "in an included file: \(message)")),
    ]
    switch diagnostic.problem {
    case .unreadVariable, .uncalledDefinition, .unreachable: fields.append(JSON.Field("tags", [1]))
    default: break
    }
    if let related = related(to: diagnostic, isOwn: isOwn, in: document) {
      fields.append(JSON.Field("relatedInformation", [related]))
    }
    return .object(fields)
  }

  /// Returns the place of the path whose `include` reads another source; the beginning of the text if another included
  /// file reads it. The statements may be unknown, as the included file has errors.
  private func include(of other: Source?, in document: OpenDocument) -> SourceRange {
    guard let source = document.source else { return SourceRange(0, 0) }
    var isPath = false
    for span in spans(of: document) {
      let range = SourceRange(span.range.lowerBound, span.range.upperBound)
      let text = source.text(range)
      if isPath, let included = try? includedSource(text.filter { $0 != "\"" && $0 != "'" }, from: document.path),
        included.name == other?.name
      {
        return range
      }
      isPath = span.kind == .keyword && text == Keyword.include.rawValue
    }
    return SourceRange(0, 0)
  }

  private func related(to diagnostic: Diagnostic, isOwn: Bool, in document: OpenDocument) -> JSON? {
    if !isOwn, let source = diagnostic.source {
      let text = EditorText(String(decoding: source.bytes, as: UTF8.self))
      let range = Int(diagnostic.range.start)..<max(Int(diagnostic.range.start), Int(diagnostic.range.end))
      return related(FileAddress.address(of: source.name), json(range, in: text), "the mistake")
    }
    guard let source = document.source else { return nil }
    switch diagnostic.problem {
    case .expectedEndOfGroup(let opener, _, let line?):
      guard let range = Self.range(of: opener, onLine: line, of: source, before: Int(diagnostic.range.end)) else {
        return nil
      }
      return related(document.address, json(range, in: document), "opened here")
    case .duplicateDefinition(let name, _):
      let symbols = document.symbols(catalog)?.symbols
      let first = symbols?.first { $0.name == name && $0.kind == .definition }?.definitions.first
      guard let first, first != diagnostic.range else { return nil }
      return related(document.address, json(first, in: document), "first defined here")
    default: return nil
    }
  }

  private func related(_ address: String, _ range: JSON, _ message: String) -> JSON {
    ["location": ["uri": .string(address), "range": range], "message": .string(message)]
  }

  /// Returns the last place of an opening bracket on a line.
  private static func range(of opener: String, onLine line: Int, of source: Source, before end: Int) -> SourceRange? {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let next = source.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = next + 1
    }
    let range = source.lineRange(of: start)
    let sign = Array(opener.utf8)
    let last = min(Int(range.end), source.bytes.count) - sign.count
    guard last >= Int(range.start) else { return nil }
    for place in stride(from: last, through: Int(range.start), by: -1)
    where source.bytes[place..<place + sign.count].elementsEqual(sign) && place < max(end, Int(range.end)) {
      return SourceRange(place, place + sign.count)
    }
    return nil
  }

  // MARK: Quick fixes

  func codeActions(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let place = try textRange(in: document, parameters)
    guard client.labelsActions else { return .array([]) }
    let only = parameters["context"]?["only"]?.arrayValue?.compactMap { $0.stringValue }
    func wants(_ kind: String) -> Bool {
      only?.contains { kind == $0 || kind.hasPrefix($0 + ".") || $0.isEmpty } ?? true
    }
    var actions: [JSON] = []
    if wants("quickfix") {
      let lines = document.text.lines(around: place)
      for error in document.errors(catalog) where error.source?.name == document.path {
        let range = document.textRange(error.range)
        // Anywhere on the line, the user may ask for its corrections.
        guard range.lowerBound <= lines.upperBound, lines.lowerBound <= range.upperBound,
          let edit = error.sureEdit ?? error.edit ?? error.closingEdit
        else {
          continue
        }
        actions.append([
          "title": .string(title(of: edit, error)), "kind": "quickfix", "diagnostics": [json(error, in: document)],
          "isPreferred": .bool(range.lowerBound <= place.upperBound && place.lowerBound <= range.upperBound),
          "edit": changes(document, [(document.textRange(edit.range), edit.text)]),
        ])
      }
    }
    // Finding all safe changes checks the script once for each of them.
    if let only, wants("source.fixAll"), only.contains(where: { $0.hasPrefix("source") }), let source = document.source
    {
      let fixed = Checker(catalog, openTexts).corrected(source, while: { !isStopped() })
      if !fixed.changes.isEmpty {
        actions.append([
          "title": "Apply all unambiguous corrections", "kind": "source.fixAll",
          "edit": changes(document, [difference(in: document, to: fixed.text)]),
        ])
      }
    }
    return .array(actions)
  }

  private func title(of edit: (range: SourceRange, text: String), _ error: Diagnostic) -> String {
    let vocabulary = catalog.schema.vocabulary
    func shown(_ text: String) -> String {
      let masked = SecretText.masked(text, vocabulary)
      return masked.count > 60 ? masked.prefix(59) + "…" : masked
    }
    let (old, new) = (error.source?.text(edit.range) ?? "", edit.text)
    if old.isEmpty { return "Insert '\(shown(new))'" }
    if new.isEmpty { return "Remove '\(shown(old))'" }
    return "Replace '\(shown(old))' with '\(shown(new))'"
  }

  /// Returns a change of one document.
  func changes(_ document: OpenDocument, _ edits: [(range: Range<Int>, text: String)]) -> JSON {
    .object([JSON.Field("changes", .object([JSON.Field(document.address, self.edits(edits, in: document))]))])
  }

  func edits(_ edits: [(range: Range<Int>, text: String)], in document: OpenDocument) -> JSON {
    .array(edits.map { ["range": json($0.range, in: document.text), "newText": .string($0.text)] })
  }
}

extension Problem {
  /// The problem's name for tools: `unknown-command`. It contains nothing of the script.
  var code: String {
    let name = Mirror(reflecting: self).children.first?.label ?? String(describing: self)
    var code = ""
    for character in name where character.isASCII && character.isLetter || character.isNumber {
      if character.isUppercase, code.last?.isUppercase != true, !code.isEmpty { code += "-" }
      code += character.lowercased()
    }
    return code
  }
}
