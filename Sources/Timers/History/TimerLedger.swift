import Timeline

/// The history of all sessions: the fold of the events `timer.saved`, `timer.rated` and their voiding.
///
///     var ledger = TimerLedger()
///     let stamp = TimerEvent.Stamp(instant: now, device: "laptop", sequence: 1)
///     ledger.add(TimerEvent(id: "laptop.1", stamp: stamp, fact: .saved(record)))
///     let newest = ledger.latest(10)                    // [record]
///     let streak = ledger.streak(on: record.day).length // 1
///
/// **A function of a set of events.** The ledger depends on which events it has, not on their order or repetition:
/// `add` and `merge` are commutative, associative and idempotent. So devices that have seen the same events agree, in
/// whatever order they merged, and after an undo the ledger is that of the events that still count.
///
/// - A session counts while at least one of its `saved` events is not voided. If these differ, the one from the device
///   named in the session's id decides, or otherwise the first in the order of events. So a device cannot change
///   another device's session by saving it again, for example by importing an edited export.
/// - Its rating is that of its last `rated` event that is not voided, or without one, that of its last `saved` event
///   with a rating. A rating may arrive before its session.
/// - The corrections of a session that are not voided apply to its record in the order of events, whichever device wrote
///   them; of those that correct the same thing the last one counts. `removed` hides the session, unless it is corrected
///   later. The rating stays. A correction may arrive before its session.
/// - Of two different events with the same id, the first in the order of events decides.
///
/// **Children.** A ledger counts the sessions of all children, or of some: `TimerLedger(of:)`. It receives every event
/// all the same, because only a session's record names its child, and a correction may move the session to another
/// child. So the stars and the streak of a child are those of a ledger of that child; `follow` brings it up to date.
///
/// **Keep a single ledger, outside the world.** A copy is cheap (eight buffers are shared), but the first change to a
/// copy copies all of them. Undo needs no copy: it adds the voiding event.
public struct TimerLedger: Sendable {
  /// The events, without duplicates, in the order of arrival.
  private var log: [TimerEvent] = []
  /// The indices in `log` by event id.
  private var places: [String: Int] = [:]
  /// The number of events that void an id.
  private var voided: [String: Int] = [:]
  /// An entry for each session of any event, in the order of arrival.
  private var entries: [Entry] = []
  /// The indices in `entries` by session id.
  private var numbers: [TimerSessionID: Int] = [:]

  /// The children whose sessions, spent stars and rest days count; `nil` for all children.
  public let children: Set<ChildID?>?
  /// The children named by any event, with `nil` for events that name none.
  public private(set) var owners: Set<ChildID?> = []
  private var lastOwner: ChildID??
  /// The records of corrected sessions, by the indices of their entries.
  private var corrections: [Int: TimerSessionRecord] = [:]
  /// A sum over the ids of all events, and the number of events that were replaced: two ledgers with the same events
  /// agree in both.
  private var mark = (ids: 0, replaced: 0)

  /// The indices in `log` of the events about spent stars, about rest days, and about routines.
  private var spendings: [Int] = []
  private var routines: [Int] = []
  private var rests: [Int] = []

  // Derived from the properties above; `refresh` keeps them up to date.

  /// The totals of each day, without stars.
  private(set) var days: [LocalDay: Tally] = [:]
  private var daySet = DaySet()
  /// The days without a session that break no streak.
  public private(set) var calendar = RestCalendar()
  /// The indices of the entries that count and have no rating.
  private var waiting: Set<Int> = []
  /// The totals of all sessions.
  public private(set) var total = Tally()
  /// `true` if all entries that count are in the order of the history.
  private var isOrdered = true
  private var lastKey: Key?

  /// All that is known of one session.
  private struct Entry: Hashable, Sendable {
    /// Indices in `log`, including voided events.
    var saves: [Int] = []
    var ratings: [Int] = []
    var corrections: [Int] = []
    /// The index in `log` of the record that counts; `nil` if no record counts.
    var shown: Int?
    var rating: Rating?
    /// The session's key in the order of the history when it last counted; after an undo and a redo it has the same
    /// place.
    var key: Key?
  }

