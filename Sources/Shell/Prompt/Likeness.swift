/// Which texts are meant by what is typed: those that begin so, else those that do in another case, else those that have
/// its letters in that order, the densest first.
enum Likeness {
  /// Linear in all the texts together, for what is typed at all.
  static func matching<Item>(_ items: [Item], _ typed: String, _ text: (Item) -> String) -> [Item] {
    if typed.isEmpty { return items }
    let exact = items.filter { text($0).hasPrefix(typed) }
    if !exact.isEmpty { return exact }
    let lower = typed.lowercased()
    let folded = items.filter { text($0).lowercased().hasPrefix(lower) }
    if !folded.isEmpty { return folded }
    let letters = Array(lower.utf8)
    let found = items.enumerated().compactMap { index, item in
      span(of: letters, in: text(item).lowercased()).map { (span: $0, index: index, item: item) }
    }
    return found.sorted { ($0.span, $0.index) < ($1.span, $1.index) }.map(\.item)
  }

  /// How many bytes the letters take in a text that begins with the first of them and has them all; one letter alone says
  /// too little.
  private static func span(of letters: [UInt8], in text: String) -> Int? {
    guard letters.count > 1 else { return nil }
    var (next, count) = (0, 0)
    for byte in text.utf8 {
      count += 1
      if byte == letters[next] { next += 1 } else if next == 0 { return nil }
      if next == letters.count { return count }
    }
    return nil
  }
}
