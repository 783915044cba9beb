import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// A routine on a watched screen: one segment for each step above the timer, as in a deck of stories.
enum RoutineWatchView {
  /// The fewest rows in which a step's picture is recognisable, and the rows that the timer keeps below it.
  private static let (pictureHeight, timerHeight) = (6, 5)

  /// Returns the routine to draw: one that is on, or whose last session is being celebrated.
  static func shown(_ timers: TimerPart) -> RoutineRun? {
    guard let run = timers.routines.run else { return nil }
    if run.isOn { return run }
    return isCelebrated(run, timers) ? run : nil
  }

  /// `true` if the session that can be rated now is a step of this routine.
  static func isCelebrated(_ run: RoutineRun, _ timers: TimerPart) -> Bool {
    guard timers.countdown.state == .completed, let asked = timers.flow.record else { return false }
    return run.past.contains { $0.session == asked.id }
  }

  /// Returns the icons and the bar: at most `count` rows, each at most `columns` cells wide.
  /// - Parameter isMirrored: The steps follow each other from right to left.
  static func bar(
    _ run: RoutineRun, _ timer: Countdown, at instant: Instant, columns: Int, rows count: Int, glyphs: GlyphSet,
    isMirrored: Bool = false
  ) -> [StyledText] {
    let margin = columns >= 30 ? 1 : 0
    let width = columns - 2 * margin
    let shares = run.segments(timer, at: instant)
    let cells = (width - (shares.count - 1)) / max(1, shares.count)
    // The signs of a bar look the same from both sides.
    func progress(_ share: Double, _ width: Int) -> String {
      let text = Picture.progress(share, width: width, glyphs: glyphs)
      return isMirrored ? String(text.reversed()) : text
    }
    guard cells >= 2, count > 0 else {
      let share = shares.reduce(0, +) / Double(max(1, shares.count))
      let row = progress(share, width)
      return count > 0 ? [StyledText(String(repeating: " ", count: margin) + row, .duration)] : []
    }
    let icons = run.past.map { $0.activity.icon } + run.waiting.map { $0.activity.icon }
    var (top, bar) = (
      StyledText(String(repeating: " ", count: margin)), StyledText(String(repeating: " ", count: margin))
    )
    for (column, place) in (isMirrored ? Array(shares.indices.reversed()) : Array(shares.indices)).enumerated() {
      if column > 0 {
        top.append(" ")
        bar.append(" ")
      }
      let icon = String(icons[place])
      let before = max(0, (cells - DisplayWidth.of(icon)) / 2)
      top.append(String(repeating: " ", count: before) + icon)
      top.append(String(repeating: " ", count: max(0, cells - before - DisplayWidth.of(icon))))
      let isLeftOut = place < run.past.count && run.past[place].session == nil
      bar.append(
        progress(isLeftOut ? 0 : shares[place], cells),
        place == run.past.count && run.state == .step ? .duration : .plain)
    }
    let rows = count >= 2 && glyphs == .unicode ? [top, bar] : [bar]
    return rows.map { $0.clipped(to: columns, mark: glyphs.ellipsis) }
  }

  /// Returns the row under the bar: `step 2 of 3, then teeth`.
  static func place(_ run: RoutineRun, at instant: Instant) -> String {
    guard let step = run.present else { return "\(sanitized(run.routine)) is over" }
    if run.state == .rest {
      return "\(sanitized(step.activity.name)) starts in \(TimeText.clock(max(.zero, run.until - instant)))"
    }
    let next = run.waiting.dropFirst().first.map { "then \(sanitized($0.activity.name))" } ?? "the last step"
    return "\(sanitized(run.routine)), step \(run.past.count + 1) of \(run.count), \(next)"
  }

  /// Returns the rows of a running routine, with the timer below.
  static func rows(
    _ run: RoutineRun, _ timers: TimerPart, _ room: WatchView.Context, _ count: Int, isMirrored: Bool = false,
    picture: (_ columns: Int, _ rows: Int) -> [StyledText]? = { _, _ in nil }, timer: (Int) -> [StyledText]
  ) -> [StyledText] {
    if count == 1 {
      let words = RoutineView.words(run, timers.countdown, at: room.instant)
      return [
        (StyledText(room.columns >= 30 ? " " : "") + StyledText(words)).clipped(
          to: room.columns, mark: room.glyphs.ellipsis)
      ]
    }
    let isHigh = count >= 6
    var rows = bar(
      run, timers.countdown, at: room.instant, columns: room.columns, rows: isHigh ? 2 : 1, glyphs: room.glyphs,
      isMirrored: isMirrored)
    if isHigh || run.state == .rest {
      let words = StyledText(room.columns >= 30 ? " " : "") + StyledText(place(run, at: room.instant), .dim)
      rows.append(words.clipped(to: room.columns, mark: room.glyphs.ellipsis))
    }
    if count >= 10 { rows.append(StyledText()) }
    // Below the picture the timer keeps the rows that its words and a small ring need.
    let left = count - rows.count
    if left >= pictureHeight + timerHeight, let picture = picture(room.columns - 2, left - timerHeight) {
      rows += picture.map { StyledText(" ") + $0 }
    }
    return rows + timer(count - rows.count)
  }

  // MARK: Keys

  /// Returns the command of a key; `nil` if it is one of the timer.
  static func action(_ key: ScreenKey, _ timers: TimerPart) -> WatchKeys.Action? {
    guard let run = timers.routines.run else { return nil }
    switch (key, run.state) {
    // A swipe, as between the stories of two users.
    case (.character("l"), .step), (.character("l"), .rest), (.down, .step), (.down, .rest), (.up, .step), (.up, .rest):
      return run.waiting.count > 1 ? .command("routine later", []) : nil
    case (.enter, .rest): return .command("routine next", [])
    case (.character(let character), .over):
      guard TimerFinish.canRate(timers), isCelebrated(run, timers),
        let rating = TimerFinish.keys.first(where: { $0.key == character })?.rating
      else { return nil }
      return TimerFinish.action("routine rate", [.text(rating.words), .none], timers)
    default: return nil
    }
  }

  static func hints(_ run: RoutineRun, _ glyphs: GlyphSet) -> (main: [WatchView.Hint], rest: [WatchView.Hint]) {
    let (enter, upDown) = glyphs == .unicode ? ("⏎", "↑↓") : ("Enter", "^v")
    let (later, swipe): ([WatchView.Hint], [WatchView.Hint]) =
      run.waiting.count > 1 ? ([("l", "later")], [(upDown, "later")]) : ([], [])
    return ((run.state == .rest ? [(enter, "next step")] : []) + later, swipe)
  }

  /// Returns the time until the seconds of a break change.
  static func pause(_ run: RoutineRun, at instant: Instant, speed: Double) -> Duration? {
    guard run.state == .rest else { return nil }
    let left = max(0, (run.until - instant).microseconds)
    let untilChange = Double((left - 1) % 1_000_000 + 1) / 1_000_000 / speed
    return max(Watch.frame, Duration(seconds: untilChange) ?? Watch.frame)
  }
}
