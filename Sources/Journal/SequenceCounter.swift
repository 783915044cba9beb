/// The run and sequence number that this device gives out next, derived from the lines alone.
///
/// Numbers of one run only rise in the device's own file, and no other file knows more of this device than its own
/// file does. If either is not true, the device was restored from a backup and has given out (or would give out)
/// numbers twice: both events stay, ordered by their ids, and the device continues with the next run. The same
/// happens to both devices if two were given the same name.
///
/// Anyone who can reach a shared folder can write lines in this device's name. At most, such lines cost the device a
/// run.
struct SequenceCounter: Hashable {
  /// The latest run in the own file, and the highest number in that run.
  private(set) var run: UInt32 = 1
  private var top: UInt32 = 0
  /// The lowest usable run.
  private(set) var floor: UInt32 = 1

  /// The exclusive upper bound of numbers: an honest device never reaches it.
  private static let end: UInt32 = 1 << 31
  /// The maximum distance of a run ahead of the known run; runs further ahead are ignored.
  private static let runDistanceLimit: UInt32 = 1_000

  var next: Journal.Origin.Number {
    floor > run ? .init(run: floor, sequence: 1) : .init(run: run, sequence: top + 1)
  }

  /// The run that begins with the next event because the current one is spoiled; `nil` if the current run continues.
  var dueRun: UInt32? { floor > run ? floor : nil }

  /// `true` if the number is lower than the latest one in the own file, so that its line is out of place.
  func isEarlier(run: UInt32, sequence: UInt32) -> Bool {
    isPossible(run) && sequence < Self.end - 1 && (run, sequence) < (self.run, top)
  }

  /// Records a line of the own file.
  /// - Parameter isNew: `true` if the line's id is not in the file before it.
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

  /// Records an event of this device that only another file holds.
  mutating func sawElsewhere(run: UInt32, sequence: UInt32) {
    if isPossible(run), run >= self.run { floor = max(floor, run + 1) }
  }

  private func isPossible(_ run: UInt32) -> Bool {
    let known = max(self.run, floor)
    return run < Self.end && run <= known + Self.runDistanceLimit
  }
}

extension Journal.Origin {
  /// Run and sequence, without the device.
  struct Number: Hashable, Comparable {
    var run: UInt32
    var sequence: UInt32

    /// The number that no line exceeds.
    static let last = Number(run: .max, sequence: .max)

    static func < (a: Number, b: Number) -> Bool { (a.run, a.sequence) < (b.run, b.sequence) }
  }

  var number: Number { .init(run: run, sequence: sequence) }
}
