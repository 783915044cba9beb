import StoryScript
import System
import Terminal

/// The fields of values that the session already has, or that a look at it gives.
enum FieldCandidates {
  /// - Parameters:
  ///   - text: what gives the record.
  ///   - isRow: whether it gives rows, whose fields are meant.
  static func of(_ text: String, isRow: Bool, in session: Session) -> [Candidate] {
    guard let value = Trial.value(of: text, reading: isSmallFile(text, in: session), in: session) else { return [] }
    let record = isRow ? value.list?.first?.record ?? value.record : value.record
    guard let record else { return [] }
    let writer = session.runtime.writer
    return zip(record.names, record.values).filter { isName($0.0) }.map { name, value in
      Candidate(name, StyledText(sanitized(writer.text(value))).clipped(to: 40).plain)
    }
  }

  /// Whether it begins with the reading of a file that is read in no time: the columns of `open people.csv | where …`.
  private static func isSmallFile(_ text: String, in session: Session) -> Bool {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard words.count == 2, words[0] == "open" else { return false }
    let quote: Character? = words[1].first == "\"" || words[1].first == "'" ? words[1].first : nil
    let path =
      quote.map { mark in words[1].dropFirst().prefix { $0 != mark } } ?? words[1].prefix { $0 != " " && $0 != "|" }
    guard let status = try? FileStatus(session.found(FilePath.expanded(String(path)))) else { return false }
    return status.kind == .file && status.size <= longestFile
  }

  /// In bytes: it is read while somebody waits for what the key brings.
  private static let longestFile = 1 << 20

  /// Whether a field can be named without quotes.
  private static func isName(_ text: String) -> Bool {
    text.first?.isNumber == false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
