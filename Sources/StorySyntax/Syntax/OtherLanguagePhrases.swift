/// Lines that users type out of habit, with the line that does the same here. Each one is recognised by its beginning
/// and its shape, because it means nothing in this language; a variable or definition of the same name comes first.
extension OtherLanguageHints {
  /// First words of lines that need another structure here, with the advice.
  static let phrases: [String: String] = [
    "null": nothing, "nil": nothing, "undefined": nothing, "None": nothing,
    "pass": "leave the block empty: { }", "fi": closing, "esac": closing,
    "then": braces, "class": "for a value with fields, write a record: {name: \"Ana\", age: 9}",
    "struct": "for a value with fields, write a record: {name: \"Ana\", age: 9}",
    "global": "a definition reads and changes top-level variables without a declaration",
    "nonlocal": "a definition reads and changes top-level variables without a declaration",
    "yield": "for a list of results: $list | each { … }",
    "except": "try: try { … } catch e { … }", "rescue": "try: try { … } catch e { … }",
    "finally": "put the lines behind the block: try { … } catch e { … }",
    "await": "commands wait by themselves; to wait for time to pass: wait 5s",
    "async": "commands wait by themselves; to run a block later: after 5s { … }",
    "require": "to run another script: include FILE; to load data: open FILE",
    "unset": "to forget a value: x = none; to remove a field: delete $r.name",
    "goto": "for a loop: while true { … }; `break` leaves it", "which": "try: help WORD", "whereis": "try: help WORD",
    "kill": "to stop a block with a name: cancel NAME; to stop everything: ^C", "seq": "try: (range 1 10)",
    "typeof": "try: (type $x)", ".": "try: include FILE", "declare": "try: let x = 5", "readonly": "try: let x = 5",
    "trap": "try: try { … } catch e { … }", "xargs": "for each item of a list: $list | each { … }",
    "wc": "for the number of items: $list | count",
  ]

  /// Variables that exist in other shells, with the advice.
  package static let variables: [String: String] = [
    "env": environment, "ENV": environment, "PATH": environment, "HOME": environment, "USER": environment,
    "process": environment,
  ]

  private static let environment =
    "a script does not read the environment; name its arguments in its first line: args name"

  /// Commands that have another meaning in other shells, with the advice for their arguments there.
  static let arguments: [String: String] = [
    "read": "for a line that a user types, try: let name = ask \"name?\""
  ]

  /// Functions that are programs in other shells, where words follow them.
  package static let programsAsFunctions: Set = ["find"]

  private static let nothing = "no value is written none"
  private static let closing = "a block ends with }"

  /// Functions of other languages, called with parentheses; `…` stands for the arguments.
  static let calls: [String: String] = [
    "alert": "print …", "error": "fail …", "input": "ask …", "prompt": "ask …", "sorted": "(… | sort)",
    "reversed": "(reverse …)", "enumerate": "(… | number)", "parseInt": "(number …)", "parseFloat": "(number …)",
    "tonumber": "(number …)", "Number": "(number …)", "tostring": "(text …)", "String": "(text …)", "repr": "(text …)",
    "isinstance": "(type $x) == \"number\"", "setTimeout": "after 1s { … }", "setInterval": "every 1s { … }",
    "pcall": "try { … } catch e { … }", "sleep": "wait 1s", "dict": "{a: 1}",
  ]

  /// Modules of other languages, and what their functions are here; the functions that are missing have the same name.
  static let modules: [String: [String: String]] = [
    "console": ["log": "print …", "error": "print …", "info": "print …", "warn": "print …"],
    "Math": ["random": "(random 1 10)", "pow": "(power …)"], "math": ["random": "(random 1 10)", "pow": "(power …)"],
    "JSON": ["parse": "(… | from json)", "stringify": "(… | to json)"],
    "json": ["loads": "(… | from json)", "dumps": "(… | to json)", "load": "open \"data.json\""],
    "table": ["insert": "xs += [4]", "concat": "(join …)", "remove": "delete $xs[-1]", "sort": "($xs | sort)"],
    "string": ["len": "(length …)", "sub": "(slice …)", "rep": "(repeated …)"],
    "Object": ["keys": "(keys …)", "values": "(values …)", "assign": "(with $r \"name\" 1)"],
    "os": ["time": "clock.now", "exit": "exit", "getenv": "the arguments of a script are args: args name"],
    "io": ["read": "ask \"…\"", "write": "print …", "open": "open FILE"],
    "time": ["sleep": "wait 1s", "time": "clock.now"], "random": ["randint": "(random …)", "choice": "(pick …)"],
    "sys": ["exit": "exit"], "Date": ["now": "clock.now"], "fs": ["readFileSync": "open FILE"], "Array": [:],
    "Number": [:],
  ]

