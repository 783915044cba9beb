import Timeline
import Timers

/// What a family's timers leave behind: the question that is open after one has ended, what this session has added to the
/// history, and whose timers they are.
///
/// The history itself grows and lives outside the world, in the session's ledger; this is what a copy of the world needs
/// to know of it.
struct Household: Hashable, Sendable {
  /// Where the timers run, which never changes while a session lasts.
  final class Place: Sendable {
    /// The device's name, part of every id.
    let device: String
    let zone: Zone
    /// Ids that sessions have from before, where a clock may show the same instant again.
    let taken: Set<StintID>

    init(device: String = "practice", zone: Zone = .utc, taken: Set<StintID> = []) {
      self.device = device
      self.zone = zone
      self.taken = taken
    }
  }

  var flow = CompletionFlow()
  private(set) var facts = FactChain()
  /// Sessions among them that no timer of this session has ended.
  private var imported: Set<StintID> = []
  var profile = Profile()
  var sounds = SoundSettings()
  let place: Place

  init(place: Place = Place()) { self.place = place }

  /// Takes in that a timer has ended: its stint is to be saved, and a rating is asked for.
  /// - Returns: what follows, what is stored first.
  mutating func complete(_ stint: Stint) -> [TimerPart.Event] {
    let offset = place.zone.offset(at: stint.ended)
    var record = StintRecord(stint, device: place.device, offset: offset)
    var ordinal = 0
    while place.taken.contains(record.id) || imported.contains(record.id) || has(record.id, since: stint.started) {
      ordinal += 1
      record = StintRecord(stint, device: place.device, offset: offset, ordinal: ordinal)
    }
    // The table accepts a completed session in every state.
    return (try? handle(.completed(record), at: stint.ended)) ?? []
  }

  /// Passes an input on to the flow, and keeps what that wants to have stored.
  mutating func handle(
    _ input: CompletionFlow.Input, at instant: Instant
  ) throws(CompletionFlow.Refusal) -> [TimerPart.Event] {
    try flow.handle(input, at: instant).map { event in
      guard case .store(let fact) = event.kind else { return .flow(event) }
      let stored = TimerEvent(fact, at: instant, place.device, number: facts.count + 1)
      facts.append(stored)
      return .stored(stored)
    }
  }

  /// Says to the flow that all it waits for will last.
  /// - Returns: what that means: `saved` and `rated`.
  mutating func confirm(at instant: Instant) -> [CompletionFlow.Event] {
    flow.unconfirmed.flatMap { (try? flow.handle(.durable($0.id), at: instant)) ?? [] }
  }

  /// Becomes another version of itself as far as stints are concerned.
  mutating func takeStints(from other: Household) {
    let needsPIN = flow.needsPIN
    flow = other.flow
    flow.needsPIN = needsPIN
    facts = other.facts
    imported = other.imported
  }

  /// Keeps a fact that came from elsewhere: from an import.
  mutating func add(_ event: TimerEvent) {
    facts.append(event)
    if case .saved(let record) = event.fact { imported.insert(record.id) }
  }

  /// Whether a session of this id was saved here whose timer started at `started` or later; timers start one after the
  /// other, so nothing older is looked at.
  private func has(_ id: StintID, since started: Instant) -> Bool {
    for event in facts.newestFirst {
      guard case .saved(let record) = event.fact, !imported.contains(record.id) else { continue }
      if record.id == id { return true }
      if record.started < started { return false }
    }
    return false
  }

  static func == (a: Household, b: Household) -> Bool {
    a.place === b.place && a.facts == b.facts && a.flow == b.flow && a.profile == b.profile && a.sounds == b.sounds
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(facts.count)
    hasher.combine(flow)
  }
}

extension TimerEvent {
  /// The event that stores a fact. Its id comes from all that the fact says: what is done again and comes out differently
  /// is another event.
  init(_ fact: CompletionFlow.Fact, at instant: Instant, _ device: String, number: Int) {
    let stamp = Stamp(instant: instant, device: device, sequence: UInt32(clamping: number))
    switch fact {
    case .stint(let record):
      self.init(id: TimerJournal.id(saving: record).text, stamp: stamp, fact: .saved(record))
    case .rating(let record):
      let rating = record.rating ?? .good
      self.init(
        id: TimerJournal.id(rating: record.id, rating, at: instant).text, stamp: stamp, fact: .rated(record.id, rating))
    }
  }
}
