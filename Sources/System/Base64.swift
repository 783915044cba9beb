/// Base64 as defined by RFC 4648, with padding. Written here because Foundation, which also has it, would add 3.5 MB
/// to a program that uses nothing else of it.
public enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns four digits for every three bytes. O(n).
  public static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = UInt32(bytes[start]) << 16
      if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[start + 2]) }
      for place in 0..<4 {
        let digit = digits[Int(group >> UInt32(18 - 6 * place)) & 63]
        out.append(place <= count ? digit : UInt8(ascii: "="))
      }
    }
    return out
  }

  /// Returns the digits as text. O(n).
  public static func text(_ bytes: [UInt8]) -> String { String(decoding: encoded(bytes), as: UTF8.self) }
}
