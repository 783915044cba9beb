import StoryScript
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns a diagnostic into the picture that people read:
///
///     error: there is no command 'stroy'
///       ┌─ lesson.story:3:1
///     3 │ stroy play 4 for 15s
///       │ ^^^^^ did you mean 'story'?
public struct DiagnosticRenderer {
  public var palette: Palette
  public var glyphs: GlyphSet
  public var width: Int
  /// Where sentences are broken between words, for who types in a narrow window; pipes and files get them whole.
  var wrapsAt: Int?

  public init(palette: Palette = .plain, glyphs: GlyphSet = .unicode, width: Int = 80) {
    self.palette = palette
    self.glyphs = glyphs
    self.width = max(width, 40)
  }

  /// With a line end.
  public func render(_ diagnostic: Diagnostic) -> String {
    let secrets = Secrets(diagnostic)
    let message = wrapped(palette.paint("error:", .error) + " " + sanitized(secrets.message, glyphs: glyphs))
    let suggestion = secrets.suggestion.map { sanitized($0, glyphs: glyphs) }
    guard let source = diagnostic.source, !source.bytes.isEmpty else {
      return message + "\n" + (suggestion.map { wrapped("  \($0)") + "\n" } ?? "")
    }
    if source.name == PromptRunner.sourceName, !source.bytes.contains(UInt8(ascii: "\n")) {
      return message + "\n" + typedLine(diagnostic, source, secrets, suggestion)
    }
    let position = source.position(of: Int(diagnostic.range.start))
    let number = String(position.line)
    let margin = String(repeating: " ", count: number.count)
    let excerpt = excerpt(diagnostic, source, secrets)
    let (corner, bar) = glyphs == .unicode ? ("┌─", "│") : ("--", "|")
    var out = message + "\n"
    let place =
      source.name == PromptRunner.sourceName
      ? "line \(position.line)" : "\(sanitized(source.name, glyphs: glyphs)):\(position.line):\(position.column)"
    out += "\(margin) \(dim(corner)) \(place)\n"
    out += "\(dim(number)) \(dim(bar)) \(excerpt.text)\n"
    let caret = String(repeating: " ", count: excerpt.column) + String(repeating: "^", count: excerpt.length)
    out += "\(margin) \(dim(bar)) \(palette.paint(caret, .error))"
    if let suggestion { out += " \(suggestion)" }
    return out.trimmingEnd() + "\n"
  }

  /// A line that was typed at a prompt stands right above, with a sign and a space before it: below the same text, the
  /// caret points at both.
  private func typedLine(
    _ diagnostic: Diagnostic, _ source: Source, _ secrets: Secrets, _ suggestion: String?
  ) -> String {
    let excerpt = excerpt(diagnostic, source, secrets)
    let caret = String(repeating: " ", count: excerpt.column) + String(repeating: "^", count: excerpt.length)
    let out = "  \(excerpt.text)\n  " + palette.paint(caret, .error)
    guard let suggestion else { return out.trimmingEnd() + "\n" }
    let fits = 2 + excerpt.column + excerpt.length + 1 + width(suggestion) <= width
    return out + (fits ? " " + suggestion : "\n" + wrapped("  " + suggestion)) + "\n"
  }

  private func wrapped(_ text: String) -> String {
    guard let wrapsAt else { return text }
    return String(decoding: LineWrapping.wrap(Array(text.utf8)[...], width: wrapsAt, indent: 2), as: UTF8.self)
  }

  private func dim(_ text: String) -> String { palette.paint(text, .dim) }

  /// The line, or the part of a long one around the place, with the caret's column and length in cells.
  private func excerpt(
    _ diagnostic: Diagnostic, _ source: Source, _ secrets: Secrets
  ) -> (text: String, column: Int, length: Int) {
    let line = source.lineRange(of: Int(diagnostic.range.start))
    let start = max(Int(diagnostic.range.start), Int(line.start))
    let end = min(max(Int(diagnostic.range.end), start), Int(line.end))
    let room = width - 8
    // Far more than fits is cut off by bytes first, so that a line of megabytes costs nothing.
    let from = wholeCharacter(max(Int(line.start), start - 4 * room), source, forward: true)
    let to = wholeCharacter(min(Int(line.end), max(end, start) + 4 * room), source, forward: false)
    var before = Array(shown(source, from, start, secrets))
    var marked = shown(source, start, max(end, start), secrets)
    var after = shown(source, max(end, start), max(to, end), secrets)
    let mark = glyphs == .unicode ? "…" : "~"
    marked = clipped(marked, to: room)
    let wanted = max(room / 3, room - width(marked) - width(after))
    var cut = from > Int(line.start)
    while width(before) > max(wanted, 0), !before.isEmpty {
      before.removeFirst()
      cut = true
    }
    if cut { before = Array(mark) + before }
    let column = width(before)
    let rest = room - column - width(marked)
    if width(after) > rest || to < Int(line.end) { after = clipped(after, to: max(rest, 0)) + mark }
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
    return sanitized(
      text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "  "), glyphs: glyphs)
  }

  private func width(_ text: String) -> Int { DisplayWidth.of(text) }
  private func width(_ characters: [Character]) -> Int { characters.reduce(0) { $0 + DisplayWidth.of($1) } }

  private func clipped(_ text: String, to room: Int) -> String {
    guard width(text) > room else { return text }
    var result = ""
    var used = 0
    for character in text {
      used += DisplayWidth.of(character)
      if used > room { break }
      result.append(character)
    }
    return result
  }

  public static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { buffer in
      var start = 0
      while start < buffer.count {
        let written = write(2, buffer.baseAddress! + start, buffer.count - start)
        if written > 0 { start += written } else if errno != EINTR { return }
      }
    }
  }
}

extension String {
  fileprivate func trimmingEnd() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
