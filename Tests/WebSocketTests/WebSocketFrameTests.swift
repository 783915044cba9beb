import Testing

@testable import WebSocket

@Suite struct WebSocketFrameTests {
  /// The examples of RFC 6455, 5.7.
  @Test func framesAreThoseOfTheStandard() {
    let hello = Array("Hello".utf8)
    #expect(WebSocketFrame(.text, hello).encoded(mask: nil) == [0x81, 0x05] + hello)
    #expect(
      WebSocketFrame(.text, hello).encoded(mask: 0x37FA_213D)
        == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    #expect(
      WebSocketFrame(.text, Array("Hel".utf8), isFinal: false).encoded(mask: nil) == [0x01, 0x03, 0x48, 0x65, 0x6C])
    #expect(WebSocketFrame(.continuation, Array("lo".utf8)).encoded(mask: nil) == [0x80, 0x02, 0x6C, 0x6F])
    #expect(WebSocketFrame(.ping, hello).encoded(mask: nil) == [0x89, 0x05] + hello)
    let long = [UInt8](repeating: 7, count: 256)
    #expect(WebSocketFrame(.binary, long).encoded(mask: nil) == [0x82, 0x7E, 0x01, 0x00] + long)
    let longer = [UInt8](repeating: 7, count: 65_536)
    #expect(WebSocketFrame(.binary, longer).encoded(mask: nil) == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + longer)
    #expect(WebSocketFrame.closing(.invalidData).encoded(mask: nil) == [0x88, 0x02, 0x03, 0xEF])
  }

  @Test(arguments: [0, 1, 124, 125, 126, 127, 65_535, 65_536, 70_000])
  func maskedFramesAreReadAsTheyWereWritten(length: Int) throws {
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var reader = WebSocketReader(.server, limit: 1 << 20)
    reader.append(WebSocketFrame(.binary, payload).encoded(mask: 0x1234_5678))
    #expect(try reader.next() == .binary(payload))
    #expect(try reader.next() == nil)
    #expect(reader.waiting == 0)
  }

  @Test(
    arguments: [
      (0, false), (999, false), (1000, true), (1003, true), (1004, false), (1005, false), (1006, false), (1007, true),
      (1014, true), (1015, false), (1100, false), (2999, false), (3000, true), (4999, true), (5000, false),
      (65_535, false),
    ] as [(UInt16, Bool)])
  func closeCodesAreThoseThatMayBeSent(number: UInt16, isAllowed: Bool) {
    #expect((WebSocketCloseCode(number) != nil) == isAllowed)
  }
}
