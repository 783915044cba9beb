/// Corrections with only one possible meaning, for `storyline check --fix`: constructs from another language for
/// which this one has exactly one equivalent.
///
/// All other corrections are suggestions for the author to accept or ignore: a comma in a number, a word near another
/// one.
extension Diagnostic {
  /// The correction that is certainly meant; `nil` if there is none.
  public var sureEdit: (range: SourceRange, text: String)? {
    guard let source, range.start < source.bytes.count else { return nil }
    let start = Int(range.start)
    let word = self.word(in: source)
    func at(_ end: Int, _ text: String) -> (range: SourceRange, text: String) { (SourceRange(start, end), text) }
    switch problem {
    case .missingUnit(_, let meant) where meant.first?.isNumber == true: return (range, meant)
    case .operatorNeedsSpace(_, let suggestion?) where suggestion.hasPrefix("try: ") && !suggestion.contains("…"):
      let spaced = String(suggestion.dropFirst("try: ".count))
      let isSame = spaced.filter { $0 != " " } == source.text(range).filter { $0 != " " }
      return isSame ? (range, spaced) : nil
    case .bareWord(let word, _, let meant?):
      return meant == "else" || OtherLanguageHints.values[word] == meant && word != "yes" && word != "no"
        ? (range, meant) : nil
    case .dollarInBinding(let name): return (range, String(name.dropFirst()))
    case .foreign, .expectedExpression, .expectedEndOfStatement, .expectedEndOfGroup, .expectedBlock,
      .operatorNeedsSpace, .expectedWord, .expectedName, .unknownCommand, .unknownUnit, .malformedNumber, .missingUnit,
      .invalidName:
      break
    default: return nil
    }
    if let other = Self.operators[word] { return at(start + word.utf8.count, other) }
    if word.hasPrefix("!"), let next = word.unicodeScalars.dropFirst().first, next == "$" || next == "(" {
      return at(start + 1, "not ")
    }
    if word == "=", case .operatorNeedsSpace("=", _) = problem, isInCondition(in: source) { return at(start + 1, "==") }
    if word == ":=" { return at(start + 2, "=") }
    if word == "//", isFirst(in: source) { return at(start + 2, "#") }
    if OtherLanguageHints.statements[word] == "else if" { return at(start + word.utf8.count, "else if") }
    if let other = OtherLanguageHints.statements[word], isFirst(in: source) {
      return at(start + word.utf8.count, other)
    }
    if word.count > 2, word.hasSuffix("++") || word.hasSuffix("--"), isFirst(in: source), isLast(word, in: source) {
      let name = word.dropLast(2)
      return name.utf8.allSatisfy(isNameByte) ? at(start + word.utf8.count, "\(name) \(word.last ?? "+")= 1") : nil
    }
    if word == "**" { return power(in: source) }
    if let range = numbers(word) { return at(start + word.utf8.count, range) }
    if case .foreign(_, let instead) = problem, source.bytes[start] == UInt8(ascii: "(") {
      return call(instead, in: source)
    }
    return nil
  }

  private static let operators = [
    "&&": "and", "||": "or", "%": "mod", "===": "==", "!==": "!=", "<>": "!=",
  ]

  /// Returns the text from the error to the next space; of signs only a run that belongs together.
  private func word(in source: Source) -> String {
    let bytes = source.bytes[Int(range.start)...]
    let signs = bytes.prefix { $0.isOne(of: "&|=<>%*:/") || $0 == UInt8(ascii: "!") }
    if signs.count > 1 || signs.first.map({ !$0.isOne(of: "!") }) == true {
      let text = String(decoding: signs, as: UTF8.self)
      if bytes.dropFirst(signs.count).first.map({ $0.isOne(of: " \n\t") }) == true { return text }
    }
    return String(decoding: bytes.prefix { !$0.isOne(of: " \n\t;{}|") }, as: UTF8.self)
  }

  /// Returns `true` if the error is at the start of its statement.
  private func isFirst(in source: Source) -> Bool {
    let before = source.bytes[..<Int(range.start)].reversed().drop { $0.isOne(of: " \t") }.first
    return before.map { $0.isOne(of: "\n;{}") } ?? true
  }

  /// Returns `true` if the statement is a condition, in which nothing can be assigned.
  private func isInCondition(in source: Source) -> Bool {
    let line = source.bytes[..<Int(range.start)].reversed().prefix { !$0.isOne(of: "\n;{}") }
    let first = line.reversed().drop { $0 == 0x20 }.prefix { isNameByte($0) }
    return ["if", "while", "expect"].contains(String(decoding: first, as: UTF8.self))
  }

