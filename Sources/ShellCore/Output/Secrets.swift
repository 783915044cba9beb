import StoryScript

/// The source of a diagnostic without its secrets: an error must not print the PIN that caused it.
package struct Secrets {
  package let message: String
  package let suggestion: String?
  /// The byte ranges of the secrets in the source.
  private let ranges: [Range<Int>]

  package init(_ diagnostic: Diagnostic, _ reader: SecretReader) {
    let problem = diagnostic.problem
    let start = Int(diagnostic.range.start)
    let read = diagnostic.source.map { reader.secrets(around: start, in: $0) }
    guard let read, !read.secrets.ranges.isEmpty else {
      (message, ranges) = (SecretText.withoutTokens(problem.message), [])
      suggestion = problem.suggestion.map { SecretText.withoutTokens($0) }
      return
    }
    ranges = read.secrets.ranges.map { $0.lowerBound + read.start..<$0.upperBound + read.start }
    message = read.secrets.masked(problem.message)
    // A word similar to a part of a password would reveal it.
    let isInside = ranges.contains { $0.overlaps(start..<max(Int(diagnostic.range.end), start + 1)) }
    suggestion =
      isInside && problem.suggestion?.hasPrefix(Self.guess) == true
      ? nil : problem.suggestion.map { read.secrets.masked($0) }
  }

  private static let guess = "did you mean"

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
}

/// The secrets of the last source with a diagnostic, so that a hundred errors in one source read it once.
package final class SecretReader {
  private let vocabulary: Vocabulary
  private var last: (source: Source, part: SourceRange, secrets: SourceSecrets)?

  /// - Parameter vocabulary: defines which commands take a secret.
  package init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// Returns the secrets around a place, and the place at which the text that contains them starts.
  func secrets(around place: Int, in source: Source) -> (secrets: SourceSecrets, start: Int) {
    if let last, last.source === source, last.part.start == 0, Int(last.part.end) == source.bytes.count {
      return (last.secrets, 0)
    }
    let part = part(around: place, in: source)
    if let last, last.source === source, last.part == part { return (last.secrets, Int(part.start)) }
    let secrets = SourceSecrets(source.text(part), vocabulary)
    last = (source, part, secrets)
    return (secrets, Int(part.start))
  }

  /// Returns the text that may contain the secrets: the whole source if it is short or names a command that takes one,
  /// since arguments may span many lines; otherwise the line, for a misspelt command.
  private func part(around place: Int, in source: Source) -> SourceRange {
    if known?.source !== source {
      // Reading a larger source as a whole would be noticeable.
      let isLarge = source.bytes.count > 4 << 20
      let isShort = source.bytes.count < 16 << 10
      known = (source, isShort || !isLarge && names.contains { contains($0, source) })
    }
    return known?.isWhole == true ? SourceRange(0, source.bytes.count) : source.lineRange(of: place)
  }

  /// The last source, and whether it is read as a whole.
  private var known: (source: Source, isWhole: Bool)?

  /// Returns `true` if a source contains a word.
  private func contains(_ word: [UInt8], _ source: Source) -> Bool {
    source.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start + word.count <= bytes.count {
        var length = 0
        while length < word.count, bytes[start + length] == word[length] { length += 1 }
        if length == word.count { return true }
        start += 1
      }
      return false
    }
  }

  /// The first words of the commands that take a secret.
  private lazy var names: [[UInt8]] = {
    let commands = vocabulary.commands.commands.lazy.filter { $0.parameters.contains { $0.isSecret } }
    return Set(commands.map { $0.words[0] }).sorted().map { Array($0.utf8) }
  }()
}
