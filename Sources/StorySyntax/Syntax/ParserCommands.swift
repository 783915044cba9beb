extension Lexer {
  /// Returns the first argument of the call whose name was just read; `nil` if no argument follows, for example at an
  /// operator.
  func firstArgument(_ vocabulary: Vocabulary) -> Token? {
    var ahead = lookingAhead
    let next = ahead.next()
    guard next.spaceBefore else { return nil }
    switch next.kind {
    case .string, .rawString, .variable, .leftParen, .leftBracket, .leftBrace: return next
    case .word:
      let operation = WordMeaning(next.range, in: source, vocabulary).operation
      if operation == .minus {
        return ahead.nextByte == UInt8(ascii: "$") || ahead.nextByte == UInt8(ascii: "(") ? next : nil
      }
      return operation == nil && source.bytes[next.start] != UInt8(ascii: "=") ? next : nil
    default: return nil
    }
  }
}

extension Parser {
  /// `true` if the current word starts a command or names a definition.
  var startsCommand: Bool {
    meaning.beginsCommand || isDefinition
  }

  /// `true` if a command starts where a value is expected. Excludes function calls, and a lone state root that is not a
  /// one-word command as well, as a user may take it for a value.
  var startsGivingCommand: Bool {
    guard startsCommand, !startsFunctionCall, lexer.nextByte != UInt8(ascii: "(") else { return false }
    guard meaning.isRoot, lexer.lookingAhead.firstKind != .word else { return true }
    let word = text(token)
    return vocabulary.commands.starting(with: word).contains { vocabulary.commands.commands[$0].words == [word] }
  }

  /// `true` if the current word is a definition used as an operand: an operator follows it. In the block of a step
  /// such a word would be a field.
  var startsCalculation: Bool {
    guard itemName == nil, !meaning.beginsCommand, isDefinition, lexer.firstArgument(vocabulary) == nil
    else { return false }
    var ahead = lexer.lookingAhead
    let next = ahead.next()
    return next.spaceBefore && meaning(of: next).operation != nil
  }

  /// Parses a command with its arguments, or a call of a definition.
  ///
  /// - Parameter isPiped: `true` if a value comes through a pipe and fills the first argument.
  mutating func parseCommand(isPiped: Bool = false) throws(Failure) -> Expression {
    let start = token
    let word = text(start)
    if !meaning.beginsCommand, isDefinition { return try parseCall() }
    let candidates = vocabulary.commands.starting(with: word)
    var words: [(text: String, range: SourceRange)] = [(word, start.range)]
    advance()
    while token.kind == .word {
      let next = text(token)
      let continues = candidates.contains { index in
        let command = vocabulary.commands.commands[index].words
        return command.count > words.count && command[words.count] == next
          && zip(command, words).allSatisfy { $0 == $1.text }
      }
      guard continues else { break }
      words.append((next, token.range))
      advance()
    }
    let range = words[0].range.through(words[words.count - 1].range)
    let match = candidates.first { index in
      let command = vocabulary.commands.commands[index].words
      return command.count == words.count && zip(command, words).allSatisfy { $0 == $1.text }
    }
    if let match, let longer = try commandWithLines(match) {
      return .command(try parseArguments(of: longer, words: range, isPiped: isPiped))
    }
    guard let match else {
      // A variable may have the name of a command's first word.
      if words.count == 1, token.kind != .word, knowsVariable(words[0].text) {
        throw failure(.unknownCommand(words[0].text, meant: ["$" + words[0].text], otherwise: nil), range)
      }
      throw unfinishedCommand(words.map { $0.text }, range, candidates)
    }
    return .command(try parseArguments(of: match, words: range, isPiped: isPiped))
  }