  /// The order of a history.
  private struct Key: Hashable, Sendable, Comparable {
    let ended: Instant
    let id: TimerSessionID

    static func < (a: Key, b: Key) -> Bool { a.ended != b.ended ? a.ended < b.ended : a.id < b.id }
  }

  /// Creates a ledger without sessions.
  /// - Parameter children: The children whose sessions count (default: all).
  public init(of children: Set<ChildID?>? = nil) { self.children = children }

  /// Creates the ledger of these events.
  /// - Complexity: O(events).
  public init(_ events: some Sequence<TimerEvent>) {
    children = nil
    for event in events { add(event) }
  }

  /// Adds an event.
  /// - Returns: `true` if the event was new; if not, the ledger is unchanged.
  /// - Complexity: O(1) amortised in any order; O(events of that session) if it has several.
  @discardableResult
  public mutating func add(_ event: TimerEvent) -> Bool {
    let place = Self.claim(&places[event.id, default: -1], log.count)
    if place == log.count {
      log.append(event)
      mark.ids &+= event.id.hashValue
    } else {
      guard event < log[place] else { return false }
      detach(log[place], place)
      log[place] = event
      mark.replaced += 1
    }
    attach(event, place)
    return true
  }

  /// Adds all events of another ledger.
  /// - Returns: `true` if any event was new.
  /// - Complexity: O(events of `other`).
  @discardableResult
  public mutating func merge(_ other: TimerLedger) -> Bool {
    other.log.reduce(false) { add($1) || $0 }
  }

  /// Adds the events of a ledger of all children that this ledger of some of them lacks.
  /// - Complexity: O(new events); O(events) if the other ledger is not a later version of the one that was followed.
  public mutating func follow(_ whole: TimerLedger) {
    if log.count <= whole.log.count, mark.replaced == whole.mark.replaced {
      for event in whole.log[log.count...] { add(event) }
      if mark == whole.mark { return }
    }
    self = TimerLedger(of: children)
    for event in whole.log { add(event) }
    mark = whole.mark
  }

  /// Returns the ledger of one child.
  /// - Complexity: O(events) if any event is about another child, otherwise O(1).
  public func of(_ child: Child) -> TimerLedger {
    guard !owners.isSubset(of: child.ids) else { return self }
    var own = TimerLedger(of: child.ids)
    own.follow(self)
    return own
  }

  /// All events, in the order of their stamps.
  /// - Complexity: O(n log n).
  public var events: [TimerEvent] { log.sorted() }

  // MARK: The history

  /// The default number of sessions in a view of the history.
  public static let shownTimerSessions = 20

