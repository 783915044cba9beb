import Journal
import StoryScript
import Timeline
import Timers

/// The timers' part of a session's world: the running timer, the activities, and the facts of finished timers.
public struct TimerPart: WorldPart {
  @CopyOnWrite public var countdown: Countdown
  @CopyOnWrite public var activities = ActivityCatalog()
  @CopyOnWrite private var home: Home

  /// The household, the link and the routines share one box, since a long session holds a copy of the part for every command.
  private struct Home: Hashable, Sendable {
    var household: Household
    var link = TimerLink()
    var routines = RoutineState()
    var treats = RewardPlan()
    var family = FamilyState()
    /// The end of a hold of the routine's step, whose paused timer resumes there by itself; a finger, which is not saved.
    var hold = Instant.distantFuture
  }

  /// The children of the family, and the one that is active.
  package var familyState: FamilyState {
    get { home.family }
    set { if home.family != newValue { home.family = newValue } }
  }

  /// The family's rewards, and the goal of a week.
  package var rewards: RewardPlan {
    get { home.treats }
    _modify { yield &home.treats }
  }

  /// The family's routines, and the one that is played.
  package private(set) var routines: RoutineState {
    get { home.routines }
    _modify { yield &home.routines }
  }

  // Not `_read`: yielding what the wrapper of `home` yields is compiled wrongly without optimisation, where it frees the
  // box while it is read.
  private var household: Household {
    get { home.household }
    _modify { yield &home.household }
  }

  /// The difference between the running timer and the saved one.
  package private(set) var link: TimerLink {
    get { home.link }
    _modify { yield &home.link }
  }

  init(at start: Instant, zone: Zone) {
    countdown = Countdown(at: start)
    home = Home(household: Household(place: Self.place(zone: zone)))
  }

  private static func place(
    device: String = "practice", origin: String? = nil, zone: Zone
  ) -> Household.Place {
    Household.Place(
      device: device, origin: origin, offset: { zone.offset(at: $0) },
      id: { TimerJournal.id(storing: $0, at: $1).text })
  }

  /// The history of all timer sessions, which grows and is therefore outside the world.
  package typealias History = TimerSessionHistory

  package typealias Fact = TimerEvent
  package typealias Persisted = TimerJournal

  package enum Event: Sendable {
    case countdown(Countdown.Event)
    /// A step of the question after a timer, except for the stored facts.
    case flow(CompletionFlow.Event)
    /// A timer session or a rating was added and must be saved.
    case stored(TimerEvent)
    case routine(RoutineRun.Event)

    init(_ output: RoutineRun.Output) {
      switch output {
      case .routine(let event): self = .routine(event)
      case .timer(let event): self = .countdown(event)
      }
    }

    init(_ event: Household.Event) {
      switch event {
      case .flow(let event): self = .flow(event)
      case .stored(let fact): self = .stored(fact)
      }
    }
  }

  /// The answer to the welcome.
  package var onboarding: Profile.Onboarding {
    get { household.profile.onboarding }
    set {
      if household.profile.onboarding != newValue { household.profile = Profile(name: nil, onboarding: newValue) }
    }
  }

  /// The timer sessions and ratings of this session that still count.
  package var facts: FactChain { household.facts }

  /// The open question after a timer has ended, and the facts that are not saved yet.
  package var flow: CompletionFlow { household.flow }

  package var device: String { household.place.device }
  /// Returns the ID of the timer session of a saved timer; `nil` if there is no timer.
  package func id(of kept: TimersSnapshot) -> TimerSessionID? {
    kept.timer.map {
      household.id(ofTimerStarted: $0.started, deviceOfStart: kept.deviceOfStart, ordinal: kept.ordinal)
    }
  }

  /// Returns the ID of the session of a timer that this device starts at an instant.
  package func id(ofTimerStarted started: Instant) -> TimerSessionID { household.id(ofTimerStarted: started) }