  private func unfinishedCommand(_ words: [String], _ range: SourceRange, _ candidates: [Int]) -> Failure {
    let continuations = candidates.compactMap { index -> String? in
      let command = vocabulary.commands.commands[index].words
      return command.count > words.count && zip(command, words).allSatisfy { $0 == $1 } ? command[words.count] : nil
    }
    var unique: [String] = []
    for word in continuations.sorted() where unique.last != word { unique.append(word) }
    let all = words.joined(separator: " ")
    guard token.kind == .word else { return failure(.incompleteCommand(all, continuations: unique), range) }
    let next = text(token)
    // `story pause`: the second word is a command by itself.
    if let whole = commandsAlone(next), closest(to: next, among: unique) == nil {
      let line = SourceRange(Int(range.start), Int(token.range.end))
      return failure(
        .refused("there is no command '\(all) \(next)'", suggestion: Problem.question(about: whole)), line)
    }
    return failure(
      .unknownSubcommand(
        next, after: all,
        suggestion: closest(to: next, among: unique) ?? known(as: next, candidates, behind: words),
        continuations: unique))
  }

  /// Returns the next word of the only command that people look for by a word: `stop` for `timer cancel`.
  private func known(as word: String, _ candidates: [Int], behind words: [String]) -> String? {
    let found = candidates.map { vocabulary.commands.commands[$0] }.filter {
      $0.words.dropLast() == words[...] && $0.searchWords.contains(word)
    }
    return found.count == 1 ? found[0].words.last : nil
  }

  /// Returns a command of one word, and one that people look for by that word: `pause` and `hold`; `nil` if the word is
  /// not a command.
  private func commandsAlone(_ word: String) -> [String]? {
    let commands = vocabulary.commands.commands
    guard let command = commands.first(where: { $0.words == [word] }), command.parameters.allSatisfy({ !$0.isRequired })
    else { return nil }
    let other = commands.first { other in
      other.words.count == 1 && other.name != word && other.searchWords.contains(word)
        && !other.parameters.contains { $0.isRequired }
    }
    return [word] + (other.map { [$0.name] } ?? [])
  }

  private mutating func parseArguments(
    of index: Int, words: SourceRange, isPiped: Bool
  ) throws(Failure) -> CommandCall {
    let command = vocabulary.commands.commands[index]
    let input = isPiped ? command.parameters.firstIndex { $0.preposition == nil } : nil
    if isPiped, input == nil { throw failure(.noPipedArgument(command: command.name), words) }
    var arguments = [Expression?](repeating: nil, count: command.parameters.count)
    var last = words
    while !atArgumentsEnd, !blockFollows {
      let first = token
      let slot: Int
      if first.kind == .word, let named = command.parameters.firstIndex(where: { matches($0.preposition, first) }) {
        slot = named
        let parameter = command.parameters[named]
        guard arguments[slot] == nil else {
          throw failure(.repeatedArgument(command: command.name, parameter: parameter.name))
        }
        advance()
        if case .flag = parameter.type {
          arguments[slot] = .literal(.bool(true), first.range)
        } else {
          guard !atArgumentsEnd, !blockFollows else {
            throw failure(.missingValue(after: parameter.preposition ?? "", needs: parameter.type.phrase))
          }
          arguments[slot] = try parseArgument(
            parameter, of: command, isLast: !takesMore(command, arguments, input, slot))
        }
      } else if first.kind == .leftBrace, let lines = command.parameters.firstIndex(where: { $0.type.takesLines }),
        command.parameters[lines].preposition == nil
      {
        guard arguments[lines] == nil else { throw nameInSeveralWords(command, from: words.end) }
        slot = lines
        if !isPiped { try checkValues(before: slot, of: command, arguments) }
        arguments[slot] = try parseLines(of: command, command.parameters[slot])
      } else if let next = command.parameters.indices.first(where: {
        command.parameters[$0].preposition == nil && arguments[$0] == nil && $0 != input
      }) {
        slot = next
        if let filler = command.parameters[next].filler, first.kind == .word, text(first) == filler {
          advance()
          guard !atArgumentsEnd, !blockFollows else {
            throw failure(.missingValue(after: filler, needs: command.parameters[next].type.phrase))
          }
        }
        arguments[slot] = try parseArgument(
          command.parameters[next], of: command, isLast: !takesMore(command, arguments, input, slot))
      } else {
        // The words before the command's text, such as the post being answered, are not part of the text.
        let text = command.parameters.lastIndex { $0.preposition == nil }.flatMap { arguments[$0]?.range }
        let end = text?.start ?? words.end
        throw extraArgument(command, behind: SourceRange(Int(words.start), Int(end)))
      }
      let parameter = command.parameters[slot]
      if let group = parameter.group,
        let other = command.parameters.indices.first(where: {
          $0 != slot && command.parameters[$0].group == group && arguments[$0] != nil
        })
      {
        throw failure(
          .excludedArgument(
            command: command.name, parameter: parameter.preposition ?? parameter.name,
            other: command.parameters[other].preposition ?? command.parameters[other].name),
          first.range)
      }
      last = SourceRange(first.start, previousEnd)
    }
    if let missing = command.parameters.indices.first(where: {
      command.parameters[$0].isRequired && arguments[$0] == nil && $0 != input
    }) {
      let parameter = command.parameters[missing]
      throw failure(
        .missingArgument(
          command: command.name, parameter: parameter.name, needs: parameter.type.phrase, usage: command.sample),
        words)
    }
    return CommandCall(command: index, arguments: arguments, input: input, words: words, range: words.through(last))
  }

