/// Lines written as in another language, each with the equivalent line here.
extension Parser {
  /// Returns the failure with the line to write instead; `nil` if that line is unknown.
  func rewritten(_ failure: Failure, from start: Int) -> Problem? {
    guard let instead = line(failure, from: start) else { return nil }
    switch failure.problem {
    case .noPipedArgument(let name): return .foreign("'\(name)' is a command, not a step", instead: instead)
    case .operatorNeedsSpace(let word, _):
      let isOperator = word == "," || OtherLanguageHints.operators[word] != nil
      return .foreign(
        isOperator ? "there is no operator '\(word)' here" : "unexpected '\(word)'", instead: instead)
    default: return .foreign(failure.problem.message, instead: instead)
    }
  }

  private func line(_ failure: Failure, from start: Int) -> String? {
    let (before, rest) = (before(failure, start), rest(of: failure))
    switch failure.problem {
    case .unknownCommand(let word, _, _):
      // Natural-language sentences have their own messages.
      return source.text(failure.range) == word ? statement(word, rest) : nil
    case .unknownFunction(let name, _):
      let arguments = rest.dropFirst(name.count).prefix { $0 != ")" }.trimmingBlanks
      if DateParts.names.contains(name) { return "for the \(name): \(arguments).\(name)" }
      return StageWord(rawValue: name).map { "'\($0.rawValue)' is a step: (\(step($0, arguments)))" }
    case .noPipedArgument(let name): return OtherLanguageHints.steps[name].map { Problem.question(about: $0) }
    case .extraArgument("skip", _, _, _) where before.contains("| skip"):
      return "for the items after the first \(rest): slice \(rest)"
    case .expectedWord("=", _, "':='"): return "try: \(before.trimmingBlanks) = \(rest.dropFirst(2).trimmingBlanks)"
    case .invalidName(let word) where word.hasSuffix(":"):
      let body = rest.dropFirst(word.count).trimmingBlanks
      let head = before + word.dropLast()
      if before.hasPrefix("def ") { return "put the block in braces: \(head) { \(body.isEmpty ? "…" : body) }" }
      return before.hasPrefix("let ") && !body.isEmpty && !body.hasPrefix("=") ? "try: \(head) = \(body)" : nil
    case .expectedBlock(_, let found): return block(before.trimmingBlanks, rest, found)
    case .operatorNeedsSpace(let word, _): return operation(word, before, start)
    case .unknownUnit: return power(rest.prefix { $0 != " " && $0 != ")" })
    case .expectedEndOfStatement where before.trimmingBlanks.hasSuffix("}") && rest.first?.isLetter == true:
      let word = String(rest.prefix { $0.isLetter })
      let partners = [Keyword.else.rawValue, Keyword.catch.rawValue]
      return partners.contains(word) ? nil : closest(to: word, among: partners).map { Problem.question(about: $0) }
    case .expectedEndOfStatement where rest.hasPrefix("#"):
      return "a comment needs a space after #: \(before)# \(rest.dropFirst().prefix { $0 != "\n" })"
    case .expectedEndOfStatement where before.hasPrefix("print "):
      return choice(failure) ?? printed(from: start) ?? ending(failure, before, rest)
        ?? several(before.dropFirst("print ".count), rest, failure)
    case .expectedEndOfGroup where before.hasPrefix("print("): return printedCall(from: start)
    case .expectedEndOfStatement where before.hasPrefix("expect ") && rest.hasPrefix("\""):
      return "put a comma before the reason: \(before.trimmingBlanks), \(rest)"
    case .expectedEndOfStatement where rest.hasPrefix("if ") && !rest.contains("{") && !before.contains("|"):
      return "put the condition first: \(rest) { \(before.trimmingBlanks) }"
    case .expectedEndOfStatement, .expectedEndOfGroup: return choice(failure) ?? ending(failure, before, rest)
    case .expectedStage: return end(before, rest)
    default: return nil
    }
  }

  /// Returns advice for `| tail -5` and `| head -n 5`.
  private func end(_ before: String, _ rest: String) -> String? {
    var words = rest.split(separator: " ")
    guard words.count > 1, ["head", "tail"].contains(words[0]) else { return nil }
    if words[1] == "-n", words.count > 2 { words.remove(at: 1) }
    guard let count = Int(words[1].drop { $0 == "-" }), count > 0 else { return nil }
    words[0] = words[0] == "head" ? "first" : "last"
    words[1] = "\(count)"
    return "try: \(before)\(words.joined(separator: " "))"
  }

