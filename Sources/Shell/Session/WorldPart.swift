import Journal
import Timeline

/// One domain's share of a session: all that time, undo, the journal and the listeners have to know of it.
///
/// A value: a copy is a saved point in time, so what is large shares its storage between copies. `World` holds one of
/// each domain and passes every call on; a wing of the shell implements it in one file, beside the commands, states
/// and sentences of its domain.
protocol WorldPart: Equatable, Sendable {
  /// The things that happen to it, whether a command brought them or time.
  associatedtype Event: Sendable
  /// The part of that which must outlive the session.
  associatedtype Fact: Sendable
  /// The pieces that a command can change, and `undo` bring back, apart from the rest.
  associatedtype Aspect: CaseIterable & RawRepresentable<UInt8> & Sendable
  /// The state that decides about the future, relative to an instant: equal signatures have the same future.
  associatedtype Signature: Hashable & Sendable = Nothing
  /// The fold of what the journal says of it.
  associatedtype Kept: KeptShare
  /// The instant at which it next changes by itself; `.distantFuture` when it does not.
  var nextDeadline: Instant { mutating get }
  /// Goes on to its deadline at `instant`.
  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void)
  /// Comes to `instant`, up to which nothing is due, so that two of one instant can be compared.
  mutating func settle(at instant: Instant)
  /// The same as if it had lived `length` later. What has a date of its own, such as a post, keeps it.
  func shifted(by length: Duration) -> Self
  func signature(at instant: Instant) -> Signature

  /// Takes in what an event leaves behind: the one place, whether it happens, is foreseen or is lived again.
  /// - Parameter keep: takes each fact that must last.
  /// - Returns: whether it changed anything, for sentences that say so.
  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool
  /// Whether nothing can differ, told by shared storage alone; `false` when only a look can tell.
  func isSame(as other: Self) -> Bool
  /// Whether an aspect differs from that of another one at the same instant. What follows from the clock alone is no
  /// difference.
  func differs(in aspect: Aspect, from other: Self) -> Bool
  /// Takes an aspect over and leaves the rest as it is.
  mutating func take(_ aspect: Aspect, from other: Self)
  /// Takes back what an aspect has become from one version to another: by what was there before, or, where it is shared, leaving
  /// alone what others have added to it since.
  mutating func revert(_ aspect: Aspect, from after: Self, to before: Self)
  /// Whether several sessions can change an aspect, and each take back its own.
  static func isShared(_ aspect: Aspect) -> Bool
  /// Aspects that come back together with this one, because they follow from it.
  static func consequences(of aspect: Aspect) -> [Aspect]
  /// About how many bytes a copy holds that it does not share with `previous`, beside its own.
  func storage(apartFrom previous: Self) -> Int
  /// A fact as it is written into the journal; `nil` for one that cannot be.
  static func kept(_ fact: Fact, _ place: KeptPlace) -> KeptFact?
  /// The changes to the journal when `self` becomes `other`, by undo, redo or rewind.
  func changes(to other: Self, at instant: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void)
  /// The state that is kept as it stands, not as the events that led to it.
  ///
  /// Whenever it differs from what was written last, what is new is appended: a change, its undoing and a fork that was
  /// kept are all the same then. Of several events about the same thing the last one holds.
  associatedtype Standing: Hashable & Sendable = Nothing
  func standing(_ place: KeptPlace) -> Standing
  /// The same as the journal says it.
  static func standing(_ kept: Kept) -> Standing
  /// The events to append so that `standing` holds where `before` held.
  static func changes(from before: Standing, to standing: Standing) -> [(name: Kept.Name, payload: Journal.Payload)]
  /// The values behind its settings that are kept: cheap to compare, which happens after every command.
  associatedtype Choices: Equatable & Sendable = Nothing
  var choices: Choices { get }
  /// Becomes what the journal says when a session begins, and leaves alone what the journal knows nothing of.
  mutating func restore(_ kept: Kept, _ place: KeptPlace)
  /// Takes in what the journal says now, after others have added to it.
  mutating func join(_ kept: Kept, _ place: KeptPlace)
  /// Takes over what a family has made its own, so that practice feels like the session it lies on.
  mutating func becomeLike(_ other: Self)
}

/// Stands for a kind of thing that a part does not have: no signature, nothing kept.
struct Nothing: Hashable, Sendable {}

extension WorldPart {
  var nextDeadline: Instant { .distantFuture }
  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {}
  mutating func settle(at instant: Instant) {}
  func shifted(by length: Duration) -> Self { self }
  static func consequences(of aspect: Aspect) -> [Aspect] { [] }
  mutating func revert(_ aspect: Aspect, from after: Self, to before: Self) { take(aspect, from: before) }
  static func isShared(_ aspect: Aspect) -> Bool { false }
  mutating func join(_ kept: Kept, _ place: KeptPlace) { restore(kept, place) }
  mutating func becomeLike(_ other: Self) {}

  /// The aspects in which two of one instant differ, a bit each.
  func aspects(changedSince before: Self) -> UInt16 {
    if isSame(as: before) { return 0 }
    var bits: UInt16 = 0
    for aspect in Aspect.allCases where differs(in: aspect, from: before) { bits |= 1 << aspect.rawValue }
    return bits
  }

  /// Takes over the aspects of these bits.
  mutating func take(_ bits: UInt16, from other: Self) {
    if bits == 0 { return }
    for aspect in Aspect.allCases where bits & 1 << aspect.rawValue != 0 { take(aspect, from: other) }
  }

  /// Takes back what the aspects of these bits have become.
  mutating func revert(_ bits: UInt16, from after: Self, to before: Self) {
    if bits == 0 { return }
    for aspect in Aspect.allCases where bits & 1 << aspect.rawValue != 0 {
      revert(aspect, from: after, to: before)
    }
  }

  /// Those of these aspects that stand in the way of taking back what was done when others have changed them.
  static func unshared(_ bits: UInt16) -> UInt16 {
    if bits == 0 { return 0 }
    var left = bits
    for aspect in Aspect.allCases where isShared(aspect) { left &= ~(1 << UInt16(aspect.rawValue)) }
    return left
  }

  /// These aspects and all that follows from them.
  static func withConsequences(_ bits: UInt16) -> UInt16 {
    if bits == 0 { return 0 }
    var all = bits
    for aspect in Aspect.allCases where bits & 1 << aspect.rawValue != 0 {
      for other in consequences(of: aspect) { all |= 1 << other.rawValue }
    }
    return all
  }

  /// Changes with the journal's types of events.
  static func typed(
    _ changes: [(name: Kept.Name, payload: Journal.Payload)]
  ) -> [(type: String, payload: Journal.Payload)] {
    changes.map { (Kept.kind($0.name).name, $0.payload) }
  }
}

extension WorldPart where Signature == Nothing {
  func signature(at instant: Instant) -> Nothing { Nothing() }
}

extension WorldPart where Choices == Nothing {
  var choices: Nothing { Nothing() }
}

extension WorldPart where Standing == Nothing {
  func standing(_ place: KeptPlace) -> Nothing { Nothing() }
  static func standing(_ kept: Kept) -> Nothing { Nothing() }
  static func changes(from before: Nothing, to standing: Nothing) -> [(name: Kept.Name, payload: Journal.Payload)] {
    []
  }
}

extension WorldPart where Kept == NothingKept {
  mutating func restore(_ kept: NothingKept, _ place: KeptPlace) {}
}
