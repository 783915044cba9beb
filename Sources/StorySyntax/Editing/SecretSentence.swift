/// Secrets in a sentence, such as a text in quotes, a message or a value: a login with a handle and a word after it
/// (`login bob.test hunter2`), and a word with digits after the name of a password (`password: hunter2`).
///
/// A sentence has fewer secrets than a line of the language: a handle alone, or a handle with a preposition after it,
/// is about logging in and reveals nothing.
struct SecretSentence {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let logins: Set = ["login", "logon", "signin", "signon"]
  private static let firstHalves: Set = ["log", "sign"]
  private static let secondHalves: Set = ["in", "on"]
  /// Words between the login and its handle, or between the handle and its password.
  private static let fillers: Set = [
    "as", "with", "using", "handle", "user", "password", "passwd", "pass", "pw", "pwd", "passcode", "code", "app",
  ]
  /// Words after a handle that continue the sentence.
  private static let continuations: Set = [
    "on", "to", "in", "for", "from", "at", "then", "or", "and", "is", "was", "again", "first", "if", "when", "before",
    "after", "the", "a", "by", "of", "now", "here", "there", "via", "works", "it", "has", "already", "once",
  ]
  private static let passwords: Set = ["password", "passwd", "passphrase", "passcode", "pwd", "pw"]
  /// The shortest word that counts as a password after its name.
  private static let minimumLength = 6

  /// Returns the ranges of UTF-8 bytes; they may overlap.
  /// - Complexity: O(bytes).
  func ranges(in part: Range<Int>) -> [Range<Int>] {
    // Most texts are about something else.
    guard part.count > Self.minimumLength, mayHaveSecret(part) else { return [] }
    var found: [Range<Int>] = []
    let words = words(in: part)
    var index = 0
    while index < words.count {
      let word = words[index]
      if let next = behindLogin(index, words) {
        if let secret = secret(behind: next, words) { found.append(secret) }
        index = max(next, index + 1)
        continue
      }
      if Self.passwords.contains(text(trimmed(word))), bytes[word.upperBound - 1].isOne(of: ":="),
        index + 1 < words.count
      {
        var value = trimmed(words[index + 1])
        // The end of the sentence.
        while !value.isEmpty, bytes[value.upperBound - 1].isOne(of: ".!?") {
          value = value.lowerBound..<value.upperBound - 1
        }
        if value.count >= Self.minimumLength, isMixed(value) { found.append(value) }
      }
      index += 1
    }
    return found.isEmpty ? [] : found + repeated(found, in: part)
  }

  /// Returns the places where one of the secrets occurs again as a word of its own.
  private func repeated(_ secrets: [Range<Int>], in part: Range<Int>) -> [Range<Int>] {
    var places: [Range<Int>] = []
    for secret in secrets where secret.count >= 4 {
      var rest = part
      while let place = bytes[rest].firstRange(of: bytes[secret]) {
        let isWord =
          (place.lowerBound == part.lowerBound || !isNameByte(bytes[place.lowerBound - 1]))
          && (place.upperBound == part.upperBound || !isNameByte(bytes[place.upperBound]))
        if isWord, place != secret { places.append(place) }
        rest = place.upperBound..<part.upperBound
      }
    }
    return places
  }

  /// Returns `true` if the text contains the beginning of a word about a login or a password.
  private func mayHaveSecret(_ part: Range<Int>) -> Bool {
    var place = part.lowerBound
    while place + 2 < part.upperBound {
      let (first, second) = (bytes[place] | 0x20, bytes[place + 1] | 0x20)
      if first == UInt8(ascii: "l"), second == UInt8(ascii: "o") { return true }
      if first == UInt8(ascii: "s"), second == UInt8(ascii: "i") { return true }
      if first == UInt8(ascii: "p"), second.isOne(of: "aw") { return true }
      place += 1
    }
    return false
  }

  /// Returns the index of the word after a login that begins at a word; `nil` if none does.
  private func behindLogin(_ index: Int, _ words: [Range<Int>]) -> Int? {
    let name = text(trimmed(words[index]))
    if Self.logins.contains(name) { return index + 1 }
    guard Self.firstHalves.contains(name), index + 1 < words.count,
      Self.secondHalves.contains(text(trimmed(words[index + 1])))
    else { return nil }
    return index + 2
  }

  /// Returns the word after a handle.
  private func secret(behind start: Int, _ words: [Range<Int>]) -> Range<Int>? {
    var index = start
    while index < words.count, Self.fillers.contains(text(trimmed(words[index]))) { index += 1 }
    guard index < words.count, let handle = handle(in: words[index]) else { return nil }
    let rest = trimmed(handle.upperBound..<words[index].upperBound)
    // `bob.test:hunter2`
    if !rest.isEmpty, bytes[handle.upperBound].isOne(of: ":=/|") { return rest }
    // A sentence or a text ends with its handle.
    if handle.upperBound < words[index].upperBound {
      let sign = bytes[handle.upperBound]
      let isQuoted = sign.isOne(of: "\"'`") && bytes[words[index].lowerBound] == sign
      if !isQuoted { return nil }
    }
    index += 1
    while index < words.count, Self.fillers.contains(text(trimmed(words[index]))) { index += 1 }
    guard index < words.count else { return nil }
    let secret = trimmed(words[index])
    guard !secret.isEmpty, !Self.continuations.contains(text(secret)), !isValue(words[index]) else { return nil }
    return secret
  }

  /// Returns the handle, DID, email address or interpolated value that a word begins with.
  private func handle(in word: Range<Int>) -> Range<Int>? {
    if isValue(word) { return word }
    let inner = trimmed(word)
    if bytes[inner].starts(with: "did:".utf8) { return inner }
    let end = bytes[inner].firstIndex { !Self.isHandleByte($0) } ?? inner.upperBound
    var stop = end
    while stop > inner.lowerBound, bytes[stop - 1] == UInt8(ascii: ".") { stop -= 1 }
    let parts = bytes[inner.lowerBound..<stop].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), let last = parts.last, last.count > 1,
      last.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
    else { return nil }
    return inner.lowerBound..<stop
  }

  private static func isHandleByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte.isOne(of: ".-@")
  }

  /// Returns `true` for a value put into the text: `{$name}`, `$name`.
  private func isValue(_ word: Range<Int>) -> Bool { bytes[word.lowerBound].isOne(of: "{$") && word.count > 1 }

  private func isMixed(_ word: Range<Int>) -> Bool {
    bytes[word].contains { (0x30...0x39).contains($0) } && bytes[word].contains { (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Returns the words separated by white space; an interpolation is a part of its word.
  private func words(in part: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var (start, depth): (Int?, Int) = (nil, 0)
    for place in part {
      let byte = bytes[place]
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth = max(0, depth - 1) }
      if byte.isOne(of: " \t\r\n"), depth == 0 {
        if let first = start { words.append(first..<place) }
        start = nil
      } else if start == nil {
        start = place
      }
    }
    if let start { words.append(start..<part.upperBound) }
    return words
  }

  /// Returns a word without the signs around it.
  private func trimmed(_ word: Range<Int>) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    while start < end, bytes[start].isOne(of: "@\"'`([{<:=,/|>") { start += 1 }
    while end > start, bytes[end - 1].isOne(of: "\"'`)]}>,;:=") { end -= 1 }
    return start..<end
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).lowercased() }
}