  /// The number of sessions that count.
  /// - Complexity: O(1).
  public var count: Int { total.timerSessions }
  /// The session with this id as it counts, with its rating; `nil` if there is none or it was undone.
  /// - Complexity: O(1).
  public subscript(id: TimerSessionID) -> TimerSessionRecord? { numbers[id].flatMap { record(of: $0) } }
  /// `true` if the ledger has any event that saved this session, even if it was undone.
  /// - Complexity: O(1).
  public func knows(_ id: TimerSessionID) -> Bool { numbers[id].map { !entries[$0].saves.isEmpty } ?? false }
  /// `true` if an event that `isMeant` accepts has saved this session, and was not undone.
  /// - Complexity: O(events that saved this session).
  public func isSaved(_ id: TimerSessionID, by isMeant: (TimerEvent) -> Bool) -> Bool {
    numbers[id].map { entries[$0].saves.contains { counts($0) && isMeant(log[$0]) } } ?? false
  }
  /// Returns the instant of the last rating of a session that counts, by the clock of the rating's device; `nil` if the
  /// session has none of its own.
  /// - Complexity: O(ratings of the session).
  public func lastRated(_ id: TimerSessionID) -> Instant? {
    numbers[id].flatMap { entries[$0].ratings.lazy.filter(counts).map { log[$0].stamp.instant }.max() }
  }
  /// Returns the instant of the last correction of a session that counts, by the clock of its device; `nil` if it was
  /// not corrected.
  /// - Complexity: O(corrections of the session).
  public func lastCorrected(_ id: TimerSessionID) -> Instant? {
    numbers[id].flatMap { entries[$0].corrections.lazy.filter(counts).map { log[$0].stamp.instant }.max() }
  }
  /// Returns the sessions that were removed in an earlier version of this ledger and count now.
  /// - Complexity: O(sessions with corrections).
  public func sessionsBack(since before: TimerLedger) -> [TimerSessionRecord] {
    entries.indices.compactMap { number in
      let entry = entries[number]
      guard !entry.corrections.isEmpty, let record = record(of: number), let old = before.numbers[record.id],
        before.entries[old].shown == nil,
        before.entries[old].corrections.contains(where: { place in
          if case .removed = before.log[place].fact { before.counts(place) } else { false }
        })
      else { return nil }
      return record
    }
  }
  /// Returns the session as it would count after one more correction.
  /// - Complexity: O(corrections of the session).
  public func session(_ correction: TimerSessionCorrection, at stamp: TimerEvent.Stamp) -> TimerSessionRecord? {
    var ledger = TimerLedger()
    guard let number = numbers[correction.session] else { return nil }
    let entry = entries[number]
    for place in entry.saves + entry.corrections where counts(place) { ledger.add(log[place]) }
    ledger.add(TimerEvent(id: "", stamp: stamp, fact: .corrected(correction)))
    return ledger[correction.session]
  }
  /// `true` if the event with this id is voided.
  /// - Complexity: O(1).
  public func isVoided(_ eventID: String) -> Bool { voided[eventID] != nil }

  /// Returns the latest sessions, newest first, by their ends.
  /// - Parameters:
  ///   - limit: The maximum number of sessions (default 20).
  ///   - skipped: The number of newer sessions to skip, for paging.
  /// - Complexity: O(limit + skipped) if sessions arrived in the order of their ends, as from a journal and from a
  ///   single device; otherwise O(n log n).
  public func latest(_ limit: Int = shownTimerSessions, skipping skipped: Int = 0) -> [TimerSessionRecord] {
    var (found, passed): ([TimerSessionRecord], Int) = ([], 0)
    let numbers = isOrdered ? nil : ordered()
    for place in stride(from: (numbers?.count ?? entries.count) - 1, through: 0, by: -1) where found.count < limit {
      guard let record = record(of: numbers?[place] ?? place) else { continue }
      if passed < skipped { passed += 1 } else { found.append(record) }
    }
    return found
  }

  /// Returns all sessions, oldest first, by their ends, as an export writes them.
  /// - Parameter range: The stored days to include (default: all).
  /// - Complexity: O(n log n); O(n) if sessions arrived in the order of their ends.
  public func timerSessions(in range: ClosedRange<LocalDay>? = nil) -> [TimerSessionRecord] {
    (isOrdered ? Array(entries.indices) : ordered()).compactMap { number in
      guard let record = record(of: number), range?.contains(record.day) != false else { return nil }
      return record
    }
  }

  /// The number of sessions without a rating.
  /// - Complexity: O(1).
  public var unratedCount: Int { waiting.count }

  /// The session that `rate` rates next: the one without a rating that ended last.
  /// - Complexity: O(unrated sessions).
  public var newestUnrated: TimerSessionRecord? {
    waiting.max { key(of: $0) < key(of: $1) }.flatMap { record(of: $0) }
  }

