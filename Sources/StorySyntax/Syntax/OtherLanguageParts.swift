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
      if let text = prefixedText(SourceRange(place, place + word.utf8.count)) { return text }
      return statementCall(word, rest)
    case .emptyInterpolation: return formattedText(failure)
    case .expectedEndOfStatement, .expectedEndOfGroup:
      return prefixedText(SourceRange(max(0, place - 1), place))
    case .unknownFunction: return prefixedText(SourceRange(place, place + 1))
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

  /// Returns the problem for `f"…"`: a letter right before a quote; `nil` if something else is at the place.
  func prefixedText(_ prefix: SourceRange) -> Problem? {
    let (start, quote) = (Int(prefix.start), Int(prefix.end))
    guard quote == start + 1, quote < source.bytes.count, source.bytes[quote] == UInt8(ascii: "\""),
      UInt8(ascii: "a") <= source.bytes[start], source.bytes[start] <= UInt8(ascii: "z")
    else { return nil }
    let (letter, rest) = (source.text(prefix), source.bytes[(quote + 1)...].prefix { !$0.isOne(of: "\n") })
    var instead = "for raw text, use single quotes: 'C:\\new'"
    if letter != "r" {
      let text = rest.firstIndex(of: UInt8(ascii: "\"")).map { source.text(SourceRange(quote + 1, $0)) } ?? ""
      instead =
        text.isEmpty
        ? "a value in braces is filled in: \"{$name}\"" : "try: \"\(Self.filledIn(text))\""
    }
    return .foreign("text takes no prefix in Storyline: '\(letter)\"'", instead: instead)
  }

  /// Returns the problem for `"{} and {}".format(a, b)`.
  private func formattedText(_ failure: Failure) -> Problem? {
    let place = Int(failure.range.start)
    let line = source.lineRange(of: place)
    guard
      let open = source.bytes[Int(line.start)..<place].lastIndex(of: UInt8(ascii: "\"")),
      let close = source.bytes[place..<Int(line.end)].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    let behind = source.text(SourceRange(close + 1, Int(line.end)))
    guard behind.hasPrefix(".format("), let values = values(in: String(behind.dropFirst(".format".count))),
      !values.contains("\"")
    else {
      return nil
    }
    let text = Self.filledIn(source.text(SourceRange(open + 1, close)), with: values.split(separator: " "))
    return .foreign(failure.problem.message, instead: "try: \"\(text)\"")
  }

  /// Returns a text of another language with variables in its braces: `{$x}` for `{x}`, `{$x:2}` for `{x:.2f}`.
  /// - Parameter values: the values for empty braces.
  private static func filledIn(_ text: String, with values: [Substring] = []) -> String {
    var (result, rest, values) = ("", text[...], values[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let inner = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      result += "{\(inner.isEmpty ? String(values.popFirst() ?? "") : variable(inner))}"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func variable(_ inner: Substring) -> String {
    let pieces = inner.split(separator: ":", maxSplits: 1)
    guard let name = pieces.first, let initial = name.utf8.first, !NumberText.isDigit(initial),
      name.utf8.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: ".") })
    else { return String(inner) }
    let places = pieces.count > 1 ? pieces[1].filter { $0.isNumber } : ""
    return "$\(name)\(places.isEmpty ? "" : ":")\(places)"
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