  /// `true` if a rating needs the PIN, which is outside the world.
  package var needsPIN: Bool {
    get { household.needsPIN }
    set { if household.needsPIN != newValue { household.needsPIN = newValue } }
  }

  struct Choices: Hashable, Sendable {
    let sounds: SoundSettings
    let rest: Duration
    let dayEnd: Duration
  }
  var choices: Choices { Choices(sounds: sounds, rest: routines.rest, dayEnd: household.dayEnd) }
  /// The end of the family's day, after midnight.
  package var dayEnd: Duration {
    get { household.dayEnd }
    set { if household.dayEnd != newValue { household.dayEnd = newValue } }
  }
  /// The sounds of the timers.
  package var sounds: SoundSettings {
    get { household.sounds }
    set {
      household.sounds = newValue
      // The timer itself must know whether it ticks.
      if countdown.ticks != newValue.ticks { countdown.ticks = newValue.ticks }
    }
  }

  // MARK: Inputs

  mutating func adoptSettings(_ other: TimerPart) {
    activities = other.activities
    // A user who declined to give a name is like one who was never asked: no recording needs the answer.
    if other.profile.name != nil { onboarding = other.onboarding }
    sounds = other.sounds
    routines.catalogs = other.routines.catalogs
    familyState = other.familyState
    (familyState.stated, familyState.gone) = (nil, nil)
    routines.rest = other.routines.rest
    rewards = other.rewards
    dayEnd = other.dayEnd
  }

  /// Passes an input on to the open question.
  /// - Parameter known: the instant of a rating that a new one replaces.
  package mutating func handle(
    _ input: CompletionFlow.Input, at instant: Instant, replacing known: Instant? = nil
  ) throws(CompletionFlow.Refusal) -> [Event] {
    try household.handle(input, at: instant, replacing: known).map { Event($0) }
  }

  /// Tells the flow that all pending facts are saved.
  /// - Returns: the resulting events: `saved` and `rated`.
  mutating func confirm(at instant: Instant) -> [Event] { household.confirm(at: instant).map { .flow($0) } }

  /// Adds a fact from elsewhere, such as an import.
  package mutating func add(_ fact: TimerEvent) -> Event {
    // An imported session does not replace the running one: both are counted.
    if countdown.isOn, case .saved(let record) = fact.fact, record.id == timerSessionID { link.ordinal += 1 }
    household.add(fact)
    return .stored(fact)
  }
}

// MARK: - Time

extension TimerPart {
  var nextDeadline: Instant {
    // Only the state of a stopped timer is read: its deadline would take a copy of the timer, millions of times a
    // year.
    min(countdown.state == .running ? countdown.nextDeadline ?? .distantFuture : .distantFuture, home.routines.due)
  }

  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    countdown.advance(to: instant) { deliver(.countdown($0)) }
    if home.routines.due <= instant { advanceRoutine(to: instant, deliver) }
  }

  /// The end of a hold of the routine's step; `nil` without one.
  package var holdEnd: Instant? { home.hold == .distantFuture ? nil : home.hold }

  /// Lets the paused step of the routine resume by itself at an instant, unless something else happens to it before;
  /// `nil` cancels that.
  package mutating func holdStep(until instant: Instant?) {
    guard instant != holdEnd else { return }
    let hold = instant ?? .distantFuture
    home.hold = hold
    home.routines.due = min(routines.run?.nextDeadline ?? .distantFuture, hold)
  }

  /// Resumes the timer of a held step.
  private mutating func endHold(_ deliver: (Event) -> Void) {
    let end = home.hold
    holdStep(until: nil)
    // A paused timer accepts this.
    guard countdown.state == .paused, let events = try? countdown.handle(.resume, at: end) else { return }
    for event in events { deliver(.countdown(event)) }
  }

  /// Leaves a stopped timer's storage alone; the next input advances it.
  mutating func settle(at instant: Instant) {
    if countdown.state == .running { countdown.advance(to: instant) { _ in } }
  }

  func shifted(by length: Duration) -> TimerPart {
    var moved = self
    moved.countdown = countdown.shifted(by: length)
    if let anchor = link.anchor { moved.link.anchor = anchor.shifted(by: length) }
    if let run = routines.run { moved.set(run.shifted(by: length)) }
    moved.holdStep(until: holdEnd.map { $0 + length })
    return moved
  }

  struct Signature: Hashable, Sendable {
    let countdown: Countdown.Signature
    let routine: RoutineRun.Signature?
  }

  func signature(at instant: Instant) -> Signature {
    Signature(countdown: countdown.signature(at: instant), routine: routines.run?.signature(at: instant, hold: holdEnd))
  }
}

