/// Every error in a script's text or at run time, as data. `ProblemWords.swift` has the messages.
public enum Problem: Hashable, Sendable {
  // Reading the source
  case notUTF8(byte: UInt8)
  case nulCharacter
  case sourceTooLarge(limit: Int)
  case unclosedString
  case unclosedInterpolation
  case longText(LongTextFault)
  case loneCharacter(String)
  case badEscape(String)
  case malformedNumber
  case decimalComma(suggestion: String)
  /// Commas that may separate thousands, decimals or values.
  case commaInNumber(suggestion: String?)
  case noSuchDate(String)
  case timeWithoutDate(String)
  case numberTooLarge
  case missingUnit(String, meant: String)
  case unknownUnit(String, suggestion: String?)
  case unitOrder
  case durationTooLong

  // Reading statements
  /// `closing` is the offset at which the closing bracket belongs, if the indentation says it.
  case unclosed(String, openedLine: Int, closing: Int? = nil)
  case unexpectedCloser(String)
  case expectedEndOfGroup(opener: String, found: String, openedLine: Int?)
  case nestingTooDeep(limit: Int)
  case chainTooLong(limit: Int)
  case unknownCommand(String, meant: [String], otherwise: String?)
  case incompleteCommand(String, continuations: [String])
  case unknownSubcommand(String, after: String, suggestion: String?, continuations: [String])
  case expectedExpression(found: String, suggestion: String?)
  case expectedTerm(needs: String, found: String)
  case expectedBlock(after: String, found: String)
  case blockOnNextLine(after: String)
  case expectedName(after: String, found: String)
  case expectedWord(String, after: String, found: String)
  case expectedEndOfStatement(found: String)
  case expectedStage(found: String, suggestion: String?)
  /// - Parameter meant: the replacement, if it is unambiguous.
  case bareWord(String, suggestion: String, meant: String?)
  case operatorNeedsSpace(String, suggestion: String?)
  case chainedComparison
  case notInOperand
  case missingArgument(command: String, parameter: String, needs: String, usage: String)
  case missingValue(after: String, needs: String)
  case extraArgument(command: String, found: String, suggestion: String?, usage: String)
  case unquotedText(command: String, found: String, meant: String?)
  case noPipedArgument(command: String)
  case repeatedArgument(command: String, parameter: String)
  case excludedArgument(command: String, parameter: String, other: String)
  case wrongArgument(command: String, parameter: String, needs: String, found: String, suggestion: String?)
  case durationOutOfRange(command: String, parameter: String, found: String, minimum: String, maximum: String)
  case emptyInterpolation
  /// - Parameter isBare: `true` if it is the name of a definition, with no value in between.
  case operatorInArguments(String, name: String, isBare: Bool)
  case unexpectedPartner(String, of: String)
  case dollarInBinding(String)
  case invalidName(String)
  case assignedState(String)
  /// A construct from another language.
  case foreign(String, instead: String)
  /// A path in a step that looks like state.
  case stateInStep(String, exists: Bool)

