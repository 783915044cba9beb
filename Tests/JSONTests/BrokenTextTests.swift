import JSON
import Testing

/// Bytes that are not UTF-8, without neighbours that would reveal it.
@Suite struct BrokenTextTests {
  @Test func continuationBytesAreNotText() {
    for byte in 0x80...0xFF as ClosedRange<UInt8> {
      for count in 1...3 {
        let text = [UInt8(ascii: "\"")] + Array(repeating: byte, count: count) + [UInt8(ascii: "\"")]
        #expect(throws: JSON.SyntaxError(expected: "UTF-8", offset: 1)) { try JSON(parsing: text) }
      }
    }
  }
}
