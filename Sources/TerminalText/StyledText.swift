/// One line of text whose runs have styles. It is measured in cells, and becomes escape sequences only at the very
/// end.
///
///     let line = StyledText("9 photos", .plain) + StyledText(" in Lisbon", .dim)
///     let width = line.width                            // 18 cells
///     let short = line.clipped(to: 12)                  // 9 photos in…
///     print(short.rendered(palette))                    // with the escape sequences that the terminal knows
public struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
  public struct Run: Hashable, Sendable {
    public var text: String
    public var style: Style
    /// The address that the run links to, if the terminal opens links.
    public var target: String?
    /// A picture that covers these cells and cells below them.
    public var raster: Raster?
  }

  public private(set) var runs: [Run] = []
  public init() {}
  public init(_ text: String, _ style: Style = .plain) { append(text, style) }
  public init(stringLiteral text: String) { append(text, .plain) }

  /// Creates text from styled ranges (UTF-8 bytes); if ranges overlap, the later one wins. Ranges that do not fit the
  /// text are cut to it, and a range boundary inside a scalar moves to the next scalar's start.
  public init(_ text: String, ranges: [StyledRange]) {
    let utf8 = text.utf8
    var styles = [Style](repeating: .plain, count: utf8.count)
    for styled in ranges {
      let range = styled.range.clamped(to: 0..<styles.count)
      for offset in range { styles[offset] = styled.style }
    }
    var offset = 0
    for scalar in text.unicodeScalars {
      append(String(scalar), styles[offset])
      offset += UTF8.width(scalar)
    }
  }

  /// The text's lines; there is always at least one.
  public var lines: [StyledText] { lines { false } }

  /// Returns the text's lines.
  /// - Parameter isStopped: called now and then; once it returns `true`, the last lines are left out.
  public func lines(isStopped: () -> Bool) -> [StyledText] {
    var lines = [StyledText()]
    for (index, run) in runs.enumerated() {
      if index & 1023 == 1023, isStopped() { break }
      if run.raster != nil {
        lines[lines.count - 1].runs.append(run)
        continue
      }
      for (index, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index & 1023 == 1023, isStopped() { break }
        if index > 0 { lines.append(StyledText()) }
        lines[lines.count - 1].append(String(part), run.style, target: run.target)
      }
    }
    return lines
  }

  /// The ranges of the text's styles, in bytes.
  package var styledRanges: [StyledRange] {
    var start = 0
    return runs.map { run in
      defer { start += run.text.utf8.count }
      return StyledRange(start..<start + run.text.utf8.count, run.style)
    }
  }

  /// The text without styles.
  public var plain: String { runs.reduce(into: "") { $0 += $1.text } }
  /// The width in cells.
  public var width: Int { runs.reduce(0) { $0 + DisplayWidth.of($1.text) } }
  /// The width of the longest word in cells.
  var longestWord: Int { plain.split(separator: " ").reduce(0) { max($0, DisplayWidth.of($1)) } }
  public var isEmpty: Bool { runs.isEmpty }

  public mutating func append(_ text: String, _ style: Style = .plain, target: String? = nil) {
    if text.isEmpty { return }
    if let last = runs.indices.last, runs[last].style == style, runs[last].target == target,
      runs[last].raster == nil
    {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style, target: target))
    }
  }

  public mutating func append(_ other: StyledText) {
    for run in other.runs {
      if run.raster == nil { append(run.text, run.style, target: run.target) } else { runs.append(run) }
    }
  }

  /// `true` if the text contains the upper row of a picture.
  public var hasRaster: Bool { runs.contains { $0.raster != nil } }

  /// Creates the upper row of a picture, as spaces.
  public init(_ raster: Raster) {
    runs = [Run(text: String(repeating: " ", count: raster.columns), style: .plain, raster: raster)]
  }

  public static func + (a: StyledText, b: StyledText) -> StyledText {
    var result = a
    result.append(b)
    return result
  }

  public static func += (a: inout StyledText, b: StyledText) { a.append(b) }

  /// Returns the text with the palette's escape sequences; the reset state applies before and after.
  public func rendered(_ palette: Palette) -> String {
    runs.reduce(into: "") { $0 += palette.paint($1.text, $1.style, target: $1.target) }
  }

  /// Returns at most `width` cells; a longer text ends with the mark (`…`), whose cells count.
  public func clipped(to width: Int, mark: String = "…") -> StyledText {
    if self.width <= width { return self }
    let room = width - DisplayWidth.of(mark)
    if room < 0 { return StyledText() }
    var result = StyledText()
    var used = 0
    for run in runs {
      for character in run.text {
        let cells = DisplayWidth.of(character)
        if used + cells > room {
          result.append(mark, run.style, target: run.target)
          return result
        }
        used += cells
        result.append(String(character), run.style, target: run.target)
      }
    }
    return result
  }

  /// Returns the text padded with spaces to `width` cells, on the left or on the right; a wider text stays unchanged.
  public func padded(to width: Int, alignment: Alignment = .left) -> StyledText {
    let space = StyledText(String(repeating: " ", count: max(0, width - self.width)))
    return alignment == .left ? self + space : space + self
  }

  /// `true` if the text takes at most `width` cells; for a text of megabytes, reading its beginning is enough.
  private func isShort(_ width: Int) -> Bool {
    var left = width
    for run in runs {
      // A character may have many bytes, but not this many.
      if run.text.utf8.count > 64 * (left + 1), DisplayWidth.of(run.text.prefix(left + 1)) > left { return false }
      left -= DisplayWidth.of(run.text)
      if left < 0 { return false }
    }
    return true
  }

  /// Returns lines of at most `width` cells, broken at spaces, or inside a word that is wider than a line. Never
  /// empty.
  /// - Parameter isStopped: called now and then; once it returns `true`, the last lines are left out.
  public func wrapped(to width: Int, isStopped: () -> Bool = { false }) -> [StyledText] {
    if width < 2 || isShort(width) { return [self] }
    var lines: [StyledText] = []
    var line = Line()
    for run in runs {
      if !lines.isEmpty, isStopped() { break }
      for index in run.text.indices {
        let character = run.text[index]
        let cells = DisplayWidth.of(character)
        if line.width + cells > width {
          let joins = character == " " && UnitSpace.joins(line.cells.last?.0, run.text[index...].dropFirst())
          let rest = character == " " && !joins ? Line() : line.tail(before: run.text[index...])
          lines.append(line.text(upTo: line.cells.count - rest.cells.count))
          line = rest
          if lines.count & 63 == 0, isStopped() { return lines }
        }
        if character == " ", line.cells.isEmpty, !lines.isEmpty { continue }
        line.cells.append((character, run.style, run.target))
        line.width += cells
      }
    }
    if !line.cells.isEmpty || lines.isEmpty { lines.append(line.text(upTo: line.cells.count)) }
    return lines
  }

  /// A line being filled.
  private struct Line {
    var cells: [(Character, Style, String?)] = []
    var width = 0

    /// Returns the unfinished word that has to move to the next line; empty if that word alone fills this line.
    /// - Parameter next: the characters after those of the line.
    func tail(before next: Substring) -> Line {
      guard let last = cells.lastIndex(where: { $0.0 == " " }) else { return Line() }
      let space = lastBreak(upTo: last, before: next) ?? last
      var tail = Line()
      tail.cells = Array(cells[(space + 1)...])
      tail.width = tail.cells.reduce(0) { $0 + DisplayWidth.of($1.0) }
      return tail
    }

    /// Returns the last space up to one that does not join a number and its unit; `nil` if there is none.
    private func lastBreak(upTo last: Int, before next: Substring) -> Int? {
      let word = cells[(last + 1)...].map { $0.0 } + next.prefix(8)
      guard last > 0, UnitSpace.joins(cells[last - 1].0, word) else { return last }
      return cells[..<last].lastIndex { $0.0 == " " }
    }

    func text(upTo count: Int) -> StyledText {
      var end = count
      while end > 0, cells[end - 1].0 == " " { end -= 1 }
      return cells[..<end].reduce(into: StyledText()) { $0.append(String($1.0), $1.1, target: $1.2) }
    }
  }
}

