import Bluesky
import Journal
import Stories
import StoryScript
import Timeline
import Timers

/// What outlives a session: written to the journal as it happens, and folded back into a world when the next one begins.
///
/// Ids come from what caused an event, so that nothing is saved twice. One thread owns it.
final class SavedState {
  private enum Kind {
    static let seen = "story.seen"
    static let liked = "story.liked"
    static let unliked = "story.unliked"
    static let post = "outbox.added"
  }

  /// Events of which the later one counts.
  private static let changingTypes = [Kind.liked, Kind.unliked] + SettledState.Kind.all

  let journal: Journal
  private var waiting: [Change] = []
  /// The event that liked a story in this session, so that it can be voided.
  private var likes: [Int: Journal.Event.ID] = [:]
  /// How often something of what is kept as it stands was written: makes its ids unique.
  private var turns = 0
  /// What was written last of what is kept as it stands.
  private var settled = SettledState()
  /// The latest instant of what was read or written of what changes to and fro: likes, and what is kept as it stands.
  /// What is written next of them comes after that, whatever the clock says: a virtual clock begins anew with every
  /// session, stands still between commands and goes back with `rewind`, and whoever changes something has seen what it
  /// was before.
  private var latest = Instant.distantPast
  /// Whether the timer that runs outlives the session: real sessions, where time goes on by itself.
  let keepsTimer: Bool

  /// What is to happen to the journal.
  private enum Change {
    case append(Journal.Event)
    case void(Journal.Event.ID, at: Instant)
    case restore(Journal.Event.ID)
  }

  init(_ journal: Journal) {
    self.journal = journal
    keepsTimer = journal.kind == .real
  }

  /// Opens a state folder, or makes it.
  /// - Throws: why it cannot be used, such as being one of the other kind.
  static func open(_ folder: String, kind: Session.Options.Kind) throws(Failure) -> SavedState {
    do throws(Journal.Failure) {
      let kind: Journal.Kind = kind == .real ? .real : .practice
      return SavedState(try Journal.open(folder: folder, kind: kind, device: DeviceName.of(folder)))
    } catch {
      throw .refused("the state folder '\(folder)' cannot be used: \(error.description)", error.remedy)
    }
  }

  // MARK: Reading

  /// Brings back what was saved. O(events).
  func restore(into world: inout World, _ ledger: inout TimerLedger, zone: Zone) throws(Failure) {
    settled = SettledState()
    var seen = StorySet()
    var liked = StorySet()
    var posts: [Post] = []
    var strange = 0
    var timerOrigin: Journal.Origin?
    let types =
      [Kind.seen, Kind.liked, Kind.unliked, Kind.post, TimerJournal.saved, TimerJournal.rated] + SettledState.Kind.all
    do {
      try journal.forEach(of: types) { saved in
        let event = saved.event
        if Self.changingTypes.contains(event.type) { latest = max(latest, event.instant) }
        switch event.type {
        case Kind.post:
          // A text that is no post any more was none when it was written; the journal keeps it all the same.
          guard let text = event.payload["text"]?.stringValue else { return }
          if let post = try? Post(text, created: event.instant) { posts.append(post) }
        case Kind.seen, Kind.liked, Kind.unliked:
          guard let story = event.payload["story"]?.integerValue else { return }
          switch event.type {
          case Kind.seen: seen.insert(Int(story))
          case Kind.liked: liked.insert(Int(story))
          default: liked.remove(Int(story))
          }
        case TimerJournal.saved, TimerJournal.rated:
          if let event = TimerJournal.event(saved) { ledger.add(event) } else { strange += 1 }
        case SettledState.Kind.timer:
          // The last that this device wrote, whatever its clock said: that may have been set back.
          guard saved.origin.device == journal.device, timerOrigin.map({ $0 < saved.origin }) ?? true else { return }
          timerOrigin = saved.origin
          if !settled.take(event) { strange += 1 }
        default:
          if !settled.take(event) { strange += 1 }
        }
      }
    } catch {
      throw .refused("the saved state cannot be read: \((error as? Journal.Failure)?.description ?? "\(error)")")
    }
    if strange > 0 {
      notices.append(
        "\(TimeText.count(strange, "saved event")) could not be understood; the journal keeps them as they are")
    }
    world.interactions = Interactions(seen: seen, liked: liked)
    for post in posts { world.outbox.add(post) }
    world.activities = settled.activities
    let start = world.countdown.now
    let taken = keepsTimer ? [] : Set(ledger.stints().lazy.filter { $0.started >= start }.map(\.id))
    world.household = Household(place: .init(device: journal.device.name, zone: zone, taken: taken))
    world.household.profile = settled.profile
    world.household.tutorial = settled.tutorial
  }

