import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The reasons for the timers' events, for `explain`: with the arithmetic, from the logged fields.
enum TimerReasons {
  static func started(_ fields: Record, _ why: Reasoning) -> [String] {
    let total = fields["total"]?.duration ?? .zero
    let half = Duration(microseconds: total.microseconds / 2)
    return [
      """
      \(name(fields)) lasts \(TimeText.length(total)): halfway is after \(TimeText.length(half)), and the ring's \
      colour changes when 75, 50, 25 and 10% of the time is left.
      """,
      ago("started", fields, why).map {
        "`at` puts its start \(TimeText.length($0)) back, so \(TimeText.left(total - $0)) of it was left."
      },
      "Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early.",
    ].compactMap { $0 }
  }

  /// Returns how long before an event its timer started or ended; `nil` if it did at that instant.
  private static func ago(_ field: String, _ fields: Record, _ why: Reasoning) -> Duration? {
    guard case .date(let instant)? = fields[field], instant < why.at else { return nil }
    return why.at - instant
  }

  static func paused(_ fields: Record, _ why: Reasoning) -> [String] {
    let verb = why.session.world.timers.countdown.state == .paused ? "is" : "was"
    return [
      "The timer \(verb) paused with \(left("remaining", fields)) left: a pause never costs time, no matter how long it is."
    ]
  }

  static func resumed(_ fields: Record, _ why: Reasoning) -> [String] {
    ["The pause of \(length("paused", fields)) does not count: \(left("remaining", fields)) left, as before."]
  }

  static func extended(_ fields: Record, _ why: Reasoning) -> [String] {
    [
      "\(name(fields)) was extended by \(length("by", fields)), so it lasts \(length("total", fields)); the time already spent counts as before.",
      "Colours and messages depend on the share of the whole time that is left, so they may change back.",
    ]
  }

  static func coloured(_ fields: Record, _ why: Reasoning) -> [String] {
    guard let colour = fields["colour"]?.text.flatMap({ RingColour(rawValue: $0) }) else { return [] }
    return ["The ring became \(colour.rawValue), because \(share(colour)) of the time is left."]
  }

  static func messaged(_ fields: Record, _ why: Reasoning) -> [String] {
    let text = fields["text"]?.text ?? ""
    guard let message = Encouragement.allCases.first(where: { $0.sentence == text }) else { return [] }
    let share =
      switch message {
      case .letsDoThis: "more than 90%"
      case .greatStart: "more than 70%"
      case .doingGreat: "more than 55%"
      case .halfwayThere: "more than 45%"
      case .keepGoing: "more than 25%"
      case .almostDone: "more than 10%"
      case .finalStretch: "10% or less"
      }
    return ["The message became \"\(text)\", because \(share) of the time is left."]
  }

  static func completed(_ fields: Record, _ why: Reasoning) -> [String] {
    let shown = ShownTime(
      actual: fields["actual"]?.duration ?? .zero, saved: fields["saved"]?.duration ?? .zero)
    let allocated = length("allocated", fields)
    guard fields["ending"]?.text == TimerSession.Ending.early.rawValue else {
      return ["\(name(fields)) reached its full length of \(allocated)."]
    }
    return [
      "\(name(fields)) was done early: it took \(TimeText.shown(shown.spent)) of \(allocated), not counting pauses, so \(TimeText.shown(shown.saved)) was saved.",
      ago("ended", fields, why).map {
        "`at` puts its end \(TimeText.length($0)) back: the time since then does not count."
      },
    ].compactMap { $0 }
  }

  static func stopped(_ fields: Record, _ why: Reasoning) -> [String] {
    [
      """
      \(name(fields)) was stopped with \(left("remaining", fields)) left, so it does not count: no session, no \
      stars, no streak day.
      """,
      "To finish early, use `timer done`.",
    ]
  }

  static func saved(_ fields: Record, _ why: Reasoning) -> [String] {
    [
      "The session counts for \(fields["day"]?.text ?? ""), the local day on which it ended.",
      // What follows in a routine tells how it goes on, and when its steps are rated.
      !(why.events(RoutineEvents.step.row) + why.events(RoutineEvents.rest.row)).isEmpty
        ? "It can be rated with the whole routine, at its end."
        : !why.events(RoutineEvents.finished.row).isEmpty
          ? nil
          : fields["asks"]?.text == "pin"
            ? "A PIN is set, so enter the PIN before the rating." : "Rate the session to get its stars: `rate`.",
    ].compactMap { $0 }
  }

