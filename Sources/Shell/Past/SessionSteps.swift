import StoryScript
import Terminal
import Timeline

/// Taking commands in so that they can be undone.
///
/// The rule of `undo`: a command's parts of the world come back as they were just before it, and what it did not touch
/// goes on. The clock stays: what comes back counts from now, so a story that was at 3 s goes on at 3 s, a timer has as
/// much left as it had, and a hold is as old as it was. What time alone has brought since to a part that the command did
/// not change is kept: undoing a like neither turns the story back nor the timer.
extension Session {
  func takeIn(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome {
    let role = Catalog.roles[command]
    if role == .looks || !remembers { return try Catalog.runs[command](self, arguments) }
    // Another command may be at work: what it began is its own.
    let outer = input
    input = nil
    let now = try present()
    let number = log.addInput(command, arguments, at: now)
    input = number
    defer { input = outer }
    if Catalog.effects[command] == .outside, let fork = forks.last {
      throw refuse(outsideInFork(command, fork), number)
    }
    if role == .travels || role == .loads {
      do throws(Failure) {
        let outcome = try Catalog.runs[command](self, arguments)
        guard role == .loads, case .wait(let length, let then) = outcome else { return outcome }
        return .wait(length) { () throws(Failure) in
          do throws(Failure) { return try then() } catch { throw self.refuse(error, number) }
        }
      } catch {
        throw refuse(error, number)
      }
    }
    world.settle(at: now)
    let before = world
    let outcome: CommandOutcome
    do throws(Failure) {
      outcome = try Catalog.runs[command](self, arguments)
    } catch {
      keepStep(command, number, since: before, hasFailed: true)
      throw refuse(error, number)
    }
    keepStep(command, number, since: before)
    guard case .wait(let length, let then) = outcome else { return outcome }
    return .wait(length) { () throws(Failure) in try self.finish(number, then) }
  }

  /// The rest of a command that took time, which belongs to it.
  private func finish(
    _ number: Int, _ then: () throws(Failure) -> CommandOutcome
  ) throws(Failure) -> CommandOutcome {
    let outer = input
    input = nil
    let now = try present()
    input = number
    defer { input = outer }
    world.settle(at: now)
    let before = world
    defer {
      world.settle(at: clock.now)
      let parts = world.parts(changedSince: before)
      if !parts.isEmpty {
        steps.extend(input: number, with: parts.withConsequences, world, at: clock.now)
      }
    }
    do throws(Failure) {
      let outcome = try then()
      guard case .wait(let length, let rest) = outcome else { return outcome }
      return .wait(length) { () throws(Failure) in try self.finish(number, rest) }
    } catch {
      throw refuse(error, number)
    }
  }

  private func keepStep(_ command: Int, _ number: Int, since before: World, hasFailed: Bool = false) {
    world.settle(at: clock.now)
    let parts = world.parts(changedSince: before)
    // What failed has left nothing outside that could not be undone.
    if parts.isEmpty, hasFailed || Catalog.effects[command] != .outside { return }
    steps.add(world, at: clock.now, command: command, input: number, parts: parts.withConsequences)
  }

  private func refuse(_ failure: Failure, _ number: Int) -> Failure {
    log.add(failure, at: clock.now, cause: number)
    return failure
  }

  private func outsideInFork(_ command: Int, _ fork: Fork) -> Failure {
    let name = Catalog.entries[command].command.name
    return .refused(
      "'\(name)' reaches outside this session, and a fork can be dropped: it must stay inside",
      "first: fork keep, or fork drop")
  }

  // MARK: Undo and redo

  /// The first step that may be undone: what was done before a fork began stays until that ends.
  private var floor: Int { forks.last?.step ?? 0 }

  var undoableCount: Int { steps.undoable(from: floor) }

  func undo(_ count: Int) throws(Failure) {
    let now = clock.now
    world.settle(at: now)
    let possible = undoableCount
    guard possible > 0 else { throw nothingToUndo() }
    guard count <= possible else {
      throw .refused("only \(TimeText.count(possible, "command")) can be undone", "undo \(possible)")
    }
    for back in 0..<count {
      let step = steps.steps[steps.steps.end - 1 - back]
      guard Catalog.effects[step.command] == .outside else { continue }
      throw try leaveOutside(step, after: back)
    }
    for _ in 0..<count {
      let step = steps.removeLast()
      let undone = Steps.Undone(step: step, world: world, at: now)
      var changed = world
      changed.take(step.parts, from: steps.world(before: step).shifted(by: now - steps.instant(of: step)))
      try become(changed)
      steps.keep(world, at: now)
      steps.undone.append(undone)
      tell(.sessionUndone, .previous, "undone: ", step)
    }
  }

  func redo(_ count: Int) throws(Failure) {
    let now = clock.now
    world.settle(at: now)
    let possible = steps.undone.count
    guard possible > 0 else {
      throw .refused("there is nothing to do again: only what was just undone can come back", "undo")
    }
    guard count <= possible else {
      throw .refused("only \(TimeText.count(possible, "command")) can be done again", "redo \(possible)")
    }
    for _ in 0..<count {
      let undone = steps.undone.removeLast()
      var changed = world
      changed.take(undone.step.parts, from: undone.world.shifted(by: now - undone.at))
      try become(changed)
      steps.add(again: undone.step, world, at: now)
      tell(.sessionRedone, .next, "done again: ", undone.step)
    }
  }

  /// Another version of the world takes its place. What lasts follows: the journal voids what is gone, and what comes back
  /// is appended anew; nothing in it is ever rewritten.
  func become(_ other: World) throws(Failure) {
    saved?.follow(from: world, to: other, at: clock.now, offset: options.zone.offset(at: clock.now))
    history.follow(from: world.household.facts, to: other.household.facts)
    world = other
  }

  private func nothingToUndo() -> Failure {
    if !forks.isEmpty {
      return .refused("nothing was changed since the fork began", "fork drop goes back to before it")
    }
    if steps.steps.end > 0, steps.checkpoints.first > 0 {
      return .refused("what came before is no longer kept: the last \(Steps.limit) commands are")
    }
    return .refused("there is nothing to undo: no command has changed anything yet")
  }

  /// What left the session stays where it is; once that was said, `undo` goes on with what came before.
  private func leaveOutside(_ step: Steps.Step, after count: Int) throws(Failure) -> Failure {
    let text = log.text(ofInput: step.input) ?? Catalog.entries[step.command].command.name
    if count > 0 {
      throw .refused("'\(text)' reached outside this session and cannot be undone", "undo \(count) stops before it")
    }
    _ = steps.removeLast()
    let byHand = outsideReversal(step)
    return .refused(
      "'\(text)' reached outside this session and cannot be undone",
      "\(byHand.map { $0 + "; " } ?? "")a second `undo` goes on with what came before")
  }

  private func outsideReversal(_ step: Steps.Step) -> String? {
    guard let reversal = Catalog.entries[step.command].reversal, log.entries.indices.contains(step.input),
      case .input(_, let values) = log.entries[step.input].what
    else { return nil }
    return Arguments.with(values) { reversal($0) }
  }

  private func tell(_ id: EventID, _ mark: Mark, _ verb: StaticString, _ step: Steps.Step) {
    let text = log.text(ofInput: step.input) ?? Catalog.entries[step.command].command.name
    emit(id, at: clock.now, [.text(text)]) { line in
      line.mark(mark)
      line.add(verb)
      line.add(text: text)
      if let words = standing(step.parts) {
        line.add("; ")
        line.add(text: words)
      }
    }
  }

  /// How what came back stands now, where the command's name does not say it.
  private func standing(_ parts: World.Parts) -> String? {
    if parts.contains(.player) {
      guard let story = world.player.story else { return "nothing plays" }
      let position = TimeText.position(world.player.offset(at: clock.now))
      switch world.player.state {
      case .entering, .playing: return "story \(story.id) goes on at \(position)"
      case .pausedByHold: return "story \(story.id) is held at \(position)"
      default: return "story \(story.id) stands at \(position)"
      }
    }
    if parts.contains(.countdown) {
      guard let activity = world.countdown.activity else { return "no timer runs" }
      let left = TimeText.length(world.countdown.remaining(at: clock.now))
      switch world.countdown.state {
      case .idle: return "no timer runs"
      case .running: return "\(activity.name) runs, \(left) left"
      case .paused: return "\(activity.name) is paused, \(left) left"
      case .completed: return "\(activity.name) is done"
      }
    }
    if parts.contains(.sessions) { return "\(TimeText.count(history.ledger.stars, "star")) in all" }
    return nil
  }
}
