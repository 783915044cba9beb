import StoryScript
import TerminalText
import Timeline

/// Renders a recording as a picture of the terminal, with text that stays text.
///
/// An animated picture is a film for places that show only pictures, such as a README: lines are typed and output
/// appears, by CSS alone. It plays once, and ends with the last rows; with reduced motion it only shows the end.
struct SVGRendering {
  /// `true` for the frame of a window, with the name as its title.
  var hasFrame = false
  var animates = false

  private static let (cell, row, margin) = (8.4, 18, 12)
  /// The height of the title of a frame.
  private static let bar = 34
  /// The number of rows that an animated picture shows at once.
  private static let windowRows = 24
  /// The longest time without a change in an animated picture.
  private static let idle = Duration.seconds(2)

  /// A row of the window with the time at which it appears.
  private struct Row {
    var text: StyledText
    var at = Duration.zero
    /// The time that typing takes; `nil` for output.
    var typing: Duration?
    /// The cells of the prompt before a typed text.
    var promptWidth = 0
  }

  func text(of recording: Recording, in replay: Replay, named name: String) -> String {
    let columns = recording.head.columns
    let (rows, length) = rows(of: recording, in: replay)
    let width = Double(columns) * Self.cell + Double(2 * Self.margin)
    let shown = animates ? min(rows.count, Self.windowRows) : rows.count
    let top = hasFrame ? Self.bar : 0
    let height = top + shown * Self.row + 2 * Self.margin
    var (body, rules) = ("", "")
    for (index, row) in rows.enumerated() {
      let text = Self.text(of: row.text, index)
      if animates, !text.isEmpty {
        body += "<g class=\"r\(index)\">\n\(text)</g>\n"
        rules += Self.rule(of: row, index)
      } else {
        body += text
      }
    }
    if animates, rows.count > shown { body = "<g class=\"rows\">\n\(body)</g>\n" }
    if animates { rules += scrolling(rows, shown, length) + Self.stillness }
    if animates || hasFrame { body = window(body, title: name, width: width, top: top, height: height) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" height="\(height)" \
      viewBox="0 0 \(Self.number(width)) \(height)" role="img" xml:space="preserve" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
      <title>\(Markup.escaped(sanitized(name)))</title>
      <style>
      \(Self.style)\(hasFrame ? Self.frameStyle : "")\(rules)</style>
      <rect class="ground" width="100%" height="100%" rx="\(hasFrame ? 10 : 6)"/>
      \(body)</svg>

      """
  }

  // MARK: Rows and their times

  private func rows(of recording: Recording, in replay: Replay) -> (rows: [Row], length: Duration) {
    let (palette, columns) = (replay.palette, recording.head.columns)
    var (rows, film): ([Row], FilmClock) = ([], FilmClock(idle: Self.idle))
    func show(_ lines: [Replay.Shown]) {
      for line in lines {
        let at = film.pass(to: line.at)
        rows += StyledText(rendered: line.text, palette).wrapped(to: columns).map { Row(text: $0, at: at) }
      }
    }
    for item in replay.items(of: recording) {
      let moment = replay.run(item)
      show(moment.before)
      if case .line = moment.item.content {
        var at = film.pass(to: moment.began)
        let keys = animates ? Typing.keys(of: moment.line) : []
        let whole = keys.reduce(Duration.zero) { $0 + $1.pause }
        let lines = (moment.prompt + moment.line).lines
        let parts = lines.enumerated().flatMap { index, line in
          (index == 0 ? line : StyledText("  ") + line).wrapped(to: columns)
        }
        let count = max(1, parts.reduce(0) { $0 + $1.plain.count } - moment.prompt.plain.count)
        for (index, part) in parts.enumerated() {
          let before = index == 0 ? moment.prompt.width : 0
          let share = Double(part.plain.count - (index == 0 ? moment.prompt.plain.count : 0)) / Double(count)
          let typing = Duration(microseconds: Int64(Double(whole.microseconds) * max(0, share)))
          rows.append(Row(text: part, at: at, typing: animates ? typing : nil, promptWidth: before))
          at += typing
        }
        film.add(whole)
      }
      show(moment.lines)
      _ = film.pass(to: moment.ended)
    }
    return (rows, film.length)
  }

  /// The time in a film, from which long pauses are cut, and to which typing is added.
  private struct FilmClock {
    let idle: Duration
    private(set) var length = Duration.zero
    private var last = Duration.zero

    init(idle: Duration) { self.idle = idle }

    /// Returns the film's time at an instant of the recording.
    mutating func pass(to instant: Duration) -> Duration {
      length += min(idle, max(.zero, instant - last))
      last = max(last, instant)
      return length
    }

    mutating func add(_ time: Duration) { length += time }
  }

  // MARK: Animation and frame

  /// Returns the rule that shows a row at its time. Without the rule the end is visible, so that nothing is missing
  /// where animations are not shown, and browsers need not keep the last state of each.
  private static func rule(of row: Row, _ index: Int) -> String {
    let delay = milliseconds(row.at)
    guard let typing = row.typing, typing > .zero else {
      return ".r\(index) { animation: show 1ms \(delay) step-end backwards }\n"
    }
    let keys = max(1, row.text.plain.count - row.promptWidth)
    // The box of a row begins with its first character.
    let share = row.text.width == 0 ? 0 : row.promptWidth * 100 / row.text.width
    return ".r\(index) { --from: \(100 - share)%; animation: show 1ms \(delay) step-end backwards, "
      + "type \(milliseconds(typing)) \(delay) steps(\(keys), end) backwards }\n"
  }

  /// Returns the rules that move the rows up where there are more than fit.
  private func scrolling(_ rows: [Row], _ shown: Int, _ length: Duration) -> String {
    var rules =
      "@keyframes show { from { visibility: hidden } to { visibility: visible } }\n"
      + "@keyframes type { from { clip-path: inset(0 var(--from) 0 0) } to { clip-path: inset(0) } }\n"
    guard rows.count > shown, length > .zero else { return rules }
    var stops: [(share: Double, rows: Int)] = []
    for index in shown..<rows.count {
      let share = 100 * Double(rows[index].at.microseconds) / Double(length.microseconds)
      if let last = stops.last, share - last.share < 0.01 { stops.removeLast() }
      stops.append((share, index + 1 - shown))
    }
    rules += "@keyframes scroll { 0% { transform: none }"
    for stop in stops {
      let hundredths = Int(stop.share * 100)
      rules +=
        " \(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)% "
        + "{ transform: translateY(-\(stop.rows * Self.row)px) }"
    }
    let end = "translateY(-\((rows.count - shown) * Self.row)px)"
    rules += " 100% { transform: \(end) } }\n"
    return rules
      + ".rows { transform: \(end); animation: scroll \(Self.milliseconds(length)) step-end backwards }\n"
  }

  private static let stillness = "@media (prefers-reduced-motion: reduce) { * { animation: none !important } }\n"

  private static func milliseconds(_ time: Duration) -> String { "\(time.microseconds / 1_000)ms" }

  /// Returns the rows within a window, which cuts off those that have scrolled away.
  private func window(_ body: String, title: String, width: Double, top: Int, height: Int) -> String {
    var text = ""
    if hasFrame {
      text +=
        "<g class=\"lights\">"
        + [18, 38, 58].map { "<circle cx=\"\($0)\" cy=\"\(Self.bar / 2)\" r=\"6\"/>" }.joined() + "</g>\n"
        + "<text class=\"title\" x=\"50%\" y=\"\(Self.bar / 2 + 5)\" text-anchor=\"middle\">"
        + "\(Markup.escaped(sanitized(title)))</text>\n"
        + "<path class=\"edge\" d=\"M0 \(top).5H\(Self.number(width))\"/>\n"
    }
    return text
      + "<svg y=\"\(top)\" width=\"\(Self.number(width))\" height=\"\(height - top)\" overflow=\"hidden\">\n\(body)</svg>\n"
  }

  private static let frameStyle = PagePalette.css { colour in
    ".title { fill: \(colour(.dim)) } .lights circle { fill: \(colour(.line)) } .edge { stroke: \(colour(.line)); opacity: .4 }"
      + " .window { fill: none; stroke: \(colour(.line)); stroke-opacity: .5 }"
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
    case .shade(let red, let green, let blue): " style=\"fill:rgb(\(red),\(green),\(blue))\""
    case .pixels(let upper, _): " style=\"fill:\(colour(upper))\""
    default: style.name.map { " class=\"\($0)\"" } ?? ""
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