  /// What reading found that the user should know.
  private var notices: [String] = []
  /// How many of the journal's notices were told.
  private var toldNotices = 0

  /// What was found in the files since the last time that somebody asked.
  func takeNotices() -> [String] {
    defer { (notices, toldNotices) = ([], journal.notices.count) }
    return journal.notices.dropFirst(toldNotices).map(\.description) + notices
  }

  /// The timer that ran or was paused when this device was left; it stands at the instant when it was saved.
  var timer: Countdown? { settled.timer.flatMap { Countdown($0) } }

  // MARK: Others

  /// Whether everything that happened here is in the journal, so that the journal alone tells all.
  var isWritten: Bool { waiting.isEmpty && journal.pending.isEmpty }

  /// How many changes wait for a disk that takes them.
  var unwrittenCount: Int { waiting.count + journal.pending.count }

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

  /// Takes in what a player's event changed.
  func note(_ event: Player.Event, offset: Duration) {
    switch event.kind {
    case .storyStarted(_, let id, _): see(id, at: event.at, offset)
    case .liked(_, let id): like(id, at: event.at, offset)
    case .unliked(_, let id): unlike(id, at: event.at, offset)
    default: return
    }
  }

  private static func seenID(_ story: Int) -> Journal.Event.ID {
    Journal.Event.ID(cause: "story", "seen", "\(story)")
  }

  private func see(_ story: Int, at instant: Instant, _ offset: Duration) {
    add(Kind.seen, Self.seenID(story), story: story, at: instant, offset)
  }

  private func like(_ story: Int, at instant: Instant, _ offset: Duration) {
    let instant = later(than: instant)
    let id = Journal.Event.ID(cause: "story", "liked", "\(story)", "\(instant.microseconds)")
    likes[story] = id
    add(Kind.liked, id, story: story, at: instant, offset)
  }

  private func unlike(_ story: Int, at instant: Instant, _ offset: Duration) {
    let instant = later(than: instant)
    let id = Journal.Event.ID(cause: "story", "unliked", "\(story)", "\(instant.microseconds)")
    add(Kind.unliked, id, story: story, at: instant, offset)
  }

  /// The instant for what is written now, after everything that it may take back.
  private func later(than instant: Instant) -> Instant {
    let next = latest < instant || latest == .distantFuture ? instant : latest + Duration(microseconds: 1)
    latest = max(latest, next)
    return next
  }

  private func add(_ type: String, _ id: Journal.Event.ID, story: Int, at instant: Instant, _ offset: Duration) {
    waiting.append(
      .append(
        Journal.Event(
          id: id, type: type, instant: instant, local: Journal.LocalDay(at: instant, offset: offset),
          payload: ["story": .integer(Int64(story))])))
  }

  func note(_ entry: Outbox.Entry, offset: Duration) {
    let created = entry.post.created
    waiting.append(
      .append(
        Journal.Event(
          id: postID(entry), type: Kind.post, instant: created, local: Journal.LocalDay(at: created, offset: offset),
          payload: ["text": .string(entry.post.text)])))
  }

  /// Takes in a session or a rating.
  func note(_ event: TimerEvent, offset: Duration) {
    if let event = TimerJournal.event(event, offset: offset) { waiting.append(.append(event)) }
  }

