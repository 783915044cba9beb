import Journal
import StoryScript
import System
import Timeline

/// What outlives a session: written to the journal as it happens, and folded back into a world when the next one begins.
///
/// Ids come from what caused an event, so that nothing is saved twice. One thread owns it.
final class Keeper {
  let place: KeptPlace
  private let journal: Journal
  /// What is on its way to the journal.
  private var waiting: [Change] = []
  /// What this session wrote under a name, so that it can be taken back: the last of each at the end.
  private var named: [String: [Journal.Event.ID]] = [:]
  /// What this session wrote of what is kept as it stands, and can take back: the last at the end.
  private var written: [Written] = []
  /// Whether the world became an earlier one since the last time that it was looked at.
  private var isTakingBack = false
  /// Whether something was taken back of which other devices may have said something as well.
  private var isOutdated = false
  /// How often something of what is kept as it stands was written: makes its ids unique.
  private var turns = 0
  /// What was written last of what is kept as it stands.
  private var standing = World.Standing()
  /// The choices whose settings stand there; `nil` when that is not known.
  private var choices: World.Choices?
  /// The latest instant of what was read or written of what changes to and fro: likes, and what is kept as it stands.
  /// What is written next of them comes after that, whatever the clock says: a virtual clock begins anew with every
  /// session, stands still between commands and goes back with `rewind`, and whoever changes something has seen what it
  /// was before.
  private var latestChange = Instant.distantPast
  /// What reading found that the user should know.
  private var findings: [String] = []
  /// How many of the journal's notices were told.
  private var toldNotices = 0
  /// When the machine's clock showed that others were looked for last.
  private(set) var lastLook = Instant.distantPast

  /// What is to happen to the journal.
  private enum Change {
    case append(Journal.Event)
    case void(Journal.Event.ID, at: Instant)
    case restore(Journal.Event.ID)
  }

  /// An event of what is kept as it stands.
  private struct Written {
    let subject: String
    /// The type and the payload of the event that would say the opposite.
    let opposite: (type: String, payload: Journal.Payload)
    let id: Journal.Event.ID
  }

  init(_ journal: Journal, zone: Zone) {
    self.journal = journal
    place = KeptPlace(device: journal.device.name, zone: zone, isReal: journal.kind == .real)
  }

  /// Opens a state folder, or makes it.
  /// - Throws: why it cannot be used, such as being one of the other kind.
  static func open(_ folder: String, isReal: Bool, zone: Zone) throws(Failure) -> Keeper {
    do {
      let name = DeviceName(in: folder)
      guard name.choices.isEmpty else { throw StateNaming.refusal(of: folder, name.choices) }
      let journal = try Journal.open(
        folder: folder, kind: isReal ? .real : .practice, device: name.device, earlier: name.earlier, local: localTypes)
      let keeper = Keeper(journal, zone: zone)
      keeper.earlier = name.earlier
      if let original = name.copiedFrom {
        keeper.findings.append(
          "this folder came from another machine, where it is \(original); it is \(name.device) here from now on"
            + (isReal ? ", and continues the timer and the settings of \(original)" : ""))
      }
      if name.isMended, let finding = name.finding { keeper.findings.append(finding) }
      return keeper
    } catch let error as Journal.Failure {
      throw .refused("the state folder '\(folder)' cannot be used: \(error.description)", error.remedy)
    } catch let error as Failure {
      throw error
    } catch {
      preconditionFailure("opening a folder throws nothing else: \(error)")
    }
  }

  // MARK: Reading

  /// The types of events by all names that they ever had.
  private static let names: [String: Row] = {
    var names: [String: Row] = [:]
    for (name, kind) in World.Kept.kinds {
      let row = Row(name: name, kind: kind, changes: kind.changes, isLocal: kind.sayer == .device, key: kind.key)
      for type in [kind.name] + kind.formerly { names[type] = row }
    }
    return names
  }()

  /// What reading has to know of a type: a copy for each of a million events costs nothing.
  private struct Row {
    let name: World.Kept.Name
    let kind: KeptKind
    let changes: Bool
    let isLocal: Bool
    let key: String?
  }

  /// The types by the names under which they are written.
  private static let kinds = Dictionary(uniqueKeysWithValues: World.Kept.kinds.map { ($0.kind.name, $0.kind) })

  /// The types of facts that count from this device alone.
  private static let localTypes = Set(names.filter(\.value.isLocal).keys)
  /// The names that this folder had before, the latest first.
  private var earlier: [Journal.DeviceID] = []

  /// What only the last event of this device says, or of an earlier name of its folder as long as it has said nothing.
  private struct OwnLast: Hashable {
    let name: World.Kept.Name
    let about: String?
  }

