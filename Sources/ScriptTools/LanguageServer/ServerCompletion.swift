import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// Completion: the prompt's own candidates at a place of the document, with the names of the script.
extension LanguageServer {
  /// The number of candidates up to which each has its documentation.
  private static let documented = 80

  func completion(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let whole = document.sourceOffset(try self.offset(in: document, parameters))
    guard let source = document.source, let context = document.context(of: whole, catalog) else { return .array([]) }
    let text = source.text(SourceRange(context.lowerBound, context.upperBound))
    let offset = whole - context.lowerBound
    let vocabulary = catalog.schema.vocabulary
    let known = names(includedBy: document)
    var completer = Completer(session: session)
    completer.readsFiles = false
    completer.definitions = known.union(ownDefinitions(document))
    let place = SyntaxPlace.at(offset, in: text, vocabulary: vocabulary, definitions: completer.definitions)
    let typed = String(decoding: text.utf8.dropFirst(place.range.lowerBound).prefix(place.range.count), as: UTF8.self)
    var own = own(place, text, context.lowerBound, document)
    let names = names(at: place, typed, context.lowerBound, document, completer.definitions)
    // A space typed between two words does not open a list of operators.
    let isTyping = parameters["context"]?["triggerKind"]?.integerValue == 2
    let words = keywords(at: place, typed).filter { !isTyping || !typed.isEmpty || $0.text == "not" }
    own += typed.isEmpty ? names + words : words + names
    var offered = completer.completions(text, offset)
    // Of the names in the text, only those are in scope that the script's symbols say, and those of unreadable lines.
    if typed.hasPrefix("$"), let symbols = document.symbols(catalog)?.symbols {
      let known = Set(symbols.map { "$" + $0.name })
      offered.removeAll { known.contains($0.text.filter { $0 != " " }) }
    }
    // Where words begin with the typed letters, those that merely contain them are not meant.
    if !typed.isEmpty, !own.isEmpty { offered.removeAll { $0.replacing == place.range && !$0.text.hasPrefix(typed) } }
    let found = own + offered
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
        JSON.Field(
          "textEdit",
          [
            "range": json(
              SourceRange(
                candidate.replacing.lowerBound + context.lowerBound, candidate.replacing.upperBound + context.lowerBound
              ),
              in: document),
            "newText": .string(new),
          ]),
      ]
      if !candidate.description.isEmpty { fields.append(JSON.Field("detail", .string(candidate.description))) }
      if client.resolvesDocumentation {
        let word = topic == nil ? new : before.map { "\($0) \(new)" } ?? new
        fields.append(
          JSON.Field("data", ["uri": .string(document.address), "word": .string(word), "isStage": .bool(isStage)]))
      } else if let topic, found.count <= Self.documented {
        fields.append(JSON.Field("documentation", markup(topic.markdown, plain: topic.plain)))
      } else if let topic {
        fields.append(JSON.Field("documentation", .string(topic.usage + "\n" + topic.summary)))
      }
      return .object(fields)
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  /// Adds the documentation to an item of a completion: the help of a word, the range of a setting, or the definition
  /// of a name with its comment.
  func resolve(_ item: JSON) -> JSON {
    guard case .object(let fields) = item, let word = item["data"]?["word"]?.stringValue,
      let found = documentation(
        of: word, item["data"]?["isStage"]?.boolValue ?? false, item["data"]?["uri"]?.stringValue)
    else { return item }
    return .object(fields.filter { $0.name != "documentation" } + [JSON.Field("documentation", found)])
  }

  private func documentation(of word: String, _ isStage: Bool, _ address: String?) -> JSON? {
    if let document = address.flatMap({ documents[$0] }), let found = explanation(ofName: word, in: document) {
      return markup(found.markdown, plain: found.plain)
    }
    let topic = topics.topic(word, isStage: isStage) ?? topics.setting(word)
    return topic.map { markup($0.markdown, plain: $0.plain) }
  }

