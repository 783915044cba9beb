/// Rows of earlier frames of the line that the terminal has moved out of its screen, and the messages below them.
///
/// A narrower window wraps the line and moves its first rows out at the top, where nothing can erase them. A higher
/// window brings them back; then they are erased, and the messages that came since are printed again.
struct LineRemains {
  enum Item {
    /// - Parameter isMark: `true` if the row only says how many rows of the text are missing there.
    case row([Cell], isMark: Bool = false)
    case message(String, [Cell])

    var cells: [Cell] {
      switch self {
      case .row(let cells, _), .message(_, let cells): cells
      }
    }
  }

  /// From top to bottom. The first one is a row of the line: messages above it are of no concern.
  private(set) var items: [Item] = []
  /// The number of items after which the oldest are forgotten.
  private static let limit = 200

  var isEmpty: Bool { items.isEmpty }

  /// The rows of the line's text if nothing was printed below them; `nil` without any.
  var rows: [[Cell]]? {
    var rows: [[Cell]] = []
    for item in items {
      guard case .row(let cells, let isMark) = item else { return nil }
      if !isMark { rows.append(cells) }
    }
    return rows.isEmpty ? nil : rows
  }

  mutating func forget() { items = [] }

  /// Notes that a message was printed below the rows.
  /// - Parameter text: one line, with escape sequences.
  mutating func add(message text: String) {
    if items.isEmpty { return }
    let shown = StyledText(String(Self.withoutSequences(text)))
    items.append(.message(text, CellRow.unpadded(shown, columns: 2 * text.utf8.count)))
    if items.count > Self.limit { items = Self.relevant(items.dropFirst()) }
  }

  /// Notes that a row of the line was written below the others, and will scroll out of the screen.
  mutating func add(row: [Cell]) { items.append(.row(row)) }

  /// Notes that the last messages were erased.
  mutating func removeMessages(_ count: Int) {
    for _ in 0..<count { if case .message? = items.last { items.removeLast() } }
  }

  /// Returns the number of rows above the cursor that must be erased after the window got another size, and the
  /// messages among them, which must be printed again.
  /// - Parameters:
  ///   - frame: the rows of the line down to the cursor, with their heights in the new window; of the cursor's row,
  ///     only the part above the cursor.
  ///   - cursorRow: the cursor's row on the screen.
  ///   - height: returns the number of rows that cells take in the new window.
  ///   - start: returns the part of cells that fills a number of rows.
  mutating func resize(
    frame: [(row: [Cell], isMark: Bool, height: Int)], cursorRow: Int, height: ([Cell]) -> Int,
    start: ([Cell], Int) -> [Cell]
  ) -> (rows: Int, messages: [String]) {
    var all =
      items.map { (item: $0, height: height($0.cells)) }
      + frame.map {
        (item: .row($0.row, isMark: $0.isMark), height: $0.height)
      }
    var unreachable = max(0, all.reduce(0) { $0 + $1.height } - cursorRow)
    var kept: [Item] = []
    var index = 0
    while unreachable > 0, index < all.count {
      let (item, height) = all[index]
      if height <= unreachable {
        if height > 0 { kept.append(item) }
        index += 1
      } else if case .row(let cells, let isMark) = item {
        kept.append(.row(start(cells, unreachable), isMark: isMark))
        all[index].height -= unreachable
      } else {
        // The end of a message is on the screen.
        kept.append(item)
        index += 1
      }
      unreachable = max(0, unreachable - height)
    }
    // Messages above the first row to erase stay as they are.
    while index < all.count, case .message = all[index].item {
      kept.append(all[index].item)
      index += 1
    }
    let rest = all[index...]
    let messages = rest.map(\.item).filter { if case .message = $0 { true } else { false } }
    items = Self.relevant((kept + messages)[...])
    return (
      rest.reduce(0) { $0 + $1.height },
      messages.compactMap { if case .message(let text, _) = $0 { text } else { nil } }
    )
  }

  /// Returns the items from the first row of the line on.
  private static func relevant(_ items: ArraySlice<Item>) -> [Item] {
    Array(items.drop { if case .message = $0 { true } else { false } })
  }

  /// Returns a line without its escape sequences.
  private static func withoutSequences(_ text: String) -> Substring.UnicodeScalarView {
    var (result, rest) = (Substring.UnicodeScalarView(), text.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "[":
        rest = rest.drop { !("@"..."~").contains($0) }.dropFirst()
      case "]":
        rest = rest.drop { $0 != "\u{07}" && $0 != "\u{1B}" }
        if rest.popFirst() == "\u{1B}" { _ = rest.popFirst() }
      default: break
      }
    }
    return result
  }
}
