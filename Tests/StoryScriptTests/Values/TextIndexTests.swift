import Testing
import Timeline

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

  /// Pieces of pieces that grow again, in several texts at once: as many as a screen has lines, some of them large.
  @Test(arguments: 0..<12) func findsPiecesOfPieces(_ seed: Int) {
    let pieces = ["a", "é", "ab €", "中文", "\u{301}", "\r", "\n", "🇩", "👩", "\u{200D}", "🚀x", "한", "ᄀ", "ᅡ", "नि"]
    var random = SeededGenerator(seed: UInt64(seed), stream: 4)
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let context = FunctionContext(writer: ValueWriter(), seed: 1, isInterrupted: { false }, hasMemory: { _ in true })
    let count = seed % 3 == 2 ? 6 : 300
    var texts = (0..<count).map { _ in
      (0..<(count == 6 ? 30_000 : 120)).map { _ in pieces[draw(seed % 2 == 0 ? pieces.count : 4)] }.joined()
    }
    let originals = texts
    for _ in 0..<(count == 6 ? 60 : 3_000) {
      let at = draw(texts.count)
      let length = texts[at].count
      #expect((try? context.texts.length(of: texts[at], context)) == length)
      guard length > 70 else {
        texts[at] = originals[at]
        continue
      }
      let from = draw(draw(4) == 0 ? length / 2 : 9)
      let to = draw(3) == 0 ? length : from + 1 + draw(length - from)
      let piece = try? context.texts.piece(of: texts[at], from..<to, context)
      #expect(piece == String(texts[at].dropFirst(from).prefix(to - from)))
      guard let piece, to - from > 60 else { continue }
      texts[at] = piece
      if draw(4) == 0 { context.texts.append(pieces[draw(pieces.count)], to: &texts[at]) }
    }
  }
}
