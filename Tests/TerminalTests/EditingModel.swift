/// A second, simplest implementation of the keys: the text is an array of characters.
struct EditingModel {
  var text: [Character] = []
  var cursor = 0
  /// The text that ^Y inserts.
  var killed: [Character] = []
  /// The history entries, oldest first, each text once.
  var history: [String]
  private var recall: Recall?
  /// The text last recalled from the history; it gets no suggestion.
  var recalled: [Character]?
  /// The line before the last kill, and before the undo that followed it.
  private var beforeKill: Line?
  private var beforeUndo: Line?

  struct Line: Equatable {
    var text: [Character]
    var cursor: Int
  }

  /// A walk through the history: the entries that begin with the text before the cursor, newest first.
  private struct Recall {
    var typed: Line
    var entries: [[Character]]
    var index: Int
  }

  init(history: [String]) { self.history = history }

  var line: Line {
    get { Line(text: text, cursor: cursor) }
    set { (text, cursor) = (newValue.text, newValue.cursor) }
  }

  // MARK: Display and input

  /// The dim suggestion after the text while the cursor is at the end of the text.
  var suggestion: [Character] {
    if text.isEmpty || cursor < text.count || text == recalled { return [] }
    let words = ["hold", "history", "help", "story", "日本"].map { Array($0) }
    let known = history.reversed().map { Array($0) } + words
    // In the order of the words: the probe offers the first match.
    guard let found = known.first(where: { $0.count > text.count && $0.starts(with: text) }) else {
      return []
    }
    return Array(found[text.count...])
  }

