import JSON
import StoryScript

/// Hover and signature help: the texts of `help`, and what is known of a variable.
extension LanguageServer {
  func hover(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    let spans = document.spans(catalog.schema.vocabulary)
    guard let source = document.source,
      let index = spans.firstIndex(where: { $0.range.contains(offset) })
        ?? spans.firstIndex(where: { $0.range.upperBound == offset })
    else { return .null }
    guard let found = explanation(of: index, in: spans, at: offset, source, document) else { return .null }
    return [
      "contents": markup(found.markdown, plain: found.plain),
      "range": json(SourceRange(found.range.lowerBound, found.range.upperBound), in: document),
    ]
  }

  private typealias Explanation = (markdown: String, plain: String, range: Range<Int>)

  private func explanation(
    of index: Int, in spans: [SyntaxSpan], at offset: Int, _ source: Source, _ document: OpenDocument
  ) -> Explanation? {
    let span = spans[index]
    let word = source.text(SourceRange(span.range.lowerBound, span.range.upperBound))
    func help(_ topic: HelpTopic?, _ range: Range<Int>? = nil) -> Explanation? {
      topic.map { ($0.markdown, $0.plain, range ?? span.range) }
    }
    switch span.kind {
    case .command:
      if let found = name(around: index, in: spans, source) { return help(topics.command(found.name), found.range) }
      return help(topics.stage(word)) ?? symbol(at: offset, document, span.range)
    case .keyword:
      return help(isAfterPipe(span, source) ? topics.stage(word) ?? topics.keyword(word) : topics.keyword(word))
    case .function: return help(topics.function(word)) ?? symbol(at: offset, document, span.range)
    case .state: return help(topics.state(word))
    case .event: return help(topics.event(word))
    case .variable, .name: return symbol(at: offset, document, span.range)
    case .secret, .comment, .number, .duration, .constant, .string, .path, .unknown: return nil
    case .text, .preposition:
      let line = source.text(SourceRange(Int(source.lineRange(of: span.range.lowerBound).start), span.range.lowerBound))
      let before = line.split(separator: " ").last
      return before == "set" ? help(topics.setting(word)) : nil
    }
  }

  private func isAfterPipe(_ span: SyntaxSpan, _ source: Source) -> Bool {
    source.bytes[..<span.range.lowerBound].last { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
      == UInt8(ascii: "|")
  }

  /// Returns the longest command whose words include a span.
  private func name(around index: Int, in spans: [SyntaxSpan], _ source: Source) -> (name: String, range: Range<Int>)? {
    var best: (name: String, range: Range<Int>)?
    for first in max(0, index - 2)...index {
      for last in index..<min(spans.count, index + 3) {
        let run = spans[first...last]
        guard last - first < 3, run.allSatisfy({ $0.kind == .command }) else { continue }
        let name = run.map { source.text(SourceRange($0.range.lowerBound, $0.range.upperBound)) }.joined(separator: " ")
        let range = spans[first].range.lowerBound..<spans[last].range.upperBound
        if topics.command(name) != nil, range.count > best?.range.count ?? 0, range.count == name.utf8.count {
          best = (name, range)
        }
      }
    }
    return best
  }

  private func symbol(at offset: Int, _ document: OpenDocument, _ range: Range<Int>) -> Explanation? {
    guard let symbols = document.symbols(catalog), let source = document.source else { return nil }
    let word = source.text(SourceRange(range.lowerBound, range.upperBound)).drop { $0 == "$" }.prefix { $0 != "." }
    guard let index = symbols.symbol(at: offset) ?? symbols.only(String(word)) else {
      guard let found = included(String(word), by: document) else { return nil }
      let line = found.source.text(found.source.lineRange(of: Int(found.range.start)))
      return explained(line, "defined in \(found.source.name)", range)
    }
    let symbol = symbols.symbols[index]
    switch symbol.kind {
    case .definition:
      guard let place = symbol.definitions.first else { return nil }
      let line = source.text(source.lineRange(of: Int(place.start)))
      let head = String(line.prefix { $0 != "{" }.reversed().drop { $0 == " " }.reversed())
      return explained(head, comment(above: Int(place.start), source), range)
    case .block: return explained(symbol.name, "the name of a block that `cancel \(symbol.name)` cancels", range)
    case .eventField:
      let handler = symbols.handlers.last { Int($0.range.start) <= offset && offset <= Int($0.range.end) }
      let event = handler.flatMap { catalog.schema.event($0.event) }.map { catalog.schema.events[$0] }
      let field = event?.fields.first { $0.name == symbol.name }
      return explained(
        "$" + symbol.name, field.map { "\($0.summary), of the event `\(event?.name ?? "")`" } ?? "a field of the event",
        range)
    case .variable, .parameter, .item:
      return explained("$" + symbol.name, kind(of: symbol, in: document) ?? "any value", range)
    }
  }

  /// Returns what is known of a variable's value: "a record with the fields a, b".
  func kind(of symbol: ScriptSymbols.Symbol, in document: OpenDocument) -> String? {
    guard let script = document.findings(catalog).script,
      let found = KindChecker.description(ofVariable: symbol.name, in: script, schema: catalog.schema)
    else { return nil }
    return found.kinds + (found.fields.isEmpty ? "" : " with the fields \(found.fields.joined(separator: ", "))")
  }

  private func explained(_ code: String, _ text: String, _ range: Range<Int>) -> Explanation {
    ("```storyline\n\(code)\n```\n\n\(text)", text.isEmpty ? code : "\(code)\n\(text)", range)
  }

  /// Returns the comment on the lines directly above a place, without its signs.
  private func comment(above offset: Int, _ source: Source) -> String {
    var lines: [String] = []
    var start = Int(source.lineRange(of: offset).start)
    while start > 0, lines.count < 32 {
      let range = source.lineRange(of: start - 1)
      let line = source.text(range).drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("#") else { break }
      lines.insert(String(line.drop { $0 == "#" || $0 == " " }), at: 0)
      start = Int(range.start)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Signature help

  func signatureHelp(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let source = document.source else { return .null }
    let vocabulary = catalog.schema.vocabulary
    let text = source.text(SourceRange(0, source.bytes.count))
    let command: Int
    let active: Int?
    switch SyntaxPlace.at(offset, in: text, vocabulary: vocabulary).expectation {
    case .argument(let index, let parameter, let announced): (command, active) = (index, parameter ?? announced.first)
    case .announcedArgument(let index, let parameter): (command, active) = (index, parameter)
    case .commandWord(_, _, let index?): (command, active) = (index, 0)
    default: return .null
    }
    let called = vocabulary.commands.commands[command]
    guard !called.parameters.isEmpty else { return .null }
    let label = called.usage
    let parameters = called.parameters.map { parameter -> JSON in
      let name = label.contains(parameter.usage) ? parameter.usage : parameter.name
      return ["label": .string(name), "documentation": .string(parameter.summary)]
    }
    return [
      "signatures": [
        ["label": .string(label), "documentation": .string(called.summary), "parameters": .array(parameters)]
      ],
      "activeSignature": 0,
      "activeParameter": .integer(Int64(active ?? called.parameters.count)),
    ]
  }
}
