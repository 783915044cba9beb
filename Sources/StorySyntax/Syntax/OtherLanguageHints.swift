/// Constructs from other languages and how to write them here: one table for all messages.
package enum OtherLanguageHints {
  /// Operators from other languages.
  static let operators: [String: String] = [
    "**": "for a power: (power 2 10)", "^": "for a power: (power 2 10)",
    "//": "a comment begins with #; to divide and round down: (floor ($a / $b))",
    "??": "for a default value: (get $record \"name\" \"nobody\")", "?:": "use if as a value: if … { … } else { … }",
    "?": "use if as a value: let x = if $a > 1 { 2 } else { 3 }",
    "..": "for the numbers from 1 to 5: (range 1 5)", "...": "for the numbers from 1 to 5: (range 1 5)",
    ".": "join text with +, or put values into text: \"{$a} {$b}\"",
    "=~": "try: like, or (match $text \"{name}: {age}\")",
    "~": "try: $name like \"*.jpg\"", "->": "put the block in braces: … { … }",
    "=>": "put the block in braces: … { … }; to compare, write >=",
    "is": "to compare, write ==", "isnt": "to compare, write !=", "equals": "to compare, write ==",
    "++": "try: $n + 1, or n += 1 to change n", ":=": "try: let x = …", "===": "to compare, write ==",
  ]

  /// Pipeline steps by their names in other languages.
  static let steps: [String: String] = [
    "map": "each", "foreach": "each", "forEach": "each", "collect": "each", "filter": "where", "grep": "where",
    "fold": "reduce",
    "foldl": "reduce", "inject": "reduce", "enumerate": "number", "order": "sort by", "orderby": "sort by",
    "uniq": "unique", "distinct": "unique", "take": "first", "head": "first", "tail": "last", "len": "count",
    "size": "count", "some": "any", "every": "all", "concat": "flatten", "parse": "match", "length": "count",
    "orderBy": "sort by", "sortBy": "sort by", "sort-by": "sort by", "group-by": "group by", "groupby": "group by",
    "groupBy": "group by", "limit": "first", "top": "first", "for": "each",
  ]

  /// Functions by their names in other languages.
  static let functions: [String: String] = [
    "len": "length", "size": "length", "str": "text", "string": "text", "int": "number", "float": "number",
    "concat": "join", "substr": "slice", "substring": "slice", "indexof": "find", "index": "find", "push": "append",
    "add": "append", "rand": "random", "pow": "power", "uppercase": "upper", "lowercase": "lower", "strip": "trim",
    "typeof": "type", "ceiling": "ceil", "sample": "pick", "choice": "pick", "strftime": "format", "has": "contains",
    "includes": "contains", "parse": "match", "touppercase": "upper", "tolowercase": "lower", "upcase": "upper",
    "downcase": "lower", "toupper": "upper", "tolower": "lower", "startswith": "starts", "endswith": "ends",
    "avg": "average", "mean": "average", "without": "omit", "reject": "omit", "remove": "omit", "except": "omit",
    "startsWith": "starts", "endsWith": "ends", "padstart": "pad", "ljust": "pad", "rjust": "pad", "zfill": "pad",
  ]

  /// Values by their names in other languages.
  package static let values: [String: String] = [
    "null": "none", "nil": "none", "None": "none", "NULL": "none", "undefined": "none", "True": "true", "TRUE": "true",
    "yes": "true", "False": "false", "FALSE": "false", "no": "false",
  ]

  /// First words of statements in other languages.
  package static let statements: [String: String] = [
    "import": "include", "foreach": "for", "var": "let", "const": "let", "local": "let", "elif": "else if",
    "elsif": "else if", "elseif": "else if", "fn": "def", "func": "def", "fun": "def", "function": "def", "sub": "def",
    "proc": "def", "lambda": "def", "define": "def", "puts": "print", "println": "print", "printf": "print",
    "echo": "print", "disp": "print", "cout": "print", "console.log": "print", "System.out.println": "print",
  ]

  /// First words of statements that have a different structure here.
  static let rewritten: [String: String] = [
    "do": "put the block after a statement: repeat 1 { … }", "begin": "try: repeat 1 { … }",
    "unless": "try: if not … { … }", "until": "try: while not … { … }", "loop": "try: while true { … }",
    "forever": "try: while true { … }",
    "test": tests, "describe": tests,
  ]

  private static let tests = "a test is a script with expect lines: `storyline test FILE.story` runs it"

  /// System programs without an equivalent here.
  static let programs: Set = [
    "cd", "pwd", "rm", "cp", "mv", "mkdir", "rmdir", "touch", "chmod", "chown", "grep", "sed", "awk", "vi", "vim",
    "nano",
    "emacs", "git", "ssh", "curl", "wget", "sudo", "apt", "python", "python3", "bash", "sh", "zsh", "fish",
  ]

  /// Names that other languages use for the result so far in `reduce`, and for the item of a step.
  package static let sums: Set = ["acc", "accumulator", "total", "memo", "result", "a"]
  package static let items: Set = ["_", "item", "element", "el", "this", "self", "in"]

  /// Words and signs for "all other values" in a `match` in other languages.
  package static let rest: Set = ["_", "default", "other", "others", "otherwise", "rest"]
  package static let otherwise = "for all other values, write else { … }"

  /// Beginnings of comments in other languages.
  static let comments = ["--", "//", "/*"]

  /// Returns the problem of running code with advice that its place gives, if it comes from habits of another language.
  /// - Parameter text: the source of the code.
  package static func explained(_ problem: Problem, at text: String) -> Problem {
    switch problem {
    case .notARecord(let field, "a list", _) where Int(field) != nil && text.hasSuffix(".\(field)"):
      return .foreign(problem.message, instead: "try: \(text.dropLast(field.utf8.count + 1))[\(field)]")
    case .wrongKind("'get'", _, "a list"):
      let words = text.split(separator: " ").map { $0.filter { !"()\"".contains($0) } }
      guard let field = words.last, words.count > 1, field.utf8.allSatisfy(isNameByte) else { return problem }
      let list = words.count == 3 && words[1].first == "$" ? "\(words[1]) | " : ""
      return .foreign(problem.message, instead: "for a field of each item: \(list)each { $it.\(field) }")
    default: return problem
    }
  }

  static let braces = "put the block in braces: … { … }"
  static func compared(_ operation: String) -> String {
    "in a longer expression, put the pipeline in parentheses: (… | …) \(operation) …"
  }
  static let pipeline = "put the pipeline in parentheses: (… | …)"
}

