import Testing

@testable import StoryScript

/// The index finds the same characters as Swift, however the text was built.
@Suite struct TextIndexTests {
  /// Scalars that are counted without looking at their neighbours never join a neighbour.
  @Test func loneScalarsStandAlone() {
    let alone = (0..<0x11_0000 as Range<UInt32>).compactMap(Unicode.Scalar.init).filter(\.formsOwnCharacter)
    #expect(alone.count > 20_000)
    for other in ["a", "\n", "é", "\u{AD}", "©", "я", "€", "中", "あ"] as [Unicode.Scalar] {
      #expect(other.formsOwnCharacter, "\(other)")
      let joined = alone.filter { scalar in
        var (before, after) = ("", "")
        before.unicodeScalars.append(contentsOf: [other, scalar])
        after.unicodeScalars.append(contentsOf: [scalar, other])
        return !other.formsOwnCharacter ? false : before.count != 2 || after.count != 2
      }
      #expect(joined.isEmpty, "\(other): \(joined.prefix(5))")
    }
  }

  /// Pieces of all kinds in random order; some of them join the preceding text.
  @Test(arguments: 0..<20) func findsWhatGrew(_ seed: Int) {
    let pieces = ["a", "é", "ab €", "中文", "\u{301}", "\r", "\n", "🇩", "👩", "\u{200D}", "🚀x", "한", "ᄀ", "ᅡ", "नि", ""]
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let context = FunctionContext(writer: ValueWriter(), seed: 1, isInterrupted: { false }, hasMemory: { _ in true })
    // Most pieces are simple, so that each way of counting is used for a while.
    var text = String(repeating: seed % 3 == 0 ? "a" : "é", count: 70)
    for _ in 0..<200 {
      context.texts.append(pieces[draw(draw(8) == 0 ? pieces.count : 4)], to: &text)
      let count = text.count
      #expect((try? context.texts.length(of: text, context)) == count)
      let from = draw(count)
      let to = from + draw(count - from) + 1
      let piece = String(text.dropFirst(from).prefix(to - from))
      #expect((try? context.texts.piece(of: text, from..<to, context)) == piece)
    }
  }
}
