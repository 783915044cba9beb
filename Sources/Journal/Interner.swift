/// Small numbers for the few names that lines repeat: devices and event types.
struct Interner {
  /// All names, one after the other: comparing a name with the known ones touches only one small piece of memory.
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  private var last = 0

  var count: Int { ranges.count }

  /// Returns the number of a name, assigned on first use; `nil` after 65,535 different names.
  /// - Complexity: O(1) for the name seen last, O(names) otherwise; a journal has a few dozen.
  mutating func number(of name: UnsafeRawBufferPointer) -> UInt16? {
    if last < ranges.count, matches(last, name) { return UInt16(last) }
    for index in ranges.indices where matches(index, name) {
      last = index
      return UInt16(index)
    }
    guard ranges.count < Int(UInt16.max) else { return nil }
    ranges.append(bytes.count..<(bytes.count + name.count))
    bytes.append(contentsOf: name)
    last = ranges.count - 1
    return UInt16(last)
  }

  /// Returns the number of a known name.
  func known(_ name: String) -> UInt16? {
    ranges.indices.first { self[$0] == name }.map(UInt16.init)
  }

  subscript(number: Int) -> String { String(decoding: bytes[ranges[number]], as: UTF8.self) }

  @inline(__always)
  private func matches(_ index: Int, _ name: UnsafeRawBufferPointer) -> Bool {
    let range = ranges[index]
    guard range.count == name.count else { return false }
    var offset = 0
    while offset < name.count {
      guard bytes[range.lowerBound + offset] == name[offset] else { return false }
      offset += 1
    }
    return true
  }
}
