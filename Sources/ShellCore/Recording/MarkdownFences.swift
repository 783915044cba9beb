/// The fenced blocks of a Markdown document, as a Markdown reader sees them: at the margin, indented, in lists and in
/// quotes, with `` ` `` or `~`, and with any line ends.
///
///     let document = MarkdownFences("- one:\r\n\r\n  ```story\r\n  print 1\r\n  ```\r\n")
///     document.fences[0].info      // "story"
///     document.texts[3]            // "print 1"
///     document.prefixes[3]         // "  "
///
/// A block in an HTML comment, in other HTML, or behind four spaces is text, and not a block. Follows CommonMark 0.31;
/// the definitions of links and tables do not concern blocks. Signs nested deeper than `depthLimit` are text. O(n).
struct MarkdownFences {
  struct Fence: Equatable {
    /// The text after the opening fence.
    var info: String
    /// The line of the opening fence, from 0.
    var line: Int
    /// The lines between the fences.
    var content: Range<Int>
  }

  /// The lines as written, without their ends.
  let lines: [String]
  /// The end of each line: `\n`, `\r\n`, `\r`, or nothing at the end of the document.
  let ends: [String]
  /// The lines as a reader sees them: those of a block without the signs of its list or quote.
  private(set) var texts: [String]
  /// The prefix of each line of a block, before its text.
  private(set) var prefixes: [Int: String] = [:]
  private(set) var fences: [Fence] = []

  private var containers: [Container] = []
  private var open: (mark: FenceMark, indentation: Int, start: Int)?
  /// The text that ends the HTML which the current line is part of; empty if a blank line does.
  private var htmlEnd: [UInt8]?
  private var isParagraph = false
  /// The line of a marker with nothing behind it: a blank line after it ends its item.
  private var emptyItem: Int?

  /// The number of lists and quotes within each other that count: a line is read again for each of them.
  private static let depthLimit = 100

  /// A block that holds others.
  private enum Container {
    case quote
    /// A list item whose content begins this many columns further.
    case item(width: Int)
  }

  init(_ text: String) {
    (lines, ends) = Self.split(text)
    texts = lines
    for number in lines.indices { read(number) }
    // The text after the last line end is not a line.
    let end = lines.last == "" && lines.count > 1 ? lines.count - 1 : lines.count
    if let open { close(before: max(end, open.start + 1)) }
  }

  private static func split(_ text: String) -> (lines: [String], ends: [String]) {
    var (lines, ends): ([String], [String]) = ([], [])
    var line: [UInt8] = []
    var bytes = text.utf8.makeIterator()
    var next = bytes.next()
    while let byte = next {
      next = bytes.next()
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        line.append(byte)
        continue
      }
      if byte == UInt8(ascii: "\r"), next == UInt8(ascii: "\n") {
        next = bytes.next()
        ends.append("\r\n")
      } else {
        ends.append(byte == UInt8(ascii: "\r") ? "\r" : "\n")
      }
      lines.append(String(decoding: line, as: UTF8.self))
      line.removeAll(keepingCapacity: true)
    }
    return (lines + [String(decoding: line, as: UTF8.self)], ends + [""])
  }

  // MARK: Lines

  private mutating func read(_ number: Int) {
    var cursor = LineCursor(lines[number])
    var matched = 0
    while matched < containers.count, Self.enter(containers[matched], &cursor) { matched += 1 }
    if cursor.isBlank, emptyItem == number - 1, matched == containers.count, matched > 0 { matched -= 1 }
    if let open {
      if matched == containers.count {
        if cursor.closes(open.mark) { return close(before: number) }
        cursor.skip(min(cursor.indentation, open.indentation))
        (texts[number], prefixes[number]) = (cursor.rest, cursor.prefix)
        return
      }
      close(before: number)
    }
    if let end = htmlEnd {
      guard matched == containers.count, !(end.isEmpty && cursor.isBlank) else {
        htmlEnd = nil
        return begin(&cursor, matched, number)
      }
      if !end.isEmpty, cursor.contains(end) { htmlEnd = nil }
      return
    }
    begin(&cursor, matched, number)
  }

  /// Moves past the marks that continue a container on this line; `false` if the line is outside it.
  private static func enter(_ container: Container, _ cursor: inout LineCursor) -> Bool {
    switch container {
    case .quote:
      guard cursor.indentation < 4 else { return false }
      var ahead = cursor
      ahead.skip(ahead.indentation)
      guard ahead.consume(">") else { return false }
      ahead.skip(min(1, ahead.indentation))
      cursor = ahead
    case .item(let width):
      guard cursor.isIndented(by: width) || cursor.isBlank else { return false }
      cursor.skip(width)
    }
    return true
  }

  /// Reads the beginnings of blocks on a line.
  private mutating func begin(_ cursor: inout LineCursor, _ matched: Int, _ number: Int) {
    // A paragraph continues on a line that lacks the signs of its list or quote.
    if matched < containers.count {
      if isParagraph, !cursor.isBlank, !cursor.beginsBlock { return }
      isParagraph = false
    }
    containers.removeLast(containers.count - matched)
    while true {
      if cursor.isBlank {
        isParagraph = false
        return
      }
      let indentation = cursor.indentation
      guard indentation < 4 else { return }
      var ahead = cursor
      ahead.skip(indentation)
      let sign = ahead.sign
      if sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~"), let mark = ahead.fence {
        open = (mark, indentation, number)
        isParagraph = false
        return
      }
      if sign == UInt8(ascii: "<"), let end = ahead.htmlEnd ?? (isParagraph ? nil : ahead.tagEnd) {
        if end.isEmpty || !ahead.contains(end) { htmlEnd = end }
        isParagraph = false
        return
      }
      guard containers.count < Self.depthLimit else {
        isParagraph = true
        return
      }
      if ahead.consume(">") {
        ahead.skip(min(1, ahead.indentation))
        containers.append(.quote)
      } else if !ahead.isRule, let marker = ahead.consumeMarker(inParagraph: isParagraph) {
        containers.append(.item(width: indentation + marker))
        if ahead.isBlank { emptyItem = number }
      } else {
        isParagraph = !ahead.isRule && !ahead.isHeading && !(isParagraph && ahead.isUnderline)
        return
      }
      isParagraph = false
      cursor = ahead
    }
  }

  private mutating func close(before number: Int) {
    guard let open else { return }
    fences.append(Fence(info: open.mark.info, line: open.start, content: (open.start + 1)..<number))
    self.open = nil
  }
}

