import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The timer on a watched screen.
enum TimerWatchView {
  private static var ratingHints: [WatchView.Hint] {
    TimerFinish.keys.map { (key: String($0.key), meaning: $0.rating.words) }
  }

  /// - Parameter pictures: draws the picture of a routine's step.
  static func watchView(_ pictures: any PictureSource) -> WatchView {
    WatchView(
      isOn: { $0.timers.countdown.state != .idle || $0.timers.routines.run?.isOn == true },
      rows: { world, room, count in
        let name = count >= 6 ? whose(world.timers, room.glyphs) : nil
        let top =
          name.map {
            [
              StyledText((room.columns >= 30 ? " " : "") + $0, .heading).clipped(
                to: room.columns, mark: room.glyphs.ellipsis)
            ]
          } ?? []
        let left = count - top.count
        guard let run = RoutineWatchView.shown(world.timers) else { return top + rows(world, room, left) }
        return top
          + RoutineWatchView.rows(
            run, world.timers, room, left, isMirrored: world.isRightToLeft,
            picture: { columns, rows in
              guard room.pictures != .none, run.isOn, let file = picture(of: run) else { return nil }
              return pictures.drawn(file: file, room.pictures, columns: columns, rows: rows)
            }, timer: { rows(world, room, $0) })
      },
      idle: { _, _, _ in [] },
      words: { world, instant in
        let child = whose(world.timers, .unicode).map { "\($0): " } ?? ""
        return child + words(world, instant)
      },
      action: { key, world in
        if let action = RoutineWatchView.action(key, world.timers) { return action }
        guard !world.timers.countdown.isOn else { return action(key, world.timers.countdown) }
        guard case .character(let character) = key, TimerFinish.canRate(world.timers),
          let rating = TimerFinish.keys.first(where: { $0.key == character })?.rating
        else { return nil }
        return TimerFinish.action("rate", [.text(rating.words), .none, .none, .none], world.timers)
      },
      hints: { world, glyphs in
        let countdown = world.timers.countdown
        let ofRoutine: (main: [WatchView.Hint], rest: [WatchView.Hint]) =
          world.timers.routines.run.flatMap { $0.isOn ? RoutineWatchView.hints($0, glyphs) : nil } ?? ([], [])
        if world.timers.routines.run?.state == .rest {
          return (ofRoutine.main + (TimerFinish.canRate(world.timers) ? ratingHints : []), ofRoutine.rest)
        }
        if TimerFinish.canRate(world.timers) {
          return (ratingHints, [])
        }
        guard countdown.isOn else { return ([], []) }
        let pause = countdown.state == .paused ? "resume timer" : "pause timer"
        return (
          [(glyphs == .unicode ? "⏎" : "Enter", "I'm done!"), ("t", pause)] + ofRoutine.main,
          [("+", "5 min more"), ("T", "stop timer"), ("space", pause)] + ofRoutine.rest
        )
      },
      height: { world in
        let hasPicture = world.timers.routines.run.map { $0.isOn && picture(of: $0) != nil } ?? false
        return hasPicture ? WatchView.pictureHeight : WatchView.wordsHeight
      },
      pause: { world, instant, speed in
        if world.timers.routines.run.flatMap(picture) != nil, pictures.isLoading { return Watch.frame }
        return world.timers.routines.run.flatMap { RoutineWatchView.pause($0, at: instant, speed: speed) }
          ?? pause(of: world.timers.countdown, at: instant, speed: speed)
      })
  }

  /// The picture file of the present step; `nil` if this device has none for it.
  private static func picture(of run: RoutineRun) -> String? {
    run.present?.picture.flatMap { StepPictures.shared.file(of: $0) }
  }

  /// The name of the timer's child, if there are several children.
  private static func whose(_ timers: TimerPart, _ glyphs: GlyphSet) -> String? {
    guard timers.hasAddedChildren, timers.family().children.count > 1 else { return nil }
    return sanitized(Children.name(timers.childInFront), glyphs: glyphs)
  }

  private static func words(_ world: World, _ instant: Instant) -> String {
    let isAsked = world.timers.countdown.state == .completed && world.timers.flow.record != nil
    if let run = RoutineWatchView.shown(world.timers) {
      let words = RoutineView.words(run, world.timers.countdown, at: instant)
      return words + (isAsked && !run.isOn ? "; try: routine rate" : "")
    }
    return TimerViewWords.timer(world.timers.countdown, at: instant) + (isAsked ? "; try: rate" : "")
  }

  /// Returns the rows of the timer, or of its end.
  private static func rows(_ world: World, _ room: WatchView.Context, _ count: Int) -> [StyledText] {
    if world.timers.countdown.state == .completed {
      let child = world.timers.family().child(world.timers.flow.record?.child)
      return TimerFinish(
        world.timers, room.ledger.timerSessions.of(child), columns: room.columns, glyphs: room.glyphs
      ).rows(count)
    }
    guard world.timers.countdown.state != .idle else { return [] }
    return TimerPicture.rows(
      of: world.timers.countdown, at: room.instant, columns: room.columns, rows: count, glyphs: room.glyphs)
  }

