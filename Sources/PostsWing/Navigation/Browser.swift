import ShellCore
import StoryScript
import TerminalText

/// A list on the full screen: the chosen item, and the effects of the keys. `Browser` does not know the terminal; the
/// caller passes the items.
struct Browser {
  /// The effect of a key on the session.
  enum Action: Hashable {
    case none, leave
    /// A command, as if it had been typed.
    case run(String)
    /// A command that continues the list on the screen.
    case more
    case back
    /// The list on the screen is read again.
    case refresh
    /// The chosen post is shown whole, with its pictures, or as in lists again.
    case unfold
  }

  /// The target of the keys: the chosen item.
  struct Target: Hashable {
    /// The reference of a post, for example @3.
    var ref: String?
    /// The handle of the post's author, or of the person.
    var handle: String?
    /// The name of a feed.
    var feed: String?
    var isLiked = false
    var isReposted = false
    var isBookmarked = false
    var isMuted = false
    var isFollowed = false
  }

  /// A text that is being typed, for a command that takes it: `reply @3`, `quote @3` or `post`.
  private struct Typing {
    let command: String
    /// The words before the text.
    let question: String
    var text: String
  }

  /// The number of items.
  private(set) var count = 0
  /// `true` if the list has more items to load.
  private(set) var hasMore = false
  private(set) var chosen = 0
  /// The first item on the screen.
  private var top = 0
  /// The approximate number of items on a page, as last drawn.
  private var page = 1
  /// The text that is being typed; `nil` if there is none.
  private var typing: Typing?
  /// The texts that the user left unsent, by the commands that they are for.
  private var left: [String: String] = [:]
  /// `true` if the list of keys is shown instead.
  private var explains = false
  private let glyphs: GlyphSet

  init(glyphs: GlyphSet) { self.glyphs = glyphs }

  /// Shows another list, or the reloaded list.
  mutating func show(_ count: Int, hasMore: Bool, chosen: Int) {
    (self.count, self.hasMore) = (count, hasMore)
    self.chosen = max(0, min(chosen, count - 1))
    // As many items before the chosen one are shown as fit.
    top = 0
  }

  /// Adds more items of the list, and chooses the next item.
  mutating func grow(to count: Int, hasMore: Bool) {
    (self.count, self.hasMore) = (count, hasMore)
    chosen = max(0, min(chosen + 1, count - 1))
  }

  // MARK: Keys

  mutating func handle(_ key: ScreenKey, on target: Target) -> Action {
    if typing != nil { return handleTypedKey(key) }
    // A key that closes the list of keys has no other effect.
    if explains || key == .character("?") {
      explains.toggle()
      return key == .character("q") || key == .interrupt ? .leave : .none
    }
    switch key {
    case .down, .character("j"): return move(by: 1)
    case .up, .character("k"): return move(by: -1)
    case .pageDown, .character(" "): return move(by: page)
    case .pageUp: return move(by: -page)
    case .home, .character("g"): return move(by: -count)
    case .end, .character("G"): return move(by: count)
    case .enter:
      if let ref = target.ref { return .run("go post \(ref)") }
      if let feed = target.feed { return .run("go feed \(ValueWriter.quoted(feed))") }
      return profile(target)
    case .character("p"): return profile(target)
    case .character("l"): return act(target.isLiked ? "unlike" : "like", target.ref)
    case .character("t"): return act(target.isReposted ? "unrepost" : "repost", target.ref)
    case .character("b"): return act(target.isBookmarked ? "unbookmark" : "bookmark", target.ref)
    case .character("m"): return act(target.isMuted ? "unmute" : "mute", target.handle)
    case .character("f"): return act(target.isFollowed ? "unfollow" : "follow", target.handle)
    case .character("o"): return act("link open", target.ref)
    case .character("i"): return target.ref == nil ? .none : .unfold
    case .character("R"): return .refresh
    case .character("r"): return type("reply", target.ref)
    case .character("c"): return type("quote", target.ref)
    case .character("n"):
      begin("post", "new post")
      return .none
    case .character("u"): return .run("undo")
    case .character("1"), .character("2"), .character("3"), .character("4"), .character("5"):
      return .run("go \(Self.tabs[Self.number(key) - 1])")
    case .left, .character("h"), .backspace, .escape: return .back
    case .right: return .run("go forward")
    case .character("q"), .interrupt: return .leave
    default: return .none
    }
  }

  static let tabs = ["timeline", "feeds", "notifications", "likes", "profile"]

