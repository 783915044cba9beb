import StoryScript

/// A kind of names that a parameter takes, and that completion knows: its raw value is the phrase that the language says.
enum NameKind: String, CaseIterable, Sendable {
  case activity = "an activity"
  case ownActivity = "an activity of your own"
  /// Also one that only the history knows.
  case pastActivity = "an activity that was ever timed"
  case user = "a user, such as @ana"
  case subject = "a command, or the first word of several"
}

extension ParameterType {
  /// A name of this kind.
  static func name(_ kind: NameKind) -> ParameterType { .name(of: kind.rawValue) }
}

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
