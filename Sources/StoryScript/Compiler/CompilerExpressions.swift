import Timeline

extension Compiler {
  enum Resolution: Equatable {
    /// A register of this function.
    case register(Int32)
    /// A top-level variable, used in another function.
    case global(Int32)
    /// A copy of a variable of the enclosing block.
    case capture(Int32)
  }

  /// Returns the meaning of a variable's name at this place; `nil` if there is none.
  func resolve(_ name: String) -> Resolution? {
    if let variable = builder.variable(name) {
      return variable.isCapture ? .capture(variable.register) : .register(variable.register)
    }
    guard let slot = program.globals[name] else { return nil }
    if builder.isMain { return visibleGlobals.contains(name) ? .register(Int32(slot)) : nil }
    return .global(Int32(slot))
  }

  var visibleVariables: [String] { builder.visibleNames + visibleGlobals.sorted() }

  /// Compiles into a new register, or returns the one that already holds the value.
  mutating func compile(_ expression: Expression) -> Int32 {
    if case .variable(let name, _) = expression {
      switch resolve(name) {
      case .register(let register), .capture(let register):
        noteRead(name)
        return register
      default: break
      }
    }
    let register = builder.allocate()
    compile(expression, into: register)
    return register
  }

  /// Compiles an expression that is read before `next` runs: a variable that `next` may change, at top level or
  /// because a call in it lends the variable, is copied first.
  mutating func compile(_ expression: Expression, before next: Expression) -> Int32 {
    guard case .variable(let name, _) = expression, case .register(let register)? = resolve(name),
      (builder.isMain && Int(register) < program.globalCount) || isLent(name), next.mayHaveEffect(program.definitions)
    else { return compile(expression) }
    noteRead(name)
    let copy = builder.allocate()
    builder.emit(.move, copy, register)
    return copy
  }

  mutating func compile(_ expression: Expression, into target: Int32) {
    let mark = builder.mark
    defer { builder.release(to: mark) }
    // Chains of operators nest the deepest. They are separate from the other cases, which need a large stack frame.
    if case .binary(let operation, let left, let right, let range) = expression {
      compileBinary(operation, left, right, range, into: target)
    } else {
      compileOther(expression, into: target)
    }
  }

  private mutating func compileOther(_ expression: Expression, into target: Int32) {
    switch expression {
    case .literal(let value, let range):
      if case .text(let text) = value { checkNames(in: text, range) }
      builder.emit(.constant, target, builder.literal(value))
    case .civil(let civil, _):
      let instant = civil.instant(offset: environment.zoneOffset(civil))
      builder.emit(.constant, target, builder.constant(.date(instant)))
    case .interpolation(let pieces, let range): compileInterpolation(pieces, range, into: target)
    case .variable(let name, let range): compileVariable(name, range, into: target)
    case .state(let root, let field, let range): compileState(root, field, range, into: target)
    case .word(let word, let range): compileWord(word, range, into: target)
    case .list(let items, let range):
      let first = builder.mark
      for item in items { compile(item, into: builder.allocate()) }
      builder.emit(.list, target, first, Int32(items.count), at: range)
    case .record(let fields, let range):
      let first = builder.mark
      var names: Set<String> = []
      for field in fields {
        if !names.insert(field.name.text).inserted { report(.repeatedName(field.name.text), field.name.range) }
        compile(field.value, into: builder.allocate())
      }
      builder.emit(.record, target, first, shape(fields.map { $0.name.text }), at: range)
    case .field(let base, let name, let range):
      let register = compile(base)
      builder.emit(.field, target, register, builder.constant(.text(name)), at: range)
    case .index(let base, let index, let range):
      let list = compile(base, before: index)
      let place = compile(index)
      builder.emit(.index, target, list, place, at: range)
    case .unary(let operation, let operand, let range):
      let register = compile(operand)
      builder.emit(operation == .not ? .not : .negate, target, register, at: range)
    case .binary: break  // above
    case .call(let name, let arguments, let range): compileCall(name, arguments, range, into: target)
    case .command(let call): _ = compile(call, into: target)
    case .pipeline(let input, let stages, _): compilePipeline(input, stages, into: target)
    case .choice(let statement): compileChoice(statement, yielding: .register(target))
    }
  }

