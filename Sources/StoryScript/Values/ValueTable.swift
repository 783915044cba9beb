/// The distinct values among many, numbered in the order in which they occur.
///
/// Uses open addressing over one array of numbers, so that growing moves no values and can be interrupted: growing a
/// `Set` of five million values blocks everything for half a second.
struct ValueTable {
  /// The distinct values.
  private(set) var values: [Value] = []
  /// The values' hashes: growing does not have to examine the values again.
  private var hashes: [Int] = []
  /// Slots, a power of two in number, of which at most half hold the number of a value; the others hold -1.
  private var slots = [Int32](repeating: -1, count: 16)
  /// The owner's memory for each value, in bytes.
  private let bytesBeside: Int

  /// - Parameter bytesBeside: the bytes that the owner allocates for each distinct value; they are included in memory
  ///   checks.
  init(bytesBeside: Int = 0) { self.bytesBeside = bytesBeside }

  /// Returns the number of `value`; for a new value this is the previous `values.count`. O(size of the value).
  mutating func number(of value: Value, _ context: FunctionContext) throws(Failure) -> Int {
    let (slot, hash) = try place(of: value, context)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    slots[slot] = Int32(values.count)
    values.append(value)
    hashes.append(hash)
    if values.count * 2 > slots.count { try grow(context) }
    return values.count - 1
  }

  /// Returns the number of `value` if it was given one. O(size of the value).
  func existingNumber(of value: Value, _ context: FunctionContext) throws(Failure) -> Int? {
    let number = slots[try place(of: value, context).slot]
    return number >= 0 ? Int(number) : nil
  }

  /// Returns the slot with the number of `value`, or the free slot where it belongs, and its hash.
  @inline(__always)
  private func place(of value: Value, _ context: FunctionContext) throws(Failure) -> (slot: Int, hash: Int) {
    if case .text(let text) = value { try context.look(before: text.utf8.count) }
    let key = ValueKey(value: value)
    let hash = key.hashValue
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, ValueKey(value: values[number]) == key { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (slot, hash)
  }

  private mutating func grow(_ context: FunctionContext) throws(Failure) {
    // The count will double before the table grows again, in arrays that move.
    let bytes = MemoryLayout<Value>.stride + MemoryLayout<Int>.stride + 4 * MemoryLayout<Int32>.stride
    try context.checkMemory(2 * values.count * (bytes + bytesBeside))
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      try context.look(at: number + 1)
      var slot = hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