  /// Steps of other shells that consist of two words.
  static let doubleSteps: [String: String] = [
    "math sum": "sum", "math avg": "average", "math max": "max", "math min": "min", "math median": "median",
    "math round": "round", "str join": "join", "str length": "length", "str upcase": "upper", "str downcase": "lower",
    "str trim": "trim", "str contains": "contains", "str replace": "replace", "str reverse": "reverse",
    "split row": "split", "split chars": "split \"\"", "str starts-with": "starts", "str ends-with": "ends",
    "into int": "number", "into string": "text", "from string": "text", "wc -l": "count", "sort -r": "sort desc",
  ]

  /// Steps of other shells that need another form here.
  static let otherSteps: [String: String] = [
    "insert": "try: with \"name\" VALUE", "update": "try: with \"name\" VALUE", "upsert": "try: with \"name\" VALUE",
    "print": "try: print ($list | …), or leave it out: a pipeline shows its value",
    "is-empty": "to compare the number of items: ($list | count) == 0", "drop": "try: slice 1",
    "flat-map": "try: each { … } | flatten", "pluck": "try: each { $it.name }", "par-each": "try: each { … }",
  ]
}

extension Parser {
  /// Returns the line that does the same here as a line of another language; `nil` if it is unknown.
  func phrase(_ failure: Failure, from start: Int) -> Problem? {
    let (before, rest) = (before(failure, start), rest(of: failure))
    guard let instead = phrase(failure.problem, failure.range, before, rest, source.text(line(from: start))) else {
      return nil
    }
    return .foreign(failure.problem.message, instead: instead)
  }

  private func line(from start: Int) -> SourceRange {
    SourceRange(start, start + source.bytes[start...].prefix { !$0.isOne(of: "\n\r") }.count)
  }

  private func phrase(
    _ problem: Problem, _ range: SourceRange, _ before: String, _ rest: String, _ line: String
  ) -> String? {
    switch problem {
    case .unknownCommand(let word, _, _):
      if word.hasSuffix(","), line.contains(" = ") {
        return "use one line for each name: \(word.dropLast()) = …"
      }
      if let member = member(word) { return member }
      // A sentence in a natural language has a message of its own.
      guard !isBound(word), source.text(range) == word || rest.hasPrefix("$") else { return nil }
      if rest.hasPrefix("$((") { return "to calculate, write ($x + 1)" }
      if rest.hasPrefix("$(") || rest.hasPrefix("`") { return "for a command's value, write (name …)" }
      if rest.hasPrefix("$\"") || rest.hasPrefix("$'") { return "a text needs no sign before it: \"x is {$x}\"" }
      let behind = rest.dropFirst(word.count)
      if behind.hasPrefix("("), let call = call(word, String(behind)) { return call }
      let name = word.hasSuffix(":") ? String(word.dropLast()) : word
      return rest.hasPrefix(word) ? OtherLanguageHints.phrases[name] : nil
    case .wrongArgument(let command, _, _, let found, nil) where found.hasPrefix("'"):
      return OtherLanguageHints.arguments[command]
    case .expectedExpression where before.hasPrefix("for ") && rest.prefix { $0 != " " }.contains("*"):
      let name = before.split(separator: " ").dropFirst().first ?? "file"
      return "for the photos of a folder: for \(name) in (photos scan FOLDER) { … }"
    case .expectedWord(":", _, _):
      guard let dots = before.range(of: "{..."), !before[dots.upperBound...].contains("}") else { return nil }
      let name = before[dots.upperBound...].drop { $0 == "$" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return "for a copy with other fields: (with $\(name) \"name\" 1)"
    case .expectedName("for", "'('"): return loop(rest)
    case .expectedWord("in", _, "'='"): return counted(before, rest)
    case .expectedBlock(_, "'~='"): return "to compare, write !="
    case .expectedBlock(let after, "'['") where after.hasPrefix("'def "):
      return "write parameters without brackets: def f a b { … }"
    case .expectedBlock(_, "';'"): return OtherLanguageHints.braces
    case .expectedBlock(_, let found)
    where before.hasPrefix("for ") && found.first == "'" && rest.first?.isNumber == true:
      let items = (before.split(separator: " ").suffix(1) + rest.prefix { $0 != ";" }.split(separator: " "))
      return "write the values as a list: [\(items.joined(separator: ", "))]"
    case .operatorNeedsSpace(let word, _):
      if ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"].contains(word) {
        let signs = ["-eq": "==", "-ne": "!=", "-lt": "<", "-le": "<=", "-gt": ">", "-ge": ">="]
        return "to compare, write \(signs[word] ?? "==")"
      }
      let words = before.split(separator: " ").drop { $0 == "let" }
      if word == "=", words.count == 3, words.dropFirst().first == "=" {
        return "use one line for each name: \(words.first ?? "x") = …"
      }
      if word == "=", line.hasPrefix("repeat ") { return "try: while not … { … }, or repeat 3 { … }" }
      return nil
    case .expectedEndOfStatement where rest.hasPrefix("if ") && rest.contains(" else ") && !rest.contains("{"):
      guard let equals = before.range(of: " = "), let other = rest.range(of: " else ") else { return nil }
      let (name, value) = (before[..<equals.lowerBound], before[equals.upperBound...].trimmingBlanks)
      let (condition, otherwise) = (rest[..<other.lowerBound], rest[other.upperBound...])
      return "try: \(name) = \(condition) { \(value) } else { \(otherwise) }"
    case .expectedStage:
      let words = rest.split(separator: " ", maxSplits: 2)
      if words.count > 1, let step = OtherLanguageHints.doubleSteps["\(words[0]) \(words[1])"] {
        return "try: \(before)\(step)\(words.count > 2 ? " \(words[2])" : "")"
      }
      return words.first.flatMap { OtherLanguageHints.otherSteps[String($0)] }
    default: return nil
    }
  }