// MARK: - Routines

extension TimerPart {
  /// Sets the routine that is played; one that was stopped before any of its steps was over is dropped.
  private mutating func set(_ run: RoutineRun?) {
    routines.run = run.flatMap { $0.isOn || $0.past.contains { !$0.isOpen } ? $0 : nil }
    routines.due = routines.run?.nextDeadline ?? .distantFuture
    // A hold belongs to the step that was current.
    if home.hold != .distantFuture { home.hold = .distantFuture }
  }

  package mutating func startRoutine(
    _ routine: Routine, at instant: Instant, _ deliver: (Event) -> Void
  ) throws(RoutineRun.Refusal) {
    var timer = countdown
    let run = try RoutineRun.start(routine, activities, after: routines.run, on: &timer, at: instant) {
      deliver(Event($0))
    }
    countdown = timer
    set(run)
  }

  /// Passes an input to the running routine.
  /// - Returns: `false` if there is none.
  package mutating func handle(
    _ input: RoutineRun.Input, at instant: Instant, _ deliver: (Event) -> Void
  ) throws(RoutineRun.Refusal) -> Bool {
    guard var run = routines.run, run.isOn else { return false }
    var timer = countdown
    timer.advance(to: instant) { deliver(.countdown($0)) }
    try run.handle(input, on: &timer, rest: routines.rest, at: instant) { deliver(Event($0)) }
    countdown = timer
    set(run)
    return true
  }

  private mutating func advanceRoutine(to instant: Instant, _ deliver: (Event) -> Void) {
    if home.hold <= instant { return endHold(deliver) }
    guard var run = routines.run else {
      home.routines.due = .distantFuture
      return
    }
    var timer = countdown
    run.advance(to: instant, on: &timer) { deliver(Event($0)) }
    countdown = timer
    set(run)
  }

  /// Continues the routine after an event of the timer that was absorbed: with a break, the next step or its end.
  mutating func continueRoutine(after event: Event, _ then: (Event) -> Void) {
    guard case .countdown(let event) = event, var run = routines.run, run.state == .step else { return }
    var session: TimerSessionID?
    switch event.kind {
    case .completed:
      guard case .saved(let record)? = facts.newestFirst.first(where: { $0.isSession })?.fact else { return }
      session = record.id
    case .stopped: break
    case .resumed:
      // A hold does not end a later pause.
      holdStep(until: nil)
      return
    default: return
    }
    var timer = countdown
    run.follow(session, on: &timer, rest: routines.rest, at: event.at) { then(Event($0)) }
    countdown = timer
    set(run)
  }

  /// Moves to the next end of a step or a break, at most to `instant`, without the timer's messages on the way.
  /// - Returns: `true` if another end may follow by then.
  package mutating func skip(to instant: Instant, _ deliver: (Event) -> Void) -> Bool {
    let end = countdown.state == .running ? countdown.instant(of: countdown.total) ?? .distantFuture : .distantFuture
    let stop = min(instant, min(end, home.routines.due))
    countdown.advance(to: stop) { event in
      if case .completed = event.kind { deliver(.countdown(event)) }
    }
    if home.routines.due <= stop { advanceRoutine(to: stop, deliver) }
    return stop < instant || end == instant
  }

