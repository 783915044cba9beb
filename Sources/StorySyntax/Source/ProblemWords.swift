import Timeline

extension Problem {
  /// The message: one sentence without a full stop.
  public var message: String {
    switch self {
    case .notUTF8(let byte): "this is not valid UTF-8: unexpected byte 0x\(String(byte, radix: 16))"
    case .nulCharacter: "a script cannot contain a NUL character"
    case .sourceTooLarge(let limit): "the script is larger than \(limit >> 20) MiB"
    case .unclosedString: "this string has no closing quote on its line"
    case .unclosedInterpolation: "this '{' in a string is not closed on its line"
    case .longText(.firstLine): "text in triple quotes must begin on the next line"
    case .longText(.lastLine): "the closing triple quotes must be on their own line"
    case .longText(.indentation): "this line is indented less than the closing triple quotes"
    case .loneCharacter("#"): "a lone '#' is neither a comment nor a tag"
    case .loneCharacter(let character): "a lone '\(character)' is allowed only at the end of a line, to continue it"
    case .badEscape(let escape): "there is no escape '\(escape)'"
    case .malformedNumber: "this is not a valid number"
    case .decimalComma: "a decimal number needs a decimal point, not a comma"
    case .commaInNumber: "a number cannot contain commas"
    case .noSuchDate(let text): "'\(text)' is not a valid date"
    case .timeWithoutDate(let text): "a time of day needs a date: '\(text)'"
    case .numberTooLarge: "this number is too large"
    case .missingUnit(let written, _): "the last part of this duration has no unit: '\(written)'"
    case .unknownUnit(let unit, _): "there is no unit '\(unit)'"
    case .unitOrder: "the units of a duration must go from largest to smallest, each only once"
    case .durationTooLong: "a duration can be at most 1,000 years long"
    case .unclosed(let opener, let line, _): "'\(opener)' on line \(line) is never closed"
    case .unexpectedCloser(let closer): "there is no open bracket for '\(closer)' to close"
    case .expectedEndOfGroup("[", let found, _): "expected ',' or ']', found \(found)"
    case .expectedEndOfGroup("{", let found, _): "expected ',' or '}', found \(found)"
    case .expectedEndOfGroup("\"{", let found, _): "expected '}', found \(found)"
    case .expectedEndOfGroup(_, let found, _): "expected ')', found \(found)"
    case .nestingTooDeep(let limit): "this is nested more than \(limit) levels deep"
    case .chainTooLong(let limit): "this calculation has more than \(limit) steps in a row"
    case .unknownCommand(let word, _, _): "there is no command '\(word)'"
    case .incompleteCommand(let words, _): "'\(words)' is not a complete command"
    case .unknownSubcommand(let word, let after, _, _): "there is no command '\(after) \(word)'"
    case .expectedExpression(let found, _): "expected a value, found \(found)"
    case .expectedTerm(let needs, let found): "expected \(needs), found \(found)"
    case .expectedBlock(let after, let found): "expected a block '{ … }' after \(after), found \(found)"
    case .blockOnNextLine(let after): "the '{' after \(after) must be on the same line"
    case .expectedName(let after, let found): "expected a name after '\(after)', found \(found)"
    case .expectedWord(let word, let after, let found): "expected '\(word)' after \(after), found \(found)"
    case .expectedEndOfStatement(let found): "expected the end of the statement, found \(found)"
    case .expectedStage(let found, _): "expected a pipeline step after '|', found \(found)"
    case .bareWord(let word, _, _): "'\(word)' is not a value"
    case .operatorNeedsSpace("=", _): "'=' assigns a value; it does not compare"
    case .operatorNeedsSpace(let text, _) where ["===", "=<", "=>", "<>", "!==", "&&", "&", "%"].contains(text):
      "there is no operator '\(text)'"
    case .operatorNeedsSpace(let text, _): "operators need spaces around them: '\(text)'"
    case .notInOperand: "'not' must come before the whole comparison"
    case .chainedComparison: "comparisons cannot be chained"
    case .missingArgument(let command, _, let needs, _): "'\(command)' expects \(needs)"
    case .missingValue(let after, let needs): "expected \(needs) after '\(after)'"
    case .extraArgument(let command, let found, _, _): "'\(command)' does not accept \(found)"
    case .unquotedText(let command, let found, _):
      "'\(command)' expects one word or text in quotes, so \(found) is one word too many"
    case .noPipedArgument(let command): "'\(command)' accepts no input from a pipe"
    case .repeatedArgument(let command, let parameter): "'\(command)' accepts '\(parameter)' only once"
    case .excludedArgument(let command, let parameter, let other):
      "'\(command)' accepts either '\(other)' or '\(parameter)', not both"
    case .wrongArgument(_, let word, let needs, let found, _): "'\(word)' expects \(needs), not \(found)"
    case .durationOutOfRange(_, let word, let found, let minimum, let maximum):
      "'\(word)' expects a duration from \(minimum) to \(maximum), not \(found)"
    case .emptyInterpolation: "there is no value between '{' and '}'"
    case .operatorInArguments(let text, let name, _):
      "'\(name)' expects single values, so '\(text)' is not allowed here"
    case .unexpectedPartner(let word, let of): "there is no '\(of)' before this '\(word)'"
    case .dollarInBinding(let name): "'$' is not allowed here: '\(name)'"
    case .invalidName(let name): "'\(name)' is not a valid name"
    case .foreign(let text, _): text
    case .assignedState(let path): "state such as '\(path)' is read-only"
    case .stateInStep(let path, _): "'\(path)' could be a field of the item or part of the session's state"
    case .unknownVariable(let name, _): "there is no variable '$\(name)' here"
    case .unknownFunction(let name, _): "there is no function '\(name)'"
    case .unknownStateField(let root, let field, _, _): "'\(root)' has no field '\(field)'"
    case .unknownState(let word, _, _): "there is no state '\(word)'"
    case .unknownEvent(let name, _): "there is no event '\(name)'"
    case .unknownBlock(let name, _):
      Int(name) == nil ? "there is no block named '\(name)'" : "there is no waiting block with the number \(name)"
    case .readBeforeMade(let name, let definition, _): "'\(definition)' reads '$\(name)', which has no value yet"
    case .undeclaredAssignment(let name, _): "there is no variable '\(name)' to change"
    case .reservedName(let name, let because): "'\(name)' cannot be a name: \(because)"
    case .duplicateDefinition(let name, let place): "'\(name)' is already defined on \(place)"
    case .capturedAssignment(let name):
      "'\(name)' is a copy inside this block, so changing it here would have no effect outside"
    case .wrongArgumentCount(let name, let takes, let found):
      "'\(name)' expects \(takes), but got \(found == 0 ? "no value" : found == 1 ? "1 value" : "\(found) values")"
    case .repeatedName(let name): "'\(name)' appears twice"
    case .outsideLoop(let word): "'\(word)' is allowed only inside a loop"
    case .outsideDefinition: "'return' is allowed only inside a 'def'"
    case .argumentsNotAtTop: "'args' belongs at the top level of a script, not inside a block"
    case .argumentMissing(let number, let given):
      "this script expects \(Self.count(number)), but got \(Self.count(given))"
    case .wrongArguments(let wants, let found):
      "this script expects \(wants), but got \(Self.count(found))"
    case .definitionNotAtTop: "a 'def' belongs at the top level of a script, not inside a block"
    case .lessonNotAtTop: "a 'lesson' belongs at the top level of a script, not inside a block"
    case .includeNotAtTop: "an 'include' belongs at the top level of a script, not inside a block"
    case .itOutsidePipeline: "'$it' exists only inside a pipeline step"
    case .actInCondition(let sideEffect): "a condition can only read values, so it cannot \(sideEffect.infinitive)"
    case .actInDefinition(let called, let sideEffect, let name, let place):
      "a condition can only read values, but '\(called)' "
        + (called == name ? "" : "leads to '\(name)', which ") + "\(sideEffect.phrase)\(place)"
    case .typographicQuotes: "typographic quotes are treated as straight quotes"
    case .roundedNumber(let number): "a number keeps \(NumberText.roundTripDigits) digits: this one becomes \(number)"
    case .fieldHidesVariable(let name): "'\(name)' is the event's field here, not the variable of that name"
    case .fieldAssignment(let name): "'\(name)' is the event's field here, so the variable of that name does not change"
    case .unreachable(let after): "this never runs, because '\(after)' comes before it"
    case .neverComparable(let left, let right, _): "\(left) and \(right) can never be compared"
    case .fieldInQuotes(let name): "\"\(name)\" in quotes is the text itself, not the field '\(name)'"
    case .markedName(let name, let mark, _): "\(name) is written without '\(mark)' in scripts"
    case .beyondShare(let path, let number): "'\(path)' ranges from 0 to 1, so it is never \(number)"
    case .nameInText(let name): "'$\(name)' is not replaced in this text"
    case .unreadVariable(let name, let hides):
      hides ? "this creates another '\(name)', which is never read" : "'\(name)' is never read"
    case .uncalledDefinition(let name): "'\(name)' is never called"
    case .stepName(let name): "after '|', '\(name)' means the step, not this definition"
    case .wordForVariable(let name): "this is the text '\(name)', not the variable"
    case .wrongStart(let name, let needs, let found): "'\(name)' expects \(needs), not \(found)"
    case .includeUnreadable(_, let reason): "cannot include this: \(reason)"
    case .includeCycle(let path): "'\(path)' includes itself"
    case .notBoolean(let context, let found): "\(context) expects true or false, not \(found)"
    case .wrongKind(let operation, let needs, let found): "\(operation) expects \(needs), not \(found)"
    case .wrongTime(let operation, let needs, let found, _): "\(operation) expects \(needs), not \(found)"
    case .notARecord(let field, let found, _): "\(found) has no field '\(field)'"
    case .joined(let left, let right): "'+' expects compatible values, not \(left) and \(right)"
    case .unordered(let kind): "\(kind) cannot be ordered"
    case .unsortedRecords: "records cannot be ordered"
    case .incomparable(let left, let right): "\(left) and \(right) cannot be compared"
    case .divisionByZero: "division by zero"
    case .outOfRange(let what): "the result of \(what) is out of range"
    case .noItem(let step): "'\(step)' finds no item: the list is empty"
    case .noFieldToChange(let name, _): "there is no field '\(name)' to change"
    case .indexOutOfRange(let index, let count):
      count == 0
        ? "there is no item [\(index)]: the list is empty" : "there is no item [\(index)]: the length is \(count)"
    case .dollarBeforeState(let root, _): "there is no variable '$\(root)' here"
    case .noSuchField(let name, _, _, _, _): "there is no field '\(name)'"
    case .callTooDeep(let limit): "calls are nested more than \(limit) levels deep"
    case .stepLimit(let limit): "stopped after \(limit) steps"
    case .tooLarge(let what, let limit): "\(what) would be larger than \(limit)"
    case .outOfMemory(let mebibytes): "there is not enough memory: this needs \(mebibytes) MiB more"
    case .valueTooDeep(let limit): "lists and records can be nested at most \(limit) levels deep"
    case .expectationFailed(let text, _, _, _, _): "expected \(text)"
    case .expectedErrorMissing: "expected an error, but the block succeeded"
    case .neverTrue(let why, _):
      switch why {
      case .nothingPending: "this can never become true: nothing is scheduled that could change it"
      case .repeats: "this can never become true: the same events repeat, and it remains false"
      case .runsForever(let block): "this can never become true: '\(block)' runs forever"
      case .tooLong(let days): "this did not become true within \(days) days"
      case .tooMuch(let count): "this did not become true within \(count) events"
      }
    case .storm(let block, let limit): "'\(block)' ran \(limit) times at one instant, so it was stopped"
    case .refused(let text, _): text
    case .interrupted: "interrupted"
    case .ended(let code): "the script ended with exit code \(code)"
    }
  }

