import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Readers of a lesson, who do what people do: they read for a while, type half of a solution, or something else
/// first. A step that they break, or solve without its point, has a fault.
struct LessonReaders {
  private let parsedLesson: ParsedLesson
  private let catalog: CommandCatalog
  /// The processor time at which the readers give up.
  private let limit: Int64

  /// The lengths of reading after the first typed line, which starts the clock.
  static let pauses: [Duration] = [.seconds(20), .seconds(90)]
  /// The words that people type first, by what they know of other programs.
  static let firstWords = ["pause", "play", "stop", "start", "next", "help"]

  init(_ parsedLesson: ParsedLesson, catalog: CommandCatalog, timeout: Int64) {
    (self.parsedLesson, self.catalog) = (parsedLesson, catalog)
    limit = SystemClock.worked + timeout
  }

  /// Returns the faults that readers find, at most one of each kind in a step.
  func faults() -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for (index, step) in parsedLesson.steps.enumerated() {
      if SystemClock.worked > limit {
        return faults + [
          fault(
            "the simulated learners did not reach this step in time", "make the earlier steps faster",
            step.title.range)
        ]
      }
      // A prediction is proven by its fork, and nothing else counts as an answer.
      if step.goals.contains(where: { $0.prediction != nil }) { continue }
      let readers = [
        part, reversal, rest, lateness, firstWord, assignment, typedValue, button, resumeStrand, otherArgument, further,
      ]
      faults += readers.compactMap { $0(step, index) }
    }
    return faults + PredictionReaders(parsedLesson, catalog: catalog, limit: limit).faults()
  }

  private func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.refused(text, suggestion: suggestion), range, in: parsedLesson.script.source)
  }

  private func text(_ statements: some Sequence<Statement>) -> String {
    statements.map { Session.firstLine(parsedLesson.script.source.text($0.range)) }.joined(separator: "; ")
  }

  /// Returns a player in a step that has just begun; `nil` if it cannot begin.
  private func player(_ step: Lesson.Step, _ index: Int) -> LessonPlayer? {
    let player = LessonPlayer(parsedLesson, catalog: catalog, timeout: max(1, limit - SystemClock.worked))
    player.play(before: index)
    do { try player.start(step) } catch { return nil }
    return player.isMet ? nil : player
  }

  /// Returns a player who has typed the solution, and the time it took.
  private func solved(_ step: Lesson.Step, _ index: Int) -> (player: LessonPlayer, took: Duration)? {
    guard let player = player(step, index) else { return nil }
    let began = player.session.now
    do { try player.type(step.solution) } catch { return nil }
    return player.isMet ? (player, player.session.now - began) : nil
  }

  // MARK: Readers

  /// Types the solution up to a `;` and no further.
  private func part(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    guard step.solution.count > 1 else { return nil }
    for count in 1..<step.solution.count {
      guard let player = player(step, index), (try? player.type(Array(step.solution[..<count]))) != nil else {
        continue
      }
      guard player.isMet else { continue }
      // The remaining statements only wait, for example until the step's goal has been tested.
      if step.solution[count...].allSatisfy({ $0.isWait }) { continue }
      return fault(
        "`\(text(step.solution[..<count]))` alone reaches the goals, without this part of the solution",
        "let a goal require it: happened, learn.commands, learn.words or clock.step",
        step.solution[count].range)
    }
    return nil
  }

  /// Types the parts of the solution in reverse.
  private func reversal(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    // Two commands of the same kind have no order.
    let words = Set(step.solution.map { text([$0]).prefix { $0 != " " } })
    guard words.count > 1, let forward = solved(step, index), let player = player(step, index) else { return nil }
    for statement in step.solution.reversed() where !player.isMet { try? player.type([statement]) }
    guard player.isMet, let difference = difference(player.session, forward.player.session) else { return nil }
    return fault(
      "the solution in reverse reaches the goals as well, but then \(difference)",
      "let a goal require the right state", step.goals[0].range)
  }

  /// Returns the first state that differs between two sessions, as a sentence.
  private func difference(_ session: Session, _ other: Session) -> String? {
    for entry in catalog.states {
      let field = entry.field
      if ["clock", "learn", "log"].contains(field.root) { continue }
      let (value, right) = (entry.read(session, session.now), entry.read(other, other.now))
      if value.equals(right) ?? true { continue }
      let writer = ValueWriter()
      return "\(field.root).\(field.name) is \(writer.brief(value)), not \(writer.brief(right))"
    }
    return nil
  }

  /// Types nothing that helps, and lets the clock run.
  private func rest(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    for pause in Self.pauses {
      guard let player = player(step, index) else { return nil }
      player.rest(for: pause)
      guard player.isMet else { continue }
      return fault(
        "waiting \(TimeText.length(pause)) reaches the goals without the learner",
        "let a goal require what the learner does", step.goals[0].range)
    }
    return nil
  }

  /// Types something that starts the clock, reads on, and then types the solution.
  private func lateness(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    guard let took = solved(step, index)?.took else { return nil }
    for pause in Self.pauses {
      guard let player = player(step, index) else { return nil }
      player.rest(for: pause)
      let began = player.session.now
      if let missing = failure(of: step.solution, player, step) {
        return fault(
          "after \(TimeText.length(pause)) of reading, the solution no longer solves this step: \(missing)",
          "at the beginning, hold or pause what is playing, or use longer times", step.title.range)
      }
      let late = player.session.now - began
      if late > took + took + .seconds(10) {
        return fault(
          "after \(TimeText.length(pause)) of reading, the solution takes \(TimeText.length(late)), not \(TimeText.length(took))",
          "at the beginning, hold or pause what is playing, or use longer times", step.title.range)
      }
    }
    return nil
  }

  /// Types the solution.
  /// - Returns: the reason why it does not solve the step; `nil` if it does.
  private func failure(of solution: [Statement], _ player: LessonPlayer, _ step: Lesson.Step) -> String? {
    do throws(ScriptFailure) {
      try player.type(solution)
    } catch {
      if case .failed = error, player.isMet { return nil }
      return error.diagnostics.first?.problem.message
    }
    if player.isMet { return nil }
    if case .missed(_, let problem) = player.missed(step) { return problem.message }
    return nil
  }

  /// Types a word that people try first, and then the solution.
  private func firstWord(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    let own = text(step.solution)
    for word in Self.firstWords where own != word {
      guard let player = player(step, index) else { return nil }
      player.type(line: word)
      if player.isMet {
        return fault(
          "`\(word)` alone reaches the goals", "let a goal require what the step is about", step.goals[0].range)
      }
      guard let missing = failure(of: step.solution, player, step), let second = self.player(step, index) else {
        continue
      }
      // A learner who sees the wrong effect takes it back.
      second.type(line: word)
      second.type(line: "undo")
      if failure(of: step.solution, second, step) == nil { continue }
      return fault(
        "after a first attempt with `\(word)`, the solution no longer solves this step, even after `undo`: \(missing)",
        "write a solution that works from there, too", step.title.range)
    }
    return nil
  }

  /// Sets the variables that the goals test, and then types the solution's single commands.
  private func assignment(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    let lines = step.goals.flatMap { assignments(in: $0.condition) }
    guard !lines.isEmpty else { return nil }
    let line = lines.joined(separator: "; ")
    // Some steps are about variables.
    let isAboutThem = step.solution.contains { statement in
      switch statement.kind {
      case .let, .assign: true
      default: false
      }
    }
    if isAboutThem { return nil }
    for command in [nil] + commands(in: step.solution).map(Optional.init) {
      guard let player = player(step, index) else { return nil }
      let typed = line + (command.map { "; " + $0 } ?? "")
      player.type(line: typed)
      guard player.isMet else { continue }
      return fault(
        "`\(typed)` reaches the goals in place of the solution",
        "let a goal require a word of the language, as in `\"when\" in learn.words`", step.goals[0].range)
    }
    return nil
  }

  /// Returns the assignments that make comparisons of variables with constants true.
  private func assignments(in condition: Expression) -> [String] {
    let source = parsedLesson.script.source
    guard case .binary(let operation, let left, let right, _) = condition else { return [] }
    if operation == .and { return assignments(in: left) + assignments(in: right) }
    guard operation == .equal else { return [] }
    switch (left, right) {
    case (.variable(let name, _), let other) where other.isConstant && name != Session.lastName:
      return ["\(name) = \(source.text(other.range))"]
    case (let other, .variable(let name, _)) where other.isConstant && name != Session.lastName:
      return ["\(name) = \(source.text(other.range))"]
    default: return []
    }
  }

  /// Returns the commands of statements, also in their blocks, each once.
  private func commands(in statements: [Statement]) -> [String] {
    var found: [String] = []
    for statement in statements {
      if case .command = statement.kind {
        let text = parsedLesson.script.source.text(statement.range)
        if !found.contains(text) { found.append(text) }
      }
      for block in statement.blocks { found += commands(in: block.statements).filter { !found.contains($0) } }
    }
    return found
  }

  /// Types the value of a solution that computes one.
  private func typedValue(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    guard step.goals.contains(where: parsedLesson.asksValue), let last = step.solution.last, last.isValue,
      !last.isConstant, let forward = solved(step, index)?.player, let player = player(step, index)
    else { return nil }
    let value = forward.session.runtime.variable(Session.lastName) ?? .none
    switch value {
    case .number, .whole, .duration, .text: break
    default: return nil
    }
    let typed = ValueWriter().literal(value)
    player.type(line: typed)
    guard player.isMet else { return nil }
    return fault(
      "`\(typed)` reaches the goals without the solution that computes it",
      "let a goal require a word of the language, as in `\"where\" in learn.words`, or ask with `predict`",
      step.goals[0].range)
  }

  /// The gestures of a finger, and the buttons that do the same to a story.
  private static let (gestures, buttons) = (
    Set(["hold", "release", "tap", "doubletap", "swipe"]), ["pause", "resume"]
  )

  /// Presses a button in place of the last gesture of a solution that consists of gestures.
  private func button(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    let words = step.solution.map { text([$0]).prefix { $0 != " " } }
    guard let last = step.solution.last, words.allSatisfy({ Self.gestures.contains(String($0)) }) else { return nil }
    let before = step.solution.dropLast()
    for button in Self.buttons {
      guard let player = player(step, index) else { return nil }
      if !before.isEmpty, (try? player.type(Array(before))) == nil { continue }
      if player.isMet { continue }
      player.type(line: button)
      guard player.isMet else { continue }
      let typed = before.isEmpty ? button : text(before) + "; " + button
      return fault(
        "`\(typed)` reaches the goals with a button in place of `\(text([last]))`",
        "let a goal require the gesture: learn.commands", step.goals[0].range)
    }
    return nil
  }

  /// Types the solution with a much shorter interval.
  private func resumeStrand(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    let source = parsedLesson.script.source
    for (place, statement) in step.solution.enumerated() {
      guard case .every(.literal(.duration(let length), let range), _, _) = statement.kind, length > .seconds(1) else {
        continue
      }
      let whole = step.solution.enumerated().map { index, other in
        guard index == place else { return source.text(other.range) }
        return source.text(SourceRange(Int(other.range.start), Int(range.start))) + "1s"
          + source.text(SourceRange(Int(range.end), Int(other.range.end)))
      }
      guard let player = player(step, index) else { return nil }
      player.type(line: whole.joined(separator: "; "))
      guard player.isMet else { continue }
      return fault(
        "`every 1s` in place of `every \(length.literal)` reaches the goals as well",
        "let a goal require the time: clock.step >= …", step.goals[0].range)
    }
    return nil
  }

  /// Types the solution with another name, or another number, than the one that the step's text gives.
  private func otherArgument(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    let text = step.texts(.say).map { $0.text }.joined(separator: " ").lowercased()
    let said = Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    let source = parsedLesson.script.source
    for (place, statement) in step.solution.enumerated() {
      guard case .command(let call) = statement.kind else { continue }
      for (argument, parameter) in zip(call.arguments, catalog.entries[call.command].command.parameters) {
        guard let argument, said.contains(source.text(argument.range).lowercased()) else { continue }
        for other in others(than: argument, of: parameter.type, step, index) {
          let whole = step.solution.enumerated().map { index, statement in
            guard index == place else { return source.text(statement.range) }
            return source.text(SourceRange(Int(statement.range.start), Int(argument.range.start))) + other
              + source.text(SourceRange(Int(argument.range.end), Int(statement.range.end)))
          }
          guard let player = player(step, index) else { return nil }
          player.type(line: whole.joined(separator: "; "))
          guard player.isMet else { continue }
          return fault(
            "`\(other)` in place of `\(source.text(argument.range))` reaches the goals as well",
            "let a goal require it: learn.happened lists the events with their fields", step.goals[0].range)
        }
      }
    }
    return nil
  }

  /// Returns some wrong arguments in place of the right one: names of the same kind, or a larger number.
  private func others(
    than argument: Expression, of type: ParameterType, _ step: Lesson.Step, _ index: Int
  ) -> [String] {
    switch (argument, type) {
    case (.literal(.number(let number), _), _): return [ValueWriter().literal(.number(number + 5))]
    case (.literal(.whole(let number), _), _): return [String(number + 5)]
    case (_, .name(let phrase)):
      guard let kind = NameKind(rawValue: phrase), let session = player(step, index)?.session else { return [] }
      let names = catalog.wings.lazy.compactMap { $0.names(kind, session) }.first ?? []
      let right = parsedLesson.script.source.text(argument.range)
      return names.map { Word.quotedIfNeeded($0.text) }.filter { $0 != right }.prefix(3).map { $0 }
    default: return []
    }
  }

  /// The commands that people type in the same line, after the solution: they ask why, or rate the timer that they have
  /// finished.
  private static let followUps = ["explain", "rate good"]

  /// Types the solution and more in the same line.
  private func further(_ step: Lesson.Step, _ index: Int) -> Diagnostic? {
    // The value typed last would be another one.
    guard !step.goals.contains(where: parsedLesson.asksValue) else { return nil }
    let source = parsedLesson.script.source
    let solution = step.solution.map { source.text($0.range) }.joined(separator: "; ")
    guard let plain = player(step, index) else { return nil }
    plain.type(line: solution)
    guard plain.isMet else { return nil }
    let isTimed = plain.session.resources.lessons.heard?.events.contains("timer.completed") == true
    for word in isTimed ? Self.followUps : Array(Self.followUps.prefix(1)) {
      guard let player = player(step, index) else { return nil }
      player.type(line: solution + "; " + word)
      if player.isMet { continue }
      return fault(
        "`\(word)` in the same line, after the solution, keeps it from reaching the goals",
        "let a goal require what has happened, not the present state: happened, or learn.happened",
        step.goals[0].range)
    }
    return nil
  }
}

extension Statement {
  /// `true` if the statement is a value that never changes.
  fileprivate var isConstant: Bool {
    guard case .expression(let value) = kind else { return false }
    return value.isConstant
  }

  /// `true` if the statement only lets time pass.
  fileprivate var isWait: Bool {
    switch kind {
    case .wait(.literal(.duration(let length), _)): length <= .seconds(1)
    default: false
    }
  }
}
