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
      let isRest = meant == "else" && (word == "_" || word == "default")
      return isRest || OtherLanguageHints.values[word] == meant && word != "yes" && word != "no"
        ? (range, meant) : nil
    case .dollarInBinding(let name): return (range, String(name.dropFirst()))
    case .foreign, .expectedExpression, .expectedEndOfStatement, .expectedEndOfGroup, .expectedBlock,
      .operatorNeedsSpace, .expectedWord, .expectedName, .unknownCommand, .unknownUnit, .malformedNumber, .missingUnit,
      .invalidName:
      break
    default: return nil
    }
    if word == "%", !isPlainRemainder(in: source) { return nil }
    if let other = Self.operators[word] { return at(start + word.utf8.count, other) }
    if word.hasPrefix("!"), let next = word.unicodeScalars.dropFirst().first, next == "$" || next == "(" {
      return at(start + 1, "not ")
    }
    if word == "=", case .operatorNeedsSpace("=", _) = problem, isInCondition(in: source) { return at(start + 1, "==") }
    // `x := 5` alone declares a variable in some languages, and changes one in others.
    if word == ":=", firstWord(in: source) == Keyword.let.rawValue { return at(start + 2, "=") }
    if word == "//", isFirst(in: source) { return at(start + 2, "#") }
    if OtherLanguageHints.statements[word] == "else if" { return at(start + word.utf8.count, "else if") }
    if let other = OtherLanguageHints.statements[word], isFirst(in: source), !Self.inexact.contains(word),
      !hasOtherText(in: source)
    {
      return at(start + word.utf8.count, other)
    }
    if word.count > 2, word.hasSuffix("++") || word.hasSuffix("--"), isFirst(in: source), isLast(word, in: source) {
      let name = word.dropLast(2)
      return name.utf8.allSatisfy(isNameByte) ? at(start + word.utf8.count, "\(name) \(word.last ?? "+")= 1") : nil
    }
    if word == "**" { return power(in: source) }
    if case .foreign(_, let instead) = problem, source.bytes[start] == UInt8(ascii: "(") {
      return call(instead, in: source)
    }
    return nil
  }

  private static let operators = [
    "&&": "and", "||": "or", "%": "mod", "===": "==", "!==": "!=", "<>": "!=", "descending": "desc",
  ]

  /// First words of statements whose rest means more, or something else, in another language: a format, no new line, a
  /// module.
  private static let inexact: Set = ["printf", "cout", "import", "lambda", "proc", "sub"]

  /// Returns `true` if the rest of the line has a text in quotes that another language reads in another way: with
  /// `$name` or `#{…}` for a value, or with braces that are only braces.
  private func hasOtherText(in source: Source) -> Bool {
    var quote: UInt8?
    for byte in source.bytes[Int(range.start)...] {
      if byte == UInt8(ascii: "\n") { return false }
      if let open = quote {
        if byte == open { quote = nil }
        if byte.isOne(of: "${\\") { return true }
      } else if byte.isOne(of: "\"'`") {
        quote = byte
      }
    }
    return false
  }

  /// Returns `true` if `%` has the same result in every language: between two plain numbers that are not negative, or
  /// compared with 0. Otherwise languages differ in the sign of the remainder of a negative number.
  private func isPlainRemainder(in source: Source) -> Bool {
    let (start, bytes) = (Int(range.start), source.bytes)
    let left = bytes[..<start].reversed().drop { $0 == 0x20 }
    let number = left.prefix { NumberText.isDigit($0) }
    let before = left.dropFirst(number.count)
    // Of `-2 * 5 % 3` the left side is negative as well.
    let isProduct = before.first { $0 != 0x20 }.map { $0.isOne(of: "*/%") } ?? false
    let isPlain =
      !number.isEmpty && !isProduct && before.first.map { !$0.isOne(of: "-.)$") && !isNameByte($0) } != false
    let behind = bytes[(start + 1)...].drop { $0 == 0x20 }
    let divisor = behind.prefix { !$0.isOne(of: " \n\t;{}|)]") }
    let right = behind.dropFirst(divisor.count)
    if isPlain, !divisor.isEmpty, divisor.allSatisfy({ NumberText.isDigit($0) }) { return true }
    let rest = String(decoding: right.prefix(8), as: UTF8.self).drop { $0 == " " || $0 == ")" }
    return ["== 0", "!= 0"].contains { rest.hasPrefix($0) }
      && rest.dropFirst(4).first.map { !($0.isNumber || $0 == ".") } != false
  }

  /// Returns the first word of the statement.
  private func firstWord(in source: Source) -> String {
    let line = source.bytes[..<Int(range.start)].reversed().prefix { !$0.isOne(of: "\n;{}") }
    return String(decoding: line.reversed().drop { $0 == 0x20 }.prefix { isNameByte($0) }, as: UTF8.self)
  }

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
    ["if", "while", "expect"].contains(firstWord(in: source))
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

  /// Functions whose namesakes in some other languages differ: in the inclusion of an end, the first index, the order
  /// of the values, the rounding of halves, or the changed value.
  private static let ambiguous: Set = [
    "range", "slice", "find", "round", "random", "split", "join", "replace", "log", "format", "date", "pad", "shuffle",
    "append", "match", "repeated",
  ]

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
    guard !name.isEmpty, !isMethod, instead.hasPrefix("(\(name)"), !Self.ambiguous.contains(name) else { return nil }
    // The text in between may not contain brackets, or the suggestion would not include all of it.
    guard let close = source.bytes[start...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
    let inner = source.text(SourceRange(start + 1, close))
    guard !inner.contains(where: { "({['\\\n".contains($0) }) else { return nil }
    // A bare word in the parentheses may be a variable or a text.
    guard instead.count(where: { $0 == "$" }) == inner.count(where: { $0 == "$" }) else { return nil }
    return (SourceRange(nameStart, close + 1), instead)
  }
}
