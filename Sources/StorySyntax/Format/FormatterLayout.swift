/// Formats scripts in a single canonical layout.
///
/// Two spaces for each level, one statement per line, at most one blank line; comments stay in place, and tokens
/// exactly as written. Blocks on one line and groups over several lines stay that way; lines longer than 120 columns
/// are wrapped. Formatting is idempotent, and the script's meaning does not change.
public enum Formatter {
  /// The maximum columns of a line; longer lines are wrapped.
  public static let lineLimit = 120

  /// O(n × nesting).
  public static func format(_ script: Script) -> String {
    var layout = FormatterLayout(FormatterElement.all(of: script))
    layout.wrap()
    return layout.text(from: script.source)
  }
}

/// Decides where lines end. The decisions depend only on the tokens, the author's line ends, and earlier wrapping, so
/// formatting the result again gives the same lines.
struct FormatterLayout {
  enum Gap: Equatable {
    case none, space
    /// `; `, between the statements of a block on one line.
    case semicolon
    case line(blankBefore: Bool)
    /// A line end after ` \`.
    case continuation
    /// The gap before a comment at the end of a line.
    case trailing

    var isBreak: Bool {
      switch self {
      case .line, .continuation: true
      default: false
      }
    }
  }

  struct Line {
    var first: Int
    var end: Int
    var indent: Int
    /// The width without the comment.
    var width: Int
    var blankBefore: Bool
    var isContinued: Bool
  }

  let elements: [FormatterElement]
  private var gaps: [Gap]
  private(set) var lines: [Line] = []
  /// By opener: `true` if a block is on several lines.
  private var isExpanded: [Bool]
  /// By opener, or by first element of a statement with pipeline steps: `true` if it was wrapped.
  private var isWrapped: [Bool]
  /// By the same index: `true` if the author began a line with a `|`; then every step's `|` begins a line.
  private var hasLeadingPipes: [Bool]

  init(_ elements: [FormatterElement]) {
    self.elements = elements
    gaps = Array(repeating: .none, count: elements.count)
    isExpanded = Array(repeating: false, count: elements.count)
    isWrapped = isExpanded
    hasLeadingPipes = isExpanded
    for element in elements where element.isToken(.pipe) && element.breaks > 0 {
      hasLeadingPipes[pipeline(of: element)] = true
    }
    expandBlocks()
  }

  // MARK: Blocks

  private func isEmptyBlock(_ opener: Int) -> Bool { elements[opener].partner == opener + 1 }

  /// Keeps a block that the author wrote on several lines expanded, and expands the other blocks of its statement.
  private mutating func expandBlocks() {
    var expandedChains: Set<Int> = []
    for (index, element) in elements.enumerated() {
      guard element.isOpener, case .block(let chain, _) = element.group, !isEmptyBlock(index) else { continue }
      let inside = elements[(index + 1)...element.partner]
      if inside.contains(where: { $0.breaks > 0 || $0.isComment }) { expandedChains.insert(chain) }
    }
    expand(expandedChains)
  }

  private mutating func expand(_ chains: Set<Int>) {
    for (index, element) in elements.enumerated() {
      guard element.isOpener, case .block(let chain, _) = element.group, chains.contains(chain) else { continue }
      isExpanded[index] = !isEmptyBlock(index)
    }
  }

  // MARK: Gaps

  private mutating func chooseGaps() {
    for index in elements.indices.dropFirst() { gaps[index] = gap(before: index) }
  }

  private func gap(before index: Int) -> Gap {
    let element = elements[index]
    let before = elements[index - 1]
    let line = Gap.line(blankBefore: element.breaks > 1 && !before.isOpener && !element.isCloser)
    if element.isComment { return element.breaks == 0 ? .trailing : line }
    if before.isComment { return line }
    let around = element.isCloser ? element.partner : element.parent
    let group = around >= 0 ? elements[around].group : nil
    let inBlock = group?.isBlock ?? true
    if element.startsStatement || (element.isCloser && inBlock) {
      if around < 0 || isExpanded[around] { return line }
      return before.isOpener || element.isCloser || element.startsCase ? .space : .semicolon
    }
    if element.isPartner || (element.isOpener && element.group?.isBlock == true) { return .space }
    if element.isToken(.comma) || element.isToken(.colon) { return .none }
    if let owner = wrapOwner(of: index), isWrapped[owner] { return line }
    if element.isToken(.pipe), element.breaks > 0 { return line }
    // A group that begins on its own line ends on one.
    if element.isCloser, elements[around + 1].isComment || gaps[around + 1].isBreak { return line }
    if element.breaks > 0 {
      // In a list the end of a line ends a call.
      let continuesItem = group == .list && element.isContinued && !before.isToken(.comma) && !before.isOpener
      if !inBlock, group != .record, !continuesItem { return line }
      if before.isToken(.pipe) { return line }
      if group == .record, !element.isContinued || before.isToken(.comma) || before.isOpener { return line }
      if element.isContinued, !element.isCloser { return .continuation }
    }
    return spacing(before, element)
  }