  private mutating func compileInterpolation(_ pieces: [Expression.Piece], _ range: SourceRange, into target: Int32) {
    let first = builder.mark
    for piece in pieces {
      let register = builder.allocate()
      switch piece {
      case .text(let text):
        checkNames(in: text, range)
        builder.emit(.constant, register, builder.constant(.text(text)))
      case .expression(let expression):
        if case .word(let word, let place) = expression { wordInBraces = (word, place) }
        compile(expression, into: register)
      }
    }
    builder.emit(.interpolate, target, first, Int32(pieces.count), at: range)
  }

  private mutating func compileVariable(_ name: String, _ range: SourceRange, into target: Int32) {
    noteRead(name)
    switch resolve(name) {
    case .register(let register), .capture(let register):
      if register != target { builder.emit(.move, target, register) }
    case .global(let slot): builder.emit(.getGlobal, target, slot)
    case nil:
      if name == "it" { return report(.itOutsidePipeline, range) }
      if let number = Int(name) { return report(.argumentMissing(number, given: givenArguments), range) }
      let paths = meantPaths(name, range)
      if !paths.isEmpty { return report(.dollarBeforeState(name, meant: paths), range) }
      let problem = Problem.unknownVariable(name, suggestion: meant(name))
      report(OtherLanguageHints.variables[name].map { .foreign(problem.message, instead: $0) } ?? problem, range)
    }
  }

  /// Returns the state that `$name` probably means: with the field that follows it, otherwise its first few; empty if no
  /// state has this name.
  private func meantPaths(_ name: String, _ range: SourceRange) -> [String] {
    let fields = schema.fields(of: name)
    let after = source.bytes[Int(range.end)...]
    let named = fields.filter { after.starts(with: ".\($0)".utf8) }.max { $0.utf8.count < $1.utf8.count }
    if let named { return ["\(name).\(named)"] }
    return fields.prefix(3).map { "\(name).\($0)" }
  }

  /// Reports `"hello, $name"`, if a variable of that name exists.
  private mutating func checkNames(in text: String, _ range: SourceRange) {
    guard text.utf8.contains(UInt8(ascii: "$")), source.bytes[Int(range.start)] == UInt8(ascii: "\"") else { return }
    for part in text.split(separator: "$", omittingEmptySubsequences: false).dropFirst() {
      let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if !name.isEmpty, Int(name) == nil, resolve(name) != nil { report(.nameInText(name), range) }
    }
  }

  /// Returns the name probably meant by a user of another language, or by a typo.
  private func meant(_ name: String) -> String? {
    if OtherLanguageHints.sums.contains(name), builder.variable("sum") != nil { return "sum" }
    if OtherLanguageHints.items.contains(name), builder.variable("it") != nil { return "it" }
    return closest(to: name, among: visibleVariables)
  }

  /// The number of words with which the script was started: `$1`, `$2`, ….
  private var givenArguments: Int { (1...).first { program.globals["\($0)"] == nil }.map { $0 - 1 } ?? 0 }

  private mutating func compileState(_ root: String, _ field: String, _ range: SourceRange, into target: Int32) {
    if isInStep || builder.isInItems, !hasParentheses(range) {
      return report(.stateInStep("\(root).\(field)", exists: schema.state(root, field) != nil), range)
    }
    guard let index = schema.state(root, field) else {
      let known = schema.fields(of: root)
      return report(
        .unknownStateField(root: root, field: field, known: known, suggestion: closest(to: field, among: known)),
        range)
    }
    builder.emit(.state, target, Int32(index), at: range)
  }

  /// Returns `true` if a state path has parentheses of its own: `(story.number)`, `(photos.clusters[0])`.
  private func hasParentheses(_ range: SourceRange) -> Bool {
    let (bytes, start, end) = (source.bytes, Int(range.start), Int(range.end))
    return start > 0 && bytes[start - 1] == UInt8(ascii: "(") && end < bytes.count && bytes[end].isOne(of: ")[.")
  }

  /// Compiles an argument of a call. In a step a word is a field; elsewhere it is a text, unless it names a
  /// definition without required parameters.
  mutating func compileArgument(_ argument: Expression, into target: Int32) {
    if case .word(let word, let range) = argument, builder.variable("it") == nil, !isPlainDefinition(word) {
      builder.emit(.constant, target, builder.constant(.text(word)), at: range)
    } else {
      compile(argument, into: target)
    }
  }

