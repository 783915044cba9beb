import Testing

@testable import Journal

@Suite struct ChecksumTests {
  /// Returns the checksum, and expects the processor's instruction, if there is one, to agree with the tables.
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes {
      let checksum = Checksum()
      #expect(checksum($0) == checksum.byTables($0))
      return checksum($0)
    }
  }

  /// The examples of RFC 3720, appendix B.4, and the usual check value.
  @Test func publishedValues() {
    #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
    #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(checksum(Array(0..<32)) == 0x46DD_794E)
    #expect(checksum([]) == 0)
  }

  @Test func everyLengthAgreesWithOneBitAtATime() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
      var slow: UInt32 = ~0
      for byte in bytes {
        slow ^= UInt32(byte)
        for _ in 0..<8 { slow = slow & 1 == 0 ? slow >> 1 : (slow >> 1) ^ 0x82F6_3B78 }
      }
      #expect(checksum(bytes) == ~slow)
    }
  }
}
