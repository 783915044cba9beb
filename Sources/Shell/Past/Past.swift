import StoryScript
import Timeline

/// A session's past: what happened, saved copies of its world, and trials that can be dropped.
final class Past {
  private(set) var log: EventLog
  /// How many events the last line asked for that listed them; `nil` where it did not say.
  private(set) var eventsAskedFor: Int?
  /// Saved copies of the world, for `undo` and `rewind`.
  private(set) var steps: Steps
  private var forks: [Fork] = []
  /// Whether the past is kept, for `undo`, `rewind`, `events` and the like. A script that uses none of them is spared.
  private(set) var isKept = true
  /// Lines of a prompt that have made something that runs later, the newest last.
  private var laid: [LaidLine] = []
  /// Whether the line before took back something that waited: that is not what `undo` would bring back.
  var hasCancelled = false
  /// The input that is being taken in, by its number in the log; `nil` while only time passes.
  private(set) var input: Int?

  init(_ world: World, at instant: Instant, catalog: CommandCatalog) {
    log = EventLog(catalog)
    steps = Steps(world, at: instant, logged: 0)
  }

  /// Becomes a copy of another past, for a trial of what would go back in it. What it adds is not the other's.
  func become(like other: Past) {
    (log, steps, forks, laid) = (other.log, other.steps, other.forks, other.laid)
    hasCancelled = other.hasCancelled
  }

  /// Remembers how many events a line asks for: as a value they are all there, a table shows the newest.
  func ask(forEvents count: Int?) { eventsAskedFor = count }
  /// Keeps no past from now on.
  func spare() { isKept = false }
  /// Begins anew: what was before cannot be undone any more.
  func restart(_ world: World, at instant: Instant) { steps = Steps(world, at: instant, logged: log.entries.end) }

  /// Goes on from a world of which others have changed something. Where that is of what was done here, nothing of before can
  /// be undone any more, because that would take back what they did.
  /// - Returns: whether what was done can still be undone.
  /// - Complexity: O(steps).
  func goOn(from world: World, at instant: Instant, othersChanged aspects: World.Aspects) -> Bool {
    guard steps.aspects.withConsequences.isDisjoint(with: aspects.withConsequences) else {
      restart(world, at: instant)
      return false
    }
    steps.keep(world, at: instant, logged: log.entries.end)
    return true
  }

  /// Runs `body`, what happens in which an input has brought: the one of this number, or only time.
  func during<Result>(_ number: Int?, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = input
    input = number
    defer { input = outer }
    return try body()
  }

  /// The world before what the running command has changed; `nil` while none runs.
  var unchanged: World?

  /// Logs an input, whether or not it can be taken.
  /// - Returns: its number.
  func logInput(_ command: Int, _ arguments: Arguments, at instant: Instant) -> Int {
    log.addInput(command, arguments, at: instant)
  }

  /// Logs why the input of that number could not be taken.
  func logRefusal(_ failure: Failure, of number: Int, at instant: Instant) {
    log.add(failure, at: instant, cause: number)
  }

  /// Logs what happened, if the past is kept.
  func log(_ happened: @autoclosure () -> EventLog.What, at instant: Instant) {
    if isKept { log.add(happened(), at: instant, cause: input) }
  }

  /// Keeps a copy that belongs to no command.
  func keep(_ world: World, at instant: Instant) { steps.keep(world, at: instant, logged: log.entries.end) }

  /// Keeps the world as a command has left it, so that `undo` can take that back.
  /// - Parameters:
  ///   - aspects: all that come back then.
  ///   - isTyped: whether the script or the typed line itself ran it, and no block of theirs.
  func addStep(
    _ world: World, at instant: Instant, command: Int, input: Int, aspects: World.Aspects, isTyped: Bool
  ) {
    steps.add(
      world, at: instant, logged: log.entries.end, command: command, input: input, aspects: aspects, isTyped: isTyped)
  }

  /// Keeps the world as the rest of a command that took time has left it: with the command's step where it has one
  /// already, else as a step of its own.
  func keepRest(
    ofInput input: Int, command: Int, aspects: World.Aspects, _ world: World, at instant: Instant, isTyped: Bool
  ) {
    if steps.extend(input: input, with: aspects, world, at: instant, logged: log.entries.end) { return }
    addStep(world, at: instant, command: command, input: input, aspects: aspects, isTyped: isTyped)
  }

  /// Forgets everything after the copy of that number: the time after it has not happened.
  func cut(after checkpoint: Int) { steps.cut(after: checkpoint) }
  var hasSteps: Bool { steps.steps.count > 0 }
  /// The first step that may be undone: what was done before a fork began stays until that ends.
  private var floor: Int { forks.last?.step ?? 0 }
  var undoableCount: Int { steps.undoable(from: floor) }
  var redoableCount: Int { steps.undone.count }
  /// Whether older steps were let go.
  var hasForgotten: Bool { steps.steps.end > 0 && steps.checkpoints.first > 0 }
  /// How to take back by hand what a step has sent out of the world, or what of it was sent since; `nil` for nothing.
  func reversal(of step: Steps.Step, in world: World) -> String? {
    world.reversal(
      of: (steps.checkpoints[step.checkpoint - 1].world, steps.checkpoints[step.checkpoint].world))
  }

  /// The step that many before the last.
  func step(back count: Int) -> Steps.Step { steps.steps[steps.steps.end - 1 - count] }
  func forgetLast() { _ = steps.removeLast() }

