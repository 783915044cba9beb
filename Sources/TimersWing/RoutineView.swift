import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The current routine: its bar and its steps, as a picture at a terminal and as a sentence elsewhere.
struct RoutineView {
  private let output: Output
  private let printer: OutputPrinter
  private let timers: TimerPart
  private let now: Instant

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    timers = session.world.timers
    now = session.now
  }

  func show() {
    guard let run = timers.routines.run else { return printer.writeLine(StyledText("no routine is active")) }
    guard output.isTerminal else {
      return printer.writeLine(StyledText(Self.words(run, timers.countdown, at: now)))
    }
    let words = StyledText(Self.words(run, timers.countdown, at: now))
    printer.writeLines(words.wrapped(to: max(1, output.width - 1)).map { " " + $0 })
    for row in Self.steps(run, timers.countdown, at: now, output.glyphs) {
      printer.writeLine(row.clipped(to: output.width, mark: output.glyphs.ellipsis))
    }
  }

  /// Returns `morning, step 2 of 3: breakfast, 12:00 left; then teeth`.
  static func words(_ run: RoutineRun, _ timer: Countdown, at now: Instant) -> String {
    let name = sanitized(run.routine)
    guard let step = run.present else {
      return "\(name) is over: \(run.finishedCount) of \(TimeText.count(run.count, "step")) finished\(missing(in: run))"
    }
    let place = "\(name), step \(run.past.count + 1) of \(run.count): \(sanitized(step.activity.name))"
    let then = run.waiting.dropFirst().first.map { "; then \(sanitized($0.activity.name))" } ?? ""
    switch run.state {
    case .rest: return "\(place) starts in \(TimeText.clock(max(.zero, run.until - now)))\(then)"
    case .step, .over:
      let held = timer.state == .paused ? ", paused" : ""
      return "\(place), \(TimeText.clock(timer.remaining(at: now))) left\(held)\(then)"
    }
  }

  /// Returns `; skipped: teeth; not finished: shoes`: the unfinished steps of a routine that is over.
  private static func missing(in run: RoutineRun) -> String {
    func names(_ word: String, _ steps: [RoutineRun.Past]) -> String {
      steps.isEmpty ? "" : "; \(word): \(steps.map { sanitized($0.activity.name) }.joined(separator: ", "))"
    }
    return names("skipped", run.past.filter { $0.session == nil && !$0.isOpen })
      + names("not finished", run.past.filter { $0.isOpen })
  }

  /// Returns a row for each step, in the order of playing: a mark, the icon, the name and the time left.
  static func steps(_ run: RoutineRun, _ timer: Countdown, at now: Instant, _ glyphs: GlyphSet) -> [StyledText] {
    let past = run.past.map { step in
      let mark = step.session == nil ? "-" : glyphs == .unicode ? "✓" : "x"
      return StyledText("  \(mark) \(step.activity.icon) \(sanitized(step.activity.name))", .dim)
        + StyledText(step.isOpen ? "  not finished" : step.session == nil ? "  skipped" : "", .dim)
    }
    let waiting = run.waiting.enumerated().map { place, step in
      let isOn = place == 0 && run.state == .step
      let mark = isOn ? (glyphs == .unicode ? "▶" : ">") : " "
      let left = isOn ? timer.remaining(at: now) : step.left
      return StyledText("  \(mark) ", .command)
        + StyledText("\(step.activity.icon) \(sanitized(step.activity.name))  ", isOn ? .command : .plain)
        + StyledText(isOn ? TimeText.clock(left) : TimeText.length(left), .duration)
    }
    return past + waiting
  }
}
