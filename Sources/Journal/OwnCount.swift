/// The run and sequence number that this device gives out next, found from the lines alone.
///
/// Numbers of one run only rise in the device's own file, and no other file knows more of this device than its own
/// does. Where that does not hold, the device was set back to a backup and has given out (or would give out) numbers
/// twice: both events stay, ordered by their ids, and the device goes on with the next run. The same happens, for both,
/// when two devices were given the same name.
///
/// Anybody who reaches a shared folder can write lines in this device's name. What they say costs it a run at the most.
struct OwnCount: Hashable {
  /// The latest run in the own file, and the highest number in it.
  private(set) var run: UInt32 = 1
  private var top: UInt32 = 0
  /// The lowest run that is not spoiled.
  private(set) var floor: UInt32 = 1

  /// The first number that no run has: an honest device never comes there.
  private static let end: UInt32 = 1 << 31
  /// How far a run may lie ahead of the one that is known; what lies farther is nobody's.
  private static let farthest: UInt32 = 1_000

  var next: Journal.Origin.Number {
    floor > run ? .init(run: floor, sequence: 1) : .init(run: run, sequence: top + 1)
  }

  /// The run that begins with the next event, because the last one is spoiled; `nil` while that goes on.
  var dueRun: UInt32? { floor > run ? floor : nil }

  /// `true` for a number that the own file had before its latest one, so that a line of it is not in its place.
  func isEarlier(run: UInt32, sequence: UInt32) -> Bool {
    isPossible(run) && sequence < Self.end - 1 && (run, sequence) < (self.run, top)
  }

  /// Takes in a line of the own file.
  /// - Parameter isNew: whether its id is not in the file before it.
  mutating func sawOwn(run: UInt32, sequence: UInt32, isNew: Bool) {
    guard isPossible(run) else { return }
    if sequence >= Self.end - 1 {
      floor = max(floor, run + 1)
    } else if run > self.run {
      self.run = run
      top = sequence
    } else if run == self.run {
      if sequence <= top, isNew { floor = max(floor, run + 1) }
      top = max(top, sequence)
    }
  }

  /// Takes in an event of this device that only another file holds.
  mutating func sawElsewhere(run: UInt32, sequence: UInt32) {
    if isPossible(run), run >= self.run { floor = max(floor, run + 1) }
  }

  private func isPossible(_ run: UInt32) -> Bool {
    let known = max(self.run, floor)
    return run < Self.end && run <= known + Self.farthest
  }
}

extension Journal.Origin {
  /// Run and sequence, without the device.
  struct Number: Hashable {
    var run: UInt32
    var sequence: UInt32
  }
}