/// The signs that begin a block, and the text after them.
private struct FenceMark {
  var sign: UInt8
  var count: Int
  var info: String
}

/// A place in a line. Columns are counted with tab stops of four.
private struct LineCursor {
  private let bytes: [UInt8]
  private var index = 0
  private var column = 0
  /// The columns of the white space before `index`, and those of them that are still to be passed.
  private var (width, spare) = (0, 0)

  init(_ line: String) {
    bytes = Array(line.utf8)
    var start = bytes.count
    var sign: UInt8?
    while start > 0 {
      let byte = bytes[start - 1]
      if byte != Self.space, byte != Self.tab {
        if let sign, sign != byte { break }
        sign = byte
      }
      start -= 1
    }
    uniform = start
  }

  /// The place from which all signs are the same: no line across the page begins before it. It is found once, because each
  /// place of the line is asked.
  private let uniform: Int

  private static let (space, tab) = (UInt8(ascii: " "), UInt8(ascii: "\t"))

  /// The columns of white space from here.
  var indentation: Int {
    var end = column + spare
    for byte in bytes[index...] {
      if byte == Self.space {
        end += 1
      } else if byte == Self.tab {
        end += 4 - end % 4
      } else {
        break
      }
    }
    return end - column
  }

  /// Returns whether there are this many columns of white space from here. It reads no further than these: a line is asked
  /// for each list that holds it.
  func isIndented(by columns: Int) -> Bool {
    var end = column + spare
    for byte in bytes[index...] {
      if end - column >= columns { return true }
      if byte == Self.space {
        end += 1
      } else if byte == Self.tab {
        end += 4 - end % 4
      } else {
        return false
      }
    }
    return end - column >= columns
  }

  /// The byte at this place; `nil` at the end.
  var sign: UInt8? { index < bytes.count ? bytes[index] : nil }

  var isBlank: Bool { bytes[index...].allSatisfy { $0 == Self.space || $0 == Self.tab } }
  var rest: String { String(repeating: " ", count: spare) + String(decoding: bytes[index...], as: UTF8.self) }

  /// The text before this place, with the part of a tab before it as spaces.
  var prefix: String {
    guard spare > 0 else { return String(decoding: bytes[..<index], as: UTF8.self) }
    let before = String(decoding: bytes[..<(index - 1)], as: UTF8.self)
    return before + String(repeating: " ", count: width - spare)
  }

  /// Passes columns of white space.
  mutating func skip(_ columns: Int) {
    var left = columns
    while left > 0 {
      if spare == 0 {
        guard index < bytes.count, bytes[index] == Self.space || bytes[index] == Self.tab else { return }
        width = bytes[index] == Self.tab ? 4 - column % 4 : 1
        (spare, index) = (width, index + 1)
      }
      let step = min(spare, left)
      (spare, left, column) = (spare - step, left - step, column + step)
    }
  }

  mutating func consume(_ sign: Unicode.Scalar) -> Bool {
    guard spare == 0, index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
    (index, column) = (index + 1, column + 1)
    return true
  }

  // MARK: Blocks

  /// `true` if the line begins a block, and so does not continue a paragraph.
  var beginsBlock: Bool {
    guard indentation < 4 else { return false }
    var ahead = self
    ahead.skip(indentation)
    var other = ahead
    return ahead.isRule || ahead.isHeading || ahead.fence != nil || ahead.htmlEnd != nil || other.consume(">")
      || ahead.consumeMarker(inParagraph: false) != nil
  }

