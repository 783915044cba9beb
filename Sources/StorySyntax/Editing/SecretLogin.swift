/// The secrets after a word that people use to log in, at any place and however it is spelt: `login HANDLE PASSWORD`,
/// `sign in HANDLE PASSWORD`, `logn HANDLE:PASSWORD`, `help login PASSWORD`, `password PASSWORD`.
///
/// In such a line only that word and the handle are not secret: a handle without a dot may be the password.
struct SecretLogin {
  private let bytes: [UInt8]
  private let commands: CommandTable
  /// Returns `true` for a word that has a meaning in the language, and therefore is not a typo.
  private let isKnown: (String) -> Bool

  init(_ bytes: [UInt8], _ commands: CommandTable, isKnown: @escaping (String) -> Bool) {
    (self.bytes, self.commands, self.isKnown) = (bytes, commands, isKnown)
  }

  private static let names: Set = [
    "login", "logon", "signin", "signon", "password", "passwd", "passphrase", "passcode", "pwd", "pw",
  ]
  /// The names whose misspellings are recognised too.
  private static let longNames = ["login", "logon", "signin", "password", "passwd"]
  /// Words that may come before the name.
  private static let before: Set = ["help", "man", "explain", "storyline", "sudo", "please", "my", "the", "app", "run"]
  /// Words of a sentence, which are not secret.
  private static let plain: Set = [
    "as", "to", "at", "in", "with", "and", "user", "handle", "password", "pass", "pw", "app", "using", "from", "is",
    "my",
    "on", "code", "for", "the",
  ]

  /// Returns the words after a login that are not a handle.
  static func secrets(in bytes: [UInt8], _ words: Range<Int>) -> [Range<Int>] {
    SecretLogin(bytes, CommandTable([])) { _ in false }.secrets(in: words)
  }

  /// - Complexity: O(length of the line).
  func ranges(in line: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for start in statements(of: line) where start >= found.last?.upperBound ?? 0 {
      guard let end = endOfName(from: start, line.upperBound) else { continue }
      found += secrets(in: end..<line.upperBound)
    }
    return found
  }

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
    for position in 0..<3 {
      guard let first = word(from: place, end) else { return nil }
      let name = text(first)
      if let second = word(from: first.upperBound, end), second.count <= 3,
        bytes[first.upperBound..<second.lowerBound].allSatisfy({ $0.isOne(of: " \t-_") }),
        !isName(name, isJoined: false), isPair(name, text(second))
      {
        return second.upperBound
      }
      if isName(name, isJoined: false), !isAssigned(name, behind: first.upperBound, end) { return first.upperBound }
      guard Self.before.contains(name) || position == 0 && isFree(name) && !name.isEmpty else { return nil }
      place = first.upperBound
      // After an unknown word only the exact name counts.
      if !Self.before.contains(name) {
        guard let next = word(from: place, end), Self.names.contains(text(next)), isName(text(next), isJoined: true)
        else { return nil }
        return next.upperBound
      }
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
      if !bytes[start].isOne(of: " \t\"'`([{<$>") && bytes[start] < 0x80 { return nil }
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

  // MARK: What follows it

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
    range.count > 1 && bytes[range.lowerBound] == UInt8(ascii: "$") && bytes[range].dropFirst().allSatisfy(isNameByte)
  }

  /// Returns a word without the signs around it.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isOne(of: " \t@\"'`([{<:=,/|>\\") { start += 1 }
    while end > start, bytes[end - 1].isOne(of: " \t\r\"'`)]}>,;") { end -= 1 }
    return start..<end
  }

  /// Returns words separated by spaces, or in quotes. A sign that ends a statement only counts if a space follows it,
  /// since a password may contain the sign.
  private func words(in rest: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var place = rest.lowerBound
    func isBlank(_ place: Int) -> Bool { place >= rest.upperBound || bytes[place].isOne(of: " \t\r") }
    while place < rest.upperBound {
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
