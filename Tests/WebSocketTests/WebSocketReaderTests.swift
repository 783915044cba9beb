import Testing

@testable import WebSocket

@Suite struct WebSocketReaderTests {
  /// Returns everything that a reader finds in the bytes, appended in pieces of a length.
  private func read(
    _ bytes: [UInt8], inPiecesOf length: Int = .max, limit: Int = 1 << 16
  ) -> (inputs: [WebSocketInput], failure: WebSocketFailure?) {
    var reader = WebSocketReader(limit: limit)
    var inputs: [WebSocketInput] = []
    var rest = bytes[...]
    do throws(WebSocketFailure) {
      repeat {
        reader.append(rest.prefix(length))
        rest = rest.dropFirst(length)
        while let input = try reader.next() { inputs.append(input) }
      } while !rest.isEmpty
    } catch { return (inputs, error) }
    return (inputs, nil)
  }

  private static func frame(_ kind: WebSocketFrame.Kind, _ text: String, isFinal: Bool = true) -> [UInt8] {
    WebSocketFrame(kind, Array(text.utf8), isFinal: isFinal).encoded(mask: nil)
  }

  @Test(arguments: [1, 2, 3, 7, Int.max]) func messagesAreTheSameInPiecesOfAnyLength(length: Int) {
    let bytes =
      Self.frame(.text, "one ") + Self.frame(.text, "t", isFinal: false) + Self.frame(.ping, "there?")
      + Self.frame(.continuation, "w", isFinal: false) + Self.frame(.pong, "") + Self.frame(.continuation, "o é👍")
      + Self.frame(.binary, "", isFinal: false) + Self.frame(.continuation, "xyz")
      + WebSocketFrame(.close, [3, 0xE8] + Array("bye".utf8)).encoded(mask: nil)
    let (inputs, failure) = read(bytes, inPiecesOf: length)
    #expect(failure == nil)
    #expect(
      inputs == [
        .text(Array("one ".utf8)), .ping(Array("there?".utf8)), .pong([]), .text(Array("two é👍".utf8)),
        .binary(Array("xyz".utf8)), .close(.normal, Array("bye".utf8)),
      ])
  }

  @Test func charactersMayLieAcrossFrames() {
    let text = Array("a👩‍👩‍👧é".utf8)
    for cut in 0...text.count {
      let bytes =
        WebSocketFrame(.text, Array(text[..<cut]), isFinal: false).encoded(mask: nil)
        + WebSocketFrame(.continuation, Array(text[cut...])).encoded(mask: nil)
      #expect(read(bytes).inputs == [.text(text)], "cut at \(cut)")
    }
  }

  private static let failures: [(name: String, bytes: [UInt8], failure: WebSocketFailure)] = [
    ("a reserved bit", [0xC1, 0], .reservedBits), ("kind 3", [0x83, 0], .unknownKind(3)),
    ("kind 11", [0x8B, 0], .unknownKind(11)), ("a masked frame", [0x81, 0x80, 1, 2, 3, 4], .wrongMask),
    ("a long ping", [0x89, 126, 0, 126], .longControlFrame), ("a split ping", [0x09, 0], .splitControlFrame),
    ("nothing to continue", [0x80, 0], .nothingToContinue),
    ("a text in a text", [0x01, 0, 0x81, 0], .interruptedMessage),
    ("125 in two bytes", [0x81, 126, 0, 125], .badLength),
    ("65535 in eight bytes", [0x81, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .badLength),
    ("the first bit of a length", [0x81, 127, 0x80, 0, 0, 0, 0, 1, 0, 0], .badLength),
    ("a huge frame", [0x81, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooLong),
    ("a frame over the limit", [0x82, 126, 0, 201], .tooLong),
    ("frames over the limit", [0x02, 101] + [UInt8](repeating: 0, count: 101) + [0x80, 100], .tooLong),
    ("not UTF-8", [0x81, 1, 0xFF], .badText), ("half a character at the end", [0x81, 1, 0xC3], .badText),
    ("an overlong form", [0x81, 2, 0xC0, 0x80], .badText), ("a surrogate", [0x81, 3, 0xED, 0xA0, 0x80], .badText),
    ("above U+10FFFF", [0x81, 4, 0xF4, 0x90, 0x80, 0x80], .badText),
    ("broken in the first frame", [0x01, 2, 0xE9, 0x41], .badText), ("one byte of a code", [0x88, 1, 3], .badClose),
    ("code 1006", [0x88, 2, 3, 0xEE], .badClose), ("a reason that is not UTF-8", [0x88, 3, 3, 0xE8, 0xFF], .badText),
    ("a ping after the end", [0x88, 0, 0x89, 0], .afterClose),
  ]

  @Test(arguments: failures.indices) func brokenFramesAreRefused(row: Int) {
    let (name, bytes, failure) = Self.failures[row]
    for length in [1, Int.max] {
      #expect(read(bytes, inPiecesOf: length, limit: 200).failure == failure, "\(name)")
    }
  }

  @Test func aMessageAtTheLimitIsRead() {
    let bytes =
      WebSocketFrame(.binary, [UInt8](repeating: 1, count: 150), isFinal: false).encoded(mask: nil)
      + WebSocketFrame(.ping, [UInt8](repeating: 2, count: 125)).encoded(mask: nil)
      + WebSocketFrame(.continuation, [UInt8](repeating: 1, count: 50)).encoded(mask: nil)
    #expect(read(bytes, limit: 200).inputs.last == .binary([UInt8](repeating: 1, count: 200)))
  }

  @Test func aFailureStays() {
    var reader = WebSocketReader(limit: 10)
    reader.append([0x83, 0])
    #expect(throws: WebSocketFailure.unknownKind(3)) { try reader.next() }
    reader.append(Self.frame(.text, "x"))
    #expect(throws: WebSocketFailure.unknownKind(3)) { try reader.next() }
  }

  @Test(
    arguments: [
      (WebSocketFailure.badText, 1007), (.tooLong, 1009), (.wrongMask, 1002), (.badClose, 1002),
    ] as [(WebSocketFailure, UInt16)])
  func failuresCloseWithTheirCode(failure: WebSocketFailure, code: UInt16) { #expect(failure.code.number == code) }
}