  /// Returns the session that `rate` rates next on a device: of the sessions without a rating the one that ended last,
  /// and only if the device has saved none of them, one of another device.
  /// - Parameter isOwn: Whether a name is the device's.
  /// - Complexity: O(unrated sessions).
  public func newestUnrated(on isOwn: (String) -> Bool) -> TimerSessionRecord? {
    let own = waiting.filter { number in entries[number].saves.contains { counts($0) && isOwn(log[$0].stamp.device) } }
    return own.max { key(of: $0) < key(of: $1) }.flatMap { record(of: $0) } ?? newestUnrated
  }

  /// Returns the session with a rating that ended last.
  /// - Parameter activity: The name of its activity (default: any).
  /// - Complexity: O(sessions) if none of the newest is rated; O(n log n) if sessions did not arrive in order.
  public func newestRated(of activity: String? = nil) -> TimerSessionRecord? {
    for number in (isOrdered ? Array(entries.indices) : ordered()).reversed() where entries[number].rating != nil {
      guard let record = record(of: number) else { continue }
      if activity == nil || record.activity == activity { return record }
    }
    return nil
  }

  /// The sessions without a rating, newest first: the order in which `rate` rates them.
  /// - Complexity: O(u log u) for u unrated sessions.
  public var unrated: [TimerSessionRecord] {
    waiting.sorted { key(of: $0) > key(of: $1) }.compactMap { record(of: $0) }
  }

  /// Calls `body` with each record that counts, as it was saved, and with the rating that counts, in no particular
  /// order.
  /// - Complexity: O(sessions).
  func forEachRecord(_ body: (TimerSessionRecord, Rating?) -> Void) {
    for (number, entry) in entries.enumerated() {
      if let shown = entry.shown { body(corrections[number] ?? record(at: shown), entry.rating) }
    }
  }

  /// Returns the indices of the entries that count, sorted by their keys.
  private func ordered() -> [Int] {
    entries.indices.filter { entries[$0].shown != nil }.sorted { key(of: $0) < key(of: $1) }
  }

  private func key(of number: Int) -> Key {
    entries[number].key ?? Key(ended: .distantPast, id: TimerSessionID(device: "", started: .distantPast))
  }

  // MARK: Stars and streaks

  /// Returns the streak as of `today`; see `Streak` for the days that count.
  /// - Complexity: O(length / 64).
  public func streak(on today: LocalDay) -> Streak {
    let carried = today > .first ? run(endingOn: today.adding(-1)) : 0
    return Streak(
      length: daySet.contains(today) ? carried + 1 : 0, carried: carried, restsToday: calendar.isRest(today))
  }

  /// The longest streak ever and its last day (the latest of equally long streaks); `nil` without any session.
  /// - Complexity: O(w log w + days) for w spans of 64 days.
  public var bestStreak: (length: Int, lastDay: LocalDay)? {
    calendar.isEmpty ? daySet.longestRun() : longestRunWithRests()
  }

  /// Returns the multiplier for the stars of sessions stored for `day`, by the streak on that day.
  /// - Complexity: O(1).
  public func multiplier(on day: LocalDay) -> Multiplier {
    Multiplier(streak: run(endingOn: day, limit: Multiplier.lastEffectiveLength))
  }

  /// Returns the number of days with a session up to and including `day`, without a gap except for rest days.
  /// - Complexity: O(min(days, limit) / 64) without rest days, otherwise O(days).
  private func run(endingOn day: LocalDay, limit: Int = .max) -> Int {
    guard !calendar.isEmpty else { return daySet.run(endingOn: day, limit: limit) }
    var (day, length) = (day, 0)
    while length < limit {
      if daySet.contains(day) { length += 1 } else if !calendar.isRest(day) { break }
      guard day > .first else { break }
      day = day.adding(-1)
    }
    return length
  }

