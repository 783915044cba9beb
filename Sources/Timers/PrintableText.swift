/// The rules for names and icons: text that a terminal shows as intended, on one line.
///
/// Names come from people and from other devices' files, and appear in sentences, tables and prompts.
public enum PrintableText {
  /// The maximum length of a name in characters: names appear in sentences of 40 columns.
  public static let nameLengthLimit = 30
  /// The maximum number of Unicode scalars in a character: letters with a few marks and emoji families have fewer.
  static let characterLengthLimit = 16

  /// Returns the text without surrounding white space.
  public static func trimmed(_ text: String) -> String {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    return String(trimmed)
  }

  /// `true` if the text can be printed on one line: no character controls the terminal, reverses the order of the
  /// line or is a pile of marks, and the text does not begin with a mark or a joiner, which would combine with the
  /// text before it. O(length).
  public static func isPrintable(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !joinsBefore(first) else { return false }
    return text.allSatisfy {
      $0.unicodeScalars.count <= characterLengthLimit && $0.unicodeScalars.allSatisfy(isPrintable)
    }
      && text.contains { isVisible($0) }
  }

  /// `true` if the text is one visible character of one or two cells, so that it can be an icon.
  public static func isIcon(_ text: String) -> Bool {
    guard text.count == 1, let character = text.first else { return false }
    return isVisible(character) && isPrintable(text) && isNarrow(character.unicodeScalars)
  }

  /// `true` if the character needs no cells beyond those of its first scalar. Several consonants, or several Hangul
  /// letters before a syllable, are drawn side by side, up to a dozen in one character.
  private static func isNarrow(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    let isPicture = first.properties.isEmoji && first.value >= 0x80
    var (previous, hasBeside) = (first, false)
    for scalar in scalars.dropFirst() {
      defer { previous = scalar }
      if joinsSyllable(scalar) { continue }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: continue
      // A vowel next to its consonant; no character below U+1100 takes two cells by itself. Hangul tone marks do.
      case .spacingMark where !hasBeside && first.value < 0x1100 && !(0x302E...0x302F).contains(scalar.value):
        hasBeside = true
      // A skin tone, the second letter of a flag, or the next member of a family.
      default:
        let isPart = scalar.properties.isEmojiModifier || isFlagLetter(first) || previous.value == 0x200D
        guard isPicture, isPart else { return false }
      }
    }
    return true
  }

  private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

  /// `true` for Hangul vowels and final consonants, which are drawn into the syllable before them.
  private static func joinsSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  /// `true` if the character is visible: it begins with a letter, a sign or a digit, not with a space or a mark.
  private static func isVisible(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    switch first.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .spacingMark, .spaceSeparator: return false
    default: return isPrintable(first) && !first.properties.isDefaultIgnorableCodePoint && !joinsSyllable(first)
    }
  }

  private static func joinsBefore(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return joinsSyllable(scalar) || scalar.properties.isEmojiModifier
    }
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return false
    // Joiners are part of words in some scripts and of emoji; tags are part of the flags of regions within countries.
    case .format: return [0x200C, 0x200D].contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
    default: return true
    }
  }
}
