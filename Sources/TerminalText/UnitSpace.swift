/// The space between a number and its unit, at which a line should not break: "7 h".
public enum UnitSpace {
  private static let units: Set<String> = [
    "µs", "ms", "s", "min", "h", "d", "m", "km", "cm", "mm", "px", "B", "kB", "KB", "MB", "GB", "AM", "PM", "stars",
    "star",
  ]
  private static let longest = 5

  /// Returns whether a space joins the text before it to the text after it.
  /// - Parameters:
  ///   - before: the character before the space.
  ///   - after: the characters after the space, at least as many as a word has.
  public static func joins(_ before: Character?, _ after: some Sequence<Character>) -> Bool {
    guard let before, before.isASCII, before.isNumber else { return false }
    var word = ""
    for character in after {
      guard character.isLetter else { break }
      word.append(character)
      if word.count > longest { return false }
    }
    return units.contains(word)
  }
}
