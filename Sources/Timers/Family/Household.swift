import Timeline

/// The state of a family's timers apart from the countdown itself: the open question after a timer has ended, the
/// sessions and ratings added to the history since the program started, the profile and the sounds.
///
/// The history itself grows and is stored elsewhere (`TimerSessionHistory`); a household is the part of it that a copy
/// must know.
public struct Household: Hashable, Sendable {
  /// The place where the timers run, which never changes while the program runs.
  public final class Place: Sendable {
    public let device: String
    /// The unique prefix of every id, which no other program that may show the same instants has.
    private let origin: String
    private let offset: @Sendable (Instant) -> Duration
    private let id: @Sendable (CompletionFlow.Fact, Instant) -> String

    /// - Parameters:
    ///   - origin: The prefix of every id: the device's name, and more if the clock of another program on the device
    ///     may show the same instant.
    ///   - offset: The UTC offset of the wall clock at an instant.
    ///   - id: The id of the event that stores a fact. It is derived from the whole content of the fact: an action that
    ///     is repeated with a different result is another event.
    public init(
      device: String = "practice", origin: String? = nil, offset: @escaping @Sendable (Instant) -> Duration,
      id: @escaping @Sendable (CompletionFlow.Fact, Instant) -> String
    ) {
      self.device = device
      self.origin = origin ?? device
      self.offset = offset
      self.id = id
    }

    /// Returns the id of the session of a timer that `deviceOfStart` started, or this device if `nil`.
    func id(ofTimerStarted started: Instant, deviceOfStart: String?, ordinal: Int) -> TimerSessionID {
      TimerSessionID(
        device: deviceOfStart.flatMap { $0 == device ? nil : $0 } ?? origin, started: started, ordinal: ordinal)
    }

    func record(
      _ timerSession: TimerSession, id: TimerSessionID, offset known: Duration?, dayEnd: Duration, child: ChildID?
    ) -> TimerSessionRecord {
      TimerSessionRecord(
        timerSession, device: device, id: id, offset: known ?? offset(timerSession.ended), dayEnd: dayEnd, child: child)
    }

    func day(at instant: Instant, dayEnd: Duration) -> LocalDay {
      LocalDay(at: instant, offset: offset(instant), dayEnd: dayEnd)
    }

    /// Returns the event that stores a fact, with this sequence number.
    func event(storing fact: CompletionFlow.Fact, at instant: Instant, number: Int) -> TimerEvent {
      let stored: TimerEvent.Fact =
        switch fact {
        case .timerSession(let record): .saved(record)
        case .rating(let record): .rated(record.id, record.rating ?? .good)
        }
      return TimerEvent(
        id: id(fact, instant), stamp: .init(instant: instant, device: device, sequence: UInt32(clamping: number)),
        fact: stored)
    }
  }

  /// A result of an input.
  public enum Event: Sendable {
    /// A step of the question after a timer, other than storing a fact.
    case flow(CompletionFlow.Event)
    /// A session or a rating was accepted and must be persisted.
    case stored(TimerEvent)
  }

  /// The open question, and the facts that are not persisted yet.
  public private(set) var flow = CompletionFlow()
  public private(set) var facts = FactChain()
  /// The imported sessions among the facts, which no timer of this program run has ended.
  private var imported: Set<TimerSessionID> = []
  public var profile = Profile()
  public var sounds = SoundSettings()
  /// The end of the family's day, after midnight.
  public var dayEnd = Duration.zero
  public let place: Place

  public init(place: Place) { self.place = place }

  /// `true` if a rating needs the PIN.
  public var needsPIN: Bool {
    get { flow.needsPIN }
    set { flow.needsPIN = newValue }
  }

  /// Returns the family's day at an instant, by the wall clock here.
  public func day(at instant: Instant) -> LocalDay { place.day(at: instant, dayEnd: dayEnd) }

  // MARK: Ids

  /// Returns the id of a timer's session. The device, the start and the number are saved with a running timer, so
  /// every program that sees its end finds the same id.
  /// - Parameters:
  ///   - started: The timer's start, by the clock that showed it.
  ///   - deviceOfStart: The device that started the timer, or the routine to which it belongs (default: this device).
  ///   - ordinal: The timer's number, from `ordinal(ofTimerStarted:recordedStart:deviceOfStart:)`.
  public func id(ofTimerStarted started: Instant, deviceOfStart: String? = nil, ordinal: Int = 0) -> TimerSessionID {
    place.id(ofTimerStarted: started, deviceOfStart: deviceOfStart, ordinal: ordinal)
  }