extension Problem {
  /// Returns the problem for a function written between its values.
  /// - Parameters:
  ///   - left: the source of the first value, if it is short.
  ///   - right: the source of the second value, if it is short.
  package static func infixCall(_ name: String, left: String?, right: String? = nil) -> Problem {
    .foreign(
      "'\(name)' is a function: it comes before its values",
      instead: "try: (\(name) \(left ?? "…") \(right ?? "…"))")
  }
}

extension Vocabulary {
  /// The advice for a user who types the name of a system program.
  package var withoutPrograms: String {
    let known = commands.commands
    let paths = [
      known.first { $0.takesFolder }.map { "\($0.name) FOLDER" },
      known.first { $0.takesFile }.map { "\($0.name) FILE" },
    ].compactMap { $0 }
    return "system programs do not run here"
      + (paths.isEmpty ? "" : "; type a path after a command: \(paths.joined(separator: ", "))")
  }
}

extension Parser {
  /// Returns the problem with advice, if the failure comes from habits of another language.
  /// - Parameter start: the offset of the statement's first token.
  func explained(_ failure: Failure, from start: Int) -> Problem {
    if let part = otherPart(failure, from: start) ?? phrase(failure, from: start) { return part }
    if let call = attachedCall(failure) ?? rewritten(failure, from: start) { return call }
    if let call = infixCall(failure) ?? bareCall(failure) { return call }
    guard let instead = advice(failure, from: start) ?? meant(failure, from: start).map({ "try: \($0)" }) else {
      return failure.problem
    }
    switch failure.problem {
    case .operatorNeedsSpace(let word, nil): return .foreign("there is no operator '\(word)' here", instead: instead)
    case .unknownUnit, .malformedNumber, .missingUnit, .unknownCommand, .numberTooLarge:
      return .foreign("unexpected '\(word(at: failure.range))'", instead: instead)
    default: return .foreign(failure.problem.message, instead: instead)
    }
  }