  /// The one thing to try, as shown below the caret.
  public var suggestion: String? {
    switch self {
    case .unclosedString: "close it with the same quote; for a line break, write \\n"
    case .emptyInterpolation: "for a value, write {$x}; for the braces themselves, \\{\\}"
    case .unclosedInterpolation: "close it with '}', or write '\\{' for the character itself"
    case .longText(.firstLine): "end the line after the triple quotes, or use one quote"
    case .longText(.lastLine): "move the quotes to the next line; their indentation is removed from every line"
    case .longText(.indentation): "indent the line more, or move the closing quotes to the left"
    case .loneCharacter(let character): "for the character itself, write '\(character)' in quotes"
    case .badEscape: "escapes: \\n \\t \\r \\e \\\\ \\\" \\{ \\} \\u(1F600), and \\xE9 for a byte of a file name"
    case .malformedNumber: "for text, write it in quotes"
    case .missingUnit(_, let meant): "try: \(meant)"
    case .unknownUnit(let unit, nil) where ["kb", "mb", "gb"].contains(unit.lowercased()):
      "a size is a number of bytes, such as 32000000"
    case .unknownUnit(_, let suggestion): suggestion.map { Self.question(about: $0) } ?? "units: us ms s m h d w"
    case .unitOrder: "for example: 1h30m"
    case .expectedEndOfGroup("[", let found, nil) where Self.isValue(found):
      "separate the items with commas: [1, 2]"
    case .expectedEndOfGroup(let opener, _, let line?): "'\(opener)' on line \(line) is still open"
    case .blockOnNextLine: "move the brace to the line above: … {"
    case .decimalComma(let suggestion): Self.question(about: suggestion)
    case .commaInNumber(let suggestion): suggestion ?? "put the items of a list in brackets: [1, 2]"
    case .timeWithoutDate(let text):
      "for example: \((CivilTime(parsing: "2026-11-20T\(text)".utf8) == nil ? "2026-11-20T10:30" : "2026-11-20T\(text)"))"
    case .invalidName: "names consist of letters, digits and '_', and do not begin with a digit"
    case .foreign(_, let instead): instead
    case .assignedState: "only commands change it"
    case .stateInStep(let path, let exists):
      "for the field, write $it.\(path)" + (exists ? "; for the state, write (\(path))" : "")
    case .unclosed(let opener, _, _): "add '\(Self.closers[opener] ?? opener)'"
    case .chainTooLong: "put part of the calculation into a variable: let part = …"
    case .unknownCommand(_, let meant, let otherwise):
      meant.isEmpty ? otherwise : Self.question(about: meant)
    case .unknownEvent(_, let suggestion): suggestion
    case .unknownFunction(_, let suggestion):
      suggestion.map { Self.question(about: $0) }
    case .incompleteCommand(let words, let continuations): Self.continuationHint(words, continuations)
    case .unknownSubcommand(_, let after, let suggestion, let continuations):
      suggestion.map { "did you mean '\(after) \($0)'?" } ?? Self.continuationHint(after, continuations)
    case .fieldAssignment, .fieldHidesVariable: "give the variable another name"
    case .notInOperand: "put it in parentheses: (not …)"
    case .chainedComparison: "join two comparisons with 'and'"
    case .missingArgument(_, _, _, let usage): "try: \(usage)"
    case .missingValue("cancel", _): "try: cancel 1, or cancel all; `waiting` lists the blocks"
    case .unquotedText(let command, _, let meant):
      meant.map { "try: \($0)" } ?? "put several words in quotes: \(command) \"…\""
    case .extraArgument(_, _, let suggestion, let usage): suggestion.map { Self.question(about: $0) } ?? "try: \(usage)"
    case .wrongArgument(_, _, _, _, let suggestion): suggestion.map { Self.question(about: $0) }
    case .operatorInArguments(let text, let name, isBare: true):
      "in a step, put the call in parentheses: (\(name)) \(text) …"
    case .operatorInArguments(let text, let name, _):
      ["+", "-", "*", "/", "mod"].contains(text)
        ? "for the result of the call: (\(name) …) \(text) …; for a value: \(name) (… \(text) …)"
        : "in a longer expression, put the call in parentheses: (\(name) …) \(text) …"
    case .dollarInBinding(let name): "write \(name.dropFirst()) without the '$'"
    case .dollarBeforeState(_, let paths): "write \(paths.listed("or")) without the '$'"
    case .unknownVariable(_, let suggestion): suggestion.map { "did you mean '$\($0)'?" }
    case .unknownStateField(let root, _, let known, let suggestion):
      suggestion.map { "did you mean '\(root).\($0)'?" } ?? "fields: \(known.joined(separator: ", "))"
    case .unknownState(_, let cases, let suggestion):
      suggestion.map { Self.question(about: $0) } ?? "states: \(cases.joined(separator: ", "))"
    case .unknownBlock(let name, let suggestion):
      suggestion.map { Self.question(about: $0) }
        ?? (Int(name) != nil ? "`waiting` lists the blocks" : "name the block: every 1m as \(name) { … }")
    case .unreadVariable(let name, hides: true): "to change the variable outside this block, write \(name) = …"
    case .readBeforeMade(_, _, let line): "it gets its value on line \(line): move the call below that line"
    case .undeclaredAssignment(let name, let suggestion):
      suggestion.map { Self.question(about: $0) } ?? "create it first: let \(name) = …"
    case .outsideDefinition: "`exit` ends a script; `exit 5` ends it with exit code 5"
    case .capturedAssignment: "declare it at the top level of the script to share it"
    case .actInDefinition(_, _, let name, _): "move it out of '\(name)' and run it before the condition"
    case .argumentMissing: "name the arguments in the script's first line: args FILE COUNT = 10"
    case .definitionNotAtTop, .includeNotAtTop, .lessonNotAtTop, .argumentsNotAtTop: "move it out of the braces"
    case .notBoolean: "compare it with a value, as in $count > 0"
    case .incomparable("text", "a date"), .incomparable("a date", "text"): "(date $x) converts text to a date"
    case .incomparable("none", _), .incomparable(_, "none"):
      "check for none first: $x != none and $x > 5; in a pipeline: where age != none and age > 5"
    case .incomparable("a duration", "a number"), .incomparable("a number", "a duration"):
      "one of them has a unit and the other has none: write both as durations, such as 5m, or both as numbers"
    case .incomparable("a record", "a record"): "compare a field of the records, such as $it.name"
    case .unsortedRecords(let field): "try: sort by \(field)"
    case .expectedName("when", _): "try: when story.started { … }"
    case .incomparable(let left, let right) where left == right: "compare a part of the value, such as $it[0]"
    case .incomparable("a list", _), .incomparable(_, "a list"), .incomparable("a record", _),
      .incomparable(_, "a record"):
      "to test for a missing value, write == none"
    case .incomparable: "convert one of them first, for example with (number $x) or (text $x)"
    case .noSuchField(let name, let known, let suggestion, let isWord, let isVariable):
      (Self.comparison(in: name, known) ?? suggestion).map { Self.question(about: $0) }
        ?? (isVariable ? "for the variable, write $\(name); " : "")
        + Self.fields(known, besides: isWord && !isVariable ? "for text, write \"\(name)\"" : nil)
    case .noItem(let step) where !step.contains(" "): "'\(step) 1' gives an empty list instead"
    case .noFieldToChange(_, let suggestion):
      suggestion.map { Self.question(about: $0) }
        ?? "to add a field: counts[$word] = (get $counts $word 0) + 1"
    case .indexOutOfRange: "the first item is [0], the last is [-1]"
    case .expectationFailed(_, let left?, let operation?, let right?, let note):
      "\(left) \(operation) \(right) is false" + (note.map { ": \($0)" } ?? "")
    case .expectationFailed(_, nil, _, _, let note): note
    case .neverTrue(_, let advice?): advice
    case .neverTrue(.nothingPending, nil): "start something first, or wait for a while: wait 5s"
    case .neverTrue(.runsForever, nil): "name the block and cancel it: every 1m as tick { … }; cancel tick"
    case .notARecord("days", "a duration", _): "for the number of days: $length / 1d"
    case .notARecord("hours", "a duration", _): "for the number of hours: $length / 1h"
    case .notARecord("minutes", "a duration", _): "for the number of minutes: $length / 1m"
    case .notARecord(let field, _, let isFunction): isFunction ? "a function comes before its value: (\(field) …)" : nil
    case .expectedName("for", "'['"): "use one name; its parts are $pair[0] and $pair[1]: for pair in …"
    case .wrongKind("'for'", "a list", "a number"): "to count from 1: for n in (range 1 $count)"
    case .wrongKind("a file of this kind", _, "text"): "(from $text csv) converts text to records"
    case .wrongKind(_, "a date", "text"): "(date …) converts text to a date"
    case .wrongKind("'format'", "a date", "a number"): "for two decimal places: (round $n 2); for text: \"{$n}\""
    case .wrongKind(_, "a list", "text"): "(split $text \"\") gives its characters, (split $text \" \") its words"
    case .wrongKind("'+'", _, let found) where found.hasPrefix("a list and "): "add a list to a list: + [$item]"
    case .wrongKind("'*'", _, "text and a number"), .wrongKind("'*'", _, "a number and text"):
      "to repeat text: (repeated $text 3)"
    case .wrongKind("'sum'", _, "text"): "to join texts: (join $list); to convert one to a number: (number $text)"
    case .expectedBlock("'repeat'", _): "try: repeat 3 { … }"
    case .joined: "put values into text with braces: \"{$name}: {$count}\""
    case .fieldInQuotes(let name): Self.question(about: name)
    case .markedName(_, _, let plain): Self.question(about: "\"\(plain)\"")
    case .beyondShare(_, let number): "as a percentage: \(number)%"
    case .roundedNumber(let number): "write \(number), or keep all digits as text: \"…\""
    case .nameInText(let name): "for the variable, write {$\(name)}"
    case .reservedName(let name, because: "it is a command"), .reservedName(let name, because: "it is a function"):
      "use another name, such as my_\(name)"
    case .wordForVariable(let name): "for the variable, write $\(name); for text, write \"\(name)\""
    case .stepName(let name): "use another name, such as \(name)_of"
    case .callTooDeep: "does a definition call itself endlessly?"
    case .bareWord(_, let suggestion, _): suggestion
    case .expectedStage(_, let suggestion), .expectedExpression(_, let suggestion),
      .operatorNeedsSpace(_, let suggestion),
      .wrongTime(_, _, _, let suggestion), .neverComparable(_, _, let suggestion), .refused(_, let suggestion):
      suggestion
    default: nil
    }
  }

