import JSON
import Journal
import SessionState
import StoryScript
import System
import Timeline

/// The persistence of a session: writes facts to the journal as they happen, and folds them back into a world when
/// the next session begins.
///
/// An event's ID is derived from its cause, so that nothing is saved twice. A `Persistence` belongs to one thread.
package final class Persistence {
  package private(set) var place: PersistedPlace
  let journal: Journal
  let settings: KeptSettings
  /// The changes that are not in the journal yet.
  private var waiting: [Change] = []
  /// The events that this session wrote, by name, so that they can be undone; the latest of each name last.
  private var named: [String: [Journal.Event.ID]] = [:]
  /// The snapshot events that this session wrote and can undo; the latest last.
  private var written: [Written] = []
  /// `true` if an undo has replaced the world since the last call of `settle`.
  private var isTakingBack = false
  /// `true` if an undone event may have hidden a change by another device.
  private var isOutdated = false
  /// `true` if something that happened, such as a timer session, got another date.
  private var isRedated = false
  /// The number of snapshot changes written so far; makes their IDs unique.
  private var turns = 0
  /// The snapshot written last.
  private(set) var snapshot = World.Snapshot()
  /// The choices whose settings `snapshot` holds; `nil` if that is unknown.
  private var choices: World.Choices?
  /// The latest instants of changes, by what they are about: the next change of the same thing gets a later instant,
  /// whatever the clock says, since a user who changes something has seen its previous value. Other things keep the
  /// clock's time: a change that another device dated ahead would otherwise move all changes here. Of the changes
  /// that were read, only those ahead of the clock are here.
  var latestChanges: [String: Instant] = [:]
  /// The latest instant of any change; only in practice sessions, whose virtual clock starts again with every session,
  /// stops between commands and goes back with `rewind`.
  private var latestChange = Instant.distantPast
  /// Findings of reading that the user should know.
  private var findings: [String] = []
  /// The number of the journal's notices that were reported.
  private var reportedNotices = 0
  /// The instant of the last look for other sessions' events, on the machine's clock.
  private(set) var lastPoll = Instant.distantPast

  /// A pending change to the journal.
  private enum Change {
    case append(Journal.Event)
    /// The event is saved, and gets an earlier date.
    case redate(Journal.Event)
    case void(Journal.Event.ID, at: Instant)
    case restore(Journal.Event.ID)
  }

  /// A written event of the snapshot.
  private struct Written {
    let subject: String
    /// The type and the payload of the opposite event.
    let opposite: (type: String, payload: Journal.Payload)
    let id: Journal.Event.ID
  }

  /// - Parameter settings: all settings.
  init(_ journal: Journal, zone: Zone, settings: [Setting], clockTrust: ClockTrust = .system) {
    (self.journal, self.clockTrust, self.settings) = (journal, clockTrust, KeptSettings(settings))
    place = PersistedPlace(device: journal.device.name, zone: zone, isReal: journal.kind == .real)
  }

  /// Opens a state folder, or creates it.
  /// - Throws: the reason why it cannot be used, such as that it belongs to the other kind of session.
  static func open(
    _ folder: String, isReal: Bool, zone: Zone, settings: [Setting], clockTrust: ClockTrust = .system
  ) throws(Failure) -> Persistence {
    var name = DeviceName(in: folder)
    guard name.choices.isEmpty else { throw StateNaming.refusal(of: folder, name.choices) }
    let replacedFileNotes = name.replacedFileNotes
    let loss = name.copiedFrom == nil ? MissingJournal.note(folder, name.device) : nil
    func opened() throws(Failure) -> Journal {
      do throws(Journal.Failure) {
        return try Journal.open(
          folder: folder, kind: isReal ? .real : .practice, device: name.device, earlier: name.earlier,
          local: localTypes)
      } catch {
        throw .refused("the state folder '\(folder)' cannot be used: \(error.description)", error.remedy)
      }
    }
    var journal = try opened()
    // With another folder's name, this device would write in the other device's name.
    if journal.hasOthers, name.copiedFrom == nil, !Journal.hasExchanged(name.device, in: folder) {
      let doubted = DeviceName(in: folder, isDoubted: true)
      if doubted.choices.isEmpty, doubted.device != name.device {
        name = doubted
        journal = try opened()
      }
    }
    let persistence = Persistence(journal, zone: zone, settings: settings, clockTrust: clockTrust)
    if isReal {
      persistence.dates.record = ClockRecordFile(in: folder)
      persistence.clockReference = ClockReferenceFile(in: folder)
    }
    persistence.earlier = name.earlier
    persistence.place.earlier = name.earlier.map { $0.name }
    if let loss { persistence.findings.append(loss) }
    if let original = name.copiedFrom {
      persistence.findings.append(
        "this state folder was copied from another machine: the device there is \(original), "
          + "and the device here is now \(name.device)"
          + (isReal ? ", which continues the timer and the settings of \(original)" : ""))
    }
    if name.isCorrected, let finding = name.finding { persistence.findings.append(finding) }
    persistence.findings += replacedFileNotes
    return persistence
  }

  // MARK: Reading

  /// The types of events by their current and former names.
  private static let names: [String: Row] = {
    var names: [String: Row] = [:]
    for (name, kind) in World.Persisted.kinds {
      let row = Row(name: name, kind: kind, changes: kind.changes, isLocal: kind.authority == .device, key: kind.key)
      for type in [kind.name] + kind.formerly { names[type] = row }
    }
    return names
  }()

  /// The facts about a type that reading needs: small, since it is copied for each of a million events.
  private struct Row {
    let name: World.Persisted.Name
    let kind: PersistedKind
    let changes: Bool
    let isLocal: Bool
    let key: String?
  }

  /// The types by the names under which they are written.
  private static let kinds = Dictionary(uniqueKeysWithValues: World.Persisted.kinds.map { ($0.kind.name, $0.kind) })

  /// The names of the types that any device may write.
  static let sharedTypes = names.filter { !$0.value.isLocal }.map { $0.key }
  /// The types whose events count only if this device wrote them.
  private static let localTypes = Set(names.filter { $0.value.isLocal }.keys)
  /// The folder's earlier names, the latest first.
  private var earlier: [Journal.DeviceID] = []

  /// The key of a local fact. Only the last event of this device counts; if there is none, that of the folder's
  /// latest earlier name.
  private struct LatestOwnEvent: Hashable {
    let name: World.Persisted.Name
    let about: String?
  }

  /// Returns the latest instant that events of other devices may have. The virtual clocks of practice sessions are
  /// days and weeks apart.
  func limit(_ now: Instant) -> Instant {
    if place.isReal { return now + .days(1) }
    let latest = journal.latest(ofOthersUpTo: .distantPast) ?? now
    return (latest < Self.end ? max(now, latest) : now) + .days(366)
  }

  /// The end of all dates.
  static let end = Instant(secondsSince1970: 253_402_300_800)

  /// Returns whether an event was saved by this device, or under an earlier name of its folder.
  private func isOurs(_ saved: Journal.SavedEvent, isOwn: Bool) -> Bool {
    isOwn || earlier.contains(saved.origin.device)
  }

  /// Returns the device that queued a post, or saved another event, of this name; `nil` for this device itself.
  package func otherDevice(of name: String) -> String? {
    guard let device = Journal.Event.ID(name).flatMap({ journal.event($0) })?.origin.device,
      device != journal.device, !earlier.contains(device)
    else { return nil }
    return device.name
  }

  /// The numbers of another device's events that do not count.
  private struct LeftOut: Hashable {
    /// Events dated more than a day ahead, which do not count until then.
    var ahead = 0
    /// Events that this program would not write.
    var unsound = 0
  }

  /// The events of other devices that were reported as not counting.
  private var reportedLeftOut: [String: LeftOut] = [:]
  /// The latest instant that an event of another device may have.
  private var latestOfOthers = Instant.distantFuture

  /// The latest of the events of other devices that do not count, by ID: `sync` does not report them as changes.
  private(set) var uncounted: Set<Journal.Event.ID> = []
  private static let uncountedLimit = 10_000

  /// The events that are dated far ahead of this device's clock.
  var dates = EventDates()
  let clockTrust: ClockTrust
  /// The clock that was believed last; `nil` in practice sessions.
  private(set) var clockReference: ClockReferenceFile?

  private func leaveOut(_ saved: Journal.SavedEvent) {
    if uncounted.count < Self.uncountedLimit { uncounted.insert(saved.event.id) }
  }

  private func report(_ leftOut: [String: LeftOut]) {
    guard leftOut != reportedLeftOut else { return }
    for (device, events) in leftOut.sorted(by: { $0.key < $1.key }) where reportedLeftOut[device] != events {
      let way = "`devices forget \(device)` ignores everything saved by that device"
      if events.ahead > 0 {
        findings.append(
          "\(TimeText.count(events.ahead, "event")) from \(device) \(events.ahead == 1 ? "is" : "are") dated more than a day "
            + "in the future and \(events.ahead == 1 ? "is" : "are") ignored until then: check the clocks of both devices, and sync on "
            + "\(device) again; \(way)"
        )
      }
      if events.unsound > 0 {
        findings.append(
          "\(TimeText.count(events.unsound, "event")) from \(device) could not be understood and "
            + "\(events.unsound == 1 ? "does" : "do") not count: update Storyline on both devices; \(way)")
      }
    }
    reportedLeftOut = leftOut
  }

  /// Reads the saved events. O(events).
  func read(at now: Instant) throws(Failure) -> World.Persisted {
    var kept = World.Persisted(settings)
    var strange = 0
    var leftOut: [String: LeftOut] = [:]
    uncounted = []
    beginDates()
    let limit = limit(now)
    latestOfOthers = limit
    var own: [LatestOwnEvent: (rank: Int, saved: Journal.SavedEvent)] = [:]
    do {
      var cursor = journal.cursor(of: Array(Self.names.keys))
      let next = journal.nextOrigin
      // Most events have the type of the previous one.
      var type = ""
      var row: Row?
      while let saved = try cursor.next() {
        if saved.event.type != type { (type, row) = (saved.event.type, Self.names[saved.event.type]) }
        guard let row else { continue }
        let isOurs = isOurs(saved, isOwn: cursor.isOwn)
        if !isOurs {
          let device = saved.origin.device.name
          if saved.event.instant > limit {
            leftOut[device, default: LeftOut()].ahead += 1
            dates.insert(saved.event.instant, of: device)
            leaveOut(saved)
            continue
          }
          guard row.kind.isSound(saved.event, before: limit) else {
            leftOut[device, default: LeftOut()].unsound += 1
            leaveOut(saved)
            continue
          }
        }
        if saved.event.instant > limit, cursor.isOwn, !row.isLocal {
          dates.own.append(saved)
        } else if row.changes, !row.isLocal {
          if place.isReal {
            if saved.event.instant >= now { raise(saved.event) }
          } else {
            latestChange = max(latestChange, saved.event.instant)
          }
        }
        if row.isLocal {
          for (row, saved) in Self.parts(of: saved, row) where isLast(row, saved, before: next, &own) {
            if !kept.fold(row.name, saved) { strange += 1 }
          }
          if !isLast(row, saved, before: next, &own) { continue }
        }
        if !kept.fold(row.name, saved) {
          if isOurs {
            strange += 1
          } else {
            leftOut[saved.origin.device.name, default: LeftOut()].unsound += 1
            leaveOut(saved)
          }
        }
      }
    } catch {
      throw .refused("the saved state cannot be read: \(error.description)")
    }
    for saved in kept.refused {
      leftOut[saved.origin.device.name, default: LeftOut()].unsound += 1
      leaveOut(saved)
    }
    if strange > 0 {
      findings.append(
        "\(TimeText.count(strange, "saved event")) could not be understood; \(strange == 1 ? "it is" : "they are") kept in the journal"
      )
    }
    report(leftOut)
    dates.own.sort { $0.origin < $1.origin }
    reportDates(at: now)
    (snapshot, choices) = (kept.snapshot, nil)
    let inherited = own.filter { $0.value.rank < 0 }.map { ($0.key.name, $0.value.saved) }
    for (name, saved) in inherited.sorted(by: { $0.1 < $1.1 }) { inherit(name, saved) }
    return kept
  }

  /// Returns `true` if a local fact is the last of its kind so far, and records it.
  ///
  /// The last event that this device wrote counts, whatever its clock said: the clock may have been set back. The
  /// journal shows only the events of its own file; numbers that it has not used yet belong to no event.
  private func isLast(
    _ row: Row, _ saved: Journal.SavedEvent, before next: Journal.Origin,
    _ own: inout [LatestOwnEvent: (rank: Int, saved: Journal.SavedEvent)]
  ) -> Bool {
    let last = LatestOwnEvent(name: row.name, about: row.key.flatMap { saved.event.payload[$0]?.stringValue })
    let rank = saved.origin.device == next.device ? 0 : -1 - (earlier.firstIndex(of: saved.origin.device) ?? 0)
    guard rank < 0 || saved.origin < next,
      own[last].map({ ($0.rank, $0.saved.origin) < (rank, saved.origin) }) ?? true
    else { return false }
    own[last] = (rank, saved)
    return true
  }

  /// Returns the facts that an event says beside its own.
  private static func parts(of saved: Journal.SavedEvent, _ row: Row) -> [(Row, Journal.SavedEvent)] {
    row.kind.parts.compactMap { field, type in
      guard let row = names[type], case .object(let fields)? = saved.event.payload[field] else { return nil }
      var event = saved.event
      (event.type, event.payload) = (type, Journal.Payload(fields))
      return (row, Journal.SavedEvent(event, origin: saved.origin))
    }
  }

  /// Saves a fact of the folder's earlier name again under this device's name: from then on no other device can
  /// change it.
  private func inherit(_ name: World.Persisted.Name, _ saved: Journal.SavedEvent) {
    let origin = saved.origin
    var event = saved.event
    event.id = Journal.Event.ID(cause: [
      event.type, place.origin, "continued", origin.device.name, "\(origin.run)-\(origin.sequence)",
    ])
    if let kind = Self.kinds[event.type], case .object(var fields)? = try? event.payload.json {
      // Each part is inherited by itself.
      fields.removeAll { kind.parts[$0.name] != nil }
      if let field = kind.origin, event.payload[field] == nil {
        fields.append(.init(field, .string(origin.device.name)))
      }
      event.payload = Journal.Payload(fields)
    }
    waiting.append(.append(event))
  }

  /// The latest instant of any event that counts; `nil` if there is none.
  var latest: Instant? { journal.latest(ofOthersUpTo: latestOfOthers) }

  /// Adds a finding in a file beside the journal.
  func note(_ finding: String) { findings.append(finding) }

  /// Returns the findings in the files since the last call.
  func drainNotices() -> [String] {
    guard journal.notices.count > reportedNotices || !findings.isEmpty else { return [] }
    defer { (findings, reportedNotices) = ([], journal.notices.count) }
    let found = journal.notices.dropFirst(reportedNotices)
    var damaged: [String: Int] = [:]
    var repeated: [String: Int] = [:]
    for case .damaged(let file, _, _) in found { damaged[file, default: 0] += 1 }
    for case .repeated(let file, _) in found { repeated[file, default: 0] += 1 }
    var texts: [String] = []
    for notice in found {
      if case .repeated(let file, let line) = notice {
        guard let count = repeated.removeValue(forKey: file) else { continue }
        texts.append(
          count == 1
            ? notice.description
            : "\(file): \(count) lines repeat earlier lines and are used only once; the first is line \(line)")
        continue
      }
      guard case .damaged(let file, let line, _) = notice else {
        texts.append(notice.description)
        continue
      }
      // One sentence for each would fill the screen without saying anything new.
      guard let count = damaged.removeValue(forKey: file) else { continue }
      texts.append(
        count == 1
          ? notice.description : "\(file): \(count) damaged lines were left out; the first is line \(line)")
    }
    return texts + findings
  }

  // MARK: Others

  /// `true` if all events of this session are in the journal.
  package var isWritten: Bool { waiting.isEmpty && journal.pending.isEmpty }
  /// The number of changes that wait for the disk.
  var unwrittenCount: Int { waiting.count + journal.pending.count }

  /// Records that a look for other sessions' events begins.
  func beginPoll(at instant: Instant) { lastPoll = instant }

  /// Returns the events that other sessions have saved in the folder since the last look.
  func news() throws(Failure) -> Journal.News {
    do throws(Journal.Failure) { return try journal.news() } catch {
      throw .refused("the events of other sessions cannot be read: \(error.description)")
    }
  }

  /// Merges with the devices that use a shared folder.
  /// - Parameter now: the present.
  func exchange(with folder: String, at now: Instant) throws(Failure) -> Journal.Exchange {
    do throws(Journal.Failure) { return try journal.exchange(with: folder, upTo: limit(now)) } catch {
      throw .refused("cannot sync with '\(folder)': \(error.description)", error.remedy)
    }
  }

  // MARK: Devices

  /// The devices that have saved something in the folder, this one first.
  var devices: [Journal.Device] { journal.devices() }

  /// Leaves out the events of another device, or counts them again.
  /// - Returns: `false` if nothing changed.
  func setForgotten(_ name: String, _ isForgotten: Bool, at instant: Instant) throws(Failure) -> Bool {
    do throws(Journal.Failure) {
      return try isForgotten ? journal.forget(name, at: instant) : journal.remember(name, at: instant)
    } catch {
      throw .refused("the change could not be saved: \(error.description)", error.remedy)
    }
  }

  /// Returns the type of an event that any device may write, by its current or a former name.
  static func kind(of type: String) -> PersistedKind? { names[type].flatMap { $0.isLocal ? nil : $0.kind } }

  /// Returns a saved event, whether it counts or not.
  func event(_ id: Journal.Event.ID) -> Journal.SavedEvent? { journal.event(id) }

  /// Returns whether a device is another one than this, under any name that its folder had.
  func isOther(_ device: Journal.DeviceID) -> Bool { device != journal.device && !earlier.contains(device) }
  package func isOther(_ name: String) -> Bool { name != journal.device.name && !earlier.contains { $0.name == name } }

  // MARK: Writing

  /// Queues a fact that must be saved.
  func keep(_ fact: World.Fact) { if let fact = fact.kept(place) { append(fact) } }

  private func append(_ fact: PersistedFact) {
    let id: Journal.Event.ID
    var instant = fact.at
    switch fact.identity {
    case .id(let known): id = known
    case .turn(let cause, let name):
      correctDates(at: instant)
      instant = later(than: instant, fact.type, fact.payload)
      id = Journal.Event.ID(cause: cause + ["\(instant.microseconds)", place.origin])
      if let name { named[name, default: []].append(id) }
    }
    waiting.append(
      .append(
        Journal.Event(
          id: id, type: fact.type, instant: instant, local: fact.day ?? place.day(fact.at), payload: fact.payload)))
  }

  /// Queues an earlier date for a saved event.
  func redate(_ event: Journal.Event) { waiting.append(.redate(event)) }

  /// - Parameter known: the kept settings, if they are known: reading them costs more than a command.
  private func currentSnapshot(of world: World, settings known: PersistedSettings?) -> World.Snapshot {
    guard place.isReal else { return world.snapshot(place, settings: PersistedSettings()) }
    return world.snapshot(place, settings: known ?? PersistedSettings(of: world, settings))
  }

  /// Queues the changes of the world's snapshot.
  func settle(_ world: World, at instant: Instant) {
    let isTakingBack = isTakingBack
    self.isTakingBack = false
    let isSet = choices == world.choices
    let now = currentSnapshot(of: world, settings: isSet ? snapshot.settings : nil)
    choices = world.choices
    guard now != snapshot else { return }
    correctDates(at: instant)
    turns += 1
    let changes = now.changes(since: snapshot, settings)
    let opposites = opposites(of: changes, snapshot.changes(since: now, settings))
    for (turn, change) in changes.enumerated() {
      if isTakingBack, withdraw(change, at: instant) { continue }
      let (date, number) = (later(than: instant, change.type, change.payload), journal.nextOrigin)
      let id = Journal.Event.ID(cause: [
        change.type, place.origin, "\(number.run)-\(number.sequence)", "\(date.microseconds)", "\(turns)-\(turn)",
      ])
      waiting.append(
        .append(
          Journal.Event(
            id: id, type: change.type, instant: date, local: place.day(instant), payload: change.payload)))
      if let opposite = opposites[turn] {
        written.append(Written(subject: Self.subject(change), opposite: opposite, id: id))
      }
    }
    if written.count > Self.undoableLimit { written.removeFirst(Self.undoableLimit / 2) }
    snapshot = now
  }

  /// The maximum number of changes that can be undone; more than any user undoes.
  private static let undoableLimit = 4_000

  private static func subject(_ change: (type: String, payload: Journal.Payload)) -> String {
    kinds[change.type]?.subject { change.payload[$0]?.stringValue } ?? change.type
  }

  /// Returns the opposite of each change; `nil` for a change that does not concern other devices.
  private func opposites(
    of changes: [(type: String, payload: Journal.Payload)], _ all: [(type: String, payload: Journal.Payload)]
  ) -> [(type: String, payload: Journal.Payload)?] {
    let subjects = all.map(Self.subject)
    return changes.indices.map { number in
      guard Self.names[changes[number].type]?.isLocal == false else { return nil }
      let place = subjects.firstIndex(of: Self.subject(changes[number]))
      // A renamed activity is another subject.
      return place.map { all[$0] } ?? (all.count == changes.count ? all[number] : nil)
    }
  }

  /// Voids the events that this session wrote, if a change is their undoing: an opposite event would also undo another
  /// device's own change.
  /// - Returns: `false` if this session wrote no such event.
  private func withdraw(_ change: (type: String, payload: Journal.Payload), at instant: Instant) -> Bool {
    let place = written.lastIndex { $0.opposite.type == change.type && $0.opposite.payload == change.payload }
    guard let place else { return false }
    let subject = written[place].subject
    for (number, event) in written.enumerated().reversed()
    where number == place || number > place && event.subject == subject {
      waiting.append(.void(event.id, at: instant))
      written.remove(at: number)
    }
    isOutdated = true
    return true
  }

  /// Returns once whether the events must be read again, because an undone event may have hidden one of another device,
  /// or because an event that changes nothing has another date.
  func consumeOutdated() -> Bool {
    defer { (isOutdated, isRedated) = (false, false) }
    return isOutdated && journal.hasOthers || isRedated
  }

  /// Returns the instant for an event written now: later than any event that it may undo. The device's facts about
  /// itself count in the order in which they were written, so they have the clock's time.
  func later(than instant: Instant, _ type: String, _ payload: Journal.Payload) -> Instant {
    guard let kind = Self.names[type]?.kind, kind.changes, kind.authority != .device else { return instant }
    let things = place.isReal ? kind.things(payload) : []
    let latest = things.compactMap { latestChanges[$0] }.max() ?? (place.isReal ? .distantPast : latestChange)
    let isFree = latest < instant || latest == .distantFuture
    let next = isFree ? instant : latest + Duration(microseconds: 1)
    if !place.isReal { latestChange = max(latestChange, next) }
    for thing in things { latestChanges[thing] = max(latestChanges[thing] ?? next, next) }
    return next
  }

  /// Dates later changes of the same thing after an event.
  func raise(_ event: Journal.Event) {
    guard place.isReal else {
      latestChange = max(latestChange, event.instant)
      return
    }
    for thing in Self.names[event.type]?.kind.things(event.payload) ?? [] {
      latestChanges[thing] = max(latestChanges[thing] ?? event.instant, event.instant)
    }
  }

  // MARK: Undoing

  /// Records that the world was replaced by another version of itself: voids the facts that are gone and restores
  /// those that are back.
  /// - Parameter isAgain: `true` for a redo, `false` for an undo.
  func follow(from before: World, to after: World, isAgain: Bool = false, at instant: Instant) {
    isTakingBack = !isAgain
    before.changes(to: after, at: instant, place) { change in
      switch change {
      case .void(let id):
        isOutdated = true
        waiting.append(.void(id, at: instant))
      case .restore(let id): waiting.append(.restore(id))
      case .append(let fact): append(fact)
      case .takeBack(let name, let otherwise):
        if !isAgain, let id = named[name]?.popLast() {
          isOutdated = true
          waiting.append(.void(id, at: instant))
        } else {
          append(otherwise)
        }
      }
    }
  }

  /// A position in the queue of pending changes, to return to.
  struct Mark {
    fileprivate let waiting: Int
    fileprivate let named: [String: [Journal.Event.ID]]
  }

  func mark() -> Mark { Mark(waiting: waiting.count, named: named) }

  /// Discards the changes queued since a mark. They must not have been committed.
  func forget(since mark: Mark) {
    waiting.removeLast(max(0, waiting.count - mark.waiting))
    named = mark.named
    isTakingBack = false
  }

  // MARK: Making durable

  /// Saves all queued changes.
  /// - Throws: the disk's error. The events stay in memory, and the next call tries again.
  func commit() throws(Failure) {
    guard !waiting.isEmpty || !journal.pending.isEmpty else { return }
    var changes = waiting[...]
    waiting = []
    do throws(Journal.Failure) {
      while let first = changes.first { try write(first, &changes) }
      // Earlier failures are tried again.
      if !journal.pending.isEmpty { try journal.append([]) }
    } catch {
      waiting = changes + waiting
      try Interruption.look()
      throw .refused(
        "the change could not be saved yet: \(error.description)",
        "the change is kept in memory, and the next command tries again to save it")
    }
  }

  /// Removes the first change and those of its kind that follow, and saves them with one write and one sync: an
  /// import, or its undoing, has thousands of them. Changes that the disk refuses wait in the journal.
  private func write(_ first: Change, _ changes: inout ArraySlice<Change>) throws(Journal.Failure) {
    var seen: Set<Journal.Event.ID> = []
    func known(_ id: (Change?) -> Journal.Event.ID?) -> [Journal.Event.ID] {
      var ids: [Journal.Event.ID] = []
      while let next = id(changes.first), seen.insert(next).inserted {
        if journal.contains(next) { ids.append(next) }
        changes.removeFirst()
      }
      return ids
    }
    switch first {
    case .append(let event) where !journal.isSavedHere(event.id):
      var events: [Journal.Event] = []
      while case .append(let event)? = changes.first, !journal.isSavedHere(event.id), seen.insert(event.id).inserted {
        events.append(event)
        changes.removeFirst()
      }
      do throws(Journal.Failure) { try journal.append(events) } catch {
        guard case .invalidEvent(let bad, let reason) = error else { throw error }
        // Nothing of the group was saved: all but the bad event return to the queue.
        findings.append("event \(bad) cannot be saved, and was left out: \(reason)")
        changes.insert(contentsOf: events.lazy.filter { $0.id != bad }.map { .append($0) }, at: changes.startIndex)
      }
    case .append, .restore:
      try journal.restore(known(restored))
    case .redate:
      var events: [Journal.Event] = []
      while case .redate(let event)? = changes.first {
        events.append(event)
        changes.removeFirst()
      }
      if events.contains(where: { !$0.isChange }) { isRedated = true }
      do throws(Journal.Failure) { try journal.redate(events) } catch {
        changes.insert(contentsOf: events.lazy.map { .redate($0) }, at: changes.startIndex)
        throw error
      }
    case .void(_, let instant):
      let ids = known { if case .void(let id, at: instant)? = $0 { id } else { nil } }
      try journal.void(ids, at: instant)
    }
  }

  /// Returns the ID of an event that must be restored. A voided event counts again only under a new ID, which the
  /// journal derives from the old one.
  private func restored(by change: Change?) -> Journal.Event.ID? {
    switch change {
    case .restore(let id)?: id
    case .append(let event)? where journal.isSavedHere(event.id): event.id
    default: nil
    }
  }
}

extension Journal.Event {
  /// `true` if later events of this kind override the event.
  var isChange: Bool { Persistence.kind(of: type)?.changes ?? false }
}

extension Journal.Failure {
  /// Advice for the user; `nil` if there is none.
  fileprivate var remedy: String? {
    switch self {
    case .otherKind: "each kind of session needs its own folder"
    case .ownFolder: "choose a folder that other devices can also reach"
    case .newerFormat: "update Storyline on this device"
    case .notAJournal: "move the file to another folder"
    case .busy: "try again when the other program is done"
    default: nil
    }
  }
}