  /// Compiles a bare word: inside a pipeline step a field of `$it`, with `a.b` a field of a field; elsewhere an
  /// error.
  /// - Parameter other: another possible meaning, for the message.
  mutating func compileWord(_ word: String, _ range: SourceRange, besides other: String? = nil, into target: Int32) {
    if let item = builder.variable("it") {
      // `where author == @ana`: a user as printed in lists; the field holds the name without `@`.
      if word.count > 1, word.hasPrefix("@") {
        builder.emit(.constant, target, builder.constant(.text(String(word.dropFirst()))), at: range)
        return
      }
      if resolve(word) != nil { program.variablesAsWords.insert(word) }
      let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      var base = item.register
      for name in parts.contains("") ? [word] : parts {
        builder.emit(.field, target, base, builder.constant(.text(name)), at: range)
        base = target
      }
      return
    }
    if isPlainDefinition(word) { return compileCall(Name(text: word, range: range), [], range, into: target) }
    let quoted = ValueWriter.quoted(word)
    let asText = "for text, write it in quotes: \(quoted)"
    var (advice, meant): (String, String?) = (asText, quoted)
    if let inner = wordInBraces, inner.word == word, inner.range == range {
      (advice, meant) = ("for a variable, write {$\(word)}; for the braces themselves, \\{\(word)\\}", nil)
    }
    if let result = resultField(word) {
      meant = result
      advice = Problem.question(about: result)
    } else if let dot = word.firstIndex(of: "."),
      let root = closest(to: String(word[..<dot]), among: schema.vocabulary.roots.sorted())
    {
      meant = "\(root)\(word[dot...])"
      advice = Problem.question(about: "\(root)\(word[dot...])")
    } else if let calculation = calculation(word) {
      meant = nil
      advice = "to calculate, put `$` before a variable and spaces around the operator: \(calculation); \(asText)"
    } else if let dot = word.firstIndex(of: "."), resolve(String(word[..<dot])) != nil {
      meant = "$" + word
      advice = "for the variable's field, write $\(word); \(asText)"
    } else if word.hasPrefix("..."), word.utf8.count > 3 {
      advice = "to join lists: $\(word.dropFirst(3).drop { $0 == "$" }) + [4]"
      meant = nil
    } else if let here = OtherLanguageHints.values[word] {
      meant = here
      advice = Problem.question(about: here)
    } else if resolve(word) != nil {
      meant = "$" + word
      advice = "for the variable, write $\(word); \(asText)"
    } else if schema.vocabulary.roots.contains(word) {
      let fields = schema.fields(of: word).prefix(6).map { "\(word).\($0)" }.joined(separator: ", ")
      let isCommand = schema.vocabulary.commands.hasFirstWord(word)
      advice = "try: \(fields)" + (isCommand ? "; for the command's result, write (\(word))" : "") + "; \(asText)"
      meant = nil
    } else if schema.vocabulary.commands.hasFirstWord(word) || program.definitions[word] != nil
      || schema.vocabulary.isCalled(word)
    {
      advice = "to run it here, put it in parentheses: (\(word) …); \(asText)"
      // A word that needs arguments was not meant to run without them.
      if !needsValue(word) { meant = nil }
    }
    report(.bareWord(word, suggestion: advice + (other.map { "; \($0)" } ?? ""), meant: meant), range)
  }

  /// Returns `stats.total` as a field of a command's result, `(stats).total`; `nil` unless the command needs no
  /// argument and its record has the field.
  private func resultField(_ word: String) -> String? {
    guard let dot = word.firstIndex(of: ".") else { return nil }
    let (name, path) = (String(word[..<dot]), word[word.index(after: dot)...].split(separator: "."))
    guard resolve(name) == nil, let field = path.first.map(String.init),
      let command = command(named: name), !command.parameters.contains(where: { $0.isRequired }),
      command.fields.contains(where: { $0.name == field })
    else { return nil }
    return "(\(name))\(word[dot...])"
  }

  /// Returns the command that consists of one word.
  private func command(named name: String) -> Command? {
    let table = schema.vocabulary.commands
    return table.starting(with: name).map { table.commands[$0] }.first { $0.words == [name] }
  }

