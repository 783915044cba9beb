import StoryScript
import System
import TerminalText

/// Renders a diagnostic for people:
///
///     error: there is no command 'stroy'
///       ┌─ lesson.story:3:1
///     3 │ stroy play 4 for 15s
///       │ ^^^^^ did you mean 'story'?
public struct DiagnosticRenderer {
  private let reader: SecretReader
  public var palette: Palette
  public var glyphs: GlyphSet
  public var width: Int
  /// `true` to wrap sentences at spaces, as a terminal needs; files keep each sentence on one line.
  public var wraps: Bool

  /// - Parameter vocabulary: the commands; the secrets that some of them take are never shown.
  public init(
    _ vocabulary: Vocabulary, palette: Palette = .plain, glyphs: GlyphSet = .unicode, width: Int = 80,
    wraps: Bool = false
  ) {
    reader = SecretReader(vocabulary)
    self.palette = palette
    self.glyphs = glyphs
    // A window may be narrower than files allow; below 20 columns an excerpt is useless.
    self.width = max(width, wraps ? 20 : 40)
    self.wraps = wraps
  }

  /// Returns the renderer of the errors that a tool writes: at a terminal in its colours, and wrapped to its width.
  public static func ofStandardError(_ vocabulary: Vocabulary) -> DiagnosticRenderer {
    let isTerminal = Descriptor.error.isTerminal
    return DiagnosticRenderer(
      vocabulary, palette: Palette(environment: Environment.value, isTerminal: isTerminal),
      glyphs: isTerminal ? GlyphSet(environment: Environment.value) : .unicode,
      width: Descriptor.error.windowSize?.columns ?? 80, wraps: isTerminal)
  }

  /// Returns the diagnostic as text with a line end.
  public func render(_ diagnostic: Diagnostic) -> String {
    let secrets = Secrets(diagnostic, reader)
    let sentence =
      StyledText(diagnostic.problem.isWarning ? "warning:" : "error:", .error)
      + StyledText(" " + sanitized(secrets.message, glyphs: glyphs))
    let message = rows(sentence, indent: 2).joined(separator: "\n  ")
    let suggestion = secrets.suggestion.map { sanitized($0, glyphs: glyphs) }
    guard let source = diagnostic.source, !source.bytes.isEmpty else {
      return message + "\n" + (suggestion.map { "  \(indented($0))\n" } ?? "")
    }
    if source.name == SourceFile.promptName, !source.bytes.contains(UInt8(ascii: "\n")) {
      return message + "\n" + typedLine(diagnostic, source, secrets, suggestion) + item(diagnostic)
    }
    let position = source.position(of: Int(diagnostic.range.start))
    let number = String(position.line)
    let margin = String(repeating: " ", count: number.count)
    let excerpt = excerpt(diagnostic, source, secrets)
    let (corner, bar) = glyphs == .unicode ? ("┌─", "│") : ("--", "|")
    var out = message + "\n"
    let place =
      source.name == SourceFile.promptName
      ? "line \(position.line)" : "\(sanitized(source.name, glyphs: glyphs)):\(position.line):\(position.column)"
    out += "\(margin) \(dim(corner)) \(place)\n"
    out += "\(dim(number)) \(dim(bar)) \(excerpt.text)\n"
    out += "\(margin) \(dim(bar)) \(caret(excerpt))"
    if let suggestion {
      let start = margin.count + 3
      let fits = start + excerpt.column + excerpt.length + 1 + width(suggestion) <= width
      if fits || !wraps {
        out += " \(suggestion)"
      } else {
        for row in rows(StyledText(suggestion), indent: start) { out += "\n\(margin) \(dim(bar)) \(row)" }
      }
    }
    return out.withoutTrailingSpaces + "\n" + item(diagnostic) + callers(diagnostic, from: source, line: position.line)
  }

  /// Returns the lines that name the item of a pipeline step, `at item 3 of 5: {age: "7"}`, unless it is the only one,
  /// and its place in a file, `in 'people.csv', line 4: age is "7"`; empty if the error is not about an item.
  private func item(_ diagnostic: Diagnostic) -> String {
    guard let item = diagnostic.item else { return "" }
    var lines = ""
    if item.count > 1 {
      let text = "at item \(item.number) of \(item.count)\(item.text.map { ": \($0)" } ?? "")"
      lines += "  \(StyledText(sanitized(text, glyphs: glyphs)).clipped(to: width - 2, mark: glyphs.cut).plain)\n"
    }
    // Never cut: what matters stands behind the path, which may be long.
    if let origin = item.origin {
      lines += "  \(sanitized("in \(origin)\(item.fields.map { ": \($0)" } ?? "")", glyphs: glyphs))\n"
    }
    return lines
  }

  private static let (firstCalls, lastCalls) = (5, 2)

