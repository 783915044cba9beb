import StoryScript

/// The source of a diagnostic without its secrets: an error must not print the PIN that caused it.
struct Secrets {
  let message: String
  let suggestion: String?
  /// The byte ranges of the secrets in the source.
  private let ranges: [Range<Int>]

  /// - Parameter vocabulary: defines which commands take a secret.
  init(_ diagnostic: Diagnostic, _ vocabulary: Vocabulary) {
    let problem = diagnostic.problem
    let read = diagnostic.source.flatMap { Self.text(around: diagnostic, in: $0, vocabulary) }
    let found = read.map { SecretText.ranges(in: $0.text, vocabulary) } ?? []
    guard let read, !found.isEmpty else {
      (message, ranges) = (SecretText.withoutTokens(problem.message), [])
      suggestion = problem.suggestion.map { SecretText.withoutTokens($0) }
      return
    }
    ranges = found.map { $0.lowerBound + read.start..<$0.upperBound + read.start }
    message = SecretText.masked(problem.message, quoting: read.text, vocabulary)
    suggestion = problem.suggestion.map { SecretText.masked($0, quoting: read.text, vocabulary) }
  }

  /// Returns a part of the source with each secret masked.
  func text(of source: Source, _ part: Range<Int>) -> String {
    var text = ""
    var start = part.lowerBound
    for range in ranges where range.overlaps(part) {
      if range.lowerBound > start { text += source.text(SourceRange(start, range.lowerBound)) }
      text += SecretText.mask
      start = min(range.upperBound, part.upperBound)
    }
    return text + (start < part.upperBound ? source.text(SourceRange(start, part.upperBound)) : "")
  }

  /// Returns the text that may contain the secrets: the whole source if it names a command that takes one, since its
  /// arguments may span many lines; otherwise the line, for a misspelt command.
  private static func text(
    around diagnostic: Diagnostic, in source: Source, _ vocabulary: Vocabulary
  ) -> (text: String, start: Int)? {
    // For larger sources, reading everything again for each error would be noticeable.
    let isLarge = source.bytes.count > 4 << 20
    if !isLarge, names(vocabulary).contains(where: { source.bytes.firstRange(of: $0) != nil }) {
      return (source.text(SourceRange(0, source.bytes.count)), 0)
    }
    let line = source.lineRange(of: Int(diagnostic.range.start))
    return line.isEmpty ? nil : (source.text(line), Int(line.start))
  }

  /// Returns the first words of the commands that take a secret.
  private static func names(_ vocabulary: Vocabulary) -> [[UInt8]] {
    let commands = vocabulary.commands.commands.lazy.filter { $0.parameters.contains(where: \.isSecret) }
    return Set(commands.map { $0.words[0] }).map { Array($0.utf8) }
  }
}
