/// A text of several lines: it begins on the line after three quotes and ends with the line before three more, whose
/// indentation goes from each line.
struct LongText {
  /// What each line says, without indentation and line end.
  private(set) var lines: [SourceRange] = []
  /// The first thing that is wrong with it.
  private(set) var fault: (fault: LongTextFault, range: SourceRange)?

  /// - Returns: `nil` for a text between single quotes.
  init?(_ token: Token, in source: Source) {
    guard token.kind == .string || token.kind == .rawString, Self.starts(at: token.start, in: source.bytes) else {
      return nil
    }
    // One that is never closed is wrong already.
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

  /// Whether three quotes of one kind stand there, of which the first two are no empty text.
  static func starts(at index: Int, in bytes: [UInt8]) -> Bool {
    index + 2 < bytes.count && bytes[index] == bytes[index + 1] && bytes[index] == bytes[index + 2]
      && bytes[index].isOne(of: "\"'")
  }

  /// The text without what the indentation of its lines adds.
  func text(in source: Source) -> String { lines.map { source.text($0) }.joined(separator: "\n") }
}

/// What a text in three quotes can have wrong: words behind the first quotes, words before the last ones, or a line that
/// is indented less than those.
public enum LongTextFault: Hashable, Sendable { case firstLine, lastLine, indentation }