  /// Returns `true` if the command accepts another value without a preposition, besides the one for `slot`.
  private func takesMore(_ command: Command, _ arguments: [Expression?], _ input: Int?, _ slot: Int) -> Bool {
    command.parameters.indices.contains {
      command.parameters[$0].preposition == nil && arguments[$0] == nil && $0 != input && $0 != slot
    }
  }

  private var atArgumentsEnd: Bool {
    switch token.kind {
    case .rightParen, .rightBracket, .pipe, .comma: true
    // In a list of several lines the next line begins the next item.
    default: atStatementEnd || startsNextItem
    }
  }

  private func matches(_ preposition: String?, _ token: Token) -> Bool {
    guard let preposition else { return false }
    return token.end - token.start == preposition.utf8.count && text(token) == preposition
  }

  /// Returns a command with the rest of its line as one quoted text; `nil` if the rest is more than plain words.
  private func quoted(behind words: SourceRange) -> String? {
    let called = source.text(words).reversed().drop { $0 == " " }.reversed()
    let rest = source.bytes[Int(words.end)...].prefix { $0 != UInt8(ascii: "\n") }
    guard !rest.contains(where: { $0.isOne(of: "\"\\{}|;()$") }) else { return nil }
    var text = String(decoding: rest, as: UTF8.self).drop { $0.isWhitespace }
    // As in other languages.
    if text.hasPrefix("= ") { text = text.dropFirst(2) }
    let end = text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? text
    return "\(String(called)) \"\(end)\""
  }

