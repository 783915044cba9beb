/// Secrets recognised by their form or by their name, anywhere in a text, independent of commands.
enum SecretShapes {
  /// Returns the ranges of UTF-8 bytes, sorted: app passwords (four groups of four, joined by hyphens, other dashes,
  /// underscores or spaces, or sixteen characters after a word such as `password`), and tokens (JWT, and the word
  /// after `Bearer`).
  /// - Complexity: O(bytes).
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    // Most texts are too short.
    guard bytes.count >= appPasswordLength else { return [] }
    var found: [Range<Int>] = []
    var (start, isBearer) = (0, false)
    while start < bytes.count {
      guard isTokenByte(bytes[start]) else {
        if bytes[start] != UInt8(ascii: " ") { isBearer = false }
        start += 1
        continue
      }
      let end = bytes[start...].firstIndex { !isTokenByte($0) } ?? bytes.count
      let run = start..<end
      if run.count >= mostWords, isBearer || isJWT(bytes[run]) { found.append(run) }
      isBearer = run.count == 6 && bytes[run].elementsEqual("bearer".utf8) { $0 | 0x20 == $1 }
      start = end
    }
    return found + AppPasswords(bytes).ranges
  }

  /// Returns an app password that is the whole line, apart from quotes and brackets: four groups of four, or sixteen
  /// characters.
  /// - Parameter isKnown: returns `true` if a word has a meaning at the beginning of a line.
  static func alone(in bytes: [UInt8], _ line: Range<Int>, _ isKnown: (String) -> Bool) -> Range<Int>? {
    // An ordinary line is longer or shorter.
    guard (16...64).contains(line.count) else { return nil }
    return AppPasswords(bytes, line).alone(isKnown)
  }

  private static let appPasswordLength = 16
  /// No word of a sentence is as long as a token.
  private static let mostWords = 16

  /// Returns `true` for three base64 parts separated by dots, the first of which begins like JSON.
  private static func isJWT(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.starts(with: "eyJ".utf8) else { return false }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2 && parts.prefix(2).allSatisfy { $0.count >= 8 }
  }

  private static func isGroupByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool { isGroupByte(byte) || byte.isOne(of: "_.~+/=") }

  // MARK: Names

  /// The last words of names that hold a secret.
  private static let names: Set = [
    "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "jwt", "bearer", "pin",
  ]

  /// Returns the values that a statement assigns to names such as `password`: `let token = "…"`, `set password …`,
  /// `PASSWORD=…`, `{password: "…"}`. A computed value reveals no secret.
  static func named(in bytes: [UInt8], _ statement: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var before: ArraySlice<UInt8> = []
    var start = statement.lowerBound
    while start < statement.upperBound {
      guard isNameByte(bytes[start]) else {
        start += 1
        continue
      }
      let end = bytes[start..<statement.upperBound].firstIndex { !isNameByte($0) } ?? statement.upperBound
      let word = bytes[start..<end]
      if isSecretName(word), let value = value(behind: end, isSet: before.elementsEqual("set".utf8), bytes, statement) {
        let isPIN = word.count == 3 && !bytes[value].contains { (0x30...0x39).contains($0) }
        if !isPIN { found.append(value) }
        start = max(end, value.upperBound)
      } else {
        start = end
      }
      before = word
    }
    return found
  }

  private static func isSecretName(_ word: ArraySlice<UInt8>) -> Bool {
    guard let last = word.split(whereSeparator: { $0.isOne(of: "_-") }).last else { return false }
    return names.contains(String(decoding: last, as: UTF8.self).lowercased())
  }

  private static func value(
    behind end: Int, isSet: Bool, _ bytes: [UInt8], _ statement: Range<Int>
  ) -> Range<Int>? {
    var place = end
    func skipBlanks() { while place < statement.upperBound, bytes[place].isOne(of: " \t") { place += 1 } }
    skipBlanks()
    guard place < statement.upperBound else { return nil }
    let sign = bytes[place]
    let hasSign = sign.isOne(of: "=:")
    if hasSign { place += 1 } else if !isSet || place == end { return nil }
    let isTight = hasSign && place == end + 1 && place < statement.upperBound && !bytes[place].isOne(of: " \t=")
    skipBlanks()
    guard place < statement.upperBound else { return nil }
    let first = bytes[place]
    if first.isOne(of: "\"'") {
      let close = bytes[(place + 1)..<statement.upperBound].firstIndex(of: first) ?? statement.upperBound
      return place + 1 < close ? place..<min(close + 1, statement.upperBound) : nil
    }
    guard sign != UInt8(ascii: ":"), !first.isOne(of: "$([{=") else { return nil }
    let valueEnd = bytes[place..<statement.upperBound].firstIndex { $0.isOne(of: " \t|)};") } ?? statement.upperBound
    // Several words are a call, which does not reveal its result.
    let isLast = bytes[valueEnd..<statement.upperBound].allSatisfy { $0.isOne(of: " \t\r") }
    return valueEnd > place && (isTight || isLast) ? place..<valueEnd : nil
  }
}
