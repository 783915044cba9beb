import Bluesky
import Journal
import Timeline

/// The posts' share of a session: those that wait to be published.
public struct PostPart: WorldPart {
  @CopyOnWrite public private(set) var outbox = Outbox()

  enum Event: Sendable {
    case queued(Outbox.Entry)
  }

  /// Takes a post in.
  mutating func add(_ post: Post) -> Outbox.Entry { outbox.add(post) }

  mutating func absorb(_ event: Event, _ keep: (Outbox.Entry) -> Void) -> Bool {
    switch event {
    case .queued(let entry): keep(entry)
    }
    return true
  }

  // MARK: Undo

  enum Aspect: UInt8, CaseIterable, Sendable { case outbox }

  func isSame(as other: PostPart) -> Bool { $outbox.isShared(with: other.$outbox) }

  func differs(in aspect: Aspect, from other: PostPart) -> Bool {
    switch aspect {
    case .outbox: $outbox != other.$outbox
    }
  }

  mutating func take(_ aspect: Aspect, from other: PostPart) {
    switch aspect {
    case .outbox: outbox = other.outbox
    }
  }

  func storage(apartFrom previous: PostPart) -> Int {
    outbox.count == previous.outbox.count ? 0 : outbox.pieceBytes + CopyOnWrite<Outbox>.bytes
  }
}

// MARK: - What is kept

extension PostPart {
  /// The posts that were written and not taken back.
  struct Kept: KeptShare {
    enum Name: CaseIterable, Hashable, Sendable { case queued }

    fileprivate var posts: [Post] = []

    static func kind(_ name: Name) -> KeptKind {
      KeptKind(
        name: "post.queued", formerly: ["outbox.added"], summary: "a post was put into the outbox",
        fields: ["text": "what it says"])
    }

    mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      guard let text = saved.event.payload["text"]?.stringValue else { return false }
      // A text that is no post any more was none when it was written; the journal keeps it all the same.
      if let post = try? Post(text, created: saved.event.instant) { posts.append(post) }
      return true
    }
  }

  static func kept(_ entry: Outbox.Entry, _ place: KeptPlace) -> KeptFact? {
    KeptFact(
      type: Kept.kind(.queued).name, identity: .id(id(entry, place)), at: entry.post.created,
      payload: ["text": .string(entry.post.text)])
  }

  private static func id(_ entry: Outbox.Entry, _ place: KeptPlace) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: "outbox", place.origin, "\(entry.post.created.microseconds)", "\(entry.id)", entry.post.text)
  }

  func changes(to other: PostPart, at instant: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void) {
    guard differs(in: .outbox, from: other) else { return }
    let (mine, theirs) = (outbox.entries, other.outbox.entries)
    let (old, new) = (Set(mine), Set(theirs))
    for entry in mine where !new.contains(entry) { change(.void(Self.id(entry, place))) }
    for entry in theirs where !old.contains(entry) { change(.restore(Self.id(entry, place))) }
  }

  mutating func restore(_ kept: Kept, _ place: KeptPlace) {
    outbox = Outbox()
    for post in kept.posts { outbox.add(post) }
  }

  /// The numbers of posts stay as long as there are no others.
  mutating func join(_ kept: Kept, _ place: KeptPlace) {
    if outbox.entries.map(\.post) != kept.posts { restore(kept, place) }
  }
}
