import Testing

@testable import RichText

@Suite("Byte classes")
struct ByteClassTests {
  @Test("Every entry of the table follows from words")
  func table() {
    for byte in UInt8.min...UInt8.max {
      var expected: ByteClass = []
      if "#$.:@".utf8.contains(byte) || byte == "＃".utf8.first { expected.insert(.trigger) }
      if byte < 0x80 {
        let scalar = Unicode.Scalar(byte)
        if (0x09...0x0D).contains(byte) || byte == 0x20 { expected.insert(.space) }
        if scalar.properties.isAlphabetic { expected.insert(.letter) }
        if scalar.properties.numericType != nil { expected.insert(.digit) }
        if ".-".utf8.contains(byte) { expected.insert(.joiner) }
        if isPunctuation(scalar) { expected.insert(.punctuation) }
      } else if wideStops.contains(where: { String($0).utf8.first == byte }) {
        expected.insert(.wideStop)
      }
      #expect(ByteClass(of: byte) == expected, "byte \(byte)")
    }
  }

  private var wideStops: [Unicode.Scalar] {
    ["\u{A0}", "\u{AD}", "\u{1680}", "\u{2000}", "\u{2060}", "\u{20E2}", "\u{3000}", "\u{FEFF}"]
  }

  private func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    let symbols: Set<Unicode.GeneralCategory> = [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
    let isMark = (0x21...0x7E).contains(scalar.value) && !scalar.properties.isAlphabetic
    return isMark && scalar.properties.numericType == nil && !symbols.contains(scalar.properties.generalCategory)
  }
}
