import Timeline

/// The history of all stints: the fold of the events `timer.saved`, `timer.rated` and their voiding.
///
/// **A function of a set of events.** The ledger depends on which events it has, not on their order and not on how often
/// one came: `add` and `merge` are commutative, associative and idempotent. So devices that have seen the same events
/// agree, whoever merged with whom, and after an undo the ledger is that of the events that still count.
///
/// - A stint counts while at least one of its `saved` events is not voided. Where these differ, the first in the order
///   of events holds.
/// - Its rating is that of its last `rated` event that is not voided; without one, that of its last `saved` event that
///   brings one. A rating may come before its stint.
/// - Two different events with the same id: the first in the order of events holds.
///
/// **Keep one, outside the world.** A copy is cheap (eight buffers are shared), but the first change to a copy copies all
/// of them. Undo needs no copy: it adds the voiding event.
public struct TimerLedger: Sendable {
  /// Each event once, in the order in which they came.
  var log: [TimerEvent] = []
  /// Places in `log` by event id.
  var places: [String: Int] = [:]
  /// How many events void an id.
  var voided: [String: Int] = [:]

  /// One for each stint that any event is about, in the order in which they came.
  var entries: [Entry] = []
  /// Places in `entries`.
  var numbers: [StintID: Int] = [:]

  // What follows from the above; `refresh` keeps it right.

  /// The stints of each day, without stars.
  var days: [LocalDay: Tally] = [:]
  var daySet = DaySet()
  /// Numbers of the entries that count and have no rating.
  var waiting: Set<Int> = []
  var total = Tally()
  /// Whether all entries that count stand in the order of the history.
  var isOrdered = true
  var lastKey: Key?

  /// What is known of one stint.
  struct Entry: Hashable, Sendable {
    /// Places in `log`, voided ones included.
    var saves: [Int] = []
    var ratings: [Int] = []
    /// The place in `log` of the record that counts; `nil` when none does.
    var shown: Int?
    var rating: Rating?
    /// Where it stood in the order of the history when it counted last; undone and redone, it stands there again.
    var key: Key?
  }

  /// What a history is ordered by.
  struct Key: Hashable, Sendable, Comparable {
    let ended: Instant
    let id: StintID

    static func < (a: Key, b: Key) -> Bool { a.ended != b.ended ? a.ended < b.ended : a.id < b.id }
  }

  /// Without any stint.
  public init() {}

  /// The ledger of these events.
  /// - Complexity: O(events).
  public init(_ events: some Sequence<TimerEvent>) {
    for event in events { add(event) }
  }

  /// Takes an event in.
  /// - Returns: whether it was new; the ledger is as before if not.
  /// - Complexity: O(1) amortised, whatever the order; O(events of that stint) where there are several.
  @discardableResult
  public mutating func add(_ event: TimerEvent) -> Bool {
    let place = Self.claim(&places[event.id, default: -1], log.count)
    if place == log.count {
      log.append(event)
    } else {
      guard event < log[place] else { return false }
      detach(log[place], place)
      log[place] = event
    }
    attach(event, place)
    return true
  }

  /// Takes in all events of another ledger.
  /// - Returns: whether any was new.
  /// - Complexity: O(events of `other`).
  @discardableResult
  public mutating func merge(_ other: TimerLedger) -> Bool {
    other.log.reduce(false) { add($1) || $0 }
  }

  /// All events, in the order of their stamps.
  /// - Complexity: O(n log n).
  public var events: [TimerEvent] { log.sorted() }

  private mutating func attach(_ event: TimerEvent, _ place: Int) {
    switch event.fact {
    case .saved(let record):
      let number = number(of: record.id)
      entries[number].saves.append(place)
      refresh(number)
    case .rated(let id, _):
      let number = number(of: id)
      entries[number].ratings.append(place)
      refresh(number)
    case .voided(let target):
      voided[target, default: 0] += 1
      if voided[target] == 1 { refreshStint(of: target) }
    }
  }

  private mutating func detach(_ event: TimerEvent, _ place: Int) {
    switch event.fact {
    case .saved(let record):
      let number = number(of: record.id)
      entries[number].saves.removeAll { $0 == place }
      refresh(number)
    case .rated(let id, _):
      let number = number(of: id)
      entries[number].ratings.removeAll { $0 == place }
      refresh(number)
    case .voided(let target):
      let left = (voided[target] ?? 1) - 1
      voided[target] = left == 0 ? nil : left
      if left == 0 { refreshStint(of: target) }
    }
  }

  private mutating func number(of id: StintID) -> Int {
    let number = Self.claim(&numbers[id, default: -1], entries.count)
    if number == entries.count { entries.append(Entry()) }
    return number
  }

  /// Fills a dictionary's slot that was not there, without hashing its key twice.
  private static func claim(_ slot: inout Int, _ fresh: Int) -> Int {
    if slot < 0 { slot = fresh }
    return slot
  }

  private mutating func refreshStint(of event: String) {
    guard let place = places[event], let id = log[place].stint, let number = numbers[id] else { return }
    refresh(number)
  }
}