  /// Returns advice for a statement whose first word is unknown.
  private func statement(_ word: String, _ line: String) -> String? {
    let name = word.drop { $0 == "+" || $0 == "-" }
    if let step = StageWord(rawValue: word) {
      return "'\(step.rawValue)' is a step: \(self.step(step, line.dropFirst(word.count).trimmingBlanks))"
    }
    if word.hasPrefix("-"), vocabulary.commands.hasFirstWord(String(name)) {
      return "did you mean '\(line.drop { $0 == "-" })'?"
    }
    if word.hasPrefix("++") || word.hasPrefix("--"), !name.isEmpty, name.utf8.allSatisfy(isNameByte), line == word {
      return "try: \(name) \(word.prefix(1))= 1"
    }
    if let mark = OtherLanguageHints.comments.first(where: { line.hasPrefix($0) }) {
      var note = line.dropFirst(mark.count).trimmingBlanks
      if note.hasSuffix("*/") { note = note.dropLast(2).trimmingBlanks }
      return "a comment begins with # and a space: # \(note.isEmpty ? "…" : note)"
    }
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    func value(behind count: Int) -> String { words.dropFirst(count).joined(separator: " ") }
    if words.count > 2, words[1] == ":=", word.utf8.allSatisfy(isNameByte) {
      return "try: let \(word) = \(value(behind: 2))"
    }
    if words.count > 3, words[2] == "=", !word.hasSuffix(","), words[1].utf8.allSatisfy(isNameByte),
      OtherLanguageHints.statements[word] == nil
    {
      return "try: let \(words[1]) = \(value(behind: 3))"
    }
    if words.count > 1, word.hasSuffix(":"), word.dropLast().utf8.allSatisfy(isNameByte) {
      return "try: let \(word.dropLast()) = \(value(behind: 1))"
    }
    return OtherLanguageHints.rewritten[word]
  }

  /// Returns advice for text in place of a block.
  private func block(_ before: String, _ rest: String, _ found: String) -> String? {
    if before.hasSuffix(":") {
      return "put the block in braces: \(before.dropLast()) { \(rest.isEmpty ? "…" : rest) }"
    }
    if rest.hasPrefix("||") { return "try: \(before) or \(rest.dropFirst(2).trimmingBlanks)" }
    if before.hasSuffix(" then") { return "leave out 'then': \(before.dropLast(5)) \(rest)" }
    guard found == "'to'", before.hasPrefix("for "), let first = before.split(separator: " ").last else { return nil }
    let words = rest.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count == 3 else { return nil }
    return "try: \(before.dropLast(first.count))(range \(first) \(words[1])) \(words[2])"
  }

  /// Returns advice for an unknown operator, or text attached to a value.
  private func operation(_ word: String, _ before: String, _ start: Int) -> String? {
    if word == "..", before.trimmingBlanks.hasSuffix("\"") { return OtherLanguageHints.operators["."] }
    if word.hasPrefix(","), before.hasPrefix("print ") { return printed(from: start) }
    if word.hasPrefix(","), before.hasPrefix("print(") { return printedCall(from: start) }
    if word.hasPrefix(":"), word.count > 1, let open = before.lastIndex(of: "{") {
      let digits = word.filter { $0.isNumber }
      return "write the number of decimals after the colon: \"\(before[open...]):\(digits.isEmpty ? "2" : digits)}\""
    }
    return power(word[...])
  }

  /// Returns advice for `1..5`, `$a .. $b`, `0..<10`: a range of numbers, with both ends as written if they are
  /// plain.
  func range(_ failure: Failure, _ start: Int) -> String? {
    let line = Array((before(failure, start) + rest(of: failure)).utf8)
    let dot = UInt8(ascii: ".")
    var place = max(0, Int(failure.range.start) - start)
    while place + 1 < line.count, line[place] != dot || line[place + 1] != dot { place += 1 }
    guard place + 1 < line.count else { return OtherLanguageHints.operators[".."] }
    func isPart(_ byte: UInt8) -> Bool { isNameByte(byte) || byte.isOne(of: "$-") }
    let left = line[..<place].reversed().drop { $0 == 0x20 }.prefix(while: isPart).reversed()
    let sign = line[place...].prefix { $0 == dot || $0.isOne(of: "<=") }
    let right = line[sign.endIndex...].drop { $0 == 0x20 }.prefix(while: isPart)
    func plain(_ bytes: some Sequence<UInt8>) -> String? {
      let text = String(decoding: Array(bytes), as: UTF8.self)
      return Int(text) != nil || text.first == "$" && text.count > 1 ? text : nil
    }
    guard let first = plain(left), var last = plain(right) else { return OtherLanguageHints.operators[".."] }
    if sign.last == UInt8(ascii: "<") {
      guard let end = Int(last), end > .min else { return OtherLanguageHints.operators[".."] }
      last = String(end - 1)
    }
    if isCase(failure) { return Self.caseAdvice(from: first, to: last) }
    return "for the numbers from \(first) to \(last): (range \(first) \(last))"
  }

