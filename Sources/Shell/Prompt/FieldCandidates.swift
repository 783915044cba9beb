import StoryScript
import Terminal

/// The fields of values that the session already has, or that a look at it gives.
enum FieldCandidates {
  /// - Parameters:
  ///   - text: what gives the record.
  ///   - isRow: whether it gives rows, whose fields are meant.
  static func of(_ text: String, isRow: Bool, in session: Session) -> [Candidate] {
    guard let value = Trial.value(of: text, reading: true, in: session) else { return [] }
    let record = isRow ? value.list?.first?.record ?? value.record : value.record
    guard let record else { return [] }
    let writer = session.runtime.writer
    return zip(record.names, record.values).filter { isName($0.0) }.map { name, value in
      Candidate(name, StyledText(sanitized(writer.text(value))).clipped(to: 40).plain)
    }
  }

  /// Whether a field can be named without quotes.
  private static func isName(_ text: String) -> Bool {
    text.first?.isNumber == false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
