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
      if run.count >= wordLimit, isBearer || isJWT(bytes[run]) { found.append(run) }
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
  private static let wordLimit = 16

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

  /// Words that make a name secret as one of its parts or at the end of one: `password_of_bob`, `mypassword`.
  private static let passwords = ["password", "passwd", "passphrase", "passcode"]
  /// Words that make a name secret as its last part: `my_token`.
  private static let last: Set = ["secret", "token", "apikey", "jwt", "bearer", "pin", "pw", "pwd", "pass"]
  /// The words that make a name secret even as the end of its last part: `mytoken`.
  private static let ends = ["secret", "token", "apikey"]

  /// Returns the values that a statement assigns to names such as `password`: `let token = "…"`, `set password …`,
  /// `PASSWORD=…`, `{password: "…"}`. A computed value reveals no secret.
  /// - Parameter variables: further names that hold a secret, such as those given to `login` as a password.
  static func named(
    in bytes: [UInt8], _ statement: Range<Int>, also variables: Set<String> = []
  ) -> (given: [Range<Int>], named: [Range<Int>]) {
    var (given, named): ([Range<Int>], [Range<Int>]) = ([], [])
    var before: ArraySlice<UInt8> = []
    var start = statement.lowerBound
    while start < statement.upperBound {
      guard isNameByte(bytes[start]) else {
        start += 1
        continue
      }
      let end = bytes[start..<statement.upperBound].firstIndex { !isNameByte($0) } ?? statement.upperBound
      let word = bytes[start..<end]
      let isGiven = !variables.isEmpty && variables.contains(String(decoding: word, as: UTF8.self))
      if isGiven || isSecretName(word),
        let value = value(behind: end, isSet: before.elementsEqual("set".utf8), bytes, statement)
      {
        if mayBeSecret(bytes[value], of: word) {
          if isGiven { given.append(value) } else { named.append(value) }
        }
        start = max(end, value.upperBound)
      } else {
        start = end
      }
      before = word
    }
    return (given, named)
  }

  /// Returns `true` for a name that says that its value is secret: the one rule for all places.
  static func isSecretName(_ word: ArraySlice<UInt8>) -> Bool {
    guard (2...64).contains(word.count) else { return false }
    let parts = parts(of: word)
    if parts.contains(where: { part in passwords.contains { part.hasSuffix($0) } }) { return true }
    guard let end = parts.last else { return false }
    let pair = parts.suffix(2).joined()
    return last.contains(end) || last.contains(pair) || ends.contains { end.hasSuffix($0) }
  }

  /// Returns the parts of a name in lower case, without digits at the end: `my_appPassword2` has three.
  private static func parts(of word: ArraySlice<UInt8>) -> [String] {
    var parts: [String] = []
    var start = word.startIndex
    func end(at place: Int) {
      var part = word[start..<place]
      while part.last.map({ (0x30...0x39).contains($0) }) == true { part.removeLast() }
      if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self).lowercased()) }
      start = place
    }
    for place in word.indices {
      if word[place].isOne(of: "_-") {
        end(at: place)
        start = place + 1
      } else if place > start, (0x41...0x5A).contains(word[place]), (0x61...0x7A).contains(word[place - 1]) {
        end(at: place)
      }
    }
    end(at: word.endIndex)
    return parts
  }

  /// Returns `false` for values that are not secret under any name: a truth value, or a number of fewer than four
  /// digits. A PIN has digits.
  private static func mayBeSecret(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> Bool {
    let hasDigit = value.contains { (0x30...0x39).contains($0) }
    if parts(of: name).last == "pin" { return hasDigit }
    if value.count < 4, value.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
    return !["true", "false", "none"].contains { value.elementsEqual($0.utf8) }
  }

  private static func value(
    behind end: Int, isSet: Bool, _ bytes: [UInt8], _ statement: Range<Int>
  ) -> Range<Int>? {
    var place = end
    func skipSpaces() { while place < statement.upperBound, bytes[place].isOne(of: " \t") { place += 1 } }
    skipSpaces()
    guard place < statement.upperBound else { return nil }
    let sign = bytes[place]
    let hasSign = sign.isOne(of: "=:")
    if hasSign { place += 1 } else if !isSet || place == end { return nil }
    let isTight = hasSign && place == end + 1 && place < statement.upperBound && !bytes[place].isOne(of: " \t=")
    skipSpaces()
    guard place < statement.upperBound else { return nil }
    let first = bytes[place]
    if first.isOne(of: "\"'") {
      let close = bytes[(place + 1)..<statement.upperBound].firstIndex(of: first) ?? statement.upperBound
      guard place + 1 < close else { return nil }
      var end = min(close + 1, statement.upperBound)
      // `"hun" + "ter"`
      while let next = joined(behind: end, bytes, statement) { end = next }
      return place..<end
    }
    guard sign != UInt8(ascii: ":"), !first.isOne(of: "$([{=") else { return nil }
    let valueEnd = bytes[place..<statement.upperBound].firstIndex { $0.isOne(of: " \t|)};") } ?? statement.upperBound
    // Several words are a call, which does not reveal its result.
    let next = bytes[valueEnd..<statement.upperBound].first { !$0.isOne(of: " \t\r") }
    let isLast = next.map { $0.isOne(of: ";}") } ?? true
    return valueEnd > place && (isTight || isLast) ? place..<valueEnd : nil
  }

  /// Returns the end of a text in quotes that is joined with `+` to the text before a place.
  private static func joined(behind place: Int, _ bytes: [UInt8], _ statement: Range<Int>) -> Int? {
    let rest = bytes[place..<statement.upperBound].drop { $0.isOne(of: " \t") }
    guard rest.first == UInt8(ascii: "+") else { return nil }
    let next = rest.dropFirst().drop { $0.isOne(of: " \t") }
    guard let quote = next.first, quote.isOne(of: "\"'"),
      let close = next.dropFirst().firstIndex(of: quote)
    else { return nil }
    return close + 1
  }

  // MARK: Variables

  /// The words after which a variable holds a password, unless it is the first value: `login bob.test $p`.
  private static let logins: Set = ["login", "logon", "signin", "signon"]
  /// The words after which a variable holds a password: `password $p`.
  private static let direct = Set(passwords)

  /// Returns the names of the variables that are given as a password or PIN: `login bob.test $p`, `pin set $p`.
  /// - Parameter needs: the words after which each variable is secret, such as `pin`.
  static func variables(in bytes: [UInt8], _ needs: Set<String>) -> Set<String> {
    guard bytes.contains(UInt8(ascii: "$")) else { return [] }
    var found: Set<String> = []
    // The number of a login's values that were read; `nil` outside a login.
    var (values, isDirect, before): (Int?, Bool, String) = (nil, false, "")
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte.isOne(of: "\n;|") {
        (values, isDirect, before) = (nil, false, "")
        place += 1
      } else if byte == UInt8(ascii: "$"), place + 1 < bytes.count, isNameByte(bytes[place + 1]) {
        let end = bytes[(place + 1)...].firstIndex { !isNameByte($0) } ?? bytes.count
        if isDirect || values.map({ $0 > 0 }) == true {
          found.insert(String(decoding: bytes[(place + 1)..<end], as: UTF8.self))
        }
        values? += 1
        place = end
      } else if isNameByte(byte) {
        let end = bytes[place...].firstIndex { !isNameByte($0) && !$0.isOne(of: ".-") } ?? bytes.count
        let word = String(decoding: bytes[place..<end], as: UTF8.self).lowercased()
        if logins.contains(word) || ["log", "sign"].contains(before) && ["in", "on"].contains(word) {
          values = 0
        } else if needs.contains(word) || direct.contains(word) {
          isDirect = true
        } else {
          values? += 1
        }
        before = word
        place = end
      } else {
        place += 1
      }
    }
    return found
  }
}