  /// Returns the gap between two tokens on one line.
  private func spacing(_ before: FormatterElement, _ element: FormatterElement) -> Gap {
    if before.isOpener, before.group?.isBlock == false { return .none }
    if element.isCloser, element.group?.isBlock == false { return .none }
    if before.isToken(.comma) || before.isToken(.colon) || before.isToken(.pipe) || element.isToken(.pipe) {
      return .space
    }
    guard element.isGlued, before.group?.isBlock != true else { return .space }
    // Attached tokens may mean something else when separated: `$x[0]`, `$x.name`, `-$x`.
    if element.isToken(.word) || element.group == .index || before.text == "-" { return .none }
    return .space
  }

  /// Returns the group (by its opener) or statement that must be wrapped for a line to end before this element.
  private func wrapOwner(of index: Int) -> Int? {
    let element = elements[index]
    let before = elements[index - 1]
    func group(_ opener: Int) -> Int? {
      switch elements[opener].group {
      case .paren, .list, .record: opener
      default: nil
      }
    }
    if before.isOpener { return element.isCloser ? nil : group(index - 1) }
    if element.isCloser { return group(element.partner) }
    if before.isToken(.comma) { return element.parent >= 0 ? group(element.parent) : nil }
    // In lists and records, lines end between items, not between an item's steps.
    let pipe = before.isToken(.pipe) ? before : element
    let around = element.parent < 0 ? nil : elements[element.parent].group
    guard pipe.isToken(.pipe), around != .list, around != .record else { return nil }
    return hasLeadingPipes[pipeline(of: pipe)] == element.isToken(.pipe) ? pipeline(of: pipe) : nil
  }

  /// Returns the group (by its opener) or statement that contains the steps of this `|`.
  private func pipeline(of pipe: FormatterElement) -> Int {
    pipe.parent >= 0 && elements[pipe.parent].group?.isBlock == false ? pipe.parent : pipe.statement
  }

  // MARK: Lines

  private mutating func makeLines() {
    lines.removeAll(keepingCapacity: true)
    guard !elements.isEmpty else { return }
    // The indentation of a group's last line, by opener, and of each statement, by first element.
    var bases = [Int](repeating: 0, count: elements.count)
    var line = Line(first: 0, end: 0, indent: 0, width: 0, blankBefore: false, isContinued: false)
    for index in elements.indices {
      let element = elements[index]
      let gap = gaps[index]
      if index > 0, gap.isBreak {
        line.end = index
        line.isContinued = gap == .continuation
        lines.append(line)
        let indent = indent(of: index, bases)
        line = Line(
          first: index, end: 0, indent: indent, width: indent, blankBefore: gap == .line(blankBefore: true),
          isContinued: false)
      } else if gap == .space {
        line.width += 1
      } else if gap == .semicolon {
        line.width += 2
      }
      if element.isLongText {
        line.width = line.indent + 2 + element.width
      } else if !element.isComment {
        line.width += element.width
      }
      if element.startsStatement { bases[index] = line.indent }
      if element.isOpener {
        let isStatements = if case .block(_, isStep: false) = element.group { true } else { false }
        bases[index] = isStatements ? bases[element.statement] : line.indent
      }
    }
    line.end = elements.count
    lines.append(line)
  }

  private func indent(of index: Int, _ bases: [Int]) -> Int {
    let element = elements[index]
    if element.isCloser { return bases[element.partner] }
    let around = element.parent
    let inside = around < 0 ? 0 : bases[around] + 2
    if element.startsStatement || (around >= 0 && elements[around].group?.isBlock == false) { return inside }
    if element.isPartner { return bases[element.statement] }
    if element.isComment {
      guard let next = elements[index...].first(where: { !$0.isComment }), !next.startsStatement, !next.isCloser else {
        return inside
      }
      if next.isPartner { return bases[next.statement] }
    }
    return bases[element.statement] + 2
  }

  // MARK: Wrapping

