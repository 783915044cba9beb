/// One token or comment, with the properties that the layout needs. Statement separators are not included: the layout
/// makes new ones.
struct FormatterElement {
  enum Kind: Equatable {
    case token(Token.Kind)
    case comment
  }

  /// The kinds of pairs of brackets.
  enum Group: Equatable {
    case paren, list, index, record
    case block(chain: Int, isStep: Bool)

    var isBlock: Bool { if case .block = self { true } else { false } }
  }

  var kind: Kind
  /// The text as written; a text of several lines is without its indentation.
  var text: String
  var start: Int
  var end: Int
  /// In Unicode scalars: their widths add up, whatever is next to them.
  var width: Int
  /// The number of line ends in the source between the previous element and this one.
  var breaks = 0
  /// `true` if each of these line ends followed a `\`.
  var isContinued = false
  /// `true` if there is nothing between the previous token and this one.
  var isGlued = false
  var startsStatement = false
  /// `true` if the element begins a case of `match`, in the position of a statement.
  var startsCase = false
  /// For openers and closers.
  var group: Group?
  var isOpener = false
  /// The other end of the group; -1 for elements that are neither opener nor closer.
  var partner = -1
  /// The opener of the innermost enclosing group; -1 at the top. Neither an opener nor a closer is inside its own
  /// group.
  var parent = -1
  var depth = 0
  /// The first element of the statement that contains this element.
  var statement = 0
  /// `true` for a text of several lines.
  var isLongText = false
  /// `true` for `else` or `catch`.
  var isPartner = false

  var isComment: Bool { kind == .comment }
  var isCloser: Bool { partner >= 0 && !isOpener }
  func isToken(_ token: Token.Kind) -> Bool { kind == .token(token) }

  /// Returns all tokens and comments of a script in order. O(n).
  static func all(of script: Script) -> [FormatterElement] {
    let roles = FormatterRoles(script)
    var reader = Reader(source: script.source, roles: roles, separators: Set(script.separators))
    reader.read()
    reader.link()
    return reader.elements
  }

  private struct Reader {
    let source: Source
    let roles: FormatterRoles
    let separators: Set<Int32>
    var elements: [FormatterElement] = []

    mutating func read() {
      var (lexer, commentCount) = (Lexer(source), 0)
      while true {
        let token = lexer.next()
        while commentCount < lexer.comments.count {
          add(.comment, lexer.comments[commentCount].range)
          commentCount += 1
        }
        switch token.kind {
        case .end: return
        case .newline, .semicolon: continue
        default:
          add(.token(token.kind), token.range)
          if separators.contains(token.range.end) { addComma(at: Int(token.range.end)) }
        }
        guard token.kind == .leftBrace else { continue }
        switch roles.braces[token.range.start] {
        case .block(let chain): elements[elements.count - 1].group = .block(chain: chain, isStep: false)
        case .stepBlock(let chain): elements[elements.count - 1].group = .block(chain: chain, isStep: true)
        default:
          elements[elements.count - 1].group = .record
          lexer.enterRecord()
        }
      }
    }

    /// Inserts the comma that a line end replaced.
    private mutating func addComma(at end: Int) {
      elements.append(FormatterElement(kind: .token(.comma), text: ",", start: end - 1, end: end, width: 1))
    }

    private mutating func add(_ kind: Kind, _ range: SourceRange) {
      let long = longText(kind, range)
      let text = long ?? source.text(range)
      let width = long == nil ? text.unicodeScalars.count : 3
      var element = FormatterElement(
        kind: kind, text: text, start: Int(range.start), end: Int(range.end), width: width)
      element.isLongText = long != nil
      let end = elements.last?.end ?? 0
      var before: UInt8 = 0
      var continuations = 0
      for byte in source.bytes[min(end, element.start)..<element.start] {
        if byte == UInt8(ascii: "\n") {
          element.breaks += 1
          if before == UInt8(ascii: "\\") { continuations += 1 }
        }
        if !isBlank(byte) || byte == UInt8(ascii: "\n") { before = byte }
      }
      element.isContinued = element.breaks > 0 && element.breaks == continuations
      if !element.isContinued { element.breaks -= continuations }
      element.isGlued = end == element.start && !elements.isEmpty
      element.startsCase = kind != .comment && roles.caseStarts.contains(range.start)
      element.startsStatement =
        element.startsCase || (kind != .comment && roles.statementStarts.contains(range.start))
      elements.append(element)
    }

