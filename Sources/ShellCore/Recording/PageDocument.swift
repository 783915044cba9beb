import JSON
import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// The file of a page: the transcript as HTML, the visible states as JSON, and the style and the script that show
/// them.
struct PageDocument {
  let title: String
  let signature: RecordingSignature
  let head: Recording.Header
  let entries: [PageRendering.Entry]
  /// The length of the recording.
  let length: Duration
  let clock: PageClock
  let states: PageStates

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>\(Markup.escaped(signature.name.map { "\(title): \($0)" } ?? title))</title>
    <style>\(PageStyle.text)</style>
    </head>
    <body>
    <header>
    <h1>\(Markup.escaped(title))</h1>
    \(author)<p>\(Markup.escaped(summary))</p>
    </header>
    <main>
    \(PageStage.html)
    <section id="transcript" aria-labelledby="typed">
    <h2 id="typed">Transcript</h2>
    <ol id="lines" tabindex="0" aria-labelledby="typed">
    \(entries.enumerated().map { Self.item($0.offset, $0.element) }.joined())</ol>
    </section>
    \(Self.player)
    </main>
    <script type="application/json" id="data">\(data)</script>
    <script>\(PageScript.text)</script>
    </body>
    </html>

    """
  }

  /// The security policy: the page loads nothing but the pictures in it, and runs only its own script.
  private var policy: String {
    func named(_ text: String) -> String { "'sha256-\(Base64.text(SHA256.hash(Array(text.utf8))))'" }
    let pictures = states.hasPictures ? "img-src data:; " : ""
    return "default-src 'none'; \(pictures)style-src \(named(PageStyle.text)); script-src \(named(PageScript.text)); "
      + "base-uri 'none'; form-action 'none'"
  }

  /// A line with the name of the person who typed the recording; empty if it has none.
  private var author: String {
    guard let name = signature.name else { return "" }
    let words = [name, signature.date].compactMap { $0 }.joined(separator: ", ")
    return "<p class=\"author\">\(Markup.escaped(words))</p>\n"
  }

  private var summary: String {
    let lines = TimeText.count(entries.count { $0.line != nil }, "line")
    let pace =
      !clock.isShortened
      ? "" : " Pauses over \(PageClock.maximumLength / 1_000) s are shortened to \(PageClock.maximumLength / 1_000) s."
    let zone = head.zone.identifier ?? "UTC"
    return "\(lines) in \(TimeText.length(.seconds(length.microseconds / 1_000_000))), starting at "
      + "\(CivilTime(utc: head.start).dateTimeText.replacing("T", with: " ")) UTC, zone \(zone).\(pace)"
  }

  // MARK: Transcript

  private static func item(_ index: Int, _ entry: PageRendering.Entry) -> String {
    var html = "<li id=\"l\(index + 1)\">"
    if let line = entry.line {
      let time = TimeText.clock(.seconds(entry.own.microseconds / 1_000_000))
      html += "<a href=\"#l\(index + 1)\"><time>\(time)</time></a> <code>\(Self.html(line))</code>"
    }
    if !entry.rows.isEmpty {
      html += "<div class=\"out\">" + entry.rows.map { "<div>\(Self.html($0.text))</div>" }.joined() + "</div>"
    }
    return html + "</li>\n"
  }

  private static func html(_ text: StyledText) -> String {
    text.runs.reduce(into: "") { html, run in
      let text = Markup.escaped(run.text.replacing("\n", with: "\n  "), keepingLines: true)
      // A custom colour may have too little contrast on one of the two backgrounds.
      html += run.style.name.map { "<span class=\"\($0)\">\(text)</span>" } ?? text
    }
  }

  // MARK: Data

  /// The data as JSON, without `<`, which could end its element.
  private var data: String {
    var writer = JSONWriter(escaping: .controls)
    writer.add(
      .object(
        [
          .init("length", .integer(Int64(clock.length))), .init("clock", clock.json),
          .init("lines", .array(entries.map(Self.times))),
        ] + states.fields))
    return writer.text.replacing("<", with: "\\u003c")
  }

  /// Returns the time of a typed line and the delays between its rows; only the time if all rows came at once.
  private static func times(_ entry: PageRendering.Entry) -> JSON {
    var (last, times) = (entry.page, [Int64]())
    for row in entry.rows {
      times.append(Int64(max(0, row.page - last)))
      last = max(last, row.page)
    }
    if times.allSatisfy({ $0 == 0 }) { return .integer(Int64(entry.page)) }
    return .array([.integer(Int64(entry.page))] + times.map { .integer($0) })
  }

  // MARK: Player

  /// The player, which chooses the instant; hidden until the script shows it.
  private static let player = """
    <section id="player" aria-label="Player" hidden>
    <p id="typing" aria-hidden="true"></p>
    <div class="track"><svg id="marks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
    <path class="lines"/><path class="steps"/></svg>
    <input id="instant" type="range" min="0" step="any" value="0" aria-label="Position"></div>
    <div class="controls">
    <button id="play" type="button">Play</button>
    <button id="back" type="button">Previous line</button>
    <button id="next" type="button">Next line</button>
    <span id="clock"></span>
    <label>Speed <select id="speed"><option>0.25</option><option>0.5</option><option selected>1</option>\
    <option>2</option><option>4</option><option>8</option></select></label>
    <label id="chapters" hidden>Step <select id="step"></select></label>
    </div>
    <p class="keys">Space plays and pauses; ← and → move by one second, or by ten with Shift; comma and full stop move by \
    one line; Home and End go to the start and the end.</p>
    <p id="news" class="unseen" role="status" aria-live="polite"></p>
    </section>
    """
}