  /// Returns the command of a key while the timer is running or paused. Stopping needs a capital letter: the time
  /// would not count.
  private static func action(_ key: ScreenKey, _ countdown: Countdown) -> WatchKeys.Action? {
    switch key {
    case .enter: .command("timer done", [.none])
    // The space bar is a hold, as on a story.
    case .character("t"), .character(" "): .command(countdown.state == .paused ? "timer resume" : "timer pause", [])
    case .character("T"): .command("timer stop", [])
    case .character("+"): .command("timer extend", [.number(5)])
    default: nil
    }
  }

  /// Returns the time until the shown seconds change, of the remaining time or of the pause. A timer changes once a
  /// second.
  private static func pause(of countdown: Countdown, at instant: Instant, speed: Double) -> Duration? {
    guard countdown.isOn else { return nil }
    let left =
      countdown.state == .running
      ? countdown.remaining(at: instant).microseconds
      : 1_000_000 - countdown.pausedFor(at: instant).microseconds % 1_000_000
    let untilChange = Double((left - 1) % 1_000_000 + 1) / 1_000_000 / speed
    return max(Watch.frame, Duration(seconds: untilChange) ?? Watch.frame)
  }
}

/// The texts about the timer in the viewer: the same beside a picture and in a pipe.
enum TimerViewWords {
  /// Returns `reading`, `63 % left`, and the timer's message.
  static func parts(of countdown: Countdown, at instant: Instant) -> [String] {
    let name = sanitized(countdown.activity?.name ?? "")
    // Computed from the whole seconds shown beside it, and rounded down: below 10 % the ring has its last colour.
    let seconds = (countdown.remaining(at: instant) + .milliseconds(999)).microseconds / 1_000_000
    let percent = min(100, seconds * 100_000_000 / max(1, countdown.total.microseconds))
    let words = countdown.message(at: instant)?.sentence ?? ""
    guard countdown.state == .paused else { return [name, "\(percent)% left", words] }
    // Whole seconds that have passed, rounded down as on a stopwatch.
    let paused = Duration.seconds(countdown.pausedFor(at: instant).microseconds / 1_000_000)
    return [name, "\(percent)% left", "paused for \(TimeText.clock(paused))"]
  }

  /// Returns the timer in one line without a picture.
  static func timer(_ countdown: Countdown, at instant: Instant) -> String {
    let name = sanitized(countdown.activity?.name ?? "")
    switch countdown.state {
    case .idle: return "no timer is running"
    case .completed: return "\(name) is done"
    case .running, .paused:
      let parts = parts(of: countdown, at: instant)
      let left = TimeText.clock(countdown.remaining(at: instant))
      return "\(parts[0]), \(left) of \(TimeText.length(countdown.total)), \(parts[1]): \(parts[2])"
    }
  }
}

/// The timer, on a page.
enum TimerPageModel {
  static let pageModel = PageModel(name: "timer") { session in
    let (countdown, now) = (session.world.timers.countdown, session.now)
    let run = RoutineWatchView.shown(session.world.timers)
    guard countdown.state != .idle || run != nil else { return nil }
    let isRunning = countdown.state == .running
    let message = isRunning ? countdown.message(at: now)?.sentence ?? "" : countdown.isOn ? "paused" : "done"
    let image = PageModel.image(
      run.flatMap { $0.isOn ? $0.present?.picture : nil }.flatMap { StepPictures.shared.file(of: $0) }, in: session)
    let steps = [
      JSON.Field("steps", .integer(Int64(run?.count ?? 0))), JSON.Field("step", .integer(Int64(run?.past.count ?? 0))),
    ]
    if let run, run.state == .rest, let step = run.present {
      return .fields([
        "name": .string("break"), "length": .integer(session.world.timers.breakBetweenSteps.microseconds / 1_000),
        "words": .string("then \(sanitized(step.activity.name))"), "colour": .string("resting"),
        "p": .integer(max(0, (run.until - now).microseconds / 1_000)), "r": .integer(-1), "steps": steps[0].value,
        "step": steps[1].value, "rests": .flag(true), "image": image,
      ])
    }
    let words = run.map { message + (message.isEmpty ? "" : " · ") + RoutineWatchView.place($0, at: now) } ?? message
    return .fields([
      "name": .string(sanitized(countdown.activity?.name ?? "")),
      "length": .integer(countdown.total.microseconds / 1_000), "words": .string(sanitized(words)),
      "colour": .string(countdown.isOn && !isRunning ? "resting" : countdown.colour(at: now).rawValue),
      "p": .integer(countdown.remaining(at: now).microseconds / 1_000), "r": .integer(isRunning ? -1 : 0),
      "steps": steps[0].value, "step": steps[1].value, "rests": .flag(false), "image": image,
    ])
  }
}