  private static func number(_ key: ScreenKey) -> Int {
    if case .character(let character) = key { character.wholeNumberValue ?? 1 } else { 1 }
  }

  private func profile(_ target: Target) -> Action { act("go profile", target.handle) }

  private func act(_ command: String, _ object: String?) -> Action { object.map { .run("\(command) \($0)") } ?? .none }

  private mutating func move(by step: Int) -> Action {
    if step > 0, chosen == count - 1, hasMore { return .more }
    chosen = max(0, min(chosen + step, count - 1))
    return .none
  }

  /// Opens the line for a text about the chosen post.
  private mutating func type(_ command: String, _ ref: String?) -> Action {
    if let ref { begin("\(command) \(ref)", command == "reply" ? "reply to \(ref)" : "\(command) \(ref)") }
    return .none
  }

  private mutating func begin(_ command: String, _ question: String) {
    typing = Typing(command: command, question: question, text: left[command] ?? "")
  }

  private mutating func handleTypedKey(_ key: ScreenKey) -> Action {
    switch key {
    case .character(let character): typing?.text.append(character)
    case .backspace: if typing?.text.isEmpty == true { leaveTyping() } else { typing?.text.removeLast() }
    case .enter:
      guard let typed = typing else { break }
      if !typed.text.allSatisfy({ $0.isWhitespace }) {
        return .run("\(typed.command) \(ValueWriter.quoted(typed.text))")
      }
      leaveTyping()
    case .escape, .interrupt: leaveTyping()
    default: break
    }
    return .none
  }

  /// Closes the typed line; pressing the same key at the same post continues the text.
  private mutating func leaveTyping() {
    if let typed = typing { left[typed.command] = typed.text.allSatisfy { $0.isWhitespace } ? nil : typed.text }
    typing = nil
  }

  /// Forgets the typed text, which is saved elsewhere now.
  mutating func sent() {
    if let typed = typing { left[typed.command] = nil }
    typing = nil
  }

  /// The texts that were typed and not sent, including those whose line was closed.
  var unsent: [String] {
    var texts = left
    if let typed = typing { texts[typed.command] = typed.text.allSatisfy { $0.isWhitespace } ? nil : typed.text }
    return texts.sorted { $0.key < $1.key }.map { $0.value }
  }

  // MARK: The picture

  /// Returns exactly `rows` rows of at most `columns` cells: the current place, the items around the chosen one, and
  /// the keys.
  /// - Parameters:
  ///   - tab: the number of the tab, from 0.
  ///   - place: the command that leads to this place.
  ///   - answer: the result of the last key; empty if there is none.
  ///   - isWaiting: `true` if the content is still being loaded.
  ///   - lines: returns the lines of the item at an index.
  mutating func picture(
    columns: Int, rows: Int, tab: Int, place: String, answer: StyledText, isWaiting: Bool = false,
    lines: (Int) -> [StyledText]
  ) -> [StyledText] {
    let hasHead = rows > 3
    let height = max(1, rows - (hasHead ? 2 : 1))
    let shown = scroll(height, lines)
    page = max(1, shown.count - 1)
    var picture = hasHead ? [head(tab, place, columns)] : []
    if explains {
      picture += Self.keys.prefix(height).map { row(of: $0, columns) }
      picture += Array(repeating: StyledText(), count: max(0, rows - 1 - picture.count))
      return picture.prefix(max(0, rows - 1)) + [StyledText(" press any key", .dim).clipped(to: columns)]
    }
    for (item, rows) in shown {
      for (index, row) in rows.enumerated() {
        let isMarked = item == chosen && index == 0
        picture.append((isMarked ? chosen(row) : row).clipped(to: columns, mark: glyphs.cut))
      }
    }
    if count == 0, !isWaiting { picture.append(StyledText(" nothing here", .dim).clipped(to: columns)) }
    picture += Array(repeating: StyledText(), count: max(0, rows - 1 - picture.count))
    // The result of sending a text appears above the typed line while that is open.
    if typing != nil, !answer.isEmpty, rows > 2 {
      return picture.prefix(rows - 2) + [answer.clipped(to: columns, mark: glyphs.cut), status(columns, answer)]
    }
    return picture.prefix(max(0, rows - 1)) + [status(columns, answer)]
  }

  /// Marks a row as the chosen one: a terminal without colours shows only the mark, where rows begin with a space.
  private func chosen(_ row: StyledText) -> StyledText {
    let words = row.plain
    return StyledText(words.hasPrefix(" ") ? Mark.plays.text(glyphs) + words.dropFirst() : words, .chosen)
  }

