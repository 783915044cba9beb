import StoryScript
import System
import Terminal

/// The probable rest of what is typed: the newest line that began so and would run; for a word that nobody has begun a line
/// with yet the line to try that does; else the only completion there is.
public struct Hinter {
  private let history: History
  private var completer: Completer
  private let canRun: (String) -> Bool
  /// The most lines that are tried: each is read as a whole, and that for every key.
  private static let most = 3

  /// - Parameter canRun: whether a line can be read and knows only what is there.
  init(history: History, completer: Completer, canRun: @escaping (String) -> Bool) {
    self.history = history
    self.completer = completer
    self.completer.looksFurther = false
    self.canRun = canRun
  }

  /// What begins so of the lines that `help` shows first.
  private func firstTry(_ line: String) -> String? {
    guard line.utf8.count > 1,
      let tried = Help.toTry.first(where: { $0.utf8.count > line.utf8.count && $0.hasPrefix(line) }),
      let word = tried.split(separator: " ").first, history.continuations(of: word + " ").isEmpty, canRun(tried)
    else { return nil }
    return String(tried.dropFirst(line.count))
  }

  public func hint(for line: String) -> String? {
    // A line that begins with a space is not to be connected with history.
    if line.first != " " {
      let lines = history.continuations(of: line, most: Self.most)
      if let rest = lines.first(where: { canRun(line + $0) }) { return rest }
      if let rest = firstTry(line) { return rest }
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