  /// Returns the question `did you mean …?`. Each text to type is in quotes: its own or added ones.
  public static func question(about meant: String...) -> String { question(about: meant) }

  package static func question(about meant: [String]) -> String {
    let quoted = meant.map { $0.hasPrefix("\"") && $0.hasSuffix("\"") ? $0 : "'\($0)'" }
    return "did you mean \(quoted.listed("or"))?"
  }

  /// The text that was probably meant at the problem's place; `nil` if nothing is near.
  public var replacement: String? {
    switch self {
    case .missingUnit(_, let meant): meant
    case .unknownCommand(_, let meant, _): meant.count == 1 ? meant[0] : nil
    case .bareWord(_, _, let meant): meant
    case .operatorNeedsSpace(_, let suggestion?)
    where suggestion.hasPrefix("try: ") && !suggestion.contains("\u{2026}"):
      String(suggestion.dropFirst(5))
    case .unknownSubcommand(_, _, let suggestion, _): suggestion
    default:
      // The only form in which a suggestion names a replacement.
      suggestion.flatMap { words in
        guard words.hasPrefix("did you mean "), words.hasSuffix("?") else { return nil }
        let meant = words.dropFirst(13).dropLast()
        return String(
          meant.hasPrefix("'") && meant.hasSuffix("'") && meant.count > 1 ? meant.dropFirst().dropLast() : meant)
      }
    }
  }

