import StoryScript

@testable import Shell

/// The lines that a diagnostic suggests, read from its words: the two forms are `did you mean 'A' or 'B'?` and
/// `try: A, or B`.
struct SuggestedLines {
  struct Line: Hashable {
    /// The ways to use the suggestion: as a line of its own, or in place of the mistake.
    var readings: [String]
    /// `true` if the words contain a placeholder such as NAME or `…`, for which an example has been substituted.
    var isPattern = false
    /// `true` if the suggestion repeats what was typed, corrected: the state may still refuse what the user wants.
    var isCorrection = false
    /// The end of a corrected word in the first reading, in bytes: what follows is as it was typed.
    var correctionEnd: Int?
  }

  private(set) var lines: [Line] = []
  private let typed: String
  /// The line that the diagnostic itself makes of a correction.
  private var corrected: String?
  private let range: Range<Int>
  /// The names of all commands.
  private let names: [String]

  init(_ diagnostic: Diagnostic, names: [String]) {
    self.names = names
    typed = diagnostic.source.map { $0.text(SourceRange(0, $0.bytes.count)) } ?? ""
    let start = min(Int(diagnostic.range.start), typed.utf8.count)
    range = start..<max(start, min(Int(diagnostic.range.end), typed.utf8.count))
    guard let suggestion = diagnostic.problem.suggestion else { return }
    if suggestion.hasPrefix("did you mean "), suggestion.hasSuffix("?") {
      corrected = diagnostic.corrected
      for meant in Self.quoted(suggestion.dropFirst("did you mean ".count).dropLast()) { addCorrection(meant) }
    } else if let place = suggestion.firstRange(of: "try: ") {
      for text in Self.alternatives(suggestion[place.upperBound...]) { add(text) }
    } else if let line = suggestion.split(separator: ": ").last,
      names.contains(where: { "\(line) ".hasPrefix($0 + " ") }),
      line.count < suggestion.count, !suggestion.hasPrefix("commands: ")
    {
      // A sentence, and the line that it is about.
      for text in Self.alternatives(line) { add(text) }
    }
    // Commands that a sentence names: `waiting` lists the blocks.
    for (index, part) in suggestion.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    where index % 2 == 1 && names.contains(String(part)) {
      add(String(part), isMention: true)
    }
  }

  // MARK: The words of a suggestion

  /// Returns the quoted parts of `'A' or 'B'`, which may contain quotes.
  private static func quoted(_ text: Substring) -> [String] {
    text.replacing("' or '", with: "'\u{0}'").replacing("' or \"", with: "'\u{0}\"").replacing(
      "\" or '", with: "\"\u{0}'"
    )
    .split(separator: "\u{0}").map { part in
      part.hasPrefix("'") && part.hasSuffix("'") && part.count > 1 ? String(part.dropFirst().dropLast()) : String(part)
    }
  }

  /// Returns the lines of `A, or B; a comment`.
  private static func alternatives(_ text: Substring) -> [String] {
    var (parts, part): ([String], String) = ([], "")
    var (quote, depth): (Character?, Int) = (nil, 0)
    var rest = text
    func isSeparator(_ separator: String) -> Bool { quote == nil && depth == 0 && rest.hasPrefix(separator) }
    while let character = rest.first {
      if isSeparator("; ") { break }
      if let separator = [", or for this run only: ", ", or once: ", ", or ", ", "].first(where: isSeparator) {
        parts.append(part)
        part = ""
        rest = rest.dropFirst(separator.count)
        continue
      }
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      }
      part.append(character)
      rest = rest.dropFirst()
    }
    parts.append(part)
    // Behind a comma, a sentence may go on.
    let sentences = ["which ", "to ", "then ", "outside ", "at a ", "or "]
    return parts.enumerated().filter { index, part in
      !part.isEmpty && !(index > 0 && sentences.contains { part.hasPrefix($0) })
    }.map(\.element)
  }

  // MARK: Readings

  private var before: String { String(decoding: typed.utf8.prefix(range.lowerBound), as: UTF8.self) }
  private var mistake: String { String(decoding: Array(typed.utf8)[range], as: UTF8.self) }
  private var behind: String { String(decoding: typed.utf8.dropFirst(range.upperBound), as: UTF8.self) }

  private mutating func addCorrection(_ meant: String) {
    // A word may be corrected together with the words around it.
    let readings = (corrected.map { [$0] } ?? []) + [before + meant + behind, before + meant, meant]
    let end = readings[0].utf8.count - behind.utf8.count
    lines.append(Line(readings: readings, isCorrection: true, correctionEnd: end))
  }

  /// - Parameter isMention: `true` if a sentence only names the command.
  private mutating func add(_ text: String, isMention: Bool = false) {
    // These lines are for the system's shell.
    if ["storyline ", "convert ", "heif-convert ", "tr -d "].contains(where: { text.hasPrefix($0) }) { return }
    let (example, isPattern) = Placeholders.filled(text)
    let command = names.filter { "\(text) ".hasPrefix($0 + " ") }.max { $0.count < $1.count }
    let repeats = command.map { "\(typed) ".hasPrefix($0 + " ") } ?? false
    var readings = [example]
    if command == nil || repeats {
      readings += [before + example + behind, before + example, before + mistake + " " + example]
      readings += [before + example + " " + mistake + behind]
    }
    // The last statement of several.
    if let end = before.lastIndex(of: ";") { readings.append(before[...end] + " " + example) }
    lines.append(Line(readings: readings, isPattern: isPattern, isCorrection: repeats || isMention || command == nil))
  }
}

