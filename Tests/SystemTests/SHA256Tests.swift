import Testing

@testable import System

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4, and texts whose lengths almost fill a block.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func knownHashes(_ text: String, _ hash: String) {
    let hex = SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == hash)
  }

  /// The pieces in which the bytes come make no difference, and a digest in between ends nothing.
  @Test func piecesHashLikeTheWhole() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for size in [1, 3, 63, 64, 65, 128, 299] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hash.update($0) }
        #expect(hash.digest == SHA256.hash(Array(bytes[..<min(start + size, bytes.count)])))
      }
    }
  }

  /// The examples of RFC 4231: a short key, and one that is longer than a block.
  @Test(arguments: [
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func knownCodes(_ key: [UInt8], _ text: String, _ code: String) {
    var hmac = HMAC(key: key)
    Array(text.utf8).withUnsafeBytes { hmac.update($0) }
    #expect(hmac.code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == code)
  }
}