  /// The opening fence here.
  var fence: FenceMark? {
    let left = bytes[index...]
    guard let sign = left.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let count = left.prefix { $0 == sign }.count
    let info = left.dropFirst(count)
    guard count >= 3, sign == UInt8(ascii: "~") || !info.contains(sign) else { return nil }
    return FenceMark(sign: sign, count: count, info: Self.trimmed(info))
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.drop { $0 == space || $0 == tab }
    let end = text.lastIndex { $0 != space && $0 != tab }
    return end.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
  }

  /// Returns `true` if the line closes a block.
  func closes(_ mark: FenceMark) -> Bool {
    guard indentation < 4 else { return false }
    var ahead = self
    ahead.skip(indentation)
    let left = ahead.bytes[ahead.index...]
    let count = left.prefix { $0 == mark.sign }.count
    return count >= mark.count && left.dropFirst(count).allSatisfy { $0 == Self.space || $0 == Self.tab }
  }

  /// `true` for a heading such as `## Timers`.
  var isHeading: Bool {
    let left = bytes[index...]
    let count = left.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(count) else { return false }
    return left.dropFirst(count).first.map { $0 == Self.space || $0 == Self.tab } ?? true
  }

  /// `true` for a line across the page: `***`, `- - -`.
  var isRule: Bool {
    guard index >= uniform, let sign = bytes[index...].first, "*-_".utf8.contains(sign) else { return false }
    var count = 0
    for byte in bytes[index...] {
      if byte == sign { count += 1 } else if byte != Self.space, byte != Self.tab { return false }
    }
    return count >= 3
  }

  /// `true` for the line below a heading: `====`, `--`.
  var isUnderline: Bool {
    guard let sign = bytes[index...].first, sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-") else { return false }
    return bytes[index...].drop { $0 == sign }.allSatisfy { $0 == Self.space || $0 == Self.tab }
  }

  /// Passes the marker of a list item and the spaces after it.
  /// - Parameter inParagraph: `true` if the item would interrupt a paragraph, which only some can.
  /// - Returns: the columns passed.
  mutating func consumeMarker(inParagraph: Bool) -> Int? {
    let left = bytes[index...]
    var length = 1
    guard let first = left.first else { return nil }
    if !"-+*".utf8.contains(first) {
      let digits = left.prefix { (0x30...0x39).contains($0) }
      guard (1...9).contains(digits.count), let sign = left.dropFirst(digits.count).first, ".)".utf8.contains(sign),
        !inParagraph || digits.elementsEqual("1".utf8)
      else { return nil }
      length = digits.count + 1
    }
    var ahead = self
    (ahead.index, ahead.column) = (index + length, column + length)
    let spaces = ahead.indentation
    if ahead.isBlank {
      guard !inParagraph else { return nil }
      self = ahead
      return length + 1
    }
    guard spaces > 0 else { return nil }
    // Behind five columns the item begins with indented text.
    let width = spaces < 5 ? spaces : 1
    ahead.skip(width)
    self = ahead
    return length + width
  }

  // MARK: HTML

  /// The text that ends the HTML which begins here: empty for a blank line, `nil` if none begins.
  var htmlEnd: [UInt8]? {
    let left = bytes[index...]
    guard left.first == UInt8(ascii: "<") else { return nil }
    if left.starts(with: "<!--".utf8) { return Array("-->".utf8) }
    let isClosing = left.dropFirst().first == UInt8(ascii: "/")
    let name = left.dropFirst(isClosing ? 2 : 1).prefix { Self.isNameByte($0) }
    let after = left[name.endIndex...].first
    guard after.map({ " \t>/".utf8.contains($0) }) ?? true else { return nil }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    if !isClosing, Self.rawNames.contains(word) { return Array("</\(word)>".utf8) }
    return Self.blockNames.contains(word) ? [] : nil
  }

  /// Empty if the line consists of one tag, which begins HTML up to a blank line.
  var tagEnd: [UInt8]? {
    var left = bytes[index...].dropFirst()
    let isClosing = left.first == UInt8(ascii: "/")
    if isClosing { left = left.dropFirst() }
    let name = left.prefix { Self.isNameByte($0) || $0 == UInt8(ascii: "-") }
    guard bytes[index...].first == UInt8(ascii: "<"), let first = name.first, first >= 0x41 else { return nil }
    left = left[name.endIndex...]
    guard left.first.map({ " \t>/".utf8.contains($0) }) ?? false else { return nil }
    var quote: UInt8?
    while let byte = left.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return left.allSatisfy { $0 == Self.space || $0 == Self.tab } ? [] : nil
      } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "`") {
        return nil
      } else if "\"'".utf8.contains(byte) {
        quote = byte
      }
    }
    return nil
  }

  func contains(_ part: [UInt8]) -> Bool {
    bytes[index...].map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }.firstRange(of: part) != nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static let rawNames: Set = ["pre", "script", "style", "textarea"]
  private static let blockNames: Set = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
    main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
    title tr track ul
    """.split { $0.isWhitespace }.map(String.init))
}
