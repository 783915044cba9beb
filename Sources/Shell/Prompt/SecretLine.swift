import StoryScript

/// Which typed lines must never be kept.
public enum SecretLine {
  /// Whether a line uses a command with a secret parameter, or one that was probably meant to be such a command: a
  /// password behind a misspelt `login` is one all the same.
  public static func isSecret(_ line: String, _ vocabulary: Vocabulary = Catalog.schema.vocabulary) -> Bool {
    let secret = Set(
      vocabulary.commands.commands.filter { $0.parameters.contains(where: \.isSecret) }.map { $0.words[0] })
    if secret.isEmpty { return false }
    let bytes = Array(line.utf8)
    return SyntaxColouring.spans(in: line, vocabulary: vocabulary).contains { span in
      let word = String(decoding: bytes[span.range], as: UTF8.self)
      switch span.kind {
      case .secret: return true
      case .command: return secret.contains(word)
      case .unknown: return closest(to: word, among: vocabulary.commands.firstWords).map(secret.contains) ?? false
      default: return false
      }
    }
  }
}
