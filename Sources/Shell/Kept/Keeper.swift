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
  /// What this session wrote under a name, so that it can be taken back.
  private var named: [String: Journal.Event.ID] = [:]
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

  init(_ journal: Journal, zone: Zone) {
    self.journal = journal
    place = KeptPlace(device: journal.device.name, zone: zone, isReal: journal.kind == .real)
  }

  /// Opens a state folder, or makes it.
  /// - Throws: why it cannot be used, such as being one of the other kind.
  static func open(_ folder: String, isReal: Bool, zone: Zone) throws(Failure) -> Keeper {
    do throws(Journal.Failure) {
      let name = DeviceName(in: folder)
      let journal = try Journal.open(folder: folder, kind: isReal ? .real : .practice, device: name.device)
      let keeper = Keeper(journal, zone: zone)
      if let original = name.copiedFrom {
        keeper.findings.append(
          "this folder came from another machine, where it is \(original); it is \(name.device) here from now on")
      }
      return keeper
    } catch {
      throw .refused("the state folder '\(folder)' cannot be used: \(error.description)", error.remedy)
    }
  }

  // MARK: Reading

  /// The types of events by all names that they ever had.
  private static let names: [String: Row] = {
    var names: [String: Row] = [:]
    for (name, kind) in World.Kept.kinds {
      let row = Row(name: name, changes: kind.changes, isOwn: kind.isOwn, key: kind.key)
      for type in [kind.name] + kind.formerly { names[type] = row }
    }
    return names
  }()

  /// What reading has to know of a type: a copy for each of a million events costs nothing.
  private struct Row {
    let name: World.Kept.Name
    let changes: Bool
    let isOwn: Bool
    let key: String?
  }

  /// What only the last event of this device says.
  private struct OwnLast: Hashable {
    let name: World.Kept.Name
    let about: String?
  }

  /// What was saved. O(events).
  func read() throws(Failure) -> World.Kept {
    var kept = World.Kept()
    var strange = 0
    var own: [OwnLast: Journal.Origin] = [:]
    do {
      var cursor = journal.cursor(of: Array(Self.names.keys))
      let next = journal.nextOrigin
      // Most events are of the type of the one before.
      var type = ""
      var row: Row?
      while let saved = try cursor.next() {
        if saved.event.type != type { (type, row) = (saved.event.type, Self.names[saved.event.type]) }
        guard let row else { continue }
        if row.changes { latestChange = max(latestChange, saved.event.instant) }
        if row.isOwn {
          // The last that this device wrote, whatever its clock said: that may have been set back. Others can write lines
          // in its name, but not into its file, and not with numbers that it has not given out.
          let last = OwnLast(name: row.name, about: row.key.flatMap { saved.event.payload[$0]?.stringValue })
          guard cursor.isOwn, saved.origin.device == next.device, saved.origin < next,
            own[last].map({ $0 < saved.origin }) ?? true
          else { continue }
          own[last] = saved.origin
        }
        if !kept.take(row.name, saved) { strange += 1 }
      }
    } catch {
      throw .refused("the saved state cannot be read: \(error.description)")
    }
    if strange > 0 {
      findings.append(
        "\(TimeText.count(strange, "saved event")) could not be understood; the journal keeps them as they are")
    }
    (standing, choices) = (kept.standing, nil)
    return kept
  }

  /// The latest instant of anything that was saved; `nil` when nothing was.
  var latest: Instant? { journal.latest }

  /// What was found in the files since the last time that somebody asked.
  func takeNotices() -> [String] {
    guard journal.notices.count > toldNotices || !findings.isEmpty else { return [] }
    defer { (findings, toldNotices) = ([], journal.notices.count) }
    let found = journal.notices.dropFirst(toldNotices)
    var damaged: [String: Int] = [:]
    for case .damaged(let file, _, _) in found { damaged[file, default: 0] += 1 }
    var texts: [String] = []
    for notice in found {
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
      if let name { named[name] = id }
    }
    waiting.append(
      .append(
        Journal.Event(
          id: id, type: fact.type, instant: instant, local: fact.day ?? place.day(instant), payload: fact.payload)))
  }

  /// Takes in what of the world is kept as it stands.
  func settle(_ world: World, at instant: Instant) {
    let isSet = choices == world.choices
    let now = world.standing(place, settings: isSet ? standing.settings : nil)
    choices = world.choices
    guard now != standing else { return }
    turns += 1
    let instant = later(than: instant)
    for (turn, change) in now.changes(since: standing).enumerated() {
      let number = journal.nextOrigin
      let id = Journal.Event.ID(cause: [
        change.type, place.origin, "\(number.run)-\(number.sequence)", "\(instant.microseconds)", "\(turns)-\(turn)",
      ])
      waiting.append(
        .append(
          Journal.Event(
            id: id, type: change.type, instant: instant, local: place.day(instant), payload: change.payload)))
    }
    standing = now
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
  func follow(from before: World, to after: World, at instant: Instant) {
    before.changes(to: after, at: instant, place) { change in
      switch change {
      case .void(let id): waiting.append(.void(id, at: instant))
      case .restore(let id): waiting.append(.restore(id))
      case .append(let fact): append(fact)
      case .takeBack(let name, let otherwise):
        if let id = named.removeValue(forKey: name) {
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
    fileprivate let named: [String: Journal.Event.ID]
  }

  func mark() -> Mark { Mark(waiting: waiting.count, named: named) }

  /// Forgets what was noted since, which must not have been committed.
  func forget(since mark: Mark) {
    waiting.removeLast(max(0, waiting.count - mark.waiting))
    named = mark.named
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
    case .append(let event) where !journal.contains(event.id):
      var events: [Journal.Event] = []
      while case .append(let event)? = changes.first, !journal.contains(event.id), seen.insert(event.id).inserted {
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
    case .append(let event)? where journal.contains(event.id): event.id
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
