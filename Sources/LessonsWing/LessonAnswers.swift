import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// A lesson's response to each typed line: a right answer, a miss, a hint.
extension LessonGuide {
  // MARK: Lines

  /// Returns the line that a typed answer to a prediction means; `nil` for any other line.
  func meant(_ text: String) -> String? {
    guard let run = session.resources.lessons.run, !run.isPlaying, let answer = run.answer,
      let source = try? Source(name: SourceFile.promptName, text: text)
    else { return nil }
    if let script = try? session.parse(source) {
      // Any other line that can be parsed is not an answer.
      guard isConstant(script) else { return nil }
    }
    let (roots, words) = (ParsedLesson.roots(session.catalog), session.catalog.schema.vocabulary.commands.firstWords)
    let literal = AnswerText.literal(of: text, like: answer) { words.contains($0) && !roots.contains($0) }
    return literal == text ? nil : literal
  }

  /// Returns `true` if a line that cannot be parsed answers the open prediction in words: "the same", "I don't know".
  /// Its first word begins no command, statement or value, and is not a misspelled command either.
  func isInWords(_ text: String) -> Bool {
    guard let run = session.resources.lessons.run, !run.isPlaying, run.answer != nil, isPredicting(run) else {
      return false
    }
    let word = String(text.drop { $0.isWhitespace }.prefix { $0.isLetter || "'’-".contains($0) })
    let (vocabulary, program) = (session.catalog.schema.vocabulary, session.runtime.program)
    guard !word.isEmpty, !vocabulary.knows(word), Keyword(rawValue: word) == nil,
      !program.definitionNames.contains(word)
    else { return false }
    guard let near = closest(to: word, among: vocabulary.commands.firstWords) else { return true }
    // "stays the same" is not a misspelled `stars`.
    var corrected = text
    if let place = corrected.firstRange(of: word) { corrected.replaceSubrange(place, with: near) }
    return (try? Source(name: SourceFile.promptName, text: corrected)).flatMap { try? session.parse($0) } == nil
  }

  /// Says how to write the answer to the open prediction. The line is not an attempt.
  func explainForm() {
    guard let answer = session.resources.lessons.run?.answer else { return }
    writeLines("That answer cannot be read: \(AnswerText.form(like: answer)).", .held)
    session.flush()
  }

  private func isConstant(_ script: Script) -> Bool {
    guard script.statements.count == 1, case .expression(let value) = script.statements[0].kind else { return false }
    return value.isConstant
  }

  /// Prepares for a typed line: it starts the clock, unless the learner is still reading or predicting.
  func begins(_ script: Script, _ commands: Set<String>) {
    guard let run = session.resources.lessons.run else { return }
    run.madeBefore = session.runtime.createdCount
    run.isAnswering = !run.isPlaying && run.answer != nil && isConstant(script)
    run.isConstant = isConstant(script)
    run.isLooking = script.statements.count == 1 && script.statements[0].isLook
    let isReading = !commands.isEmpty && commands.allSatisfy(Self.isReading)
    guard !run.isAnswering, !isReading else { return }
    session.resumeClock()
    let source = script.source
    session.resources.lessons.record(
      line: source.text(SourceRange(0, source.bytes.count)), session.catalog.schema.vocabulary)
  }

  /// Returns `true` for a command after which the clock still waits: it explains, or shows the full screen, whose first
  /// key starts the clock.
  private static func isReading(_ command: String) -> Bool {
    ["help", "explain", "tutorial", WatchKeys.command].contains(command)
      || command.split(separator: " ").first == "learn"
  }

  /// Answers a typed line after it has run.
  func answer(_ line: TypedLine) {
    let request = session.resources.lessons.consumeRequest()
    guard let run = session.resources.lessons.run else { return }
    reportTrouble(run)
    defer {
      (run.isAnswering, run.isLooking) = (false, false)
      session.flush()
    }
    if let request { return run.walk.isOver && !request.isForTheEnd ? () : handleRequest(request, run) }
    if run.walk.isOver || run.isPlaying { return }
    if run.isAnswering { run.prediction = (run.walk.current, line.text) }
    if run.isAnswering, isRight(run) {
      session.resources.lessons.predicted()
      // The goals are watched.
      try? session.runtime.proceed(to: session.now)
    }
    if run.isSolved { return timePassed() }
    guard line.isFine else { return }
    if run.isLooking, !isPredicting(run), run.step?.goals.contains(where: run.parsedLesson.asksValue) == true {
      return writeLines("That shows what you can work with; the step asks for more.", .dim)
    }
    if isTry(line, run) { return reportMiss(line, run) }
    if line.hasValue, isPredicting(run) {
      writeLines("That is not an answer yet: now type the value that you predict.", .dim)
    }
  }

