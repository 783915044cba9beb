import Journal
import StoryScript
import Terminal
import Timeline

/// The state of all domains as one value, as the core of the shell uses it: a copy is a saved point in time.
///
/// `World` conforms to it, beside the catalog: there, and nowhere else, a `WorldPart` of each wing is named. The core
/// names no part. It still uses the concrete type `World`, so no call goes through a protocol.
protocol WorldModel: Sendable {
  associatedtype Event: WorldEvent
  associatedtype Fact: WorldFact
  associatedtype Logged: LoggedEvent
  associatedtype Aspects: WorldAspects
  associatedtype Persisted: WorldPersisted
  associatedtype Snapshot: WorldSnapshot
  associatedtype Ledger: Sendable
  associatedtype Resources: AnyObject
  /// The values of the saved settings: as long as they are equal, no setting has to be saved.
  associatedtype Choices: Equatable
  /// The state that determines the future, relative to an instant: equal signatures have the same future.
  associatedtype Signature: Hashable & Sendable

  /// Prompt preferences. They belong to no part: they have no deadline and no events.
  var prompt: PromptChoices { get set }

  // MARK: Time

  /// The instant of the next event that happens by itself.
  var nextDeadline: Instant? { mutating get }
  /// Advances to the next deadline, if it is not after `limit`.
  /// - Returns: the deadline; `nil` if none is due, and then nothing has changed.
  mutating func advanceToNext(limit: Instant, _ deliver: (Event) -> Void) -> Instant?
  /// Brings the domains to `instant`, up to which nothing is due, so that two worlds of one instant can be compared.
  mutating func settle(at instant: Instant)
  /// Returns a copy shifted forward by `length`. Items with a date of their own, such as posts, keep it.
  func shifted(by length: Duration) -> Self
  func signature(at instant: Instant) -> Signature

  // MARK: Events

  /// Adds data from outside the world and determines the consequences of an event, before it is absorbed.
  mutating func learn(_ event: Event, from resources: Resources, at now: Instant)
  /// Applies an event to the world. This is the only place for that, for real, predicted and replayed events.
  /// - Parameters:
  ///   - keep: receives each fact that must be saved.
  ///   - then: receives the immediate consequences.
  /// - Returns: `true` if the event changed anything, for sentences that mention it.
  mutating func absorb(_ event: Event, keep: (Fact) -> Void, then: (Event) -> Void) -> Bool
  /// `true` if a message waits until an event is durable.
  var awaitsDurability: Bool { get }
  /// Tells the domains that everything they wait for is durable.
  /// - Returns: the resulting events.
  mutating func confirm(at instant: Instant) -> [Event]

  // MARK: Undo

  /// Returns the aspects that differ between two worlds at the same instant.
  ///
  /// Shared storage counts as equal without being read, so unchanged aspects cost almost nothing.
  func aspects(changedSince before: Self) -> Aspects
  /// Reverts some aspects from one world to another, and leaves the others unchanged.
  mutating func revert(_ aspects: Aspects, from after: Self, to before: Self)
  /// Returns the way to revert by hand the effects of a command outside the world, immediate or later; `nil` for none.
  func reversal(of command: (before: Self, after: Self)) -> String?
  /// Returns the approximate number of bytes in a copy of this world that it does not share with `previous`, beyond
  /// its own size.
  func storage(apartFrom previous: Self) -> Int

  // MARK: Persistence

  var choices: Choices { get }
  /// - Parameter settings: the saved settings, if already known: computing them costs more than a command.
  func snapshot(_ place: PersistedPlace, settings: PersistedSettings?) -> Snapshot
  /// Reports the changes to the journal when another version replaces this world.
  func changes(to other: Self, at instant: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void)
  /// Adopts the journal's state at the start of a session, or merges the events that others have added to the journal.
  mutating func adopt(_ kept: Persisted, _ place: PersistedPlace, isBeginning: Bool)
  /// Adopts a family's own settings.
  mutating func adoptSettings(_ other: Self)
}

extension WorldModel {
  func snapshot(_ place: PersistedPlace) -> Snapshot { snapshot(place, settings: nil) }

  /// Lets time pass silently: the result is the same as with messages.
  /// - Parameters:
  ///   - resources: the current state outside the world.
  ///   - keep: receives each fact that would be saved.
  mutating func live(to instant: Instant, learningFrom resources: Resources, keep: (Fact) -> Void = { _ in }) {
    var events: [Event] = []
    while let deadline = advanceToNext(limit: instant, { events.append($0) }) {
      var index = 0
      while index < events.count {
        learn(events[index], from: resources, at: deadline)
        _ = absorb(events[index], keep: keep, then: { events.append($0) })
        // There is no disk to wait for here.
        events += confirm(at: deadline)
        index += 1
      }
      events.removeAll(keepingCapacity: true)
    }
    settle(at: instant)
  }
}

/// An event in a domain.
protocol WorldEvent: Sendable {
  /// `true` if the event may affect something outside the world, such as a one-time offer.
  var hasOutsideEffect: Bool { get }
  /// Reports the event to the log, as a line or JSON, and to handlers.
  /// - Parameter isNew: whether the event changed anything.
  func report(in session: Session, isNew: Bool)
  /// Carries out the event's effects outside the world, after the event was reported.
  func follow(in session: Session)
}

/// An event that the log keeps as a value, because creating its fields would cost more.
protocol LoggedEvent: Sendable {
  /// Returns the fields of a logged event, long after the event happened.
  func record(in session: Session, at instant: Instant) -> (row: EventRow, fields: Record)?
  /// Returns the event's sentence; `nil` for an event that has none.
  func sentence(in session: Session, at instant: Instant) -> StyledText?
  /// Returns the reasons for the event, for `explain`.
  func reasons(_ why: Reasoning, at instant: Instant) -> [String]
}

/// The part of an event that must be saved.
protocol WorldFact: Sendable {
  /// Returns the fact in its journal form; `nil` if it cannot be saved.
  func kept(_ place: PersistedPlace) -> PersistedFact?
}

/// A set of aspects that a command can change and `undo` can restore separately.
protocol WorldAspects: Hashable, Sendable {
  static var prompt: Self { get }
  var isEmpty: Bool { get }
  /// The user's own things in a practice session, in words; `nil` if there are none but the prompt's looks.
  var practiceContents: String? { get }
  func contains(_ other: Self) -> Bool
  func isDisjoint(with other: Self) -> Bool
  func union(_ other: Self) -> Self
  /// The aspects that two sessions cannot undo independently.
  var unshared: Self { get }
  /// These aspects and all aspects that follow from them.
  var withConsequences: Self { get }
}

/// The fold of the journal's events for all parts.
protocol WorldPersisted: Sendable {
  /// A type of event, with its part.
  associatedtype Name: Hashable & Sendable
  associatedtype Snapshot: WorldSnapshot
  static var kinds: [(name: Name, kind: PersistedKind)] { get }
  /// - Returns: `false` if the event does not count.
  mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool
  /// The events that turned out not to count after others were read.
  var refused: [Journal.SavedEvent] { get }
  var snapshot: Snapshot { get }
}

/// The state that is saved as a snapshot, not as the events that led to it.
protocol WorldSnapshot: Hashable, Sendable {
  /// Returns the types and payloads of the journal events to append so that this state replaces `before`.
  func changes(since before: Self) -> [(type: String, payload: Journal.Payload)]
}
