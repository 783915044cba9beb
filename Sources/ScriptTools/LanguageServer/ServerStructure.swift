import JSON
import ShellCore
import StoryScript

/// The outline, folding, selection and colours of a document.
extension LanguageServer {
  // MARK: Outline

  private struct Entry {
    var name: String
    var detail = ""
    /// The protocol's number for the kind.
    var kind: Int64
    var range: SourceRange
    var nameRange: SourceRange
    var children: [Entry] = []
  }

  func outline(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let found = (document.script(catalog)?.statements ?? []).flatMap { entries(for: $0) }
    if client.nestsSymbols { return .array(found.map { json($0, in: document) }) }
    return .array(
      found.flatMap { entry in
        [json(entry, in: nil, document)] + entry.children.map { json($0, in: entry.name, document) }
      })
  }

  /// Returns the entries of the outline with their names, as a search in all documents lists them.
  func symbols(of document: OpenDocument) -> [(name: String, json: JSON)] {
    (document.script(catalog)?.statements ?? []).flatMap { entries(for: $0) }.flatMap { entry in
      [(entry.name, json(entry, in: nil, document))]
        + entry.children.map { ($0.name, json($0, in: entry.name, document)) }
    }
  }

  private func entries(for statement: Statement) -> [Entry] {
    let (module, method, function, variable, event) = (2 as Int64, 6 as Int64, 12 as Int64, 13 as Int64, 24 as Int64)
    switch statement.kind {
    case .def(let name, let parameters, _):
      let detail = parameters.map { $0.name.text }.joined(separator: " ")
      return [Entry(name: name.text, detail: detail, kind: function, range: statement.range, nameRange: name.range)]
    case .let(let name, _):
      return [Entry(name: name.text, kind: variable, range: statement.range, nameRange: name.range)]
    case .args(let arguments):
      return arguments.map {
        Entry(name: $0.name.text, kind: variable, range: statement.range, nameRange: $0.name.range)
      }
    case .when(let name, _, _):
      return [Entry(name: "when " + name.text, kind: event, range: statement.range, nameRange: name.range)]
    case .after(_, _, let name?), .every(_, _, let name?), .at(_, _, let name?):
      return [Entry(name: name.text, kind: event, range: statement.range, nameRange: name.range)]
    case .lesson(let lesson):
      let steps = lesson.steps.map {
        Entry(name: $0.title.text, detail: "step", kind: method, range: $0.whole, nameRange: $0.title.range)
      }
      return [
        Entry(
          name: lesson.title.text, detail: "lesson", kind: module, range: statement.range,
          nameRange: lesson.title.range, children: steps)
      ]
    default: return []
    }
  }

  private func json(_ entry: Entry, in document: OpenDocument) -> JSON {
    [
      "name": .string(entry.name.isEmpty ? "…" : entry.name), "detail": .string(entry.detail),
      "kind": .integer(entry.kind), "range": json(entry.range, in: document),
      "selectionRange": json(entry.nameRange, in: document),
      "children": .array(entry.children.map { json($0, in: document) }),
    ]
  }

  private func json(_ entry: Entry, in parent: String?, _ document: OpenDocument) -> JSON {
    var fields: [JSON.Field] = [
      JSON.Field("name", .string(entry.name.isEmpty ? "…" : entry.name)), JSON.Field("kind", .integer(entry.kind)),
      JSON.Field("location", ["uri": .string(document.address), "range": json(entry.range, in: document)]),
    ]
    if let parent { fields.append(JSON.Field("containerName", .string(parent))) }
    return .object(fields)
  }

  // MARK: Folding

  func foldingRanges(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    guard let source = document.source else { return .array([]) }
    func line(_ offset: Int) -> Int {
      document.text.position(of: offset + document.text.markLength, .utf8).line
    }
    var folds: [(first: Int, last: Int, isComment: Bool)] = []
    for pair in SyntaxBrackets.pairs(in: source.text(SourceRange(0, source.bytes.count))) {
      // The line of the closing bracket stays visible.
      let (first, last) = (line(pair.lowerBound), line(pair.upperBound - 1) - 1)
      if last > first { folds.append((first, last, false)) }
    }
    var run: (first: Int, last: Int)?
    func endRun() {
      if let run, run.last > run.first { folds.append((run.first, run.last, true)) }
      run = nil
    }
    for span in spans(of: document) {
      let (first, last) = (line(span.range.lowerBound), line(span.range.upperBound))
      guard span.kind == .comment else {
        endRun()
        if span.kind == .string, last > first + 1 { folds.append((first, last - 1, false)) }
        continue
      }
      if let current = run, first == current.last + 1 {
        run = (current.first, first)
      } else {
        endRun()
        run = (first, first)
      }
    }
    endRun()
    // Of several folds that begin on one line, editors show the largest.
    var largest: [Int: (last: Int, isComment: Bool)] = [:]
    for fold in folds where fold.last > largest[fold.first]?.last ?? -1 {
      largest[fold.first] = (fold.last, fold.isComment)
    }
    return .array(
      largest.sorted { $0.key < $1.key }.map { first, fold in
        let range: [JSON.Field] = [
          JSON.Field("startLine", .integer(Int64(first))), JSON.Field("endLine", .integer(Int64(fold.last))),
        ]
        return .object(range + (fold.isComment ? [JSON.Field("kind", "comment")] : []))
      })
  }

