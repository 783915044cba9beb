/// Numeric hosts in brackets, as RFC 3986 writes them in addresses.
enum IPv6 {
  /// The longest text between the brackets: eight groups of four digits and seven colons.
  private static let lengthLimit = 39

  /// Returns the range of `[…]` at `start`, brackets included, if it contains an IPv6 address; zones and embedded
  /// IPv4 are not supported.
  static func bracketed(_ text: ByteView, at start: Int) -> Range<Int>? {
    guard text[start] == UInt8(ascii: "[") else { return nil }
    var (groups, digits, hasGap) = (0, 0, false)
    var index = start + 1
    while index < text.count, index - start <= lengthLimit + 1 {
      switch text[index] {
      case UInt8(ascii: "]"):
        let endsInColon = digits == 0 && !(text[index - 1] == UInt8(ascii: ":") && text[index - 2] == UInt8(ascii: ":"))
        if digits > 0 { groups += 1 }
        guard !endsInColon, hasGap ? groups < 8 : groups == 8 else { return nil }
        return start..<index + 1
      case UInt8(ascii: ":"):
        let isFirst = index == start + 1
        if digits > 0 {
          groups += 1
        } else if !isFirst {
          guard !hasGap else { return nil }
          hasGap = true
        } else if index + 1 == text.count || text[index + 1] != UInt8(ascii: ":") {
          return nil
        }
        digits = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        digits += 1
        guard digits <= 4 else { return nil }
      default: return nil
      }
      index += 1
    }
    return nil
  }
}