  /// Changes the family's routines.
  package mutating func changeRoutines<Result>(
    _ body: (inout RoutineCatalog) throws(RoutineProblem) -> Result
  ) throws(RoutineProblem) -> Result {
    let before = routineCatalog
    var catalog = before
    let result = try body(&catalog)
    let child = family().child(activeChild)
    let own = child.id ?? familyState.first
    let ids = [own] + child.ids.compactMap { $0 }.filter { $0 != own }.sorted()
    let known = routines.catalogs
    // A routine stays with the id under which it was added: another device may be changing it there.
    func owner(_ name: String) -> ChildID? { ids.first { known[$0]?.exact(name) != nil } }
    let kept = Set(catalog.routines.map { $0.name.lowercased() })
    var parts: [ChildID: RoutineCatalog] = [:]
    for (place, routine) in catalog.routines.enumerated() {
      var id = owner(routine.name)
      if id == nil, catalog.routines.count == before.routines.count {
        // A renamed routine keeps its place in the list.
        let old = before.routines[place].name
        if !kept.contains(old.lowercased()) { id = owner(old) }
      }
      _ = parts[id ?? own, default: RoutineCatalog()].put(routine)
    }
    for id in ids {
      for routine in known[id]?.routines ?? []
      where kept.contains(routine.name.lowercased()) && owner(routine.name) != id {
        _ = parts[id, default: RoutineCatalog()].put(routine)
      }
      routines.catalogs[id] = parts[id]
    }
    return result
  }

  /// The routines of the active child.
  package var routineCatalog: RoutineCatalog { routineCatalog(of: family().child(activeChild)) }

  package func routineCatalog(of child: Child) -> RoutineCatalog {
    let own = child.id ?? familyState.first
    var catalog = routines.catalogs[own] ?? RoutineCatalog()
    for id in child.ids.compactMap({ $0 }).sorted() where id != own {
      for routine in routines.catalogs[id]?.routines ?? [] where catalog.exact(routine.name) == nil {
        _ = catalog.put(routine)
      }
    }
    return catalog
  }

  package var breakBetweenSteps: Duration {
    get { routines.rest }
    set { routines.rest = newValue }
  }
}

/// A family's rewards, and its goal: the stars to earn in a week.
package struct RewardPlan: Hashable, Sendable {
  package var catalog = RewardCatalog()
  /// `nil` without a goal.
  package var goal: Int?
}

/// The routines of the family's children, and the one that is played.
package struct RoutineState: Hashable, Sendable {
  /// The possible lengths of a break.
  package static let rests = Duration.zero ... .minutes(10)
  /// The routines of each child; a child without routines has no catalog.
  package var catalogs: [ChildID: RoutineCatalog] = [:]
  /// The current or last routine.
  package var run: RoutineRun?
  /// The break between two steps.
  var rest = Duration.zero
  /// The instant at which the routine does something by itself; apart from the run, because it is read at every step.
  var due = Instant.distantFuture
}

extension TimerEvent {
  fileprivate var isSession: Bool { if case .saved = fact { true } else { false } }
}

// MARK: - Events