  private func longestRunWithRests() -> (length: Int, lastDay: LocalDay)? {
    var best: (length: Int, lastDay: LocalDay)?
    var (length, previous) = (0, LocalDay?.none)
    for day in days.keys.sorted() {
      var gap = day.adding(-1)
      while let previous, gap > previous, calendar.isRest(gap) { gap = gap.adding(-1) }
      length = gap == previous ? length + 1 : 1
      previous = day
      if length >= best?.length ?? 0 { best = (length, day) }
    }
    return best
  }

  // MARK: Spending

  /// The exchanges of stars for rewards that count, oldest first.
  /// - Complexity: O(s log s) for s exchanges.
  public var exchanges: [(at: Instant, reward: String, stars: Int, device: String)] {
    spendings.filter(counts).map { log[$0] }.sorted().compactMap { event in
      guard case .spent(let reward, let stars, _) = event.fact else { return nil }
      return (event.stamp.instant, reward, stars, event.stamp.device)
    }
  }

  /// The number of stars that were spent.
  /// - Complexity: O(exchanges).
  public var spentStars: Int {
    spendings.reduce(0) { sum, place in
      guard counts(place), case .spent(_, let stars, _) = log[place].fact else { return sum }
      return sum + stars
    }
  }

  /// The routines that were played to their ends, in the order of their events.
  /// - Complexity: O(r log r) for r runs.
  var routineRecords: [RoutineRecord] {
    routines.filter(counts).map { log[$0] }.sorted().compactMap { event in
      if case .routine(let record) = event.fact { record } else { nil }
    }
  }

  /// The routine that was played to its end last.
  /// - Complexity: O(r log r) for r runs.
  public var lastRoutine: RoutineRecord? { routineRecords.last }

  /// The number of stars that can be spent. It is below 0 if two devices have spent the same stars before they synced.
  public var balance: Int { stars - spentStars }

  /// Returns the stars of a session with its current rating and streak: 0 without a rating, `nil` if there is no
  /// session with this id.
  /// - Complexity: O(1).
  public func stars(of id: TimerSessionID) -> Int? {
    self[id].map { $0.rating?.stars(multiplier(on: $0.day)) ?? 0 }
  }

  /// The number of all stars so far, computed from sessions and their days, so that no star is counted twice.
  /// - Complexity: O(1).
  public var stars: Int { total.stars }

  // MARK: Applying events

  private mutating func attach(_ event: TimerEvent, _ place: Int) {
    // Most events are about the child of the previous one.
    if let owner = event.fact.child, lastOwner != .some(owner) {
      owners.insert(owner)
      lastOwner = owner
    }
    switch event.fact {
    case .saved(let record): change(record.id) { $0.saves.append(place) }
    case .rated(let id, _): change(id) { $0.ratings.append(place) }
    case .edited(let record): change(record.id) { $0.corrections.append(place) }
    case .corrected(let correction): change(correction.session) { $0.corrections.append(place) }
    case .removed(let id): change(id) { $0.corrections.append(place) }
    case .spent(_, _, let child): if concerns(child) { spendings.append(place) }
    case .routine(let record): if concerns(record.child) { routines.append(place) }
    case .rest(_, let child):
      guard concerns(child) else { return }
      rests.append(place)
      refreshCalendar()
    case .voided(let target):
      voided[target, default: 0] += 1
      if voided[target] == 1 { refreshTimerSession(of: target) }
    }
  }

  private mutating func detach(_ event: TimerEvent, _ place: Int) {
    switch event.fact {
    case .saved(let record): change(record.id) { $0.saves.removeAll { $0 == place } }
    case .rated(let id, _): change(id) { $0.ratings.removeAll { $0 == place } }
    case .edited(let record): change(record.id) { $0.corrections.removeAll { $0 == place } }
    case .corrected(let correction): change(correction.session) { $0.corrections.removeAll { $0 == place } }
    case .removed(let id): change(id) { $0.corrections.removeAll { $0 == place } }
    case .spent: spendings.removeAll { $0 == place }
    case .routine: routines.removeAll { $0 == place }
    case .rest:
      rests.removeAll { $0 == place }
      refreshCalendar()
    case .voided(let target):
      let left = (voided[target] ?? 1) - 1
      voided[target] = left == 0 ? nil : left
      if left == 0 { refreshTimerSession(of: target) }
    }
  }

