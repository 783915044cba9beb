import Bluesky
import Timeline

/// The posts' share of a session: those that wait to be published, and those that are still being thought about.
public struct PostPart: WorldPart {
  /// All of it in one box, so that a copy of the world is small.
  private struct Desk: Hashable, Sendable {
    var outbox = Outbox()
    var drafts = Drafts()
    /// The posts that left the outbox, by the names under which they are kept, and how.
    var ended: [String: PostEnd] = [:]
  }
  @CopyOnWrite private var desk = Desk()

  public var outbox: Outbox { desk.outbox }
  public var drafts: Drafts { desk.drafts }
  var ended: [String: PostEnd] { desk.ended }

  enum Event: Sendable {
    case queued(Outbox.Entry)
    case removed(Outbox.Entry)
    case drafted(Drafts.Entry)
    case edited(Drafts.Entry)
    case discarded(Drafts.Entry)
  }

  // MARK: Changes

  /// Takes posts in: one, or the pieces of a thread.
  mutating func add(_ posts: [Post]) -> [Outbox.Entry] { desk.outbox.add(thread: posts) }

  /// Takes a post out of the outbox.
  /// - Parameter place: where it is kept, if anywhere.
  mutating func remove(_ number: Int, _ place: KeptPlace?) -> Outbox.Entry? {
    guard let entry = desk.outbox.remove(number) else { return nil }
    if let place { desk.ended[Self.id(entry.identity, place).text] = .removed }
    return entry
  }

  /// Begins a draft.
  /// - Parameter place: where it is kept, if anywhere.
  mutating func draft(_ text: String, at instant: Instant, _ place: KeptPlace?) -> Drafts.Entry {
    desk.drafts.add(text, at: instant, origin: place?.origin ?? "")
  }
  mutating func edit(_ id: Int, _ text: String) -> Drafts.Entry? { desk.drafts.edit(id, text) }
  mutating func discard(_ id: Int) -> Drafts.Entry? { desk.drafts.remove(id) }

  mutating func absorb(_ event: Event, _ keep: (Outbox.Entry) -> Void) -> Bool {
    switch event {
    case .queued(let entry): keep(entry)
    // Kept as they stand.
    case .removed, .drafted, .edited, .discarded: break
    }
    return true
  }

  // MARK: Undo

  enum Aspect: UInt8, CaseIterable, Sendable { case outbox, drafts }

  func isSame(as other: PostPart) -> Bool { $desk.isShared(with: other.$desk) }

  func differs(in aspect: Aspect, from other: PostPart) -> Bool {
    switch aspect {
    case .outbox: outbox != other.outbox || ended != other.ended
    case .drafts: drafts != other.drafts
    }
  }

  mutating func take(_ aspect: Aspect, from other: PostPart) {
    switch aspect {
    case .outbox: (desk.outbox, desk.ended) = (other.outbox, other.ended)
    case .drafts: desk.drafts = other.drafts
    }
  }

  func storage(apartFrom previous: PostPart) -> Int {
    if isSame(as: previous) { return 0 }
    return CopyOnWrite<Desk>.bytes + (outbox.count == previous.outbox.count ? 0 : outbox.pieceBytes)
      + (drafts == previous.drafts ? 0 : drafts.storageBytes)
  }

  // MARK: What is kept

  mutating func restore(_ kept: PostJournal, _ place: KeptPlace) {
    var new = Desk()
    new.ended = kept.standing.ended
    var identities: [String: Outbox.Identity] = [:]
    for post in kept.posts where new.ended[post.id] == nil {
      let entry = new.outbox.add(post.post, origin: post.id, follows: post.follows.flatMap { identities[$0] })
      identities[post.id] = entry.identity
    }
    new.drafts = Drafts(kept.standing.drafts)
    desk = new
  }

  /// The numbers of posts and drafts stay as long as there are no others.
  mutating func join(_ kept: PostJournal, _ place: KeptPlace) {
    let before = desk
    restore(kept, place)
    if before.outbox.entries.map(\.post) == outbox.entries.map(\.post) { desk.outbox = before.outbox }
    if before.drafts.texts == drafts.texts { desk.drafts = before.drafts }
  }
}

/// How a post left the outbox.
enum PostEnd: String, Sendable {
  /// Somebody took it out.
  case removed
}
