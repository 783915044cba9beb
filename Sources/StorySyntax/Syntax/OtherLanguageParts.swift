/// Parts of other languages that are neither a word nor an operator here: slices, declared kinds, prefixes, arrows.
extension Parser {
  /// Returns the failure as the part of another language that causes it; `nil` if there is none.
  func otherPart(_ failure: Failure, from start: Int) -> Problem? {
    let (before, rest) = (before(failure, start), rest(of: failure))
    let place = Int(failure.range.start)
    switch failure.problem {
    case .invalidName(let word) where word.hasSuffix(":") && before.hasPrefix("let "):
      guard let equals = rest.range(of: " = ") else { return nil }
      let value = rest[equals.upperBound...].trimmingBlanks
      return .foreign("the kind of a variable is not declared", instead: "try: \(before)\(word.dropLast()) = \(value)")
    case .timeWithoutDate(let text): return slice(text, at: place)
    case .operatorNeedsSpace(let word, _): return shortDate(word)
    case .dollarInBinding where before.trimmingBlanks.hasSuffix("| each"):
      return .foreign("'each' needs a block", instead: "try: each { \(rest) }")
    case .expectedExpression("'|'", _): return blockParameter(rest, at: place)
    case .unknownCommand(let word, _, _):
      if let change = reversedChange(word, rest) { return change }
      return statementCall(word, rest)
    case .expectedEndOfStatement, .expectedEndOfGroup: return prefixedText(endingAt: place)
    case .expectedBlock(let after, _) where after == "a value of 'match'" && before.contains(" => "):
      return .foreign("'=>' does not belong to a case", instead: "put the block in braces: 5 { … }")
    case .expectedWord("catch", let after, let found) where found.hasPrefix("the end of"):
      let problem = Problem.expectedWord("catch", after: after, found: found)
      return .foreign(problem.message, instead: "to ignore the error, write: try { … } catch { }")
    case .expectedWord(":", _, _) where hasDoubleBrace(before: place):
      return .foreign("'{{' begins a record in a text", instead: "for one value, write {$x}; for a brace, write \\{")
    default: return nil
    }
  }

  /// Returns `true` for `{{x}}` in a text.
  private func hasDoubleBrace(before place: Int) -> Bool {
    let inner = source.bytes[..<place].reversed().drop { isNameByte($0) || $0.isOne(of: " $") }
    return inner.starts(with: [UInt8(ascii: "{"), UInt8(ascii: "{")])
  }

  /// Returns the problem for `$xs[0:2]`.
  private func slice(_ text: String, at place: Int) -> Problem? {
    guard place > 0, source.bytes[place - 1] == UInt8(ascii: "[") else { return nil }
    let ends = text.split(separator: ":", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(NumberText.isDigit) }) else { return nil }
    var name = place - 1
    while name > 0, isNameByte(source.bytes[name - 1]) || source.bytes[name - 1] == UInt8(ascii: "$") { name -= 1 }
    let value = name < place - 1 ? source.text(SourceRange(name, place - 1)) : "$list"
    return .foreign("an index is one position, not '\(text)'", instead: "try: (slice \(value) \(ends[0]) \(ends[1]))")
  }

  /// Returns the problem for `2026-1-5`, a date without its zeros.
  private func shortDate(_ word: String) -> Problem? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts.allSatisfy({ $0.utf8.allSatisfy(NumberText.isDigit) }),
      let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return .foreign(
      "the month and the day of a date have two digits each: '\(word)'",
      instead: "try: \(parts[0])-\(padded(month))-\(padded(day))")
  }

  /// Returns the problem for `each { |x| … }`.
  private func blockParameter(_ rest: String, at place: Int) -> Problem? {
    let line = source.bytes[..<place].reversed().prefix { $0 != UInt8(ascii: "\n") }.reversed()
    let (before, inner) = (String(decoding: Array(line), as: UTF8.self).trimmingBlanks, rest.dropFirst())
    guard before.hasSuffix("{"), let end = inner.firstIndex(of: "|") else { return nil }
    let name = inner[..<end].trimmingBlanks
    guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { return nil }
    let head = before.dropLast().trimmingBlanks
    let step = head.split(separator: " ").last.map(String.init) ?? "each"
    let body = inner[inner.index(after: end)...].trimmingBlanks
    return .foreign("the name of the item comes before the block", instead: "try: \(step) \(name) { \(body) }")
  }

  /// Returns the problem for `x =+ 1`.
  private func reversedChange(_ word: String, _ rest: String) -> Problem? {
    let behind = rest.dropFirst(word.count).drop { $0 == " " }
    guard word.utf8.allSatisfy(isNameByte), behind.hasPrefix("=+ ") || behind.hasPrefix("=- ") else { return nil }
    let sign = behind.dropFirst().prefix(1)
    return .foreign(
      "there is no operator '=\(sign)' here", instead: "try: \(word) \(sign)= \(behind.dropFirst(3).trimmingBlanks)")
  }

  /// Returns the problem for `xs.append(3)` as a statement.
  private func statementCall(_ word: String, _ rest: String) -> Problem? {
    guard let dot = word.lastIndex(of: "."), rest.dropFirst(word.count).hasPrefix("(") else { return nil }
    let name = word[..<dot]
    guard !name.isEmpty, name.utf8.allSatisfy(isNameByte), !vocabulary.roots.contains(String(name)) else { return nil }
    return methodCall(
      String(word[word.index(after: dot)...]), of: "$\(name)", values(in: String(rest.dropFirst(word.count))))
  }

  /// Returns the problem for `f"…"`: a word right before a quote.
  private func prefixedText(endingAt place: Int) -> Problem? {
    var first = place
    while first > 0, !source.bytes[first - 1].isOne(of: " \t\n;({[") { first -= 1 }
    let letters = source.bytes[first..<place].prefix { UInt8(ascii: "a") <= $0 && $0 <= UInt8(ascii: "z") }
    guard letters.count == 1, letters.endIndex < place, source.bytes[letters.endIndex] == UInt8(ascii: "\"") else {
      return nil
    }
    let letter = String(decoding: letters, as: UTF8.self)
    return .foreign(
      "text takes no prefix in Storyline: '\(letter)\"'",
      instead: letter == "r"
        ? "for raw text, use single quotes: 'C:\\new'" : "a value in braces is filled in: \"{$name}\"")
  }
}

extension StringProtocol {
  func range(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
