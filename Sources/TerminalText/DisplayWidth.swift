/// The width of text in terminal cells: 0, 1 or 2 for each character.
///
/// Control characters count 0, as a terminal draws nothing for them: pass text through `sanitized` first. Needs
/// neither a locale nor a terminal. Complexity: linear, with one comparison per byte for ASCII.
public enum DisplayWidth {
  public static func of(_ text: String) -> Int {
    var text = text
    let count = text.withUTF8 { bytes in bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? bytes.count : nil }
    return count ?? measured(text)
  }

  public static func of(_ text: some StringProtocol) -> Int { measured(text) }

  private static func measured(_ text: some StringProtocol) -> Int {
    var ascii = 0
    for byte in text.utf8 {
      if byte >= 0x80 { return drawing(text) ?? text.reduce(0) { $0 + of($1) } }
      if byte >= 0x20 && byte != 0x7F { ascii += 1 }
    }
    return ascii
  }

  /// Returns the cells of a text that contains only letters up to U+02FF and characters that pictures are drawn with:
  /// one cell per scalar, so scalars need not be joined to characters first; `nil` for any other text.
  private static func drawing(_ text: some StringProtocol) -> Int? {
    var count = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F, 0xA0..<0x300, 0x2500...0x25FC, 0x2800...0x28FF: count += 1
      default: return nil
      }
    }
    return count
  }

  /// Returns the cells of one user-perceived character. An emoji sequence takes 2 however many scalars it has; any
  /// other cluster takes the sum of its scalars, as terminals draw it.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    var rest = scalars.dropFirst()
    let width = of(first)
    if rest.isEmpty { return width }
    if isRegionalIndicator(first) { return 2 }
    if first.properties.isEmoji, first.value >= 0x80 || rest.contains(where: { $0.value == 0x20E3 }) {
      // VS16, ZWJ or a skin tone make the character an emoji; VS15 keeps it text.
      if rest.contains(where: isPictureSign) { return 2 }
    }
    var sum = width
    while let next = rest.popFirst() { sum += of(next) }
    return sum
  }

  /// Returns the cells of a single scalar.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if isWide(value) { return isZeroWidth(scalar) ? 0 : 2 }
    return isZeroWidth(scalar) ? 0 : 1
  }

  private static func isPictureSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || scalar.value == 0x200D || scalar.properties.isEmojiModifier
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    // Medial vowels and final consonants join the Hangul syllable before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    if value < 0x1100 { return false }
    let range = (0..<wideRanges.count / 2).partitioningIndex { wideRanges[2 * $0 + 1] >= value }
    return 2 * range < wideRanges.count && wideRanges[2 * range] <= value
  }

  /// First and last scalar of each run whose East Asian Width is Wide or Fullwidth (Unicode 15), gaps of unassigned
  /// scalars closed.
  private static let wideRanges: [UInt32] = [
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3, 0x25FD, 0x25FE,
    0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE,
    0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA,
    0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55,
    0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0x4DBF, 0x4E00, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAD9,
    0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x1B2FB, 0x1F004, 0x1F004,
    0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C,
    0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E,
    0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A,
    0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2,
    0x1F6D5, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945,
    0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD,
  ]
}
