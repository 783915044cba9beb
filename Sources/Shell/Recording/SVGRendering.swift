import StoryScript
import Terminal

/// Renders a recording as a picture of the terminal, with text that stays text.
struct SVGRendering {
  private static let (cell, row, margin) = (8.4, 18, 12)

  func text(of recording: Recording, in replay: Replay, named name: String) -> String {
    let palette = replay.palette
    var rows: [StyledText] = []
    for moment in replay.moments(of: recording) {
      rows += moment.before.map { StyledText(rendered: $0.text, palette) }
      if case .line = moment.item.content {
        let lines = (moment.prompt + moment.line).lines
        rows += lines.prefix(1) + lines.dropFirst().map { StyledText("  ") + $0 }
      }
      rows += moment.lines.map { StyledText(rendered: $0.text, palette) }
    }
    let rowsOfWindow = rows.flatMap { $0.wrapped(to: recording.head.columns) }
    let width = Double(recording.head.columns) * Self.cell + Double(2 * Self.margin)
    let height = rowsOfWindow.count * Self.row + 2 * Self.margin
    var body = ""
    for (index, row) in rowsOfWindow.enumerated() { body += Self.text(of: row, index) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" height="\(height)" \
      viewBox="0 0 \(Self.number(width)) \(height)" role="img" xml:space="preserve" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
      <title>\(Markup.escaped(sanitized(name)))</title>
      <style>
      \(Self.style)</style>
      <rect class="ground" width="100%" height="100%" rx="6"/>
      \(body)</svg>

      """
  }

  private static func text(of row: StyledText, _ index: Int) -> String {
    var (svg, column) = ("", 0)
    let y = margin + index * self.row
    for run in row.runs {
      let width = DisplayWidth.of(run.text)
      defer { column += width }
      let x = number(Double(margin) + Double(column) * cell)
      let length = number(Double(width) * cell)
      if case .pixels(_, let lower) = run.style {
        svg += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(length)\" height=\"\(self.row)\" fill=\"\(colour(lower))\"/>\n"
      }
      // Spaces before a text become a position, which every program supports.
      let text = run.text.drop { $0 == " " }
      guard !text.isEmpty else { continue }
      let blanks = width - DisplayWidth.of(text)
      svg +=
        "<text x=\"\(number(Double(margin) + Double(column + blanks) * cell))\" y=\"\(y + 13)\""
        + " textLength=\"\(number(Double(width - blanks) * cell))\" lengthAdjust=\"spacingAndGlyphs\"\(look(run.style))>"
        + "\(Markup.escaped(String(text)))</text>\n"
    }
    return svg
  }

  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func colour(_ pixel: HalfBlocks.Pixel) -> String { "rgb(\(pixel.red),\(pixel.green),\(pixel.blue))" }

  /// Returns the attributes of a style.
  private static func look(_ style: Style) -> String {
    switch style {
    case .plain: ""
    case .shade(let red, let green, let blue): " style=\"fill:rgb(\(red),\(green),\(blue))\""
    case .pixels(let upper, _): " style=\"fill:\(colour(upper))\""
    default: " class=\"\(style)\""
    }
  }

  private static let style =
    """
    text { white-space: pre }
    .command, .keyword, .heading, .match { font-weight: bold }
    .link, .path, .match { text-decoration: underline }

    """
    + PagePalette.css { colour in
      [
        "text { fill: \(colour(.text)) }", ".ground { fill: \(colour(.ground)) }",
        ".tag, .variable { fill: \(colour(.tag)) }", ".mention, .partialMention { fill: \(colour(.mention)) }",
        ".link, .number { fill: \(colour(.accent)) }", ".duration, .held { fill: \(colour(.duration)) }",
        ".string { fill: \(colour(.string)) }", ".dim, .comment, .ghost { fill: \(colour(.dim)) }",
        ".error { fill: \(colour(.error)) }",
      ].joined(separator: "\n")
    }
}
