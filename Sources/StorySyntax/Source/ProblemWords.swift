import Timeline

extension Problem {
  /// The message: one sentence without a full stop.
  public var message: String {
    switch self {
    case .notUTF8(let byte): "this is not UTF-8 text: byte 0x\(String(byte, radix: 16)) cannot stand here"
    case .nulCharacter: "a NUL character cannot stand in a script"
    case .sourceTooLarge(let limit): "the script is larger than \(limit >> 20) MiB"
    case .unclosedString: "this string is never closed on its line"
    case .unclosedInterpolation: "this '{' in a string is never closed on its line"
    case .longText(.firstLine): "a text in three quotes begins on the next line"
    case .longText(.lastLine): "the three quotes at the end of a text stand on a line of their own"
    case .longText(.indentation): "this line is indented less than the three quotes at the end of its text"
    case .loneCharacter("#"): "a lone '#' is neither a comment nor a tag"
    case .loneCharacter(let character): "a lone '\(character)' only stands at a line's end, to continue it"
    case .badEscape(let escape): "there is no escape '\(escape)'"
    case .malformedNumber: "this starts like a number but is none"
    case .decimalComma: "decimals stand behind a point"
    case .commaInNumber: "a number has no commas"
    case .noSuchDate(let text): "there is no date '\(text)'"
    case .timeWithoutDate(let text): "a time of day needs its date: '\(text)'"
    case .numberTooLarge: "this number is too large"
    case .missingUnit(let written, _): "the last part of this duration has no unit: '\(written)'"
    case .unknownUnit(let unit, _): "there is no unit '\(unit)'"
    case .unitOrder: "the units of a duration go from large to small, each once"
    case .durationTooLong: "a duration may be 1,000 years at most"
    case .unclosed(let opener, let line): "'\(opener)' on line \(line) is never closed"
    case .unexpectedCloser(let closer): "there is nothing open that '\(closer)' could close"
    case .expectedEndOfGroup("[", let found, _): "',' or ']' should stand here, not \(found)"
    case .expectedEndOfGroup("{", let found, _): "',' or '}' should stand here, not \(found)"
    case .expectedEndOfGroup("\"{", let found, _): "'}' should stand here, not \(found)"
    case .expectedEndOfGroup(_, let found, _): "')' should stand here, not \(found)"
    case .nestingTooDeep(let limit): "this is nested deeper than \(limit) levels"
    case .chainTooLong(let limit): "this calculation has more than \(limit) steps in a row"
    case .unknownCommand(let word, _, _): "there is no command '\(word)'"
    case .incompleteCommand(let words, _): "'\(words)' is only the beginning of a command"
    case .unknownSubcommand(let word, let after, _, _): "there is no command '\(after) \(word)'"
    case .expectedExpression(let found, _): "a value should stand here, not \(found)"
    case .expectedTerm(let needs, let found): "\(needs) should stand here, not \(found)"
    case .expectedBlock(let after, let found): "a block '{ … }' should follow \(after), not \(found)"
    case .blockOnNextLine(let after): "the '{' of \(after) belongs on the same line"
    case .expectedName(let after, let found): "a name should follow '\(after)', not \(found)"
    case .expectedWord(let word, let after, let found): "'\(word)' should follow \(after), not \(found)"
    case .expectedEndOfStatement(let found): "the statement should end here, but \(found) follows"
    case .expectedStage(let found, _): "a pipeline step should follow '|', not \(found)"
    case .bareWord(let word, _, _): "'\(word)' is not a value"
    case .operatorNeedsSpace("=", _): "'=' changes a variable and compares nothing"
    case .operatorNeedsSpace(let text, _) where ["===", "=<", "=>", "<>", "!==", "&&", "&", "%"].contains(text):
      "there is no operator '\(text)'"
    case .operatorNeedsSpace(let text, _): "operators need white space around them: '\(text)'"
    case .notInOperand: "'not' stands before a whole comparison"
    case .chainedComparison: "comparisons do not chain"
    case .missingArgument(let command, _, let needs, _): "'\(command)' needs \(needs)"
    case .missingValue(let after, let needs): "'\(after)' needs \(needs) after it"
    case .extraArgument(let command, let found, _, _): "'\(command)' does not take \(found)"
    case .unquotedText(let command, let found, _): "'\(command)' takes one text, so \(found) is one word too many"
    case .noPipedArgument(let command): "'\(command)' takes nothing from a pipe"
    case .repeatedArgument(let command, let parameter): "'\(command)' takes '\(parameter)' only once"
    case .excludedArgument(let command, let parameter, let other):
      "'\(command)' takes either '\(other)' or '\(parameter)', not both"
    case .wrongArgument(_, let word, let needs, let found, _): "'\(word)' needs \(needs), not \(found)"
    case .durationOutOfRange(_, let word, let found, let least, let most):
      "'\(word)' takes from \(least) to \(most), not \(found)"
    case .emptyInterpolation: "there is no value between '{' and '}'"
    case .operatorInArguments(let text, let name, _): "'\(name)' takes single values, so '\(text)' cannot stand here"
    case .unexpectedPartner(let word, let of): "there is no '\(of)' before this '\(word)'"
    case .dollarInBinding(let name): "names are bound without '$': '\(name)'"
    case .invalidName(let name): "'\(name)' cannot be a name"
    case .foreign(let text, _): text
    case .assignedState(let path): "state such as '\(path)' can only be read"
    case .stateInStep(let path, _): "'\(path)' could be a field of the item or the session's state"
    case .unknownVariable(let name, _): "there is no variable '$\(name)' here"
    case .unknownFunction(let name, _): "there is no function '\(name)'"
    case .unknownStateField(let root, let field, _, _): "'\(root)' has no '\(field)'"
    case .unknownState(let word, _, _): "'\(word)' is not one of its states"
    case .unknownEvent(let name, _): "there is no event '\(name)'"
    case .unknownBlock(let name, _):
      Int(name) == nil ? "nothing is named '\(name)'" : "nothing with number \(name) waits"
    case .undeclaredAssignment(let name, _): "there is no variable '\(name)' to change"
    case .reservedName(let name, let because): "'\(name)' cannot be a name: \(because)"
    case .duplicateDefinition(let name, let place): "'\(name)' is already defined on \(place)"
    case .capturedAssignment(let name):
      "'\(name)' is a copy inside this block, so changing it here would have no effect outside"
    case .wrongArgumentCount(let name, let takes, let found):
      "'\(name)' takes \(takes), but it got \(found == 0 ? "no value" : found == 1 ? "1 value" : "\(found) values")"
    case .repeatedName(let name): "'\(name)' is there twice"
    case .outsideLoop(let word): "'\(word)' only makes sense inside a loop"
    case .outsideDefinition: "'return' only makes sense inside a 'def'"
    case .argumentsNotAtTop: "'args' stands at the top of a script, not inside a block"
    case .argumentMissing(let number, let given):
      "this script wants \(Self.count(number)), but it was started with \(given == 0 ? "none" : "\(given)")"
    case .wrongArguments(let wants, let found):
      "this script wants \(wants), but it was started with \(Self.count(found))"
    case .definitionNotAtTop: "a 'def' stands at the top of a script, not inside a block"
    case .lessonNotAtTop: "a 'lesson' stands at the top of a script, not inside a block"
    case .includeNotAtTop: "an 'include' stands at the top of a script, not inside a block"
    case .itOutsidePipeline: "'$it' only exists inside a pipeline step"
    case .actInCondition(let deed): "a condition only reads, so it cannot \(deed.infinitive)"
    case .actInDefinition(let called, let deed, let name, let place):
      "a condition only reads, but '\(called)' "
        + (called == name ? "" : "leads to '\(name)', which ") + "\(deed.phrase)\(place)"
    case .typographicQuotes: "these are typographic quotes: they are read as straight ones"
    case .fieldHidesVariable(let name): "'\(name)' is the event's field here, and not the variable of that name"
    case .fieldAssignment(let name): "'\(name)' is the event's field here, so the variable of that name stays as it is"
    case .unreachable(let after): "this can never run, because '\(after)' stands before it"
    case .neverComparable(let left, let right, _): "\(left) and \(right) can never be compared"
    case .beyondShare(let path, let number): "'\(path)' goes from 0 to 1, so it is never \(number)"
    case .nameInText(let name): "this text shows '$\(name)' as it is written"
    case .unreadVariable(let name, let hides):
      hides ? "this makes another '\(name)', which is never read" : "'\(name)' is never read"
    case .uncalledDefinition(let name): "'\(name)' is never called"
    case .stepName(let name): "behind '|' the step '\(name)' is meant, not this"
    case .wordForVariable(let name): "this is the text '\(name)', and not the variable"
    case .wrongStart(let name, let needs, let found): "'\(name)' needs \(needs), not \(found)"
    case .includeUnreadable(_, let reason): "cannot include this: \(reason)"
    case .includeCycle(let path): "'\(path)' includes itself"
    case .notBoolean(let context, let found): "\(context) needs true or false, not \(found)"
    case .wrongKind(let operation, let needs, let found): "\(operation) needs \(needs), not \(found)"
    case .wrongTime(let operation, let needs, let found, _): "\(operation) needs \(needs), not \(found)"
    case .notARecord(let field, let found, _): "'.\(field)' needs a record, not \(found)"
    case .joined(let left, let right): "'+' needs values that go together, not \(left) and \(right)"
    case .unordered(let kind): "\(kind) has no order"
    case .incomparable(let left, let right): "\(left) and \(right) cannot be compared"
    case .divisionByZero: "division by zero"
    case .outOfRange(let what): "the result of \(what) is out of range"
    case .noItem(let step): "'\(step)' finds no item: the list is empty"
    case .noFieldToChange(let name, _): "there is no field '\(name)' to change"
    case .indexOutOfRange(let index, let count):
      count == 0
        ? "there is no item [\(index)]: the list is empty" : "there is no item [\(index)] in a list of \(count)"
    case .dollarBeforeState(let root): "there is no variable '$\(root)' here"
    case .noSuchField(let name, _, _, _, _): "there is no field '\(name)'"
    case .callTooDeep(let limit): "calls are nested deeper than \(limit) levels"
    case .stepLimit(let limit): "stopped after \(limit) steps"
    case .tooLarge(let what, let limit): "\(what) would be larger than \(limit)"
    case .outOfMemory(let mebibytes): "there is no memory for this: it needs \(mebibytes) MiB more"
    case .valueTooDeep(let limit): "lists and records may be nested \(limit) levels deep at most"
    case .expectationFailed(let text, _, _, _, _): "expected \(text)"
    case .expectedErrorMissing: "expected an error, but the block ran without one"
    case .neverTrue(let why, _):
      switch why {
      case .nothingPending: "this can never come true: nothing is pending that could change it"
      case .repeats: "this can never come true: what happens repeats, and it was not true in a whole round"
      case .goesOn(let block): "this can never come true: '\(block)' goes on for ever"
      case .tooLong(let days): "this did not come true within \(days) days"
      case .tooMuch(let count): "this did not come true while \(count) things happened"
      }
    case .storm(let block, let limit): "'\(block)' ran \(limit) times at one instant, so it was stopped"
    case .refused(let text, _): text
    case .interrupted: "interrupted"
    case .ended(let code): "the script ended itself with exit code \(code)"
    }
  }