  /// How far events of other devices may lie ahead of this device's clock. The virtual clocks of practice are days and
  /// weeks apart.
  private func limit(_ now: Instant) -> Instant {
    place.isReal ? now + .days(1) : max(now, journal.latest(ofOthersUpTo: .distantPast) ?? now) + .days(366)
  }

  /// `true` if an event is this device's own, or was before its folder got another name.
  private func isOurs(_ saved: Journal.SavedEvent, isOwn: Bool) -> Bool {
    isOwn || earlier.contains(saved.origin.device)
  }

  /// The device that queued a post, or saved another event, of this name; `nil` for this device itself.
  func otherDevice(of name: String) -> String? {
    guard let device = Journal.Event.ID(name).flatMap({ journal.event($0) })?.origin.device,
      device != journal.device, !earlier.contains(device)
    else { return nil }
    return device.name
  }

  /// Events of another device that do not count.
  private struct LeftOut: Hashable {
    /// Dated more than a day ahead, until when they do not count.
    var ahead = 0
    /// Not as this program writes them.
    var unsound = 0
  }

  /// The events of others that were told not to count.
  private var toldLeftOut: [String: LeftOut] = [:]
  /// The latest instant that an event of another device may have.
  private var latestOfOthers = Instant.distantFuture

  private func tell(_ leftOut: [String: LeftOut]) {
    guard leftOut != toldLeftOut else { return }
    for (device, events) in leftOut.sorted(by: { $0.key < $1.key }) where toldLeftOut[device] != events {
      let way = "`devices forget \(device)` leaves out all that it saved"
      if events.ahead > 0 {
        findings.append(
          "\(TimeText.count(events.ahead, "event")) of \(device) \(events.ahead == 1 ? "is" : "are") dated more than a day "
            + "ahead and \(events.ahead == 1 ? "does" : "do") not count until then: look at the clocks of both devices; \(way)"
        )
      }
      if events.unsound > 0 {
        findings.append(
          "\(TimeText.count(events.unsound, "event")) of \(device) could not be understood and "
            + "\(events.unsound == 1 ? "does" : "do") not count: update Storyline on both devices; \(way)")
      }
    }
    toldLeftOut = leftOut
  }

