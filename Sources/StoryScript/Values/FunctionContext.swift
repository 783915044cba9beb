import Timeline

/// The session's share of a built-in function: what it may use besides its arguments.
final class FunctionContext {
  /// The words for values, with the session's zone for dates.
  let writer: ValueWriter
  /// Set while a condition is evaluated: nothing may act then. The compiler refuses what would; this is the wall
  /// behind.
  var isReading = false
  /// Where the characters of long texts are.
  let texts = TextIndex()
  private var chance: SeededGenerator
  /// Decides when `checkNesting` looks.
  private var nestingChance: UInt64 = 0

  /// The bytes of small pieces that were made since the system was asked last.
  private var unasked = 0
  private static let bytesPerAsk = 4 << 20
  /// The parts from which on the copy of a list or record counts as memory.
  private static let manyParts = 256

  private let isInterrupted: () -> Bool
  private let hasMemory: (Int) -> Bool

  /// - Parameters:
  ///   - isInterrupted: whether the user wants everything to stop.
  ///   - hasMemory: whether the system would give so many bytes at once.
  init(
    writer: ValueWriter, seed: UInt64, isInterrupted: @escaping () -> Bool, hasMemory: @escaping (Int) -> Bool
  ) {
    self.writer = writer
    self.isInterrupted = isInterrupted
    self.hasMemory = hasMemory
    chance = SeededGenerator(seed: seed, stream: 1)
  }

  // MARK: Long work

  /// The bytes of work between two looks whether it is still wanted: some milliseconds at the most.
  static let bytesPerLook = 1 << 18

  /// - Throws: when the user wants everything to stop.
  func look() throws(Failure) { if isInterrupted() { throw Failure(.interrupted) } }

  /// Looks now and then: for loops that count their steps.
  @inline(__always)
  func look(every rhythm: Int = 1 << 14, at step: Int) throws(Failure) {
    if step & (rhythm - 1) == 0 { try look() }
  }

  /// Looks before so many bytes are gone through, where they are many: a step of the machine counts as little work.
  @inline(__always)
  func look(before bytes: Int) throws(Failure) {
    if bytes >= 1 << 16 { try look() }
  }

  /// - Throws: when a text of so many bytes must not or cannot be made.
  func checkText(bytes: Int) throws(Failure) {
    try Limits.checkText(bytes: bytes)
    try look(before: bytes)
    try checkMemory(bytes)
  }

  /// - Throws: when a list of so many items must not or cannot be made.
  func checkItems(_ count: Int) throws(Failure) {
    try Limits.checkItems(count)
    try checkMemory(count * MemoryLayout<Value>.stride)
  }

  /// The text of a value as `print` writes it.
  func text(of value: Value) throws(Failure) -> String {
    let text = writer.text(value, isStopped: isInterrupted)
    if value.hasParts { try look() }
    return text
  }

  /// A record is about to change or to get another field: where it moves or is copied, names, places and values take room.
  func checkGrowth(of record: inout Record) throws(Failure) {
    if record.count < 1 << 14, record.count >= Self.manyParts, record.isShared {
      return try checkMemory(record.count * Record.bytesPerField)
    }
    guard record.count >= 1 << 14, record.isShared || record.count & (record.count - 1) == 0 else { return }
    try checkMemory(2 * record.count * Record.bytesPerField)
  }

  /// - Parameter piece: the memory that is about to be taken. The system is asked for large pieces, and for many small ones
  ///   as soon as they come to a large one.
  func checkMemory(_ piece: Int) throws(Failure) {
    var bytes = piece
    if bytes < Self.bytesPerAsk {
      unasked &+= bytes
      guard unasked >= Self.bytesPerAsk else { return }
      bytes = unasked
    }
    unasked = 0
    try look()
    // Half as much again: some is taken beside it, and a little must be left to say so.
    guard hasMemory(bytes + bytes / 2) else { throw Failure(.outOfMemory(mebibytes: bytes >> 20)) }
  }

  /// A list is about to grow by some items: where it moves, it takes twice its room.
  func checkGrowth(of list: ValueList, by count: Int = 1) throws(Failure) {
    try Limits.checkItems(list.count + count)
    if list.count + count > list.capacity, list.count + count > 1 << 16 {
      try checkMemory(2 * (list.count + count) * MemoryLayout<Value>.stride)
    }
  }

  /// A text is about to grow in place: where it moves, it takes twice its room, which happens each time it doubles.
  func checkGrowth(of text: String, by bytes: Int) throws(Failure) {
    let (old, new) = (text.utf8.count, text.utf8.count + bytes)
    try Limits.checkText(bytes: new)
    if old.leadingZeroBitCount != new.leadingZeroBitCount { try checkMemory(2 * new) }
  }

  /// Makes a list one that grows by some items without copying: where somebody else holds it, that is done here.
  func own(_ list: inout ValueList, adding count: Int) throws(Failure) {
    guard list.count > Self.itemsPerLook, list.isShared else {
      if list.count >= Self.manyParts, list.isShared { try checkMemory(list.count * MemoryLayout<Value>.stride) }
      return try checkGrowth(of: list, by: count)
    }
    list = ValueList(try copy(of: list[...], adding: count))
  }

  /// A copy that looks meanwhile whether it is still wanted.
  func copy(of items: Slice<ValueList>, adding count: Int = 0) throws(Failure) -> [Value] {
    try checkItems(items.count + count)
    var result: [Value] = []
    result.reserveCapacity(items.count + count)
    var start = items.startIndex
    while start < items.endIndex {
      let end = min(start + Self.itemsPerLook, items.endIndex)
      result.append(contentsOf: items[start..<end])
      start = end
      try look()
    }
    return result
  }

  /// A list of so many items, made one by one, that looks meanwhile whether it is still wanted.
  func items(_ count: Int, _ item: (Int) -> Value) throws(Failure) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      try look(at: index + 1)
      result.append(item(index))
    }
    return result
  }

  /// The items that are copied between two looks.
  static let itemsPerLook = 1 << 16

  // MARK: Chance and nesting

  /// A number of `range`; the same seed gives the same ones.
  func draw(from range: ClosedRange<Int>, for function: String) throws(Failure) -> Int {
    if isReading { throw Failure(.actInCondition(.draw(function: function))) }
    return Int.random(in: range, using: &chance)
  }

  /// Looks now and then whether `part` is nested so deep that nothing may be built around it.
  ///
  /// Looking each time would cost more than building. Nesting by one level at a time, a script passes here once for
  /// each level, so it is found out soon after the limit; chance keeps it from slipping through in step with its own
  /// loop.
  func checkNesting(of part: Value) throws(Failure) {
    guard part.hasParts else { return }
    nestingChance = nestingChance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    guard nestingChance >> 59 == 0, try part.extent(upTo: Limits.valueNesting).height >= Limits.valueNesting else {
      return
    }
    throw Failure(.valueTooDeep(limit: Limits.valueNesting))
  }
}
