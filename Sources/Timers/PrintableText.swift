/// What may stand in a name or be an icon: text that a terminal shows as it is meant, on one line.
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
  /// line around, or is a pile of marks. O(length).
  public static func isPrintable(_ text: String) -> Bool {
    text.allSatisfy { $0.unicodeScalars.count <= longestCharacter && $0.unicodeScalars.allSatisfy(isPrintable) }
      && text.contains { isVisible($0) }
  }

  /// Whether a text is one character that can be seen, so that it can be an icon.
  public static func isIcon(_ text: String) -> Bool {
    guard text.count == 1, let character = text.first else { return false }
    return isVisible(character) && isPrintable(text)
  }

  /// Whether something of a character is seen: it begins with a letter, a sign or a digit, not with a blank or a mark.
  private static func isVisible(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    switch first.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .spacingMark, .spaceSeparator: return false
    default: return isPrintable(first) && !first.properties.isDefaultIgnorableCodePoint
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
