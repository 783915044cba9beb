import Timeline

/// The session's services for built-in functions, besides their arguments.
final class FunctionContext {
  /// Converts values to text, with the session's time zone for dates.
  let writer: ValueWriter
  /// Set while a condition is evaluated, when effects are forbidden. The compiler already rejects them; this is a
  /// second safeguard.
  var isReading = false
  /// The positions of characters in long texts.
  let texts = TextIndex()
  /// `true` while a value changes that may have to be changed back, so that the change is noted here.
  var isNoting = false
  var undos: [Undo] = []
  private var chance: SeededGenerator
  /// Decides when `checkNesting` checks.
  private var nestingChance: UInt64 = 0

  /// The bytes of small allocations since the last memory check.
  private var uncheckedBytes = 0
  private static let bytesPerMemoryCheck = 4 << 20
  /// The number of parts from which the copy of a list or record counts as memory.
  private static let manyParts = 256

  private let isInterrupted: () -> Bool
  private let hasMemory: (Int) -> Bool

  /// - Parameters:
  ///   - isInterrupted: returns `true` if the user wants everything to stop.
  ///   - hasMemory: returns `true` if the system would allocate this many bytes at once.
  init(
    writer: ValueWriter, seed: UInt64, isInterrupted: @escaping () -> Bool, hasMemory: @escaping (Int) -> Bool
  ) {
    self.writer = writer
    self.isInterrupted = isInterrupted
    self.hasMemory = hasMemory
    chance = SeededGenerator(seed: seed, stream: 1)
  }

  /// Notes how to take back the change that a function is about to make.
  @inline(__always)
  func note(_ change: @autoclosure () -> Undo.Change) { if isNoting { undos.append(Undo(change: change())) } }

  func forgetNotes() { if !undos.isEmpty { undos.removeAll(keepingCapacity: true) } }

  // MARK: Long work

  /// The bytes of work between two checks for cancellation: at most a few milliseconds.
  static let bytesPerCheck = 1 << 18

  /// - Throws: if the user wants everything to stop.
  func look() throws(Failure) { if isInterrupted() { throw Failure(.interrupted) } }

  /// Checks for cancellation now and then, in loops that count their steps.
  @inline(__always)
  func look(every interval: Int = 1 << 14, at step: Int) throws(Failure) {
    if step & (interval - 1) == 0 { try look() }
  }

  /// Checks for cancellation before work on many bytes: a machine step alone counts as little work.
  @inline(__always)
  func look(before bytes: Int) throws(Failure) {
    if bytes >= 1 << 16 { try look() }
  }

  /// - Throws: if a text of this size is not allowed, or there is no memory for it.
  func checkText(bytes: Int) throws(Failure) {
    try Limits.checkText(bytes: bytes)
    try look(before: bytes)
    try checkMemory(bytes)
  }

  /// - Throws: if a list of this size is not allowed, or there is no memory for it.
  func checkItems(_ count: Int) throws(Failure) {
    try Limits.checkItems(count)
    try checkMemory(count * MemoryLayout<Value>.stride)
  }

  /// Returns the text of a value as `print` writes it.
  func text(of value: Value) throws(Failure) -> String {
    let text = writer.text(value, isStopped: isInterrupted)
    if value.hasParts { try look() }
    return text
  }

  /// Checks the memory before a record changes or gets another field: if it moves or is copied, names, indexes and
  /// values need room.
  func checkGrowth(of record: inout Record) throws(Failure) {
    if record.count < 1 << 14, record.count >= Self.manyParts, record.isShared {
      return try checkMemory(record.count * Record.bytesPerField)
    }
    guard record.count >= 1 << 14, record.isShared || record.count & (record.count - 1) == 0 else { return }
    try checkMemory(2 * record.count * Record.bytesPerField)
  }