  /// Returns the word, or the one bracket, at a place.
  private func word(at range: SourceRange) -> String {
    let start = Int(range.start)
    var end = start
    while end < source.bytes.count, Lexer.isWordByte(source.bytes[end]) { end += 1 }
    return source.text(SourceRange(start, min(max(end, start + 1), source.bytes.count)))
  }

  private func advice(_ failure: Failure, from start: Int) -> String? {
    let word = word(at: failure.range)
    let first = source.text(SourceRange(start, start + source.bytes[start...].prefix(while: Lexer.isWordByte).count))
    switch failure.problem {
    case .expectedEndOfStatement where isComparedPipeline(failure, start): return OtherLanguageHints.compared(word)
    case .expectedExpression where isBehindCondition(failure, start):
      return "try: \(before(failure, start).trimmingBlanks) $it " + rest(of: failure)
    case .expectedExpression where isComparedPipeline(failure, start): return OtherLanguageHints.compared(word)
    case .operatorNeedsSpace("=~", _), .operatorNeedsSpace("~", _):
      let place = Int(failure.range.start)
      let pattern = right(of: Int(failure.range.end)).map { $0.filter { !"\"'".contains($0) } } ?? "…"
      return "try: \(left(of: place) ?? "$name") like \"*\(pattern)*\""
    case .operatorNeedsSpace(_, nil), .expectedEndOfStatement, .expectedEndOfGroup:
      if word.hasPrefix("..") { return range(failure, start) }
      if let instead = OtherLanguageHints.operators[word] { return instead }
      if word.hasPrefix(",") { return commas(start, failure.range) }
      if word.hasSuffix(":") { return OtherLanguageHints.braces }
      if OtherLanguageHints.statements[word] == "else if" { return "try: else if … { … }" }
      if case .expectedEndOfGroup(_, "'|'", _) = failure.problem { return OtherLanguageHints.pipeline }
      if case .expectedEndOfGroup("[", _, _) = failure.problem, word == Keyword.for.rawValue {
        return "for a list of the results: $list | each { … }"
      }
      if first == Keyword.wait.rawValue, before(failure, start) == "wait for " {
        return "try: wait " + rest(of: failure)
      }
      let second = before(failure, start).split(separator: " ").dropFirst().first.map(String.init) ?? ""
      if first == Keyword.wait.rawValue, second != "until", closest(to: second, among: ["until"]) != nil {
        return "try: wait until " + rest(of: failure)
      }
      if first == Keyword.wait.rawValue, let length = one(word, behind: Int(failure.range.start)) {
        return "try: " + first + " " + length
      }
      if first == Keyword.wait.rawValue, let unit = shorterUnit(behind: Int(failure.range.start), word) {
        return "try: " + before(failure, start) + word + unit
      }
      return isStepAsFunction(before: Int(failure.range.start), arguments(of: failure))
    case .unknownUnit, .malformedNumber, .missingUnit:
      if word.hasSuffix(":") { return OtherLanguageHints.braces }
      if word.contains("..") { return range(failure, start) }
      return word.hasSuffix(",") ? commas(start, failure.range) : nil
    case .expectedBlock(_, let found):
      if found == "'|'" { return OtherLanguageHints.pipeline }
      if found == "'('", first == Keyword.def.rawValue {
        return "write parameters without parentheses: def f a b { … }"
      }
      if ["'then'", "'do'", "':'"].contains(found) { return OtherLanguageHints.braces }
      let body = rest(of: failure)
      if body.isEmpty, found.hasPrefix("the end of"), !isInString {
        return "begin the block on the same line: \(before(failure, start).trimmingBlanks) { … }"
      }
      if [Keyword.every, .after, .at, .repeat].contains(where: { $0.rawValue == first }), !body.isEmpty {
        return "try: " + before(failure, start) + "{ \(body) }"
      }
      return isStepAsFunction(before: Int(failure.range.start), "")
    // `hold for 2s`, as in English.
    case .wrongArgument(_, _, let needs, "'for'", nil) where needs.contains("duration"):
      let meant = rest(of: failure).dropFirst("for".count).drop { $0 == " " }
      return meant.isEmpty ? nil : "try: " + before(failure, start) + meant
    // `skip an hour`
    case .wrongArgument(_, _, _, "'a'", nil), .wrongArgument(_, _, _, "'an'", nil):
      let unit = rest(of: failure).split(separator: " ").dropFirst().first.map(String.init) ?? ""
      return Literal.unit(unit).map { "try: " + before(failure, start) + "1" + $0 }
    case .expectedName("catch", "'('"): return "write the name without parentheses: catch e { … }"
    case .expectedName("let", "'{'"), .expectedName("let", "'['"): return "use one line for each name: let a = …"
    case .expectedWord("by", "'group'", let found) where found.hasPrefix("'"):
      return "try: " + before(failure, start) + "by " + rest(of: failure)
    case .expectedWord("in", _, "'='"): return "try: for i in (range 0 4) { … }"
    case .expectedWord("=", _, "'=='"): return "to assign a value, write ="
    case .expectedWord("catch", _, "'except'"), .expectedWord("catch", _, "'rescue'"): return "try: catch e { … }"
    case .invalidName where word.hasSuffix(","): return names(behind: before(failure, start), word.dropLast())
    case .unknownCommand:
      if word.count > 2, word.hasSuffix("++") || word.hasSuffix("--") {
        return "try: \(word.dropLast(2)) \(word.last ?? "+")= 1"
      }
      let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      let sign = word.dropFirst(name.count).prefix(2)
      guard !name.isEmpty, ["+=", "-=", "*=", "/="].contains(sign) else { return nil }
      let value = word.dropFirst(name.count + 2)
      return "try: \(name) \(sign) \(value.isEmpty ? "…" : value)"
    default: return nil
    }
  }