extension TimerPart {
  mutating func absorb(_ event: Event, _ keep: (TimerEvent) -> Void) -> Bool {
    switch event {
    case .stored(let fact):
      keep(fact)
      return true
    case .countdown(let event):
      switch event.kind {
      case .started:
        var next = isNextStep ? link.following(at: event.at) : TimerLink()
        if !isNextStep { next.child = childOfFacts }
        if link != next { link = next }
        number()
        return false
      case .paused, .resumed, .extended:
        if link.anchor != nil { link.anchor = nil }
        recordProgress(at: event.at, after: .zero)
        return false
      case .completed(let timerSession, _):
        // A user who finishes the timer early does so here and now.
        let offset = timerSession.ending == .timeUp ? link.anchor?.offset(at: timerSession.ended) : nil
        if offset == nil, link.anchor != nil { link.anchor = nil }
        for case .stored(let fact) in household.complete(
          timerSession, recordedStart: timerSession.started - link.shift, deviceOfStart: link.deviceOfStart,
          ordinal: link.ordinal,
          offset: offset, child: link.child)
        {
          keep(fact)
        }
        if link.rest != nil { link.rest = nil }
        return true
      case .stopped:
        if link.rest != nil { link.rest = nil }
        recordProgress(at: event.at)
        return false
      default:
        recordProgress(at: event.at)
        return false
      }
    case .routine(let event):
      if case .step(let step, _, _, _) = event.kind {
        if link.rest != nil { link.rest = nil }
        // A step that was put aside began before others.
        if step.begun != nil { number() }
      }
      if case .finished(let sessions, let count, _, let at) = event.kind {
        record(event.routine, sessions, of: count, at: at, keep)
      }
      return false
    case .flow: return false
    }
  }

  /// Records that a routine was played to its end.
  private mutating func record(
    _ routine: String, _ sessions: [TimerSessionID], of count: Int, at instant: Instant, _ keep: (TimerEvent) -> Void
  ) {
    guard let run = routines.run, !sessions.isEmpty else { return }
    let id = household.id(ofTimerStarted: run.started - link.shift, deviceOfStart: link.deviceOfStart)
    // The day of the last step, wherever it is noticed.
    let last = facts.newestFirst.lazy.compactMap { event -> TimerSessionRecord? in
      if case .saved(let record) = event.fact, record.id == sessions.last { record } else { nil }
    }.first
    let day = last?.day ?? household.day(at: instant)
    guard
      let record = RoutineRecord(
        routine: routine, started: run.started, day: day, steps: count, sessions: sessions, child: link.child)
    else { return }
    let stamp = TimerEvent.Stamp(instant: instant, device: device, sequence: UInt32(clamping: facts.count + 1))
    let event = TimerEvent(
      id: TimerJournal.id(ofRoutine: id, record).text, stamp: stamp, fact: .routine(record))
    household.add(event)
    keep(event)
  }

  /// Gives the timer that begins or continues its number among the timers of one instant.
  private mutating func number() {
    let ordinal = household.ordinal(
      ofTimerStarted: countdown.started, recordedStart: recordedStart, deviceOfStart: link.deviceOfStart)
    if link.ordinal != ordinal { link.ordinal = ordinal }
  }

  /// `true` if the timer is a step of a routine that began with another step.
  private var isNextStep: Bool {
    guard let run = routines.run, run.state == .step else { return false }
    return !run.past.isEmpty || run.waiting.contains { $0.begun != nil }
  }
}

extension TimerPart {
  /// Records how much of its time the running timer has spent; none without a timer.
  /// - Parameter step: the time since the last record after which there is a new one: each is saved.
  package mutating func recordProgress(at instant: Instant, after step: Duration = .minutes(1)) {
    guard countdown.isOn else {
      if link.seen != .zero { link.seen = .zero }
      return
    }
    let spent = countdown.elapsed(at: instant)
    if spent - max(link.seen, link.anchor?.seen ?? .zero) >= step, spent != link.seen { link.seen = spent }
  }
}

// MARK: - Undo

extension TimerPart {
  package enum Aspect: UInt8, CaseIterable, Sendable {
    case countdown, activities, profile, sounds
    case routines, rest, rewards, dayEnd
    /// The children of the family, apart from their names, and the active one.
    case children, child
    /// The saved timer sessions, and the question about them.
    case timerSessions
  }

  func isSame(as other: TimerPart) -> Bool {
    $countdown.isShared(with: other.$countdown) && $home.isShared(with: other.$home)
      && $activities.isShared(with: other.$activities)
  }

