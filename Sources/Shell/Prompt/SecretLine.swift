import StoryScript

/// Which typed lines must never be kept.
public enum SecretLine {
  /// Whether a line holds a secret, uses a command that needs one, or was probably meant to be such a line: a password
  /// behind a misspelt `login` is one all the same, and so are four digits beside the word `pin` or alone in a line.
  public static func isSecret(_ line: String, _ vocabulary: Vocabulary) -> Bool {
    SecretText.isSecret(line, vocabulary) || namesPIN(line) || isPIN(line)
  }

  /// An answer to a question that was over already.
  private static func isPIN(_ line: String) -> Bool {
    let typed = line.filter { !$0.isWhitespace }
    return typed.count == 4 && typed.allSatisfy { "0"..."9" ~= $0 }
  }

  /// `let pin = "1234"` is no command, and what it holds is a PIN.
  private static func namesPIN(_ line: String) -> Bool {
    let words = line.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.contains("pin")
      && words.contains { $0.count == 4 && $0.allSatisfy { "0"..."9" ~= $0 } }
  }
}