  private mutating func change(_ id: TimerSessionID, _ body: (inout Entry) -> Void) {
    let number = number(of: id)
    body(&entries[number])
    refresh(number)
  }

  private mutating func number(of id: TimerSessionID) -> Int {
    let number = Self.claim(&numbers[id, default: -1], entries.count)
    if number == entries.count { entries.append(Entry()) }
    return number
  }

  /// Fills a dictionary's new slot without hashing its key twice.
  private static func claim(_ slot: inout Int, _ fresh: Int) -> Int {
    if slot < 0 { slot = fresh }
    return slot
  }

  private mutating func refreshTimerSession(of event: String) {
    guard let place = places[event] else { return }
    if case .rest = log[place].fact { return refreshCalendar() }
    guard let id = log[place].timerSession, let number = numbers[id] else { return }
    refresh(number)
  }

  /// Recomputes the rest days, and all stars, whose multipliers depend on them.
  private mutating func refreshCalendar() {
    let rules = rests.filter(counts).map { log[$0] }.sorted().compactMap { event -> RestRule? in
      guard case .rest(let rule, _) = event.fact else { return nil }
      return rule
    }
    let changed = RestCalendar(rules)
    guard changed != calendar else { return }
    calendar = changed
    total.stars = days.reduce(0) { $0 + $1.value.stars(multiplier(on: $1.key)) }
  }

  /// Recomputes the record and rating of a session that count, and updates the totals by the difference.
  private mutating func refresh(_ number: Int) {
    let entry = entries[number]
    let saved = first(of: entry.saves)
    var counted = saved.map { record(at: $0) }
    let isCorrected = !entry.corrections.isEmpty
    if isCorrected, let record = counted { counted = corrected(record, entry) }
    let shown = counted.flatMap { concerns($0.child) ? saved : nil }
    let rating = shown == nil ? nil : last(of: entry.ratings) ?? last(of: entry.saves)
    let known = corrections[number]
    let new = isCorrected && shown != nil ? counted : nil
    // An index in the log is removed from the entry before it gets another event: the same index means the same
    // record.
    guard shown != entry.shown || rating != entry.rating || new != known else { return }
    if let old = entry.shown { count(known ?? record(at: old), entry.rating, sign: -1) }
    entries[number].shown = shown
    entries[number].rating = rating
    if new != known { corrections[number] = new }
    if let shown {
      let record = new ?? record(at: shown)
      count(record, rating, sign: 1)
      order(number, Key(ended: record.ended, id: record.id))
    }
    if shown != nil, rating == nil { waiting.insert(number) } else { waiting.remove(number) }
  }

  private func concerns(_ child: ChildID?) -> Bool { children?.contains(child) ?? true }

  private func record(at place: Int) -> TimerSessionRecord {
    guard case .saved(let record) = log[place].fact else { preconditionFailure("no record at \(place)") }
    return record
  }

  /// Returns a saved record with all corrections that count; `nil` if the session was removed.
  private func corrected(_ saved: TimerSessionRecord, _ entry: Entry) -> TimerSessionRecord? {
    var (record, isRemoved) = (saved, false)
    var merged = TimerSessionCorrection(of: saved.id)
    for event in entry.corrections.filter(counts).map({ log[$0] }).sorted() {
      switch event.fact {
      case .edited(let whole):
        let owner = record.child
        record = whole
        // Older versions named no first child, so the record does not say that this one was meant.
        if whole.child?.isFirst == true, merged.child ?? owner == owner, owner?.isFirst == true { record.child = owner }
        (merged, isRemoved) = (TimerSessionCorrection(of: saved.id), false)
      case .corrected(let correction):
        merged.merge(correction)
        isRemoved = false
      case .removed: isRemoved = true
      case .saved, .rated, .spent, .rest, .routine, .voided: continue
      }
    }
    if isRemoved { return nil }
    return merged.isEmpty ? record : merged.applied(to: record)
  }

