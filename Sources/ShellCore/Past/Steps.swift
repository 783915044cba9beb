import SessionState
import Timeline

/// The past of a session: saved copies of its world, and the copies that `undo` goes back to.
///
/// A copy is kept after each command that changed something, and now and then while time passes. The time between two
/// copies is replayed from the earlier one, with exactly the same result. The oldest copies are discarded if there
/// are more than `limit` commands or the copies hold more than `byteLimit` bytes.
struct Steps {
  /// A saved copy of the world at an instant.
  struct Checkpoint {
    let at: Instant
    let world: World
    /// The number of entries in the session's log at that time.
    let logged: Int32
  }

  /// One command that changed something.
  struct Step {
    /// The command's number in the session's log.
    let input: Int
    /// The number of the copy made after the command, at its instant; `undo` goes back to the copy before it.
    let checkpoint: Int
    private let number: Int16
    /// The aspects that the command changed: only these are restored.
    var aspects: World.Aspects
    /// `true` if the script or the typed line itself ran the command, not one of their blocks.
    let isTyped: Bool
    /// The command's index in the catalog.
    var command: Int { Int(number) }

    /// Returns the step for copies whose numbers have changed.
    func moved(by count: Int) -> Step {
      Step(command: command, input: input, checkpoint: checkpoint + count, aspects: aspects, isTyped: isTyped)
    }

    init(command: Int, input: Int, checkpoint: Int, aspects: World.Aspects, isTyped: Bool) {
      number = Int16(command)
      self.input = input
      self.checkpoint = checkpoint
      self.aspects = aspects
      self.isTyped = isTyped
    }
  }

  /// The steps that `redo` restores.
  struct Undone {
    let step: Step
    let world: World
    /// The world after the undo.
    let without: World
    let at: Instant
  }

  /// A change of the lists of steps that going back in time reverses.
  private struct Turn {
    enum Kind {
      /// This step was undone.
      case undone(Step)
      /// This step was redone.
      case redone(Undone)
      /// A new command, or a trial, has made these steps impossible to redo.
      case cleared([Undone])
    }

    let kind: Kind
    /// The number of the copy made with the change.
    let checkpoint: Int

    /// The approximate size of the worlds that only the turn keeps, in bytes.
    var bytes: Int {
      switch kind {
      case .undone: 0
      case .redone: MemoryLayout<Undone>.stride
      case .cleared(let all): all.count * MemoryLayout<Undone>.stride
      }
    }

    /// Returns the turn for copies whose numbers have changed.
    func moved(by count: Int) -> Turn {
      if case .undone(let step) = kind {
        return Turn(kind: .undone(step.moved(by: count)), checkpoint: checkpoint + count)
      }
      return Turn(kind: kind, checkpoint: checkpoint + count)
    }
  }

  /// The maximum number of commands that can be undone.
  static let limit = 100_000
  /// The approximate memory limit of the copies, in bytes.
  static let byteLimit = 50_000_000
  /// The maximum number of deadlines between two copies while time passes.
  static let interval = 4_096
  private(set) var checkpoints = RecentItems<Checkpoint>()
  private(set) var steps = RecentItems<Step>()
  private(set) var undone: [Undone] = []
  /// The undos and redos since the oldest copy, so that a rewind to before one of them reverses it.
  private var turns = RecentItems<Turn>()
  /// The bytes in each copy that it does not share with others, beyond its own size.
  private var extra = RecentItems<Int32>()
  private(set) var bytes = 0
  init(_ world: World, at instant: Instant, logged: Int) { keep(world, at: instant, logged: logged) }
  private static let ownSize = MemoryLayout<Checkpoint>.stride + MemoryLayout<Step>.stride

