/// The passwords of logins that are written over several lines, as people paste them from a note or a password
/// manager: `login bob.test` and the password on the next line, `password:` and the password, `password: …`.
///
/// Only a line that consists of one word, or of a handle and a word, can be such a password, and only if the word has
/// no meaning in the language and is not a command with a slip.
struct LoginLines {
  private let bytes: [UInt8]
  private let roles: [SecretLogin.Role]
  private let vocabulary: Vocabulary
  /// The words that the text defines as commands.
  private let defined: Set<String>

  init(_ bytes: [UInt8], _ roles: [SecretLogin.Role], _ vocabulary: Vocabulary) {
    (self.bytes, self.roles, self.vocabulary) = (bytes, roles, vocabulary)
    var (defined, rest) = ([] as Set<String>, bytes[...])
    while let found = rest.firstRange(of: "\(Keyword.def.rawValue) ".utf8) {
      rest = bytes[found.upperBound...]
      defined.insert(String(decoding: rest.prefix(while: isNameByte), as: UTF8.self))
    }
    self.defined = defined
  }

  /// - Complexity: O(bytes).
  /// - Parameter lines: the lines of the text.
  func ranges(in lines: [Range<Int>]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // The last line that was not blank, and how many blank lines followed it.
    var (before, blanks, depth): (Range<Int>?, Int, Int) = (nil, 0, 0)
    for line in lines {
      let content = depth == 0 && !continuesText(line) ? content(of: line) : nil
      for index in line where roles[index] == .code {
        if bytes[index].isOne(of: "([{") { depth += 1 }
        if bytes[index].isOne(of: ")]}") { depth = max(0, depth - 1) }
      }
      guard let content else {
        before = nil
        continue
      }
      if content.isEmpty {
        blanks += 1
        continue
      }
      if let value = labelled(content) {
        found.append(value)
      } else if let before, blanks <= Self.blankLimit {
        found += password(in: content, after: before)
      }
      (before, blanks) = (content, 0)
    }
    return found
  }

  /// The number of blank lines between a login and its password.
  private static let blankLimit = 3
  /// The bytes of a login without its password, or of a password: other lines are longer.
  private static let lengthLimit = 160
  /// The number of words in a password.
  private static let wordLimit = 8
  /// Shorter words occur everywhere.
  private static let shortest = 4

  /// Returns `true` for a line within a text that began on an earlier line.
  private func continuesText(_ line: Range<Int>) -> Bool {
    line.lowerBound > 0 && roles[line.lowerBound - 1] == .text
  }

  /// Returns the line without the signs at its beginning that make it a comment or an item of a list.
  private func content(of line: Range<Int>) -> Range<Int>? {
    var (start, end) = (line.lowerBound, line.upperBound)
    while start < end, bytes[start].isOne(of: " \t#>-*") { start += 1 }
    while end > start, bytes[end - 1].isOne(of: " \t\r\\") { end -= 1 }
    return start..<end
  }

  /// Returns the value behind a label at the beginning of a line: `password: hunter22`.
  private func labelled(_ line: Range<Int>) -> Range<Int>? {
    guard line.count <= Self.lengthLimit,
      let end = line.first(where: { !isNameByte(bytes[$0]) && !bytes[$0].isOne(of: " -") }),
      bytes[end] == UInt8(ascii: ":"), let name = bytes[line.lowerBound..<end].split(separator: UInt8(ascii: " ")).last,
      SecretShapes.isSecretName(name)
    else { return nil }
    let value = trimmed(end + 1..<line.upperBound)
    return value.count >= Self.shortest && !bytes[value.lowerBound].isOne(of: "$([{") ? value : nil
  }

  /// Returns the password in a line after a login that lacks it, or after a handle alone.
  private func password(in line: Range<Int>, after before: Range<Int>) -> [Range<Int>] {
    let words = bytes[line].split { $0.isOne(of: " \t") }
    guard words.count <= Self.wordLimit, let first = words.first, let last = words.last,
      last.count >= Self.shortest || words.count > 2,
      line.count <= Self.lengthLimit, before.count <= Self.lengthLimit, !hasMeaning(first)
    else { return [] }
    var login = before
    // A comment after a login is not part of the login.
    if let comment = before.first(where: { roles[$0] == .comment }), roles[before.lowerBound] != .comment {
      login = before.lowerBound..<comment
    } else if let comment = before.dropFirst().first(where: { bytes[$0] == UInt8(ascii: "#") }) {
      login = before.lowerBound..<comment
    }
    login = trimmed(login)
    let name = bytes[login]
    if words.count == 1, isHandle(name), !isHandle(first), !hasMeaning(name.prefix { $0 != UInt8(ascii: ".") }) {
      return [trimmed(line)]
    }
    let isPhrase = words.count > 2 && !isHandle(first)
    if words.count > 1, !isHandle(first) {
      // Several words are a password only after a handle: two may be any text.
      let handle = name.split { $0.isOne(of: " \t") }.last ?? []
      guard isPhrase, isHandle(handle), handle.startIndex > name.startIndex else { return [] }
    }
    let joined = Array(name) + Array(" ".utf8) + Array(bytes[line])
    let offset = line.lowerBound - name.count - 1
    let reader = SecretLogin(joined, [], vocabulary.commands) { vocabulary.knows($0) }
    let found = reader.ranges(in: joined.indices, depth: 0)
    if isPhrase { return found.isEmpty ? [] : [trimmed(line)] }
    return found.compactMap {
      let range = max($0.lowerBound + offset, line.lowerBound)..<max($0.upperBound + offset, line.lowerBound)
      return range.isEmpty ? nil : range
    }
  }

  /// Returns `true` for a word of the language or the text, and for a command with a slip. No command has a digit.
  private func hasMeaning(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.first?.isOne(of: "$|(){}[]=@") == true { return true }
    let word = String(decoding: bytes, as: UTF8.self)
    if vocabulary.knows(word) { return true }
    let isWord = bytes.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    return isWord && (closest(to: word, among: vocabulary.commands.firstWords) != nil || defined.contains(word))
  }

  /// Returns `true` for a word such as `bob.test`.
  private func isHandle(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.contains(UInt8(ascii: ".")), !word.contains(UInt8(ascii: " ")) else { return false }
    return SecretLogin.secrets(in: bytes, word.startIndex..<word.endIndex).isEmpty
  }

  /// Returns a range without the spaces, quotes and label signs around it.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isOne(of: " \t\"'`") { start += 1 }
    while end > start, bytes[end - 1].isOne(of: " \t\r\"'`:=") { end -= 1 }
    return start..<end
  }
}