  /// The recorder of lines typed in a lesson; `nil` without a lesson, or during a replay.
  var lessonRecorder: Recorder? {
    session.resources.lessons.isReplaying ? nil : session.resources.lessons.run?.record.recorder
  }

  /// `true` if the open step asks for a prediction.
  var expectsPrediction: Bool {
    guard let run = session.resources.lessons.run, let step = run.step else { return false }
    return step.goals.contains(where: run.parsedLesson.isPrediction)
  }

  /// `true` if the open step has a prediction that a fork answers.
  private func isPredicting(_ run: LessonRun) -> Bool { run.step?.goals.contains { $0.prediction != nil } == true }

  /// Returns `true` if the value typed last is the right answer to the open step's prediction.
  private func isRight(_ run: LessonRun) -> Bool {
    run.answer.map { LessonPrediction.isRight(lastValue, $0) } ?? false
  }

  /// Returns whether a line may be a try to reach the goals: it has done something, or predicted something.
  func isTry(_ line: TypedLine, _ run: LessonRun) -> Bool {
    if !line.hasValue, !line.commands.isEmpty, line.commands.isSubset(of: Self.ofTheClock) { return false }
    // A learner who declines a question has tried nothing.
    if let answer = line.answers.last, ["", "n", "no"].contains(answer?.lowercased() ?? "") { return false }
    if isPredicting(run) { return run.isAnswering }
    guard let step = run.step, step.goals.contains(where: run.parsedLesson.asksValue) else { return line.inputs > 0 }
    // If a command states the value, that command is a try.
    return line.hasValue || step.solution.contains { !$0.isValue } && !line.commands.isDisjoint(with: run.way)
  }

  /// Commands that only change how time passes, which are not tries.
  private static let ofTheClock: Set = ["speed", "skip", "rewind"]

  /// Reports the missing goal, then the next hint; no hint if the line is a part of the solution.
  func reportMiss(_ line: TypedLine, _ run: LessonRun) {
    guard let step = run.step else { return }
    if case .duration? = run.answer, lastValue.number != nil {
      let number = session.runtime.writer.text(lastValue)
      return writeLines("Add a unit, as in `\(number)s` or `\(number)m`.", .held)
    }
    let isOnTheWay = run.recordCommands(line.commands)
    let isGettingThere =
      !run.isAnswering
      && run.recordProgress(line, met: metConditions(run)) { completes($0, run) }
    let expectations = run.code[run.walk.current].expectations
    for (goal, expectation) in zip(step.goals, expectations) {
      guard let problem = failure(of: expectation) else { continue }
      let missing = missing(goal, problem, run)
      if isGettingThere {
        writeLines("Good so far\(goal.otherwise == nil ? ":" : ".") \(missing)")
      } else {
        writeLines("Not yet: \(missing)", .held)
      }
      if run.parsedLesson.isPrediction(goal), let otherwise = goal.otherwise { writeLines(otherwise.text) }
      break
    }
    if isGettingThere || isOnTheWay { return }
    run.walk.miss(line.text, isPrediction: run.isAnswering)
    showHint(run)
    reportLeftOver(run)
  }

  /// Reports a block or handler of an earlier try that still runs, and may prevent every later one.
  private func reportLeftOver(_ run: LessonRun) {
    guard let made = run.beginnings[run.walk.current]?.made, made < run.madeBefore else { return }
    let left = session.runtime.upcoming.filter { (made..<run.madeBefore).contains($0.serial) }
    guard let item = left.first else { return }
    writeLines(
      "`\(session.shown(item.text))` from an earlier line is still running: `learn reset` restarts the step without it.",
      .dim)
  }

  /// Returns the teacher's words for a missed goal. Without them it returns the check itself, with both sides as
  /// `expect` shows them, except for internal counters, which mean nothing to the learner. It does not reveal a value
  /// to be predicted.
  private func missing(_ goal: Lesson.Goal, _ problem: Problem, _ run: LessonRun) -> String {
    if run.parsedLesson.isPrediction(goal) { return "\(session.runtime.writer.text(lastValue)) is not right" }
    if let otherwise = goal.otherwise { return otherwise.text }
    if run.parsedLesson.isInward(goal) { return "this is not what the step asks for" }
    guard case .expectationFailed(_, _?, _, _?, _) = problem, let sides = problem.suggestion else {
      return problem.message
    }
    return "\(problem.message), but \(sides)"
  }

  private var lastValue: Value { session.runtime.variable(Session.lastName) ?? .none }

  /// Returns which conditions of the step's goals are true now.
  func metConditions(_ run: LessonRun) -> Set<Int> {
    guard !run.walk.isOver else { return [] }
    let conditions = run.code[run.walk.current].conditions
    return Set(conditions.indices.filter { failure(of: conditions[$0].expectation) == nil })
  }