  /// Returns the record that counts, with the rating that counts.
  private func record(of number: Int) -> TimerSessionRecord? {
    let entry = entries[number]
    guard let shown = entry.shown else { return nil }
    var record = corrections[number] ?? record(at: shown)
    record.rating = entry.rating
    return record
  }

  private func counts(_ place: Int) -> Bool { voided.isEmpty || voided[log[place].id] == nil }

  // Nearly every session has one `saved` event and at most one `rated`, so these loops avoid intermediate arrays.
  private func first(of places: [Int]) -> Int? {
    var first: Int?
    for place in places where counts(place) {
      if first.map({ precedes(place, $0) }) ?? true { first = place }
    }
    return first
  }

  private func precedes(_ place: Int, _ other: Int) -> Bool {
    let (isOwn, isOtherOwn) = (log[place].isOwn, log[other].isOwn)
    return isOwn == isOtherOwn ? log[place] < log[other] : isOwn
  }

  /// Returns the rating of the last of these events that has one.
  private func last(of places: [Int]) -> Rating? {
    var found: (place: Int, rating: Rating)?
    for place in places where counts(place) {
      let rating: Rating?
      switch log[place].fact {
      case .saved(let record): rating = record.rating
      case .rated(_, let given): rating = given
      case .edited, .corrected, .removed, .spent, .rest, .routine, .voided: rating = nil
      }
      if let rating, found.map({ log[$0.place] < log[place] }) ?? true { found = (place, rating) }
    }
    return found?.rating
  }

  /// Adds or subtracts a session. If its day starts or stops counting, the streaks of the following days change; only
  /// the days that can matter for a multiplier are checked.
  private mutating func count(_ record: TimerSessionRecord, _ rating: Rating?, sign: Int) {
    let day = record.day
    let timerSessions = days[day]?.timerSessions ?? 0
    let isEdge = timerSessions == 0 || timerSessions + sign == 0
    let last = isEdge ? lastAffected(by: day) : day
    total.stars -= stars(from: day, through: last)
    days[day, default: Tally()].count(record, rating: rating, sign: sign)
    if timerSessions + sign == 0 {
      days[day] = nil
      daySet.remove(day)
    } else if timerSessions == 0 {
      daySet.insert(day)
    }
    total.stars += stars(from: day, through: last)
    total.count(record, rating: rating, sign: sign)
  }

  /// Returns the last day whose multiplier can depend on `day`.
  private func lastAffected(by day: LocalDay) -> LocalDay {
    var left = Multiplier.lastEffectiveLength - 1
    guard !calendar.isEmpty else { return day.adding(left) }
    var last = day
    while left > 0, last < .last {
      last = last.adding(1)
      if daySet.contains(last) || !calendar.isRest(last) { left -= 1 }
    }
    return last
  }

  private func stars(from first: LocalDay, through last: LocalDay) -> Int {
    var (sum, day) = (0, first)
    while true {
      if let tally = days[day] { sum += tally.stars(multiplier(on: day)) }
      guard day < last else { return sum }
      day = day.adding(1)
    }
  }

  private mutating func order(_ number: Int, _ key: Key) {
    guard entries[number].key != key else { return }
    let isLast = number == entries.count - 1 && entries[number].key == nil && lastKey.map { $0 < key } != false
    if isLast { lastKey = key } else { isOrdered = false }
    entries[number].key = key
  }
}

extension TimerLedger: Equatable {
  /// `true` if both ledgers have the same events.
  /// - Complexity: O(events).
  public static func == (a: TimerLedger, b: TimerLedger) -> Bool {
    a.log.count == b.log.count
      && a.log.allSatisfy { event in b.places[event.id].map { b.log[$0] == event } ?? false }
  }
}