  /// The one thing to try, as shown below the caret.
  public var suggestion: String? {
    switch self {
    case .unclosedString: "close it with the same quote; a line break inside is written \\n"
    case .unclosedInterpolation: "close it with '}', or write '\\{' for the character itself"
    case .longText(.firstLine): "end the line after the quotes, or use one quote"
    case .longText(.lastLine): "move them to the next line; its indentation goes from each line of the text"
    case .longText(.indentation): "indent it as they are, or move them to the left"
    case .loneCharacter(let character): "for the character itself, write '\(character)' in quotes"
    case .badEscape: "escapes are \\n \\t \\r \\e \\\\ \\\" \\{ \\}, \\u(1F600) and \\xE9 for a byte of a file's name"
    case .malformedNumber: "for text, write it in quotes"
    case .missingUnit(_, let meant): "such as \(meant)"
    case .unknownUnit(_, let suggestion): suggestion.map { Self.question(about: $0) } ?? "units are us ms s m h d w"
    case .unitOrder: "such as 1h30m"
    case .expectedEndOfGroup(let opener, _, let line?): "'\(opener)' on line \(line) is still open"
    case .blockOnNextLine: "move it up: … {"
    case .decimalComma(let suggestion): Self.question(about: suggestion)
    case .commaInNumber(let suggestion): suggestion ?? "items of a list stand in brackets: [1, 2]"
    case .timeWithoutDate(let text):
      "such as \((CivilTime(parsing: "2026-11-20T\(text)".utf8) == nil ? "2026-11-20T10:30" : "2026-11-20T\(text)"))"
    case .invalidName: "names are made of letters, digits and '_', and do not begin with a digit"
    case .foreign(_, let instead): instead
    case .assignedState: "commands change it"
    case .stateInStep(let path, let exists):
      "write $it.\(path) for the field" + (exists ? ", (\(path)) for the state" : "")
    case .unclosed(let opener, _): "add '\(Self.closers[opener] ?? opener)'"
    case .chainTooLong: "keep a part of it in a variable: let part = …"
    case .unknownCommand(_, let meant, let otherwise):
      meant.isEmpty ? otherwise : Self.question(about: meant)
    case .unknownEvent(_, let suggestion): suggestion
    case .unknownFunction(_, let suggestion):
      suggestion.map { Self.question(about: $0) }
    case .incompleteCommand(let words, let continuations): Self.goesOn(words, continuations)
    case .unknownSubcommand(_, let after, let suggestion, let continuations):
      suggestion.map { "did you mean '\(after) \($0)'?" } ?? Self.goesOn(after, continuations)
    case .fieldAssignment, .fieldHidesVariable: "give the variable another name"
    case .notInOperand: "put it in parentheses: (not …)"
    case .chainedComparison: "join two with 'and'"
    case .missingArgument(_, _, _, let usage): usage
    case .missingValue("cancel", _): "such as cancel 1, or cancel all; waiting lists what there is"
    case .unquotedText(let command, _, let meant): meant ?? "put a text of several words in quotes: \(command) \"…\""
    case .extraArgument(_, _, let suggestion, let usage): suggestion.map { Self.question(about: $0) } ?? usage
    case .wrongArgument(_, _, _, _, let suggestion): suggestion.map { Self.question(about: $0) }
    case .operatorInArguments(let text, let name, isBare: true):
      "in a step the call of a definition stands in parentheses: (\(name)) \(text) …"
    case .operatorInArguments(let text, let name, _):
      ["+", "-", "*", "/", "mod"].contains(text)
        ? "of the result of the call: (\(name) …) \(text) …; of a value: \(name) (… \(text) …)"
        : "inside of something longer a call stands in parentheses: (\(name) …) \(text) …"
    case .dollarInBinding(let name): "write \(name.dropFirst()) without the '$'"
    case .dollarBeforeState(let name): "write \(name) without the '$'"
    case .unknownVariable(_, let suggestion): suggestion.map { "did you mean '$\($0)'?" }
    case .unknownStateField(let root, _, let known, let suggestion):
      suggestion.map { "did you mean '\(root).\($0)'?" } ?? "it has \(known.joined(separator: ", "))"
    case .unknownState(_, let cases, let suggestion):
      suggestion.map { Self.question(about: $0) } ?? "states are \(cases.joined(separator: ", "))"
    case .unknownBlock(let name, let suggestion):
      suggestion.map { Self.question(about: $0) }
        ?? (Int(name) != nil ? "waiting lists what does" : "name it when you make it: every 1m as \(name) { … }")
    case .unreadVariable(let name, hides: true): "to change the one outside of this block, write \(name) = …"
    case .undeclaredAssignment(let name, let suggestion):
      suggestion.map { Self.question(about: $0) } ?? "make it first: let \(name) = …"
    case .outsideDefinition: "exit ends a script, and exit 5 with that code"
    case .capturedAssignment: "declare it at the top of the script to share it"
    case .actInDefinition(_, _, let name, _): "take it out of '\(name)' and run it before"
    case .argumentMissing: "its first line can name them, and give values for those left out: args FILE COUNT = 10"
    case .definitionNotAtTop, .includeNotAtTop, .lessonNotAtTop, .argumentsNotAtTop: "move it out of the braces"
    case .notBoolean: "compare it with something"
    case .incomparable("a text", "a date"), .incomparable("a date", "a text"): "(date $x) makes a date of a text"
    case .incomparable("none", _), .incomparable(_, "none"):
      "what may be missing is asked first: $x != none and $x > 5, or where age != none and age > 5"
    case .incomparable("a duration", "a number"), .incomparable("a number", "a duration"):
      "a duration has a unit, such as 5s or 5m"
    case .incomparable(let left, let right) where left == right: "it has no order: go by a part of it, such as $it[0]"
    case .incomparable("a list", _), .incomparable(_, "a list"), .incomparable("a record", _),
      .incomparable(_, "a record"):
      "what may be missing is none: == none"
    case .incomparable: "turn one into the other's kind first, such as (number $x) or (text $x)"
    case .noSuchField(let name, let known, let suggestion, let isWord, let isVariable):
      suggestion.map { Self.question(about: $0) }
        ?? (isVariable ? "for the variable, write $\(name); " : "")
        + Self.fields(known, besides: isWord && !isVariable ? "a text is written \"\(name)\"" : nil)
    case .noItem(let step): "'\(step) 1' gives a list of what there is"
    case .noFieldToChange(_, let suggestion):
      suggestion.map { Self.question(about: $0) }
        ?? "= adds a field: counts[$word] = (get $counts $word 0) + 1"
    case .indexOutOfRange: "items count from 0; negative numbers count from the end"
    case .expectationFailed(_, let left?, let operation?, let right?, let note):
      "\(left) \(operation) \(right) is false" + (note.map { ": \($0)" } ?? "")
    case .expectationFailed(_, nil, _, _, let note): note
    case .neverTrue(_, let advice?): advice
    case .neverTrue(.nothingPending, nil): "start something first, or wait for a time: wait 5s"
    case .neverTrue(.goesOn, nil): "give it a name and cancel it: every 1m as tick { … }; cancel tick"
    case .notARecord("days", "a duration", _): "how many days: $length / 1d"
    case .notARecord("hours", "a duration", _): "how many hours: $length / 1h"
    case .notARecord("minutes", "a duration", _): "how many minutes: $length / 1m"
    case .notARecord(let field, _, let isFunction): isFunction ? "a function stands in front: (\(field) …)" : nil
    case .expectedName("for", "'['"): "one name is the item, whose parts are $pair[0] and $pair[1]: for pair in …"
    case .wrongKind("'for'", "a list", "a number"): "from 1 to it: for n in (range 1 $count)"
    case .wrongKind("a file of this kind", _, "a text"): "(from $text csv) makes records of a text"
    case .wrongKind(_, "a date", "a text"): "(date …) makes a date of a text"
    case .wrongKind("'format'", "a date", "a number"): "(round $n 2) has two places, and \"{$n}\" is a text"
    case .wrongKind(_, "a list", "a text"): "(split $text \"\") gives its characters, (split $text \" \") its words"
    case .wrongKind("'+'", _, let found) where found.hasPrefix("a list and "): "a list takes a list: + [$item]"
    case .expectedBlock("'repeat'", _): "such as: repeat 3 { … }"
    case .joined: "a text takes any value in braces: \"{$name}: {$count}\""
    case .beyondShare(_, let number): "as a share of 100: \(number)%"
    case .nameInText(let name): "for the variable, write {$\(name)}"
    case .reservedName(let name, because: "a command has it"), .reservedName(let name, because: "a function has it"):
      "call it otherwise, such as my_\(name)"
    case .wordForVariable(let name): "write $\(name), or \"\(name)\" for the text"
    case .stepName(let name): "call it otherwise, such as \(name)_of"
    case .callTooDeep: "does it call itself without an end?"
    case .bareWord(_, let suggestion, _): suggestion
    case .expectedStage(_, let suggestion), .expectedExpression(_, let suggestion),
      .operatorNeedsSpace(_, let suggestion),
      .wrongTime(_, _, _, let suggestion), .neverComparable(_, _, let suggestion), .refused(_, let suggestion):
      suggestion
    default: nil
    }
  }

