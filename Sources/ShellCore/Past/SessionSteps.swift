import SessionState
import StoryScript
import TerminalText
import Timeline

/// The execution of commands that can be undone.
///
/// The rule of `undo`: the parts of the world that a command changed return to their state just before it, and the
/// other parts continue. The clock stays: restored parts count from now, so a story at 3 s continues at 3 s, a timer
/// has as much time left as it had, and a hold is as old as it was. Changes that only time has made since to other
/// parts are kept: undoing a like turns back neither the story nor the timer.
extension Session {
  package func execute(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome {
    let role = catalog.roles[command]
    if catalog.takesSecret[command] { hideSecrets(of: command, arguments) }
    if role == .looks || !past.isKept {
      if catalog.effects[command] == .saved { try checkSavedTexts(of: command, arguments) }
      return try catalog.runs[command](self, arguments)
    }
    // Another command may be running, to which the blocks that it started belong.
    let now = try past.during(nil) { () throws(Failure) in try present() }
    let number = past.logInput(command, arguments, at: now, isSilent: isSilent)
    return try past.during(number) { () throws(Failure) in
      try logging(number) { () throws(Failure) in
        if catalog.effects[command] == .outside, past.isForked { throw outsideInFork(command) }
        if catalog.effects[command] == .saved { try checkSavedTexts(of: command, arguments) }
        do throws(Failure) {
          return role == .acts
            ? try runRecorded(command, arguments, number) : try travel(command, arguments, number, role)
        } catch {
          throw OtherCommand.suggested(error, of: command, arguments, in: self)
        }
      }
    }
  }

  /// Hides the secrets that a command is given from all later output.
  private func hideSecrets(of command: Int, _ arguments: Arguments) {
    for (place, parameter) in catalog.entries[command].command.parameters.enumerated() where parameter.isSecret {
      output.secrets.add(arguments[place])
    }
  }

  /// Asks whether to save a text that contains a used password: saved texts are synced to other devices. Commands that
  /// publish a text ask by themselves, since more texts are dangerous there.
  private func checkSavedTexts(of command: Int, _ arguments: Arguments) throws(Failure) {
    guard !catalog.takesSecret[command] else { return }
    let parameters = catalog.entries[command].command.parameters
    guard !parameters.contains(where: { $0.name == "anyway" }) else { return }
    try checkIsUnused(parameters.indices.compactMap { arguments.text($0) }, unchanged: "nothing was saved")
  }

  /// Runs an input's action, and logs the reason if it is refused.
  private func logging(
    _ number: Int, _ body: () throws(Failure) -> CommandOutcome
  ) throws(Failure) -> CommandOutcome {
    do throws(Failure) { return try body() } catch {
      past.logRefusal(error, of: number, at: clock.now)
      throw error
    }
  }

  /// Runs a command that moves through time or waits for the feed: it is not a step of its own.
  private func travel(
    _ command: Int, _ arguments: Arguments, _ number: Int, _ role: CommandEntry.Role
  ) throws(Failure) -> CommandOutcome {
    let outcome = try catalog.runs[command](self, arguments)
    guard role == .loads, case .wait(let length, let then) = outcome else { return outcome }
    return .wait(length) { () throws(Failure) in try self.logging(number, then) }
  }

  /// Runs a command so that its changes can be undone.
  private func runRecorded(_ command: Int, _ arguments: Arguments, _ number: Int) throws(Failure) -> CommandOutcome {
    settle()
    let outer = past.unchanged
    past.unchanged = world
    let outcome: CommandOutcome
    do throws(Failure) {
      outcome = try catalog.runs[command](self, arguments)
    } catch {
      recordStep(command, number, since: past.unchanged, hasFailed: true)
      past.unchanged = outer
      throw error
    }
    // The rest of a command that takes time may still change something.
    var isOver = true
    if case .wait = outcome { isOver = false }
    recordStep(command, number, since: past.unchanged, isOver: isOver)
    past.unchanged = outer
    guard case .wait(let length, let then) = outcome else { return outcome }
    return .wait(length) { () throws(Failure) in try self.finish(command, number, then) }
  }

  /// Runs the rest of a command that took time, as part of that command.
  private func finish(
    _ command: Int, _ number: Int, _ then: () throws(Failure) -> CommandOutcome
  ) throws(Failure) -> CommandOutcome {
    _ = try past.during(nil) { () throws(Failure) in try present() }
    return try past.during(number) { () throws(Failure) in
      settle()
      let before = world
      defer {
        settle()
        let aspects = world.aspects(changedSince: before)
        if !aspects.isEmpty {
          past.recordRemainder(
            ofInput: number, command: command, aspects: aspects.withConsequences, world, at: clock.now,
            isTyped: runtime.strand?.isMain != false)
        }
      }
      let outcome = try logging(number, then)
      guard case .wait(let length, let rest) = outcome else { return outcome }
      return .wait(length) { () throws(Failure) in try self.finish(command, number, rest) }
    }
  }

  /// Lets a command change something that `undo` does not restore with it, such as an answer to a question.
  package func runWithoutUndo<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    defer { past.unchanged = world }
    return try body()
  }