  /// Explains a rating: `good` is 10 stars, times 1.5 from the third day in a row: 15.
  static func rated(_ fields: Record, _ why: Reasoning) -> [String] {
    guard let rating = fields["rating"]?.text.flatMap({ Rating(spelled: $0) }), let stars = fields["stars"]?.number,
      let factor = fields["multiplier"]?.number, let days = fields["streak"]?.number.map({ Int($0) })
    else { return [] }
    // `routine rate` rates several sessions of one day alike.
    let key = { (fields: Record) in
      ["rating", "stars", "streak", "replaced"].map { ValueWriter().text(fields[$0] ?? .none) }
    }
    let alike = why.events(RewardEvents.rated.row).filter { key($0) == key(fields) }
    if alike.count > 1, alike.first?["session"]?.text != fields["session"]?.text { return [] }
    let names = (alike.isEmpty ? [name(fields)] : alike.map { name($0) }).listed("and")
    let day = "\(alike.count > 1 ? "their" : "its") day was the \(ordinal(days)) in a row"
    let sum: String
    if factor > 1 {
      let product = Double(rating.baseStars) * factor
      let from = Multiplier.allCases.first { $0.factor == factor }?.fromDays ?? 0
      sum =
        """
        \(rating.baseStars) × \(TimeText.decimal(factor)) = \
        \(TimeText.decimal(product))\(product == stars ? "" : ", rounded down to \(Int(stars))"), because \(day), and \
        from the \(ordinal(from)) day on, stars count \(factor == 2 ? "twice" : "1.5 times")
        """
    } else {
      sum =
        "\(Int(stars)): \(day), and stars count more only from the \(ordinal(Multiplier.oneAndAHalf.fromDays)) day in a row"
    }
    let old = fields["replaced"]?.text.flatMap { Rating(spelled: $0) }
    return [
      old.map { "\(rating.words) replaces \($0.words): it is worth \(rating.baseStars) stars, not \($0.baseStars)." }
        ?? "\(rating.words) is worth \(rating.baseStars) stars.",
      alike.count > 1 ? "\(names) each earn \(sum)." : "\(names) earns \(sum).",
      overspent(fields),
    ].compactMap { $0 }
  }

  /// Explains a balance below zero, which a correction can cause; `nil` for any other.
  private static func overspent(_ fields: Record) -> String? {
    guard let left = fields["left"]?.number.map({ Int($0) }), left < 0 else { return nil }
    return "More stars have been spent than earned, so the balance is \(TimeText.count(left, "star"))."
  }

  /// Explains a correction with both values.
  static func edited(_ fields: Record, _ why: Reasoning) -> [String] {
    var changes: [String] = []
    if let was = fields["was"]?.text, was != name(fields) { changes.append("it was \(was)") }
    let spent = { (field: String, saved: String) in
      TimeText.shown(
        ShownTime(actual: fields[field]?.duration ?? .zero, saved: fields[saved]?.duration ?? .zero).spent)
    }
    if fields["actual"]?.duration != fields["wasActual"]?.duration {
      changes.append("it took \(spent("actual", "saved")), not \(spent("wasActual", "wasSaved"))")
    }
    let (day, was) = (fields["day"]?.text ?? "", fields["wasDay"]?.text ?? "")
    if day != was { changes.append("it counts for \(day), not \(was)") }
    if let child = fields["child"]?.text { changes.append("it is \(child)'s") }
    let words = changes.isEmpty ? "its times changed" : changes.joined(separator: ", ")
    return [
      "The session of \(name(fields)) was corrected: \(words). Its rating does not change.",
      """
      Streaks and multipliers were recalculated for all days; the total is \
      \(TimeText.count(Int(fields["total"]?.number ?? 0), "star")).
      """,
      overspent(fields),
    ].compactMap { $0 }
  }

  static func removed(_ fields: Record, _ why: Reasoning) -> [String] {
    [
      """
      The session of \(name(fields)) was removed from the history: it no longer counts for stars or streaks. `undo` \
      restores it.
      """,
      """
      Streaks and multipliers were recalculated for all days; the total is \
      \(TimeText.count(Int(fields["total"]?.number ?? 0), "star")).
      """,
      overspent(fields),
    ].compactMap { $0 }
  }

