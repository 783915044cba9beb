import Timeline

/// The past of a session: saved copies of its world, and which of them `undo` goes back to.
///
/// After each command that changed something a copy is kept, and one from time to time while time passes. What was
/// between two copies is lived again from the earlier one, which comes out exactly as it did. The oldest copies are let go
/// when there are more than `limit` commands or the copies hold more than `byteLimit`.
struct Steps {
  /// A saved copy: the world as it stood at an instant.
  struct Checkpoint {
    let at: Instant
    let world: World
    /// How many entries the session's log had then.
    let logged: Int32
  }

  /// One command that changed something.
  struct Step {
    /// Its number in the session's log.
    let input: Int
    /// The number of the copy that was made after it, at its instant; the one before it is where `undo` leads.
    let checkpoint: Int
    private let number: Int16
    /// The aspects that it changed: only they come back.
    var aspects: World.Aspects
    /// Whether the script or the typed line itself ran it, and no block of theirs.
    let isTyped: Bool
    /// The command, by its place in the catalog.
    var command: Int { Int(number) }

    /// The same where the copies have other numbers.
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

  /// The steps that `redo` brings back.
  struct Undone {
    let step: Step
    let world: World
    /// The world after it was undone.
    let without: World
    let at: Instant
  }

  /// The most commands that can be undone.
  static let limit = 100_000
  /// About how much memory the copies may take.
  static let byteLimit = 50_000_000
  /// The most deadlines between two copies while time passes.
  static let rhythm = 4_096
  private(set) var checkpoints = RecentItems<Checkpoint>()
  private(set) var steps = RecentItems<Step>()
  var undone: [Undone] = []
  /// The bytes that the copies hold apart from each other, beside their own size.
  private var extra = RecentItems<Int32>()
  private(set) var bytes = 0
  init(_ world: World, at instant: Instant, logged: Int) { keep(world, at: instant, logged: logged) }
  private static let ownSize = MemoryLayout<Checkpoint>.stride + MemoryLayout<Step>.stride

  /// Keeps a copy. A second one of the same instant that belongs to no command is as good as the first.
  /// - Parameter logged: how many entries the session's log has.
  mutating func keep(_ world: World, at instant: Instant, logged: Int) {
    var apart = 0
    if checkpoints.count > 0 { apart = world.storage(apartFrom: checkpoints[checkpoints.end - 1].world) }
    checkpoints.append(Checkpoint(at: instant, world: world, logged: Int32(clamping: logged)))
    extra.append(Int32(clamping: apart))
    bytes += apart + Self.ownSize
    while bytes > Self.byteLimit || checkpoints.count > Self.limit + Self.rhythm {
      guard letGo() else { break }
    }
  }

  /// Keeps a copy after a command.
  /// - Parameter isNew: whether what was undone before cannot be done again any more.
  mutating func add(
    _ world: World, at instant: Instant, logged: Int, command: Int, input: Int, aspects: World.Aspects,
    isTyped: Bool = true, isNew: Bool = true
  ) {
    keep(world, at: instant, logged: logged)
    steps.append(
      Step(command: command, input: input, checkpoint: checkpoints.end - 1, aspects: aspects, isTyped: isTyped))
    if isNew, !undone.isEmpty { undone = [] }
  }

  /// Keeps a copy after the rest of a command that took time.
  /// - Returns: whether the command has a step; otherwise nothing was done.
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

  private mutating func letGo() -> Bool {
    let gone = checkpoints.dropOldest()
    guard !gone.isEmpty else { return false }
    bytes -= gone.count * Self.ownSize + extra.dropOldest().reduce(0) { $0 + Int($1) }
    // A piece goes when none of its commands can be undone any more.
    while let last = steps.lastOfOldestPiece, steps[last].checkpoint <= checkpoints.first { steps.dropOldest() }
    return true
  }

  /// The commands that can be undone, from number `floor` on.
  func undoable(from floor: Int) -> Int {
    // A command whose copy before it is gone cannot be undone, although its own piece is still there.
    steps.end - steps.firstIndex(from: floor) { $0.checkpoint > checkpoints.first }
  }

  /// All that its steps have changed, and those that were undone.
  var aspects: World.Aspects {
    steps.indices.reduce(undone.reduce(World.Aspects()) { $0.union($1.step.aspects) }) { $0.union(steps[$1].aspects) }
  }

  /// The instant at which a step was taken.
  func instant(of step: Step) -> Instant { checkpoints[step.checkpoint].at }

  /// The world just before a step, at the step's own instant.
  func world(before step: Step, _ aside: World.Aside) -> World {
    var world = checkpoints[step.checkpoint - 1].world
    world.live(to: instant(of: step), learningFrom: aside)
    return world
  }

  /// The world as a step has left it.
  func world(after step: Step) -> World { checkpoints[step.checkpoint].world }

  mutating func removeLast() -> Step {
    let step = steps[steps.end - 1]
    steps.truncate(to: steps.end - 1)
    return step
  }

  /// The number of the last copy made at `instant` or before; `nil` when none is so old.
  /// - Parameter floor: the first copy that is looked at; from there on they follow each other in time.
  /// - Complexity: O(log n).
  func checkpoint(upTo instant: Instant, from floor: Int = 0) -> Int? {
    let later = checkpoints.firstIndex(from: floor) { $0.at > instant }
    return later > max(floor, checkpoints.first) ? later - 1 : nil
  }

  /// The number of the last copy that was made when the log had no more than so many entries; `nil` when none is so old.
  /// - Complexity: O(log n).
  func checkpoint(logged count: Int) -> Int? {
    let later = checkpoints.firstIndex(from: 0) { $0.logged > count }
    return later > checkpoints.first ? later - 1 : nil
  }

  /// Forgets what lies between the copy of that number and a later one, from which on it goes on in its place.
  mutating func join(_ earlier: Int, to later: Int) {
    let gone = later - earlier - 1
    guard gone > 0, checkpoints.indices.contains(earlier), checkpoints.indices.contains(later) else { return }
    let copies = (later..<checkpoints.end).map { (checkpoints[$0], extra[$0]) }
    let after = steps.indices.map { steps[$0] }.filter { $0.checkpoint > later }
    let undone = self.undone
    cut(after: earlier)
    self.undone = undone
    for (copy, apart) in copies {
      checkpoints.append(copy)
      extra.append(apart)
      bytes += Int(apart) + Self.ownSize
    }
    for step in after { steps.append(step.moved(by: -gone)) }
  }

  /// Forgets everything after the copy of that number: the time after it has not happened.
  mutating func cut(after checkpoint: Int) {
    for number in checkpoint + 1..<max(checkpoints.end, checkpoint + 1) { bytes -= Int(extra[number]) + Self.ownSize }
    checkpoints.truncate(to: checkpoint + 1)
    extra.truncate(to: checkpoint + 1)
    while steps.count > 0, steps[steps.end - 1].checkpoint > checkpoint { steps.truncate(to: steps.end - 1) }
    undone = []
  }
}
