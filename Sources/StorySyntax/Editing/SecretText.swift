/// The values of secret parameters in a text, which must not be shown.
///
/// The text may be valid or not, because errors show the typed text. On an invalid line, every word with a digit counts
/// as a secret in statements of commands with a secret, since `pin st 1234` was meant to be secret; so does every word
/// of four letters or more in statements of commands that may take a secret after a word. Further secrets are words
/// where people type a password for which the command prompts (`Parameter.secretBehind`), values of names such as
/// `password` and of variables that are given as a password, app passwords and tokens, which are recognised by their
/// form (`SecretShapes`), and logins in a text (`SecretSentence`).
public enum SecretText {
  /// The replacement for a secret of any length.
  public static let mask = "…"

  /// Returns the ranges of UTF-8 bytes, sorted and without overlaps.
  /// - Complexity: O(length of the text); O(commands) for a vocabulary without secrets.
  /// - Parameters:
  ///   - variables: the variables that hold a secret because of other lines (`secretVariables`).
  ///   - guesses: `false` leaves out words that may not be secrets: those of an invalid line, and values that have the
  ///     name of a secret but are not used as one.
  ///   - declaresAll: `true` if the text would also declare the variables that it uses. After a login, `$ecret` without a
  ///     declaration is then a password.
  public static func ranges(
    in text: String, _ vocabulary: Vocabulary, variables: Set<String> = [], guesses: Bool = true,
    declaresAll: Bool = false
  ) -> [Range<Int>] {
    guard vocabulary.commands.hasSecrets else { return SecretShapes.ranges(in: Array(text.utf8)) }
    let reading = Reading(text, vocabulary, variables, declaresAll: declaresAll)
    return guesses ? reading.ranges : reading.sureRanges
  }

  /// Returns the names of the variables that a text gives to a command as a password or PIN: their values are secret
  /// on all lines.
  public static func secretVariables(in text: String, _ vocabulary: Vocabulary) -> Set<String> {
    let bytes = Array(text.utf8)
    let words = vocabulary.commands.bareSecretWords
    let given = SecretShapes.variables(in: bytes, words)
    return SecretFlow(bytes, words, variables: given) { vocabulary.forwardsValues($0) }.variables
  }

  /// Returns `true` if a text that uses a variable also declares it.
  public static func declares(_ variable: String, in text: String) -> Bool {
    SecretLogin.isDeclared(Array(variable.utf8), in: Array(text.utf8))
  }

  /// Returns the secrets of a text, without guesses.
  public static func secrets(in text: String, _ vocabulary: Vocabulary) -> [String] {
    let bytes = Array(text.utf8)
    return ranges(in: text, vocabulary, guesses: false).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Returns `true` if a line must not be stored: it contains a secret, or lacks one, or was probably meant to have
  /// one.
  public static func isSecret(_ line: String, _ vocabulary: Vocabulary) -> Bool {
    guard vocabulary.commands.hasSecrets else { return false }
    let reading = Reading(line, vocabulary)
    return !reading.ranges.isEmpty || reading.lines.contains { $0.isDue }
  }

  /// Returns the text with `mask` in place of each secret.
  /// - Parameter variables: the variables that hold a secret because of other lines (`secretVariables`).
  public static func masked(_ text: String, _ vocabulary: Vocabulary, variables: Set<String> = []) -> String {
    masked(text, ranges(in: text, vocabulary, variables: variables))
  }

  /// Returns the text typed as a handle, with `mask` in place of everything that is not a handle.
  public static func handle(in text: String) -> String {
    let bytes = Array(text.utf8)
    return masked(text, SecretLogin.secrets(in: bytes, 0..<bytes.count))
  }

  /// Returns `true` if a text that is not a line of the language contains a secret recognised by its form.
  public static func hasToken(_ text: String) -> Bool { !SecretShapes.ranges(in: Array(text.utf8)).isEmpty }

  /// Returns a text that is not a line of the language, such as a message or a value, with `mask` in place of each
  /// secret: tokens and app passwords, values of names such as `password`, and logins.
  public static func withoutTokens(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var found = SecretShapes.ranges(in: bytes)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      found += SecretShapes.named(in: bytes, start..<end).named + SecretSentence(bytes).ranges(in: start..<end)
      start = end + 1
    }
    return masked(text, merged(found))
  }