  /// Returns `n*2` as a calculation, `$n * 2`; `nil` unless each part is a number or a variable, and one is a variable.
  private func calculation(_ word: String) -> String? {
    guard let place = word.firstIndex(where: { "*+/-<>".contains($0) }), place > word.startIndex else { return nil }
    let sign = word[place...].prefix { "*+/-<>=".contains($0) }
    let parts = [word[..<place], word[sign.endIndex...]]
    guard !parts[1].isEmpty, parts.contains(where: { resolve(String($0)) != nil }),
      parts.allSatisfy({ resolve(String($0)) != nil || Double($0) != nil })
    else { return nil }
    func written(_ part: Substring) -> String { Double(part) == nil ? "$\(part)" : String(part) }
    return "\(written(parts[0])) \(sign) \(written(parts[1]))"
  }

  /// Returns `true` if a word is the name of a definition that can be called without arguments.
  private func isPlainDefinition(_ word: String) -> Bool {
    program.definitions[word]?.minimum == 0 && resolve(word) == nil
  }

  /// Returns the word, if the expression is a bare word without a meaning here.
  func unknownWord(_ expression: Expression) -> String? {
    guard case .word(let word, _) = expression, !word.contains("."), resolve(word) == nil,
      !schema.vocabulary.roots.contains(word), !schema.vocabulary.commands.hasFirstWord(word),
      program.definitions[word] == nil, !schema.vocabulary.isCalled(word)
    else { return nil }
    return word
  }

  /// Returns `true` if the command, definition or function of that name requires an argument.
  private func needsValue(_ name: String) -> Bool {
    if let definition = program.definitions[name] { return definition.minimum > 0 }
    if let index = Functions.byName[name] { return Functions.all[index].minimum > 0 }
    return command(named: name)?.parameters.contains { $0.isRequired } ?? true
  }

  /// The first unused register, for instructions that may change a value in place; 0 if its index is too large.
  var unused: UInt16 { builder.mark < Int32(Instruction.copyFlag) ? UInt16(builder.mark) : 0 }

  // MARK: Operators

  /// Compiles both sides of a comparison; a bare word compared with a state is one of the state's cases.
  mutating func compileSides(_ left: Expression, _ right: Expression) -> (Int32, Int32) {
    if let cases = choices(of: left), case .word(let word, let range) = right {
      return (compile(left), compileCase(word, range, cases))
    }
    if let cases = choices(of: right), case .word(let word, let range) = left {
      return (compileCase(word, range, cases), compile(right))
    }
    return (compile(left, before: right), compile(right))
  }

  mutating func compileSides(_ left: Expression, _ right: Expression, into pair: Int32) {
    let (first, second) = compileSides(left, right)
    builder.emit(.move, pair, first)
    builder.emit(.move, pair + 1, second)
  }

  func choices(of expression: Expression) -> [String]? {
    guard !isInStep, case .state(let root, let field, _) = expression, let index = schema.state(root, field),
      case .choice(let cases) = schema.states[index].kind
    else { return nil }
    return cases
  }

  private mutating func compileCase(_ word: String, _ range: SourceRange, _ cases: [String]) -> Int32 {
    let register = builder.allocate()
    compileCase(word, range, cases, into: register)
    return register
  }

  mutating func compileCase(_ word: String, _ range: SourceRange, _ cases: [String], into register: Int32) {
    if !cases.contains(word) {
      report(.unknownState(word: word, cases: cases, suggestion: closest(to: word, among: cases)), range)
    }
    builder.emit(.constant, register, builder.constant(.text(word)))
  }

  private mutating func compileBinary(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, _ range: SourceRange, into target: Int32
  ) {
    switch operation {
    case .and, .or:
      // Not in the target itself, which may be a variable that the right side still reads.
      let result = builder.allocate()
      compile(left, into: result)
      builder.range = left.range
      let jump = builder.emit(
        operation == .and ? .jumpIfFalse : .jumpIfTrue, result, 0, n: ConditionWord.logic.rawValue)
      compile(right, into: result)
      builder.emit(.checkBool, result, n: ConditionWord.logic.rawValue, at: right.range)
      builder.patch(jump)
      builder.emit(.move, target, result)
    case .plus, .minus, .times, .divided, .modulo:
      let mark = builder.mark
      let first = compile(left, before: right)
      let isCopy = if case .variable = left { first == mark } else { false }
      if case .literal(let value, _) = right {
        let constant = builder.literal(value)
        builder.emit(operation.arithmetic.withConstant, target, first, constant, n: unused, at: range)
        return
      }
      let second = compile(right)
      builder.emit(
        operation.arithmetic.withRegister, target, first, second, n: unused | (isCopy ? Instruction.copyFlag : 0),
        at: range)
    case .isIn, .like:
      let first = compile(left, before: right)
      let second = compile(right)
      builder.emit(operation == .like ? .isLike : .isIn, target, first, second, at: range)
    default:
      let (first, second) = compileSides(left, right)
      builder.emit(operation.comparison.value, target, first, second, at: range)
    }
  }

