import StoryScript

/// What was typed without being shown, or as a secret of a command, so that a line that holds it again is not kept either.
///
/// Only hashes stay, which mean nothing outside of this run of the program.
struct TypedSecrets {
  private var hashes: Set<Int> = []
  /// What is shorter stands in many lines.
  private static let shortest = 4

  mutating func add(_ secret: String) {
    let bare = secret.trimmingCharacters { $0.isWhitespace || "\"'".contains($0) }
    if bare.count >= Self.shortest { hashes.insert(bare.hashValue) }
  }

  /// Notes the secrets that stand in a line.
  mutating func add(in line: String, _ vocabulary: Vocabulary) {
    let bytes = Array(line.utf8)
    for range in SecretText.ranges(in: line, vocabulary) { add(String(decoding: bytes[range], as: UTF8.self)) }
  }

  /// Whether one of them stands in a line as a word of its own.
  func areIn(_ line: String) -> Bool {
    guard !hashes.isEmpty else { return false }
    let words = line.split { !$0.isLetter && !$0.isNumber }
    // A password has signs inside.
    let longer = line.split { $0.isWhitespace || "\"'()[]{},;".contains($0) }
    return (words + longer).contains { hashes.contains(String($0).hashValue) }
  }
}

extension String {
  fileprivate func trimmingCharacters(where isLeftOut: (Character) -> Bool) -> String {
    let rest = drop(while: isLeftOut)
    return rest.lastIndex { !isLeftOut($0) }.map { String(rest[...$0]) } ?? ""
  }
}

/// Which typed lines must never be kept.
public enum SecretLine {
  /// Whether a line holds a secret, uses a command that needs one, or was probably meant to be such a line: a password
  /// behind a misspelt `login` is one all the same, and so are four digits beside the word `pin` or alone in a line.
  public static func isSecret(_ line: String, _ vocabulary: Vocabulary) -> Bool {
    SecretText.isSecret(line, vocabulary) || namesPIN(line) || isPIN(line)
  }

  /// An answer to a question that was over already, alone, in quotes or typed twice.
  private static func isPIN(_ line: String) -> Bool {
    let words = line.split { !($0.isLetter || $0.isNumber) }
    let digits = line.filter { !$0.isWhitespace }
    return (digits.count == 4 && isFourDigits(digits)) || (!words.isEmpty && words.allSatisfy { isFourDigits($0) })
  }

  private static func isFourDigits(_ word: some StringProtocol) -> Bool {
    word.count == 4 && word.allSatisfy { "0"..."9" ~= $0 }
  }

  /// `let pin = "1234"` is no command, and what it holds is a PIN.
  private static func namesPIN(_ line: String) -> Bool {
    let words = line.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
    // `pinset 7391` lacks a blank.
    return words.contains { $0.hasPrefix("pin") } && words.contains { isFourDigits($0) }
  }
}
