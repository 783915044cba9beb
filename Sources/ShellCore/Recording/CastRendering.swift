import JSON
import StoryScript
import TerminalText
import Timeline

/// Renders a recording as an asciicast: a film of the terminal, in which each line is typed, with a marker for each.
///
/// The time for typing is added to that of the recording.
struct CastRendering {
  /// The version of the format: 3, or 2 for players that do not know version 3.
  let version: Int
  /// The maximum seconds for which a player pauses.
  private static let idle = 5.0
  private static let rows = 24

  func text(of recording: Recording, in replay: Replay, named name: String) -> String {
    let palette = replay.palette
    var film = CastWriter(
      version: version, columns: recording.head.columns, rows: Self.rows, idle: Self.idle,
      title: sanitized(name))
    var sign = StyledText("› ")
    film.show(sign.rendered(palette), at: .zero)
    for item in replay.items(of: recording) {
      let moment = replay.run(item)
      // Events in between appear above the line.
      for shown in moment.before {
        film.show("\r\u{1B}[K\(shown.text)\r\n\(sign.rendered(palette))", at: shown.at)
      }
      guard case .line(let line) = item.content else {
        for shown in moment.lines {
          film.show("\r\u{1B}[K\(shown.text)\r\n\(sign.rendered(palette))", at: shown.at)
        }
        continue
      }
      film.mark(sanitized(line.text), at: moment.began)
      film.show("\r\u{1B}[K\(moment.prompt.rendered(palette))", at: moment.began)
      for key in Typing.keys(of: moment.line) {
        film.show(key.text.rendered(palette).replacing("\n", with: "\r\n  "), at: moment.began)
        film.pass(key.pause)
      }
      film.show("\r\n", at: moment.began)
      for shown in moment.lines { film.show(shown.text + "\r\n", at: shown.at) }
      sign = replay.prompt.text
      film.show(sign.rendered(palette), at: moment.ended)
    }
    return film.text
  }

  /// Builds the lines of the file.
  private struct CastWriter {
    private var json = JSONWriter(escaping: .controls)
    private let version: Int
    private var last = Duration.zero
    /// The time for typing so far.
    private var typed = Duration.zero
    var text: String { json.text }

    init(version: Int, columns: Int, rows: Int, idle: Double, title: String) {
      self.version = version
      json.beginObject()
      json.add(name: "version")
      json.add(Int64(version))
      if version == 2 { size("width", columns, "height", rows) }
      if version != 2 {
        json.add(name: "term")
        json.beginObject()
        size("cols", columns, "rows", rows)
        json.endObject()
      }
      json.add(name: "idle_time_limit")
      json.add(idle)
      json.add(name: "title")
      json.add(title)
      json.endObject()
      json.endLine()
    }

    private mutating func size(_ width: String, _ columns: Int, _ height: String, _ rows: Int) {
      json.add(name: width)
      json.add(Int64(columns))
      json.add(name: height)
      json.add(Int64(rows))
    }

    mutating func show(_ text: String, at time: Duration) { add("o", text, at: time + typed) }
    mutating func mark(_ label: String, at time: Duration) { add("m", label, at: time + typed) }
    mutating func pass(_ time: Duration) { typed += time }

    private mutating func add(_ kind: String, _ text: String, at time: Duration) {
      json.beginArray()
      // Version 3 counts from the previous event, version 2 from the beginning.
      json.add((version == 2 ? time : time - last).seconds)
      json.add(kind)
      json.add(text)
      json.endArray()
      json.endLine()
      last = time
    }
  }
}
