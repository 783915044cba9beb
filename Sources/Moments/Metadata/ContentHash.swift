/// A hash of a file's bytes, eight at a time. It identifies a photo permanently, so the algorithm must never change.
struct ContentHash {
  private(set) var value: UInt64

  /// - Parameter count: The total number of bytes.
  init(of count: Int) { value = 0xCBF2_9CE4_8422_2325 ^ UInt64(count) }

  /// Adds bytes. All pieces except the last must have a multiple of eight bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count / 8 * 8
    for offset in stride(from: 0, to: whole, by: 8) {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    for byte in bytes[whole...] { add(UInt64(byte)) }
  }

  private mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    value ^= value >> 32
  }
}
