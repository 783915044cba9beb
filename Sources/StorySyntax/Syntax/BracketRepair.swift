/// The closing brackets that a statement lacks. A text is written from its beginning to its end, so that a block is
/// open while its statements are typed: the lines after it are then still read as the lines after a block.
///
/// Brackets that have no partner are found by counting; the indentation says where such a bracket would close: before
/// the first line that is not indented more than the line of the opening bracket. A `}` with less indentation than the
/// line of its partner shows that the partner is the one that is not closed.
struct BracketRepair {
  /// An opening bracket without its partner.
  struct Missing {
    let open: Int
    fileprivate let kind: Token.Kind
    fileprivate(set) var isBlock: Bool
    /// The offset at which the closing bracket belongs: the end of a token.
    let close: Int

    var closer: Character { kind == .leftParen ? ")" : kind == .leftBracket ? "]" : "}" }

    fileprivate var bracket: Lexer.AddedBracket {
      Lexer.AddedBracket(
        kind: kind == .leftParen ? .rightParen : kind == .leftBracket ? .rightBracket : .rightBrace, offset: close)
    }
  }

  private let source: Source
  private let start: Int
  /// In the order of the closing brackets.
  private var found: [Missing] = []

  /// - Parameter start: the beginning of the statement.
  init(_ source: Source, from start: Int) { (self.source, self.start) = (source, start) }

  var isEmpty: Bool { found.isEmpty }
  var brackets: [Lexer.AddedBracket] { found.map { $0.bracket } }
  var offsets: Set<Int> { Set(found.map { $0.close }) }

  /// Returns the brackets to report: of several that close at one place the innermost, since the author writes it
  /// first.
  func unclosed(except isOther: (Missing) -> Bool) -> [Missing] {
    var (reported, last) = ([] as [Missing], nil as Int?)
    for missing in found where missing.close != last {
      last = missing.close
      if !isOther(missing) { reported.append(missing) }
    }
    return reported
  }

  /// Finds more brackets that the statement lacks. O(n) for each that is found.
  /// - Parameters:
  ///   - unfinished: the opening brackets whose contents cannot be parsed to the end; `true` for those of a block.
  ///   - steps: counts the tokens that are read.
  /// - Returns: `true` if there are more.
  mutating func extend(closing unfinished: [Int: Bool], steps: inout Int) -> Bool {
    let count = found.count
    while found.count < Parser.nestingLimit, steps < Parser.recoveryLimit {
      var scan = Scan(source, from: start, adding: brackets)
      scan.run(&steps)
      let missing = scan.missing.filter { unfinished[$0.open] != nil }.min { $0.open < $1.open }
      guard let missing else { break }
      let culprit = missing.kind == .leftBrace ? scan.culprit(in: missing) : missing
      let all = culprit.open == missing.open ? scan.missing.filter { $0.close == missing.close } : [culprit]
      for var one in all where one.open == culprit.open || unfinished[one.open] != nil {
        one.isBlock = unfinished[one.open] ?? true
        found.append(one)
      }
      found.sort { ($0.close, -$0.open) < ($1.close, -$1.open) }
    }
    return found.count > count
  }

  /// One reading of the brackets of a statement.
  private struct Scan {
    private struct Open {
      let offset: Int
      let kind: Token.Kind
      let line: Int
      let indentation: Int
      /// The end of the last token before a line that is not indented more than this one.
      var dedent: Int?
    }

    private let source: Source
    private var lexer: Lexer
    private var open: [Open] = []
    private(set) var missing: [Missing] = []
    /// Braces whose partner has less indentation than their own line, in the order of the partners.
    private var suspects: [Missing] = []
    private var (previousEnd, line, indentation) = (0, 0, 0)

    init(_ source: Source, from start: Int, adding brackets: [Lexer.AddedBracket]) {
      self.source = source
      lexer = Lexer(source).lookingAhead
      lexer.restart(from: start, adding: brackets)
      previousEnd = start
      indentation = column(of: start)
    }

    /// Returns the number of bytes between the beginning of a line and an offset in it.
    private func column(of offset: Int) -> Int {
      var start = offset
      while start > 0, source.bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      return offset - start
    }

    mutating func run(_ steps: inout Int) {
      // Deeper nesting is an error of its own, in which each line would look at all open brackets.
      while steps < Parser.recoveryLimit, open.count <= Parser.nestingLimit {
        let token = lexer.nextAhead()
        steps += 1
        switch token.kind {
        case .end:
          while let last = open.popLast() { lack(last) }
          return
        case .newline, .semicolon:
          if open.isEmpty, !continues { return }
          continue
        default: break
        }
        if token.end > token.start { startLine(with: token) }
        switch token.kind {
        case .leftParen, .leftBracket, .leftBrace:
          open.append(Open(offset: token.start, kind: token.kind, line: line, indentation: indentation))
        case .rightParen: close(.leftParen, token)
        case .rightBracket: close(.leftBracket, token)
        case .rightBrace: close(.leftBrace, token)
        default: break
        }
        previousEnd = token.end
      }
      // The rest is unknown.
      missing = []
    }

    /// `true` if the next line continues the statement.
    private var continues: Bool {
      var ahead = lexer.lookingAhead
      var next = ahead.next()
      while next.kind == .newline { next = ahead.next() }
      return next.kind == .word && ["else", "catch"].contains(source.text(next.range))
    }

    /// Notes the line of a token, if it is the first one there.
    private mutating func startLine(with token: Token) {
      guard let lineEnd = source.bytes[previousEnd..<max(previousEnd, token.start)].lastIndex(of: UInt8(ascii: "\n"))
      else { return }
      line += 1
      indentation = token.start - lineEnd - 1
      switch token.kind {
      case .rightParen, .rightBracket, .rightBrace, .pipe: return
      default: break
      }
      for index in open.indices where open[index].dedent == nil && open[index].indentation >= indentation {
        open[index].dedent = previousEnd
      }
    }

    private func missing(_ open: Open) -> Missing {
      Missing(open: open.offset, kind: open.kind, isBlock: true, close: open.dedent ?? previousEnd)
    }

    private mutating func lack(_ open: Open) { missing.append(missing(open)) }

    /// Closes a bracket, as the lexer does: also those inside it, but only a brace closes other braces.
    private mutating func close(_ kind: Token.Kind, _ token: Token) {
      let isKnown: (Open) -> Bool = { $0.kind == kind || $0.kind == .leftBrace }
      guard let partner = open.lastIndex(where: isKnown), open[partner].kind == kind else { return }
      while open.count > partner + 1 { lack(open.removeLast()) }
      let last = open.removeLast()
      if kind == .leftBrace, token.end > token.start, last.line != line, indentation < last.indentation {
        suspects.append(missing(last))
      }
    }

    /// Returns the brace that is not closed: one inside that has closed with the partner of another one, or the brace
    /// itself.
    func culprit(in outer: Missing) -> Missing {
      suspects.first { $0.open > outer.open && $0.open < outer.close } ?? outer
    }
  }
}