  /// Asks whether `meant` was meant. Each text to type is shown in quotes: its own or added ones.
  public static func question(about meant: String...) -> String { question(about: meant) }

  static func question(about meant: [String]) -> String {
    let quoted = meant.map { $0.hasPrefix("\"") && $0.hasSuffix("\"") ? $0 : "'\($0)'" }
    return "did you mean \(quoted.joined(separator: " or "))?"
  }

  /// The text that was probably meant at the problem's place; `nil` if nothing is near.
  public var replacement: String? {
    switch self {
    case .missingUnit(_, let meant): meant
    case .unknownCommand(_, let meant, _): meant.count == 1 ? meant[0] : nil
    case .bareWord(_, _, let meant): meant
    case .operatorNeedsSpace(_, let suggestion?)
    where suggestion.hasPrefix("such as: ") && !suggestion.contains("\u{2026}"):
      String(suggestion.dropFirst(9))
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

  private static func count(_ arguments: Int) -> String {
    arguments == 0 ? "no arguments" : arguments == 1 ? "1 argument" : "\(arguments) arguments"
  }

  private static let closers = ["{": "}", "(": ")", "[": "]"]

  private static func goesOn(_ words: String, _ continuations: [String]) -> String {
    let shown = continuations.prefix(8).map { "'\(words) \($0)'" }
    return "it goes on as " + shown.joined(separator: ", ")
  }

  /// Lists the fields that exist. If there are many, another suggestion comes first.
  private static func fields(_ known: [String], besides other: String?) -> String {
    let words = known.isEmpty ? "it has no fields" : "it has \(known.joined(separator: ", "))"
    guard let other else { return words }
    return known.count > 6 ? "\(other); \(words)" : "\(words); \(other)"
  }
}
