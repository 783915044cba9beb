/// A check of UTF-8 that arrives in pieces, which may end inside a character.
///
/// Source: RFC 3629; overlong forms, surrogates and numbers above U+10FFFF are invalid.
struct TextCheck {
  /// The number of bytes that the character still needs, and the range of the next one.
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// `true` if the text so far ends with a whole character.
  var isWhole: Bool { missing == 0 }

  /// Checks the next piece.
  /// - Returns: `false` as soon as no continuation can make the text valid.
  mutating func append(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes {
      if missing > 0 {
        guard allowed.contains(byte) else { return false }
        (missing, allowed) = (missing - 1, 0x80...0xBF)
      } else if byte >= 0x80 {
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
        case 0xED: (missing, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
        case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
        case 0xF1...0xF3: missing = 3
        default: return false
        }
      }
    }
    return true
  }
}
