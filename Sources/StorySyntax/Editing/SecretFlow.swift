/// The literals in a text whose values reach a command as a password or PIN, however they get there: through functions
/// and blocks (`let p = trim "hunter2"`), other variables (`let q = $p`), loops (`for p in ["hunter2"] { … }`), `$it`, and
/// the parameters of definitions.
///
/// It reads words and signs without parsing, because the commands that accept no password are errors.
struct SecretFlow {
  /// A piece of the text.
  private struct Token {
    enum Kind { case word, variable, text, sign, end }
    var kind: Kind
    var range: Range<Int>
    /// The brackets that are open before it.
    var depth: Int
  }

  private let bytes: [UInt8]
  private var tokens: [Token] = []
  /// The end of a value that begins at a token, and of a loop's list that begins there.
  private var ends: (values: [Int], lists: [Int]) = ([], [])
  /// Returns `true` for a word that passes its values on: a function, or a statement such as `if`. A command's
  /// arguments are not part of its result.
  private let forwardsValues: (String) -> Bool
  /// The variables that hold a secret.
  private(set) var variables: Set<String>
  /// The places of tokens with a variable that is given as a secret.
  private var given: [Int] = []

  private static let logins: Set = ["login", "logon", "signin", "signon"]
  private static let direct: Set = ["password", "passwd", "passphrase", "passcode"]
  /// The variable that stands for each item.
  private static let item = "it"
  /// The number of tokens before a login in which its statement begins.
  private static let reach = 2_048

  /// - Parameters:
  ///   - needs: the words after which each variable is secret, such as `pin`.
  ///   - variables: the variables that hold a secret because of other lines.
  init(_ bytes: [UInt8], _ needs: Set<String>, variables: Set<String>, forwardsValues: @escaping (String) -> Bool) {
    (self.bytes, self.forwardsValues, self.variables) = (bytes, forwardsValues, variables)
    guard bytes.contains(UInt8(ascii: "$")) || !variables.isEmpty || bytes.contains(UInt8(ascii: "=")) else { return }
    tokens = Self.tokens(of: bytes)
    ends = Self.ends(of: tokens, bytes)
    findGiven(needs)
    follow()
  }

  // MARK: Words and signs

  private static func tokens(of bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var (place, depth) = (0, 0)
    while place < bytes.count {
      let byte = bytes[place]
      let start = place
      if byte.isOne(of: " \t\r") {
        place += 1
        continue
      }
      if byte == UInt8(ascii: "#"), place == 0 || !isNameByte(bytes[place - 1]) {
        place = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        continue
      }
      if byte.isOne(of: "\n;") {
        place += 1
        tokens.append(Token(kind: .end, range: start..<place, depth: depth))
      } else if byte.isOne(of: "\"'") {
        place = endOfText(from: place, in: bytes)
        tokens.append(Token(kind: .text, range: start..<place, depth: depth))
      } else if byte == UInt8(ascii: "$"), place + 1 < bytes.count, isNameByte(bytes[place + 1]) {
        place = bytes[(place + 1)...].firstIndex { !isNameByte($0) } ?? bytes.count
        tokens.append(Token(kind: .variable, range: start + 1..<place, depth: depth))
      } else if isNameByte(byte) {
        place = bytes[place...].firstIndex { !isNameByte($0) && !$0.isOne(of: ".-") } ?? bytes.count
        tokens.append(Token(kind: .word, range: start..<place, depth: depth))
      } else {
        place += 1
        if byte.isOne(of: ")]}") { depth = max(0, depth - 1) }
        tokens.append(Token(kind: .sign, range: start..<place, depth: depth))
        if byte.isOne(of: "([{") { depth += 1 }
      }
    }
    return tokens
  }

