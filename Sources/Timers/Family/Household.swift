import Timeline

/// The aftermath of a family's timers: the question that is open after one has ended, the stints and ratings that were
/// added to the history since the program began, whose timers they are and how they sound.
///
/// The history itself grows and lives elsewhere (`StintHistory`); this is what a copy has to know of it.
public struct Household: Hashable, Sendable {
  /// Where the timers run, which never changes while a program lasts.
  public final class Place: Sendable {
    public let device: String
    /// The part of every id that no other program has which may show the same instants.
    private let origin: String
    /// A timer that began on another device, whose name this folder had then: its session keeps its id.
    private let begun: (device: String, started: Instant)?
    private let offset: @Sendable (Instant) -> Duration
    private let id: @Sendable (CompletionFlow.Fact, Instant) -> String

    /// - Parameters:
    ///   - origin: what begins every id: the device's name, and more where the clock of another program on it may show
    ///     the same instant.
    ///   - begun: a timer that runs here and began under another name of the device.
    ///   - offset: how far the wall clock is ahead of Greenwich at an instant.
    ///   - id: the id of the event that stores a fact. It comes from all that the fact says: what is done again and
    ///     comes out differently is another event.
    public init(
      device: String = "practice", origin: String? = nil, begun: (device: String, started: Instant)? = nil,
      offset: @escaping @Sendable (Instant) -> Duration,
      id: @escaping @Sendable (CompletionFlow.Fact, Instant) -> String
    ) {
      self.device = device
      self.origin = origin ?? device
      self.begun = begun
      self.offset = offset
      self.id = id
    }

    /// The device on which a timer began.
    public func device(ofTimerStarted started: Instant) -> String {
      begun.flatMap { $0.started == started ? $0.device : nil } ?? device
    }

    func record(_ stint: Stint, keptStart: Instant?, offset known: Duration?, ordinal: Int) -> StintRecord {
      let begun = device(ofTimerStarted: keptStart ?? stint.started)
      return StintRecord(
        stint, device: device, origin: begun == device ? origin : begun, keptStart: keptStart,
        offset: known ?? offset(stint.ended), ordinal: ordinal)
    }

    /// The event that stores a fact, as the one of this number here.
    func event(storing fact: CompletionFlow.Fact, at instant: Instant, number: Int) -> TimerEvent {
      let stored: TimerEvent.Fact =
        switch fact {
        case .stint(let record): .saved(record)
        case .rating(let record): .rated(record.id, record.rating ?? .good)
        }
      return TimerEvent(
        id: id(fact, instant), stamp: .init(instant: instant, device: device, sequence: UInt32(clamping: number)),
        fact: stored)
    }
  }

  /// What comes of an input.
  public enum Event: Sendable {
    /// A step of the question after a timer, but for what is stored.
    case flow(CompletionFlow.Event)
    /// A stint or a rating was taken in and must last.
    case stored(TimerEvent)
  }

  /// The question that is open, and what is not durable yet.
  public private(set) var flow = CompletionFlow()
  public private(set) var facts = FactChain()
  /// Stints among them that no timer of this program run has ended.
  private var imported: Set<StintID> = []
  public var profile = Profile()
  public var sounds = SoundSettings()
  public let place: Place

  public init(place: Place) { self.place = place }

  /// Whether a rating needs the PIN.
  public var needsPIN: Bool {
    get { flow.needsPIN }
    set { flow.needsPIN = newValue }
  }

  /// Takes in that a timer has ended: its stint is to be saved, and a rating is asked for.
  /// - Parameters:
  ///   - keptStart: the start that makes its id, where another clock showed it; the stint's own unless said.
  ///   - offset: how far the clock on the wall is ahead of Greenwich where it ran; here unless said.
  /// - Returns: what follows, what is stored first.
  public mutating func complete(_ stint: Stint, keptStart: Instant? = nil, offset: Duration? = nil) -> [Event] {
    let others = ids(since: stint.started)
    // From their number on: with each number tried from 0, a thousand timers of one instant would compare a billion ids.
    var ordinal = others.count
    var record = place.record(stint, keptStart: keptStart, offset: offset, ordinal: ordinal)
    while imported.contains(record.id) || others.contains(record.id) {
      ordinal += 1
      record = place.record(stint, keptStart: keptStart, offset: offset, ordinal: ordinal)
    }
    // The table accepts a completed stint in every state.
    return (try? handle(.completed(record), at: stint.ended)) ?? []
  }

  /// Passes an input on to the flow, and keeps what that wants to have stored.
  public mutating func handle(
    _ input: CompletionFlow.Input, at instant: Instant
  ) throws(CompletionFlow.Refusal) -> [Event] {
    try flow.handle(input, at: instant).map { event in
      guard case .store(let fact) = event.kind else { return .flow(event) }
      let stored = place.event(storing: fact, at: instant, number: facts.count + 1)
      facts.append(stored)
      return .stored(stored)
    }
  }

  /// Says to the flow that all it waits for will last.
  /// - Returns: what that means: `saved` and `rated`.
  public mutating func confirm(at instant: Instant) -> [CompletionFlow.Event] {
    flow.unconfirmed.flatMap { (try? flow.handle(.durable($0.id), at: instant)) ?? [] }
  }

  /// Becomes another version of itself as far as stints are concerned.
  public mutating func takeStints(from other: Household) {
    let needsPIN = flow.needsPIN
    flow = other.flow
    flow.needsPIN = needsPIN
    facts = other.facts
    imported = other.imported
  }

  /// Keeps a fact that came from elsewhere: from an import.
  public mutating func add(_ event: TimerEvent) {
    facts.append(event)
    if case .saved(let record) = event.fact { imported.insert(record.id) }
  }

  /// The stints that were saved here whose timers started at `started` or later; timers start one after the other, so
  /// nothing older is looked at.
  private func ids(since started: Instant) -> Set<StintID> {
    var ids: Set<StintID> = []
    for event in facts.newestFirst {
      guard case .saved(let record) = event.fact, !imported.contains(record.id) else { continue }
      if record.started < started { break }
      ids.insert(record.id)
    }
    return ids
  }

  public static func == (a: Household, b: Household) -> Bool {
    a.place === b.place && a.facts == b.facts && a.flow == b.flow && a.profile == b.profile && a.sounds == b.sounds
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(facts.count)
    hasher.combine(flow)
  }
}