/// The meaning of a piece of text. Only a `Palette` knows its look, so a colour has one meaning everywhere.
public enum Style: Hashable, Sendable {
  case plain
  case command, keyword, heading
  case tag, mention, link, duration, string, number
  /// A mention without a full handle, which is sent as plain text.
  case partialMention
  /// Something that a name refers to: a variable, a path into the state.
  case variable
  /// An existing file or folder.
  case path
  case comment, dim
  case error, held
  /// A suggestion that is not part of the line yet.
  case ghost
  /// The match of a search inside a line.
  case match
  /// The item among several that a key would accept.
  case chosen
  /// A colour with a specific meaning, such as the share of time left in a ring; components 0–255.
  case shade(red: UInt8, green: UInt8, blue: UInt8)
  /// Two pixels of a picture: the upper and the lower half of a cell.
  case pixels(upper: HalfBlocks.Pixel, lower: HalfBlocks.Pixel)
}

extension Style {
  /// The name of the style in pages and pictures; `nil` for the styles that are colours of their own, and for plain text.
  public var name: String? {
    switch self {
    case .plain, .shade, .pixels: nil
    case .command: "command"
    case .keyword: "keyword"
    case .heading: "heading"
    case .tag: "tag"
    case .mention: "mention"
    case .partialMention: "partialMention"
    case .link: "link"
    case .duration: "duration"
    case .string: "string"
    case .number: "number"
    case .variable: "variable"
    case .path: "path"
    case .comment: "comment"
    case .dim: "dim"
    case .error: "error"
    case .held: "held"
    case .ghost: "ghost"
    case .match: "match"
    case .chosen: "chosen"
    }
  }
}

