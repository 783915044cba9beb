/// A text of several lines that was begun with one quote: one mistake, not one in each of its lines.
extension Parser {
  /// Drops what was found wrong inside of such texts, and says how they are written.
  static func withoutLinesOfTexts(_ problems: [Diagnostic], in source: Source) -> [Diagnostic] {
    var kept: [Diagnostic] = []
    var end = 0
    for var diagnostic in problems.sorted(by: { $0.range.start < $1.range.start }) where diagnostic.range.start >= end {
      if case .unclosedString = diagnostic.problem, let close = endOfText(from: diagnostic.range, in: source) {
        let quote = source.text(SourceRange(Int(diagnostic.range.start), Int(diagnostic.range.start) + 1))
        let quotes = String(repeating: quote, count: 3)
        diagnostic.problem = .foreign(
          diagnostic.problem.message, instead: "a text of several lines stands between \(quotes) and \(quotes)")
        end = close
      }
      kept.append(diagnostic)
    }
    return kept
  }

  /// Where the line ends in which a text that its own line does not close is closed: by the next quote of its kind, behind
  /// which nothing stands but what closes more.
  private static func endOfText(from start: SourceRange, in source: Source) -> Int? {
    let quote = source.bytes[Int(start.start)]
    guard let close = source.bytes[Int(start.end)...].firstIndex(of: quote) else { return nil }
    let end = source.bytes[close...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
    let rest = source.bytes[(close + 1)..<end]
    return rest.allSatisfy { $0.isOne(of: " \t\r)]};,") } ? end : nil
  }
}