  private static let trialName = "lesson_trial_value"

  /// Returns `true` if statements of the step's solution lead from here to the goals, in a fork. Blocks of earlier lines
  /// that are still to run do not run there, so that they may be needed in vain.
  private func completes(_ rest: ArraySlice<Statement>, _ run: LessonRun) -> Bool {
    guard let step = run.step, let waiting = run.parsedLesson.script.waiting(for: step),
      var trial = Trial(of: session, timeout: LessonPrediction.timeout),
      let goals = try? trial.session.compile(waiting)
    else { return false }
    let lessons = trial.session.resources.lessons
    lessons.listen(to: trial.session, like: session.resources.lessons)
    var isMet = false
    trial.session.runtime.watchCondition(for: goals) { isMet = true }
    for statement in rest where !isMet {
      let text = run.parsedLesson.script.source.text(statement.range)
      lessons.record(line: text, session.catalog.schema.vocabulary)
      switch trial.run(statement.isValue ? "let \(Self.trialName) = \(text)" : text) {
      case .done:
        if statement.isValue, let value = trial.session.runtime.variable(Self.trialName) {
          trial.session.runtime.define(Session.lastName, value)
        }
      case .failed: return false
      case .none:
        // A command that only looks may need the screen or the past, which a fork lacks; it changes nothing.
        let known = session.runtime.program.callCount
        let program = session.runtime.program
        defer { session.runtime.program = program }
        guard (try? session.compile(run.parsedLesson.script.part([statement]))) != nil else { return false }
        let called = session.runtime.program.commands(behind: known).map { session.catalog.entries[$0] }
        guard !called.isEmpty, called.allSatisfy({ $0.role == .looks && $0.command.effect != .outside }) else {
          return false
        }
        for entry in called { lessons.record(command: entry.command.name) }
      }
      try? trial.session.runtime.proceed(to: trial.session.now)
    }
    return isMet
  }

  private func failure(of expectation: Int) -> Problem? {
    do throws(Diagnostic) {
      try session.runtime.run(expectation)
      return nil
    } catch {
      return error.problem
    }
  }

  /// Shows the next hint, or the way to the solution.
  func showHint(_ run: LessonRun) {
    guard let step = run.step else { return }
    let hints = step.texts(.hint)
    guard let next = run.walk.nextHint(of: hints.count) else {
      return writeLines("`learn solution` types a solution at the prompt; `learn reset` restarts the step.", .dim)
    }
    writeLines("Hint \(next + 1) of \(hints.count): \(hints[next].text)")
  }

  /// Shows the next hint; once all were shown, all of them again.
  func showHints(_ run: LessonRun) {
    if let step = run.step, run.walk.hints == step.texts(.hint).count { repeatHints(run) }
    showHint(run)
  }

  func repeatHints(_ run: LessonRun) {
    let hints = run.step?.texts(.hint) ?? []
    for (number, hint) in hints.prefix(run.walk.hints).enumerated() {
      writeLines("Hint \(number + 1) of \(hints.count): \(hint.text)")
    }
  }

  /// Shows the step's sentences again, and the hints that were shown.
  func showStep(_ run: LessonRun) {
    guard let step = run.step else {
      return writeLines(
        "This lesson is over: `learn export to FILE` saves what you typed; `learn reset all` restarts the lesson.")
    }
    writeSentences(step.texts(.say).map { $0.text })
    // Internal counters are described in the goal's own words already.
    for goal in step.goals where !run.parsedLesson.isInward(goal) || goal.otherwise == nil {
      writeLines(
        run.parsedLesson.isPrediction(goal)
          ? "Goal: type the value that you predict" : "Goal: \(run.parsedLesson.text(of: goal))", .dim)
    }
    repeatHints(run)
  }

  /// Writes a step's sentences: line by line as they are written, or, if those do not fit, each sentence wrapped.
  func writeSentences(_ lines: [String]) {
    let room = max(20, session.output.width - 3)
    let isNarrow = lines.contains { DisplayWidth.of($0) > room }
    for line in isNarrow ? ParsedLesson.sentences(lines) : lines { writeLines(line) }
  }

  func writeLines(_ text: String, _ style: Style = .plain) {
    guard session.output.format == .text else { return session.notice(text) }
    for line in sanitized(text, keepingLines: true).split(separator: "\n", omittingEmptySubsequences: false) {
      for row in StyledText(String(line), style).wrapped(to: max(20, session.output.width - 3)) {
        session.printer.writeLine(StyledText("   ") + row)
      }
    }
  }
}

extension Statement {
  /// `true` if the statement is only a value.
  var isValue: Bool {
    guard case .expression(let expression) = kind else { return false }
    if case .call = expression { return false }
    return !expression.endsInSideEffects
  }
}
