/// The secrets after a word that people use to log in, at any place and however it is spelt: `login HANDLE PASSWORD`,
/// `sign in HANDLE PASSWORD`, `logn HANDLE:PASSWORD`, `learn login HANDLE PASSWORD`, `password PASSWORD`.
///
/// After such a word only the handle is not secret: a handle without a dot may be the password. The words before it do
/// not matter. Texts in quotes and comments are prose, unless they begin with the login.
struct SecretLogin {
  /// The role of a byte, which decides whether a word there can be part of a statement.
  enum Role { case code, text, comment }

  private let bytes: [UInt8]
  /// The role of each byte; empty if all of them are code.
  private let roles: [Role]
  private let commands: CommandTable
  /// Returns `true` for a word that has a meaning in the language, and therefore is not a typo.
  private let isKnown: (String) -> Bool
  /// `true` if a word such as `$ecret` is a password, unless the bytes also contain its name without `$`, as every
  /// declaration of a variable does.
  var needsDeclarations = false

  init(_ bytes: [UInt8], _ roles: [Role] = [], _ commands: CommandTable, isKnown: @escaping (String) -> Bool) {
    (self.bytes, self.roles, self.commands, self.isKnown) = (bytes, roles, commands, isKnown)
  }

  private static let names: Set = [
    "login", "logon", "signin", "signon", "password", "passwd", "passphrase", "passcode", "pwd", "pw",
  ]
  /// The names whose misspellings are recognised too.
  private static let longNames = ["login", "logon", "signin", "password", "passwd"]
  /// Words that may come before a misspelt name.
  private static let before: Set = ["help", "man", "explain", "storyline", "sudo", "please", "my", "the", "app", "run"]
  /// Words of a sentence, which are not secret.
  private static let plain: Set = [
    "as", "to", "at", "in", "with", "and", "user", "handle", "password", "pass", "pw", "app", "using", "from", "is",
    "my",
    "on", "code", "for", "the",
  ]

  /// Returns the words after a login that are not a handle.
  static func secrets(in bytes: [UInt8], _ words: Range<Int>) -> [Range<Int>] {
    SecretLogin(bytes, [], CommandTable([])) { _ in false }.secrets(in: words)
  }

  /// - Complexity: O(length of the line).
  /// - Parameter depth: the number of round and square brackets that are open at the beginning of the line.
  func ranges(in line: Range<Int>, depth: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let starts = statements(of: line)
    var group = Group(line.lowerBound, depth)
    for (start, next) in zip(starts, starts.dropFirst() + [line.upperBound]) {
      // Of several signs in a row only the last one begins a statement.
      let isEmpty = next < line.upperBound && bytes[start..<next - 1].allSatisfy { $0.isOne(of: Self.openers) }
      guard !isEmpty, start >= found.last?.upperBound ?? 0, let end = endOfName(from: start, line.upperBound),
        !isInsideText(start, line)
      else { continue }
      let rest = end..<endOfGroup(&group, around: end, in: line)
      // `[login, name]` and `{login: name}` have fields of that name.
      if bytes[rest].first?.isOne(of: ",:") == true, !isFollowedByPassword(Name(end: end), rest) { continue }
      found += secrets(in: rest)
    }
    return found + misplaced(in: line, starts, depth)
  }

  /// Signs that may open a word.
  private static let openers: StaticString = " \t\"'`([{<$>"

  /// Returns `true` for a line within a text of several lines. A line that begins with a quote may be a login in quotes.
  private func isInsideText(_ place: Int, _ line: Range<Int>) -> Bool {
    place < line.upperBound && role(at: place) == .text && role(at: line.lowerBound) == .text
      && !bytes[line.lowerBound].isOne(of: "\"'")
  }

  // MARK: A login after other words

  /// Returns the secrets after a login that is not at the beginning of a statement: `learn login HANDLE PASSWORD`.
  private func misplaced(in line: Range<Int>, _ starts: [Int], _ depth: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (place, before) = (line.lowerBound, "")
    var group = Group(line.lowerBound, depth)
    var statement = starts.startIndex
    while let start = bytes[place..<line.upperBound].firstIndex(where: Self.isWordByte) {
      let end = bytes[start..<line.upperBound].firstIndex { !Self.isWordByte($0) } ?? line.upperBound
      place = end
      if start >= found.last?.upperBound ?? 0, let name = Name(at: start..<end, before, self, line) {
        let rest = name.end..<endOfGroup(&group, around: name.end, in: line)
        // A command that is where it belongs is read by `TrailingSecret`.
        while statement + 1 < starts.endIndex, starts[statement + 1] <= start { statement += 1 }
        let isMisplaced = !bytes[starts[statement]..<start].allSatisfy { $0.isOne(of: " \t") }
        if isMisplaced, isFollowedByPassword(name, rest) { found += secrets(in: rest) }
      }
      before = text(start..<end)
    }
    return found
  }

