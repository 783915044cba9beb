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