  /// The styles of the toy language, implemented a second time, word by word.
  static func styles(_ text: [Character]) -> [String] {
    var styles: [String] = []
    for word in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == " " || $0 == "\n" })
    {
      let string = String(word)
      var style = ""
      if styles.isEmpty { style = "1" }
      if string.hasPrefix("#") { style = "36" }
      if string.hasPrefix("@") { style = "35" }
      if string.hasPrefix("\"") { style = "32" }
      if string.first?.isNumber == true, string.hasSuffix("s") { style = "33" }
      if string == "bad" { style = "31" }
      styles += word.map { _ in style } + [""]
    }
    return styles
  }

  /// Handles Enter: returns the line that is read, or `nil` if the text continues in another line.
  mutating func enter() -> String? {
    let depth = text.count { $0 == "{" } - text.count { $0 == "}" }
    if depth > 0 || text.last == "\\", !text.allSatisfy(\.isWhitespace) {
      insert("\n")
      return nil
    }
    let entry = String(text)
    if !text.allSatisfy(\.isWhitespace), text.first != " " {
      history.removeAll { $0 == entry }
      history.append(entry)
    }
    startLine()
    return entry
  }

  /// Starts an empty line; the killed text and the history stay.
  mutating func startLine() {
    line = Line(text: [], cursor: 0)
    (recall, recalled, beforeKill, beforeUndo) = (nil, nil, nil, nil)
  }

  // MARK: Steps

  /// Replaces the line, as a menu or a search does: one step for undo.
  mutating func replace(with new: Line) {
    let old = line
    line = new
    // A change of one character could also be the next step of typing or deleting.
    beforeKill = old.text == new.text || abs(old.text.count - new.text.count) == 1 ? nil : old
    beforeUndo = nil
  }

  /// Performs a key that has closed a menu or a search.
  mutating func press(_ key: EditingPanel.Key) {
    (beforeKill, beforeUndo) = (nil, nil)
    switch key {
    case .up: up()
    case .down: down()
    case .left: cursor = max(0, cursor - 1)
    case .right: if cursor < text.count { cursor += 1 } else { insert(suggestion) }
    case .home: moveToStart()
    case .end: moveToEnd()
    case .backspace:
      if cursor > 0 {
        text.remove(at: cursor - 1)
        cursor -= 1
      }
    case .kill: killToStart()
    default: if let character = key.character { insert([character]) }
    }
  }

  private mutating func moveToStart() { cursor = lineStart == cursor ? 0 : lineStart }

  private mutating func moveToEnd() {
    if cursor == text.count {
      insert(suggestion)
    } else {
      cursor = lineEnd == cursor ? text.count : lineEnd
    }
  }

  private mutating func killToStart() {
    let start = text[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    kill((start == cursor ? 0 : start)..<cursor)
  }

  mutating func insert(_ new: some Sequence<Character>) {
    let new = Array(new)
    text.insert(contentsOf: new, at: cursor)
    cursor += new.count
    beforeKill = nil
  }

  /// Performs one random editing step and returns the keys to send, or `nil` if the step is not possible now.
  mutating func step(_ chance: inout Chance) -> String? {
    let (killedBefore, undoneBefore) = (beforeKill, beforeUndo)
    (beforeKill, beforeUndo) = (nil, nil)
    switch Int.random(in: 0..<32, using: &chance) {
    case 0..<9:
      let words = [
        "a", "post ", "#tag", " @bob ", "5s ", "bad ", "日本", "é", "👍", "x y", "\"q\" ", "語",
        "story", "st", "ho", " w", " h", "{ ",
        "} ", "\\", "u\u{301}", "👨‍👩‍👧", "#o\u{302}\u{323} ",
      ]
      let word = words.randomElement(using: &chance)!
      insert(word)
      return word
    case 9..<12:
      if cursor > 0 { cursor -= 1 }
      return ["\u{1B}[D", "\u{02}"].randomElement(using: &chance)
    case 12..<14:
      if cursor < text.count { cursor += 1 } else { insert(suggestion) }
      return ["\u{1B}[C", "\u{06}"].randomElement(using: &chance)
    case 14:
      moveToStart()
      return "\u{01}"
    case 15:
      moveToEnd()
      return "\u{05}"
    case 16..<18:
      if cursor > 0 {
        text.remove(at: cursor - 1)
        cursor -= 1
      }
      return "\u{7F}"
    case 18:
      if text.isEmpty { return nil }
      if cursor < text.count { text.remove(at: cursor) }
      return ["\u{1B}[3~", "\u{04}"].randomElement(using: &chance)
    case 19:
      insert("\n")
      return "\u{1B}\r"
    case 20:
      insert("two #x\nlines")
      return "\u{1B}[200~two #x\rlines\u{1B}[201~"
    case 21:
      if cursor == text.count {
        let spaces = suggestion.prefix(while: \.isWhitespace)
        insert(spaces + suggestion.dropFirst(spaces.count).prefix { !$0.isWhitespace })
      } else {
        cursor = wordEnd(isLetter)
      }
      return ["\u{1B}f", "\u{1B}[1;5C"].randomElement(using: &chance)
    case 22:
      cursor = wordStart(isLetter)
      return ["\u{1B}b", "\u{1B}[1;5D"].randomElement(using: &chance)
    case 23:
      let end = text[cursor...].firstIndex(of: "\n") ?? text.count
      kill(cursor..<(end == cursor ? text.count : end))
      return "\u{0B}"
    case 24:
      killToStart()
      return "\u{15}"
    case 25:
      if cursor > 0 { kill(wordStart(isWord)..<cursor) }
      return ["\u{17}", "\u{1B}\u{7F}"].randomElement(using: &chance)
    case 26:
      if cursor < text.count { kill(cursor..<wordEnd(isWord)) }
      return "\u{1B}d"
    case 27:
      insert(killed)
      return "\u{19}"
    case 28..<30:
      let count = Int.random(in: 1...4, using: &chance)
      for _ in 0..<count { up() }
      return String(repeating: ["\u{1B}[A", "\u{10}"].randomElement(using: &chance)!, count: count)
    case 30:
      let count = Int.random(in: 1...3, using: &chance)
      for _ in 0..<count { down() }
      return String(repeating: ["\u{1B}[B", "\u{0E}"].randomElement(using: &chance)!, count: count)
    default:
      if let undoneBefore {
        line = undoneBefore
        return "\u{1B}/"
      }
      guard let killedBefore else { return nil }
      beforeUndo = line
      line = killedBefore
      return "\u{1F}"
    }
  }

  /// The line after the last kill: while it stays so, further kills join that text.
  private var afterKill: (text: [Character], cursor: Int)?

  private mutating func kill(_ range: Range<Int>) {
    if range.isEmpty { return }
    // A kill of one character could also be the next step of deleting letter by letter.
    if range.count > 1 { beforeKill = line }
    let part = Array(text[range])
    if afterKill.map({ $0.text != text || $0.cursor != cursor }) ?? true { killed = [] }
    killed = range.upperBound <= cursor ? part + killed : killed + part
    text.removeSubrange(range)
    cursor = range.lowerBound
    afterKill = (text, cursor)
  }

  private mutating func up() {
    // In a recalled text the cursor moves once another key has moved it.
    if !isRecalling || cursor < text.count, lineStart > 0 {
      let column = cursor - lineStart
      cursor = lineStart - 1
      cursor = min(lineStart + column, cursor)
      return
    }
    if !isRecalling {
      let prefix = text[..<cursor]
      let part = String(prefix)
      let entries = history.reversed().filter { part.isEmpty || $0.contains(part) }.map {
        Array($0)
      }
      .filter { $0 != text }
      recall = Recall(typed: line, entries: entries, index: -1)
    }
    guard let found = recall, found.index + 1 < found.entries.count else { return }
    recall?.index += 1
    showRecalled()
  }

  private mutating func down() {
    if !isRecalling || cursor < text.count, lineEnd < text.count {
      let column = cursor - lineStart
      cursor = lineEnd + 1
      cursor = min(cursor + column, lineEnd)
      return
    }
    if !isRecalling { return }
    recall?.index -= 1
    showRecalled()
  }

  private var isRecalling: Bool {
    guard let recall, recall.index >= 0 else { return false }
    return recall.entries[recall.index] == text
  }

  private mutating func showRecalled() {
    guard let recall else { return }
    if recall.index < 0 {
      line = recall.typed
      recalled = nil
    } else {
      text = recall.entries[recall.index]
      cursor = text.count
      recalled = text
    }
  }

  // MARK: Places

  private var lineStart: Int { (text[..<cursor].lastIndex(of: "\n") ?? -1) + 1 }

  private var lineEnd: Int { text[cursor...].firstIndex(of: "\n") ?? text.count }

  private func wordEnd(_ isInside: (Character) -> Bool) -> Int {
    var index = cursor
    while index < text.count, !isInside(text[index]) { index += 1 }
    while index < text.count, isInside(text[index]) { index += 1 }
    return index
  }

  private func wordStart(_ isInside: (Character) -> Bool) -> Int {
    var index = cursor
    while index > 0, !isInside(text[index - 1]) { index -= 1 }
    while index > 0, isInside(text[index - 1]) { index -= 1 }
    return index
  }

  /// Returns `true` if the character belongs to a word, for cursor motions.
  private func isLetter(_ character: Character) -> Bool {
    // An emoji stands for a word.
    character.isLetter || character.isNumber
      || character.unicodeScalars.first?.properties.generalCategory == .otherSymbol
  }

  /// Returns `true` if the character belongs to a word, for kills, which follow libedit's own rule.
  private func isWord(_ character: Character) -> Bool {
    isLetter(character) || "*?_-.[]~=".contains(character)
  }
}

/// SplitMix64: the same sequence on every machine.
struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
