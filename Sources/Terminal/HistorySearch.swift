/// ^R: the history's lines that have what is typed, below the line, newest first. The prompt shows the query, the line
/// what is chosen. What stood in the line is the query to begin with, where any line has it.
struct HistorySearch {
  private let history: History
  /// The line before the search.
  private let typed: UndoStack.Snapshot
  private var query = ""
  private var found: [String]
  private var chosen: Int?
  /// More are looked for only when the query says more.
  private static let most = 100

  /// What follows a key.
  enum Step {
    case goesOn
    /// The search is over; a key that is not its own does its work on the line.
    case ends(UndoStack.Snapshot, key: KeyReader.Key? = nil)
  }

  init(_ history: History, typed: UndoStack.Snapshot) {
    self.history = history
    self.typed = typed
    let text = String(typed.text)
    found = text.isEmpty ? [] : history.search(text, limit: Self.most)
    if found.isEmpty {
      found = history.search("", limit: Self.most)
    } else {
      (query, chosen) = (text, 0)
    }
  }

  mutating func take(_ key: KeyReader.Key) -> Step {
    switch key {
    case .scalar("\u{12}"), .function(.down), .scalar("\t"):
      if !found.isEmpty { chosen = chosen.map { min($0 + 1, found.count - 1) } ?? 0 }
    case .function(.up), .function(.backTab), .scalar("\u{13}"): chosen = chosen.map { max($0 - 1, 0) }
    case .scalar("\u{07}"), .scalar("\u{1B}"): return .ends(typed)
    case .scalar("\u{7F}"), .scalar("\u{08}"):
      if !query.isEmpty { query.removeLast() }
      look()
    case .scalar("\u{15}") where !query.isEmpty:
      query = ""
      look()
    case .scalar(let scalar) where scalar.value >= 0x20:
      query.unicodeScalars.append(scalar)
      look()
    // What was not found must not run something else.
    case .scalar("\r") where entry == nil, .scalar("\n") where entry == nil: return .ends(typed)
    default: return .ends(taken, key: key)
    }
    return .goesOn
  }

  private mutating func look() {
    found = history.search(query, limit: Self.most)
    chosen = query.isEmpty || found.isEmpty ? nil : 0
  }

  /// What is chosen; nothing before anything is typed.
  private var entry: String? { chosen.map { found[$0] } }

  private var taken: UndoStack.Snapshot {
    guard let entry else { return typed }
    let text = Array(entry.unicodeScalars)
    return UndoStack.Snapshot(text: text, cursor: text.count)
  }

  func prompt(glyphs: GlyphSet) -> StyledText {
    let isMissing = found.isEmpty
    return StyledText(isMissing ? "not found: " : "search: ", isMissing ? .error : .dim)
      + StyledText(sanitized(query, glyphs: glyphs)) + StyledText(" › ", .dim)
  }

  /// Where the query stands in the line, in bytes.
  var match: Range<Int>? { entry.flatMap { Self.range(of: query, in: $0) } }

  private static func range(of query: String, in entry: String) -> Range<Int>? {
    entry.firstRange(ofBytes: query) ?? entry.lowercased().firstRange(ofBytes: query.lowercased())
  }

  /// What is chosen, the cursor at the match; what was typed while nothing is.
  var line: UndoStack.Snapshot {
    guard let entry else { return typed }
    let start = String(decoding: entry.utf8.prefix(match?.lowerBound ?? 0), as: UTF8.self)
    return UndoStack.Snapshot(text: Array(entry.unicodeScalars), cursor: start.unicodeScalars.count)
  }

  /// At most so many of the lines around the one that is chosen, each in one row.
  func lines(height: Int, glyphs: GlyphSet) -> [StyledText] {
    let first = max(0, min((chosen ?? 0) - height / 2, found.count - height))
    return found.indices.dropFirst(first).prefix(height).map { index in
      let isChosen = index == chosen
      let text = sanitized(found[index], glyphs: glyphs)
      let hit = query.isEmpty ? nil : Self.range(of: query, in: text)
      let mark = glyphs == .unicode ? "› " : "> "
      let shown = StyledText(text, ranges: isChosen ? [] : hit.map { [StyledRange($0, .match)] } ?? [])
      return StyledText(isChosen ? mark : "  ") + (isChosen ? StyledText(text, .chosen) : shown)
    }
  }
}

/// What somebody looks for on a screen, and what is typed for it behind `/`.
public struct SearchField: Sendable {
  /// What was looked for last; empty before.
  public private(set) var query = ""
  /// What is typed; `nil` while nothing is.
  public private(set) var typed: String?

  public init() {}

  public var isOpen: Bool { typed != nil }
  public mutating func open() { typed = "" }

  /// Takes a key while it is open.
  /// - Returns: whether it is closed by now and the query is to be found.
  public mutating func take(_ key: ScreenKey) -> Bool {
    switch key {
    case .character(let character): typed?.append(character)
    case .backspace:
      if typed?.isEmpty == true { typed = nil } else { typed?.removeLast() }
    case .enter:
      if let typed, !typed.isEmpty { query = typed }
      typed = nil
      return true
    case .escape, .interrupt: typed = nil
    default: break
    }
    return false
  }
}