  /// Wraps long lines, from the outermost group inwards, until every line fits or has nothing left to wrap.
  mutating func wrap() {
    while true {
      chooseGaps()
      makeLines()
      var chains: Set<Int> = []
      var hasChanged = false
      for line in lines where line.width > Formatter.lineLimit {
        guard let owner = wrapCandidate(in: line) else { continue }
        hasChanged = true
        if case .block(let chain, _) = elements[owner].group {
          chains.insert(chain)
        } else {
          isWrapped[owner] = true
        }
      }
      if !hasChanged { return }
      if !chains.isEmpty { expand(chains) }
    }
  }

  /// Returns the outermost one-line block, or group that exceeds the limit, that can still be wrapped on this line.
  private func wrapCandidate(in line: Line) -> Int? {
    var best: (owner: Int, depth: Int)?
    // The column at which the last token of each group on this line ends.
    var ends: [Int: Int] = [:]
    var candidates: [(owner: Int, depth: Int)] = []
    var column = line.indent
    for index in line.first..<line.end {
      let element = elements[index]
      if element.isComment { continue }
      if index > line.first { column += gaps[index] == .space ? 1 : gaps[index] == .semicolon ? 2 : 0 }
      column = element.isLongText ? line.indent + 2 + element.width : column + element.width
      if element.isOpener, element.group?.isBlock == true, !isExpanded[index], !isEmptyBlock(index),
        best.map({ element.depth < $0.depth }) ?? true
      {
        best = (index, element.depth)
      }
      if element.isCloser { ends[element.partner] = column }
      if element.parent >= 0 { ends[element.parent] = column }
      ends[element.statement] = column
      if index > line.first, let owner = wrapOwner(of: index), !isWrapped[owner], canWrap(owner) {
        candidates.append((owner, elements[owner].isOpener ? elements[owner].depth : element.depth))
      }
    }
    for candidate in candidates where (ends[candidate.owner] ?? 0) > Formatter.lineLimit {
      if best.map({ candidate.depth < $0.depth }) ?? true { best = candidate }
    }
    return best?.owner
  }

  /// Returns `true` if a group can be wrapped. In a record a line that starts with `#` is a comment, so a record with
  /// such a name stays as it is.
  private func canWrap(_ owner: Int) -> Bool {
    guard elements[owner].group == .record else { return true }
    return !elements[owner...elements[owner].partner].contains { $0.parent == owner && $0.text.hasPrefix("#") }
  }

  // MARK: Text

  func text(from source: Source) -> String {
    var (out, index) = ("", 0)
    while index < lines.count {
      // Trailing comments of neighbouring lines that were in one column stay in one column.
      var end = index
      while end < lines.count, hasTrailingComment(lines[end]), end == index || !lines[end].blankBefore { end += 1 }
      let run = lines[index..<max(end, index + 1)]
      let columns = Set(run.filter(hasTrailingComment).map { sourceColumn(of: elements[$0.end - 1].start, source) })
      let common = columns.count == 1 && run.count > 1 ? run.map { $0.width }.max() : nil
      for line in run { write(line, commentAt: common.map { $0 + 2 }, to: &out) }
      index += run.count
    }
    return out
  }

  private func hasTrailingComment(_ line: Line) -> Bool { line.end > 0 && gaps[line.end - 1] == .trailing }

  private func sourceColumn(of offset: Int, _ source: Source) -> Int {
    source.text(SourceRange(Int(source.lineRange(of: offset).start), offset)).unicodeScalars.count
  }

  private func write(_ line: Line, commentAt column: Int?, to out: inout String) {
    if line.blankBefore { out += "\n" }
    out += String(repeating: " ", count: line.indent)
    for index in line.first..<line.end {
      let element = elements[index]
      if index > line.first {
        switch gaps[index] {
        case .none, .line, .continuation: break
        case .space: out += " "
        case .semicolon: out += "; "
        case .trailing: out += String(repeating: " ", count: max(2, (column ?? 0) - line.width))
        }
      }
      if element.isComment, gaps[index] == .trailing, index > line.first, element.text.utf8.count > 1,
        !isBlank(element.text.utf8.dropFirst().first!)
      {
        // By bytes: a combining mark after the `#` forms one character with it. `#note` is only a comment where a
        // statement begins.
        out += "# " + String(decoding: element.text.utf8.dropFirst(), as: UTF8.self)
      } else if element.isLongText {
        // The text's lines are indented below the beginning of the line, whatever that begins with.
        let indent = String(repeating: " ", count: line.indent + 2)
        out += element.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
          $0 == 0 || $1.isEmpty ? String($1) : indent + $1
        }.joined(separator: "\n")
      } else {
        out += element.text
      }
    }
    if line.isContinued { out += " \\" }
    out += "\n"
  }
}
