import Foundation
import System
import Testing

@Suite struct Base64Tests {
  /// The vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func encodesTheVectors(_ text: String, _ digits: String) { #expect(Base64.text(Array(text.utf8)) == digits) }

  @Test func agreesWithFoundation() {
    for count in 0...200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
    }
  }
}
