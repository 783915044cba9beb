import JSON
import ShellCore
import StoryScript

/// Formatting of documents, of ranges, and of the block whose brace is typed.
extension LanguageServer {
  func formatting(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    guard let source = formattable(document) else { return .null }
    let edit = difference(in: document, to: try formatted(source))
    return edit.range.isEmpty && edit.text.isEmpty ? .array([]) : edits([edit], in: document)
  }

  /// Formats the lines of a range. Like the formatting of a document, this needs a script without errors: the layout of
  /// a line depends on the lines around it.
  func rangeFormatting(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let range = try textRange(in: document, parameters)
    guard let source = formattable(document) else { return .null }
    return edits(lineEdits(in: document, to: try formatted(source), within: range), in: document)
  }

  /// Formats the block that the typed brace closes.
  func onTypeFormatting(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard parameters["ch"]?.stringValue == "}", let source = formattable(document), let script = try? formatted(source),
      offset > 0, source.bytes[offset - 1] == UInt8(ascii: "}"),
      let opener = SyntaxBrackets.partner(of: offset - 1, in: source.text(SourceRange(0, source.bytes.count)))
    else { return .null }
    let range = document.textRange(SourceRange(opener, offset))
    return edits(lineEdits(in: document, to: script, within: range), in: document)
  }

  /// Returns the source of a document that can be formatted; a recording is left as it was typed.
  private func formattable(_ document: OpenDocument) -> Source? {
    document.isMarkdown || RecordingTitle.begins(document.text.string) ? nil : document.source
  }

  private func formatted(_ source: Source) throws(RPCError) -> String {
    let open = openTexts
    do {
      return Formatter.format(
        try Parser.parse(
          source, catalog.schema.vocabulary,
          include: { path, base throws(Diagnostic) in try SourceFile.included(path, from: base, open) },
          within: Session.bounds))
    } catch {
      throw .failed("the script has errors, so it is not formatted")
    }
  }

  /// Returns the replacements of lines that give the lines of a range their new text.
  private func lineEdits(
    in document: OpenDocument, to new: String, within range: Range<Int>
  ) -> [(range: Range<Int>, text: String)] {
    let text = document.text
    let old = (0..<text.lineCount).map { number in
      let end = number + 1 < text.lineCount ? text.line(number + 1).lowerBound : text.end
      return max(text.line(number).lowerBound, number == 0 ? text.markLength : 0)..<end
    }.filter { !$0.isEmpty }
    let before = old.map { String(decoding: text.bytes[$0], as: UTF8.self) }
    let after = new.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) + "\n" }
    // Lines that differ only in white space correspond, so that each can change alone.
    func key(_ line: String) -> String { line.filter { !$0.isWhitespace } }
    let difference = after.map(key).difference(from: before.map(key))
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let place, _, _): removed.insert(place)
      case .insert(let place, _, _): inserted.insert(place)
      }
    }
    var edits: [(range: Range<Int>, text: String)] = []
    func add(_ lines: Range<Int>, _ replacement: ArraySlice<String>) {
      guard lines.isEmpty || !before[lines].elementsEqual(replacement) else { return }
      let start = lines.lowerBound < old.count ? old[lines.lowerBound].lowerBound : text.end
      let end = lines.isEmpty ? start : old[lines.upperBound - 1].upperBound
      if start <= range.upperBound, range.lowerBound < max(end, start + 1) {
        edits.append((start..<end, replacement.joined()))
      }
    }
    var (place, next) = (0, 0)
    while place < before.count || next < after.count {
      let first = (place, next)
      while removed.contains(place) { place += 1 }
      while inserted.contains(next) { next += 1 }
      if first != (place, next) {
        add(first.0..<place, after[first.1..<next])
      } else {
        add(place..<place + 1, after[next..<next + 1])
        (place, next) = (place + 1, next + 1)
      }
    }
    return edits
  }

  /// Returns the smallest replacement of whole lines that gives the source another text.
  func difference(in document: OpenDocument, to new: String) -> (range: Range<Int>, text: String) {
    let mark = document.text.markLength
    let (old, new) = (document.text.bytes[mark...], Array(new.utf8)[...])
    let same = zip(old, new).prefix { $0 == $1 }.count
    if same == old.count, same == new.count { return (document.text.end..<document.text.end, "") }
    // Back to a line's start, so that no character or line end is split.
    let start = new[..<same].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let tail = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    var end = new.count - tail
    if tail > 0 {
      let isLineStart = end == start || new[end - 1] == UInt8(ascii: "\n")
      let both = isLineStart && (old.count - tail == start || old[mark + old.count - tail - 1] == UInt8(ascii: "\n"))
      if !both { end = new[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? new.count }
    }
    let oldEnd = mark + old.count - (new.count - end)
    return (mark + start..<oldEnd, String(decoding: new[start..<end], as: UTF8.self))
  }
}
