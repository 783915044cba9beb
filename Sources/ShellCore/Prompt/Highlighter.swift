import RichText
import StoryScript
import System
import TerminalText

/// Colours a line while it is typed: with the lexer and the command table that will run it, and with the detector of
/// mentions, tags and links.
public struct Highlighter {
  private let vocabulary: Vocabulary
  private let detector: Detector

  public init(schema: Schema) {
    vocabulary = schema.vocabulary
    let paths = Set(schema.states.map { $0.path })
    detector = Detector(.shell) { paths.contains($0) || File.exists($0) }
  }

  /// - Parameter definitions: the names of definitions made before this line.
  public func ranges(in line: String, definitions: Set<String> = []) -> [StyledRange] {
    let spans = SyntaxColouring.spans(in: line, vocabulary: vocabulary, definitions: definitions)
    var ranges: [StyledRange] = []
    ranges.reserveCapacity(spans.count + 4)
    var texts: [Range<Int>] = []
    for span in spans {
      let style = style(of: span, in: line)
      if style != .plain { ranges.append(StyledRange(span.range, style)) }
      if span.kind == .text || span.kind == .string { texts.append(span.range) }
    }
    // Later ranges override earlier ones.
    return texts.isEmpty ? ranges : ranges + facets(in: line, within: texts)
  }

  private func style(of span: SyntaxSpan, in line: String) -> Style {
    switch span.kind {
    case .command, .function: .command
    case .keyword: .keyword
    case .unknown: .error
    case .number, .constant: .number
    case .duration: .duration
    case .string: .string
    case .variable, .state, .event: .variable
    case .path:
      FilePath.isThere(written: line.utf8.dropFirst(span.range.lowerBound).prefix(span.range.count)) ? .path : .plain
    case .secret: .dim
    case .comment: .comment
    case .preposition, .name, .text: .plain
    }
  }

  /// Finds the mentions, tags and links in the words and strings of a line. The detector gets the whole line, since
  /// the text before a word matters as well.
  private func facets(in line: String, within texts: [Range<Int>]) -> [StyledRange] {
    var ranges: [StyledRange] = []
    var line = line
    line.withUTF8 { bytes in
      var index = 0
      detector.forEachSpan(in: bytes) { span in
        while index < texts.count, texts[index].upperBound < span.range.upperBound { index += 1 }
        guard index < texts.count, texts[index].lowerBound <= span.range.lowerBound else { return }
        ranges.append(StyledRange(span.range, Style(span.kind)))
      }
    }
    return ranges
  }
}
