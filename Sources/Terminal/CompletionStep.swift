/// The work of Tab on what a completer offers.
enum CompletionStep: Equatable {
  case nothing
  case replace(UndoStack.Snapshot)
  case list([Completion])

  /// Those that replace the same bytes as the first, if the line has them.
  static func usable(_ offered: [Completion], line: UndoStack.Snapshot) -> [Completion] {
    guard let range = offered.first?.replacing, range.lowerBound >= 0, range.upperBound <= String(line.text).utf8.count
    else { return [] }
    return offered.allSatisfy { $0.replacing == range } ? offered : offered.filter { $0.replacing == range }
  }

  /// One candidate is taken. Several go on as far as they agree; when that is no further than what is typed, they are
  /// listed.
  init(_ offered: [Completion], line: UndoStack.Snapshot) {
    let completions = Self.usable(offered, line: line)
    guard let first = completions.first else {
      self = .nothing
      return
    }
    let bytes = Array(String(line.text).utf8)
    let typed = String(decoding: bytes[first.replacing], as: UTF8.self)
    if completions.count == 1 {
      self = first.text == typed ? .nothing : .replace(first.applied(to: line))
      return
    }
    var common = first.text
    // Once they agree no further than what is typed, they are listed: the other thousands need not be looked at.
    for other in completions.dropFirst() where common.utf8.count > typed.utf8.count && !other.text.hasPrefix(common) {
      common = commonPrefix(common, other.text)
    }
    if common.utf8.count > typed.utf8.count, common.hasPrefix(typed) {
      self = .replace(Completion(common, replacing: first.replacing).applied(to: line))
    } else {
      self = .list(completions)
    }
  }
}

private func commonPrefix(_ a: String, _ b: String) -> String {
  String(zip(a, b).prefix { $0 == $1 }.map(\.0))
}
