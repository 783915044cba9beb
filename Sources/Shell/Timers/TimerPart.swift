import Journal
import StoryScript
import Timeline
import Timers

/// The timers' part of a session's world: the running timer, the activities, and the facts of finished timers.
public struct TimerPart: WorldPart {
  @CopyOnWrite public var countdown: Countdown
  @CopyOnWrite public var activities = ActivityCatalog()
  @CopyOnWrite private var home: Home

  /// The household and the link share one box, since a long session holds a copy of the part for every command.
  private struct Home: Hashable, Sendable {
    var household: Household
    var link = TimerLink()
  }

  private var household: Household {
    _read { yield home.household }
    _modify { yield &home.household }
  }

  /// The difference between the running timer and the saved one.
  private(set) var link: TimerLink {
    _read { yield home.link }
    _modify { yield &home.link }
  }

  init(at start: Instant, zone: Zone) {
    countdown = Countdown(at: start)
    home = Home(household: Household(place: Self.place(zone: zone)))
  }

  private static func place(
    device: String = "practice", origin: String? = nil, begun: (device: String, started: Instant)? = nil,
    zone: Zone
  ) -> Household.Place {
    Household.Place(
      device: device, origin: origin, begun: begun, offset: { zone.offset(at: $0) },
      id: { TimerJournal.id(storing: $0, at: $1).text })
  }

  /// The history of all timer sessions, which grows and is therefore outside the world.
  typealias History = TimerSessionHistory

  enum Event: Sendable {
    case countdown(Countdown.Event)
    /// A step of the question after a timer, except for the stored facts.
    case flow(CompletionFlow.Event)
    /// A timer session or a rating was added and must be saved.
    case stored(TimerEvent)

    init(_ event: Household.Event) {
      switch event {
      case .flow(let event): self = .flow(event)
      case .stored(let fact): self = .stored(fact)
      }
    }
  }

  var profile: Profile {
    get { household.profile }
    set { household.profile = newValue }
  }

  /// The timer sessions and ratings of this session that still count.
  var facts: FactChain { household.facts }

  /// The open question after a timer has ended, and the facts that are not saved yet.
  var flow: CompletionFlow { household.flow }

  var device: String { household.place.device }
  /// Returns the device on which a timer began; another one if this folder had another name then.
  func device(ofTimerStarted started: Instant) -> String { household.place.device(ofTimerStarted: started) }

  /// Returns the ID of a timer's timer session.
  func id(ofTimerStarted started: Instant) -> TimerSessionID {
    TimerSessionID(device: device(ofTimerStarted: started), started: started)
  }

  /// `true` if a rating needs the PIN, which is outside the world.
  var needsPIN: Bool {
    get { household.needsPIN }
    set { if household.needsPIN != newValue { household.needsPIN = newValue } }
  }

  var choices: SoundSettings { sounds }
  /// The sounds of the timers.
  var sounds: SoundSettings {
    get { household.sounds }
    set {
      household.sounds = newValue
      // The timer itself must know whether it ticks.
      if countdown.ticks != newValue.ticks { countdown.ticks = newValue.ticks }
    }
  }

  // MARK: Inputs

  mutating func becomeLike(_ other: TimerPart) {
    activities = other.activities
    // A user who declined to give a name is like one who was never asked: no recording needs the answer.
    if other.profile.name != nil { profile = other.profile }
    sounds = other.sounds
  }

  /// Passes an input on to the open question.
  /// - Parameter known: the instant of a rating that a new one replaces.
  mutating func handle(
    _ input: CompletionFlow.Input, at instant: Instant, replacing known: Instant? = nil
  ) throws(CompletionFlow.Refusal) -> [Event] {
    try household.handle(input, at: instant, replacing: known).map { Event($0) }
  }

  /// Tells the flow that all pending facts are saved.
  /// - Returns: the resulting events: `saved` and `rated`.
  mutating func confirm(at instant: Instant) -> [Event] { household.confirm(at: instant).map { .flow($0) } }

  /// Adds a fact from elsewhere, such as an import.
  mutating func add(_ fact: TimerEvent) -> Event {
    household.add(fact)
    return .stored(fact)
  }
}

// MARK: - Time

extension TimerPart {
  var nextDeadline: Instant {
    // Only the state of a stopped timer is read: its deadline would take a copy of the timer, millions of times a
    // year.
    countdown.state == .running ? countdown.nextDeadline ?? .distantFuture : .distantFuture
  }

  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    countdown.advance(to: instant) { deliver(.countdown($0)) }
  }

  /// Leaves a stopped timer's storage alone; the next input advances it.
  mutating func settle(at instant: Instant) {
    if countdown.state == .running { countdown.advance(to: instant) { _ in } }
  }

  func shifted(by length: Duration) -> TimerPart {
    var moved = self
    moved.countdown = countdown.shifted(by: length)
    if let anchor = link.anchor { moved.link.anchor = anchor.shifted(by: length) }
    return moved
  }

  func signature(at instant: Instant) -> Countdown.Signature { countdown.signature(at: instant) }
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
        if link != TimerLink() { link = TimerLink() }
        return false
      case .paused, .resumed, .extended:
        if link.anchor != nil { link.anchor = nil }
        see(at: event.at, after: .zero)
        return false
      case .completed(let timerSession, _):
        // A user who finishes the timer early does so here and now.
        let offset = timerSession.ending == .timeUp ? link.anchor?.offset : nil
        for case .stored(let fact) in household.complete(
          timerSession, keptStart: timerSession.started - link.shift, offset: offset)
        {
          keep(fact)
        }
        return true
      default:
        see(at: event.at)
        return false
      }
    case .flow: return false
    }
  }
}

