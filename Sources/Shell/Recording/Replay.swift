import JSON
import StoryScript
import System
import Terminal
import Timeline

/// Lives a recording again, in a prompt of its own that nobody sees: each time the same bytes.
///
/// Nothing leaves it: what writes files or reaches others does nothing here.
final class Replay {
  /// A line that was shown, with the time since the recording's beginning.
  struct Shown {
    let at: Duration
    /// As the terminal gets it.
    let text: String
    /// Without its looks.
    var plain: String { StyledText(rendered: text, .plain).plain.withoutTrailingSpaces }
  }

  /// What there was to see, with the time since the recording's beginning.
  struct Seen {
    let at: Duration
    /// For each exhibit; `nil` for what shows nothing.
    let states: [JSON?]
  }

  /// What became of one of a recording's items.
  struct Moment {
    let item: Recording.Item
    /// The time at which it began, and at which it was over.
    let began, ended: Duration
    /// The prompt before a line.
    let prompt: StyledText
    /// The line with its colours; empty for what is none.
    let line: StyledText
    /// The lines that were shown before it began, and then.
    let before, lines: [Shown]
    /// What there was to see meanwhile, where somebody looks.
    let seenBefore, seen: [Seen]
    /// In what it came out otherwise than when it was typed; `nil` where nothing is known of that.
    var difference: Difference?
  }

  /// What became of a line, and what had become of it when it was typed.
  enum Difference: Hashable {
    /// A line about files has failed: what it reads is not here.
    case lacksFiles
    /// A line that had failed has not.
    case isFine
  }

  let prompt: Prompt
  let palette: Palette
  let columns: Int
  let exhibits: [Exhibit]
  /// `true` if no file and no other program is reached.
  private let isSealed: Bool
  /// The limits of what is lived; `nil` for no limits.
  let bounds: Bounds?
  private var elapsed = Duration.zero
  /// The sessions that lie beneath the one at the prompt, and when they were left.
  private var left: [(session: Session, at: Duration)] = []
  /// How long the session that has just ended lay on top of this one, in which the same time is still to pass.
  private var spent = Duration.zero
  private(set) var isOver = false
  /// How many items were begun.
  private var begun = 0
  /// The item that was lived last, before it was all over.
  private(set) var last: Int?
  /// The items that came out otherwise than when they were typed.
  private(set) var differences: [(item: Int, difference: Difference)] = []

  /// - Parameters:
  ///   - palette: the colours of what is shown.
  ///   - isSealed: `true` if what reads files is refused as well, as for somebody else's recording.
  ///   - exhibits: what is looked at, whenever anything has happened.
  ///   - bounds: the limits of all of it.
  init(
    _ head: Recording.Head, palette: Palette = .plain, isSealed: Bool = false, exhibits: [Exhibit] = [],
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
    if !exhibits.isEmpty { session.show(to: Witness(exhibits)) }
    self.exhibits = exhibits
    (self.palette, columns, self.isSealed, self.bounds) = (palette, head.columns, isSealed, bounds)
    prompt = Prompt(session: session, history: History(), width: { head.columns })
  }

  /// Whether it has ended before its end, because ^C was pressed or it took too long.
  var isInterrupted: Bool { isOver && prompt.session.isInterrupted }

  /// Lives one item.
  func run(_ item: Recording.Item) -> Moment {
    if !isOver, bounds?.exceeded == nil { last = begun }
    defer { begun += 1 }
    let moment = Seal.closed(isSealed) { lived(item) }
    if let difference = moment.difference { differences.append((begun, difference)) }
    return moment
  }

  /// All that a recording comes to.
  func moments(of recording: Recording) -> [Moment] { recording.items.map { run($0) } }

  private func lived(_ item: Recording.Item) -> Moment {
    let began = elapsed
    let before = live(.init(wait: item.wait, content: .note("")))
    let start = elapsed
    guard case .line(let line) = item.content else {
      let lines = live(.init(wait: .zero, content: item.content))
      return Moment(
        item: item, began: start, ended: elapsed, prompt: "", line: "", before: before.shown(from: began),
        lines: lines.shown(from: start), seenBefore: before.seen(from: began), seen: lines.seen(from: start))
    }
    let sign = prompt.text
    let text = sanitized(line.text, keepingLines: true)
    let styled = StyledText(text, ranges: prompt.highlight(text))
    let session = prompt.session
    let calls = session.runtime.program.callCount
    bounds?.hasRefusedFiles = false
    let lines = live(.init(wait: .zero, content: item.content))
    return Moment(
      item: item, began: start, ended: elapsed, prompt: sign, line: styled, before: before.shown(from: began),
      lines: lines.shown(from: start), seenBefore: before.seen(from: began), seen: lines.seen(from: start),
      difference: line.stopped == nil ? difference(of: line, session, behind: calls) : nil)
  }

  private func difference(of line: Recording.Line, _ session: Session, behind calls: Int) -> Difference? {
    if isOver || prompt.exitCode == ExitCode.interrupted { return nil }
    if prompt.exitCode == ExitCode.success { return line.hasFailed ? .isFine : nil }
    // What was written by hand does not say what fails: it may be meant to.
    return !line.hasFailed && isAboutFiles(line.text, session, behind: calls) ? .lacksFiles : nil
  }

  /// Whether a line that has run was about files.
  private func isAboutFiles(_ text: String, _ session: Session, behind calls: Int) -> Bool {
    bounds?.hasRefusedFiles == true
      || session.runtime.program.commands(behind: calls).contains { command in
        session.catalog.entries[command].command.parameters.contains { $0.type.isPath }
      } || text.contains(Keyword.include.rawValue + " ")
  }

  private struct Lines {
    let lines: [(at: Instant, text: String)]
    let sights: [Witness.Sight]
    let start: Instant
    let length: Duration

    func shown(from began: Duration) -> [Shown] {
      zip(times(of: lines.map(\.at), from: began), lines).map { Shown(at: $0, text: $1.text) }
    }

    func seen(from began: Duration) -> [Seen] {
      zip(times(of: sights.map(\.at), from: began), sights).map { Seen(at: $0, states: $1.states) }
    }

    /// As seen from the recording's beginning; a clock that went back meanwhile shows nothing earlier.
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
    // More than may be shown is not made into rows first.
    let isTooMuch = bounds?.isReached(by: session.output) == true
    let now = prompt.session
    var length = max(.zero, session.now - start)
    // What has passed in the session on top of this one is not seen twice.
    let seen = min(spent, length)
    (length, spent) = (length - seen, .zero)
    if now !== session { length += turn(from: session, to: now, at: elapsed + length) }
    elapsed += length
    return Lines(
      lines: isTooMuch ? [] : session.output.takeStampedLines(now.now), sights: now.witness?.take(from: now) ?? [],
      start: start + seen, length: length)
  }

  /// Another session is at the prompt now: one that begins on top of this one, or the one beneath it.
  /// - Returns: the time that has passed in it already.
  private func turn(from session: Session, to now: Session, at instant: Duration) -> Duration {
    if let place = left.lastIndex(where: { $0.session === now }) {
      spent = instant - left[place].at
      left.removeSubrange(place...)
      return .zero
    }
    left.append((session, instant))
    return max(.zero, now.now - now.start)
  }

  /// All that a recording comes to.
  static func moments(of recording: Recording, palette: Palette = .plain, _ catalog: CommandCatalog) -> [Moment] {
    Replay(recording.head, palette: palette, catalog: catalog).moments(of: recording)
  }
}
