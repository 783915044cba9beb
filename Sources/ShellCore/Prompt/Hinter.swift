import StoryScript
import System
import TerminalText

/// Predicts the rest of a line: the newest line that began the same way and would run; for a word that has never
/// begun a line, the suggested line to try; otherwise the only completion.
public struct Hinter {
  private let history: History
  private var completer: Completer
  private let canRun: (String) -> Bool
  /// The maximum number of lines tried: each is parsed completely, at every key.
  private static let most = 3

  /// - Parameter canRun: returns whether a line can be parsed and uses only known names.
  init(history: History, completer: Completer, canRun: @escaping (String) -> Bool) {
    self.history = history
    self.completer = completer
    self.completer.readsFilesAndValues = false
    self.canRun = canRun
  }

  /// Returns the rest of one of the lines that `help` shows first.
  private func starterLine(_ line: String) -> String? {
    guard line.utf8.count > 1,
      let tried = Help.exampleLines.first(where: { $0.utf8.count > line.utf8.count && $0.hasPrefix(line) }),
      let word = tried.split(separator: " ").first, history.continuations(of: word + " ").isEmpty, canRun(tried)
    else { return nil }
    return String(tried.dropFirst(line.count))
  }

  public func hint(for line: String) -> String? {
    // A line that begins with a space does not use the history.
    if line.first != " " {
      let lines = history.continuations(of: line, most: Self.most)
      if let rest = lines.first(where: { canRun(line + $0) }) { return rest }
      if let rest = starterLine(line) { return rest }
    }
    let cursor = line.utf8.count
    let completions = completer.completions(line, cursor)
    guard completions.count == 1, let only = completions.first, only.replacing.upperBound == cursor,
      !only.replacing.isEmpty
    else { return nil }
    let typed = String(decoding: line.utf8.dropFirst(only.replacing.lowerBound), as: UTF8.self)
    guard only.text.hasPrefix(typed) else { return nil }
    let rest = String(only.text.dropFirst(typed.count)).withoutTrailingSpaces
    return rest.isEmpty ? nil : rest
  }
}

/// Decides which earlier lines may be suggested: a line that would be refused now teaches a mistake.
///
/// Each line is tried once until something happens, since a line that the user types letter by letter is asked about
/// at every key.
final class SuggestionFilter {
  private var known: [String: Bool] = [:]

  /// Forgets all answers, since something may have happened.
  func forget() { known.removeAll(keepingCapacity: true) }

  /// Returns whether a line, which can be parsed, would run now.
  func wouldRun(_ line: String, in session: Session) -> Bool {
    if let answer = known[line] { return answer }
    let answer = !Self.lacksFile(line, in: session) && Trial.refusal(of: line, in: session) == nil
    known[line] = answer
    return answer
  }

  /// Returns whether a command in the line reads a file or a folder that does not exist.
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
  /// Returns whether a file exists at a path as written in a line, with or without quotes.
  static func isThere(written bytes: some Collection<UInt8>) -> Bool {
    var path = Substring(decoding: bytes, as: UTF8.self)
    if let quote = path.first, quote == "\"" || quote == "'" {
      path = path.dropFirst()
      if path.last == quote { path = path.dropLast() }
    }
    return !path.isEmpty && File.exists(FilePath.expanded(String(path)))
  }
}
