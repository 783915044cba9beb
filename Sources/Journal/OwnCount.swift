/// The run and sequence number that this device gives out next, found from the lines alone.
///
/// Numbers of one run only rise in the device's own file, and no other file knows more of this device than its own
/// does. Where that does not hold, the device was set back to a backup and has given out (or would give out) numbers
/// twice: both events stay, ordered by their ids, and the device goes on with the next run. The same happens, for both,
/// when two devices were given the same name.
struct OwnCount: Hashable {
  /// The latest run in the own file, and the highest number in it.
  private(set) var run: UInt32 = 1
  private var top: UInt32 = 0
  /// The lowest run that is not spoiled.
  private(set) var floor: UInt32 = 1
  /// The highest number seen in any run.
  private var highest: UInt32 = 0
  /// Numbers from here on are nobody's: a line that has one must not bring this device to the end of its numbers.
  private static let nonsense: UInt32 = 3_900_000_000

  var next: Journal.Origin.Number { .init(run: max(run, floor), sequence: highest + 1) }

  /// Takes in a line of the own file.
  /// - Parameter isNew: whether its id is not in the file before it.
  mutating func sawOwn(run: UInt32, sequence: UInt32, isNew: Bool) {
    guard run < Self.nonsense, sequence < Self.nonsense else { return }
    if run > self.run {
      self.run = run
      top = sequence
    } else if run == self.run {
      if sequence <= top, isNew { floor = max(floor, run + 1) }
      top = max(top, sequence)
    }
    highest = max(highest, sequence)
  }

  /// Takes in an event of this device that only another file holds.
  mutating func sawElsewhere(run: UInt32, sequence: UInt32) {
    guard run < Self.nonsense, sequence < Self.nonsense else { return }
    if run >= self.run { floor = max(floor, run + 1) }
    highest = max(highest, sequence)
  }
}

extension Journal.Origin {
  /// Run and sequence, without the device.
  struct Number: Hashable {
    var run: UInt32
    var sequence: UInt32
  }
}