  func differs(in aspect: Aspect, from other: TimerPart) -> Bool {
    switch aspect {
    case .countdown:
      timerDiffers(from: other)
        || !$home.isShared(with: other.$home) && (routines.run != other.routines.run || home.hold != other.home.hold)
    case .routines: !$home.isShared(with: other.$home) && routines.catalogs != other.routines.catalogs
    case .rest: !$home.isShared(with: other.$home) && routines.rest != other.routines.rest
    case .rewards: !$home.isShared(with: other.$home) && rewards != other.rewards
    case .dayEnd: !$home.isShared(with: other.$home) && dayEnd != other.dayEnd
    case .children: !$home.isShared(with: other.$home) && !children.hasSameChildren(as: other.children)
    case .child: !$home.isShared(with: other.$home) && activeChild != other.activeChild
    case .activities: $activities != other.$activities
    case .profile:
      !isHouseholdShared(with: other)
        && (onboarding != other.onboarding || !children.hasSameNames(as: other.children))
    case .sounds: !isHouseholdShared(with: other) && sounds != other.sounds
    case .timerSessions:
      !isHouseholdShared(with: other)
        && (household.facts != other.household.facts || household.flow != other.household.flow)
    }
  }

  private func isHouseholdShared(with other: TimerPart) -> Bool { $home.isShared(with: other.$home) }

  /// Returns whether the timers differ. A stopped timer is not settled, so both are first advanced to one instant.
  private func timerDiffers(from other: TimerPart) -> Bool {
    if $countdown.isShared(with: other.$countdown) { return false }
    var (one, two) = (countdown, other.countdown)
    let present = max(one.now, two.now)
    one.advance(to: present) { _ in }
    two.advance(to: present) { _ in }
    // Ticking is a setting.
    one.ticks = two.ticks
    return one != two
  }

  mutating func adopt(_ aspect: Aspect, from other: TimerPart) {
    switch aspect {
    case .countdown:
      countdown = other.countdown
      countdown.ticks = sounds.ticks
      link = other.link
      if routines.run != other.routines.run { set(other.routines.run) }
      holdStep(until: other.holdEnd)
    case .routines: routines.catalogs = other.routines.catalogs
    case .rest: routines.rest = other.routines.rest
    case .rewards: rewards = other.rewards
    case .dayEnd: dayEnd = other.dayEnd
    case .children: children = other.children
    case .child: activeChild = other.activeChild
    case .activities: activities = other.activities
    case .profile:
      onboarding = other.onboarding
      children.adoptNames(from: other.children)
    case .sounds: sounds = other.sounds
    case .timerSessions: household.adoptTimerSessions(from: other.household)
    }
  }

  /// Returns the aspects that are undone as well: with a timer also its end.
  static func consequences(of aspect: Aspect) -> [Aspect] { aspect == .countdown ? [.timerSessions] : [] }

  func storage(apartFrom previous: TimerPart) -> Int {
    $countdown.isShared(with: previous.$countdown) ? 0 : CopyOnWrite<Countdown>.bytes
  }
}

// MARK: - Persistence

extension TimerPart {
  static func kept(_ fact: TimerEvent, _ place: PersistedPlace) -> PersistedFact? { TimerJournal.fact(fact) }

  func changes(to other: TimerPart, at instant: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void) {
    let (gone, new) = facts.difference(to: other.facts)
    for fact in gone { if let id = Journal.Event.ID(fact.id) { change(.void(id)) } }
    // The fact may never have been saved: a replay may have gone another way.
    for fact in new { TimerJournal.fact(fact).map { change(.append($0)) } }
  }

