import JSON
import StoryScript
import Terminal
import Timeline

/// A recording as a page of one file, in which one goes back and forth in time.
///
/// It holds what there was to see at each instant, and its script does nothing but show that. Without scripts, and on
/// paper, it is the transcript.
struct PageRendering {
  /// A typed line with what was shown from then on until the next one.
  struct Entry {
    /// The prompt and the line; `nil` for what came before the first one.
    var line: StyledText?
    /// When it was typed, in the time of the page and of the recording.
    var page = 0
    var own = Duration.zero
    var rows: [(page: Int, text: StyledText)] = []

    /// Nobody reads thousands of rows of one line: of more than that the middle is left out.
    fileprivate static let mostRows = 1_000

    fileprivate mutating func clip() {
      let count = rows.count - Self.mostRows
      guard count > 0 else { return }
      let places = Self.mostRows / 2..<Self.mostRows / 2 + count
      let words = StyledText("… \(TimeText.grouped(count)) lines are left out here", .dim)
      rows.replaceSubrange(places, with: [(rows[places.lowerBound].page, words)])
    }
  }

  func text(of recording: Recording, in replay: Replay, named name: String) -> String {
    let palette = replay.palette
    var (clock, states, entries) = (PageClock(), PageStates(replay.exhibits), [Entry()])
    var end = Duration.zero
    func show(_ lines: [Replay.Shown]) {
      for line in lines {
        guard let text = Self.shown(StyledText(rendered: line.text, palette)) else { continue }
        entries[entries.count - 1].rows.append((clock.page(line.at), text))
      }
    }
    func see(_ sights: [Replay.Seen]) {
      for sight in sights { states.add(sight.states, at: sight.at, page: clock.page(sight.at)) }
    }
    for item in recording.items {
      let moment = replay.run(item)
      let isLine = if case .line = item.content { true } else { false }
      clock.pass(to: moment.began, isLine: isLine)
      show(moment.before)
      entries[entries.count - 1].clip()
      see(moment.seenBefore)
      if isLine {
        entries.append(
          Entry(line: moment.prompt + moment.line, page: clock.length, own: moment.began))
      }
      clock.pass(to: moment.ended, isLine: false)
      show(moment.lines)
      see(moment.seen)
      end = moment.ended
    }
    // What was typed last is still read.
    clock.pass(to: end, isLine: true)
    entries[entries.count - 1].clip()
    if entries[0].rows.isEmpty { entries.removeFirst() }
    return PageDocument(
      title: sanitized(name), head: recording.head, entries: entries, length: end, clock: clock, states: states
    ).text
  }

  /// A row without its pictures, which are made for cells; `nil` for one that is nothing else.
  private static func shown(_ row: StyledText) -> StyledText? {
    var (text, hasPixels) = (StyledText(), false)
    for run in row.runs {
      if case .pixels = run.style { hasPixels = true } else { text.append(run.text, run.style) }
    }
    return hasPixels && text.plain.allSatisfy(\.isWhitespace) ? nil : text
  }
}
