import JSON
import StoryScript
import Terminal

/// Completion: the prompt's own candidates at a place of the document, with the names of the script.
extension LanguageServer {
  /// The number of candidates up to which each has its documentation.
  private static let documented = 80

  func completion(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let source = document.source else { return .array([]) }
    let text = source.text(SourceRange(0, source.bytes.count))
    let vocabulary = catalog.schema.vocabulary
    let known = names(includedBy: document)
    var completer = Completer(session: session)
    completer.readsFiles = false
    completer.definitions = known.union(ownDefinitions(document))
    let place = SyntaxPlace.at(offset, in: text, vocabulary: vocabulary, definitions: completer.definitions)
    let found = own(place, text, document) + completer.completions(text, offset)
    let isStage = if case .stage = place.expectation { true } else { false }
    let before = commandBefore(place, vocabulary)
    var seen: Set<String> = []
    let items = found.enumerated().compactMap { index, candidate -> JSON? in
      let new = String(candidate.text.reversed().drop { $0 == " " }.reversed())
      guard seen.insert(new).inserted else { return nil }
      let topic = topics.topic(before.map { "\($0) \(new)" } ?? new, isStage: isStage)
      var fields: [JSON.Field] = [
        JSON.Field("label", .string(new)),
        JSON.Field("kind", .integer(kind(of: new, place, topic, completer.definitions))),
        JSON.Field("sortText", .string(String(String(10_000 + index).dropFirst()))),
        JSON.Field("filterText", .string(new)),
        JSON.Field(
          "textEdit",
          [
            "range": json(SourceRange(candidate.replacing.lowerBound, candidate.replacing.upperBound), in: document),
            "newText": .string(new),
          ]),
      ]
      if !candidate.description.isEmpty { fields.append(JSON.Field("detail", .string(candidate.description))) }
      if let topic, found.count <= Self.documented {
        fields.append(JSON.Field("documentation", markup(topic.markdown, plain: topic.plain)))
      } else if let topic {
        fields.append(JSON.Field("documentation", .string(topic.usage + "\n" + topic.summary)))
      }
      return .object(fields)
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  /// Returns the names that the script alone knows: variables with their kinds, fields of an event and of records.
  private func own(_ place: SyntaxPlace, _ text: String, _ document: OpenDocument) -> [Completion] {
    func part(_ range: Range<Int>) -> String {
      String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
    let typed = part(place.range)
    if case .field(let range) = place.expectation {
      let value = part(range)
      guard value.hasPrefix("$"), let script = document.findings(catalog).script,
        let shape = KindChecker.description(
          ofVariable: String(value.dropFirst()), in: script, schema: catalog.schema)
      else { return [] }
      return shape.fields.filter { $0.hasPrefix(typed) }.map { Completion($0, replacing: place.range) }
    }
    guard typed.hasPrefix("$"), let symbols = document.symbols(catalog) else { return [] }
    switch place.expectation {
    case .partner, .event, .stage, .path, .nothing, .field: return []
    default: break
    }
    let handler = symbols.handlers.last {
      Int($0.range.start) < place.range.lowerBound && place.range.lowerBound < Int($0.range.end)
    }
    let event = handler.flatMap { catalog.schema.event($0.event) }.map { catalog.schema.events[$0] }
    let fields = (event?.fields ?? []).map {
      Completion("$" + $0.name, description: $0.summary, replacing: place.range)
    }
    let variables = symbols.symbols.filter { [.variable, .parameter, .item].contains($0.kind) }.map { symbol in
      Completion("$" + symbol.name, description: kind(of: symbol, in: document) ?? "", replacing: place.range)
    }
    return (fields + variables).filter { $0.text.hasPrefix(typed) }
  }

  private func ownDefinitions(_ document: OpenDocument) -> [String] {
    document.symbols(catalog)?.symbols.filter { $0.kind == .definition }.map(\.name) ?? []
  }

  /// Returns the words of a command before the word being typed.
  private func commandBefore(_ place: SyntaxPlace, _ vocabulary: Vocabulary) -> String? {
    guard case .commandWord(let commands, let index, _) = place.expectation, index > 0, let first = commands.first
    else {
      return nil
    }
    return vocabulary.commands.commands[first].words.prefix(index).joined(separator: " ")
  }

  /// Returns the protocol's number for the kind of a completion.
  private func kind(
    of text: String, _ place: SyntaxPlace, _ topic: HelpTopic?, _ definitions: Set<String>
  ) -> Int64 {
    let (function, field, variable, value, keyword, file, event) = (
      3 as Int64, 5 as Int64, 6 as Int64, 12 as Int64, 14 as Int64, 17 as Int64, 23 as Int64
    )
    if text.hasPrefix("$") { return variable }
    switch place.expectation {
    case .event: return event
    case .field: return field
    case .path: return file
    case .partner: return keyword
    default: break
    }
    if definitions.contains(text) { return function }
    if Keyword(rawValue: text) != nil || LessonWord(rawValue: text) != nil || StageWord(rawValue: text) != nil {
      return keyword
    }
    if topics.state(text) != nil { return field }
    if topic != nil || catalog.schema.vocabulary.commands.hasFirstWord(text) { return function }
    return value
  }
}
