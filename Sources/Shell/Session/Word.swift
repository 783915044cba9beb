import StoryScript

/// Words as they are typed.
enum Word {
  /// As it has to be written to be one word.
  static func quotedIfNeeded(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x00...0x20, 0x7F: return false
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "$"), UInt8(ascii: "\\"):
        return false
      default: return true
      }
    }
    return isWord && text.first != "#" && !text.isEmpty ? text : ValueWriter.quoted(text)
  }
}