  private func isBound(_ name: String) -> Bool {
    let name = name.prefix { $0 != "." }
    return isVariable(String(name)) || definitions.contains(String(name))
      || (boundNames ?? Declarations.variables(in: source)).contains(String(name))
  }

  /// Returns the call of a function that is written as in another language: `max(xs)`, `alert("hi")`.
  private func call(_ name: String, _ arguments: String) -> String? {
    let values = values(in: arguments).flatMap { $0.isEmpty ? nil : $0 }
    if let form = OtherLanguageHints.calls[name] { return "try: \(Self.filled(form, values))" }
    guard vocabulary.isCalled(name) else { return nil }
    return rangeAdvice(name, values) ?? "try: (\(name) \(values ?? "…"))"
  }

  /// Returns the call of a function of a module: `Math.max(1, 2)`.
  func moduleCall(_ name: String, of module: String, _ values: String?) -> String? {
    guard let functions = OtherLanguageHints.modules[module], !isBound(module) else { return nil }
    let values = values.flatMap { $0.isEmpty ? nil : $0 }
    if let form = functions[name] { return "try: \(Self.filled(form, values))" }
    let function = vocabulary.isCalled(name) ? name : OtherLanguageHints.functions[name.lowercased()]
    return function.map { "try: (\($0) \(values ?? "…"))" }
  }

  private static func filled(_ form: String, _ values: String?) -> String {
    guard let values, let place = form.firstIndex(of: "…"), !form.contains("{") else { return form }
    return form.replacingCharacters(at: place, with: values)
  }

  /// Returns the form of `xs.length`, `s:upper()` and `r?.a`.
  private func member(_ word: String) -> String? {
    guard let sign = word.firstIndex(where: { ".:?".contains($0) }), sign > word.startIndex else { return nil }
    let (base, name) = (word[..<sign], word[sign...].drop { ".:?".contains($0) })
    guard isBound(String(base)), !name.isEmpty, base.utf8.allSatisfy(isNameByte) else { return nil }
    if word[sign] == "?" { return "try: (get $\(base) \"\(name)\")" }
    let function = vocabulary.isCalled(String(name)) ? String(name) : OtherLanguageHints.functions[name.lowercased()]
    return function.map { "try: (\($0) $\(base))" }
  }

  /// Returns the loop for `for (let i = 0; i < 10; i++) {` and `for (const x of xs) {`.
  private func loop(_ rest: String) -> String {
    let words = rest.dropFirst().split { " ();".contains($0) }.map(String.init)
    let names = words.drop { ["let", "const", "var", "int"].contains($0) }
    if names.count > 2, let name = names.first, ["of", "in"].contains(names.dropFirst().first) {
      return "try: for \(name) in $\(names.dropFirst(2).first ?? "list") { … }"
    }
    return "try: for \(names.first ?? "i") in (range 0 9) { … }"
  }

  /// Returns the loop for `for i = 1, 10 do`.
  private func counted(_ before: String, _ rest: String) -> String {
    let name = before.split(separator: " ").last.map(String.init) ?? "i"
    let ends = rest.dropFirst().prefix { $0.isNumber || ", -$".contains($0) || $0.isLetter }.split { ", ".contains($0) }
    let numbers = ends.prefix { Int($0) != nil }.compactMap { Int($0) }
    guard numbers.count > 1 else { return "try: for \(name) in (range 0 4) { … }" }
    guard numbers.count < 3 || numbers[2] == 1 else {
      return numbers[2] == -1
        ? "try: for \(name) in (reverse (range \(numbers[1]) \(numbers[0]))) { … }"
        : "a range has steps of 1; try: for \(name) in (range \(numbers[0]) \(numbers[1])) { … }"
    }
    return "try: for \(name) in (range \(numbers[0]) \(numbers[1])) { … }"
  }
}

extension String {
  fileprivate func replacingCharacters(at place: Index, with text: String) -> String {
    String(self[..<place]) + text + String(self[index(after: place)...])
  }
}