  /// Returns `true` if the word is the last one in its statement.
  private func isLast(_ word: String, in source: Source) -> Bool {
    let behind = source.bytes[(Int(range.start) + word.utf8.count)...].drop { $0.isOne(of: " \t") }.first
    return behind.map { $0.isOne(of: "\n;}") } ?? true
  }

  /// Returns the correction of `2 ** 3` between two plain values. Languages disagree about the meaning of `-2 ** 2`
  /// and `2 ** 3 ** 2`.
  private func power(in source: Source) -> (range: SourceRange, text: String)? {
    let (start, bytes) = (Int(range.start), source.bytes)
    func isPlain(_ byte: UInt8) -> Bool { isNameByte(byte) || byte.isOne(of: "$.") }
    let left = bytes[..<start].reversed().drop { $0 == 0x20 }
    let base = Array(left.prefix(while: isPlain).reversed())
    let baseStart = start - (bytes[..<start].count - left.count) - base.count
    let right = bytes[(start + 2)...].drop { $0 == 0x20 }
    let exponent = Array(right.prefix(while: isPlain))
    let end = bytes.count - right.count + exponent.count
    func isValue(_ text: [UInt8]) -> Bool {
      text.first.map { NumberText.isDigit($0) || $0 == UInt8(ascii: "$") && text.count > 1 } ?? false
    }
    let before = baseStart > 0 ? bytes[baseStart - 1] : UInt8(ascii: " ")
    let rest = bytes[end...].drop { $0 == 0x20 }
    let sign = bytes[..<baseStart].reversed().drop { $0 == 0x20 }.first
    guard isValue(base), isValue(exponent), before.isOne(of: " ([\n\t"),
      sign != UInt8(ascii: "*") || !isPower(before: baseStart, bytes),
      !rest.starts(with: [UInt8(ascii: "*"), UInt8(ascii: "*")])
    else { return nil }
    let text = "(power \(String(decoding: base, as: UTF8.self)) \(String(decoding: exponent, as: UTF8.self)))"
    return (SourceRange(baseStart, end), text)
  }

  /// Returns `true` if `**` comes right before a place, ignoring spaces.
  private func isPower(before place: Int, _ bytes: [UInt8]) -> Bool {
    let before = Array(bytes[..<place].reversed().drop { $0 == 0x20 }.prefix(2))
    return before == [UInt8(ascii: "*"), UInt8(ascii: "*")]
  }

  /// Returns the correction of `1..3`, which includes both ends in nearly all languages that have it.
  private func numbers(_ word: String) -> String? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else { return nil }
    let (first, last) = (parts[0], parts[2])
    func isValue(_ text: Substring) -> Bool {
      let digits = text.first == "$" ? text.dropFirst() : text
      return !digits.isEmpty
        && digits.utf8.allSatisfy { text.first == "$" ? isNameByte($0) : NumberText.isDigit($0) }
    }
    return isValue(first) && isValue(last) ? "(range \(first) \(last))" : nil
  }

  /// Returns the correction of `f(1, 2)`, whose error is at the parenthesis: the whole call as in the suggestion.
  private func call(_ instead: String?, in source: Source) -> (range: SourceRange, text: String)? {
    let start = Int(range.start)
    guard let instead = instead.map({ String($0.dropFirst("try: ".count)) }), instead.hasPrefix("("),
      instead.hasSuffix(")"), !instead.contains("…")
    else { return nil }
    var nameStart = start
    while nameStart > 0, isNameByte(source.bytes[nameStart - 1]) { nameStart -= 1 }
    let name = source.text(SourceRange(nameStart, start))
    let isMethod = nameStart > 0 && source.bytes[nameStart - 1].isOne(of: ".$")
    guard !name.isEmpty, !isMethod, instead.hasPrefix("(\(name)") else { return nil }
    // The text in between may not contain brackets, or the suggestion would not include all of it.
    guard let close = source.bytes[start...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
    let inner = source.text(SourceRange(start + 1, close))
    guard !inner.contains(where: { "({['\\\n".contains($0) }) else { return nil }
    // A bare word in the parentheses may be a variable or a text.
    guard instead.count(where: { $0 == "$" }) == inner.count(where: { $0 == "$" }) else { return nil }
    return (SourceRange(nameStart, close + 1), instead)
  }
}
