import StoryScript

/// Words as they are typed.
enum Word {
  /// As it has to be written to be one word.
  static func quotedIfNeeded(_ text: String) -> String {
    needsQuotes(text) ? ValueWriter.quoted(text) : text
  }

  /// Whether a text would not be read as one word.
  static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "#") else { return true }
    return text.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "$"), UInt8(ascii: "\\"), 0...0x20, 0x7F:
        true
      // It begins what stands for a byte that is no UTF-8.
      case 0xF4: true
      default: false
      }
    }
  }
}
