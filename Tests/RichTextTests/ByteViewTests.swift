import Testing

@testable import RichText

@Suite("Reading UTF-8")
struct ByteViewTests {
  /// JavaScript's `\s`.
  private static let spaces: Set<UInt32> = Set(
    Array(0x09...0x0D) + [0x20, 0xA0, 0x1680] + Array(0x2000...0x200A) + [
      0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF,
    ])
  private static let invisible: Set<UInt32> = [0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0x20E2]

  @Test("White space and the ends of tags, for every scalar of up to three bytes and some of four")
  func stops() {
    for value in Array(UInt32(0)...0xFFFF) + Array(stride(from: 0x10000, through: 0x10FFFF, by: 257)) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      withView("a" + String(scalar) + "b") { view in
        let length = view.count - 2
        let isSpace = Self.spaces.contains(value)
        let isStop = isSpace || Self.invisible.contains(value)
        let passes =
          view.spaceLength(at: 1) == (isSpace ? length : 0) && view.tagStopLength(at: 1) == (isStop ? length : 0)
          && view.followsSpace(view.count - 1) == isSpace && view.scalar(at: 1) == (scalar, length)
          && view.scalar(before: view.count - 1) == (scalar, length)
        if !passes { Issue.record("U+\(String(value, radix: 16))") }
      }
    }
  }

  @Test("Words reach from white space to white space")
  func words() {
    withView("ab\u{3000}cde f") { view in
      #expect(view.wordStart(from: 7) == 5)
      #expect(view.wordEnd(from: 5) == 8)
      #expect(view.wordStart(from: 1) == 0)
      #expect(view.wordEnd(from: 9) == 10)
    }
  }

  @Test("A prefix is found in any case of its letters, but only letters have one")
  func prefixes() {
    withView("xHtTp:") { view in
      #expect(view.hasPrefix("http:", at: 1))
      #expect(!view.hasPrefix("http:", at: 0))
      #expect(!view.hasPrefix("http://", at: 1))
      #expect(!view.hasPrefix("http", at: -1))
    }
    withView("http\u{1A}") { #expect(!$0.hasPrefix("http:", at: 0)) }
  }

  @Test("Broken UTF-8 is read byte by byte")
  func broken() {
    for bytes in [[0xFF], [0xC3], [0xE2, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x41, 0x42], [0x80]] as [[UInt8]] {
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let view = ByteView(base: base, count: buffer.count)
        #expect(view.scalar(at: 0) == ("\u{FFFD}", 1))
      }
    }
  }

  private func withView(_ text: String, _ body: (ByteView) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      if let base = bytes.baseAddress { body(ByteView(base: base, count: bytes.count)) }
    }
  }
}