  /// Returns the command meant by a line with too many words: `exit now`, `show me my photos`, `next photo`.
  private func meant(_ failure: Failure, from start: Int) -> String? {
    if case .extraArgument(let command, _, nil, _) = failure.problem,
      let other = vocabulary.commands.name(endingIn: command, about: word(at: failure.range))
    {
      return other
    }
    let line = plainWords(from: start)
    guard let sentence = Sentence(Self.words(of: line), refusing: word(at: failure.range), vocabulary.commands),
      sentence.commands.count < 2
    else { return nil }
    guard let name = sentence.commands.first else {
      guard case .extraArgument = failure.problem, vocabulary.commands.hasFirstWord("help") else { return nil }
      return sentence.topic.map { "help \($0)" }
    }
    switch failure.problem {
    case .extraArgument(let command, _, nil, _): return name == command ? nil : name
    case .wrongArgument(_, _, _, _, nil):
      let command = vocabulary.commands.commands.first { $0.name == name }
      return command?.parameters.contains { $0.isRequired } == false ? name : nil
    default: return nil
    }
  }

  /// Returns `true` for `$list | count == 2`: an operator after a step.
  private func isComparedPipeline(_ failure: Failure, _ start: Int) -> Bool {
    BinaryOperator(rawValue: word(at: failure.range)) != nil && before(failure, start).contains(" | ")
  }