  /// Compiles a condition and returns the jumps taken if it is false.
  mutating func compileCondition(_ condition: Expression, asking conditionWord: ConditionWord) -> [Int] {
    let mark = builder.mark
    defer { builder.release(to: mark) }
    if case .binary(.and, let left, let right, _) = condition {
      return compileCondition(left, asking: .logic) + compileCondition(right, asking: .logic)
    }
    if case .binary(let operation, let left, let right, let range) = condition, operation.isComparison {
      if case .literal(let value, _) = right {
        let first = compile(left)
        let constant = builder.literal(value)
        return [builder.emit(operation.comparison.jumpUnlessConstant, first, constant, at: range)]
      }
      let (first, second) = compileSides(left, right)
      return [builder.emit(operation.comparison.jumpUnless, first, second, at: range)]
    }
    let register = compile(condition)
    return [builder.emit(.jumpIfFalse, register, n: conditionWord.rawValue, at: condition.range)]
  }

  // MARK: Calls

  mutating func compileCall(
    _ name: Name, _ arguments: [Expression], _ range: SourceRange, into target: Int32, input: Int32? = nil
  ) {
    let first = builder.mark
    if let other = infix(name.text, arguments) { return report(.infixCall(other, left: "$it." + name.text), range) }
    if let input { builder.emit(.move, builder.allocate(), input) }
    for argument in arguments {
      let pattern = name.text == "match" && program.definitions[name.text] == nil ? argument.pattern : nil
      if case .word(let word, let range) = argument, builder.variable("it") == nil, resolve(word) != nil {
        report(.wordForVariable(word), range)
      }
      compileArgument(pattern ?? argument, into: builder.allocate())
    }
    let count = arguments.count + (input == nil ? 0 : 1)
    builder.range = range
    if let definition = program.definitions[name.text] {
      guard (definition.minimum...definition.parameters.count).contains(count) else {
        return report(.wrongArgumentCount(name: name.text, takes: definition.usage, found: count), range)
      }
      for fallback in definition.fallbacks.suffix(definition.parameters.count - count) {
        builder.emit(.constant, builder.allocate(), builder.constant(fallback))
      }
      let lent = lend(arguments, lendsTarget: !isVariable(target))
      builder.emit(.call, target, Int32(definition.function), first, n: lent)
    } else if let index = Functions.byName[name.text] {
      let function = Functions.all[index]
      guard (function.minimum...function.maximum).contains(count) else {
        if let inner = innerCall(arguments, of: function) {
          let call = source.text(SourceRange(inner, Int(range.end)))
          let instead = "try: \(name.text) (\(call))"
          return report(.foreign("a call inside another call needs parentheses", instead: instead), range)
        }
        // `$people | average age`
        if function.parameters == "LIST", count == 2, case .word(let field, _)? = arguments.last {
          return report(
            .foreign(
              "'\(name.text)' expects a list, but got 2 values",
              instead: "for a field of each item, put a step before it: each { $it.\(field) } | \(name.text)"), range)
        }
        let problem = Problem.wrongArgumentCount(name: name.text, takes: function.parameters, found: count)
        if OtherLanguageHints.programsAsFunctions.contains(name.text), case .word? = arguments.first {
          return report(.foreign(problem.message, instead: schema.vocabulary.withoutPrograms), range)
        }
        return report(problem, range)
      }
      if input == nil, compileMovedChange(name, arguments, from: first, into: target) { return }
      builder.emit(.builtin, target, Int32(index), first, n: UInt16(clamping: count))
    } else {
      let known = Functions.names + program.definitions.keys.sorted()
      report(.unknownFunction(name.text, suggestion: closest(to: name.text, among: known)), name.range)
    }
  }

  /// `where text contains "a"`: a function of one value, which is also a field's name, before a function that lacks
  /// its first value.
  /// - Returns: the name of the second function.
  private func infix(_ name: String, _ arguments: [Expression]) -> String? {
    guard case .call(let inner, let values, _)? = arguments.first, let index = Functions.byName[inner.text],
      values.count < Functions.all[index].minimum, program.definitions[inner.text] == nil,
      builder.variable("it") != nil,
      Functions.byName[name] != nil
    else { return nil }
    return inner.text
  }