  /// Returns `true` if a word is in the place of a `match` case: at the beginning of a row, with a block after it.
  private func isCase(_ failure: Failure) -> Bool {
    let place = Int(failure.range.start)
    let word = source.bytes[place...].prefix(while: Lexer.isWordByte)
    guard source.bytes[word.endIndex...].first(where: { $0 != 0x20 }) == UInt8(ascii: "{") else { return false }
    let before = source.bytes[..<place].last { $0 != 0x20 }
    return before.map { $0.isOne(of: "\n{};") } ?? false
  }

  private static func caseAdvice(from first: String, to last: String) -> String {
    if let low = Int(first), let high = Int(last), low <= high, high - low < 8 {
      let values = (low...high).map(String.init).joined(separator: " ")
      return "separate the values of a case with spaces: \(values) { … }"
    }
    return "a case is a list of values; for a range, try: if $x >= \(first) and $x <= \(last) { … }"
  }

  /// Returns advice for `2**3` and `2^3`.
  private func power(_ word: Substring) -> String? {
    for sign in ["**", "^"] {
      let sides = word.split(separator: sign, omittingEmptySubsequences: false)
      guard sides.count == 2, sides.allSatisfy({ Double($0) != nil }) else { continue }
      return "for a power: (power \(sides[0]) \(sides[1]))"
    }
    return nil
  }

  /// Returns advice for `1 + if … { … }`: a choice inside a longer expression or next to one.
  private func choice(_ failure: Failure) -> String? {
    let word = name(before: Int(failure.range.start))
    let whole: String
    switch Keyword.byText[word] {
    case .if: whole = "(if … { … } else { … })"
    case .match: whole = "(match … { … })"
    case .try: whole = "(try { … } catch { … })"
    default: return nil
    }
    return "put '\(word)' in parentheses: \(whole)"
  }

  /// Returns advice for text after a complete value.
  private func ending(_ failure: Failure, _ before: String, _ rest: String) -> String? {
    let word = rest.prefix { $0 != " " && $0 != ")" }
    if rest.hasPrefix("||") { return "to combine conditions, write 'or'" }
    if word == "descending" { return "for the reverse order: \(before.trimmingBlanks) desc" }
    if word == "asc" || word == "ascending" { return "leave out '\(word)': the smallest comes first by default" }
    let stage = before.split(separator: "|").last.map { $0.drop { $0 == " " } } ?? ""
    if ["reverse", "reversed", "down", "dsc", "des", "descending"].contains(word), stage.hasPrefix("sort ") {
      return "for the reverse order: \(before.trimmingBlanks) desc"
    }
    if ["sort ", "group "].contains(String(stage)), word.utf8.allSatisfy(isNameByte) {
      let isDescending = ["desc", "descending"].contains(rest.dropFirst(word.count).trimmingBlanks)
      return "try: \(before.trimmingBlanks) by \(word)\(isDescending ? " desc" : "")"
    }
    if stage.hasPrefix("sort by "), !stage.contains("{"), word.utf8.allSatisfy(isNameByte),
      StageWord(rawValue: String(word)) == nil, !vocabulary.functions.names.contains(String(word))
    {
      return "separate the keys with commas: \(before.trimmingBlanks), \(word)"
    }
    let name = name(before: Int(failure.range.start))
    if DateParts.names.contains(name), !word.isEmpty { return "for the \(name): \(word).\(name)" }
    if OtherLanguageHints.statements[name] == "def", before.hasPrefix("let ") {
      return "put a definition on its own line: def twice x { $x * 2 }"
    }
    return nil
  }

  /// Returns a step with its list in front: `count $list` as `$list | count`.
  func step(_ step: StageWord, _ arguments: String) -> String {
    let words = arguments.split(separator: " ")
    guard !words.isEmpty, [.count, .first, .last, .sum, .sort, .number].contains(step) else {
      return "$list | \(step.usage)"
    }
    if arguments.hasPrefix("["), arguments.hasSuffix("]") { return "\(arguments) | \(step.rawValue)" }
    guard !arguments.contains(where: { "[]{}()\"'".contains($0) }) else { return "$list | \(step.rawValue)" }
    let more = words.dropFirst().map { " \($0)" }.joined()
    return "\(words[0]) | \(step.rawValue)\(more)"
  }