  /// Keeps a line that has made something that runs later.
  func lay(_ text: String, made: Range<Int>) { laid.append(LaidLine(text: text, made: made, input: log.entries.end)) }

  /// The last line of which something still waits, taken from the list; `nil` when none is left, or when something that
  /// was typed after it can be undone.
  func lastLaid(in upcoming: [Upcoming]) -> (line: LaidLine, waiting: [Upcoming])? {
    while let line = laid.last {
      let waiting = upcoming.filter { line.made.contains($0.serial) }
      if waiting.isEmpty {
        laid.removeLast()
        continue
      }
      let typed = steps.steps.indices.suffix(undoableCount).reversed().first { steps.steps[$0].isTyped }
      if let typed, steps.steps[typed].input >= line.input { return nil }
      laid.removeLast()
      return (line, waiting)
    }
    return nil
  }

  /// Takes the last step back.
  /// - Returns: the step, and the world as it is without it.
  func undo(_ world: World, at now: Instant, _ aside: World.Aside) -> (step: Steps.Step, world: World) {
    let step = steps.removeLast()
    var changed = world
    changed.revert(
      step.aspects, from: steps.world(after: step),
      to: steps.world(before: step, aside).shifted(by: now - steps.instant(of: step)))
    keep(changed, at: now)
    steps.undone.append(Steps.Undone(step: step, world: world, without: changed, at: now))
    return (step, changed)
  }

  /// Does the step again that was undone last.
  func redo(_ world: World, at now: Instant) -> (step: Steps.Step, world: World) {
    let undone = steps.undone.removeLast()
    let step = undone.step
    var changed = world
    changed.revert(step.aspects, from: undone.without, to: undone.world.shifted(by: now - undone.at))
    steps.add(
      changed, at: now, logged: log.entries.end, command: step.command, input: step.input, aspects: step.aspects,
      isTyped: step.isTyped, isNew: false)
    return (step, changed)
  }

  /// The world of an instant, which comes from the copy before it and is lived again; `nil` when none is so old.
  func world(at target: Instant, _ aside: World.Aside) -> (world: World, checkpoint: Int)? {
    guard let number = steps.checkpoint(upTo: target, from: forks.last?.first ?? 0) else { return nil }
    return (world(from: number, at: target, aside), number)
  }

  /// The world of an instant when the log had so many entries; `nil` when that is no longer kept.
  func world(logged count: Int, at target: Instant, _ aside: World.Aside) -> World? {
    steps.checkpoint(logged: count).map { world(from: $0, at: target, aside) }
  }

  private func world(from checkpoint: Int, at target: Instant, _ aside: World.Aside) -> World {
    var past = steps.checkpoints[checkpoint].world
    past.live(to: target, learningFrom: aside)
    return past
  }

  /// The number of entries that the log had when the oldest copy was made.
  var firstLogged: Int { Int(steps.checkpoints[steps.checkpoints.first].logged) }
  /// Since when copies are kept.
  var begin: Instant { steps.checkpoints[steps.checkpoints.first].at }
  var isForked: Bool { !forks.isEmpty }
  var forkCount: Int { forks.count }
  /// The instant at which the innermost trial began.
  var forkBegin: Instant? { forks.last?.begin }
  /// The number of entries that the log had when the innermost trial began.
  var forkLogged: Int? { forks.last?.logged }

  /// Begins a trial.
  /// - Parameters:
  ///   - now: where it is dropped to.
  ///   - earlier: how the world was once, and when, if the trial begins there.
  func fork(
    _ world: World, at now: Instant, _ mark: Keeper.Mark?, from earlier: (world: World, at: Instant, logged: Int)?
  ) {
    keep(world, at: now)
    let present = steps.checkpoints.end - 1
    if let earlier { keep(earlier.world, at: earlier.at) }
    forks.append(
      Fork(
        world: world, at: now, begin: earlier?.at ?? now, step: steps.steps.end, checkpoint: present,
        first: steps.checkpoints.end - 1, base: earlier.flatMap { steps.checkpoint(logged: $0.logged) },
        logged: log.entries.end, undone: steps.undone, kept: mark))
    steps.undone = []
  }

  /// Ends a trial and stays with it: what followed upon an earlier beginning has not happened.
  func keepFork() -> Fork? {
    guard let fork = forks.popLast() else { return nil }
    if let base = fork.base { steps.join(base, to: fork.first) }
    return fork
  }

  /// Ends a trial and forgets what was done in it.
  func dropFork() -> Fork? {
    guard let fork = forks.popLast() else { return nil }
    steps.cut(after: fork.checkpoint)
    steps.undone = fork.undone
    return fork
  }
}

/// A trial: where it began, so that it can be dropped.
struct Fork {
  let world: World
  /// When it was opened: there it is dropped to.
  let at: Instant
  /// The instant at which it began, which may be an earlier one.
  let begin: Instant
  /// The number of the first step that belongs to it, and of the last saved copy that does not.
  let step: Int
  let checkpoint: Int
  /// The number of the copy that it began with.
  let first: Int
  /// The number of the copy before an earlier beginning.
  let base: Int?
  /// The number of entries that the log had when it was opened.
  let logged: Int
  /// The steps that could have been done again then.
  let undone: [Steps.Undone]
  /// The facts that were on their way to the state folder.
  let kept: Keeper.Mark?
}