  private func extraArgument(_ command: Command, behind called: SourceRange) -> Failure {
    let family = vocabulary.commands.starting(with: command.words[0])
    // `fork kep`: the user meant a longer command.
    // `timer 20`, too; `pin 1234` could be a secret.
    let word = text(token).first
    let isSecret = family.contains { vocabulary.commands.commands[$0].parameters.contains { $0.isSecret } }
    if command.parameters.isEmpty, token.kind == .word,
      word?.isLetter == true || word?.isNumber == true && !isSecret,
      family.contains(where: { index in
        let longer = vocabulary.commands.commands[index].words
        return longer.count > command.words.count && longer.starts(with: command.words)
      })
    {
      return unfinishedCommand(command.words, token.range, family)
    }
    let words = command.parameters.compactMap { $0.preposition }
    var meant = token.kind == .word ? closest(to: text(token), among: words) : nil
    // `fork kep`
    let nextWords = family.compactMap { index -> String? in
      let longer = vocabulary.commands.commands[index].words
      return longer.count > command.words.count && longer.starts(with: command.words)
        ? longer[command.words.count] : nil
    }
    if meant == nil, token.kind == .word, let near = closest(to: text(token), among: nextWords) {
      return failure(
        .extraArgument(
          command: command.name, found: found, suggestion: near, usage: command.usage))
    }
    // `save $r out.csv` lacks a preposition.
    if meant == nil, token.kind == .word, text(token).contains(where: { "./".contains($0) }),
      let word = command.parameters.first(where: { $0.preposition != nil && $0.type.isPath })?.preposition
    {
      meant = "\(word) \(text(token))"
    }
    // `story play 4 15s` lacks a preposition.
    if meant == nil, case .value(.duration) = Literal.read(source.bytes[token.start..<token.end]),
      let word = command.parameters.first(where: { $0.preposition != nil && $0.type.takesDuration })?.preposition
    {
      meant = "\(word) \(text(token))"
    }
    // `activity edit reading 25` lacks a preposition, too.
    if meant == nil, case .value(.number) = Literal.read(source.bytes[token.start..<token.end]),
      let word = command.parameters.first(where: { $0.preposition != nil && $0.type.takesMinutes })?.preposition
    {
      meant = "\(word) \(text(token))"
    }
    // `explore open x.csv`: the user meant the result of the other command.
    let before = name(before: Int(token.range.start))
    if meant == nil, case .any? = command.parameters.first?.type, vocabulary.commands.hasFirstWord(before),
      before != command.words[0]
    {
      meant = "\(command.name) (\(before) \(text(token)))"
    }
    if meant == nil, let advice = command.parameters.compactMap({ $0.secretBehind }).first {
      return failure(.refused("'\(command.name)' does not accept a password as an argument", suggestion: advice))
    }
    let last = command.parameters.last { $0.preposition == nil }
    // `activity add violin 25` lacks a 'for' rather than quotes.
    let isText = words.isEmpty || text(token).first?.isLetter == true
    if meant == nil, token.kind == .word, isText, last?.type.isText == true, last?.isSecret == false {
      return failure(.unquotedText(command: command.name, found: found, meant: quoted(behind: called)))
    }
    return failure(.extraArgument(command: command.name, found: found, suggestion: meant, usage: command.usage))
  }

  /// Parses one argument; literals are checked against the parameter immediately.
  /// - Parameter isLast: `true` if no other value can follow, so that a duration may have several words.
  private mutating func parseArgument(
    _ parameter: Parameter, of command: Command, isLast: Bool
  ) throws(Failure) -> Expression {
    let start = token
    if parameter.type.takesLines, start.kind == .leftBrace { return try parseLines(of: command, parameter) }
    if case .any = parameter.type, startsStatePath { return try parsePostfixed(isTerm: true) }
    var term = try parseTerm(parameter.type)
    if isLast, start.kind == .word { term = try parseDurationWords(after: term) }
    let value: ArgumentValue
    switch term {
    case .literal(let literal, _): value = .constant(literal)
    case .list(let items, _):
      value = .list {
        let texts = items.compactMap { if case .literal(.text(let text), _) = $0 { text } else { nil } }
        return texts.count == items.count ? texts : nil
      }
    case .record: value = .record
    case .interpolation: value = .constant(.text(""))
    default: return term
    }
    if case .interpolation = term, case .choice = parameter.type { return term }
    let written = start.kind == .word ? source.text(term.range) : nil
    if let problem = parameter.type.problem(with: value, of: parameter, in: command, written: written) {
      let meant =
        meantAsFile(problem, written, command) ?? meantAsCommand(problem, written, command)
        ?? meantInOtherOrder(problem, written, parameter, command, at: Int(start.start))
      throw failure(meant ?? problem, term.range)
    }
    return term
  }

  /// Adds the preposition missing before the name of a file: `history export x.csv`; `nil` if none applies.
  private func meantAsFile(_ problem: Problem, _ written: String?, _ command: Command) -> Problem? {
    guard case .wrongArgument(let name, let parameter, let needs, let found, nil) = problem, let written,
      written.contains(".") || written.contains("/"),
      let word = command.parameters.first(where: { if case .path = $0.type { true } else { false } })?.preposition
    else { return nil }
    return .wrongArgument(
      command: name, parameter: parameter, needs: needs, found: found, suggestion: "\(word) \(written)")
  }