  /// `upper slice $s 0 1`: the first argument of a one-value function is itself a function with all following
  /// arguments.
  /// - Returns: the offset at which the inner call begins.
  private func innerCall(_ arguments: [Expression], of function: Function) -> Int? {
    guard case .word(let word, let range)? = arguments.first, function.minimum == 1 else { return nil }
    guard let index = Functions.byName[word] else {
      // `length open "a.csv"`
      return schema.vocabulary.commands.hasFirstWord(word) ? Int(range.start) : nil
    }
    let inner = Functions.all[index]
    return (inner.minimum...inner.maximum).contains(arguments.count - 1) ? Int(range.start) : nil
  }

  /// Compiles a command's arguments and the call; returns its site.
  ///
  /// - Parameter piped: the register of the value from the pipe.
  mutating func compile(_ call: CommandCall, into target: Int32, piped: Int32? = nil) -> Int32 {
    let command = schema.vocabulary.commands.commands[call.command]
    let first = builder.mark
    var unchecked: [Int] = []
    for (index, argument) in call.arguments.enumerated() {
      let register = builder.allocate()
      if let piped, index == call.input {
        builder.emit(.move, register, piped)
        unchecked.append(index)
        continue
      }
      guard let argument else {
        builder.emit(.constant, register, builder.constant(.none))
        continue
      }
      compile(argument, into: register)
      if case .literal = argument { continue }
      if case .any = command.parameters[index].type { continue }
      unchecked.append(index)
    }
    builder.range = call.range
    program.commandSites.append(
      CommandSite(
        command: call.command, unchecked: unchecked, argumentRanges: call.arguments.map { $0?.range },
        place: place(call.range), words: call.words))
    let site = Int32(program.commandSites.count - 1)
    builder.emit(.command, target, site, first)
    return site
  }
}

extension Expression {
  /// `"{ip} {_}"` as a pattern for `match`, whose braces hold names; `nil` for any other expression.
  fileprivate var pattern: Expression? {
    guard case .interpolation(let pieces, let range) = self else { return nil }
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let more): text += more
      case .expression(.word(let name, _)): text += "{\(name)}"
      case .expression: return nil
      }
    }
    return .literal(.text(text), range)
  }

  /// `true` if the expression draws a random number, so that its value differs each time.
  var draws: Bool {
    if case .call(let name, _, _) = self, let index = Functions.byName[name.text], Functions.all[index].draws {
      return true
    }
    return hasPart { $0.draws }
  }

  /// Returns `true` if the expression may change a variable, through a definition or a command that it runs.
  func mayHaveEffect(_ definitions: [String: Program.Definition]) -> Bool {
    switch self {
    case .command, .choice: return true
    case .call(let name, _, _) where definitions[name.text] != nil: return true
    case .word(let name, _) where definitions[name] != nil: return true
    case .pipeline(_, let stages, _):
      for stage in stages {
        switch stage.kind {
        case .each, .reduce, .command: return true
        case .call(let name, _) where definitions[name.text] != nil: return true
        default: break
        }
      }
    default: break
    }
    return hasPart { $0.mayHaveEffect(definitions) }
  }
}

extension BinaryOperator {
  var arithmetic: (withRegister: Operation, withConstant: Operation) {
    switch self {
    case .plus: (.add, .addK)
    case .minus: (.subtract, .subtractK)
    case .times: (.multiply, .multiplyK)
    case .divided: (.divide, .divideK)
    default: (.modulo, .moduloK)
    }
  }

  /// The operations of a comparison: for its value, and as a jump taken if it is false.
  var comparison: (value: Operation, jumpUnless: Operation, jumpUnlessConstant: Operation) {
    switch self {
    case .equal: (.equal, .jumpUnlessEqual, .jumpUnlessEqualK)
    case .notEqual: (.notEqual, .jumpUnlessNotEqual, .jumpUnlessNotEqualK)
    case .less: (.less, .jumpUnlessLess, .jumpUnlessLessK)
    case .lessOrEqual: (.lessOrEqual, .jumpUnlessLessOrEqual, .jumpUnlessLessOrEqualK)
    case .greater: (.greater, .jumpUnlessGreater, .jumpUnlessGreaterK)
    default: (.greaterOrEqual, .jumpUnlessGreaterOrEqual, .jumpUnlessGreaterOrEqualK)
    }
  }
}
