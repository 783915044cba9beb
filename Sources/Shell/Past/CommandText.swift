import StoryScript

/// Commands as people type them, made from their arguments, without what has the form of a password.
enum CommandText {
  static func make(_ command: Command, _ values: [Value]) -> String {
    var parts = [command.name]
    for (parameter, value) in zip(command.parameters, values) where !value.isNone {
      if let preposition = parameter.preposition { parts.append(preposition) }
      if case .flag = parameter.type { continue }
      switch value {
      case .text(let text) where parameter.isSecret: parts.append(text)
      case .text(let text) where isText(parameter.type):
        parts.append(ValueWriter.quoted(text))
      case .text(let text) where !text.hasPrefix("[") && !text.hasPrefix("{"):
        parts.append(isWord(text) ? text : ValueWriter.quoted(text))
      case .text(let text): parts.append(text)
      default: parts.append(ValueWriter().text(value))
      }
    }
    return SecretText.withoutTokens(parts.joined(separator: " "))
  }

  private static func isText(_ type: ParameterType) -> Bool { if case .text = type { true } else { false } }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", "@", "-", "_", "/", ".": true
        default: !$0.isASCII
        }
      }
  }
}