  /// Returns advice for two values in a row, if the first one is not a call.
  private func several(_ first: Substring, _ second: String, _ failure: Failure) -> String? {
    guard name(before: Int(failure.range.start)).isEmpty else { return nil }
    func isValue(_ text: some StringProtocol) -> Bool { text.utf8.first.map { $0.isOne(of: "\"$(") } == true }
    return isValue(first) && isValue(second) ? "print expects one value: print \"{$a} {$b}\"" : nil
  }

  /// Returns advice to write `print "a" $b` and `print $a, $b` as one text; `nil` if the line has more than plain
  /// values.
  private func printed(from start: Int) -> String? {
    let line = source.bytes[start...].prefix { !$0.isOne(of: "\n;#") }
    var rest = Substring(String(decoding: line, as: UTF8.self)).dropFirst("print".count)
    var parts: [String] = []
    while let first = rest.first {
      if first == " " || first == "," {
        rest = rest.dropFirst()
      } else if first == "\"" {
        let text = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(text.count + 1)
        guard rest.first == "\"", !text.contains("\\") else { return nil }
        rest = rest.dropFirst()
        parts.append(String(text))
      } else {
        let word = rest.prefix { $0 != " " && $0 != "," }
        rest = rest.dropFirst(word.count)
        let name = word.drop { $0 == "$" }
        guard let initial = name.utf8.first, name.utf8.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: ".") }) else {
          return nil
        }
        let isState = vocabulary.roots.contains(String(name.prefix { $0 != "." })) && name.contains(".")
        guard word.first == "$" || isState || NumberText.isDigit(initial) else { return nil }
        parts.append(NumberText.isDigit(initial) ? String(word) : "{\(word)}")
      }
    }
    return parts.count > 1 ? "print expects one value: print \"\(parts.joined(separator: " "))\"" : nil
  }

  /// Returns advice to write `print("a", b)` as one text; `nil` if there is only one value, or a value that is neither
  /// plain nor a calculation with variables.
  private func printedCall(from start: Int) -> String? {
    let line = source.text(SourceRange(start, start + source.bytes[start...].prefix { !$0.isOne(of: "\n;#") }.count))
    let inner = line.dropFirst("print(".count).prefix { $0 != ")" }
    guard line.hasPrefix("print("), line.dropFirst("print(".count + inner.count).hasPrefix(")"),
      !inner.contains(where: { "({[\\'".contains($0) })
    else { return nil }
    var (parts, isQuoted): ([String], Bool) = ([""], false)
    for character in inner {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    guard parts.count > 1, !isQuoted else { return nil }
    var texts: [String] = []
    for part in parts {
      let value = part.trimmingBlanks
      if value.first == "\"", value.last == "\"", value.count > 1, !value.dropFirst().dropLast().contains("\"") {
        texts.append(String(value.dropFirst().dropLast()))
      } else {
        guard !value.isEmpty, !value.contains("\"") else { return nil }
        let words = value.split(separator: " ").map { word -> String in
          let isName = word.utf8.allSatisfy(isNameByte) && word.utf8.first.map { !NumberText.isDigit($0) } == true
          return isName && !["true", "false", "none", "mod"].contains(word) ? "$\(word)" : String(word)
        }
        texts.append(words.count == 1 && Double(words[0]) != nil ? words[0] : "{\(words.joined(separator: " "))}")
      }
    }
    return "try: print \"\(texts.joined(separator: " "))\""
  }

  // MARK: Calls

  /// Returns the problem for `length($x)` and `$x.upper()`: a call whose arguments are in parentheses after its name.
  func attachedCall(_ failure: Failure) -> Problem? {
    switch failure.problem {
    case .expectedBlock(let after, _) where after.hasPrefix("'def "): return nil
    case .expectedEndOfStatement, .expectedEndOfGroup, .expectedBlock: break
    default: return nil
    }
    let place = Int(failure.range.start)
    guard place > 0, place < source.bytes.count, source.bytes[place] == UInt8(ascii: "(") else { return nil }
    var nameStart = place
    while nameStart > 0, isNameByte(source.bytes[nameStart - 1]) { nameStart -= 1 }
    guard nameStart < place else { return nil }
    let name = source.text(SourceRange(nameStart, place))
    let values = values(in: rest(of: failure))
    let before = nameStart > 0 ? source.bytes[nameStart - 1] : UInt8(ascii: " ")
    if before == UInt8(ascii: ".") {
      return methodCall(name, of: value(endingAt: nameStart - 1), values)
    }
    guard before != UInt8(ascii: "$"), vocabulary.isCalled(name) || definitions.contains(name) else {
      return nil
    }
    return .foreign(
      "values follow '\(name)', separated by spaces",
      instead: rangeAdvice(name, values) ?? "try: (\(name) \(values ?? "…"))")
  }

  /// Returns the advice for `range(0, 3)`, which ends before 3 in some languages, and with 3 in others and here.
  func rangeAdvice(_ name: String, _ values: String?) -> String? {
    guard name == "range", !definitions.contains(name), let values else { return nil }
    let ends = values.split(separator: " ").map { Int($0) }
    switch (ends.count, ends.first ?? nil, ends.last ?? nil) {
    case (1, _, let end?) where end > .min: return "for the numbers from 0 to \(end - 1): (range 0 \(end - 1))"
    case (2, let first?, let last?) where last > .min:
      return
        "a range includes its last number: (range \(first) \(last - 1)) ends with \(last - 1), "
        + "(range \(first) \(last)) with \(last)"
    case (3, let first?, let last?) where ends[1] != nil && last != 0:
      return "a range has steps of 1: (range \(first) \((ends[1] ?? 0) - 1)) | where ($it - \(first)) mod \(last) == 0"
    default: return nil
    }
  }

  func methodCall(_ name: String, of value: String, _ values: String?) -> Problem {
    let behind = values.map { $0.isEmpty ? "" : " \($0)" } ?? " …"
    let message = "'.\(name)' is not a field: a function comes before its values, a step after '|'"
    if let call = moduleCall(name, of: String(value.drop { $0 == "$" }), values) {
      return .foreign(message, instead: call)
    }
    if name == "join", value.first == "\"", let values {
      return .foreign(message, instead: "try: (join \(values) \(value))")
    }
    let function = vocabulary.isCalled(name) ? name : OtherLanguageHints.functions[name.lowercased()]
    if function == "append", value.hasPrefix("$"), name != "append", let values, !values.isEmpty {
      return .foreign(message, instead: "to append, write \(value.dropFirst()) += [\(values)]")
    }
    if let function { return .foreign(message, instead: "try: (\(function) \(value)\(behind))") }
    let step = StageWord(rawValue: name) ?? OtherLanguageHints.steps[name].flatMap { StageWord(rawValue: $0) }
    guard let step else { return .foreign(message, instead: "for example: (upper $name), or $list | count") }
    let isPlain = [.count, .first, .last, .sum, .sort, .number].contains(step)
    return .foreign(message, instead: "try: (\(value) | \(isPlain ? "\(step.rawValue)\(behind)" : step.usage))")
  }

  /// Returns the values between the parentheses at the beginning of a text, separated by spaces; `nil` if they are
  /// not all plain values.
  func values(in text: String) -> String? {
    let inner = text.dropFirst().prefix { $0 != ")" }
    guard inner.count + 1 < text.count, !inner.contains(where: { "({['\\".contains($0) }) else { return nil }
    var (parts, isQuoted): ([String], Bool) = ([""], false)
    for character in inner {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    guard !isQuoted else { return nil }
    return parts.map { part -> String in
      let value = part.trimmingBlanks
      let isName = value.utf8.allSatisfy(isNameByte) && value.utf8.first.map { !NumberText.isDigit($0) } == true
      return isName && !["true", "false", "none"].contains(value) ? "$\(value)" : value
    }.joined(separator: " ")
  }

  /// Returns the source of the value that ends right before a place.
  private func value(endingAt end: Int) -> String {
    var start = end
    if start > 1, source.bytes[start - 1] == UInt8(ascii: "\"") {
      start -= 1
      while start > 0, !source.bytes[start - 1].isOne(of: "\"\n") { start -= 1 }
      return start > 0 && source.bytes[start - 1] == UInt8(ascii: "\"") ? source.text(SourceRange(start - 1, end)) : "…"
    }
    while start > 0, isNameByte(source.bytes[start - 1]) || source.bytes[start - 1].isOne(of: ".$") { start -= 1 }
    return start < end ? source.text(SourceRange(start, end)) : "…"
  }
}

extension StringProtocol {
  var trimmingBlanks: String {
    let rest = drop { $0 == " " || $0 == "\t" }
    return rest.lastIndex { $0 != " " && $0 != "\t" }.map { String(rest[...$0]) } ?? ""
  }
}
