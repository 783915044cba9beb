import StoryScript
import TerminalText
import Timeline

/// The name of the person who typed a recording, and the day on which it was exported: notes at the end of the file,
/// which nothing proves.
package struct RecordingSignature: Hashable {
  /// The person's name; `nil` if none was given.
  package var name: String?
  /// The day, as in `2026-11-27`.
  package var date: String?

  private static let (nameNote, dateNote) = ("learner: ", "exported: ")
  private static let limit = 80

  package init(name: String?, date: String?) { (self.name, self.date) = (name, date) }

  /// Reads the signature of a recording.
  package init(of recording: Recording) {
    func last(_ prefix: String) -> String? {
      let found = recording.items.lazy.reversed().compactMap { item -> String? in
        guard case .note(let note) = item.content, note.hasPrefix(prefix) else { return nil }
        return String(sanitized(String(note.dropFirst(prefix.count))).prefix(Self.limit))
      }.first
      return found?.isEmpty == true ? nil : found
    }
    self.init(name: last(Self.nameNote), date: last(Self.dateNote))
  }

  /// The lines to append to a recording.
  package var text: String {
    let notes = [name.map { Self.nameNote + $0 }, date.map { Self.dateNote + $0 }].compactMap { $0 }
    return notes.map { Recording.text(of: .init(wait: .zero, content: .note($0))) }.joined()
  }

  /// Returns a name as it was typed, in one line.
  package static func name(typed text: String) -> String {
    String(sanitized(text).split { $0.isWhitespace }.joined(separator: " ").prefix(limit))
  }
}