  /// Keeps a copy. A second copy at the same instant, if no command made it, is as good as the first.
  /// - Parameters:
  ///   - logged: the number of entries in the session's log.
  ///   - discardsOldest: `false` for the copy after an undo: the next one may need the oldest copy. There are at most as
  ///     many such copies as steps, until the next other copy.
  mutating func keep(_ world: World, at instant: Instant, logged: Int, discardsOldest: Bool = true) {
    var apart = 0
    if checkpoints.count > 0 { apart = world.storage(apartFrom: checkpoints[checkpoints.end - 1].world) }
    checkpoints.append(Checkpoint(at: instant, world: world, logged: Int32(clamping: logged)))
    extra.append(Int32(clamping: apart))
    bytes += apart + Self.ownSize
    while discardsOldest, bytes > Self.byteLimit || checkpoints.count > Self.limit + Self.interval {
      guard dropOldestSteps() else { break }
    }
  }

  /// Keeps a copy after a command.
  /// - Parameter isNew: whether undone steps can no longer be redone.
  mutating func add(
    _ world: World, at instant: Instant, logged: Int, command: Int, input: Int, aspects: World.Aspects,
    isTyped: Bool = true, isNew: Bool = true
  ) {
    if isNew { clearUndone() }
    keep(world, at: instant, logged: logged)
    steps.append(
      Step(command: command, input: input, checkpoint: checkpoints.end - 1, aspects: aspects, isTyped: isTyped))
  }

  /// Makes the undone steps impossible to redo, with the next copy that is kept.
  mutating func clearUndone() {
    guard !undone.isEmpty else { return }
    turn(.cleared(undone))
    undone = []
  }

  /// Removes the last step, which the next copy no longer has.
  mutating func undoLast() -> Step {
    let step = removeLast()
    turn(.undone(step))
    return step
  }

  /// Adds the step that `undoLast` returned, for `redo`.
  mutating func addUndone(_ step: Undone) { undone.append(step) }

  /// Removes the step that was undone last; the next copy has it again.
  mutating func redoLast() -> Undone {
    let step = undone.removeLast()
    turn(.redone(step))
    return step
  }

  /// Restores the steps that can be redone, after a trial.
  mutating func restoreUndone(_ steps: [Undone]) { undone = steps }

  /// Records a change that comes with the next copy.
  private mutating func turn(_ kind: Turn.Kind) {
    let turn = Turn(kind: kind, checkpoint: checkpoints.end)
    turns.append(turn)
    bytes += turn.bytes
  }

  /// Keeps a copy after the rest of a command that took time.
  /// - Returns: `true` if the command has a step; otherwise nothing was done.
  mutating func extend(
    input: Int, with aspects: World.Aspects, _ world: World, at instant: Instant, logged: Int
  ) -> Bool {
    guard let place = steps.indices.reversed().prefix(64).first(where: { steps[$0].input == input }) else {
      return false
    }
    keep(world, at: instant, logged: logged)
    steps[place].aspects = steps[place].aspects.union(aspects)
    return true
  }

  private mutating func dropOldestSteps() -> Bool {
    let gone = checkpoints.removeOldest()
    guard !gone.isEmpty else { return false }
    bytes -= gone.count * Self.ownSize + extra.removeOldest().reduce(0) { $0 + Int($1) }
    // A piece is removed when none of its commands can be undone any longer.
    while let last = steps.lastOfOldestPiece, steps[last].checkpoint <= checkpoints.first { steps.removeOldest() }
    while let last = turns.lastOfOldestPiece, turns[last].checkpoint <= checkpoints.first {
      bytes -= turns.removeOldest().reduce(0) { $0 + $1.bytes }
    }
    return true
  }

  /// Returns the number of commands that can be undone, from number `floor` on.
  func undoable(from floor: Int) -> Int {
    // A command cannot be undone if the copy before it is gone, even if its own piece still exists.
    steps.end - steps.firstIndex(from: floor) { $0.checkpoint > checkpoints.first }
  }