  /// - Parameter piece: the bytes to be allocated. Large pieces are checked with the system individually, small ones
  ///   together once they add up to a large one.
  func checkMemory(_ piece: Int) throws(Failure) {
    var bytes = piece
    if bytes < Self.bytesPerMemoryCheck {
      uncheckedBytes &+= bytes
      guard uncheckedBytes >= Self.bytesPerMemoryCheck else { return }
      bytes = uncheckedBytes
    }
    uncheckedBytes = 0
    try look()
    // Half as much again, since other allocations occur meanwhile, and some memory must be left to report the error.
    guard hasMemory(bytes + bytes / 2) else { throw Failure(.outOfMemory(mebibytes: bytes >> 20)) }
  }

  /// Checks the memory before a list grows: if it moves, it needs twice its room.
  func checkGrowth(of list: ValueList, by count: Int = 1) throws(Failure) {
    try Limits.checkItems(list.count + count)
    if list.count + count > list.capacity, list.count + count > 1 << 16 {
      try checkMemory(2 * (list.count + count) * MemoryLayout<Value>.stride)
    }
  }

  /// Checks the memory before a text grows in place: it moves each time its size doubles, and then needs twice its
  /// room.
  func checkGrowth(of text: String, by bytes: Int) throws(Failure) {
    let (old, new) = (text.utf8.count, text.utf8.count + bytes)
    try Limits.checkText(bytes: new)
    if old.leadingZeroBitCount != new.leadingZeroBitCount { try checkMemory(2 * new) }
  }

  /// Prepares a list to grow by some items without copying: a list with another owner is copied here.
  func own(_ list: inout ValueList, adding count: Int) throws(Failure) {
    guard list.count > Self.itemsPerCheck, list.isShared else {
      if list.count >= Self.manyParts, list.isShared { try checkMemory(list.count * MemoryLayout<Value>.stride) }
      return try checkGrowth(of: list, by: count)
    }
    list = ValueList(try copy(of: list[...], adding: count))
  }

  /// Returns a copy, with checks for cancellation.
  func copy(of items: Slice<ValueList>, adding count: Int = 0) throws(Failure) -> [Value] {
    try checkItems(items.count + count)
    var result: [Value] = []
    result.reserveCapacity(items.count + count)
    var start = items.startIndex
    while start < items.endIndex {
      let end = min(start + Self.itemsPerCheck, items.endIndex)
      result.append(contentsOf: items[start..<end])
      start = end
      try look()
    }
    return result
  }

  /// Returns a list of items made one by one, with checks for cancellation.
  func items(_ count: Int, _ item: (Int) -> Value) throws(Failure) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      try look(at: index + 1)
      result.append(item(index))
    }
    return result
  }

  /// The number of items copied between two checks.
  static let itemsPerCheck = 1 << 16

  // MARK: Chance and nesting

  /// Returns a random number in `range`; the same seed gives the same numbers.
  func draw(from range: ClosedRange<Int>, for function: String) throws(Failure) -> Int {
    if isReading { throw Failure(.actInCondition(.draw(function: function))) }
    return Int.random(in: range, using: &chance)
  }

  /// Checks now and then whether `part` is nested too deeply to be put into another value.
  ///
  /// Checking each time would cost more than building the value. A script that nests one level at a time passes here
  /// once for each level, so it is found soon after the limit; randomness keeps the checks from falling into step
  /// with the script's own loop.
  func checkNesting(of part: Value) throws(Failure) {
    guard part.hasParts else { return }
    nestingChance = nestingChance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    guard nestingChance >> 59 == 0, isTurn(of: part.partCount),
      try part.extent(upTo: Limits.valueNesting).height >= Limits.valueNesting
    else { return }
    throw Failure(.valueTooDeep(limit: Limits.valueNesting))
  }

  /// Returns whether a value with many parts is checked this time. The more parts, the less often, so that a list that
  /// grows by one item at a time is not walked through again and again.
  private func isTurn(of count: Int) -> Bool {
    count < 2_048 || (nestingChance >> 27 & 0xFFFF_FFFF) % UInt64(count / 1_024) == 0
  }
}