  /// Returns `true` if a comparison without its left side comes right after a step such as `where`.
  private func isBehindCondition(_ failure: Failure, _ start: Int) -> Bool {
    let words = before(failure, start).split(separator: " ")
    guard words.dropLast().last == "|", let step = words.last.flatMap({ StageWord(rawValue: String($0)) }) else {
      return false
    }
    return [.where, .any, .all].contains(step)
      && BinaryOperator(rawValue: word(at: failure.range))?.isComparison == true
  }

  /// Returns advice for names separated by commas, as in other languages.
  private func names(behind statement: String, _ name: Substring) -> String {
    switch statement.split(separator: " ").last {
    case "let": "use one line for each name: let a = …"
    case "for": "use one name for the item: for \(name) in …"
    default: "separate names with spaces: \(name) …"
    }
  }

  /// Returns the statement up to the error; empty if the error's place is before it, such as an unclosed bracket.
  func before(_ failure: Failure, _ start: Int) -> String {
    source.text(SourceRange(start, max(start, Int(failure.range.start))))
  }

  /// Returns the line from the error on.
  func rest(of failure: Failure) -> String {
    let start = Int(failure.range.start)
    // The brace that closes the enclosing block is not part of the error.
    var depth = 0
    var line = source.bytes[start...].prefix { byte in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      return depth >= 0 && !byte.isOne(of: "\n;")
    }
    while line.last == UInt8(ascii: " ") { line.removeLast() }
    return source.text(SourceRange(start, start + line.count))
  }