/// Examples for the placeholders in usage lines and suggestions.
enum Placeholders {
  private static let examples: [String: String] = [
    "HANDLE": "bob.test", "HOST": "practice.test", "CODE": "12345", "N": "1", "COUNT": "2", "POST": "@1",
    "TEXT": "\"words\"", "NAME": "mia", "NEW": "ben", "FILE": "Examples/people.csv", "FOLDER": "Examples/Photos",
    "PATH": "Examples/Photos", "MINUTES": "20", "DURATION": "5s", "ACTIVITY": "reading", "ICON": "🎻",
    "STEPS": "\"dress 5m, teeth 3m\"", "ROUTINE": "morning", "RATING": "good", "PIN": "1234", "OLD": "1234",
    "DATE": "2026-01-05", "END": "2026-01-06", "LANGUAGE": "en", "LANGUAGES": "en", "TAGS": "swift", "WHEN": "18:00",
    "LATITUDE": "48", "LONGITUDE": "11", "DEGREES": "1", "GAP": "1h", "CAP": "10", "SHIFT": "+1h", "MOMENT": "1",
    "YEARS": "1", "FEED": "news", "LIST": "friends", "KIND": "likes", "USER": "@ana", "STORY": "4", "X": "0.5",
    "POSITION": "2s", "VALUE": "5", "CONDITION": "true", "LINE": "\"print 1\"", "WORD": "\"w\"", "REASON": "spam",
    "LENGTH": "5s",
  ]

  /// Returns a suggestion with examples in place of its placeholders, and whether it had any.
  static func filled(_ text: String) -> (String, isPattern: Bool) {
    var (text, isPattern) = (text.replacing("map zoom PIN", with: "map zoom 1"), text.contains("$value"))
    // Optional parts.
    while let open = text.firstRange(of: " ["), let close = text[open.upperBound...].firstIndex(of: "]"),
      text[open.upperBound..<close].contains(where: \.isLetter)
    {
      text.removeSubrange(open.lowerBound...close)
      isPattern = true
    }
    for (sign, example) in [
      ("{ … }", "{ print 1 }"), ("\"…\"", "\"words\""), ("(… | …)", "([1] | count)"), ("= …", "= 1"), ("…", "1"),
    ] where text.contains(sign) {
      text = text.replacing(sign, with: example)
      isPattern = true
    }
    var result = ""
    var (rest, quoted) = (text[...], false)
    while let first = rest.first {
      let word = rest.prefix { $0.isASCII && ($0.isUppercase || $0 == "|") }
      // Of several words, the first one.
      let choice = quoted ? "" : rest.prefix { $0.isLetter || $0 == "|" || $0 == "-" }
      if choice.first?.isLowercase == true, result.last.map({ $0 == " " }) ?? true, let bar = choice.firstIndex(of: "|")
      {
        result += choice[..<bar]
        rest = rest.drop { $0 != " " }
        isPattern = true
        continue
      }
      if first == "\"" { quoted.toggle() }
      let after = rest.dropFirst(word.count).first
      let isWord = result.last.map { " (\"".contains($0) } ?? true
      let isWhole = after.map { !$0.isLetter && !$0.isNumber && $0 != "." || $0 == "." } ?? true
      if isWord, isWhole, let name = word.split(separator: "|").first, let example = examples[String(name)] {
        result += quoted ? example.filter { $0 != "\"" } : example
        rest = rest.dropFirst(word.count)
        isPattern = true
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return (result, isPattern)
  }
}
