/// A table of Huffman codes of a JPEG, as its DHT segment gives it (ITU-T T.81, annex C).
struct HuffmanTable {
  private static let fastBits = 9
  /// For the next nine bits the length of a code that begins them and its symbol; 0 where it is longer.
  private var fast = [UInt16](repeating: 0, count: 1 << fastBits)
  /// Of each length the largest code, made 16 bits long; and where the symbols of that length are.
  private var limits = [Int](repeating: -1, count: 18)
  private var offsets = [Int](repeating: 0, count: 18)
  private let symbols: [UInt8]

  /// - Parameters:
  ///   - counts: how many codes there are of 1 to 16 bits.
  ///   - symbols: of all codes, the shortest first.
  /// - Returns: `nil` for counts that no code can have.
  init?(counts: [Int], symbols: [UInt8]) {
    guard counts.count == 16, counts.reduce(0, +) == symbols.count, symbols.count <= 256 else { return nil }
    self.symbols = symbols
    var (code, index) = (0, 0)
    for length in 1...16 {
      offsets[length] = index - code
      for _ in 0..<counts[length - 1] {
        guard code < 1 << length else { return nil }
        if length <= Self.fastBits {
          let first = code << (Self.fastBits - length)
          for place in first..<first + 1 << (Self.fastBits - length) {
            fast[place] = UInt16(length) << 8 | UInt16(symbols[index])
          }
        }
        code += 1
        index += 1
      }
      limits[length] = counts[length - 1] > 0 ? code << (16 - length) : -1
      code <<= 1
    }
  }

  /// The next symbol; -1 where no code fits.
  @inline(__always)
  func symbol(_ bits: inout JPEGBits) -> Int {
    let next = bits.peek16()
    let entry = fast[next >> (16 - Self.fastBits)]
    if entry != 0 {
      bits.drop(Int(entry >> 8))
      return Int(entry & 0xFF)
    }
    for length in Self.fastBits + 1...16 where next < limits[length] {
      bits.drop(length)
      let place = offsets[length] + next >> (16 - length)
      return symbols.indices.contains(place) ? Int(symbols[place]) : -1
    }
    return -1
  }
}