  /// A word in a line that means a login.
  private struct Name {
    var end: Int
    /// The number of slips in its spelling.
    var slips = 0
    var isComment = false
    /// `true` if the word has quotes of its own.
    var isQuoted = false
    /// `true` if it belongs to a value, as in `$it.login`.
    var isField = false
    /// `true` if it is an argument of a function.
    var isArgument = false
    /// `true` if a password follows it without a handle: `password hunter2`.
    var isPassword = false

    init(end: Int) { self.end = end }

    init?(at word: Range<Int>, _ before: String, _ login: SecretLogin, _ line: Range<Int>) {
      let (bytes, name) = (login.bytes, login.text(word))
      end = word.upperBound
      guard (2...64).contains(word.count) else { return nil }
      let sign = word.lowerBound > line.lowerBound ? bytes[word.lowerBound - 1] : 0x20
      let next = end < line.upperBound ? bytes[end] : 0
      switch login.role(at: word.lowerBound) {
      case .code: break
      case .comment: isComment = true
      case .text:
        guard sign.isOne(of: "\"'"), next == sign else { return nil }
        isQuoted = true
        end += 1
      }
      if sign.isOne(of: "$_") { return nil }
      isField = sign == UInt8(ascii: ".")
      isPassword = SecretLogin.names.contains(name) && name.hasPrefix("p")
      if SecretLogin.names.contains(name) || login.commands.hasSecretBehind([name]) != nil {
      } else if !isQuoted,
        let next = bytes[end..<line.upperBound].firstIndex(where: { !$0.isOne(of: " \t-_") }),
        let second = login.word(from: next, line.upperBound), second.lowerBound == next, second.count <= 4,
        login.isPair(name, login.text(second))
      {
        slips = SecretLogin.names.contains(name + login.text(second)) ? 0 : 1
        end = second.upperBound
      } else if login.isName(name, isJoined: false) {
        slips = SecretLogin.longNames.map { StorySyntax.slips(from: name, to: $0) }.min() ?? 0
      } else {
        return nil
      }
      isArgument = login.isFunction(before)
      // `for log in $logs { … }` and `def signin name key { … }` bind names.
      let binds = before == Keyword.for.rawValue || before == Keyword.def.rawValue
      if binds, bytes[end..<line.upperBound].prefix(SecretLogin.groupLengthLimit).contains(UInt8(ascii: "{")) {
        return nil
      }
    }
  }

  /// Returns `true` if the words after a login are a handle and a password, or a password, rather than the rest of an
  /// expression with a field of this name: `where login contains "bob"`, `sort by login desc`.
  private func isFollowedByPassword(_ name: Name, _ rest: Range<Int>) -> Bool {
    guard let next = rest.first.map({ bytes[$0] }) else { return false }
    let isApart = next.isOne(of: " \t\n\r")
    guard isApart || next.isOne(of: "=:@/,([<\"'") else { return false }
    let words = words(in: rest, most: Self.wordLimit)
    var (contents, isBare, hasHandle) = (0, false, false)
    for (position, range) in words.enumerated() {
      let inner = trimmed(range)
      let word = text(inner)
      if !inner.isEmpty, handle(in: inner) != nil { hasHandle = true }
      // A sign, or a word that joins two values, follows a field.
      let isSign = inner.isEmpty || text(range).utf8.allSatisfy { !Self.isWordByte($0) && $0 < 0x80 }
      if isSign || BinaryOperator(rawValue: word) != nil || ["desc", "not"].contains(word) {
        if isSign || position > 0 { break }
        // After the first such word only two words in a row are not an expression.
        contents = -1
        continue
      }
      if isVariable(range) {
        contents += 1
        continue
      }
      if Self.plain.contains(word) || bytes[inner].allSatisfy({ (0x30...0x39).contains($0) || $0.isOne(of: ".") }) {
        continue
      }
      if contents <= 0 { isBare = !bytes[range.lowerBound].isOne(of: "\"'") }
      contents += 1
    }
    if name.isComment || name.isField || name.slips > 1 || !isApart { return hasHandle && contents > 1 }
    if name.isArgument, !isBare, !hasHandle { return false }
    if name.slips > 0 || name.isQuoted { return contents > 1 }
    return contents > 1 || contents == 1 && (name.isPassword || !hasHandle)
  }

  /// The number of words after a login that are read to tell it from a field.
  private static let wordLimit = 16

  private func isFunction(_ word: String) -> Bool {
    !word.isEmpty && !commands.hasFirstWord(word) && Keyword(rawValue: word) == nil && isKnown(word)
  }