  /// Returns ranges sorted, with those that overlap made one.
  package static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    let sorted = ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return sorted.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  private static func masked(_ text: String, _ ranges: [Range<Int>]) -> String {
    guard !ranges.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var (result, start) = ("", 0)
    for range in ranges {
      result += String(decoding: bytes[start..<range.lowerBound], as: UTF8.self) + mask
      start = range.upperBound
    }
    return result + String(decoding: bytes[start...], as: UTF8.self)
  }

  /// Returns `message` with `mask` in place of each of `source`'s secrets that it quotes as a word of its own.
  public static func masked(_ message: String, quoting source: String, _ vocabulary: Vocabulary) -> String {
    SourceSecrets(source, vocabulary).masked(message)
  }
}

/// The secrets of one source, read once for all messages about it.
public struct SourceSecrets {
  /// The ranges of UTF-8 bytes, sorted and without overlaps.
  public let ranges: [Range<Int>]
  /// The secrets as a message may quote them; longer ones first, since they may contain shorter ones.
  private let words: [String]
  /// Parts that are words of many sentences too, so that they are replaced only where they are quoted.
  private let quoted: [String]

  public init(_ source: String, _ vocabulary: Vocabulary) {
    ranges = SecretText.ranges(in: source, vocabulary, declaresAll: true)
    let bytes = ranges.isEmpty ? [] : Array(source.utf8)
    var (secrets, short): (Set<String>, Set<String>) = ([], [])
    for range in ranges {
      secrets.insert(String(decoding: bytes[range], as: UTF8.self))
      secrets.insert(String(decoding: bytes[range].drop(while: Self.isQuote), as: UTF8.self))
      var inner = bytes[range].drop(while: Self.isQuote)
      while inner.last.map(Self.isQuote) == true { inner.removeLast() }
      secrets.insert(String(decoding: inner, as: UTF8.self))
      // A password may contain what ends a statement, such as `;`: the error then quotes a part of the password.
      for part in bytes[range].split(whereSeparator: { !Self.isWordByte($0) }) {
        let word = String(decoding: part, as: UTF8.self)
        if part.count > 3 || part.contains(where: Self.isDigit) { secrets.insert(word) } else { short.insert(word) }
      }
    }
    // A single letter occurs in every sentence.
    words = secrets.filter { $0.utf8.count > 1 || $0.first?.isLetter == false }.sorted {
      ($1.utf8.count, $0) < ($0.utf8.count, $1)
    }
    quoted = short.sorted()
  }

