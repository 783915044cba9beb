import JSON
import SessionState
import StoryScript
import TerminalText
import Timeline

/// Renders a recording as a page of one file, in which the reader can go back and forth in time.
///
/// The page contains the visible state of each instant, and its script only shows it. Without scripts, and on paper,
/// the page is the transcript.
struct PageRendering {
  /// A typed line with its output until the next one.
  package struct Entry {
    /// The prompt and the line; `nil` for the output before the first line.
    var line: StyledText?
    /// The time at which it was typed, on the page and in the recording.
    var page = 0
    var own = Duration.zero
    var rows: [(page: Int, text: StyledText)] = []

    /// The maximum number of rows of a line; of more rows the middle is left out, since no one reads them all.
    fileprivate static let rowLimit = 1_000

    fileprivate mutating func clip() {
      let count = rows.count - Self.rowLimit
      guard count > 0 else { return }
      let places = Self.rowLimit / 2..<Self.rowLimit / 2 + count
      let words = StyledText("… \(TimeText.grouped(count)) \(count == 1 ? "line" : "lines") left out", .dim)
      rows.replaceSubrange(places, with: [(rows[places.lowerBound].page, words)])
    }
  }

  /// - Parameter signature: the person who typed the recording.
  func text(
    of recording: Recording, in replay: Replay, named name: String, by signature: RecordingSignature
  ) -> String {
    let palette = replay.palette
    var (clock, states, entries) = (PageClock(), PageStates(replay.pageModels), [Entry()])
    var end = Duration.zero
    var (lesson, hasTyped): (String?, Bool) = (nil, false)
    func show(_ lines: [Replay.Shown]) {
      for line in lines {
        guard let text = Self.shown(StyledText(rendered: line.text, palette)) else { continue }
        entries[entries.count - 1].rows.append((clock.page(line.at), text))
      }
    }
    func see(_ observations: [Replay.Seen]) {
      for observation in observations {
        states.add(observation.states, at: observation.at, page: clock.page(observation.at))
      }
    }
    for item in replay.items(of: recording) {
      let moment = replay.run(item)
      let isLine = if case .line = item.content { true } else { false }
      clock.pass(to: moment.began, isLine: isLine)
      show(moment.before)
      entries[entries.count - 1].clip()
      see(moment.statesMeanwhile)
      if isLine {
        entries.append(
          Entry(line: moment.prompt + moment.line, page: clock.length, own: moment.began))
      }
      clock.pass(to: moment.ended, isLine: false)
      show(moment.lines)
      see(moment.seen)
      if isLine, !hasTyped {
        hasTyped = true
        let model = replay.pageModels.firstIndex { $0.name == "lesson" }
        lesson = model.flatMap { moment.seen.last?.states[$0]?["lesson"]?.stringValue }
      }
      end = moment.ended
    }
    // The reader needs time for the last line as well.
    clock.pass(to: end, isLine: true)
    entries[entries.count - 1].clip()
    if entries[0].rows.isEmpty { entries.removeFirst() }
    return PageDocument(
      // A recording that begins with a lesson is known by it.
      title: lesson ?? sanitized(name), signature: signature, head: recording.head, entries: entries, length: end,
      clock: clock, states: states
    ).text
  }

  /// Returns a row without its pictures, which are made for cells; `nil` for a row that contains nothing else.
  private static func shown(_ row: StyledText) -> StyledText? {
    var (text, hasPixels) = (StyledText(), false)
    for run in row.runs {
      if case .pixels = run.style { hasPixels = true } else { text.append(run.text, run.style) }
    }
    return hasPixels && text.plain.allSatisfy { $0.isWhitespace } ? nil : text
  }
}
