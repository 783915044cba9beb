import StoryScript
import System

/// Which lines that were typed once may be suggested: what would be refused as things stand now teaches a mistake.
///
/// Everything that is asked about is tried once, until something happens: a line that somebody follows letter by letter is
/// asked about at every key.
final class Suggestible {
  private var known: [String: Bool] = [:]

  /// Something may have happened since.
  func forget() { known.removeAll(keepingCapacity: true) }

  /// Whether a line, which can be read, would not be refused now.
  func wouldRun(_ line: String, in session: Session) -> Bool {
    if let answer = known[line] { return answer }
    let answer = !Self.lacksFile(line, in: session) && Trial.refusal(of: line, in: session) == nil
    known[line] = answer
    return answer
  }

  /// Whether a command in it looks into a folder or a file that is not there.
  private static func lacksFile(_ line: String, in session: Session) -> Bool {
    let spans = SyntaxColouring.spans(
      in: line, vocabulary: session.catalog.schema.vocabulary, definitions: session.runtime.program.definitionNames)
    return spans.contains { span in
      guard span.kind == .path else { return false }
      let words = HelpSubject.words(in: line, spans, at: span.range.lowerBound)
      let entry = session.catalog.entries.first { $0.command.words == words }
      guard let command = entry?.command, command.takesFile || command.takesFolder else { return false }
      return !FilePath.isThere(written: line.utf8.dropFirst(span.range.lowerBound).prefix(span.range.count))
    }
  }
}

extension FilePath {
  /// Whether there is a file by a path as a line has it, in quotes or not.
  static func isThere(written bytes: some Collection<UInt8>) -> Bool {
    var path = Substring(decoding: bytes, as: UTF8.self)
    if let quote = path.first, quote == "\"" || quote == "'" {
      path = path.dropFirst()
      if path.last == quote { path = path.dropLast() }
    }
    return !path.isEmpty && File.exists(FilePath.expanded(String(path)))
  }
}