  private func role(at place: Int) -> Role { roles.isEmpty ? .code : roles[place] }

  /// The number of round and square brackets that are open at a place, which only moves on.
  private struct Group {
    var place: Int
    var open: Int

    init(_ place: Int, _ open: Int) { (self.place, self.open) = (place, open) }

    mutating func advance(in login: SecretLogin) {
      let byte = login.bytes[place]
      if login.role(at: place) == .code {
        if byte.isOne(of: "([") { open += 1 }
        if byte.isOne(of: ")]") { open = max(0, open - 1) }
      }
      place += 1
    }
  }

  /// Returns the end of the line, or of the brackets that are open at a place and extend over further lines.
  private func endOfGroup(_ group: inout Group, around place: Int, in line: Range<Int>) -> Int {
    while group.place < place { group.advance(in: self) }
    guard group.open > 0 else { return line.upperBound }
    var rest = group
    let last = min(bytes.count, line.upperBound + Self.groupLengthLimit)
    while rest.place < min(last, place + Self.groupLengthLimit), rest.open > 0 { rest.advance(in: self) }
    return max(rest.place, line.upperBound)
  }

  /// The bytes after its line that may belong to a login.
  private static let groupLengthLimit = 1024

  // MARK: The name

  /// Returns the places at which a statement may begin.
  private func statements(of line: Range<Int>) -> [Int] {
    var (starts, quote): ([Int], UInt8?) = ([line.lowerBound], nil)
    for index in line {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\""), index > line.lowerBound {
        quote = byte
      } else if byte.isOne(of: ";{|(=&!#") {
        starts.append(index + 1)
      }
    }
    return starts
  }

  /// Returns the place after the words that mean a login; `nil` if the statement begins otherwise.
  private func endOfName(from start: Int, _ end: Int) -> Int? {
    var place = start
    for _ in 0..<3 {
      guard let first = word(from: place, end) else { return nil }
      let name = text(first)
      if let second = word(from: first.upperBound, end), second.count <= 3,
        bytes[first.upperBound..<second.lowerBound].allSatisfy({ $0.isOne(of: " \t-_") }),
        !isName(name, isJoined: false), isPair(name, text(second))
      {
        return second.upperBound
      }
      if isName(name, isJoined: false), !isAssigned(name, behind: first.upperBound, end) { return first.upperBound }
      guard Self.before.contains(name) else { return nil }
      place = first.upperBound
    }
    return nil
  }

  /// Returns `true` if two words are one name written apart: `sign in`, `sing in`.
  private func isPair(_ first: String, _ second: String) -> Bool {
    let name = first + second
    if isName(name, isJoined: true) { return true }
    return first.utf8.count >= 2 && isFree(first) && Self.pairs.contains { slips(from: name, to: $0) <= 1 }
  }

  private static let pairs = ["login", "logon", "signin", "signon"]

  private func isFree(_ name: String) -> Bool { !commands.hasFirstWord(name) && !isKnown(name) }

  /// - Parameter isJoined: `true` if only the correct spelling counts.
  private func isName(_ name: String, isJoined: Bool) -> Bool {
    if commands.hasFirstWord(name) { return Self.names.contains(name) && commands.hasSecretBehind([name]) != nil }
    if Self.names.contains(name) { return true }
    guard !isJoined, isFree(name), name.utf8.count >= 3, name.utf8.count <= 64 else { return false }
    return Self.longNames.contains { name.hasPrefix($0) || slips(from: name, to: $0) <= 2 }
  }

  /// Returns `true` if a word that may be a misspelt name is assigned a value: `logs = 5`.
  private func isAssigned(_ name: String, behind place: Int, _ end: Int) -> Bool {
    guard !Self.names.contains(name) else { return false }
    let rest = bytes[place..<end].drop { $0.isOne(of: " \t") }
    return rest.startIndex > place && rest.first == UInt8(ascii: "=") && rest.dropFirst().first == UInt8(ascii: " ")
  }

  /// Returns the next run of letters, digits and hyphens, after any opening signs.
  private func word(from place: Int, _ end: Int) -> Range<Int>? {
    var start = place
    while start < end, !Self.isWordByte(bytes[start]) {
      if !bytes[start].isOne(of: Self.openers) && bytes[start] < 0x80 { return nil }
      start += 1
    }
    let stop = bytes[start..<end].firstIndex { !Self.isWordByte($0) } ?? end
    return stop > start ? start..<stop : nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self).lowercased()
  }

  // MARK: The rest of the line

  private func secrets(in rest: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (hasHandle, last, isFirst) = (false, "", true)
    for range in words(in: rest) {
      let inner = trimmed(range)
      let name = text(inner)
      defer { last = name }
      if inner.isEmpty || isVariable(range) { continue }
      if Self.plain.contains(name) { continue }
      if last == "on", isHost(name) { continue }
      guard isFirst, !hasHandle else {
        found.append(inner)
        continue
      }
      isFirst = false
      let handle = handle(in: inner)
      hasHandle = handle != nil
      let behind = trimmed((handle?.upperBound ?? inner.lowerBound)..<inner.upperBound)
      if !behind.isEmpty { found.append(behind) }
    }
    return found
  }

  /// Returns the handle, email address or DID at the beginning of a word.
  private func handle(in word: Range<Int>) -> Range<Int>? {
    if bytes[word].starts(with: "did:".utf8) {
      var end = word.lowerBound + 4
      var colons = 0
      while end < word.upperBound, Self.isHandleByte(bytes[end]) || bytes[end].isOne(of: "%_:") {
        if bytes[end] == UInt8(ascii: ":") { colons += 1 }
        if colons > 1 { break }
        end += 1
      }
      return word.lowerBound..<end
    }
    guard let name = domain(from: word.lowerBound, word.upperBound, mayBePlain: true) else { return nil }
    if name.upperBound < word.upperBound, bytes[name.upperBound] == UInt8(ascii: "@"),
      let host = domain(from: name.upperBound + 1, word.upperBound, mayBePlain: false)
    {
      return name.lowerBound..<host.upperBound
    }
    return isDomain(name) ? name : nil
  }

  private func domain(from start: Int, _ end: Int, mayBePlain: Bool) -> Range<Int>? {
    var stop = bytes[start..<end].firstIndex { !Self.isHandleByte($0) } ?? end
    while stop > start, bytes[stop - 1].isOne(of: ".-") { stop -= 1 }
    return stop > start && (mayBePlain || isDomain(start..<stop)) ? start..<stop : nil
  }

  /// Returns `true` if the text contains a dot, and only letters or hyphens after the last one.
  private func isDomain(_ range: Range<Int>) -> Bool {
    let parts = bytes[range].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }), let last = parts.last else { return false }
    return last.count >= 2 && last.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
  }

  private static func isHandleByte(_ byte: UInt8) -> Bool { isWordByte(byte) || byte.isOne(of: ".-") }

  /// Returns `true` if a word is the address of a server.
  private func isHost(_ word: String) -> Bool {
    !word.contains("@") && (word.contains("://") || word.contains(".") || word.contains(":") || word == "localhost")
  }

  private func isVariable(_ range: Range<Int>) -> Bool {
    let name = bytes[range].dropFirst()
    guard range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "$"), name.allSatisfy(isNameByte) else {
      return false
    }
    return !needsDeclarations || Self.isDeclared(Array(name), in: bytes)
  }

  /// Returns `true` for a variable of the language, such as `$it` and `$1`, and one whose name also appears without `$`.
  static func isDeclared(_ name: [UInt8], in bytes: [UInt8]) -> Bool {
    if name.allSatisfy({ (0x30...0x39).contains($0) }) || provided.contains(String(decoding: name, as: UTF8.self)) {
      return true
    }
    var rest = bytes[...]
    while let found = rest.firstRange(of: name) {
      let before = found.lowerBound > bytes.startIndex ? bytes[found.lowerBound - 1] : 0x20
      let after = found.upperBound < bytes.endIndex ? bytes[found.upperBound] : 0x20
      if before != UInt8(ascii: "$"), !isNameByte(before), !isNameByte(after) { return true }
      rest = bytes[found.upperBound...]
    }
    return false
  }

  /// The variables that the language provides.
  private static let provided: Set = ["it", "sum", "args"]

  /// Returns a word without the signs around it.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isOne(of: " \t@\"'`([{<:=,/|>\\") { start += 1 }
    while end > start, bytes[end - 1].isOne(of: " \t\r\"'`)]}>,;") { end -= 1 }
    return start..<end
  }

  /// Returns words separated by spaces, or in quotes. A sign that ends a statement only counts if a space follows it,
  /// since a password may contain the sign.
  private func words(in rest: Range<Int>, most: Int = .max) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var place = rest.lowerBound
    func isBlank(_ place: Int) -> Bool { place >= rest.upperBound || bytes[place].isOne(of: " \t\r\n") }
    while place < rest.upperBound, words.count < most {
      if isBlank(place) {
        place += 1
        continue
      }
      if bytes[place].isOne(of: "#|)};"), isBlank(place + 1) { break }
      var end = place
      if bytes[place].isOne(of: "\"'"),
        let close = bytes[(place + 1)..<rest.upperBound].firstIndex(of: bytes[place])
      {
        end = close + 1
      }
      while !isBlank(end) { end += 1 }
      words.append(place..<end)
      place = end
      if bytes[end - 1].isOne(of: ";)}") { break }
    }
    return words
  }
}
