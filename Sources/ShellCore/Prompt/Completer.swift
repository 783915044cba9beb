import SessionState
import StoryScript
import TerminalText

/// A possible text at the cursor.
package struct Candidate: Equatable {
  package var text: String
  package var description: String
  /// `true` if the word is complete: then a space follows it.
  var isWhole: Bool
  /// A sign that may precede the text; candidates with it are offered once the user has typed the sign.
  var sign: Character?

  package init(_ text: String, _ description: String = "", isWhole: Bool = true, sign: Character? = nil) {
    self.text = text
    self.sign = sign
    self.description = description
    self.isWhole = isWhole
  }
}

/// The candidates at the cursor, with a line about each: from the command table and the session's present state.
public struct Completer {
  private let session: Session
  /// `true` to read folders and evaluate values; too slow for a suggestion at every key.
  var readsFilesAndValues = true
  /// `true` to read small files for the fields of their values.
  package var readsFiles = true
  /// Names of definitions in files that the text includes.
  package var definitions: Set<String> = []
  public init(session: Session) { self.session = session }
  private var schema: Schema { session.catalog.schema }
  private var vocabulary: Vocabulary { schema.vocabulary }

  /// - Parameter cursor: an offset in bytes.
  public func completions(_ line: String, _ cursor: Int) -> [Completion] {
    let definitions = session.runtime.program.definitionNames.union(definitions)
    let place = SyntaxPlace.at(cursor, in: line, vocabulary: vocabulary, definitions: definitions)
    let typed = String(decoding: line.utf8.dropFirst(place.range.lowerBound).prefix(place.range.count), as: UTF8.self)
    if expectsFile(place.expectation) {
      let files = readsFilesAndValues ? files(typed, place) : []
      // A quoted text is a path, never a word that announces an argument.
      guard place.quote == nil else { return files }
      let words = words(place, typed, line, definitions)
      // Behind a command that has words of its own, these are more likely than a file.
      if case .commandWord = place.expectation { return words + files }
      return files + words
    }
    return words(place, typed, line, definitions)
  }

  /// Returns the blocks that `cancel` could cancel: by name, if they have one, otherwise by number.
  private func waiting(_ place: SyntaxPlace, _ line: String) -> [Candidate]? {
    // This runs at every key, so the line is parsed only where nothing else is known to follow.
    guard case .nothing = place.expectation, place.quote == nil else { return nil }
    let before = line.utf8.prefix(place.range.lowerBound).split { ";{}\n".utf8.contains($0) }.last ?? []
    guard String(decoding: before, as: UTF8.self).split(separator: " ") == [Keyword.cancel.rawValue[...]] else {
      return nil
    }
    let waiting = session.runtime.upcoming.map { item in
      Candidate(item.name ?? "\(item.number)", sanitized(session.shown(item.text)))
    }
    return waiting.isEmpty ? [] : waiting + [Candidate("all", "everything that is scheduled")]
  }

  private func words(
    _ place: SyntaxPlace, _ typed: String, _ line: String, _ definitions: Set<String>
  ) -> [Completion] {
    var candidates: [Candidate]
    if place.quote != nil, !mayBeQuoted(place.expectation) { return [] }
    if typed.hasPrefix("$") {
      candidates = isTerm(place.expectation) ? variables(line) : []
    } else {
      candidates = self.candidates(place.expectation, typed, definitions)
    }
    if readsFilesAndValues, place.quote == nil { candidates = fields(place, line) + candidates }
    if let waiting = waiting(place, line) { candidates = waiting }
    if let setting = settingBefore(place, line) {
      candidates = setting.words.map { Candidate($0, setting.summary) }
    }
    if let words = wordsToExplain(place, line) { candidates = words }
    for index in candidates.indices where candidates[index].sign != nil && candidates[index].sign == typed.first {
      candidates[index].text = String(typed.prefix(1)) + candidates[index].text
    }
    candidates = matching(candidates, typed, quote: place.quote)
    if candidates.isEmpty, readsFilesAndValues, place.quote == nil, mayBeCommand(place.expectation) {
      candidates = CommandCandidates.whole(like: typed, vocabulary)
    }
    return candidates.map {
      Completion($0.isWhole ? $0.text + " " : $0.text, description: $0.description, replacing: place.range)
    }
  }

