import StoryScript

/// Words as they are typed.
enum Word {
  /// As it has to be written to be one word.
  static func quotedIfNeeded(_ text: String) -> String {
    // 0xF4 begins what stands for a byte that is no UTF-8.
    let isWord = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0xF4 && !#";()[]{}|"'$\"#.utf8.contains($0) }
    return isWord && text.first != "#" && !text.isEmpty ? text : ValueWriter.quoted(text)
  }
}
