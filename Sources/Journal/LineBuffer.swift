/// A growing byte buffer that collects a group of lines before they are written to the file in one piece.
///
/// An array would check at each byte whether its storage is uniquely referenced; at some 200 bytes an event that
/// costs more than all other work on an event together.
struct LineBuffer: ~Copyable {
  private var storage: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    storage = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { storage.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: count) }

  /// Empties the buffer and, after an unusually large group, releases its memory.
  mutating func removeAll() {
    count = 0
    guard capacity > 1 << 20 else { return }
    storage.deallocate()
    capacity = 1 << 16
    storage = .allocate(byteCount: capacity, alignment: 16)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    storage.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (storage + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  mutating func append(_ literal: StaticString) {
    append(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ text: String) {
    text.withBytes { append($0) }
  }

  /// Appends `value` in decimal, padded with leading zeros to `digits`.
  @inline(__always)
  mutating func append(decimal value: Int64, digits: Int = 1) {
    // A sign and 19 digits at most.
    reserve(20)
    if value < 0 { append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    let (high, low) = magnitude.quotientAndRemainder(dividingBy: 100_000_000)
    guard high > 0 else { return append(eight: low, Swift.max(Self.digits(of: low), digits)) }
    let (highest, middle) = high.quotientAndRemainder(dividingBy: 100_000_000)
    if highest > 0 { append(eight: highest, Self.digits(of: highest)) }
    append(eight: middle, highest > 0 ? 8 : Self.digits(of: middle))
    append(eight: low, 8)
  }

  /// Appends the last `length` of the eight digits of a number below 100,000,000, all at once, one digit per byte.
  @inline(__always)
  private mutating func append(eight value: UInt64, _ length: Int) {
    // Four digits in each half, then two in each quarter, then one in each byte; division is done by multiplication.
    let halves = value / 10_000 | (value % 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let quarters = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
    let digits = (tens | (quarters &- tens &* 10) << 8) &+ 0x3030_3030_3030_3030
    reserve(8)
    storage.storeBytes(of: (digits >> UInt64(64 - 8 * length)).littleEndian, toByteOffset: count, as: UInt64.self)
    count += length
  }

  /// Returns the number of digits of a number below 100,000,000: 1 to 8.
  @inline(__always)
  private static func digits(of value: UInt64) -> Int {
    if value < 10_000 { return value < 100 ? (value < 10 ? 1 : 2) : (value < 1_000 ? 3 : 4) }
    return value < 1_000_000 ? (value < 100_000 ? 5 : 6) : (value < 10_000_000 ? 7 : 8)
  }

  /// Reserves room for a line's checksum.
  /// - Returns: the argument for `endLine`.
  @inline(__always)
  mutating func beginLine() -> Int {
    reserve(Format.prefixLength)
    count += Format.prefixLength
    return count - Format.prefixLength
  }

  /// Writes the checksum in front of the bytes appended since `beginLine`, and a line feed after them.
  @inline(__always)
  mutating func endLine(from start: Int, _ checksum: Checksum) {
    let json = UnsafeRawBufferPointer(rebasing: bytes[(start + Format.prefixLength)...])
    storage.storeBytes(of: Self.hexDigits(checksum(json)).bigEndian, toByteOffset: start, as: UInt64.self)
    storage.storeBytes(of: UInt8(ascii: " "), toByteOffset: start + 8, as: UInt8.self)
    append(UInt8(ascii: "\n"))
  }

  /// Returns the eight lower-case hexadecimal digits of a number, the first in the highest byte; computed all at
  /// once, one nibble per byte.
  @inline(__always)
  private static func hexDigits(_ value: UInt32) -> UInt64 {
    var nibbles = UInt64(value)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in each byte that is 10 or more.
    let letters = ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
  }

  @inline(__always)
  private mutating func reserve(_ additional: Int) {
    if count + additional > capacity { grow(additional) }
  }

  private mutating func grow(_ additional: Int) {
    capacity = Swift.max(capacity * 2, count + additional)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: storage, byteCount: count)
    storage.deallocate()
    storage = larger
  }
}