    private func longText(_ kind: Kind, _ range: SourceRange) -> String? {
      guard case .token(let kind) = kind,
        let long = LongText(Token(kind: kind, range: range, spaceBefore: false), in: source)
      else { return nil }
      let quotes = source.text(SourceRange(Int(range.end) - 3, Int(range.end)))
      return ([quotes] + long.lines.map { source.text($0) } + [quotes]).joined(separator: "\n")
    }

    /// Drops redundant commas, and finds partners, parents and statements.
    mutating func link() {
      removeCommas()
      var open: [Int] = []
      var statements = [0]
      for index in elements.indices {
        if case .token(let kind) = elements[index].kind {
          switch kind {
          case .rightParen, .rightBracket, .rightBrace:
            let opener = open.removeLast()
            elements[index].partner = opener
            elements[opener].partner = index
            if kind == .rightBracket, roles.indexEnds.contains(Int32(elements[index].start)) {
              elements[opener].group = .index
            }
            elements[index].group = elements[opener].group
            if elements[opener].group?.isBlock == true { statements.removeLast() }
          default: break
          }
        }
        if elements[index].startsStatement { statements[statements.count - 1] = index }
        elements[index].parent = open.last ?? -1
        elements[index].depth = open.count
        elements[index].statement = statements[statements.count - 1]
        elements[index].isPartner = isPartner(index)
        if case .token(let kind) = elements[index].kind {
          switch kind {
          case .leftParen: elements[index].group = .paren
          case .leftBracket: elements[index].group = .list
          case .leftBrace: break
          default: continue
          }
          elements[index].isOpener = true
          open.append(index)
          if elements[index].group?.isBlock == true { statements.append(index) }
        }
      }
    }

    private func isPartner(_ index: Int) -> Bool {
      guard elements[index].isToken(.word), !elements[index].startsStatement,
        elements[index].text == "else" || elements[index].text == "catch",
        let before = elements[..<index].last(where: { !$0.isComment })
      else { return false }
      return before.isToken(.rightBrace) && before.group?.isBlock == true
    }

    /// Drops redundant commas: records may have any number between fields, and lists one at their end. A comma stays
    /// where it separates, and at the end of a group whose closer is on its own line.
    private mutating func removeCommas() {
      var kept: [FormatterElement] = []
      kept.reserveCapacity(elements.count)
      var movedBreaks = 0
      for (index, element) in elements.enumerated() {
        var element = element
        guard element.isToken(.comma) else {
          element.breaks = max(element.breaks, movedBreaks)
          movedBreaks = 0
          kept.append(element)
          continue
        }
        let before = kept.last { !$0.isComment }
        let follows = before.map { $0.isToken(.comma) || $0.isToken(.leftBrace) } ?? true
        var next = index + 1
        var breaks = element.breaks
        while next < elements.count, elements[next].isToken(.comma) || elements[next].isComment {
          breaks += elements[next].breaks
          next += 1
        }
        let closes =
          next < elements.count
          && (elements[next].isToken(.rightBrace) || elements[next].isToken(.rightBracket))
        if follows || (closes && breaks + elements[next].breaks == 0) {
          movedBreaks = max(movedBreaks, element.breaks)
          continue
        }
        // A line end before the comma moves after it.
        if kept.last?.isComment == false { movedBreaks = max(movedBreaks, element.breaks) }
        kept.append(element)
      }
      elements = kept
    }
  }
}
