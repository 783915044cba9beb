import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The timer in a few words.
enum TimerStatus {
  /// Returns `◕ 12:41`: the share and the time left.
  static func text(_ part: TimerPart, at instant: Instant, _ hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
    let timer = timerText(part, at: instant, hasPictures, glyphs)
    // With several children, the active child must be visible before a timer starts for the wrong one.
    guard part.hasAddedChildren, part.family().children.count > 1 else { return timer }
    let active = StyledText(sanitized(Children.name(part.family().child(part.activeChild)), glyphs: glyphs), .dim)
    guard let timer else { return active }
    guard let owner = part.childOfTimer, part.family().child(owner) != part.family().child(part.activeChild) else {
      return active + " " + timer
    }
    let name = StyledText(sanitized(Children.name(part.family().child(owner)), glyphs: glyphs), .dim)
    return name + " " + timer + "  " + active
  }

  private static func timerText(
    _ part: TimerPart, at instant: Instant, _ hasPictures: Bool, _ glyphs: GlyphSet
  ) -> StyledText? {
    let countdown = part.countdown
    let run = part.routines.run.flatMap { $0.isOn ? $0 : nil }
    // The place in the routine: `2/3`.
    let place = StyledText(run.map { " \($0.past.count + 1)/\($0.count)" } ?? "", .dim)
    if let run, run.state == .rest {
      return StyledText("\(Mark.held.text(glyphs)) \(TimeText.clock(max(.zero, run.until - instant)))", .held) + place
    }
    guard countdown.state == .running || countdown.state == .paused else { return nil }
    let left = countdown.remaining(at: instant)
    let share = 1 - countdown.progress(at: instant)
    let ascii = hasPictures ? "(" + Picture.progress(share, width: 4, glyphs: .ascii) + ") " : ""
    let ring = glyphs == .unicode ? disc(share) + " " : ascii
    if countdown.state == .paused {
      return StyledText("\(Mark.held.text(glyphs)) \(ring)\(TimeText.clock(left))", .held) + place
    }
    return StyledText(ring, countdown.colour(at: instant).style) + StyledText(TimeText.clock(left), .duration) + place
  }

  /// Returns the timer's next event and its end.
  static func deadlines(_ part: TimerPart) -> [(at: Instant, kind: String, what: String)] {
    if let run = part.routines.run, run.state == .rest, let step = run.present {
      return [(run.until, "routine", "\(run.routine): \(step.activity.name) starts")]
    }
    if let end = part.holdEnd, let step = part.routines.run?.present {
      return [(end, "routine", "\(step.activity.name) resumes")]
    }
    var countdown = part.countdown
    guard let next = countdown.nextDeadline, let name = countdown.activity?.name else { return [] }
    let end = next + countdown.remaining(at: next)
    guard next < end else { return [(end, "timer", "\(name) ends")] }
    var what = "ring changes"
    countdown.advance(to: next) { event in
      switch event.kind {
      case .halfway: what = "halfway"
      case .warning(let left, _): what = "\(TimeText.length(left)) left"
      case .oneMinuteLeft: what = "1 min left"
      case .messageChanged(let message): what = message.sentence
      case .tick: what = "a tick"
      default: break
      }
    }
    return [(next, "timer", "\(name): \(what)"), (end, "timer", "\(name) ends")]
  }

  static func disc(_ share: Double) -> String {
    ["○", "◔", "◑", "◕", "●"][min(4, max(0, Int((share * 4).rounded(.up))))]
  }

  /// Describes the restored state after an undo, where the command's name does not.
  /// - Parameter before: the world before the undo: a timer session finished in it may be gone.
  static func stateWords(_ session: Session, _ aspects: World.Aspects, _ before: World) -> String? {
    if aspects.contains(.timers(.countdown)) {
      let words = stateWords(session.world.timers, at: session.now)
      return lost(from: before.timers, in: session.world.timers).map { "\(words), and \($0)" } ?? words
    }
    if aspects.contains(.timers(.routines)) {
      let routines = session.world.timers.routineCatalog.routines
      return routines.isEmpty
        ? "there are no routines" : "the routines are \(routines.map { $0.name }.joined(separator: ", "))"
    }
    if aspects.contains(.timers(.child))
      || aspects.contains(.timers(.children)) && !aspects.contains(.timers(.profile))
    {
      return "\(Children.name(Children(session).active)) is active"
    }
    if aspects.contains(.timers(.rewards)) {
      let plan = session.world.timers.rewards
      let names = plan.catalog.rewards.map { $0.name }
      return
        (names.isEmpty
        ? "there are no rewards"
        : names.count == 1 ? "the only reward is \(names[0])" : "the rewards are \(names.joined(separator: ", "))")
        + (plan.goal.map { ", and the goal is \(TimeText.count($0, "star")) a week" } ?? "")
    }
    if aspects.contains(.timers(.profile)) {
      return Children(session).active.name.map { "the name is \($0)" } ?? "there is no name"
    }
    if aspects.contains(.timers(.timerSessions)) {
      let ledger = Children(session).ledger
      let left = ledger.spentStars > 0 ? ", \(ledger.balance) left" : ""
      return "\(TimeText.count(ledger.stars, "star")) in all\(left)"
    }
    return nil
  }

  /// Describes the finished timer sessions that were undone; `nil` if there are none.
  private static func lost(from before: TimerPart, in now: TimerPart) -> String? {
    let gone = before.facts.difference(to: now.facts).gone.compactMap { event -> TimerSessionRecord? in
      if case .saved(let record) = event.fact { record } else { nil }
    }
    guard let one = gone.first else { return nil }
    if gone.count > 1 { return "\(gone.count) finished sessions no longer count" }
    return "the finished session of \(one.activity) no longer counts"
  }

  private static func stateWords(_ part: TimerPart, at now: Instant) -> String {
    let countdown = part.countdown
    if let run = part.routines.run, run.isOn { return RoutineView.words(run, countdown, at: now) }
    guard let activity = countdown.activity else { return "no timer is running" }
    let left = TimeText.left(countdown.remaining(at: now))
    switch countdown.state {
    case .idle: return "no timer is running"
    case .running: return "\(activity.name) is running, \(left) left"
    case .paused: return "\(activity.name) is paused, \(left) left"
    case .completed: return "\(activity.name) is done"
    }
  }
}

extension World.Ledger {
  /// All timer sessions that count, of all children; `Children` has those of one.
  var timerSessions: TimerLedger { timers.ledger }
}

/// The timer, as a picture at a terminal and as a sentence elsewhere.
struct TimerView {
  private let output: Output
  private let printer: OutputPrinter
  private let world: World
  private let now: Instant

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    world = session.world
    now = session.now
  }

  func show() {
    guard output.isTerminal, world.timers.countdown.isOn else {
      var line = StyledText(TimerViewWords.timer(world.timers.countdown, at: now))
      if output.isTerminal { line = StyledText(" ") + line }
      return printer.writeLine(line)
    }
    printer.writeLines(
      TimerPicture.rows(of: world.timers.countdown, at: now, columns: output.width, rows: 3, glyphs: output.glyphs))
  }
}