  /// Returns the end of a text in quotes; an unclosed one ends with its line.
  private static func endOfText(from start: Int, in bytes: [UInt8]) -> Int {
    let quote = bytes[start]
    let isLong = bytes[start...].prefix(3).elementsEqual([quote, quote, quote])
    var place = start + (isLong ? 3 : 1)
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        place += 2
        continue
      }
      if isLong {
        if bytes[place...].prefix(3).elementsEqual([quote, quote, quote]) { return place + 3 }
      } else if bytes[place] == quote {
        return place + 1
      } else if bytes[place] == UInt8(ascii: "\n") {
        return place
      }
      place += 1
    }
    return bytes.count
  }

  private func text(_ index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

  private func isSign(_ index: Int, _ sign: StaticString) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .sign
      && bytes[tokens[index].range.lowerBound].isOne(of: sign)
  }

  /// Returns the names of the variables in a token: one, or those in a text.
  private func names(in token: Token) -> [String] {
    switch token.kind {
    case .variable: return [String(decoding: bytes[token.range], as: UTF8.self)]
    case .text:
      return bytes[token.range].split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false).dropFirst()
        .compactMap { part in
          let name = part.prefix(while: isNameByte)
          return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        }
    default: return []
    }
  }

  // MARK: Secrets given to commands

  /// Finds the variables that are given to a command as a password or PIN.
  private mutating func findGiven(_ needs: Set<String>) {
    // The number of a login's values that were read; `nil` outside a login.
    var (values, isDirect, before): (Int?, Bool, String) = (nil, false, "")
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .end: (values, isDirect, before) = (nil, false, "")
      case .sign:
        if bytes[token.range.lowerBound] == UInt8(ascii: "|") { (values, isDirect, before) = (nil, false, "") }
        if bytes[token.range.lowerBound] == UInt8(ascii: "}") { (values, isDirect) = (nil, false) }
      case .variable, .text:
        let names = names(in: token)
        if isDirect || values.map({ $0 > 0 }) == true || token.kind == .text && names.count > 1 && values == 0,
          !names.isEmpty
        {
          given.append(index)
          variables.formUnion(names.filter { $0 != Self.item })
        }
        values? += 1
      case .word:
        let word = text(index).lowercased()
        if Self.logins.contains(word) || ["log", "sign"].contains(before) && ["in", "on"].contains(word) {
          values = 0
        } else if needs.contains(word) || Self.direct.contains(word) {
          isDirect = !isSign(index + 1, "=:")
        } else {
          values? += 1
        }
        before = word
      }
    }
  }

  /// Adds the variables from which the others get their values.
  private mutating func follow() {
    let assignments = assignments
    for _ in 0..<8 {
      let known = variables
      let sources = assignments.filter { known.contains($0.name) && !isResultOfCommand($0.value) }.map { $0.value }
      for index in Self.apart(sources).joined() {
        variables.formUnion(names(in: tokens[index]).filter { $0 != Self.item })
      }
      if variables == known { return }
    }
  }

  /// The names that get a value, and the tokens of the value.
  private var assignments: [(name: String, value: Range<Int>)] {
    var found: [(name: String, value: Range<Int>)] = []
    for index in tokens.indices where tokens[index].kind == .word {
      let isFirst = index == 0 || tokens[index - 1].kind == .end || isSign(index - 1, "{}")
      let word = text(index)
      if word == "let" || word == "for", index + 2 < tokens.count, tokens[index + 1].kind == .word {
        let name = text(index + 1)
        if word == "let", isSign(index + 2, "=") { found.append((name, value(from: index + 3))) }
        if word == "for", tokens[index + 2].kind == .word { found.append((name, value(from: index + 3, isLoop: true))) }
      } else if isFirst, isSign(index + 1, "=+"), !isSign(index + 2, "=") || isSign(index + 1, "+") {
        found.append((word, value(from: index + (isSign(index + 1, "+") ? 3 : 2))))
      }
    }
    return found
  }

  /// Returns the tokens of a value, up to the end of its statement.
  private func value(from start: Int, isLoop: Bool = false) -> Range<Int> {
    guard start < tokens.count else { return start..<start }
    return start..<(isLoop ? ends.lists[start] : ends.values[start])
  }

  /// Returns the ends of the values and lists that may begin at each token: where a bracket around them closes, or their
  /// statement ends. Both are found from the last token on, because values of which no bracket is closed reach to the end
  /// of the text.
  private static func ends(of tokens: [Token], _ bytes: [UInt8]) -> (values: [Int], lists: [Int]) {
    let deepest = tokens.reduce(0) { max($0, $1.depth) }
    var (values, lists) = ([Int](repeating: 0, count: tokens.count), [Int](repeating: 0, count: tokens.count))
    // The next end of a statement and the next brace at each depth.
    var statementEnds = [Int](repeating: tokens.count, count: deepest + 1)
    var braces = statementEnds
    // The following tokens that are each less deep than all before them.
    var shallower: [Int] = []
    for index in tokens.indices.reversed() {
      let token = tokens[index]
      while let next = shallower.last, tokens[next].depth >= token.depth { shallower.removeLast() }
      if token.kind == .end { statementEnds[token.depth] = index }
      if token.kind == .sign, bytes[token.range.lowerBound] == UInt8(ascii: "{") { braces[token.depth] = index }
      values[index] = min(shallower.last ?? tokens.count, statementEnds[token.depth])
      lists[index] = min(values[index], braces[token.depth])
      shallower.append(index)
    }
    return (values, lists)
  }

  /// Returns values, in the order of their beginnings, without the parts that are in an earlier one as well.
  private static func apart(_ values: [Range<Int>]) -> [Range<Int>] {
    var end = 0
    return values.compactMap { value in
      let start = max(value.lowerBound, end)
      end = max(end, value.upperBound)
      return start < value.upperBound ? start..<value.upperBound : nil
    }
  }

  private func isResultOfCommand(_ value: Range<Int>) -> Bool {
    guard let first = value.first(where: { !isSign($0, "(") }), tokens[first].kind == .word else { return false }
    return !forwardsValues(text(first))
  }

  // MARK: Literals

  /// Returns the literals that become secrets, as ranges of bytes.
  /// - Parameter isNamed: returns `true` for a name that says that its value is secret.
  func literals(isNamed: (ArraySlice<UInt8>) -> Bool) -> (sure: [Range<Int>], named: [Range<Int>]) {
    let values = assignments.filter { !isResultOfCommand($0.value) }
    var sure = Self.apart(values.filter { variables.contains($0.name) }.map { $0.value }).flatMap(literals)
    let named = Self.apart(
      values.filter { !variables.contains($0.name) && isNamed(Array($0.name.utf8)[...]) }.map { $0.value }
    ).flatMap(literals)
    for index in given where names(in: tokens[index]).contains(Self.item) {
      sure += literals(in: pipeline(around: index)).filter { !$0.overlaps(tokens[index].range) }
    }
    return (sure + arguments, named)
  }

  /// Returns the statement that gives a block its items.
  private func pipeline(around index: Int) -> Range<Int> {
    var (start, depth) = (index, tokens[index].depth)
    let first = max(0, index - Self.reach)
    // The block's opening brace.
    while start > first, tokens[start].depth >= depth { start -= 1 }
    depth = tokens[start].depth
    while start > first, tokens[start - 1].depth > depth || tokens[start - 1].kind != .end { start -= 1 }
    let last = min(tokens.count, index + Self.reach)
    var end = index
    while end < last, tokens[end].depth > depth || tokens[end].kind != .end { end += 1 }
    return start..<end
  }

  /// The arguments of definitions with a parameter that is given as a secret.
  private var arguments: [Range<Int>] {
    var names: Set<String> = []
    for index in tokens.indices.dropLast(2) where tokens[index].kind == .word && text(index) == "def" {
      let parameters = tokens.indices[(index + 2)...].prefix { tokens[$0].kind != .end && !isSign($0, "{") }
      if parameters.contains(where: { tokens[$0].kind == .word && variables.contains(text($0)) }) {
        names.insert(text(index + 1))
      }
    }
    guard !names.isEmpty else { return [] }
    return tokens.indices.flatMap { index -> [Range<Int>] in
      guard tokens[index].kind == .word, names.contains(text(index)), index == 0 || text(index - 1) != "def" else {
        return []
      }
      return literals(in: value(from: index + 1))
    }
  }

  /// Returns the texts, and the words with four digits or more, apart from handles.
  private func literals(in part: Range<Int>) -> [Range<Int>] {
    part.compactMap { index in
      let token = tokens[index]
      switch token.kind {
      case .text:
        let inner = bytes[token.range].dropFirst().dropLast()
        let isHandle =
          inner.contains(UInt8(ascii: ".")) && inner.allSatisfy { isNameByte($0) || $0.isOne(of: ".-@") }
          && SecretText.handle(in: String(decoding: inner, as: UTF8.self)).utf8.elementsEqual(inner)
        return inner.isEmpty || isHandle ? nil : token.range
      case .word: return bytes[token.range].count { (0x30...0x39).contains($0) } >= 4 ? token.range : nil
      default: return nil
      }
    }
  }
}