  // Names
  case unknownVariable(String, suggestion: String?)
  case unknownFunction(String, suggestion: String?)
  case unknownStateField(root: String, field: String, known: [String], suggestion: String?)
  case unknownState(word: String, cases: [String], suggestion: String?)
  case unknownEvent(String, suggestion: String?)
  case unknownBlock(String, suggestion: String?)
  case undeclaredAssignment(String, suggestion: String?)
  /// A call of a definition before the variable has a value that it reads.
  case readBeforeMade(String, by: String, line: Int)
  case reservedName(String, because: String)
  case duplicateDefinition(String, place: String)
  case capturedAssignment(String)
  case wrongArgumentCount(name: String, takes: String, found: Int)
  case repeatedName(String)
  /// `$2`, if the script was started with fewer words.
  case argumentMissing(Int, given: Int)
  case outsideLoop(String)
  case outsideDefinition
  case argumentsNotAtTop
  case definitionNotAtTop
  case includeNotAtTop
  case lessonNotAtTop
  case itOutsidePipeline
  case actInCondition(SideEffect)
  /// A condition calls a definition that has an effect, or that calls another one with an effect.
  case actInDefinition(String, SideEffect, in: String, place: String)
  case unreachable(after: String)
  case typographicQuotes
  /// A decimal has more digits than a number keeps.
  /// - Parameter 0: the number that it becomes.
  case roundedNumber(String)
  /// Errors that `check` finds from the kinds of values.
  case neverComparable(String, String, suggestion: String?)
  case beyondShare(String, String)
  /// A name is compared with a text that has the mark with which people read it, as in `author == "@ana"`.
  case markedName(String, mark: String, plain: String)
  /// A step compares a text with another one, and one of them has the name of a field.
  case fieldInQuotes(String)
  case nameInText(String)
  /// - Parameter hides: `true` if the variable hides one of the same name outside its block.
  case unreadVariable(String, hides: Bool)
  case uncalledDefinition(String)
  /// A definition has the name of a pipeline step.
  case stepName(String)
  /// A bare word as an argument of a call, where a variable has that name.
  case wordForVariable(String)
  case includeUnreadable(String, reason: String)
  case includeCycle(String)

  // Running
  /// A word with which the script was started has the wrong kind.
  case wrongStart(String, needs: String, found: String)
  /// The script was started with too few or too many words.
  case wrongArguments(wants: String, found: Int)
  case notBoolean(context: String, found: String)
  /// A handler reads its event's field, although a variable has the same name.
  case fieldHidesVariable(String)
  /// A handler assigns to its event's field, although a variable has the same name.
  case fieldAssignment(String)
  case wrongKind(operation: String, needs: String, found: String)
  case wrongTime(operation: String, needs: String, found: String, suggestion: String?)
  case unordered(String)
  case notARecord(field: String, found: String, isFunction: Bool)
  /// A text and a value of another kind, joined with `+`.
  case joined(String, String)
  case incomparable(String, String)
  /// Records are sorted without a key.
  /// - Parameter field: one of their fields.
  case unsortedRecords(field: String)
  case divisionByZero
  case outOfRange(what: String)
  case indexOutOfRange(index: String, count: Int)
  /// The step that needed an item of an empty list.
  case noItem(step: String)
  case noFieldToChange(String, suggestion: String?)
  /// A state is read with a `$` before it.
  case dollarBeforeState(String, meant: [String])
  /// - Parameter isWord: `true` if a bare word was read as the field, which may have been meant as a text.
  /// - Parameter isVariable: `true` if a variable of that name exists, which may have been meant.
  case noSuchField(String, known: [String], suggestion: String?, isWord: Bool = false, isVariable: Bool = false)
  case callTooDeep(limit: Int)
  case stepLimit(Int)
  case tooLarge(what: String, limit: String)
  case outOfMemory(mebibytes: Int)
  case valueTooDeep(limit: Int)
  /// - Parameter note: more about the failure: which item is wrong, or why two sides cannot be equal.
  case expectationFailed(text: String, left: String?, operation: String?, right: String?, note: String? = nil)
  case expectedErrorMissing
  case neverTrue(why: NeverReason, advice: String? = nil)
  /// A handler or a block that triggers itself.
  case storm(of: String, limit: Int)
  /// A failure reported by a domain or a file system, in its own words.
  case refused(String, suggestion: String?)
  case interrupted
  /// The script ended itself with an exit code. This is not an error.
  case ended(code: Int32)

  /// `true` if a script with this problem may still run.
  public var isWarning: Bool {
    switch self {
    case .unreachable, .typographicQuotes, .nameInText, .unreadVariable, .uncalledDefinition, .fieldAssignment,
      .fieldHidesVariable, .stepName, .wordForVariable, .roundedNumber:
      true
    default: false
    }
  }
}
