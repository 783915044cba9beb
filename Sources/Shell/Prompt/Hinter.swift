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