  /// - Parameter isOver: `false` if the command takes time.
  private func recordStep(
    _ command: Int, _ number: Int, since before: World?, isOver: Bool = true, hasFailed: Bool = false
  ) {
    settle()
    guard let before else { return }
    let aspects = world.aspects(changedSince: before)
    if aspects.isEmpty, isOver, catalog.effects[command] != .outside { past.logUnchanged(number) }
    // A failed command has left nothing outside that could not be undone.
    if aspects.isEmpty, hasFailed || catalog.effects[command] != .outside { return }
    past.addStep(
      world, at: clock.now, command: command, input: number, aspects: aspects.withConsequences,
      isTyped: runtime.strand?.isMain != false)
  }

  private func outsideInFork(_ command: Int) -> Failure {
    let name = catalog.entries[command].command.name
    return .refused(
      "`\(name)` has effects outside this session, which `fork drop` could not undo",
      "try: fork keep, or fork drop")
  }

  // MARK: Undo and redo

  /// Undoes commands; changes that needed the PIN need it again.
  func undo(_ asked: Int, pin: String? = nil) throws(Failure) {
    settle()
    if past.hasCancelled {
      past.hasCancelled = false
      throw .refused(
        "`undo` cannot restore a cancelled block", "type the block's line again; to undo an earlier command, try: undo")
    }
    var count = asked
    while count > 0, undoScheduled() { count -= 1 }
    if count == 0 { return }
    let possible = past.undoableCount
    guard possible > 0 else { throw nothingToUndo() }
    guard count <= possible else {
      throw .refused("only \(TimeText.count(possible, "command")) can be undone", "try: undo \(possible)")
    }
    for back in 0..<count {
      let step = past.step(back: back)
      let left = past.reversal(of: step, in: world)
      guard left != nil || catalog.effects[step.command] == .outside else { continue }
      throw try leaveOutside(step, after: back, left)
    }
    for _ in 0..<count {
      let before = world
      let (step, changed) = past.undo(world, at: clock.now, resources)
      do throws(Failure) { try allowReplacing(with: changed, pin, "undo") } catch {
        _ = past.redo(changed, at: clock.now)
        throw error
      }
      become(changed)
      report(SessionEvents.undone, step, before)
    }
  }

  /// Cancels the blocks that the last line has scheduled, unless something typed since must be undone first.
  /// - Returns: `true` if there was anything.
  private func undoScheduled() -> Bool {
    guard let (line, waiting) = past.removeLastScheduled(in: runtime.upcoming) else { return false }
    runtime.cancel(Set(waiting.map { $0.serial }))
    emit(SessionEvents.undone, .init(command: line.text, stateWords: nil), at: clock.now)
    return true
  }

  func redo(_ count: Int, pin: String? = nil) throws(Failure) {
    settle()
    let possible = past.redoableCount
    guard possible > 0 else {
      throw .refused("there is nothing to redo: nothing has been undone since the last change", "try: undo")
    }
    guard count <= possible else {
      throw .refused("only \(TimeText.count(possible, "command")) can be redone", "try: redo \(possible)")
    }
    for _ in 0..<count {
      let before = world
      let (step, changed) = past.redo(world, at: clock.now)
      do throws(Failure) { try allowReplacing(with: changed, pin, "redo") } catch {
        _ = past.undo(changed, at: clock.now, resources)
        throw error
      }
      become(changed, isAgain: true)
      report(SessionEvents.redone, step, before)
    }
  }

  /// Refuses another version of the world if a wing does not allow it.
  /// - Parameter command: the command that replaces the world.
  func allowReplacing(with other: World, _ pin: String?, _ command: String) throws(Failure) {
    for wing in catalog.wings {
      try wing.allowsReplacing(self, from: world, to: other, pin: pin, "\(command) pin PIN")
    }
  }

  private func nothingToUndo() -> Failure {
    if past.isForked, past.boundBegin == nil {
      return .refused("nothing has changed since the fork started", "try: fork drop")
    }
    if past.hasForgotten {
      return .refused("there is nothing more to undo: only the last \(Steps.limit) commands can be undone")
    }
    if past.redoableCount > 0 {
      return .refused("there is nothing more to undo: everything has been undone", "try: redo")
    }
    if past.boundBegin != nil {
      return .refused(
        "there is nothing more to undo: `undo` stops at the start of the step",
        "`learn reset` restarts the step, `learn back` the one before")
    }
    return .refused("there is nothing to undo: no command has changed anything yet")
  }

  /// Handles a step that left the session and stays there; after this message, `undo` continues with earlier steps.
  /// - Parameter left: the way to revert the step's effects outside the world.
  private func leaveOutside(_ step: Steps.Step, after count: Int, _ left: String?) throws(Failure) -> Failure {
    let text = words(of: step)
    if count > 0 {
      throw .refused(
        "`\(text)` had effects outside this session and cannot be undone", "try: undo \(count), which stops before it")
    }
    past.forgetLast()
    var byHand = left.map { $0.isEmpty ? "" : $0 + "; " } ?? ""
    if let reversal = catalog.entries[step.command].reversal, let input = past.log.input(step.input) {
      byHand = Arguments.with(input.values) { reversal($0) } + "; "
    }
    return .refused(
      "`\(text)` had effects outside this session and cannot be undone",
      "\(byHand)to undo the command before it, try: undo")
  }

  private func report(_ entry: EventEntry<SessionEvents.RevertedCommand>, _ step: Steps.Step, _ before: World) {
    let stateWords = catalog.first { $0.stateWords(self, step.aspects, since: before) }
    emit(entry, .init(command: words(of: step), stateWords: stateWords), at: clock.now)
  }

  private func words(of step: Steps.Step) -> String {
    past.log.text(ofInput: step.input) ?? catalog.entries[step.command].command.name
  }
}
