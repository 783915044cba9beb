import StoryScript

/// Decides which typed lines must never be saved.
public enum SecretLine {
  /// Returns whether a line contains a secret, uses a command that needs one, or was probably meant to: a password
  /// after a misspelt `login` is a secret as well, and so are four digits beside the word `pin` or alone in a line.
  public static func isSecret(_ line: String, _ vocabulary: Vocabulary) -> Bool {
    SecretText.isSecret(line, vocabulary) || namesPIN(line) || statements(of: line).contains(where: isPIN)
  }

  /// Returns the lines of an input that are not within brackets or a text of several lines: a list of years is not a
  /// PIN.
  private static func statements(of line: String) -> [String] {
    guard line.contains("\n") else { return [line] }
    var (found, depth, isText): ([String], Int, Bool) = ([], 0, false)
    for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
      if depth == 0, !isText { found.append(String(part)) }
      for character in part {
        if character == "\"" { isText.toggle() }
        if isText { continue }
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth = max(0, depth - 1) }
      }
    }
    return found
  }

  /// Returns whether the line is an answer to a question that was over already: alone, in quotes or typed twice.
  private static func isPIN(_ line: String) -> Bool {
    let words = line.split { !($0.isLetter || $0.isNumber) }
    let digits = line.filter { !$0.isWhitespace }
    return (digits.count == 4 && isFourDigits(digits)) || (!words.isEmpty && words.allSatisfy { isFourDigits($0) })
  }

  private static func isFourDigits(_ word: some StringProtocol) -> Bool {
    word.count == 4 && word.allSatisfy { "0"..."9" ~= $0 }
  }

  /// Returns whether a line names a PIN and has four digits: `let pin = "1234"` is not a command, and contains a PIN.
  private static func namesPIN(_ line: String) -> Bool {
    let words = line.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
    // `pinset 7391` lacks a space.
    return words.contains { $0.hasPrefix("pin") } && words.contains { isFourDigits($0) }
  }
}
