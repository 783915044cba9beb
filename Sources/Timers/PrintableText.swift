/// The rules for names and icons: text that a terminal shows as it is meant, on one line.
///
/// Names come from people and from other devices' files, and stand in sentences, tables and at prompts.
public enum PrintableText {
  /// Characters of the longest name: it stands in sentences of 40 columns.
  public static let longestName = 30
  /// Unicode scalars of the longest character: letters with a few marks and families of emoji have fewer.
  static let longestCharacter = 16

  /// The text without white space around it.
  public static func trimmed(_ text: String) -> String {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    return String(trimmed)
  }

  /// Whether every character can be printed on a line and none of them commands the terminal, turns the order of the
  /// line around, or is a pile of marks; and whether the text does not begin with a mark or a joiner, which would be
  /// drawn into whatever stands before it. O(length).
  public static func isPrintable(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !joinsBefore(first) else { return false }
    return text.allSatisfy { $0.unicodeScalars.count <= longestCharacter && $0.unicodeScalars.allSatisfy(isPrintable) }
      && text.contains { isVisible($0) }
  }

  /// Whether a text is one character that can be seen and takes one or two cells, so that it can be an icon.
  public static func isIcon(_ text: String) -> Bool {
    guard text.count == 1, let character = text.first else { return false }
    return isVisible(character) && isPrintable(text) && isNarrow(character.unicodeScalars)
  }

  /// Whether nothing of a character needs cells behind those of its first scalar: of several consonants, or of Hangul
  /// letters before a syllable, each is drawn beside the other, a dozen in one character.
  private static func isNarrow(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    let isPicture = first.properties.isEmoji && first.value >= 0x80
    var (previous, hasBeside) = (first, false)
    for scalar in scalars.dropFirst() {
      defer { previous = scalar }
      if joinsSyllable(scalar) { continue }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: continue
      // A vowel beside its consonant; below U+1100 no character takes two cells by itself. Tone marks of Hangul do.
      case .spacingMark where !hasBeside && first.value < 0x1100 && !(0x302E...0x302F).contains(scalar.value):
        hasBeside = true
      // A skin, the second letter of a flag, the next of a family.
      default:
        let isPart = scalar.properties.isEmojiModifier || isFlagLetter(first) || previous.value == 0x200D
        guard isPicture, isPart else { return false }
      }
    }
    return true
  }

  private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

  /// Vowels and final consonants of Hangul, which are drawn into the syllable before them.
  private static func joinsSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  /// Whether something of a character is seen: it begins with a letter, a sign or a digit, not with a blank or a mark.
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
    // Joiners belong to words of some scripts and to emoji, tags to the flags of countries inside others.
    case .format: return [0x200C, 0x200D].contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
    default: return true
    }
  }
}