  static func imported(_ fields: Record, _ why: Reasoning) -> [String] {
    func count(_ field: String) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
    let outside = count("outside")
    return [
      "Each session has an id, so no session counts twice: \(TimeText.count(count("added"), "session was", "sessions were")) new, "
        + (count("ratings") > 0
          ? "\(TimeText.count(count("ratings"), "rating of a known session was", "ratings of known sessions were")) new, "
          : "") + "\(count("known")) already known."
        + (outside > 0
          ? " A PIN is set and was not given, so \(TimeText.count(outside, "rating")) \(outside == 1 ? "was" : "were") left out."
          : ""),
      "Streaks and multipliers were recalculated for all days; the total is \(TimeText.count(count("total"), "star")).",
    ]
  }

  static func postponed(_ fields: Record, _ why: Reasoning) -> [String] {
    [
      "\(name(fields)) earns no stars until you rate it, but there is no hurry.",
      "`rate good` rates the newest unrated session; `rate good of \(Word.quotedIfNeeded(name(fields)))` rates this session.",
    ]
  }

  /// Describes a later log entry that the timer caused by itself; `nil` for any other entry.
  static func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? {
    guard case .event(let row, let fields) = entry.what else { return nil }
    if row === TimerEvents.completed.row {
      return FollowUp(
        .timer,
        "\(name(fields)) reached its full length of \(length("allocated", fields)), so the session counts and can be rated with `rate`."
      )
    }
    if row === TimerEvents.resumed.row {
      // A postponed step resumes when its turn comes again, which the routine's own event says.
      if stepBegan(at: entry.at, in: session.past.log) { return nil }
      return FollowUp(
        .finger, "the hold ended after \(length("paused", fields)), so \(name(fields)) resumed with the same time left."
      )
    }
    if let routine = ofRoutine(row, fields) { return FollowUp(.routine, routine) }
    guard row === TimerEvents.colour.row, let colour = fields["colour"]?.text.flatMap({ RingColour(rawValue: $0) })
    else { return nil }
    return FollowUp(.timer, "the ring became \(colour.rawValue), because \(share(colour)) of the time was left.")
  }

  private static func stepBegan(at instant: Instant, in log: EventLog) -> Bool {
    var number = log.entries.end - 1
    while number >= log.entries.first, log.entries[number].at >= instant {
      if case .event(let row, _) = log.entries[number].what, row === RoutineEvents.step.row,
        log.entries[number].at == instant
      {
        return true
      }
      number -= 1
    }
    return false
  }

  /// Describes how a routine continued by itself; `nil` for any other entry.
  private static func ofRoutine(_ row: EventRow, _ fields: Record) -> String? {
    func text(_ field: String) -> String { fields[field]?.text ?? "" }
    func count(_ field: String) -> Int { Int(fields[field]?.number ?? 0) }
    switch row {
    case RoutineEvents.step.row:
      return "\(text("step")) began: step \(count("place")) of \(count("count")) in \(text("routine"))."
    case RoutineEvents.rest.row: return "a break began before \(text("next")) (`set routine-break`)."
    case RoutineEvents.finished.row: return "\(text("routine")) was over, because no step was left."
    default: return nil
    }
  }

  /// Returns advice for a condition about the timer's fields that can never become true.
  static func advice(_ countdown: Countdown, _ fields: [StateField], _ why: NeverReason) -> String? {
    guard why == .nothingPending, fields.contains(where: { $0.path.hasPrefix("timer.") }) else { return nil }
    return switch countdown.state {
    case .paused: "the timer is paused; try: timer resume"
    case .idle: "no timer is running yet; try: timer start reading 20"
    case .running: "the timer will end before that; try: timer status"
    case .completed: "the timer has ended; try: timer start reading 20"
    }
  }

  /// Returns the share of remaining time at which a colour begins.
  private static func share(_ colour: RingColour) -> String {
    switch colour {
    case .purpleBlue: "none"
    case .periwinkle: "more than 75%"
    case .turquoise: "75% or less"
    case .orange: "50% or less"
    case .coral: "25% or less"
    case .magenta: "less than 10%"
    }
  }

  private static func name(_ fields: Record) -> String { fields["activity"]?.text ?? "" }

  /// Returns a length as the event's own sentence shows it.
  private static func length(_ field: String, _ fields: Record) -> String {
    TimeText.length(fields[field]?.duration ?? .zero)
  }

  /// Returns the time left, as the timer's clock shows it.
  private static func left(_ field: String, _ fields: Record) -> String {
    TimeText.left(fields[field]?.duration ?? .zero)
  }

  private static func ordinal(_ number: Int) -> String {
    switch number {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    case 7: "seventh"
    default:
      "\(number)\((11...13).contains(number % 100) ? "th" : ["th", "st", "nd", "rd"][number % 10 < 4 ? number % 10 : 0])"
    }
  }
}
