/// A text with values in braces that the user has chosen for the prompt: `'{story.number} › '`. The values are filled
/// in each time the text is shown.
package struct PromptTemplate: Hashable, Sendable {
  package let text: String
  /// The text as a string of the language, in parts between which the time of day is written.
  private let parts: [String]
  /// `true` if the text contains values.
  package let hasValues: Bool

  /// Returns the text as a string of the language, with this time of day.
  package func literal(time: String) -> String { parts.joined(separator: time) }

  package static let lengthLimit = 200

  /// The value that stands for the time of day.
  package static let time = "time"

  /// A text that cannot be shown.
  package enum Flaw: Error, Hashable {
    case isEmpty, isTooLong, hasControls, hasOpenBrace, hasEmptyBraces
  }

  package init(_ text: String) throws(Flaw) {
    guard !text.isEmpty else { throw .isEmpty }
    guard text.utf8.count <= Self.lengthLimit else { throw .isTooLong }
    var parts: [String] = []
    var (literal, value) = ("\"", "")
    var (depth, quote, isEscaped, hasValues) = (0, Character?.none, false, false)
    for character in text {
      // A control character would move the cursor, and has no place in a string on one line.
      if character.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) {
        throw .hasControls
      }
      if depth > 0 {
        value.append(character)
        if let open = quote {
          if isEscaped {
            isEscaped = false
          } else if character == "\\" {
            isEscaped = true
          } else if character == open {
            quote = nil
          }
        } else if character == "\"" || character == "'" {
          quote = character
        } else if character == "{" {
          depth += 1
        } else if character == "}" {
          depth -= 1
          if depth == 0 {
            guard !value.dropLast().allSatisfy({ $0.isWhitespace }) else { throw .hasEmptyBraces }
            if value.dropLast() == Self.time {
              parts.append(literal)
              (literal, value, hasValues) = ("", "", true)
            } else {
              (literal, value, hasValues) = (literal + "{" + value, "", true)
            }
          }
        }
        continue
      }
      if isEscaped {
        isEscaped = false
        literal +=
          "{}\\".contains(character) ? "\\\(character)" : "\\\\" + (character == "\"" ? "\\\"" : "\(character)")
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "\"": literal += "\\\""
      case "{": depth = 1
      default: literal.append(character)
      }
    }
    guard depth == 0 else { throw .hasOpenBrace }
    if isEscaped { literal += "\\\\" }
    (self.text, self.parts, self.hasValues) = (text, parts + [literal + "\""], hasValues)
  }
}
