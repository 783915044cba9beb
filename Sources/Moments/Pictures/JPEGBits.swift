/// The bits of a JPEG's scan up to the next marker, followed by zeros.
struct JPEGBits {
  private let bytes: UnsafeRawBufferPointer
  /// The position of the next byte; at the end of the scan that of the marker.
  private(set) var place: Int
  private var held: UInt64 = 0
  private var count = 0
  /// The number of zero bits added after the end so far.
  private var invented = 0

  init(_ bytes: UnsafeRawBufferPointer, at place: Int) { (self.bytes, self.place) = (bytes, place) }

  /// `true` if bits beyond the end were used.
  var isOver: Bool { invented > count }

  /// Makes at least 32 bits available: a code and the number after it.
  @inline(__always)
  mutating func ensure() { if count < 32 { fill() } }

  /// Returns the next 16 bits, the first one highest. At least 16 must be available.
  @inline(__always)
  func peek16() -> Int { Int(truncatingIfNeeded: held &>> UInt64(truncatingIfNeeded: count &- 16)) & 0xFFFF }

  @inline(__always)
  mutating func drop(_ bits: Int) { count &-= bits }

  /// Returns the next bits as a number, 0...16 of them.
  @inline(__always)
  mutating func readBits(_ bits: Int) -> Int {
    if bits == 0 { return 0 }
    ensure()
    let value = peek16() &>> (16 &- bits)
    count &-= bits
    return value
  }

  /// Returns a number of this many bits, with JPEG's encoding of negative numbers (figure F.12). At least 16 bits must
  /// be available.
  @inline(__always)
  mutating func number(_ bits: Int) -> Int {
    if bits == 0 { return 0 }
    let value = peek16() &>> (16 &- bits)
    count &-= bits
    return value < 1 &<< (bits &- 1) ? value &- (1 &<< bits) &+ 1 : value
  }

  private mutating func fill() {
    // Eight bytes at once, unless an 0xFF among them may be a marker.
    if place + 8 <= bytes.count {
      let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let inverted = ~word
      if (inverted &- 0x0101_0101_0101_0101) & ~inverted & 0x8080_8080_8080_8080 == 0 {
        let more = (63 - count) & ~7
        held = held &<< UInt64(more) | word &>> UInt64(64 - more)
        count += more
        place += more / 8
        return
      }
    }
    while count <= 48 {
      var byte: UInt8 = 0
      if place < bytes.count, bytes[place] != 0xFF {
        byte = bytes[place]
        place += 1
      } else if place + 1 < bytes.count, bytes[place + 1] == 0 {
        byte = 0xFF
        place += 2
      } else {
        invented += 8
      }
      held = held << 8 | UInt64(byte)
      count += 8
    }
  }

  /// Moves to after the next restart marker and drops the rest of the current byte.
  /// - Returns: `false` if another marker, or nothing, follows.
  mutating func restart() -> Bool {
    (held, count, invented) = (0, 0, 0)
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF {
        guard (0xD0...0xD7).contains(bytes[place + 1]) else { return false }
        place += 2
        return true
      }
      place += 1
    }
    return false
  }
}

/// A Huffman table of a JPEG, as in its DHT segment (ITU-T T.81, annex C).
final class HuffmanTable {
  static let fastBits = 10
  private static let fastCount = 1 << fastBits

  /// The tables of a code as plain memory, which is valid as long as the `HuffmanTable`.
  struct Lookup {
    /// For the next bits, the length of the code that they begin with, and its symbol; 0 for a longer code.
    fileprivate let fast: UnsafeMutablePointer<UInt16>
    /// For the next bits, if they begin with a short code and contain the number after it: the number, the zeros before
    /// it, and the length of both; otherwise 0.
    fileprivate let numbers: UnsafeMutablePointer<Int32>
    /// The upper limit of the codes of each length, extended to 16 bits; `offsets` gives the position of their
    /// symbols.
    fileprivate let limits: UnsafeMutablePointer<Int>
    fileprivate let offsets: UnsafeMutablePointer<Int>
    fileprivate let symbols: UnsafeMutablePointer<UInt8>
    fileprivate let symbolCount: Int

    /// Returns the next symbol; -1 if no code matches. At least 16 bits must be available.
    @inline(__always)
    func symbol(_ bits: inout JPEGBits) -> Int {
      let next = bits.peek16()
      let entry = Int(fast[next &>> (16 &- HuffmanTable.fastBits)])
      if entry != 0 {
        bits.drop(entry &>> 8)
        return entry & 0xFF
      }
      for length in HuffmanTable.fastBits + 1...16 where next < limits[length] {
        bits.drop(length)
        let place = offsets[length] + next >> (16 - length)
        return place >= 0 && place < symbolCount ? Int(symbols[place]) : -1
      }
      return -1
    }

    /// Returns the number and the zeros before it if both are in the lookup table; 0 otherwise.
    @inline(__always)
    func number(_ bits: JPEGBits) -> Int { Int(numbers[bits.peek16() &>> (16 &- HuffmanTable.fastBits)]) }
  }

  let lookup: Lookup

  /// - Parameters:
  ///   - counts: The numbers of codes of 1 to 16 bits.
  ///   - symbols: The symbols of all codes, the shortest codes first.
  /// - Returns: `nil` for counts that are impossible in a code.
  init?(counts: [Int], symbols: [UInt8]) {
    lookup = Lookup(
      fast: .allocate(capacity: Self.fastCount), numbers: .allocate(capacity: Self.fastCount),
      limits: .allocate(capacity: 18), offsets: .allocate(capacity: 18),
      symbols: .allocate(capacity: max(1, symbols.count)), symbolCount: symbols.count)
    lookup.fast.initialize(repeating: 0, count: Self.fastCount)
    lookup.numbers.initialize(repeating: 0, count: Self.fastCount)
    lookup.limits.initialize(repeating: -1, count: 18)
    lookup.offsets.initialize(repeating: 0, count: 18)
    for (index, symbol) in symbols.enumerated() { (lookup.symbols + index).initialize(to: symbol) }
    guard counts.count == 16, counts.reduce(0, +) == symbols.count, symbols.count <= 256, fill(counts, symbols) else {
      return nil
    }
  }

  deinit {
    lookup.fast.deallocate()
    lookup.numbers.deallocate()
    lookup.limits.deallocate()
    lookup.offsets.deallocate()
    lookup.symbols.deallocate()
  }

  private func fill(_ counts: [Int], _ symbols: [UInt8]) -> Bool {
    var (code, index) = (0, 0)
    for length in 1...16 {
      lookup.offsets[length] = index - code
      for _ in 0..<counts[length - 1] {
        guard code < 1 << length else { return false }
        if length <= Self.fastBits {
          let first = code << (Self.fastBits - length)
          for place in first..<first + 1 << (Self.fastBits - length) {
            lookup.fast[place] = UInt16(length) << 8 | UInt16(symbols[index])
          }
        }
        code += 1
        index += 1
      }
      lookup.limits[length] = counts[length - 1] > 0 ? code << (16 - length) : -1
      code <<= 1
    }
    for place in 0..<Self.fastCount where lookup.fast[place] != 0 {
      let entry = Int(lookup.fast[place])
      let (length, zeros, size) = (entry >> 8, entry >> 4 & 15, entry & 15)
      guard size > 0, length + size <= Self.fastBits else { continue }
      let bits = place >> (Self.fastBits - length - size) & (1 << size - 1)
      let number = bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits
      lookup.numbers[place] = Int32(number * 65_536 + zeros << 8 + length + size)
    }
    return true
  }
}