  /// Returns the items that fit on the screen, with the whole of the chosen item among them if it fits.
  private mutating func scroll(_ height: Int, _ lines: (Int) -> [StyledText]) -> [(item: Int, rows: [StyledText])] {
    guard count > 0 else { return [] }
    top = max(0, min(top, chosen))
    // Counts upwards from the chosen item how far above it the first item may be.
    var (first, used) = (chosen, lines(chosen).count)
    while first > top {
      let above = lines(first - 1).count
      guard used + above <= height else { break }
      (first, used) = (first - 1, used + above)
    }
    top = first
    var shown: [(item: Int, rows: [StyledText])] = []
    var (item, left) = (top, height)
    while item < count, left > 0 {
      let rows = lines(item)
      shown.append((item, Array(rows.prefix(left))))
      left -= rows.count
      item += 1
    }
    return shown
  }

  private func head(_ tab: Int, _ place: String, _ columns: Int) -> StyledText {
    var line = StyledText(" ")
    for (number, name) in Self.tabs.enumerated() {
      if number > 0 { line.append("  ") }
      line += StyledText("\(number + 1) \(name)", number == tab ? .heading : .dim)
    }
    let here = StyledText(sanitized(place, glyphs: glyphs), .variable)
    let isGround = place == "go \(Self.tabs[tab])"
    if line.width > columns {
      return (StyledText(" \(tab + 1) ", .heading) + here).clipped(to: columns, mark: glyphs.cut)
    }
    return (isGround ? line : line + StyledText(glyphs.middleDot, .dim) + here).clipped(to: columns, mark: glyphs.cut)
  }

  private func status(_ columns: Int, _ answer: StyledText) -> StyledText {
    if let typing {
      let typed = sanitized(typing.text, glyphs: glyphs)
      let room = PostCountdown.text(ofPost: typing.text, canSplit: false).map { StyledText(" ") + $0 } ?? StyledText()
      let question = StyledText(typing.question, .heading) + room + StyledText(": ", .heading)
      // The end of a long text is the part being typed.
      var tail = typed[...]
      while DisplayWidth.of(String(tail)) > max(1, columns - question.width - 1) { tail = tail.dropFirst() }
      return (question + StyledText(String(tail))).clipped(to: columns)
    }
    if !answer.isEmpty { return answer.clipped(to: columns, mark: glyphs.cut) }
    let place = count == 0 ? " " : "\(chosen + 1)/\(count)\(hasMore ? "+" : "")  "
    var line = place + "? keys"
    for (key, _, short) in Self.keys {
      // Only whole entries are shown, as many as fit.
      guard let short, DisplayWidth.of(line) + 2 + key.count + 1 + short.count <= columns else { continue }
      line += "  \(key) \(short)"
    }
    return StyledText(line, .dim).clipped(to: columns, mark: glyphs.cut)
  }

  /// The keys with their effects, and with a word for the line below.
  private static let keys: [(key: String, does: String, short: String?)] = [
    ("q", "leaves", "leave"), ("Enter", "opens a post with its conversation, a feed or a profile", "open"),
    ("h", "goes back (also Esc and ←)", "back"),
    ("l", "likes or unlikes", "like"), ("t", "reposts, or removes the repost", "repost"),
    ("r", "replies", "reply"), ("b", "bookmarks, or removes the bookmark", "bookmark"),
    ("p", "opens the author's profile", "profile"), ("m", "mutes or unmutes the author", "mute"),
    ("n", "writes a new post", "new"), ("c", "quotes the post", "quote"),
    ("f", "follows or unfollows the author", "follow"), ("i", "shows the whole post with its pictures", "whole"),
    ("o", "opens the post's link in the web browser", "link"), ("R", "reads the list again", "refresh"),
    ("u", "undoes the last command", "undo"), ("j k", "goes to the next or previous item (also ↓ and ↑)", nil),
    ("g G", "goes to the first or last item", nil), ("1 … 5", "goes to a tab", nil),
    ("→", "goes forward", nil),
  ]

  private func row(of key: (key: String, does: String, short: String?), _ columns: Int) -> StyledText {
    let name = sanitized(key.key, glyphs: glyphs)
    let line = StyledText(" " + name + String(repeating: " ", count: max(1, 7 - DisplayWidth.of(name))), .heading)
    return (line + StyledText(key.does)).clipped(to: columns, mark: glyphs.cut)
  }
}