  /// All aspects that the steps, and the undone steps, have changed.
  var aspects: World.Aspects {
    steps.indices.reduce(undone.reduce(World.Aspects.none) { $0.union($1.step.aspects) }) {
      $0.union(steps[$1].aspects)
    }
  }

  /// Returns the instant of a step.
  func instant(of step: Step) -> Instant { checkpoints[step.checkpoint].at }

  /// Returns the world just before a step, at the step's own instant.
  func world(before step: Step, _ resources: World.Resources) -> World {
    var world = checkpoints[step.checkpoint - 1].world
    world.live(to: instant(of: step), learningFrom: resources)
    return world
  }

  /// Returns the world after a step.
  func world(after step: Step) -> World { checkpoints[step.checkpoint].world }

  mutating func removeLast() -> Step {
    let step = steps[steps.end - 1]
    steps.truncate(to: steps.end - 1)
    return step
  }

  /// Returns the number of the last copy made at or before `instant`; `nil` if no copy is that old.
  /// - Parameter floor: the first copy to consider; the copies from there on are in order of time.
  /// - Complexity: O(log n).
  func checkpoint(upTo instant: Instant, from floor: Int = 0) -> Int? {
    let later = checkpoints.firstIndex(from: floor) { $0.at > instant }
    return later > max(floor, checkpoints.first) ? later - 1 : nil
  }

  /// Returns the number of the last copy made when the log had at most `count` entries; `nil` if no copy is that old.
  /// - Complexity: O(log n).
  func checkpoint(logged count: Int) -> Int? {
    let later = checkpoints.firstIndex(from: 0) { $0.logged > count }
    return later > checkpoints.first ? later - 1 : nil
  }

  /// Removes everything between the copy with number `earlier` and a later copy, which then follows it directly.
  mutating func join(_ earlier: Int, to later: Int) {
    let gone = later - earlier - 1
    guard gone > 0, checkpoints.indices.contains(earlier), checkpoints.indices.contains(later) else { return }
    let copies = (later..<checkpoints.end).map { (checkpoints[$0], extra[$0]) }
    let after = steps.indices.map { steps[$0] }.filter { $0.checkpoint > later }
    let (undone, turned) = (self.undone, turns.indices.map { turns[$0] }.filter { $0.checkpoint > later })
    cut(after: earlier)
    // The later copy came with the trial, which begins without undone steps.
    if !self.undone.isEmpty { turn(.cleared(self.undone)) }
    self.undone = undone
    for turn in turned {
      turns.append(turn.moved(by: -gone))
      bytes += turn.bytes
    }
    for (copy, apart) in copies {
      checkpoints.append(copy)
      extra.append(apart)
      bytes += Int(apart) + Self.ownSize
    }
    for step in after { steps.append(step.moved(by: -gone)) }
  }

  /// Removes everything after the copy with this number: the later events no longer exist. Steps that were undone or
  /// redone since then can be undone or redone as they could at that time.
  /// - Complexity: O(n) for n copies, steps, undos and redos after it.
  mutating func cut(after checkpoint: Int) {
    for number in checkpoint + 1..<max(checkpoints.end, checkpoint + 1) { bytes -= Int(extra[number]) + Self.ownSize }
    checkpoints.truncate(to: checkpoint + 1)
    extra.truncate(to: checkpoint + 1)
    while turns.count > 0, turns[turns.end - 1].checkpoint > checkpoint {
      let turn = turns[turns.end - 1]
      turns.truncate(to: turns.end - 1)
      bytes -= turn.bytes
      removeSteps(after: turn.checkpoint - 1)
      switch turn.kind {
      case .undone(let step):
        _ = undone.popLast()
        steps.append(step)
      case .redone(let step): undone.append(step)
      case .cleared(let all): undone = all
      }
    }
    removeSteps(after: checkpoint)
  }

  private mutating func removeSteps(after checkpoint: Int) {
    while steps.count > 0, steps[steps.end - 1].checkpoint > checkpoint { steps.truncate(to: steps.end - 1) }
  }
}
