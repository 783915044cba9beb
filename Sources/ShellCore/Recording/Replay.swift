import JSON
import StoryScript
import System
import TerminalText
import Timeline

/// Replays a recording in an invisible prompt, each time with the same bytes as output.
///
/// A replay has no effects outside: commands that write files or use the network do nothing.
package final class Replay {
  /// A shown line, with the time since the recording's beginning.
  package struct Shown {
    let at: Duration
    /// The text as the terminal gets it.
    let text: String
    /// The text without styles.
    package var plain: String { StyledText(rendered: text, .plain).plain.withoutTrailingSpaces }
  }

  /// The visible states, with the time since the recording's beginning.
  struct Seen {
    let at: Duration
    /// The state of each page model; `nil` for a page model that shows nothing.
    let states: [JSON?]
  }

  /// The result of one of a recording's items.
  package struct Moment {
    let item: Recording.Item
    /// The times at which it began and ended.
    package let began, ended: Duration
    /// The prompt before a line.
    let prompt: StyledText
    /// The line with its colours; empty for a note.
    let line: StyledText
    /// The lines that were shown before it began, and then.
    package let before, lines: [Shown]
    /// The visible states meanwhile, if there are page models.
    let statesMeanwhile, seen: [Seen]
    /// The difference from the result when it was typed; `nil` if there is none or it is unknown.
    var difference: Difference?
  }

  /// A difference between a line's result and the one when it was typed.
  enum Difference: Hashable {
    /// A line about files failed because the files are missing here.
    case lacksFiles
    /// A line that had failed succeeded.
    case isFine
  }

  package let prompt: Prompt
  let palette: Palette
  let columns: Int
  let pageModels: [PageModel]
  /// `true` if no file and no other program may be used.
  private let isSealed: Bool
  /// The limits of the replay; `nil` for none.
  let bounds: Bounds?
  private var elapsed = Duration.zero
  /// The sessions beneath the one at the prompt, and the times at which they were left.
  private var left: [(session: Session, at: Duration)] = []
  /// The time spent in the session that has just ended on top of this one, which must still pass in this one.
  private var spent = Duration.zero
  private(set) var isOver = false
  /// The number of items begun.
  private var begun = 0
  /// The last item that was replayed.
  private(set) var last: Int?
  /// `true` to end with the first line that fails, as a script does.
  var stopsAtError = false
  /// The item that ended it; `nil` if none did.
  private(set) var failedItem: Int?
  /// The items with other results than when they were typed.
  private(set) var differences: [(item: Int, difference: Difference)] = []

  /// - Parameters:
  ///   - palette: the colours of the output.
  ///   - isSealed: `true` if reading files is refused as well, as for another user's recording.
  ///   - pageModels: the page models to observe after each event.
  ///   - bounds: the limits of the whole replay.
  package init(
    _ head: Recording.Header, palette: Palette = .plain, isSealed: Bool = false, pageModels: [PageModel] = [],
    bounds: Bounds? = nil, catalog: CommandCatalog
  ) {
    var options = Session.Options()
    (options.isPrompt, options.isReplay, options.isSealed) = (true, true, isSealed)
    (options.seed, options.zone, options.speed) = (head.seed, head.zone, 1)
    options.start = head.start
    options.bounds = bounds
    let output = Output(to: .memory, palette: palette, width: head.columns, isTerminal: true)
    output.isStamped = true
    let session = Session(options: options, output: output, catalog: catalog)
    session.showErrors(palette, wraps: true)
    if !pageModels.isEmpty { session.setObserver(SessionObserver(pageModels)) }
    self.pageModels = pageModels
    (self.palette, columns, self.isSealed, self.bounds) = (palette, head.columns, isSealed, bounds)
    prompt = Prompt(session: session, history: History(), width: { head.columns })
  }

  /// `true` if it ended early, because of ^C or a time limit.
  package var isInterrupted: Bool { isOver && prompt.session.isInterrupted }

  /// Replays one item.
  package func run(_ item: Recording.Item) -> Moment {
    if !isOver, bounds?.exceeded == nil { last = begun }
    defer { begun += 1 }
    let moment = ThreadSandbox.closed(isSealed) { replayed(item) }
    if let difference = moment.difference { differences.append((begun, difference)) }
    if stopsAtError, failedItem == nil, prompt.exitCode != ExitCode.success { failedItem = begun }
    return moment
  }

  /// Returns the items to run: all up to the one that ends it.
  func items(of recording: Recording) -> some Sequence<Recording.Item> {
    recording.items.lazy.prefix { _ in self.failedItem == nil }
  }

  /// Returns the results of all items of a recording.
  package func moments(of recording: Recording) -> [Moment] { items(of: recording).map { run($0) } }

  /// Replays the items before a part of a recording, unseen.
  /// - Returns: the part as a recording of its own, which begins now.
  func skip(to part: Range<Int>, of recording: Recording) -> Recording {
    if part == recording.items.indices { return recording }
    for item in items(of: recording).prefix(part.lowerBound) { _ = run(item) }
    var rest = recording
    rest.items = Array(recording.items[part])
    rest.head.start = recording.head.start + elapsed
    left = left.map { ($0.session, $0.at - elapsed) }
    elapsed = .zero
    return rest
  }

  private func replayed(_ item: Recording.Item) -> Moment {
    let began = elapsed
    let before = live(.init(wait: item.wait, content: .note("")))
    let start = elapsed
    guard case .line(let line) = item.content else {
      let lines = live(.init(wait: .zero, content: item.content))
      return Moment(
        item: item, began: start, ended: elapsed, prompt: "", line: "", before: before.shown(from: began),
        lines: lines.shown(from: start), statesMeanwhile: before.seen(from: began), seen: lines.seen(from: start))
    }
    let sign = prompt.text
    let text = sanitized(line.text, keepingLines: true)
    // A line that comes after the limit is not shown.
    let isTooMuch = isOver || bounds?.isReached(shown: 0) == true
    let styled = StyledText(text, ranges: isTooMuch ? [] : prompt.highlight(text))
    let session = prompt.session
    let calls = session.runtime.program.callCount
    bounds?.hasRefusedFiles = false
    let lines = live(.init(wait: .zero, content: item.content))
    return Moment(
      item: item, began: start, ended: elapsed, prompt: sign, line: styled, before: before.shown(from: began),
      lines: lines.shown(from: start), statesMeanwhile: before.seen(from: began), seen: lines.seen(from: start),
      difference: line.stopped == nil ? difference(of: line, session, behind: calls) : nil)
  }

  private func difference(of line: Recording.Line, _ session: Session, behind calls: Int) -> Difference? {
    if isOver || prompt.exitCode == ExitCode.interrupted { return nil }
    if prompt.exitCode == ExitCode.success { return line.hasFailed ? .isFine : nil }
    // A recording written by hand does not mark failures; this one may be intended.
    return !line.hasFailed && isAboutFiles(line.text, session, behind: calls) ? .lacksFiles : nil
  }

  /// Returns whether a line that has run was about files.
  private func isAboutFiles(_ text: String, _ session: Session, behind calls: Int) -> Bool {
    bounds?.hasRefusedFiles == true
      || session.runtime.program.commands(behind: calls).contains { command in
        session.catalog.entries[command].command.parameters.contains { $0.type.isPath }
      } || text.contains(Keyword.include.rawValue + " ")
  }

  private struct Lines {
    let lines: [(at: Instant, text: String)]
    let observations: [SessionObserver.Observation]
    let start: Instant
    let length: Duration

    func shown(from began: Duration) -> [Shown] {
      zip(times(of: lines.map { $0.at }, from: began), lines).map { Shown(at: $0, text: $1.text) }
    }

    func seen(from began: Duration) -> [Seen] {
      zip(times(of: observations.map { $0.at }, from: began), observations).map { Seen(at: $0, states: $1.states) }
    }

    /// Returns times since the recording's beginning; after a clock was set back they never decrease.
    private func times(of instants: [Instant], from began: Duration) -> [Duration] {
      var latest = began
      return instants.map { instant in
        latest = max(latest, began + min(length, max(.zero, instant - start)))
        return latest
      }
    }
  }

  private func live(_ item: Recording.Item) -> Lines {
    let session = prompt.session
    let start = session.now
    if !isOver { isOver = !prompt.replay(item) }
    // Output beyond the limit is not split into rows.
    let isTooMuch = bounds?.isReached(by: session.output) == true
    let now = prompt.session
    var length = max(.zero, session.now - start)
    // Time that has passed in the session on top of this one does not count twice.
    let seen = min(spent, length)
    (length, spent) = (length - seen, .zero)
    if now !== session { length += turn(from: session, to: now, at: elapsed + length) }
    elapsed += length
    return Lines(
      lines: isTooMuch ? [] : session.output.drainStampedLines(now.now),
      observations: now.observer?.drain(from: now) ?? [],
      start: start + seen, length: length)
  }

  /// Switches to another session at the prompt: a new one on top of this one, or the one beneath it.
  /// - Returns: the time that has already passed in it.
  private func turn(from session: Session, to now: Session, at instant: Duration) -> Duration {
    if let place = left.lastIndex(where: { $0.session === now }) {
      spent = instant - left[place].at
      left.removeSubrange(place...)
      return .zero
    }
    left.append((session, instant))
    return max(.zero, now.now - now.start)
  }

  /// Returns the results of all items of a recording.
  static func moments(of recording: Recording, palette: Palette = .plain, _ catalog: CommandCatalog) -> [Moment] {
    Replay(recording.head, palette: palette, catalog: catalog).moments(of: recording)
  }
}