  /// Returns the number of a timer among those of one start: the first that no session has, of those that were saved
  /// or imported here.
  /// - Parameters:
  ///   - recordedStart: The start from which the id is made, if another clock showed it (default: `started`).
  ///   - wanted: The number to take if it is free (default: the count of those sessions).
  /// - Complexity: O(sessions since the start).
  public func ordinal(
    ofTimerStarted started: Instant, recordedStart: Instant? = nil, deviceOfStart: String? = nil, wanted: Int? = nil
  ) -> Int {
    func id(_ ordinal: Int) -> TimerSessionID {
      place.id(ofTimerStarted: recordedStart ?? started, deviceOfStart: deviceOfStart, ordinal: ordinal)
    }
    let taken = ids(since: started, like: id(0))
    // Start at their count: trying every number from 0, a thousand timers of one instant would compare a million ids.
    var ordinal = wanted ?? taken.count
    while imported.contains(id(ordinal)) || taken.contains(id(ordinal)) { ordinal += 1 }
    return ordinal
  }

  /// Returns the ids of the sessions saved here that have one start. Timers end one after another, so the search stops
  /// at the first that had ended before it.
  private func ids(since started: Instant, like first: TimerSessionID) -> Set<TimerSessionID> {
    var ids: Set<TimerSessionID> = []
    for event in facts.newestFirst {
      guard case .saved(let record) = event.fact, !imported.contains(record.id) else { continue }
      if record.ended < started { break }
      if record.id.hasStart(of: first) { ids.insert(record.id) }
    }
    return ids
  }

  // MARK: Inputs

  /// Records that a timer has ended: its session is to be saved, and a rating is requested.
  /// - Parameters:
  ///   - recordedStart: The start from which the id is made, if another clock showed it (default: the session's own start).
  ///   - deviceOfStart: The device that started the timer (default: this device).
  ///   - ordinal: The timer's number (default: the first that is free).
  ///   - offset: The UTC offset of the wall clock where the timer ran (default: the offset here).
  ///   - child: The child of the timer (default: the first child).
  /// - Returns: The resulting events; stored facts come first.
  public mutating func complete(
    _ timerSession: TimerSession, recordedStart: Instant? = nil, deviceOfStart: String? = nil, ordinal: Int? = nil,
    offset: Duration? = nil, child: ChildID? = nil
  ) -> [Event] {
    let started = timerSession.started
    let number = self.ordinal(
      ofTimerStarted: started, recordedStart: recordedStart, deviceOfStart: deviceOfStart, wanted: ordinal)
    let id = id(ofTimerStarted: recordedStart ?? started, deviceOfStart: deviceOfStart, ordinal: number)
    // The table accepts a completed session in every state.
    return
      (try? handle(
        .completed(place.record(timerSession, id: id, offset: offset, dayEnd: dayEnd, child: child)),
        at: timerSession.ended)) ?? []
  }

  /// Passes an input to the flow and appends the facts that the flow wants to store.
  /// - Parameter known: The instant of a fact that these facts replace, by the clock of its own device. They are dated
  ///   later, whatever the clock says here: of several ratings the last one counts.
  public mutating func handle(
    _ input: CompletionFlow.Input, at instant: Instant, replacing known: Instant? = nil
  ) throws(CompletionFlow.Refusal) -> [Event] {
    let date = known.map { max(instant, $0 + Duration(microseconds: 1)) } ?? instant
    return try flow.handle(input, at: instant).map { event in
      guard case .store(let fact) = event.kind else { return .flow(event) }
      let stored = place.event(storing: fact, at: date, number: facts.count + 1)
      facts.append(stored)
      return .stored(stored)
    }
  }

  /// Confirms to the flow that all the facts it waits for are durable.
  /// - Returns: The resulting events: `saved` and `rated`.
  public mutating func confirm(at instant: Instant) -> [CompletionFlow.Event] {
    flow.unconfirmed.flatMap { (try? flow.handle(.durable($0.id), at: instant)) ?? [] }
  }

  /// Adopts the sessions, ratings and open question of another version.
  public mutating func adoptTimerSessions(from other: Household) {
    let needsPIN = flow.needsPIN
    flow = other.flow
    flow.needsPIN = needsPIN
    facts = other.facts
    imported = other.imported
  }

  /// Appends a fact that came from an import.
  public mutating func add(_ event: TimerEvent) {
    facts.append(event)
    if case .saved(let record) = event.fact { imported.insert(record.id) }
  }

  public static func == (a: Household, b: Household) -> Bool {
    a.place === b.place && a.facts == b.facts && a.flow == b.flow && a.profile == b.profile && a.sounds == b.sounds
      && a.dayEnd == b.dayEnd
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(facts.count)
    hasher.combine(flow)
  }
}