  /// Returns the text from the error to the closing parenthesis or the next pipe.
  private func arguments(of failure: Failure) -> String {
    var text = String(rest(of: failure).prefix { $0 != ")" && $0 != "|" })
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Returns the duration for `wait an hour`: a unit after an article.
  private func one(_ word: String, behind place: Int) -> String? {
    let before = source.bytes[..<place].reversed().drop { $0 == 0x20 }.prefix { Lexer.isWordByte($0) }
    guard ["a", "an", "one"].contains(String(decoding: before.reversed(), as: UTF8.self)) else { return nil }
    return Literal.unit(word).map { "1" + $0 }
  }

  /// Returns the unit for `wait 1h 30`: the number is in the next smaller unit.
  private func shorterUnit(behind place: Int, _ word: String) -> String? {
    let unit = source.bytes[..<place].last { $0 != UInt8(ascii: " ") }
    guard word.allSatisfy({ $0.isNumber }), let unit, unit.isOne(of: "hm") else { return nil }
    return unit == UInt8(ascii: "h") ? "m" : "s"
  }

  private func commas(_ start: Int, _ place: SourceRange) -> String {
    let before = source.text(SourceRange(start, Int(place.start)))
    return before.hasPrefix("print(") || before.hasPrefix(Keyword.print.rawValue) && !before.contains("(")
      ? "print expects one value: print \"{$a} {$b}\"" : "separate the values of a call with spaces: (max 1 2)"
  }

  /// Returns the problem for `$x contains "a"`: a function between its values, as `in` and `like` are.
  private func infixCall(_ failure: Failure) -> Problem? {
    switch failure.problem {
    case .expectedEndOfStatement, .expectedEndOfGroup, .expectedBlock: break
    default: return nil
    }
    let name = word(at: failure.range)
    guard let function = vocabulary.functions.signature(name), function.maximum > 1 else { return nil }
    return .infixCall(
      name, left: left(of: Int(failure.range.start)), right: right(of: Int(failure.range.start) + name.utf8.count))
  }

  /// Returns the source of the value right before a place, if that is a word or a variable.
  private func left(of place: Int) -> String? {
    let before = source.bytes[..<place].reversed().drop { $0 == 0x20 }
    let word = before.prefix { Lexer.isWordByte($0) || $0 == UInt8(ascii: "$") }
    // The end of a text with spaces in it is not a value.
    let isWhole = word.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
    return word.isEmpty || !isWhole ? nil : String(decoding: word.reversed(), as: UTF8.self)
  }

  /// Returns the source of the value right after a place, if that is a text in quotes, a word or a variable.
  private func right(of place: Int) -> String? {
    let rest = source.bytes[min(place, source.bytes.count)...].drop { $0 == 0x20 }
    guard let first = rest.first else { return nil }
    if first.isOne(of: "\"'") {
      guard let end = rest.dropFirst().firstIndex(where: { $0.isOne(of: "\n") || $0 == first }), rest[end] == first,
        !rest[..<end].contains(UInt8(ascii: "\\"))
      else { return nil }
      return source.text(SourceRange(rest.startIndex, end + 1))
    }
    let word = rest.prefix { Lexer.isWordByte($0) || $0 == UInt8(ascii: "$") }
    return word.isEmpty || word.contains(UInt8(ascii: "\"")) ? nil : String(decoding: word, as: UTF8.self)
  }

  /// Returns the problem for `1 + length $x`: a call inside a longer expression, where parsing fails after the
  /// function's name.
  private func bareCall(_ failure: Failure) -> Problem? {
    switch failure.problem {
    case .expectedBlock(let after, _) where after.hasPrefix("'def "): return nil
    case .expectedEndOfStatement, .expectedEndOfGroup, .expectedBlock: break
    default: return nil
    }
    let place = Int(failure.range.start)
    let name = name(before: place)
    // A closing bracket or an operator cannot be an argument of a call.
    guard place < source.bytes.count, !source.bytes[place].isOne(of: ")]}|,;:=\n\r"),
      OtherLanguageHints.operators[word(at: failure.range)] == nil,
      StageWord(rawValue: name) == nil || !followsPipe(place),
      !["then", "do"].contains(word(at: failure.range))
    else { return nil }
    // `5 min 7`: a unit after a number that is also the name of a function.
    let start = place - name.utf8.count - 1
    guard Literal.unit(name) == nil || start < 2 || !NumberText.isDigit(source.bytes[start - 2]) else { return nil }
    let isFunction = vocabulary.isCalled(name)
    guard isFunction || definitions.contains(name) else { return nil }
    let kind = isFunction ? "function" : "definition"
    return .foreign("'\(name)' is a \(kind): its call needs parentheses here", instead: "try: (\(name) …)")
  }

  /// Returns the bare name right before a place; empty if there is no bare name.
  func name(before place: Int) -> String {
    var end = min(place, source.bytes.count)
    while end > 0, source.bytes[end - 1] == 0x20 { end -= 1 }
    var start = end
    while start > 0, isNameByte(source.bytes[start - 1]) { start -= 1 }
    if start > 0, source.bytes[start - 1].isOne(of: "$.") { return "" }
    return source.text(SourceRange(start, end))
  }

  /// Returns `true` if a pipe comes before the bare name right before a place.
  private func followsPipe(_ place: Int) -> Bool {
    source.bytes[..<place].reversed().drop(while: isBlank).drop(while: isNameByte).first { !isBlank($0) }
      == UInt8(ascii: "|")
  }

  /// Returns advice for `sum [1, 2]`: a step called like a function right before the place, or a function under
  /// another name.
  private func isStepAsFunction(before place: Int, _ arguments: String) -> String? {
    let word = name(before: place)
    if let step = StageWord(rawValue: word), !followsPipe(place) {
      return "'\(step.rawValue)' is a step: \(self.step(step, arguments))"
    }
    if vocabulary.commands.hasFirstWord(word) { return "put the command in parentheses: (\(word) …)" }
    return OtherLanguageHints.functions[word.lowercased()].map { Problem.question(about: $0) }
  }
}