  /// Returns the comparison that was written without spaces: `photos>3`; `nil` if a word is none.
  private static func comparison(in word: String, _ fields: [String]) -> String? {
    guard let start = word.firstIndex(where: { "<>=!".contains($0) }), fields.contains(String(word[..<start])) else {
      return nil
    }
    let end = word[start...].firstIndex { !"<>=".contains($0) && $0 != "!" } ?? word.endIndex
    let sign = word[start..<end]
    guard end < word.endIndex, ["<", ">", "<=", ">=", "==", "!="].contains(String(sign)) else { return nil }
    return "\(word[..<start]) \(sign) \(word[end...])"
  }

  /// Returns `true` if a found text, in quotes, begins a value.
  private static func isValue(_ found: String) -> Bool {
    guard found.first == "'", let first = found.dropFirst().first else { return false }
    return first.isLetter || first.isNumber || "\"'$@#".contains(first)
  }

  private static func count(_ arguments: Int) -> String {
    arguments == 0 ? "no arguments" : arguments == 1 ? "1 argument" : "\(arguments) arguments"
  }

  /// The closing brackets of the opening ones.
  static let closers = ["{": "}", "(": ")", "[": "]"]

  private static func continuationHint(_ words: String, _ continuations: [String]) -> String {
    let shown = continuations.prefix(8).map { "\(words) \($0)" }
    let left = continuations.count - shown.count
    return "commands: " + shown.joined(separator: ", ") + (left > 0 ? " and \(left) more: `help \(words)`" : "")
  }

  /// Lists the fields that exist. If there are many, another suggestion comes first.
  private static func fields(_ known: [String], besides other: String?) -> String {
    let words = known.isEmpty ? "there are no fields" : "fields: \(known.joined(separator: ", "))"
    guard let other else { return words }
    return known.count > 6 ? "\(other); \(words)" : "\(words); \(other)"
  }
}