extension TimerPart {
  /// Records how much of its time the running timer has spent; none without a timer.
  /// - Parameter step: the time since the last record after which there is a new one: each is saved.
  mutating func see(at instant: Instant, after step: Duration = .minutes(1)) {
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
  enum Aspect: UInt8, CaseIterable, Sendable {
    case countdown, activities, profile, sounds
    /// The saved timer sessions, and the question about them.
    case timerSessions
  }

  func isSame(as other: TimerPart) -> Bool {
    $countdown.isShared(with: other.$countdown) && $home.isShared(with: other.$home)
      && $activities.isShared(with: other.$activities)
  }

  func differs(in aspect: Aspect, from other: TimerPart) -> Bool {
    switch aspect {
    case .countdown: timerDiffers(from: other)
    case .activities: $activities != other.$activities
    case .profile: !isHouseholdShared(with: other) && profile != other.profile
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
    case .activities: activities = other.activities
    case .profile: household.profile = other.household.profile
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
  static func kept(_ fact: TimerEvent, _ place: KeptPlace) -> KeptFact? { TimerJournal.fact(fact) }

  func changes(to other: TimerPart, at instant: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void) {
    let (gone, new) = facts.difference(to: other.facts)
    for fact in gone { if let id = Journal.Event.ID(fact.id) { change(.void(id)) } }
    // The fact may never have been saved: a replay may have gone another way.
    for fact in new { TimerJournal.fact(fact).map { change(.append($0)) } }
  }

  func snapshot(_ place: KeptPlace) -> TimersSnapshot {
    var snapshot = TimersSnapshot(activities: activities, profile: profile)
    if place.isReal, let timer = countdown.saved.map({ TimersSnapshot.unmoved($0) }) {
      snapshot.timer = link.shift == .zero ? timer : timer.shifted(by: .zero - link.shift)
      snapshot.anchor = link.anchor ?? place.anchor(of: timer)
      // A paused timer is saved with the time that it has spent.
      let seen = max(link.seen, link.anchor?.seen ?? .zero)
      snapshot.anchor?.seen = timer.pausedSince == nil && seen > .zero ? seen : nil
      snapshot.begunOn = device(ofTimerStarted: keptStart)
    }
    return snapshot
  }

  /// The start of the running timer by the clock of the saved timer, which identifies it.
  var keptStart: Instant { countdown.started - link.shift }

  /// The ID of the running timer's timer session.
  var keptID: TimerSessionID { id(ofTimerStarted: keptStart) }

  /// Adopts a saved timer.
  mutating func adopt(_ kept: TimersSnapshot, at now: Instant) {
    guard let saved = kept.timer else { return }
    var link = TimerLink(saved, kept.anchor, at: now)
    // Without a steady clock, the timer must be saved again to continue from here.
    let isAnew = link.shift != .zero && link.anchor?.moment == nil
    guard let timer = Countdown(saved.shifted(by: link.shift)) else { return }
    countdown = timer
    if isAnew { link.shift = .zero }
    self.link = link
  }

  /// Adopts the anchor of another session that left the timer itself unchanged.
  mutating func adopt(_ anchor: TimerAnchor?) {
    if link.anchor != anchor { link.anchor = anchor }
  }

  static func snapshot(_ kept: TimerJournal) -> TimersSnapshot { kept.snapshot }

  static func changes(
    from before: TimersSnapshot, to snapshot: TimersSnapshot
  ) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    snapshot.changes(since: before)
  }

  mutating func restore(_ kept: TimerJournal, _ place: KeptPlace) {
    let begun = kept.snapshot.timer.flatMap { timer in
      kept.snapshot.begunOn.flatMap { $0 == place.device ? nil : (device: $0, started: timer.started) }
    }
    household = Household(
      place: Self.place(device: place.device, origin: place.origin, begun: begun, zone: place.zone))
    join(kept, place)
  }

  mutating func join(_ kept: TimerJournal, _ place: KeptPlace) {
    activities = kept.snapshot.activities
    profile = kept.snapshot.profile
  }
}

/// The PIN, which is outside the world, for the rating that is asked for.
extension TimerPart {
  /// Updates whether ratings need the PIN, before a finished timer asks for one.
  mutating func learn(_ event: Event, from resources: TimerResources, at now: Instant) {
    guard case .countdown(let event) = event, case .completed = event.kind else { return }
    noteWhetherPINIsNeeded(resources, at: now)
  }

  mutating func noteWhetherPINIsNeeded(_ resources: TimerResources, at now: Instant) {
    needsPIN = resources.keyring.isNeeded
    guard needsPIN, isAskedUnlocked(resources) else { return }
    // The table allows postponing every question; `rate` opens it again, with the PIN.
    _ = try? handle(.postpone, at: now)
  }

  /// Returns whether a rating is asked for that was not authorised with the PIN.
  func isAskedUnlocked(_ resources: TimerResources) -> Bool {
    flow.state == .rating && flow.record?.id != resources.unlocked
  }
}
