import StoryScript

/// Words as they are typed.
enum Word {
  /// As it has to be written to be one word.
  static func quotedIfNeeded(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !#";()[]{}|"'$\"#.utf8.contains($0) }
    return isWord && text.first != "#" && !text.isEmpty ? text : ValueWriter.quoted(text)
  }
}