  /// Returns the names that the script alone knows: variables with their kinds, fields of an event and of records.
  /// - Parameter start: the offset of the text in the document.
  private func own(_ place: SyntaxPlace, _ text: String, _ start: Int, _ document: OpenDocument) -> [Completion] {
    func part(_ range: Range<Int>) -> String {
      String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
    let typed = part(place.range)
    if case .field(let range) = place.expectation {
      return knownFields(of: part(range), isRow: false, document).filter { $0.hasPrefix(typed) }.map {
        Completion($0, replacing: place.range)
      }
    }
    if let values = settingValues(place, part) {
      return values.filter { $0.text.hasPrefix(typed) }
    }
    let rows = place.rows.map { knownFields(of: part($0), isRow: true, document) } ?? []
    if !rows.isEmpty, !typed.hasPrefix("$") {
      return rows.filter { $0.hasPrefix(typed) }.map { Completion($0, replacing: place.range) }
    }
    guard typed.hasPrefix("$") else { return [] }
    switch place.expectation {
    case .partner, .event, .stage, .path, .nothing, .field: return []
    default: return variables(at: place, start, document).filter { $0.text.hasPrefix(typed) }
    }
  }

  /// Returns the variables that a place may use, with their `$`, and the fields of the event around it.
  func variables(at place: SyntaxPlace, _ start: Int, _ document: OpenDocument) -> [Completion] {
    guard let symbols = document.symbols(catalog) else { return [] }
    let offset = place.range.lowerBound + start
    let event = symbols.event(handledAt: offset).flatMap { catalog.schema.event($0) }.map { catalog.schema.events[$0] }
    let fields = (event?.fields ?? []).map {
      Completion("$" + $0.name, description: $0.summary, replacing: place.range)
    }
    let own = symbols.variables(visibleAt: offset)
    let included = self.variables(includedBy: document).subtracting(own.map { $0.name }).sorted()
    let variables = own.map { symbol in
      Completion(
        "$" + symbol.name, description: kind(of: symbol, in: document) ?? "", replacing: place.range)
    }
    return fields + variables + included.map { Completion("$" + $0, replacing: place.range) }
  }

  /// Returns the fields of an expression's value, inferred from the script.
  private func knownFields(of text: String, isRow: Bool, _ document: OpenDocument) -> [String] {
    guard let script = document.script(catalog), let source = try? Source(name: "", text: text) else {
      return []
    }
    let known = names(includedBy: document).union(ownDefinitions(document))
    let parsed = try? Parser.parse(
      source, catalog.schema.vocabulary, known: known, isVariable: { _ in true }, within: Session.bounds)
    let value: Expression
    switch parsed?.statements.last?.kind {
    case .expression(let expression): value = expression
    case .command(let call): value = .command(call)
    default: return []
    }
    return KindChecker.fields(of: value, isRow: isRow, in: script, schema: catalog.schema)
  }

  /// Returns the value of a setting at the beginning, if the place is after `set NAME` and its values are not words.
  private func settingValues(_ place: SyntaxPlace, _ part: (Range<Int>) -> String) -> [Completion]? {
    guard case .argument(let command, 1?, _) = place.expectation,
      catalog.schema.vocabulary.commands.commands[command].name == "set"
    else { return nil }
    let before = part(0..<place.range.lowerBound).split { $0 == " " || $0 == "\t" }.last
    guard let setting = catalog.settings.first(where: { $0.name == before ?? "" }), setting.words.isEmpty else {
      return nil
    }
    let value = session.runtime.writer.literal(setting.read(session.world))
    return [Completion(value, description: "default; \(setting.range)", replacing: place.range)]
  }

  private func ownDefinitions(_ document: OpenDocument) -> Set<String> {
    document.source.map { Declarations.definitions(of: $0, include: Source.noFiles) } ?? []
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
    if place.keywords.contains(text) { return keyword }
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