  /// Returns a line for each call that led to an error: `called at report.story:12`. A caller on the line before it
  /// says nothing new; of many calls the first and the last are shown.
  private func callers(_ diagnostic: Diagnostic, from source: Source, line: Int) -> String {
    var (places, before): ([String], String) = ([], "\(source.name):\(line)")
    for call in diagnostic.calls where call.source.name != SourceFile.promptName {
      let place = "\(call.source.name):\(call.source.position(of: Int(call.range.start)).line)"
      if place != before { places.append(place) }
      before = place
    }
    var lines = places.map { "called at \(sanitized($0, glyphs: glyphs))" }
    let left = lines.count - Self.firstCalls - Self.lastCalls
    if left > 1 {
      lines.replaceSubrange(Self.firstCalls..<(Self.firstCalls + left), with: ["\(left) more calls"])
    }
    return lines.map { "  \($0)\n" }.joined()
  }

  /// Wraps a sentence into as many rows as it needs, each with room for an indentation.
  private func rows(_ text: StyledText, indent: Int) -> [String] {
    guard wraps, text.width > width else { return [text.rendered(palette)] }
    return text.wrapped(to: width - indent).map { $0.rendered(palette) }
  }

  private func indented(_ text: String) -> String {
    let text = StyledText(text)
    guard wraps else { return text.rendered(palette) }
    return text.wrapped(to: width - 2).map { $0.rendered(palette) }.joined(separator: "\n  ")
  }

  /// Renders a line that was typed at a prompt. The typed line is right above, after a sign and a space; with the
  /// same text below it, the caret points at both.
  private func typedLine(
    _ diagnostic: Diagnostic, _ source: Source, _ secrets: Secrets, _ suggestion: String?
  ) -> String {
    let excerpt = excerpt(diagnostic, source, secrets)
    var out = "  \(excerpt.text)\n  " + caret(excerpt)
    guard let suggestion else { return out.withoutTrailingSpaces + "\n" }
    let fits = 2 + excerpt.column + excerpt.length + 1 + width(suggestion) <= width
    out += fits ? " " : "\n  "
    return out + (fits ? suggestion : indented(suggestion)) + "\n"
  }

  private func caret(_ excerpt: Excerpt) -> String {
    palette.paint(
      String(repeating: " ", count: excerpt.column) + String(repeating: "^", count: excerpt.length), .error)
  }

  private func dim(_ text: String) -> String { palette.paint(text, .dim) }
  /// The line, or the part of a long line around the range, with the caret's column and length in cells.
  private typealias Excerpt = (text: String, column: Int, length: Int)

  private func excerpt(_ diagnostic: Diagnostic, _ source: Source, _ secrets: Secrets) -> Excerpt {
    let line = source.lineRange(of: Int(diagnostic.range.start))
    let start = max(Int(diagnostic.range.start), Int(line.start))
    let room = width - 8
    let shown = min(max(Int(diagnostic.range.end), start), Int(line.end), start + 4 * room)
    let end = max(start, wholeCharacter(shown, source, forward: false))
    // Most of a long line is cut off by bytes first, so that a line of megabytes costs nothing.
    let from = wholeCharacter(max(Int(line.start), start - 4 * room), source, forward: true)
    let to = wholeCharacter(min(Int(line.end), max(end, start) + 4 * room), source, forward: false)
    var before = Array(self.shown(source, from, start, secrets))
    let whole = self.shown(source, start, max(end, start), secrets)
    var after = self.shown(source, max(end, start), max(to, end), secrets)
    let mark = glyphs.cut
    // The text before the range gets a third of the room, including the mark of a cut.
    let lead = width(before) > room / 3 ? room / 3 + 1 : width(before)
    let marked = clipped(whole, to: room - lead)
    let wanted = max(room / 3, room - width(marked) - width(after))
    var cut = from > Int(line.start)
    var (left, skipped) = (width(before), 0)
    while left > max(wanted, 0), skipped < before.count {
      left -= width([before[skipped]])
      skipped += 1
    }
    before.removeFirst(skipped)
    cut = cut || skipped > 0
    if cut { before = Array(mark) + before }
    let column = width(before)
    let rest = room - column - width(marked)
    if width(after) > rest || to < Int(line.end) || marked != whole { after = clipped(after, to: max(rest, 0)) + mark }
    return (String(before) + marked + after, column, max(1, width(marked)))
  }

  private func wholeCharacter(_ offset: Int, _ source: Source, forward: Bool) -> Int {
    var offset = offset
    while offset > 0, offset < source.bytes.count, source.bytes[offset] & 0xC0 == 0x80 { offset += forward ? 1 : -1 }
    return offset
  }

  private func shown(_ source: Source, _ start: Int, _ end: Int, _ secrets: Secrets) -> String {
    guard start < end else { return "" }
    let text = secrets.text(of: source, start..<end)
    return sanitized(text.replacing("\t", with: "  "), glyphs: glyphs)
  }

  private func width(_ text: String) -> Int { DisplayWidth.of(text) }
  private func width(_ characters: [Character]) -> Int { characters.reduce(0) { $0 + DisplayWidth.of($1) } }
  private func clipped(_ text: String, to room: Int) -> String { StyledText(text).clipped(to: room, mark: "").plain }
  /// Writes a note to the user, which is not an error.
  static func note(_ text: String) { writeToStandardError("note: \(sanitized(text))\n") }
  public static func writeToStandardError(_ text: String) { try? Descriptor.error.writeAll(text) }
}