  /// Suggests a longer command: `review favourite`; `nil` if none is near.
  private func meantAsCommand(_ problem: Problem, _ written: String?, _ command: Command) -> Problem? {
    guard case .wrongArgument(let name, let parameter, let needs, let found, nil) = problem, let written else {
      return nil
    }
    let longer = vocabulary.commands.starting(with: command.words[0]).compactMap { index -> String? in
      let words = vocabulary.commands.commands[index].words
      return words.count == command.words.count + 1 && words.starts(with: command.words) ? words.last : nil
    }
    guard let near = closest(to: written, among: longer) else { return nil }
    return .wrongArgument(
      command: name, parameter: parameter, needs: needs, found: found, suggestion: "\(command.name) \(near)")
  }

  /// Suggests the other order of a number and a word: `timer start 20 reading`; `nil` if that does not help.
  private func meantInOtherOrder(
    _ problem: Problem, _ written: String?, _ parameter: Parameter, _ command: Command, at place: Int
  ) -> Problem? {
    guard case .wrongArgument(_, _, _, _, nil) = problem, let written, written.first?.isLetter == true,
      let slot = command.parameters.firstIndex(where: { $0.name == parameter.name }), slot > 0,
      parameter.preposition == nil, command.parameters[slot - 1].preposition == nil
    else { return nil }
    let number = name(before: place)
    func fits(_ text: String, _ parameter: Parameter) -> Bool {
      guard case .value(let literal) = Literal.read(Array(text.utf8)[...]) else { return false }
      return parameter.type.problem(with: .constant(literal), of: parameter, in: command, written: text) == nil
    }
    guard number.first?.isNumber == true, fits(number, parameter),
      command.parameters[slot - 1].type.problem(
        with: .constant(.text(written)), of: command.parameters[slot - 1], in: command, written: written) == nil
    else { return nil }
    return .refused(problem.message, suggestion: "try: \(command.name) \(written) \(number)")
  }

  /// `true` if the current word is a function or a definition with a value after it: such a call needs no
  /// parentheses.
  var startsFunctionCall: Bool {
    guard meaning.isCalled || isDefinition else { return false }
    guard let next = lexer.firstArgument(vocabulary), !endsValue(next) else { return false }
    // In a list of several lines the value is the next item.
    return lexer.openCount != listDepth || !isLineEnded(between: token.end, and: next.start)
  }

  /// Parses `name term term …`: a call of a definition or a built-in function.
  ///
  /// The call ends where its enclosing construct ends, and at an operator. A sum or product after it is an error if
  /// it is unclear which value is meant: `floor $x / 100` may mean either; `length $x + 1` is clear.
  ///
  /// - Parameters:
  ///   - isPiped: `true` if the first argument comes through a pipe.
  ///   - isInner: `true` if the result is the only value of another function, to which an operator may apply.
  mutating func parseCall(isPiped: Bool = false, isInner: Bool = false) throws(Failure) -> Expression {
    let name = Name(text: text(token), range: token.range)
    advance()
    var arguments: [Expression] = []
    // `true` if the last argument is in parentheses.
    var isClosed = false
    // A function with one parameter may take the result of another call.
    if !isPiped, takesOneValue(name.text), startsFunctionCall {
      arguments.append(try nested { (parser) throws(Failure) in try parser.parseCall(isInner: true) })
    }
    while !atArgumentsEnd, !blockFollows {
      if let operation = meaning.operation, operation != .minus || !signFollows {
        if !arguments.isEmpty {
          if operation.precedence < BinaryOperator.plus.precedence { break }
          if !isPiped, isClosed || ends(name.text, at: arguments.count - 1, before: operation, isInner) { break }
        }
        // A definition without parameters may be meant, or a call whose arguments follow.
        let isBare = arguments.isEmpty && definitions.contains(name.text)
        throw failure(.operatorInArguments(text(token), name: name.text, isBare: isBare))
      }
      isClosed = token.kind == .leftParen
      arguments.append(try parseCallArgument())
    }
    if arguments.isEmpty, blockFollows, !isPiped, vocabulary.functions.names.contains(name.text),
      !definitions.contains(name.text)
    {
      throw failure(
        .foreign(
          "the '{' after '\(name.text)' begins the block here, so '\(name.text)' gets no value",
          instead: "put the record in parentheses: (\(name.text) ({a: 1}))"))
    }
    let range = SourceRange(Int(name.range.start), previousEnd)
    guard !isPiped, !definitions.contains(name.text), let step = StageWord(rawValue: name.text), step.isCalled else {
      return .call(name, arguments, range)
    }
    return try called(step, arguments, range)
  }