/// A run of text that shares one style. The range counts UTF-8 bytes from the text's start.
public struct StyledRange: Hashable, Sendable {
  public var range: Range<Int>
  public var style: Style

  public init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}

extension StyledText {
  /// Parses a line that this palette has rendered back into styled text, for a screen that is drawn in cells.
  ///
  /// Colours that no style has become plain, and any other sequence is left out.
  public init(rendered line: String, _ palette: Palette) {
    self.init()
    var style = Style.plain
    var text = ""
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "]" {
        // The address of a link takes no cells: it ends with ESC and a backslash.
        rest = rest.drop { $0 != "\u{1B}" }.dropFirst(2)
        continue
      }
      guard scalar == "\u{1B}", rest.first == "[" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      append(text, style)
      text = ""
      let parameters = String(String.UnicodeScalarView(rest.dropFirst().prefix { !("@"..."~").contains($0) }))
      rest = rest.dropFirst(1 + parameters.unicodeScalars.count)
      if rest.popFirst() == "m" { style = palette.style(parameters) }
    }
    append(text, style)
  }
}

extension Palette {
  private static let named: [Style] = [
    .command, .tag, .mention, .partialMention, .link, .duration, .string, .number, .variable, .path, .dim, .error,
    .held,
    .ghost, .match,
  ]

  /// Returns the style that is sent with these parameters.
  func style(_ parameters: String) -> Style {
    if let style = Palette.named.first(where: { self.parameters($0) == parameters }) { return style }
    let numbers = parameters.split(separator: ";").compactMap { UInt8($0) }
    if numbers.count == 10, numbers[0] == 38, numbers[5] == 48 {
      return .pixels(
        upper: .init(numbers[2], numbers[3], numbers[4]),
        lower: .init(numbers[7], numbers[8], numbers[9]))
    }
    guard numbers.count == 5, numbers[0] == 38, numbers[1] == 2 else { return .plain }
    return .shade(red: numbers[2], green: numbers[3], blue: numbers[4])
  }
}
