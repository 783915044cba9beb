import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The screen after a timer has ended, until its session is rated: a trophy, and the stars that each rating gives.
struct TimerFinish {
  private let timers: TimerPart
  private let ledger: TimerLedger
  private let glyphs: GlyphSet
  private let columns: Int

  /// - Parameter ledger: all sessions, which decide how much a star counts.
  init(_ timers: TimerPart, _ ledger: TimerLedger, columns: Int, glyphs: GlyphSet) {
    (self.timers, self.ledger, self.columns, self.glyphs) = (timers, ledger, columns, glyphs)
  }

  /// The keys that rate a session, in the order of the ratings: the first letters.
  static let keys: [(key: Character, rating: Rating)] = Rating.allCases.compactMap { rating in
    rating.words.first.map { ($0, rating) }
  }

  /// `true` if a key can rate the session now: it waits for a rating.
  static func canRate(_ timers: TimerPart) -> Bool {
    timers.countdown.state == .completed && timers.flow.record != nil
  }

  /// Returns the action of a key that rates: the PIN, the last argument of both commands, comes first if one is set.
  static func action(_ command: String, _ values: [Value], _ timers: TimerPart) -> WatchKeys.Action {
    guard timers.needsPIN else { return .command(command, values) }
    return .ask(
      HiddenDigits(
        "PIN", count: PIN.length, for: command, values, at: values.count - 1,
        declined: "not rated: the PIN comes before the stars"))
  }

  /// Returns at most `count` rows, each at most `columns` cells wide: in the middle of a high screen with the trophy,
  /// otherwise only the words.
  func rows(_ count: Int) -> [StyledText] {
    let words = self.words
    guard count >= words.count + 4, columns >= 30 else {
      return words.prefix(count).map { (StyledText(columns >= 30 ? " " : "") + $0).clipped(to: columns, mark: mark) }
    }
    let trophy = count >= words.count + Self.trophy(glyphs).count + 1 ? Self.trophy(glyphs) : []
    let picture = (trophy.isEmpty ? [stars] : trophy.map { StyledText($0, .held) }) + [StyledText()] + words
    let above = (count - picture.count) / 2
    return Array(repeating: StyledText(), count: above)
      + picture.map { row in
        let row = row.clipped(to: columns, mark: mark)
        return row.isEmpty ? row : StyledText(String(repeating: " ", count: (columns - row.width) / 2)) + row
      }
  }

  private var mark: String { glyphs.ellipsis }

  private var stars: StyledText {
    let signs = glyphs == .unicode ? ["✦", "★", "✦"] : ["+", "*", "+"]
    return StyledText(signs[0], RingColour.periwinkle.style) + StyledText("  \(signs[1])  ", .held)
      + StyledText(signs[2], RingColour.periwinkle.style)
  }

  /// All rows have the same width, so that they can be centred.
  private static func trophy(_ glyphs: GlyphSet) -> [String] {
    glyphs == .unicode
      ? [
        "  ╔═════════╗  ",
        "╔═╣    ★    ╠═╗",
        "╚╗║         ║╔╝",
        " ╚╣         ╠╝ ",
        "  ╚══╗   ╔══╝  ",
        "     ║   ║     ",
        "   ══╩═══╩══   ",
      ]
      : [
        "  .---------.  ",
        "+-|    *    |-+",
        " \\|         |/ ",
        "  '---. .---'  ",
        "      | |      ",
        "   ---------   ",
      ]
  }

  /// The words, the most important first.
  private var words: [StyledText] {
    let name = sanitized(timers.countdown.activity?.name ?? "")
    var words = [StyledText(name, .command) + StyledText(" is done!", .command)]
    guard let record = timers.flow.record else { return words }
    words += ratings(of: rated(record))
    if timers.needsPIN { words.append(StyledText("After the key, type the PIN.", .dim)) }
    if let run = RoutineWatchView.shown(timers), RoutineWatchView.isCelebrated(run, timers) {
      words.append(StyledText(run.isOn ? "next: \(next(run))" : "\(sanitized(run.routine)) is over: \(steps(run))"))
    }
    words.append(StyledText(time(record), .dim))
    let streak = ledger.streak(on: record.day).length
    if streak > 1 {
      let factor = ledger.multiplier(on: record.day).factor
      let counts = factor > 1 ? ": stars count \(factor == 2 ? "twice" : "1.5 times")" : ""
      words.append(StyledText("\(streak) days in a row\(counts)", .dim))
    }
    return words
  }

  /// The sessions that a key rates: at the end of a routine all of its unrated ones, otherwise the one that has ended.
  private func rated(_ record: TimerSessionRecord) -> [TimerSessionRecord] {
    guard let run = timers.routines.run, !run.isOn, RoutineWatchView.isCelebrated(run, timers) else { return [record] }
    let unrated = run.past.compactMap { $0.session }.compactMap { ledger[$0] }.filter { $0.rating == nil }
    return unrated.isEmpty ? [record] : unrated
  }

  /// Returns `a amazing +15   g good +10   n needs work +5`; in a narrow window each rating has a row of its own.
  private func ratings(of records: [TimerSessionRecord]) -> [StyledText] {
    let parts = Self.keys.map { key, rating in
      let stars = records.reduce(0) { $0 + rating.stars(ledger.multiplier(on: $1.day)) }
      return StyledText(String(key), .command) + StyledText(" \(rating.words) ") + StyledText("+\(stars)", .held)
    }
    let line = parts.dropFirst().reduce(parts.first ?? StyledText()) { $0 + StyledText("   ") + $1 }
    return line.width < columns ? [line] : parts
  }

  private func next(_ run: RoutineRun) -> String {
    run.present.map { "\($0.activity.icon) \(sanitized($0.activity.name))" } ?? ""
  }

  private func steps(_ run: RoutineRun) -> String {
    run.finishedCount == run.count
      ? "all \(TimeText.count(run.count, "step"))" : "\(run.finishedCount) of \(TimeText.count(run.count, "step"))"
  }

  private func time(_ record: TimerSessionRecord) -> String {
    let shown = ShownTime(actual: record.actual, saved: record.saved)
    guard record.ending == .early else { return "the full \(TimeText.length(record.allocated))" }
    return "\(TimeText.shown(shown.spent)) of \(TimeText.length(record.allocated)), "
      + "\(TimeText.shown(shown.saved)) early"
  }
}
