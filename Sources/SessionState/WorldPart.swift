import Journal
import Timeline

/// One domain's part of a session, as time, undo, the journal and the listeners use it.
///
/// A part is a value: a copy is a saved point in time, so large data shares its storage between copies. `World` holds
/// one of each domain and passes every call on; a wing of the shell implements it in one file, beside the commands,
/// states and sentences of its domain.
protocol WorldPart: Equatable, Sendable {
  /// The events of the part, caused by commands or by time.
  associatedtype Event: Sendable
  /// The part of an event that must outlive the session.
  associatedtype Fact: Sendable
  /// The pieces that a command can change and `undo` can restore separately.
  associatedtype Aspect: CaseIterable & RawRepresentable<UInt8> & Sendable
  /// The state that determines the future, relative to an instant: equal signatures have the same future.
  associatedtype Signature: Hashable & Sendable = Nothing
  /// The fold of the journal's events for this part.
  associatedtype Persisted: PersistedShare
  /// The instant of the next change that happens by itself; `.distantFuture` if there is none.
  var nextDeadline: Instant { mutating get }
  /// Advances to the part's deadline at `instant`.
  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void)
  /// Advances to `instant`, up to which nothing is due, so that two parts of one instant can be compared.
  mutating func settle(at instant: Instant)
  /// Returns a copy shifted forward by `length`. Items with a date of their own, such as posts, keep it.
  func shifted(by length: Duration) -> Self
  func signature(at instant: Instant) -> Signature

  /// Applies an event. This is the only place for that, for real, predicted and replayed events.
  /// - Parameter keep: receives each fact that must be saved.
  /// - Returns: `true` if the event changed anything, for sentences that mention it.
  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool
  /// Returns `true` if nothing can differ, judged by shared storage alone; `false` if only a comparison can tell.
  func isSame(as other: Self) -> Bool
  /// Returns `true` if an aspect differs from that of another part at the same instant. Effects of the clock alone do
  /// not count.
  func differs(in aspect: Aspect, from other: Self) -> Bool
  /// Adopts an aspect, and leaves the others unchanged.
  mutating func adopt(_ aspect: Aspect, from other: Self)
  /// Reverts an aspect's change from one version to another: to its earlier value, or, if the aspect is shared, without
  /// touching the changes that others have made since.
  mutating func revert(_ aspect: Aspect, from after: Self, to before: Self)
  /// Returns `true` if several sessions can change an aspect and each can undo its own changes.
  static func isShared(_ aspect: Aspect) -> Bool
  /// Returns the aspects that are restored together with this one, because they follow from it.
  static func consequences(of aspect: Aspect) -> [Aspect]
  /// Returns the approximate number of bytes in a copy that it does not share with `previous`, beyond its own size.
  func storage(apartFrom previous: Self) -> Int
  /// Returns a fact in its journal form; `nil` if it cannot be saved.
  static func kept(_ fact: Fact, _ place: PersistedPlace) -> PersistedFact?
  /// Reports the changes to the journal when undo, redo or rewind replaces `self` with `other`.
  func changes(to other: Self, at instant: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void)
  /// The state that is saved as a snapshot, not as the events that led to it.
  ///
  /// Whenever the state differs from the last saved one, the difference is appended: a change, its undo and a kept
  /// fork are then all treated alike. Later events about the same thing override earlier ones.
  associatedtype Snapshot: Hashable & Sendable = Nothing
  func snapshot(_ place: PersistedPlace) -> Snapshot
  /// Returns the snapshot that the journal describes.
  static func snapshot(_ kept: Persisted) -> Snapshot
  /// Returns the events to append so that `snapshot` replaces `before`.
  static func changes(from before: Snapshot, to snapshot: Snapshot) -> [(
    name: Persisted.Name, payload: Journal.Payload
  )]
  /// The values of the part's saved settings: cheap to compare, which happens after every command.
  associatedtype Choices: Equatable & Sendable = Nothing
  var choices: Choices { get }
  /// Adopts the journal's state when a session begins, and leaves everything else unchanged.
  mutating func restore(_ kept: Persisted, _ place: PersistedPlace)
  /// Merges the journal's present state, after others have added to it.
  mutating func join(_ kept: Persisted, _ place: PersistedPlace)
  /// Adopts a family's own settings, so that practice resembles the session it is nested in.
  mutating func adoptSettings(_ other: Self)
}

/// A placeholder for something that a part does not have: no signature, no saved state.
struct Nothing: Hashable, Sendable {}

extension WorldPart {
  var nextDeadline: Instant { .distantFuture }
  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {}
  mutating func settle(at instant: Instant) {}
  func shifted(by length: Duration) -> Self { self }
  static func consequences(of aspect: Aspect) -> [Aspect] { [] }
  mutating func revert(_ aspect: Aspect, from after: Self, to before: Self) { adopt(aspect, from: before) }
  static func isShared(_ aspect: Aspect) -> Bool { false }
  mutating func join(_ kept: Persisted, _ place: PersistedPlace) { restore(kept, place) }
  mutating func adoptSettings(_ other: Self) {}

  /// Returns the aspects in which two parts of one instant differ, one bit each.
  func aspects(changedSince before: Self) -> UInt16 {
    if isSame(as: before) { return 0 }
    var bits: UInt16 = 0
    for aspect in Aspect.allCases where differs(in: aspect, from: before) { bits |= 1 << aspect.rawValue }
    return bits
  }

  /// Adopts the aspects of these bits.
  mutating func adopt(_ bits: UInt16, from other: Self) {
    if bits == 0 { return }
    for aspect in Aspect.allCases where bits & 1 << aspect.rawValue != 0 { adopt(aspect, from: other) }
  }

  /// Reverts the aspects of these bits.
  mutating func revert(_ bits: UInt16, from after: Self, to before: Self) {
    if bits == 0 { return }
    for aspect in Aspect.allCases where bits & 1 << aspect.rawValue != 0 {
      revert(aspect, from: after, to: before)
    }
  }

  /// Returns those of these aspects that prevent an undo if others have changed them.
  static func unshared(_ bits: UInt16) -> UInt16 {
    if bits == 0 { return 0 }
    var left = bits
    for aspect in Aspect.allCases where isShared(aspect) { left &= ~(1 << UInt16(aspect.rawValue)) }
    return left
  }

  /// Returns these aspects and all aspects that follow from them.
  static func withConsequences(_ bits: UInt16) -> UInt16 {
    if bits == 0 { return 0 }
    var all = bits
    for aspect in Aspect.allCases where bits & 1 << aspect.rawValue != 0 {
      for other in consequences(of: aspect) { all |= 1 << other.rawValue }
    }
    return all
  }

  /// Adds the journal's event types to changes.
  static func typed(
    _ changes: [(name: Persisted.Name, payload: Journal.Payload)]
  ) -> [(type: String, payload: Journal.Payload)] {
    changes.map { (Persisted.kind($0.name).name, $0.payload) }
  }
}

extension WorldPart where Signature == Nothing {
  func signature(at instant: Instant) -> Nothing { Nothing() }
}

extension WorldPart where Choices == Nothing {
  var choices: Nothing { Nothing() }
}

extension WorldPart where Snapshot == Nothing {
  func snapshot(_ place: PersistedPlace) -> Nothing { Nothing() }
  static func snapshot(_ kept: Persisted) -> Nothing { Nothing() }
  static func changes(from before: Nothing, to snapshot: Nothing) -> [(name: Persisted.Name, payload: Journal.Payload)]
  {
    []
  }
}

extension WorldPart where Persisted == NoPersistence {
  mutating func restore(_ kept: NoPersistence, _ place: PersistedPlace) {}
}