  // MARK: Selection

  func selectionRanges(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    guard let positions = parameters["positions"]?.arrayValue else { throw .invalid("'positions' is missing") }
    var ranges: [JSON] = []
    for position in positions {
      guard let position = EditorPosition(position) else { throw .invalid("'positions' has an invalid position") }
      ranges.append(selection(at: document.text.offset(of: position, client.encoding), in: document))
    }
    return .array(ranges)
  }

  private func selection(at offset: Int, in document: OpenDocument) -> JSON {
    let place = document.sourceOffset(offset)
    var ranges: [Range<Int>] = [0..<document.text.end]
    for node in document.script(catalog)?.nodes(around: place..<place) ?? [] {
      ranges.append(document.textRange(node))
    }
    let span = spans(of: document).first {
      $0.range.lowerBound <= place && place <= $0.range.upperBound
    }
    if let span { ranges.append(document.textRange(SourceRange(span.range.lowerBound, span.range.upperBound))) }
    if ranges.count == 1 { ranges.append(offset..<offset) }
    // Each range must contain the next one.
    var json: JSON?
    var outer = ranges[0]
    for (index, range) in ranges.enumerated() {
      guard index == 0 || range != outer && outer.lowerBound <= range.lowerBound && range.upperBound <= outer.upperBound
      else { continue }
      let own = self.json(range, in: document.text)
      json = json.map { ["range": own, "parent": $0] } ?? ["range": own]
      outer = range
    }
    return json ?? .null
  }

  // MARK: Colours

  func semanticTokens(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    var data: [JSON] = []
    var last = EditorPosition(line: 0, column: 0)
    let text = document.text
    for span in spans(of: document) {
      guard let (type, modifiers) = SemanticLegend.numbers(of: span.kind) else { continue }
      let range = document.textRange(SourceRange(span.range.lowerBound, span.range.upperBound))
      let first = text.position(of: range.lowerBound, .utf8).line
      // A token lies on one line.
      for number in first...text.position(of: range.upperBound, .utf8).line {
        let piece = text.line(number).clamped(to: range)
        guard !piece.isEmpty else { continue }
        let (start, end) = (
          text.position(of: piece.lowerBound, client.encoding), text.position(of: piece.upperBound, client.encoding)
        )
        let column = start.line == last.line ? start.column - last.column : start.column
        for value in [start.line - last.line, column, end.column - start.column, type, modifiers] {
          data.append(.integer(Int64(value)))
        }
        last = start
      }
    }
    return ["data": .array(data)]
  }
}

/// The types of coloured pieces that the server names, and their numbers.
enum SemanticLegend {
  private static let types = [
    "function", "keyword", "parameter", "variable", "number", "string", "property", "event", "comment", "enumMember",
  ]
  private static let modifiers = ["declaration", "readonly", "defaultLibrary"]

  static var json: JSON {
    [
      "tokenTypes": .array(types.map { .string($0) }), "tokenModifiers": .array(modifiers.map { .string($0) }),
    ]
  }

  /// Returns the number of a type and the bits of its modifiers; `nil` for a piece without a colour.
  static func numbers(of kind: SyntaxKind) -> (type: Int, modifiers: Int)? {
    let (type, modifiers): (String, Int) =
      switch kind {
      case .command: ("function", 0)
      case .function: ("function", 4)
      case .keyword: ("keyword", 0)
      case .preposition: ("parameter", 0)
      case .name: ("variable", 1)
      case .variable: ("variable", 0)
      case .number, .duration: ("number", 0)
      case .constant: ("enumMember", 2)
      case .string, .path, .text, .secret: ("string", 0)
      case .state: ("property", 2)
      case .event: ("event", 0)
      case .comment: ("comment", 0)
      case .unknown: ("", 0)
      }
    return types.firstIndex(of: type).map { ($0, modifiers) }
  }
}
