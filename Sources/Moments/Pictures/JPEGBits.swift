/// The bits of a JPEG's scan, up to the next marker; behind that come zeros.
struct JPEGBits {
  private let bytes: UnsafeRawBufferPointer
  /// Where the next byte is taken from; at the end of the scan its marker.
  private(set) var place: Int
  private var held: UInt64 = 0
  private var count = 0
  /// How many zeros were made up so far, beyond what may be left over.
  private var invented = 0

  init(_ bytes: UnsafeRawBufferPointer, at place: Int) { (self.bytes, self.place) = (bytes, place) }

  /// Whether bits were taken that are not there.
  var isOver: Bool { invented > count }

  /// At least 16 bits, the first the highest.
  @inline(__always)
  mutating func peek16() -> Int {
    if count < 16 { fill() }
    return Int(truncatingIfNeeded: held >> UInt64(count - 16)) & 0xFFFF
  }

  @inline(__always)
  mutating func drop(_ bits: Int) { count -= bits }

  /// So many bits as a number, 0...16 of them.
  @inline(__always)
  mutating func take(_ bits: Int) -> Int {
    if bits == 0 { return 0 }
    let value = peek16() >> (16 - bits)
    count -= bits
    return value
  }

  /// A number of so many bits, with negative ones as JPEG has them (figure F.12).
  @inline(__always)
  mutating func number(_ bits: Int) -> Int {
    let value = take(bits)
    return bits > 0 && value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value
  }

  private mutating func fill() {
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

  /// Goes behind the next restart marker, where the bits of the byte that is left are done.
  /// - Returns: false when another marker, or nothing, comes.
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