  /// What was saved. O(events).
  func read(at now: Instant) throws(Failure) -> World.Kept {
    var kept = World.Kept()
    var strange = 0
    var leftOut: [String: LeftOut] = [:]
    let limit = limit(now)
    latestOfOthers = limit
    var own: [OwnLast: (rank: Int, saved: Journal.SavedEvent)] = [:]
    do {
      var cursor = journal.cursor(of: Array(Self.names.keys))
      let next = journal.nextOrigin
      // Most events are of the type of the one before.
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
            continue
          }
          guard row.kind.isSound(saved.event, before: limit) else {
            leftOut[device, default: LeftOut()].unsound += 1
            continue
          }
        }
        if row.changes { latestChange = max(latestChange, saved.event.instant) }
        if row.isLocal {
          // The last that this device wrote, whatever its clock said: that may have been set back. The journal shows only
          // what is in its own file; numbers that it has not given out are nobody's.
          let last = OwnLast(name: row.name, about: row.key.flatMap { saved.event.payload[$0]?.stringValue })
          let rank = saved.origin.device == next.device ? 0 : -1 - (earlier.firstIndex(of: saved.origin.device) ?? 0)
          guard rank < 0 || saved.origin < next,
            own[last].map({ ($0.rank, $0.saved.origin) < (rank, saved.origin) }) ?? true
          else { continue }
          own[last] = (rank, saved)
        }
        if !kept.take(row.name, saved) {
          if isOurs { strange += 1 } else { leftOut[saved.origin.device.name, default: LeftOut()].unsound += 1 }
        }
      }
    } catch {
      throw .refused("the saved state cannot be read: \(error.description)")
    }
    if strange > 0 {
      findings.append(
        "\(TimeText.count(strange, "saved event")) could not be understood; the journal keeps them as they are")
    }
    tell(leftOut)
    (standing, choices) = (kept.standing, nil)
    let inherited = own.filter { $0.value.rank < 0 }.map { ($0.key.name, $0.value.saved) }
    for (name, saved) in inherited.sorted(by: { $0.1 < $1.1 }) { inherit(name, saved) }
    return kept
  }

  /// Says in this device's name what the folder said under an earlier one: from then on nobody else can change it.
  private func inherit(_ name: World.Kept.Name, _ saved: Journal.SavedEvent) {
    let origin = saved.origin
    var event = saved.event
    event.id = Journal.Event.ID(cause: [
      event.type, place.origin, "continued", origin.device.name, "\(origin.run)-\(origin.sequence)",
    ])
    if let field = Self.kinds[event.type]?.origin, event.payload[field] == nil,
      case .object(let fields)? = try? event.payload.json
    {
      event.payload = Journal.Payload(fields + [.init(field, .string(origin.device.name))])
    }
    waiting.append(.append(event))
  }

  /// The latest instant of anything that counts; `nil` when nothing does.
  var latest: Instant? { journal.latest(ofOthersUpTo: latestOfOthers) }

  /// What was found in the files since the last time that somebody asked.
  func takeNotices() -> [String] {
    guard journal.notices.count > toldNotices || !findings.isEmpty else { return [] }
    defer { (findings, toldNotices) = ([], journal.notices.count) }
    let found = journal.notices.dropFirst(toldNotices)
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
            : "\(file): \(count) lines repeat earlier ones and count once, the first of them line \(line)")
        continue
      }
      guard case .damaged(let file, let line, _) = notice else {
        texts.append(notice.description)
        continue
      }
      // A sentence for each would fill the screen and say nothing new.
      guard let count = damaged.removeValue(forKey: file) else { continue }
      texts.append(
        count == 1
          ? notice.description : "\(file): \(count) damaged lines were left out, the first of them line \(line)")
    }
    return texts + findings
  }

  // MARK: Others

  /// Whether everything that happened here is in the journal, so that the journal alone tells all.
  var isWritten: Bool { waiting.isEmpty && journal.pending.isEmpty }
  /// How many changes wait for a disk that takes them.
  var unwrittenCount: Int { waiting.count + journal.pending.count }

  /// That others are looked for now.
  func beginLook(at instant: Instant) { lastLook = instant }

  /// What others have saved in the folder since the last look.
  func news() throws(Failure) -> Journal.News {
    do throws(Journal.Failure) { return try journal.news() } catch {
      throw .refused("what other sessions have saved cannot be read: \(error.description)")
    }
  }

  /// Merges with the devices that use a shared folder.
  func exchange(with folder: String) throws(Failure) -> Journal.Exchange {
    do throws(Journal.Failure) { return try journal.exchange(with: folder) } catch {
      throw .refused("'\(folder)' cannot be synchronised: \(error.description)", error.remedy)
    }
  }

  // MARK: Devices

  /// The devices that have saved something in the folder, this one first.
  var devices: [Journal.Device] { journal.devices() }

  /// Leaves out the events of another device, or takes them in again.
  /// - Returns: `false` if it is so already.
  func setForgotten(_ name: String, _ isForgotten: Bool, at instant: Instant) throws(Failure) -> Bool {
    do throws(Journal.Failure) {
      return try isForgotten ? journal.forget(name, at: instant) : journal.remember(name, at: instant)
    } catch {
      throw .refused("this could not be saved: \(error.description)", error.remedy)
    }
  }

  /// What an event of a type does to what is kept.
  static func deed(of type: String) -> KeptKind.Deed? {
    World.Kept.kinds.first { $0.kind.name == type || $0.kind.formerly.contains(type) }
      .flatMap { $0.kind.sayer == .device ? nil : $0.kind.deed }
  }

  /// `true` if what an event of a type adds is sent to a server by whichever device can.
  static func isSent(_ type: String) -> Bool { names[type]?.kind.isSent ?? false }

  // MARK: Writing

  /// Takes in a fact that must last.
  func keep(_ fact: World.Fact) { if let fact = fact.kept(place) { append(fact) } }

  private func append(_ fact: KeptFact) {
    let id: Journal.Event.ID
    var instant = fact.at
    switch fact.identity {
    case .id(let known): id = known
    case .turn(let cause, let name):
      instant = later(than: instant)
      id = Journal.Event.ID(cause: cause + ["\(instant.microseconds)", place.origin])
      if let name { named[name, default: []].append(id) }
    }
    waiting.append(
      .append(
        Journal.Event(
          id: id, type: fact.type, instant: instant, local: fact.day ?? place.day(instant), payload: fact.payload)))
  }

  /// Takes in what of the world is kept as it stands.
  func settle(_ world: World, at instant: Instant) {
    let isTakingBack = isTakingBack
    self.isTakingBack = false
    let isSet = choices == world.choices
    let now = world.standing(place, settings: isSet ? standing.settings : nil)
    choices = world.choices
    guard now != standing else { return }
    turns += 1
    let instant = later(than: instant)
    let changes = now.changes(since: standing)
    let opposites = opposites(of: changes, standing.changes(since: now))
    for (turn, change) in changes.enumerated() {
      if isTakingBack, takeBack(change, at: instant) { continue }
      let number = journal.nextOrigin
      let id = Journal.Event.ID(cause: [
        change.type, place.origin, "\(number.run)-\(number.sequence)", "\(instant.microseconds)", "\(turns)-\(turn)",
      ])
      waiting.append(
        .append(
          Journal.Event(
            id: id, type: change.type, instant: instant, local: place.day(instant), payload: change.payload)))
      if let opposite = opposites[turn] {
        written.append(Written(subject: Self.subject(change), opposite: opposite, id: id))
      }
    }
    if written.count > Self.mostWritten { written.removeFirst(Self.mostWritten / 2) }
    standing = now
  }

  /// Changes that can be taken back, longer ago than anybody undoes.
  private static let mostWritten = 4_000

  private static func subject(_ change: (type: String, payload: Journal.Payload)) -> String {
    kinds[change.type]?.subject { change.payload[$0]?.stringValue } ?? change.type
  }

  /// For each change the one that says the opposite; none where other devices have no part in it.
  private func opposites(
    of changes: [(type: String, payload: Journal.Payload)], _ all: [(type: String, payload: Journal.Payload)]
  ) -> [(type: String, payload: Journal.Payload)?] {
    let subjects = all.map(Self.subject)
    return changes.indices.map { number in
      guard Self.names[changes[number].type]?.isLocal == false else { return nil }
      let place = subjects.firstIndex(of: Self.subject(changes[number]))
      // An activity that gets another name is another subject.
      return place.map { all[$0] } ?? (all.count == changes.count ? all[number] : nil)
    }
  }

  /// Takes back what this session wrote since, where that is what a change comes to: to say the opposite would also take
  /// away what another device did by itself.
  /// - Returns: `false` where this session wrote nothing that led there.
  private func takeBack(_ change: (type: String, payload: Journal.Payload), at instant: Instant) -> Bool {
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

  /// Whether what counts has to be read again, because what was taken back may have hidden what another device did; told
  /// once.
  func takeOutdated() -> Bool {
    defer { isOutdated = false }
    return isOutdated && journal.hasOthers
  }

  /// The instant for what is written now, after everything that it may take back.
  private func later(than instant: Instant) -> Instant {
    let isFree = latestChange < instant || latestChange == .distantFuture
    let next = isFree ? instant : latestChange + Duration(microseconds: 1)
    latestChange = max(latestChange, next)
    return next
  }

  // MARK: Taking back

  /// Takes in that the world became another version of itself: voids what is gone from it and restores what came back.
  /// - Parameter isAgain: whether it is done again, rather than taken back.
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

  /// What is on its way to the journal, to come back to.
  struct Mark {
    fileprivate let waiting: Int
    fileprivate let named: [String: [Journal.Event.ID]]
  }

  func mark() -> Mark { Mark(waiting: waiting.count, named: named) }

  /// Forgets what was noted since, which must not have been committed.
  func forget(since mark: Mark) {
    waiting.removeLast(max(0, waiting.count - mark.waiting))
    named = mark.named
    isTakingBack = false
  }

  // MARK: Making durable

  /// Makes everything durable that was noted since the last time.
  /// - Throws: what the disk says; the events stay in memory and are tried again the next time.
  func commit() throws(Failure) {
    guard !waiting.isEmpty || !journal.pending.isEmpty else { return }
    var changes = waiting[...]
    waiting = []
    do throws(Journal.Failure) {
      while let first = changes.first { try write(first, &changes) }
      // What could not be saved before is tried again.
      if !journal.pending.isEmpty { try journal.append([]) }
    } catch {
      waiting = changes + waiting
      try Interruption.look()
      throw .refused(
        "this could not be saved yet: \(error.description)",
        "it waits in memory, and is tried again with the next command")
    }
  }

  /// Takes off the first change together with those of its kind behind it, and makes them durable in one write and one
  /// sync: an import, or its undoing, is thousands of them. What the disk refuses waits in the journal.
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
        // Nothing of the group was taken: all but this one come back into the queue.
        findings.append("event \(bad) cannot be saved, and is left out: \(reason)")
        changes.insert(contentsOf: events.lazy.filter { $0.id != bad }.map { .append($0) }, at: changes.startIndex)
      }
    case .append, .restore:
      try journal.restore(known(restored))
    case .void(_, let instant):
      let ids = known { if case .void(let id, at: instant)? = $0 { id } else { nil } }
      try journal.void(ids, at: instant)
    }
  }

  /// What was voided counts again only under a new id, which the journal makes of the old one.
  private func restored(by change: Change?) -> Journal.Event.ID? {
    switch change {
    case .restore(let id)?: id
    case .append(let event)? where journal.isSavedHere(event.id): event.id
    default: nil
    }
  }
}

extension Journal.Failure {
  /// What to do about it, where there is something.
  fileprivate var remedy: String? {
    switch self {
    case .otherKind: "each kind of session needs a folder of its own"
    case .ownFolder: "sync takes a folder that other devices reach, too"
    case .newerFormat: "update Storyline on this device"
    case .notAJournal: "move that file to another place"
    case .busy: "try again when the other program is done"
    default: nil
    }
  }
}