  package func snapshot(_ place: PersistedPlace) -> TimersSnapshot {
    var snapshot = TimersSnapshot(
      activities: activities, onboarding: onboarding, routines: routines.catalogs, rewards: rewards, children: children,
      activeChild: familyState.stated ?? activeChild)
    if place.isReal { snapshot.child = childOfTimer ?? nil }
    if place.isReal, let run = routines.run {
      snapshot.run = link.shift == .zero ? run : run.shifted(by: .zero - link.shift)
      snapshot.deviceOfRunStart = link.deviceOfStart ?? device
      if run.state == .rest { snapshot.rest = link.rest ?? SteadyMoment(at: run.until) }
    }
    if place.isReal, let timer = countdown.saved.map({ TimersSnapshot.unmoved($0) }) {
      snapshot.timer = link.shift == .zero ? timer : timer.shifted(by: .zero - link.shift)
      snapshot.anchor = link.anchor ?? place.anchor(of: timer, isStep: routines.run?.isOn == true)
      // A paused timer is saved with the time that it has spent.
      let seen = max(link.seen, link.anchor?.seen ?? .zero)
      snapshot.anchor?.seen = timer.pausedSince == nil && seen > .zero ? seen : nil
      snapshot.deviceOfStart = link.deviceOfStart ?? device
      snapshot.ordinal = link.ordinal
    }
    return snapshot
  }

  /// The start of the running timer by the clock of the saved timer, which identifies it.
  private var recordedStart: Instant { countdown.started - link.shift }

  /// The ID of the running timer's timer session.
  package var timerSessionID: TimerSessionID {
    household.id(ofTimerStarted: recordedStart, deviceOfStart: link.deviceOfStart, ordinal: link.ordinal)
  }

  /// Adopts a saved timer.
  package mutating func adopt(_ kept: TimersSnapshot, at now: Instant) {
    guard let saved = kept.timer else { return adoptRun(kept, at: now) }
    var link = TimerLink(saved, kept.anchor, at: now)
    // Without a steady clock, the timer must be saved again to continue from here.
    let isAnew = link.shift != .zero && link.anchor?.moment == nil
    guard let timer = Countdown(saved.shifted(by: link.shift)) else { return }
    countdown = timer
    adoptRun(kept, shiftedBy: link.shift, at: now)
    if isAnew { link.shift = .zero }
    link.deviceOfStart = elsewhere(kept.deviceOfStart)
    link.ordinal = kept.ordinal
    link.child = kept.child
    self.link = link
  }

  /// Adopts a saved run if it fits the timer that was adopted.
  private mutating func adoptRun(_ kept: TimersSnapshot, shiftedBy shift: Duration = .zero, at now: Instant) {
    guard let run = kept.run else { return set(nil) }
    switch run.state {
    case .step: guard kept.timer?.activity == run.present?.activity else { return set(nil) }
    case .rest:
      guard kept.timer == nil else { return set(nil) }
      return adoptRest(run, kept, at: now)
    case .over: break
    }
    set(shift == .zero ? run : run.shifted(by: shift))
  }

  /// Adopts a break. The steady clock decides when it ends, as it decides for a timer. After a restart of the machine, a
  /// break that would last longer than breaks do, by a clock that was set back, is over.
  private mutating func adoptRest(_ run: RoutineRun, _ kept: TimersSnapshot, at now: Instant) {
    var link = TimerLink()
    link.deviceOfStart = elsewhere(kept.deviceOfRunStart)
    link.rest = kept.rest
    link.child = kept.child
    let present = SteadyMoment(at: now)
    if let passed = kept.rest?.passed(until: present, atLeast: .zero - RoutineState.rests.upperBound) {
      link.shift = TimerLink.noticeable(now - passed - run.until)
    } else {
      let longest = routines.rest > .zero ? routines.rest : RoutineState.rests.upperBound
      if run.until - now > longest { link.shift = now - run.until }
      link.rest = present?.shifted(by: run.until + link.shift - now)
    }
    self.link = link
    let moved = link.shift == .zero ? run : run.shifted(by: link.shift)
    // The next step starts at the end of the break, which may be long ago.
    if moved.until < now { countdown = Countdown(at: moved.until, ticks: countdown.ticks) }
    set(moved)
  }

