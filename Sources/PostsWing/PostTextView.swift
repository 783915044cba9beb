import Bluesky
import RichText
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The view of a post: its coloured text, and beneath it a description of each coloured part.
struct PostTextView {
  private let output: Output
  private let printer: OutputPrinter
  private let world: World
  private let resources: World.Resources
  private let options: Session.Options

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    world = session.world
    resources = session.resources
    options = session.options
  }

  /// Shows one post, or the posts of a thread with a separator line between them.
  func showPosts(_ value: Value) {
    guard let thread = value.list else { return showPost(value) }
    for (index, post) in thread.enumerated() {
      let count = post.record?["graphemes"]?.wholeNumber ?? 0
      printer.writeLine(StyledText(" \(index + 1)/\(thread.count), \(count) of \(PostMeasure.graphemeLimit)", .dim))
      showPost(post)
    }
  }

  /// Shows the facets that `facets` found, beneath the text.
  func showFacets(_ value: Value) {
    let (text, facets) = resources.posts.searched
    guard !facets.isEmpty else { return printer.writeLine(StyledText(" no mentions, tags or links found", .dim)) }
    show(text, facets)
  }

  func showPost(_ value: Value) {
    guard let record = value.record, let text = record["text"]?.text else { return }
    let glyphs = output.line.glyphs
    show(text, parts(record))
    for line in extras(record, glyphs) { writeBeneath(line) }
    guard let json = record["record"]?.text else { return }
    // In one line, so that it can be copied.
    printer.writeLine(StyledText(sanitized(json, glyphs: glyphs), .dim))
  }

  private func writeBeneath(_ text: String) {
    for row in StyledText(text, .dim).wrapped(to: max(20, output.width - 3)) {
      printer.writeLine(StyledText("   ") + row)
    }
  }

  /// Shows a coloured text and a description of each coloured part.
  private func show(_ text: String, _ facets: [Facet]) {
    let glyphs = output.line.glyphs
    let isStopped = printer.isStopped
    let coloured =
      text.isEmpty
      ? [] : StyledText(text, facets: facets, glyphs: glyphs, isStopped: isStopped).lines(isStopped: isStopped)
    for line in coloured {
      for row in line.wrapped(to: max(20, output.width - 3), isStopped: isStopped) {
        if isStopped() { return }
        printer.writeLine(StyledText("   ") + row)
      }
    }
    // The byte count is checked first because counting is cheaper than measuring: the text may be megabytes long, and
    // one character may have many bytes.
    let oneLine =
      text.utf8.count < output.width * 64 && !text.contains { $0.isNewline }
      && DisplayWidth.of(sanitized(text, glyphs: glyphs)) + 30 < output.width
    // The bytes are copied once: a long text has thousands of facets.
    let bytes = Array(text.utf8)
    let shown = printer.listed(facets)
    let widest = shown.map { cells(bytes, $0.range, glyphs) }.max() ?? 0
    for facet in shown {
      if isStopped() { return }
      let mark = mark(facet, in: bytes, underlined: oneLine, widest: widest, glyphs: glyphs)
      let hangs = mark.width + 24 <= output.width
      let indent = hangs ? mark.width : 6
      let words = StyledText(words(facet, in: bytes, room: output.width - indent, glyphs), .dim)
      var lines = words.wrapped(to: max(20, output.width - indent)).map {
        StyledText(String(repeating: " ", count: indent)) + $0
      }
      if hangs { lines[0] = mark + words.wrapped(to: max(20, output.width - indent))[0] }
      printer.writeLines((hangs ? [] : mark.wrapped(to: output.width)) + lines)
    }
    printer.writeMore(facets.count - shown.count)
  }

  /// Returns one line for each thing that the post answers, quotes or shows.
  private func extras(_ record: Record, _ glyphs: GlyphSet) -> [String] {
    func name(_ value: Value) -> String {
      let number = value.wholeNumber.map { Int($0) } ?? value.text.flatMap { RecordAddress($0) }.flatMap(number(of:))
      return number.map { "@\($0)" } ?? sanitized(value.text ?? "", glyphs: glyphs)
    }
    let others = [("replies to", "follows"), ("quotes", "quotes")].compactMap { word, field in
      record[field].map { "\(word) \(name($0))" }
    }
    let images = record["images"]?.list ?? []
    let planned = record["planned"].flatMap { if case .date(let instant) = $0 { instant } else { nil } }
    return others + [planned.map { "scheduled for \(options.zone.civil($0.toSecond).dateTimeText)" }].compactMap { $0 }
      + images.enumerated().compactMap { index, image in
        guard let image = image.record, let alt = image["alt"]?.text else { return nil }
        let words = alt.isEmpty ? "without a description" : sanitized(alt, glyphs: glyphs)
        return "picture \(index + 1): \(words)"
      } + gates(record, glyphs)
  }

  /// Returns one line each for the card, the author's warnings, and who may reply and quote.
  private func gates(_ record: Record, _ glyphs: GlyphSet) -> [String] {
    var lines: [String] = []
    if let card = record["card"]?.record, let uri = card["uri"]?.text {
      let title = (card["title"]?.text ?? "").sanitizedText(glyphs)
      let host = sanitized(LinkHost.of(uri) ?? "", glyphs: glyphs)
      lines.append("page: \(title) (\(host))\(card["picture"]?.bool == true ? ", with a picture" : "")")
    }
    if let words = record["nocard"]?.text { lines.append("no card for the link: \(sanitized(words, glyphs: glyphs))") }
    let warnings = (record["warnings"]?.list ?? []).compactMap { $0.text }
    if !warnings.isEmpty {
      lines.append("content warning: \(sanitized(warnings.joined(separator: ", "), glyphs: glyphs))")
    }
    if let rules = record["replies"]?.list {
      let words = rules.compactMap { $0.text }.map { Self.readers[$0] ?? "the list \(sanitized($0, glyphs: glyphs))" }
      lines.append("replies from \(words.isEmpty ? "no one" : words.joined(separator: ", "))")
    }
    if record["quotable"]?.bool == false { lines.append("quotes off") }
    return lines
  }

  private static let readers = [
    "followers": "your followers", "following": "people you follow", "mentioned": "people it mentions",
  ]

  /// Returns the number by which this session names a post.
  private func number(of address: RecordAddress) -> Int? {
    let posts = world.posts
    return posts.numbers.first { if case .there(address)? = posts.target($0) { true } else { false } }
  }

  /// Returns the facets that the post publishes, and the mentions that are not facets yet.
  private func parts(_ record: Record) -> [Facet] {
    let published = (record["facets"]?.list ?? []).compactMap { PostRecord.facet($0, isComplete: true) }
    let partial = (record["partial"]?.list ?? []).compactMap { PostRecord.facet($0, isComplete: false) }
      .filter { facet in !published.contains { $0.range.overlaps(facet.range) } }
    // A script may have changed the text without changing the facets.
    let end = (record["text"]?.text ?? "").utf8.count
    return (published + partial).filter { $0.range.upperBound <= end }.sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }.withoutOverlaps()
  }

  private func cells(_ text: [UInt8], _ range: Range<Int>, _ glyphs: GlyphSet) -> Int {
    DisplayWidth.of(sanitized(String(decoding: text[range], as: UTF8.self), glyphs: glyphs))
  }

  /// Returns the line that marks the part of the text with a facet.
  private func mark(_ facet: Facet, in text: [UInt8], underlined: Bool, widest: Int, glyphs: GlyphSet) -> StyledText {
    var line = StyledText("   ")
    let part = String(decoding: text[facet.range], as: UTF8.self)
    let style = Style(facet.feature)
    if underlined {
      let before = String(decoding: text[..<facet.range.lowerBound], as: UTF8.self)
      line.append(String(repeating: " ", count: DisplayWidth.of(sanitized(before, glyphs: glyphs))))
      let length = DisplayWidth.of(sanitized(part, glyphs: glyphs))
      line.append(String(repeating: glyphs == .unicode ? "─" : "-", count: length), style)
      let total = DisplayWidth.of(sanitized(String(decoding: text, as: UTF8.self), glyphs: glyphs)) + 2
      line.append(String(repeating: " ", count: max(2, total - (line.width - 3))))
    } else {
      line.append(sanitized(part, glyphs: glyphs), style)
      line.append(String(repeating: " ", count: widest - cells(text, facet.range, glyphs) + 2))
    }
    return line
  }

  /// Describes a facet and how it is published.
  private func words(_ facet: Facet, in text: [UInt8], room: Int, _ glyphs: GlyphSet) -> String {
    let range = "bytes \(facet.range.lowerBound)\(glyphs == .unicode ? "–" : "-")\(facet.range.upperBound)"
    switch facet.feature {
    case .tag: return "tag      \(range)"
    case .link(let uri):
      let part = String(decoding: text[facet.range], as: UTF8.self)
      return "link     \(range)\(uri == part ? "" : ", goes to " + sanitized(uri, glyphs: glyphs))"
    case .mention(_, isComplete: true): return "mention  \(range)"
    case .mention(let handle, isComplete: false):
      let whole = handle.contains(".") ? "" : " (@\(sanitized(handle, glyphs: glyphs)).bsky.social?)"
      let words = "mention  \(range), not a full handle: sent as plain text"
      return DisplayWidth.of(words + whole) <= room ? words + whole : words
    }
  }
}

extension StyledText {
  /// Makes a text with coloured facets and visible control characters; line ends stay.
  /// - Parameter isStopped: called now and then; once it returns `true`, the text ends at that point.
  init(_ text: String, facets: [Facet], glyphs: GlyphSet, isStopped: () -> Bool = { false }) {
    self.init()
    let bytes = Array(text.utf8)
    var start = 0
    func piece(_ range: Range<Int>) -> String {
      sanitized(String(decoding: bytes[range], as: UTF8.self), keepingLines: true, glyphs: glyphs)
    }
    for (index, facet) in facets.enumerated() {
      if index & 255 == 255, isStopped() { return }
      if start < facet.range.lowerBound { append(piece(start..<facet.range.lowerBound)) }
      var target: String?
      if case .link(let uri) = facet.feature { target = uri }
      append(piece(facet.range), Style(facet.feature), target: target)
      start = facet.range.upperBound
    }
    if start < bytes.count { append(piece(start..<bytes.count)) }
  }
}
