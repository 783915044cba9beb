import SessionState
import StoryScript
import Timeline

/// A session's past: its events, saved copies of its world, and trials that can be dropped.
package final class Past {
  package private(set) var log: EventLog
  /// The number of events requested by the last line that listed events; `nil` if it gave no number.
  private(set) var eventsAskedFor: Int?
  /// Saved copies of the world, for `undo` and `rewind`.
  private(set) var steps: Steps
  private var forks: [Fork] = []
  /// `true` if the past is kept, for `undo`, `rewind`, `events` and similar commands. A script that uses none of them
  /// avoids the cost.
  package private(set) var isKept = true
  /// The beginning that `undo` and `rewind` do not pass, such as that of a lesson's step; `nil` for none.
  private var bound: Bound?
  /// Lines at the prompt that have scheduled something, the newest last.
  private var scheduledLines: [ScheduledLine] = []
  /// `true` if the previous line cancelled something that was waiting, which `undo` would not restore.
  var hasCancelled = false
  /// The number in the log of the input being processed; `nil` while only time passes.
  private(set) var input: Int?

  init(_ world: World, at instant: Instant, catalog: CommandCatalog) {
    log = EventLog(catalog)
    steps = Steps(world, at: instant, logged: 0)
  }

  /// Becomes a copy of another past, for a trial of commands that go back in it. Additions do not affect the
  /// original.
  func become(like other: Past) {
    (log, steps, forks, scheduledLines) = (other.log, other.steps, other.forks, other.scheduledLines)
    (hasCancelled, bound) = (other.hasCancelled, other.bound)
  }

  /// Remembers how many events a line requests: the value has all of them, the table shows the newest.
  func ask(forEvents count: Int?) { eventsAskedFor = count }
  /// Stops keeping the past.
  func spare() { isKept = false }
  /// Starts again: earlier commands can no longer be undone.
  package func restart(_ world: World, at instant: Instant) {
    steps = Steps(world, at: instant, logged: log.entries.end)
    bound = nil
  }

  /// Begins a part of the session, such as a step of a lesson, which `undo` and `rewind` do not leave.
  package func bind(_ world: World, at instant: Instant) {
    keep(world, at: instant)
    bound = Bound(at: instant, step: steps.steps.end, checkpoint: steps.checkpoints.end - 1)
    scheduledLines = []
  }

  /// The instant that `undo` and `rewind` do not pass; `nil` outside a lesson, and in a fork that began later.
  var boundBegin: Instant? {
    guard let bound, forks.last.map({ $0.first <= bound.checkpoint }) ?? true else { return nil }
    return bound.at
  }

  /// Continues from a world that others have partly changed. If they changed the same things as earlier commands
  /// here, those commands can no longer be undone, because that would undo the others' changes.
  /// - Returns: `true` if earlier commands can still be undone.
  /// - Complexity: O(steps).
  func proceed(from world: World, at instant: Instant, othersChanged aspects: World.Aspects) -> Bool {
    guard steps.aspects.withConsequences.isDisjoint(with: aspects.withConsequences) else {
      restart(world, at: instant)
      return false
    }
    steps.keep(world, at: instant, logged: log.entries.end)
    return true
  }

  /// Runs `body`, whose events are caused by the input with this number, or only by time.
  func during<Result>(_ number: Int?, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = input
    input = number
    defer { input = outer }
    return try body()
  }

  /// The world before the running command's changes; `nil` if no command runs.
  var unchanged: World?

  /// Logs an input, whether or not it is refused later.
  /// - Parameter isSilent: `true` for an input that nobody typed, such as a lesson's, which `explain` does not explain.
  /// - Returns: the input's number.
  func logInput(_ command: Int, _ arguments: Arguments, at instant: Instant, isSilent: Bool) -> Int {
    log.addInput(command, arguments, at: instant, isSilent: isSilent)
  }

  /// Logs why the input with this number was refused.
  func logRefusal(_ failure: Failure, of number: Int, at instant: Instant) {
    log.add(failure, at: instant, cause: number)
  }

  /// Keeps a note of the input being processed.
  func log(note text: String) { if let input { log.note(text, of: input) } }

  /// Records that the input with this number changed nothing.
  func logUnchanged(_ input: Int) { log.noteUnchanged(input) }
  /// Keeps a line that could not be read.
  func logUnread(_ text: String, _ problem: Problem) { log.noteUnread(text, problem) }

  /// Logs an event, if the past is kept.
  package func log(_ happened: @autoclosure () -> EventLog.What, at instant: Instant) {
    if isKept { log.add(happened(), at: instant, cause: input) }
  }

  /// Keeps a copy that does not belong to a command.
  package func keep(_ world: World, at instant: Instant) { steps.keep(world, at: instant, logged: log.entries.end) }

  /// Keeps the world after a command, so that `undo` can take the command back.
  /// - Parameters:
  ///   - aspects: the aspects that `undo` restores.
  ///   - isTyped: whether the script or the typed line itself ran the command, not one of their blocks.
  func addStep(
    _ world: World, at instant: Instant, command: Int, input: Int, aspects: World.Aspects, isTyped: Bool
  ) {
    steps.add(
      world, at: instant, logged: log.entries.end, command: command, input: input, aspects: aspects, isTyped: isTyped)
  }

  /// Keeps the world after the rest of a command that took time: in the command's step if it already has one, else as
  /// a new step.
  func recordRemainder(
    ofInput input: Int, command: Int, aspects: World.Aspects, _ world: World, at instant: Instant, isTyped: Bool
  ) {
    if steps.extend(input: input, with: aspects, world, at: instant, logged: log.entries.end) { return }
    addStep(world, at: instant, command: command, input: input, aspects: aspects, isTyped: isTyped)
  }

  /// Removes everything after the copy with this number: the later events no longer exist.
  func cut(after checkpoint: Int) {
    steps.cut(after: checkpoint)
    if let bound, bound.checkpoint > checkpoint { self.bound = nil }
  }
  var hasSteps: Bool { steps.steps.count > 0 }
  /// The first step that may be undone: steps before an open fork stay until it ends.
  private var floor: Int { max(forks.last?.step ?? 0, bound?.step ?? 0) }
  var undoableCount: Int { steps.undoable(from: floor) }
  var redoableCount: Int { steps.undone.count }
  /// `true` if older steps were discarded.
  var hasForgotten: Bool { steps.steps.end > 0 && steps.checkpoints.first > 0 }
  /// Returns the way to revert by hand the effects of a step outside the world, immediate or later; `nil` for none.
  func reversal(of step: Steps.Step, in world: World) -> String? {
    world.reversal(
      of: (steps.checkpoints[step.checkpoint - 1].world, steps.checkpoints[step.checkpoint].world))
  }

  /// Returns the step that is `count` before the last.
  func step(back count: Int) -> Steps.Step { steps.steps[steps.steps.end - 1 - count] }
  func forgetLast() { _ = steps.removeLast() }

  /// Keeps a line that has scheduled something.
  func recordScheduled(_ text: String, serials: Range<Int>) {
    scheduledLines.append(ScheduledLine(text: text, serials: serials, input: log.entries.end))
  }

  /// Removes and returns the last line with a block that is still scheduled; `nil` if there is none, or if something
  /// typed after it can be undone.
  func removeLastScheduled(in upcoming: [Upcoming]) -> (line: ScheduledLine, waiting: [Upcoming])? {
    while let line = scheduledLines.last {
      let waiting = upcoming.filter { line.serials.contains($0.serial) }
      if waiting.isEmpty {
        scheduledLines.removeLast()
        continue
      }
      let typed = steps.steps.indices.suffix(undoableCount).reversed().first { steps.steps[$0].isTyped }
      if let typed, steps.steps[typed].input >= line.input { return nil }
      scheduledLines.removeLast()
      return (line, waiting)
    }
    return nil
  }

  /// Undoes the last step.
  /// - Returns: the step, and the world without it.
  func undo(_ world: World, at now: Instant, _ resources: World.Resources) -> (step: Steps.Step, world: World) {
    let step = steps.undoLast()
    var changed = world
    changed.revert(
      step.aspects, from: steps.world(after: step),
      to: steps.world(before: step, resources).shifted(by: now - steps.instant(of: step)))
    steps.keep(changed, at: now, logged: log.entries.end, discardsOldest: false)
    steps.addUndone(Steps.Undone(step: step, world: world, without: changed, at: now))
    return (step, changed)
  }

  /// Redoes the step that was undone last.
  func redo(_ world: World, at now: Instant) -> (step: Steps.Step, world: World) {
    let undone = steps.redoLast()
    let step = undone.step
    var changed = world
    changed.revert(step.aspects, from: undone.without, to: undone.world.shifted(by: now - undone.at))
    steps.add(
      changed, at: now, logged: log.entries.end, command: step.command, input: step.input, aspects: step.aspects,
      isTyped: step.isTyped, isNew: false)
    return (step, changed)
  }

  /// Returns the world at an instant, replayed from the copy before it; `nil` if no copy is that old.
  func world(at target: Instant, _ resources: World.Resources) -> (world: World, checkpoint: Int)? {
    guard let number = steps.checkpoint(upTo: target, from: max(forks.last?.first ?? 0, bound?.checkpoint ?? 0)) else {
      return nil
    }
    return (world(from: number, at: target, resources), number)
  }

  /// Returns the world at an instant when the log had this many entries; `nil` if it is no longer kept.
  func world(logged count: Int, at target: Instant, _ resources: World.Resources) -> World? {
    steps.checkpoint(logged: count).map { world(from: $0, at: target, resources) }
  }

  private func world(from checkpoint: Int, at target: Instant, _ resources: World.Resources) -> World {
    var past = steps.checkpoints[checkpoint].world
    past.live(to: target, learningFrom: resources)
    return past
  }

  /// The number of log entries when the oldest copy was made.
  var firstLogged: Int { Int(steps.checkpoints[steps.checkpoints.first].logged) }
  /// The instant of the oldest copy.
  var begin: Instant { steps.checkpoints[steps.checkpoints.first].at }
  package var isForked: Bool { !forks.isEmpty }
  var forkCount: Int { forks.count }
  /// The instant at which the innermost trial began.
  var forkBegin: Instant? { forks.last?.begin }
  /// The number of log entries when the innermost trial began.
  var forkLogged: Int? { forks.last?.logged }

  /// Begins a trial.
  /// - Parameters:
  ///   - now: the instant to return to if the trial is dropped.
  ///   - earlier: an earlier world and its instant, if the trial begins there.
  func fork(
    _ world: World, at now: Instant, _ mark: Persistence.Mark?, from earlier: (world: World, at: Instant, logged: Int)?
  ) {
    let undone = steps.undone
    steps.clearUndone()
    keep(world, at: now)
    let present = steps.checkpoints.end - 1
    if let earlier { keep(earlier.world, at: earlier.at) }
    forks.append(
      Fork(
        world: world, at: now, begin: earlier?.at ?? now, step: steps.steps.end, checkpoint: present,
        first: steps.checkpoints.end - 1, base: earlier.flatMap { steps.checkpoint(logged: $0.logged) },
        logged: log.entries.end, undone: undone, kept: mark))
  }

  /// Ends a trial and keeps it: the events after an earlier beginning no longer exist.
  func commitFork() -> Fork? {
    guard let fork = forks.popLast() else { return nil }
    if let base = fork.base {
      steps.join(base, to: fork.first)
      if let bound, bound.checkpoint > base { self.bound = nil }
    }
    return fork
  }

  /// Ends a trial and discards it.
  func discardFork() -> Fork? {
    guard let fork = forks.popLast() else { return nil }
    cut(after: fork.checkpoint)
    steps.restoreUndone(fork.undone)
    return fork
  }
}

/// The beginning of a part of a session that `undo` and `rewind` do not leave.
private struct Bound {
  let at: Instant
  /// The number of the first step that belongs to the part, and of the copy that it began with.
  let step, checkpoint: Int
}

/// A trial with its beginning, so that it can be dropped.
struct Fork {
  let world: World
  /// The instant at which the trial was opened, which dropping it returns to.
  let at: Instant
  /// The instant at which the trial began, which may be earlier.
  let begin: Instant
  /// The number of the first step that belongs to the trial, and of the last saved copy that does not.
  let step: Int
  let checkpoint: Int
  /// The number of the copy that the trial began with.
  let first: Int
  /// The number of the copy before an earlier beginning.
  let base: Int?
  /// The number of log entries when the trial was opened.
  let logged: Int
  /// The steps that could be redone at that time.
  let undone: [Steps.Undone]
  /// The facts that were about to be saved to the state folder.
  let kept: Persistence.Mark?
}

/// A line that has scheduled something, so that `undo` can take it back.
struct ScheduledLine {
  let text: String
  /// The runtime's numbers of the line's blocks and handlers.
  let serials: Range<Int>
  /// The number of the next log entry at the end of the line.
  let input: Int
}