  /// Takes in what of the world is kept as it stands.
  func settle(_ world: World, at instant: Instant, offset: Duration) {
    let now = SettledState(world, keepsTimer: keepsTimer)
    guard now != settled else { return }
    turns += 1
    let instant = later(than: instant)
    for (number, change) in now.changes(since: settled).enumerated() {
      // The journal's own number as well: another session on the same virtual clock must not seem to be this one.
      let origin = journal.nextOrigin
      let id = Journal.Event.ID(
        cause: change.type, origin.device.name, "\(origin.run)-\(origin.sequence)", "\(instant.microseconds)",
        "\(turns)-\(number)")
      waiting.append(
        .append(
          Journal.Event(
            id: id, type: change.type, instant: instant, local: Journal.LocalDay(at: instant, offset: offset),
            payload: change.payload)))
    }
    settled = now
  }

  private func postID(_ entry: Outbox.Entry) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: "outbox", journal.device.name, "\(entry.post.created.microseconds)", "\(entry.id)", entry.post.text)
  }

  // MARK: Taking back

  /// Takes in that the world became another version of itself: voids what is gone from it and restores what came back.
  func follow(from before: World, to after: World, at instant: Instant, offset: Duration) {
    for story in before.interactions.seen.sorted(without: after.interactions.seen) {
      waiting.append(.void(Self.seenID(story), at: instant))
    }
    for story in after.interactions.seen.sorted(without: before.interactions.seen) {
      waiting.append(.restore(Self.seenID(story)))
    }
    for story in before.interactions.liked.sorted(without: after.interactions.liked) {
      if let id = likes.removeValue(forKey: story) {
        waiting.append(.void(id, at: instant))
      } else {
        unlike(story, at: instant, offset)
      }
    }
    for story in after.interactions.liked.sorted(without: before.interactions.liked) {
      like(story, at: instant, offset)
    }
    let facts = before.household.facts.difference(to: after.household.facts)
    for fact in facts.gone {
      if let id = Journal.Event.ID(fact.id) { waiting.append(.void(id, at: instant)) }
    }
    for fact in facts.new {
      // It may never have been noted: what was lived again in another way.
      if let event = TimerJournal.event(fact, offset: offset) { waiting.append(.append(event)) }
    }
    guard before.outbox != after.outbox else { return }
    let (old, new) = (Set(before.outbox.entries), Set(after.outbox.entries))
    for entry in before.outbox.entries where !new.contains(entry) { waiting.append(.void(postID(entry), at: instant)) }
    for entry in after.outbox.entries where !old.contains(entry) { waiting.append(.restore(postID(entry))) }
  }

  /// What is on its way to the journal, to come back to.
  struct Mark {
    fileprivate let waiting: Int
    fileprivate let likes: [Int: Journal.Event.ID]
  }

  func mark() -> Mark { Mark(waiting: waiting.count, likes: likes) }

  /// Forgets what was noted since, which must not have been committed.
  func forget(since mark: Mark) {
    waiting.removeLast(max(0, waiting.count - mark.waiting))
    likes = mark.likes
  }

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
      throw .refused("this could not be saved yet: \(error.description)", "it is kept and tried again")
    }
  }

  /// Takes off the first change together with those of its kind behind it, and makes them durable in one write and one
  /// sync: an import, or its undoing, is thousands of them. What the disk refuses waits in the journal.
  private func write(_ first: Change, _ changes: inout ArraySlice<Change>) throws(Journal.Failure) {
    var seen: Set<Journal.Event.ID> = []
    var ids: [Journal.Event.ID] = []
    switch first {
    case .append(let event) where !journal.contains(event.id):
      var events: [Journal.Event] = []
      while case .append(let event)? = changes.first, !journal.contains(event.id), seen.insert(event.id).inserted {
        events.append(event)
        changes.removeFirst()
      }
      try journal.append(events)
    case .append, .restore:
      while let id = restored(by: changes.first), seen.insert(id).inserted {
        if journal.contains(id) { ids.append(id) }
        changes.removeFirst()
      }
      try journal.restore(ids)
    case .void(_, let instant):
      while case .void(let id, let at)? = changes.first, at == instant, seen.insert(id).inserted {
        if journal.contains(id) { ids.append(id) }
        changes.removeFirst()
      }
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
