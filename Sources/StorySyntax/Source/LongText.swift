/// A text of several lines. It begins on the line after three quotes and ends on the line before three more, whose
/// indentation is removed from each line.
struct LongText {
  /// The contents of each line, without indentation and line end.
  private(set) var lines: [SourceRange] = []
  /// The first error in the text.
  private(set) var fault: (fault: LongTextFault, range: SourceRange)?

  /// - Returns: `nil` for a text between single quotes.
  init?(_ token: Token, in source: Source) {
    guard token.kind == .string || token.kind == .rawString, Self.starts(at: token.start, in: source.bytes) else {
      return nil
    }
    // An unclosed text has already been reported.
    guard token.end - token.start >= 6, Self.starts(at: token.end - 3, in: source.bytes) else { return }
    let bytes = source.bytes[(token.start + 3)..<(token.end - 3)]
    var starts = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    let first = SourceRange(bytes.startIndex, starts.first.map { $0 - 1 } ?? bytes.endIndex)
    guard source.bytes[Int(first.start)..<Int(first.end)].allSatisfy(isBlank), let last = starts.popLast() else {
      fault = (.firstLine, first.isEmpty ? token.range : first)
      return
    }
    let indentation = source.bytes[last..<bytes.endIndex]
    guard indentation.allSatisfy(isBlank) else {
      fault = (.lastLine, SourceRange(bytes.endIndex, token.end))
      return
    }
    for (start, next) in zip(starts, starts.dropFirst() + [last]) {
      let end = next > start + 1 && bytes[next - 2] == 0x0D ? next - 2 : next - 1
      if bytes[start..<end].starts(with: indentation) {
        lines.append(SourceRange(start + indentation.count, end))
      } else if let text = bytes[start..<end].firstIndex(where: { !isBlank($0) }) {
        fault = (.indentation, SourceRange(text, end))
        return
      } else {
        lines.append(SourceRange(end, end))
      }
    }
  }

  /// Returns `true` if three quotes of one kind are at `index`: the first two are then not an empty text.
  static func starts(at index: Int, in bytes: [UInt8]) -> Bool {
    index + 2 < bytes.count && bytes[index] == bytes[index + 1] && bytes[index] == bytes[index + 2]
      && bytes[index].isOne(of: "\"'")
  }

  /// Returns the text without its indentation.
  func text(in source: Source) -> String { lines.map { source.text($0) }.joined(separator: "\n") }
}

/// The errors of a text in three quotes: words after the first quotes, words before the last ones, or a line that is
/// indented less than the last ones.
public enum LongTextFault: Hashable, Sendable { case firstLine, lastLine, indentation }
