/// The different values among many, numbered in the order in which they come.
///
/// Open addressing over one array of numbers, so that growing moves no values and can be stopped: a `Set` of five million
/// lets nobody get a word in for half a second when it grows.
struct ValueTable {
  /// The values, each once.
  private(set) var values: [Value] = []
  /// Their hashes: growing does not have to look at the values again.
  private var hashes: [Int] = []
  /// A power of two of places, of which at most half hold the number of a value; the others hold -1.
  private var slots = [Int32](repeating: -1, count: 16)
  /// What the owner keeps for each value.
  private let bytesBeside: Int

  /// - Parameter bytesBeside: the memory that whoever asks takes for each different value; it is asked for, too.
  init(bytesBeside: Int = 0) { self.bytesBeside = bytesBeside }

  /// The number of `value`, which is `values.count` as it was before if the value is new. O(size of the value).
  mutating func number(of value: Value, _ context: FunctionContext) throws(Failure) -> Int {
    if case .text(let text) = value { try context.look(before: text.utf8.count) }
    let key = ValueKey(value: value)
    let hash = key.hashValue
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, ValueKey(value: values[number]) == key { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(values.count)
    values.append(value)
    hashes.append(hash)
    if values.count * 2 > slots.count { try grow(context) }
    return values.count - 1
  }

  private mutating func grow(_ context: FunctionContext) throws(Failure) {
    // Till it grows again there will be as many more values, in arrays that move.
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