  /// Returns the setting whose value the user types.
  private func settingBefore(_ place: SyntaxPlace, _ line: String) -> Setting? {
    guard case .argument(let command, 1?, _) = place.expectation,
      vocabulary.commands.commands[command].name == "set"
    else { return nil }
    let before = String(decoding: line.utf8.prefix(place.range.lowerBound), as: UTF8.self)
    let name = before.split(separator: " ").last.map(String.init)
    return session.catalog.settings.first { $0.name == name }
  }

  /// Returns the next words of the commands that begin with the words behind `help`.
  private func wordsToExplain(_ place: SyntaxPlace, _ line: String) -> [Candidate]? {
    guard case .argument(let command, let count?, _) = place.expectation, count > 0,
      vocabulary.commands.commands[command].name == "help"
    else { return nil }
    let before = String(decoding: line.utf8.prefix(place.range.lowerBound), as: UTF8.self)
    let typed = before.split(separator: " ").suffix(count).map(String.init)
    let commands = vocabulary.commands.commands.indices.filter {
      vocabulary.commands.commands[$0].words.starts(with: typed)
    }
    return CommandCandidates.words(commands, at: count, vocabulary)
  }

  /// Returns the fields that may be named at the place.
  private func fields(_ place: SyntaxPlace, _ line: String) -> [Candidate] {
    func text(_ range: Range<Int>) -> String {
      String(decoding: line.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
    if case .field(let range) = place.expectation {
      return FieldCandidates.of(text(range), isRow: false, reading: readsFiles, in: session)
    }
    return place.rows.map { FieldCandidates.of(text($0), isRow: true, reading: readsFiles, in: session) } ?? []
  }

  private func matching(_ candidates: [Candidate], _ typed: String, quote: Character?) -> [Candidate] {
    FuzzyMatch.matching(quote == nil ? candidates : candidates.map { quoted($0) }, typed) { $0.text }
  }

  private func quoted(_ candidate: Candidate) -> Candidate {
    guard candidate.text.first != "\"" else { return candidate }
    return Candidate(ValueWriter.quoted(candidate.text), candidate.description, isWhole: candidate.isWhole)
  }

  // MARK: By place

  private func candidates(
    _ expectation: SyntaxPlace.Expectation, _ typed: String, _ definitions: Set<String>
  ) -> [Candidate] {
    switch expectation {
    case .statement(.lesson): return CommandCandidates.lessonWords(in: .lesson)
    case .statement(let room):
      // A statement seldom begins with a state, so states are offered only once their dot is typed: `tim` completes
      // to `timer ` instead of to the beginning of two things.
      return CommandCandidates.abbreviations(session.world.prompt.abbreviations)
        + CommandCandidates.lessonWords(in: room) + commands(definitions) + CommandCandidates.keywords()
        + (typed.contains(".") ? CommandCandidates.states(typed, schema) : [])
    case .partner: return CommandCandidates.partners()
    case .value(let inParentheses):
      return commands(definitions) + (inParentheses ? CommandCandidates.functions() : [])
        + CommandCandidates.states(typed, schema)
    case .commandWord(let commands, let index, let complete):
      let words = CommandCandidates.words(commands, at: index, vocabulary)
      guard let complete else { return words }
      let first = SyntaxPlace.Expectation.firstArgument(of: complete, in: vocabulary)
      let values = candidates(first, typed, definitions)
      // If an argument may be a name or a file, as with a lesson, the names are the command's main purpose and come
      // first.
      return expectsFile(first) ? values + words : words + values
    case .argument(let command, let parameter, let announced):
      let parameters = vocabulary.commands.commands[command].parameters
      var values = parameter.map { self.values(of: parameters[$0].type, about: parameters[$0].summary) } ?? []
      // The menu shows what all candidates share once; beside others, the values speak for themselves.
      if !announced.isEmpty, values.count > 1, Set(values.map { $0.description }).count == 1 {
        for index in values.indices { values[index].description = "" }
      }
      if parameter == 0, vocabulary.commands.commands[command].name == "set" {
        // The summary of each setting.
        return session.catalog.settings.map { Candidate($0.name, $0.summary) }
      }
      return values + announced.map { announcement(parameters[$0]) }
    case .announcedArgument(let command, let parameter):
      let parameter = vocabulary.commands.commands[command].parameters[parameter]
      return values(of: parameter.type, about: parameter.summary)
    case .operand: return CommandCandidates.states(typed, schema)
    case .opposite(let state):
      return CommandCandidates.cases(of: state, schema)
        + (typed.hasPrefix("\"") || typed.hasPrefix("'") ? [] : CommandCandidates.states(typed, schema))
    case .event: return CommandCandidates.events(schema)
    case .stage: return CommandCandidates.stages() + CommandCandidates.definitions(definitions)
    case .field, .path, .nothing: return []
    }
  }

  /// Returns whether a text in quotes may be one of the words at the place. Commands, states and names are not written
  /// in quotes, and the texts of a lesson are prose.
  private func mayBeQuoted(_ expectation: SyntaxPlace.Expectation) -> Bool {
    switch expectation {
    case .statement, .partner, .value, .operand, .event, .stage: false
    case .commandWord, .argument, .announcedArgument, .opposite, .field, .path, .nothing: true
    }
  }

  private func mayBeCommand(_ expectation: SyntaxPlace.Expectation) -> Bool {
    switch expectation {
    case .statement, .value: true
    default: false
    }
  }

  private func commands(_ definitions: Set<String>) -> [Candidate] {
    CommandCandidates.firstWords(vocabulary) + CommandCandidates.definitions(definitions)
  }

  private func announcement(_ parameter: Parameter) -> Candidate {
    Candidate(parameter.preposition ?? parameter.name, parameter.summary)
  }

  private func values(of type: ParameterType, about summary: String) -> [Candidate] {
    switch type {
    case .choice(let words, _): return words.map { Candidate(Word.quotedIfNeeded($0), summary) }
    case .name(let phrase), .words(let phrase), .lines(let phrase):
      guard let kind = NameKind(rawValue: phrase) else { return [] }
      return switch kind {
      case .subject: CommandCandidates.subjects(session.catalog)
      case .abbreviation: CommandCandidates.abbreviations(session.world.prompt.abbreviations)
      default: session.catalog.names(kind, session)
      }
    case .either(let types): return types.flatMap { values(of: $0, about: summary) }
    default: return []
    }
  }

  /// Returns whether a variable may appear at the place.
  private func isTerm(_ expectation: SyntaxPlace.Expectation) -> Bool {
    switch expectation {
    case .statement, .value, .argument, .announcedArgument, .operand, .opposite: true
    case .commandWord(_, _, let complete): complete != nil
    case .partner, .event, .stage, .field, .path, .nothing: false
    }
  }

  private func variables(_ line: String) -> [Candidate] {
    let runtime = session.runtime!
    let known = runtime.program.variableNames.filter { !$0.allSatisfy { $0.isNumber } }
    let bound = SyntaxColouring.boundNames(in: line, vocabulary: vocabulary).filter { !known.contains($0) }
    return known.map { name in
      let value = runtime.variable(name).map { session.output.secrets.masked(runtime.writer.text($0)) } ?? ""
      return Candidate("$" + name, StyledText(sanitized(value)).clipped(to: 40).plain)
    } + bound.sorted().map { Candidate("$" + $0) }
  }

  // MARK: Files

  private func expectsFile(_ expectation: SyntaxPlace.Expectation) -> Bool {
    func isPath(_ command: Int, _ parameter: Int) -> Bool {
      vocabulary.commands.commands[command].parameters[parameter].type.isPath
    }
    switch expectation {
    case .path: return true
    case .argument(let command, let parameter?, _): return isPath(command, parameter)
    case .announcedArgument(let command, let parameter): return isPath(command, parameter)
    case .commandWord(_, _, let complete?): return expectsFile(.firstArgument(of: complete, in: vocabulary))
    default: return false
    }
  }

  /// Returns completions of a path. Only its last name is replaced, so that the list stays readable; if a name needs
  /// quotes, the whole path is replaced.
  private func files(_ typed: String, _ place: SyntaxPlace) -> [Completion] {
    if place.quote == nil, typed.hasPrefix("$") { return [] }
    let written = place.quote == nil ? typed[...] : typed.dropFirst()
    let found = FileCandidates(place.quote == "\"" ? Self.unescaped(written) : String(written))
    // Single quotes have no escapes: where one of the names contains such a quote, double ones take their place.
    let needsQuotes =
      place.quote == nil && found.names.contains(where: Word.needsQuotes)
      || place.quote == "'" && found.names.contains { $0.contains("'") }
    let slash = written.lastIndex(of: "/").map { written.index(after: $0) } ?? written.startIndex
    let folder = written[..<slash].utf8.count + (place.quote == nil ? 0 : 1)
    let last = found.isCorrected ? place.range : (place.range.lowerBound + folder)..<place.range.upperBound
    return found.names.map { name in
      let isFolder = name.hasSuffix("/")
      if needsQuotes {
        return Completion(
          String(ValueWriter.quoted(found.folder + name).dropLast()) + (isFolder ? "" : "\" "), replacing: place.range)
      }
      let name = place.quote == "\"" ? String(ValueWriter.quoted(name).dropFirst().dropLast()) : name
      let end = isFolder ? "" : place.quote.map { "\($0) " } ?? " "
      let beginning = found.isCorrected ? (place.quote.map(String.init) ?? "") + found.folder : ""
      return Completion(beginning + name + end, replacing: last)
    }
  }

  /// Returns the text of an unclosed string, with only the escapes of file names replaced.
  private static func unescaped(_ written: Substring) -> String {
    var (text, isEscaped) = ("", false)
    for character in written {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, !"\"\\{}".contains(character) { text.append("\\") }
      text.append(character)
      isEscaped = false
    }
    return text
  }
}

/// The fields of values that the session already has, or that a read-only evaluation returns.
enum FieldCandidates {
  /// - Parameters:
  ///   - text: the expression that returns the record.
  ///   - isRow: `true` if it returns rows, whose fields are offered.
  ///   - reads: `true` if the evaluation may read small files.
  static func of(_ text: String, isRow: Bool, reading reads: Bool, in session: Session) -> [Candidate] {
    guard let value = Trial.value(of: text, reading: reads, in: session) else { return [] }
    let record = isRow ? value.list?.first?.record ?? value.record : value.record
    guard let record else { return [] }
    let writer = session.runtime.writer
    return zip(record.names, record.values).filter { isName($0.0) }.map { name, value in
      Candidate(name, StyledText(sanitized(writer.text(value))).clipped(to: 40).plain)
    }
  }

  /// Returns whether a field can be named without quotes.
  private static func isName(_ text: String) -> Bool {
    text.first?.isNumber == false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

/// Finds the texts that the typed letters may mean: those that begin with them, otherwise those that do in another
/// case, otherwise those that contain the letters in order, the densest first.
package enum FuzzyMatch {
  /// Returns the matching items. Linear in the total length of the texts, unless nothing is typed.
  package static func matching<Item>(_ items: [Item], _ typed: String, _ text: (Item) -> String) -> [Item] {
    if typed.isEmpty { return items }
    let exact = items.filter { text($0).hasPrefix(typed) }
    if !exact.isEmpty { return exact }
    let lower = typed.lowercased()
    let folded = items.filter { text($0).lowercased().hasPrefix(lower) }
    if !folded.isEmpty { return folded }
    let letters = Array(lower.utf8)
    let found = items.enumerated().compactMap { index, item in
      span(of: letters, in: text(item).lowercased()).map { (span: $0, index: index, item: item) }
    }
    return found.sorted { ($0.span, $0.index) < ($1.span, $1.index) }.map { $0.item }
  }

  /// Returns the number of bytes that the letters span in a text that begins with the first of them and contains them
  /// all in order; `nil` for other texts and for a single letter, which says too little.
  private static func span(of letters: [UInt8], in text: String) -> Int? {
    guard letters.count > 1 else { return nil }
    var (next, count) = (0, 0)
    for byte in text.utf8 {
      count += 1
      if byte == letters[next] { next += 1 } else if next == 0 { return nil }
      if next == letters.count { return count }
    }
    return nil
  }
}