  /// Adopts a saved routine whose present step had ended, although the timer was saved as running: the program that saw
  /// the end could not save more than the session, or the session came from the original of a copied folder.
  package mutating func adopt(
    _ kept: TimersSnapshot, endedBy record: TimerSessionRecord, at now: Instant, _ deliver: (Event) -> Void
  ) {
    guard let saved = kept.timer, var run = kept.run else { return }
    var link = TimerLink(saved, kept.anchor, at: now)
    link.deviceOfStart = elsewhere(kept.deviceOfStart)
    link.child = kept.child
    let end = min(record.ended, now)
    var timer = Countdown(at: end, ticks: countdown.ticks)
    if link.shift != .zero { run = run.shifted(by: link.shift) }
    self.link = link
    run.follow(record.id, on: &timer, rest: routines.rest, at: end) { deliver(Event($0)) }
    countdown = timer
    set(run)
  }

  /// Returns the device of a saved timer if it is another one: the folder had another name then.
  private func elsewhere(_ deviceOfStart: String?) -> String? { deviceOfStart == device ? nil : deviceOfStart }

  /// Adopts the state of another session in which no timer is on.
  package mutating func adoptIdle(_ kept: TimersSnapshot, at now: Instant) {
    countdown = Countdown(at: now, ticks: countdown.ticks)
    adoptRun(kept, at: now)
  }

  /// Adopts the anchor of another session that left the timer itself unchanged.
  package mutating func adopt(_ anchor: TimerAnchor?) {
    if link.anchor != anchor { link.anchor = anchor }
  }

  static func snapshot(_ kept: TimerJournal) -> TimersSnapshot { kept.snapshot }

  static func changes(
    from before: TimersSnapshot, to snapshot: TimersSnapshot
  ) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    snapshot.changes(since: before)
  }

  mutating func restore(_ kept: TimerJournal, _ place: PersistedPlace) {
    let dayEnd = household.dayEnd
    household = Household(place: Self.place(device: place.device, origin: place.origin, zone: place.zone))
    household.dayEnd = dayEnd
    familyState.own = (place.earlier.reversed() + [place.device]).map { ChildID(firstOf: $0) }
    activeChild = kept.snapshot.activeChild
    join(kept, place)
    familyState.isBound = false
  }

  mutating func join(_ kept: TimerJournal, _ place: PersistedPlace) {
    activities = kept.snapshot.activities
    onboarding = kept.snapshot.onboarding
    if routines.catalogs != kept.snapshot.routines { routines.catalogs = kept.snapshot.routines }
    joinFamily(kept)
    if rewards != kept.snapshot.rewards { rewards = kept.snapshot.rewards }
  }
}

/// The PIN as the timers know it; it is outside the world.
package protocol PINKnowledge: AnyObject {
  /// `true` if a rating needs the PIN, or if that cannot be determined.
  var isNeeded: Bool { get }
  /// The timer session whose rating was authorised with the PIN.
  var unlocked: TimerSessionID? { get }
}

/// The PIN for the rating that is asked for.
extension TimerPart {
  /// Updates whether ratings need the PIN, before a finished timer asks for one.
  mutating func learn(_ event: Event, from pin: (any PINKnowledge)?, at now: Instant) {
    guard case .countdown(let event) = event, case .completed = event.kind else { return }
    noteWhetherPINIsNeeded(pin, at: now)
  }

  package mutating func noteWhetherPINIsNeeded(_ pin: (any PINKnowledge)?, at now: Instant) {
    needsPIN = pin?.isNeeded ?? false
    guard needsPIN, isAskedUnlocked(pin) else { return }
    // The table allows postponing every question; `rate` opens it again, with the PIN.
    _ = try? handle(.postpone, at: now)
  }

  /// Returns whether a rating is asked for that was not authorised with the PIN.
  package func isAskedUnlocked(_ pin: (any PINKnowledge)?) -> Bool {
    flow.state == .rating && flow.record?.id != pin?.unlocked
  }
}
