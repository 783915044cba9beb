import CJournal

/// CRC-32C (Castagnoli), the checksum in front of every line of a journal or an archive.
///
/// Polynomial 0x1EDC6F41, reflected, start and final value inverted, as RFC 3720 appendix B.4 defines it for iSCSI;
/// any `crc32c` program gives the same number. It detects every error burst of up to 32 bits. The checksum does not
/// protect against forged lines, and does not need to.
public struct Checksum: Sendable {
  /// Sixteen tables of 256 numbers: table k carries a byte over k further bytes ("slicing", Kounavis and Berry, "A
  /// Systematic Approach to Building High Performance Software-Based CRC Generators", 2005). Several GB/s where one
  /// table gives 0.4; 16 kB, half of a processor's first-level cache. Written once, then only read.
  private nonisolated(unsafe) static let shared: UnsafePointer<UInt32> = {
    let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : (value >> 1) ^ 0x82F6_3B78 }
      tables[byte] = value
    }
    for table in 1..<16 {
      for byte in 0..<256 {
        let previous = tables[(table - 1) * 256 + byte]
        tables[table * 256 + byte] = (previous >> 8) ^ tables[Int(previous & 0xFF)]
      }
    }
    return UnsafePointer(tables)
  }()

  private static let hasInstruction = journal_has_crc32c()
  private nonisolated(unsafe) let tables = Checksum.shared
  private let usesInstruction = Checksum.hasInstruction

  public init() {}

  /// Returns the checksum of `bytes`, using the processor's CRC instruction if there is one (a third of the tables'
  /// time).
  /// - Complexity: O(bytes).
  @inline(__always)
  public func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    usesInstruction ? ~journal_crc32c(~0, bytes.baseAddress, bytes.count) : byTables(bytes)
  }

  /// Returns the checksum of `bytes`, computed without the processor's instruction.
  func byTables(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard var next = bytes.baseAddress else { return 0 }
    let end = next + bytes.count
    var value: UInt32 = ~0
    while end - next >= 16 {
      let first = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) ^ UInt64(value)
      let second = UInt64(littleEndian: next.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      value = carry(first, over: 8) ^ carry(second, over: 0)
      next += 16
    }
    if end - next >= 8 {
      value = carry(UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) ^ UInt64(value), over: 0)
      next += 8
    }
    while next < end {
      value = (value >> 8) ^ tables[Int((value ^ UInt32(next.load(as: UInt8.self))) & 0xFF)]
      next += 1
    }
    return ~value
  }

  /// Returns the contribution of eight bytes that are followed by `count` more bytes in the same step.
  @inline(__always)
  private func carry(_ word: UInt64, over count: Int) -> UInt32 {
    let tables = tables + 256 * count
    let near =
      tables[1792 + Int(word & 0xFF)] ^ tables[1536 + Int((word >> 8) & 0xFF)]
      ^ tables[1280 + Int((word >> 16) & 0xFF)] ^ tables[1024 + Int((word >> 24) & 0xFF)]
    let far =
      tables[768 + Int((word >> 32) & 0xFF)] ^ tables[512 + Int((word >> 40) & 0xFF)]
      ^ tables[256 + Int((word >> 48) & 0xFF)] ^ tables[Int(word >> 56)]
    return near ^ far
  }
}
