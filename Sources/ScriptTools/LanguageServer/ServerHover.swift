import JSON
import ShellCore
import StoryScript

/// Hover: the texts of `help`, and the known facts about a variable.
extension LanguageServer {
  func hover(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    let spans = spans(of: document)
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

  typealias Explanation = (markdown: String, plain: String, range: Range<Int>)

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
    case .variable, .name, .unknown: return symbol(at: offset, document, span.range)
    case .secret, .comment, .number, .duration, .constant, .string, .path: return nil
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
    let index = symbols.symbol(at: offset) ?? symbols.only(String(word))
    if let index, !symbols.symbols[index].definitions.isEmpty || symbols.symbols[index].kind == .eventField {
      return explanation(of: symbols.symbols[index], at: offset, document, range)
    }
    return explanation(ofIncluded: String(word), by: document, range)
      ?? index.flatMap { explanation(of: symbols.symbols[$0], at: offset, document, range) }
  }

  /// Returns the description of a name that an included file defines: its first line, comment and file.
  private func explanation(
    ofIncluded name: String, by document: OpenDocument, _ range: Range<Int>
  ) -> Explanation? {
    guard let found = included(name, by: document) else { return nil }
    let text = comment(above: Int(found.range.start), found.source)
    let file = "defined in \(found.source.name)"
    return explained(head(of: found.range, found.source), text.isEmpty ? file : "\(text)\n\n\(file)", range)
  }

  /// Returns the description of a name in the script, as completion offers it: with `$` for a variable.
  func explanation(ofName word: String, in document: OpenDocument) -> Explanation? {
    let name = word.drop { $0 == "$" }
    guard let symbols = document.symbols(catalog) else { return nil }
    let symbol = symbols.symbols.last {
      $0.name == name && !$0.definitions.isEmpty && ($0.kind == .definition) == !word.hasPrefix("$")
        && $0.kind != .block
    }
    guard let symbol else {
      return word.hasPrefix("$") ? nil : explanation(ofIncluded: String(name), by: document, 0..<0)
    }
    return explanation(of: symbol, at: Int(symbol.definitions[0].start), document, 0..<0)
  }

  private func explanation(
    of symbol: ScriptSymbols.Symbol, at offset: Int, _ document: OpenDocument, _ range: Range<Int>
  ) -> Explanation? {
    guard let symbols = document.symbols(catalog), let source = document.source else { return nil }
    switch symbol.kind {
    case .definition:
      guard let place = symbol.definitions.first else { return nil }
      return explained(head(of: place, source), comment(above: Int(place.start), source), range)
    case .block: return explained(symbol.name, "the name of a block that `cancel \(symbol.name)` cancels", range)
    case .eventField:
      let event = symbols.event(handledAt: offset).flatMap { catalog.schema.event($0) }.map {
        catalog.schema.events[$0]
      }
      let field = event?.fields.first { $0.name == symbol.name }
      return explained(
        "$" + symbol.name,
        field.map { "\($0.summary), a field of the event `\(event?.name ?? "")`" } ?? "a field of the event", range)
    case .variable, .parameter, .item:
      return explained("$" + symbol.name, kind(of: symbol, in: document) ?? "any value", range)
    }
  }

  /// Returns a description of a variable's value: "a record with the fields a, b".
  func kind(of symbol: ScriptSymbols.Symbol, in document: OpenDocument) -> String? {
    document.kinds(catalog)[symbol.name].map { Self.phrase($0) }
  }

  /// Returns the line that defines a name, up to its block.
  func head(of place: SourceRange, _ source: Source) -> String {
    let line = source.text(source.lineRange(of: Int(place.start)))
    return String(line.prefix { $0 != "{" }.reversed().drop { $0 == " " }.reversed())
  }

  private func explained(_ code: String, _ text: String, _ range: Range<Int>) -> Explanation {
    ("```storyline\n\(code)\n```\n\n\(text)", text.isEmpty ? code : "\(code)\n\(text)", range)
  }

  /// Returns the comment on the lines directly above a place, without its signs.
  func comment(above offset: Int, _ source: Source) -> String {
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
}
