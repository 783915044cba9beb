import Bluesky
import Journal
import Stories
import StoryScript
import Timeline

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

  let journal: Journal
  private var waiting: [Journal.Event] = []

  init(_ journal: Journal) { self.journal = journal }

  /// Opens a state folder, or makes it.
  /// - Throws: why it cannot be used, such as being one of the other kind.
  static func open(_ folder: String, kind: Session.Options.Kind) throws(Failure) -> SavedState {
    do throws(Journal.Failure) {
      let device = Journal.DeviceID(nearest: Environment.hostName)
      return SavedState(
        try Journal.open(folder: folder, kind: kind == .real ? .real : .practice, device: device))
    } catch {
      throw .refused("the state folder '\(folder)' cannot be used: \(error.description)")
    }
  }

  // MARK: Reading

  /// Brings back what was saved. O(events).
  func restore(into world: inout World) throws(Failure) {
    var seen = StorySet()
    var liked = StorySet()
    var posts: [Post] = []
    do {
      try journal.forEach(of: [Kind.seen, Kind.liked, Kind.unliked, Kind.post]) { saved in
        let event = saved.event
        switch event.type {
        case Kind.post:
          // A text that is no post any more was none when it was written; the journal keeps it all the same.
          guard let text = event.payload["text"]?.stringValue else { return }
          if let post = try? Post(text, created: event.instant) { posts.append(post) }
        default:
          guard let story = event.payload["story"]?.integerValue else { return }
          switch event.type {
          case Kind.seen: seen.insert(Int(story))
          case Kind.liked: liked.insert(Int(story))
          default: liked.remove(Int(story))
          }
        }
      }
    } catch {
      throw .refused("the saved state cannot be read: \((error as? Journal.Failure)?.description ?? "\(error)")")
    }
    world.interactions = Interactions(seen: seen, liked: liked)
    for post in posts { world.outbox.add(post) }
  }

  // MARK: Writing

  /// Takes in what a player's event changed.
  func note(_ event: Player.Event, offset: Duration) {
    let at = "\(event.at.microseconds)"
    switch event.kind {
    case .storyStarted(_, let id, _):
      add(Kind.seen, Journal.Event.ID(cause: "story", "seen", "\(id)"), story: id, at: event.at, offset)
    case .liked(_, let id):
      add(Kind.liked, Journal.Event.ID(cause: "story", "liked", "\(id)", at), story: id, at: event.at, offset)
    case .unliked(_, let id):
      add(Kind.unliked, Journal.Event.ID(cause: "story", "unliked", "\(id)", at), story: id, at: event.at, offset)
    default: return
    }
  }

  private func add(_ type: String, _ id: Journal.Event.ID, story: Int, at instant: Instant, _ offset: Duration) {
    waiting.append(
      Journal.Event(
        id: id, type: type, instant: instant, local: Journal.LocalDay(at: instant, offset: offset),
        payload: ["story": .integer(Int64(story))]))
  }

  func note(_ entry: Outbox.Entry, offset: Duration) {
    let created = entry.post.created
    let id = Journal.Event.ID(cause: "outbox", journal.device.name, "\(created.microseconds)", "\(entry.id)")
    waiting.append(
      Journal.Event(
        id: id, type: Kind.post, instant: created, local: Journal.LocalDay(at: created, offset: offset),
        payload: ["text": .string(entry.post.text)]))
  }

  /// Makes everything durable that was noted since the last time.
  /// - Throws: what the disk says; the events stay in memory and are tried again the next time.
  func commit() throws(Failure) {
    guard !waiting.isEmpty || !journal.pending.isEmpty else { return }
    let events = waiting
    waiting = []
    do throws(Journal.Failure) {
      try journal.append(events)
    } catch {
      throw .refused("this could not be saved yet: \(error.description)", "it is kept and tried again")
    }
  }
}
