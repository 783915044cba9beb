/// Bytes that grow at the end: what a group of lines is written into before it goes to the file in one piece.
///
/// An array would check at each byte whether it is the only owner of its storage; at some 200 bytes an event that costs
/// more than everything else about an event together.
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

  /// Forgets what it holds and, after an unusually large group, gives its memory back.
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

  /// Appends `value` in decimal, with zeros in front up to `digits`.
  mutating func append(decimal value: Int64, digits: Int = 1) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    // 19 digits at most.
    reserve(20)
    var length = 0
    var (power, next): (UInt64, UInt64) = (1, 10)
    repeat {
      length += 1
      power = next
      next = next &* 10
    } while length < 19 && rest >= power
    length = Swift.max(length, digits)
    var position = count + length
    while position > count {
      position -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      storage.storeBytes(
        of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit), toByteOffset: position, as: UInt8.self)
      rest = quotient
    }
    count += length
  }

  /// Appends a line: checksum, space, what `body` appends, line feed.
  @inline(__always)
  mutating func appendLine(_ checksum: Checksum, _ body: (inout LineBuffer) -> Void) {
    reserve(Format.prefixLength)
    let start = count
    count += Format.prefixLength
    body(&self)
    let json = UnsafeRawBufferPointer(rebasing: bytes[(start + Format.prefixLength)...])
    let sum = checksum(json)
    for digit in 0..<8 {
      let value = [UInt8].hexDigit(UInt64(sum >> UInt32(28 - 4 * digit)))
      storage.storeBytes(of: value, toByteOffset: start + digit, as: UInt8.self)
    }
    storage.storeBytes(of: UInt8(ascii: " "), toByteOffset: start + 8, as: UInt8.self)
    append(UInt8(ascii: "\n"))
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
