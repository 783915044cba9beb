/// The name of bytes that is made of their hash (CID), as far as it is of whole pictures: version 1, raw bytes, SHA-256.
///
/// Source: the AT Protocol's "Data Model" (blessed CID formats), and RFC 4648 for base32.
public struct ContentID: Hashable, Sendable {
  /// The 32 bytes of the hash.
  public let sha256: [UInt8]

  /// Version 1, raw bytes, SHA-256 of 32 bytes.
  private static let head: [UInt8] = [0x01, 0x55, 0x12, 0x20]
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// - Returns: `nil` for any other form.
  public init?(_ text: String) {
    guard text.utf8.count == 59, text.utf8.first == UInt8(ascii: "b") else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0 as UInt32, 0)
    for letter in text.utf8.dropFirst() {
      guard let digit = Self.letters.firstIndex(of: letter) else { return nil }
      bits = bits << 5 | UInt32(digit)
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard bytes.count == 36, bytes.starts(with: Self.head) else { return nil }
    sha256 = Array(bytes.dropFirst(4))
  }
}