  /// Returns `message` with a mask in place of each secret that it quotes as a word of its own.
  public func masked(_ message: String) -> String {
    let whole = words.reduce(SecretText.withoutTokens(message)) { Self.replacing($1, in: $0) }
    return quoted.reduce(whole) { $0.replacing("'\($1)'", with: "'\(SecretText.mask)'") }
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte.isOne(of: "\"'") }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  /// Replaces every occurrence that is not part of a longer word.
  private static func replacing(_ word: String, in text: String) -> String {
    var (result, rest) = ("", text[...])
    while let found = rest.firstRange(of: word) {
      let before = found.lowerBound > text.startIndex ? text[text.index(before: found.lowerBound)] : " "
      let after = found.upperBound < text.endIndex ? text[found.upperBound] : " "
      let isWord = ![before, after].contains { $0.isLetter || $0.isNumber }
      result += rest[..<found.lowerBound] + (isWord ? SecretText.mask[...] : rest[found])
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

/// The secrets of a text, line by line.
private struct Reading {
  struct Line {
    var bytes: Range<Int>
    /// The places where commands with a secret are used, or were probably meant.
    var commands: [(place: Int, secret: CommandTable.Secret)] = []
    var usesSecret: Bool { !commands.isEmpty }
    /// `true` if a command on the line requires a secret, or was probably meant to have one.
    var isDue: Bool { commands.contains { $0.secret == .required || $0.secret == .bare && isUnclear } }
    /// `true` if the line is invalid, or a value comes through a pipe.
    var isUnclear = false
  }

  /// The words of a command as typed, or as probably meant.
  private struct Use {
    var line: Int
    var place: Int
    var words: [String]
    /// `true` if the text after the words is invalid, so that another command with the same first word may be meant.
    var isWrong = false
  }

  private let bytes: [UInt8]
  private(set) var lines: [Line] = []
  private var secrets: [Range<Int>] = []
  /// Passwords, which are secret wherever they occur on their line.
  private var passwords: [Range<Int>] = []
  /// The values of names such as `password`.
  private var named: [Range<Int>] = []

  init(_ text: String, _ vocabulary: Vocabulary, _ variables: Set<String> = [], declaresAll: Bool = false) {
    bytes = Array(text.utf8)
    let variables = variables.union(SecretShapes.variables(in: bytes, vocabulary.commands.bareSecretWords))
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lines.append(Line(bytes: start..<index))
      start = index + 1
    }
    lines.append(Line(bytes: start..<bytes.count))
    let commands = vocabulary.commands
    var line = 0
    var lastCommand: Int?
    // The bytes after the last command that were read, and whether they begin a statement or close a group.
    var between = (command: -1, end: 0, beginsStatement: false, closes: false)
    var uses: [Use] = []
    var roles = [SecretLogin.Role](repeating: .code, count: bytes.count)
    for span in SyntaxColouring.spans(in: text, vocabulary: vocabulary) {
      while span.range.lowerBound > lines[line].bytes.upperBound { line += 1 }
      let role: SecretLogin.Role = span.kind == .comment ? .comment : isText(span) ? .text : .code
      if role != .code { for index in span.range { roles[index] = role } }
      switch span.kind {
      case .secret: secrets.append(span.range)
      case .command:
        let word = word(span.range)
        if let lastCommand, bytes[lastCommand..<span.range.lowerBound].allSatisfy(Self.isBlank),
          let last = uses.last, commands.continues(last.words, with: word)
        {
          uses[uses.count - 1].words.append(word)
        } else {
          uses.append(Use(line: line, place: span.range.lowerBound, words: [word]))
        }
        lastCommand = span.range.upperBound
      case .unknown:
        lines[line].isUnclear = true
        // After a command an unknown word is not a command: `timer start reading 20 min` is not about a PIN.
        if let lastCommand {
          if between.command != lastCommand { between = (lastCommand, lastCommand, false, false) }
          while between.end < span.range.lowerBound {
            between.beginsStatement = between.beginsStatement || Self.beginsStatement(bytes[between.end])
            between.closes = between.closes || bytes[between.end] == UInt8(ascii: ")")
            between.end += 1
          }
          if !between.beginsStatement {
            // The user may have meant another command: `pin st 1234`.
            if !between.closes { uses[uses.count - 1].isWrong = true }
            continue
          }
        }
        let word = word(span.range)
        guard
          let meant = commands.hasFirstWord(word)
            ? word : closest(to: word, among: commands.firstWords) ?? commands.firstWord(searchedAs: word)
        else { continue }
        uses.append(
          Use(
            line: line, place: span.range.lowerBound, words: [meant], isWrong: !isWhole(behind: span.range.upperBound)))
      default: break
      }
    }
    for use in uses {
      if let (command, isWhole) = commands.hasSecretBehind(use.words) {
        let statement = statements(of: use.place, in: lines[use.line].bytes)[0]
        let start = behind(use.words.count, from: use.place, in: statement)
        let found = TrailingSecret(bytes, command, isWhole: isWhole).ranges(
          in: start..<statement.upperBound)
        passwords += found
        if !found.isEmpty { continue }
      }
      let secret = use.isWrong ? commands.secret(after: use.words[0]) : commands.secret(of: use.words)
      if let secret { lines[use.line].commands.append((use.place, secret)) }
    }
    let flow = SecretFlow(bytes, commands.bareSecretWords, variables: variables) { vocabulary.forwardsValues($0) }
    let literals = flow.literals(isNamed: SecretShapes.isSecretName)
    passwords += literals.sure
    named += literals.named
    let given = variables.union(flow.variables)
    var login = SecretLogin(bytes, roles, commands) { vocabulary.knows($0) }
    login.needsDeclarations = declaresAll
    passwords += SecretShapes.ranges(in: bytes)
    // Any number of words may precede a PIN as well: `learn pin set 1234`.
    let pins = commands.bareSecretWords
    var depth = 0
    for line in lines {
      secrets += numbers(after: pins, in: line.bytes, roles)
      passwords += login.ranges(in: line.bytes, depth: depth)
      let values = SecretShapes.named(in: bytes, line.bytes, also: given)
      passwords += values.given
      named += values.named
      passwords += prose(in: line.bytes, roles)
      if let alone = SecretShapes.alone(in: bytes, line.bytes, vocabulary.knows) {
        passwords.append(alone)
      }
      for index in line.bytes where roles[index] == .code {
        if bytes[index].isOne(of: "([") { depth += 1 }
        if bytes[index].isOne(of: ")]") { depth = max(0, depth - 1) }
      }
    }
    if lines.count > 1 { passwords += LoginLines(bytes, roles, vocabulary).ranges(in: lines.map { $0.bytes }) }
    for line in lines.indices where lines[line].usesSecret {
      if lines[line].commands.contains(where: { isPiped($0.place, in: lines[line].bytes) }) {
        lines[line].isUnclear = true
      }
    }
  }

  /// Returns `true` if a command may get its secret through a pipe.
  private func isPiped(_ command: Int, in line: Range<Int>) -> Bool {
    let statement = statements(of: command, in: line)[0]
    return bytes[statement.lowerBound..<max(statement.lowerBound, command)].contains(UInt8(ascii: "|"))
  }

  /// Returns `true` if a piece is a text in quotes, or a part of one beside an interpolation. An unclosed text does not
  /// count, since its quote may be a slip.
  private func isText(_ span: SyntaxSpan) -> Bool {
    let (start, end) = (span.range.lowerBound, span.range.upperBound)
    func isQuote(_ place: Int) -> Bool {
      bytes[place].isOne(of: "\"'") || place >= 2 && bytes[place - 2...place].starts(with: [0xE2, 0x80])
    }
    let opens = bytes[start].isOne(of: "\"'") || bytes[start...].starts(with: [0xE2, 0x80])
    guard opens || span.kind == .string else { return false }
    return end - start > 1 && isQuote(end - 1)
      || span.kind == .string && end < bytes.count && bytes[end] == UInt8(ascii: "{")
  }

  /// Returns the secrets in the texts of a line. A value inserted into a text with braces is a part of the text.
  private func prose(in line: Range<Int>, _ roles: [SecretLogin.Role]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = line.lowerBound
    while let start = (place..<line.upperBound).first(where: { roles[$0] == .text }) {
      var (end, depth) = (start, 0)
      while end < line.upperBound, roles[end] == .text || depth > 0 || bytes[end].isOne(of: "{}") {
        if roles[end] != .text {
          if bytes[end] == UInt8(ascii: "{") { depth += 1 }
          if bytes[end] == UInt8(ascii: "}") { depth -= 1 }
          if depth < 0 { break }
        }
        end += 1
      }
      found += SecretSentence(bytes).ranges(in: start..<end)
      place = max(end, start + 1)
    }
    return found
  }

  /// Returns the numbers of four digits or more that follow one of the words in a statement.
  private func numbers(after names: Set<String>, in line: Range<Int>, _ roles: [SecretLogin.Role]) -> [Range<Int>] {
    var (found, isNamed): ([Range<Int>], Bool) = ([], false)
    var place = line.lowerBound
    while place < line.upperBound {
      guard isNameByte(bytes[place]) else {
        if bytes[place] == UInt8(ascii: ";") { isNamed = false }
        place += 1
        continue
      }
      let end = bytes[place..<line.upperBound].firstIndex { !isNameByte($0) } ?? line.upperBound
      if roles[place] == .code {
        if isNamed, end - place >= 4, bytes[place..<end].allSatisfy({ (0x30...0x39).contains($0) }) {
          found.append(place..<end)
        } else if names.contains(word(place..<end).lowercased()) {
          isNamed = true
        }
      }
      place = end
    }
    return found
  }

  /// Returns the place after the given number of words.
  private func behind(_ words: Int, from place: Int, in statement: Range<Int>) -> Int {
    var place = place
    for _ in 0..<words {
      while place < statement.upperBound, Self.isBlank(bytes[place]) { place += 1 }
      while place < statement.upperBound, !Self.isBlank(bytes[place]) { place += 1 }
    }
    return place
  }

  private func word(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns `true` if a statement, step or group ends here.
  private func isWhole(behind place: Int) -> Bool {
    guard let next = bytes[place...].first(where: { !Self.isBlank($0) }) else { return true }
    return next.isOne(of: "\n;|)}")
  }

  /// The secrets without guesses.
  var sureRanges: [Range<Int>] { SecretText.merged(secrets + passwords) }

  var ranges: [Range<Int>] {
    var all = secrets + passwords + named
    for line in lines { all += repeated(in: line.bytes) }
    for line in lines where line.isUnclear {
      for command in line.commands {
        let words = statements(of: command.place, in: line.bytes).flatMap(digitWords)
        all += command.secret == .named ? words.filter { $0.count >= 4 } : words
      }
    }
    return SecretText.merged(all)
  }

  /// Returns the places where one of the line's passwords occurs again as a word of its own.
  private func repeated(in line: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for password in passwords + named where line.contains(password.lowerBound) {
      let word = bytes[password].trimming { $0.isOne(of: "\"'") }
      guard word.count >= 4, word.contains(where: { (0x61...0x7A).contains($0 | 0x20) }) else { continue }
      var rest = line
      while let place = bytes[rest].firstRange(of: word) {
        let isWord =
          (place.lowerBound == line.lowerBound || !isNameByte(bytes[place.lowerBound - 1]))
          && (place.upperBound == line.upperBound || !isNameByte(bytes[place.upperBound]))
        if isWord { found.append(place) }
        rest = place.upperBound..<line.upperBound
      }
    }
    return found
  }

  /// Returns the statement around a command, and the statements that assign the variables in it.
  private func statements(of command: Int, in line: Range<Int>) -> [Range<Int>] {
    var all: [Range<Int>] = []
    var (start, isText) = (line.lowerBound, false)
    for index in line {
      let byte = bytes[index]
      // An unclosed quote extends to the end of the line.
      if byte == UInt8(ascii: "\"") { isText.toggle() }
      // An open brace after the command belongs to it.
      if isText || !(byte == UInt8(ascii: ";") || byte.isOne(of: "{}") && index < command) { continue }
      all.append(start..<index)
      start = index + 1
    }
    all.append(start..<line.upperBound)
    guard let place = all.lastIndex(where: { $0.lowerBound <= command }) else { return [line] }
    var found = [all[place]]
    var names = variables(in: all[place])
    for statement in all[..<place].reversed() where assigned(in: statement).map(names.contains) == true {
      found.append(statement)
      names.formUnion(variables(in: statement))
    }
    return found
  }

  /// Returns the names after each `$`.
  private func variables(in statement: Range<Int>) -> Set<String> {
    Set(
      bytes[statement].split(separator: UInt8(ascii: "$")).dropFirst(
        bytes[statement].first == UInt8(ascii: "$") ? 0 : 1
      )
      .map { String(decoding: $0.prefix(while: isNameByte), as: UTF8.self) })
  }

  /// Returns the variable that a statement assigns: `let p = 1`, `p = 1`.
  private func assigned(in statement: Range<Int>) -> String? {
    let words = bytes[statement].split { !isNameByte($0) }.prefix(2).map { String(decoding: $0, as: UTF8.self) }
    guard bytes[statement].contains(UInt8(ascii: "=")) else { return nil }
    return words.first == "let" ? words.dropFirst().first : words.first
  }

  /// Returns the words that contain a digit; `$1` is a name and is skipped.
  private func digitWords(in line: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = line.lowerBound
    while start < line.upperBound {
      guard Self.isWordByte(bytes[start]) else {
        start += 1
        continue
      }
      let end = bytes[start..<line.upperBound].firstIndex { !Self.isWordByte($0) } ?? line.upperBound
      let isName = bytes[start] == UInt8(ascii: "$")
      if !isName, bytes[start..<end].contains(where: { (0x30...0x39).contains($0) }) { found.append(start..<end) }
      start = end
    }
    return found
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte.isOne(of: " \t\r") }
  /// Returns `true` if a statement may follow this byte.
  private static func beginsStatement(_ byte: UInt8) -> Bool { byte.isOne(of: "\n;{}(|=") }
  private static func isWordByte(_ byte: UInt8) -> Bool { isNameByte(byte) || byte.isOne(of: "$-.") }
}

extension ArraySlice<UInt8> {
  fileprivate func trimming(_ isLeftOut: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let rest = drop(while: isLeftOut)
    return rest.lastIndex { !isLeftOut($0) }.map { rest[...$0] } ?? []
  }
}

extension Vocabulary {
  /// Returns `true` for a function, and for the first word of a statement of the language.
  func forwardsValues(_ word: String) -> Bool { functions.names.contains(word) || Keyword(rawValue: word) != nil }

  /// Returns `true` if a word has a meaning by itself: it begins a statement, or is a function, a state or a value.
  public func knows(_ word: String) -> Bool {
    commands.hasFirstWord(word) || functions.names.contains(word) || roots.contains(word)
      || Keyword(rawValue: word) != nil
      || ["true", "false", "none", "not"].contains(word)
  }
}
