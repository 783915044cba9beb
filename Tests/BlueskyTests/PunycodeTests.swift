import Testing

@testable import Bluesky

@Suite struct PunycodeTests {
  // The encodings by Python's codec; RFC 3492 has more examples.
  @Test(arguments: [
    ("bücher", "xn--bcher-kva"), ("日本語", "xn--wgv71a119e"), ("пример", "xn--e1afmkfd"), ("☃", "xn--n3h"),
    ("ñandú", "xn--and-6ma2c"), ("ü", "xn--tda"), ("plain", "plain"), ("", ""),
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
  ])
  func label(text: String, ascii: String) { #expect(Punycode.label(text) == ascii) }

  @Test func invalidLabelsStayUnchanged() {
    let long = String(repeating: "ü", count: 64)
    #expect(Punycode.label(long) == long)
  }
}