  /// Returns the step for `(first $ages 3)`, which is `$ages | first 3`.
  private func called(_ step: StageWord, _ values: [Expression], _ range: SourceRange) throws(Failure) -> Expression {
    if values.count > 1, case .word(let word, let inner) = values[0], vocabulary.isCalled(word) {
      let call = source.text(SourceRange(Int(inner.start), Int(range.end)))
      throw failure(
        .foreign("a call inside another call needs parentheses", instead: "try: \(step.rawValue) (\(call))"), range)
    }
    let kind: Stage.Kind
    switch (step, values.count) {
    case (.count, 1): kind = .count
    case (.sum, 1): kind = .sum(nil)
    case (.sort, 1): kind = .sort(by: [], descending: false)
    case (.first, 1...2): kind = .first(values.dropFirst().first)
    case (.last, 1...2): kind = .last(values.dropFirst().first)
    default:
      let list = values.first.map { source.text($0.range) } ?? "LIST"
      let more = values.count > 1 ? " " + source.text(SourceRange(Int(values[1].range.start), Int(range.end))) : ""
      throw failure(
        .foreign(
          "the function '\(step.rawValue)' accepts only a list; for more values, use the step",
          instead: "try: (\(list) | \(step.rawValue)\(more))"),
        range)
    }
    return .pipeline(values[0], [Stage(kind: kind, range: range)], range)
  }

  /// Returns `true` if a function takes exactly one value, so that a function name after it begins a call with all
  /// following values.
  private func takesOneValue(_ name: String) -> Bool {
    if definitions.contains(name) { return false }
    if let function = vocabulary.functions.signature(name) { return function.maximum == 1 }
    switch StageWord(rawValue: name) {
    case .count, .sum, .sort: return true
    default: return false
    }
  }

  /// Returns `true` if `operation` can apply to the function's result, but never to the argument at `place`.
  private func ends(_ name: String, at place: Int, before operation: BinaryOperator, _ isInner: Bool) -> Bool {
    guard !definitions.contains(name) else { return false }
    let (takes, gives): ([Kinds], Kinds)
    if let function = vocabulary.functions.signature(name) {
      (takes, gives) = (function.takes, function.gives)
    } else if let step = StageWord(rawValue: name), let called = step.gives {
      (takes, gives) = ([step == .count ? [.list, .record] : .list, .number], called)
    } else {
      return false
    }
    let value = takes[min(place, takes.count - 1)]
    let partners = operation.partners(of: gives)
    return (isInner || !partners.isEmpty) && partners.isDisjoint(with: operation.partners(of: value))
  }

  /// Parses an argument of a call: a state path is read as state. Any other bare word stays a word, since it is a
  /// field in a step.
  mutating func parseCallArgument() throws(Failure) -> Expression {
    let start = token
    if startsStatePath { return try parsePostfixed(isTerm: true) }
    let term = try parseTerm(.any)
    if start.kind == .word, case .literal(.text(let word), let range) = term { return .word(word, range) }
    return term
  }

  /// `true` if the current word is a state root followed by a field.
  var startsStatePath: Bool {
    guard token.kind == .word else { return false }
    guard let dot = source.bytes[token.start..<token.end].firstIndex(of: UInt8(ascii: ".")) else { return false }
    return vocabulary.words.word(at: SourceRange(token.start, dot), in: source).isRoot
  }
}
