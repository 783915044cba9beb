import Bluesky
import JSON
import Journal
import Timeline

/// The posts in the journal: how they are written, and the fold of what it says of them.
struct PostJournal: KeptShare {
  /// A post that was written and not taken back.
  struct Kept {
    /// The name of its event.
    let id: String
    let post: Post
    /// That of the post which it continues.
    let follows: String?
  }

  private(set) var posts: [Kept] = []
  private(set) var standing = StandingPosts()

  enum Name: CaseIterable, Hashable, Sendable { case queued, state, draft }

  static func kind(_ name: Name) -> KeptKind {
    switch name {
    case .queued:
      KeptKind(
        name: "post.queued", formerly: ["outbox.added"], summary: "a post was put into the outbox",
        fields: [
          "text": "what was typed", "langs": "its languages, where there are any",
          "tags": "its tags beside the text, where there are any",
          "follows": "the id of the post that it continues, in a thread",
        ])
    case .state:
      KeptKind(
        name: "post.state", changes: true, summary: "what became of a post in the outbox",
        fields: ["post": "the id of its event", "state": "waiting or removed"])
    case .draft:
      KeptKind(
        name: "draft.state", changes: true, summary: "a draft as it is from now on",
        fields: ["draft": "its id, for ever", "text": "what it says; null when it is gone"])
    }
  }

  mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
    guard let payload = try? saved.event.payload.json else { return false }
    guard name == .queued else { return standing.take(name, payload) }
    guard let text = payload["text"]?.stringValue else { return false }
    func words(_ field: String) -> [String] { payload[field]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    let labels = (try? Post.Labels(languages: words("langs"), tags: words("tags"))) ?? Post.Labels()
    // A text that is no post any more was none when it was written; the journal keeps it all the same.
    if let post = try? Post(text, created: saved.event.instant, labels: labels) {
      posts.append(Kept(id: saved.event.id.text, post: post, follows: payload["follows"]?.stringValue))
    }
    return true
  }
}

/// The posts' state that is kept as it stands.
struct StandingPosts: Hashable, Sendable {
  var ended: [String: PostEnd] = [:]
  var drafts: [String: String] = [:]

  /// The events to append so that `self` holds where `before` held.
  func changes(since before: StandingPosts) -> [(name: PostJournal.Name, payload: Journal.Payload)] {
    var changes: [(name: PostJournal.Name, payload: Journal.Payload)] = []
    for id in Self.differing(ended, before.ended) {
      changes.append((.state, ["post": .string(id), "state": .string(ended[id]?.rawValue ?? Self.waiting)]))
    }
    for id in Self.differing(drafts, before.drafts) {
      changes.append((.draft, ["draft": .string(id), "text": drafts[id].map { .string($0) } ?? .null]))
    }
    return changes
  }

  private static let waiting = "waiting"

  private static func differing<Value: Equatable>(_ a: [String: Value], _ b: [String: Value]) -> [String] {
    if a == b { return [] }
    return Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.sorted()
  }

  /// Takes an event in, in the order of folding.
  /// - Returns: whether it could be understood.
  mutating func take(_ name: PostJournal.Name, _ payload: JSON) -> Bool {
    switch name {
    case .state:
      guard let id = payload["post"]?.stringValue, let state = payload["state"]?.stringValue else { return false }
      let end = PostEnd(rawValue: state)
      guard end != nil || state == Self.waiting else { return false }
      ended[id] = end
      return true
    case .draft:
      guard let id = payload["draft"]?.stringValue, let text = payload["text"],
        text == .null || text.stringValue != nil
      else { return false }
      drafts[id] = text.stringValue
      return true
    case .queued: return false
    }
  }
}

extension PostPart {
  typealias Kept = PostJournal

  static func kept(_ entry: Outbox.Entry, _ place: KeptPlace) -> KeptFact? {
    var fields: [JSON.Field] = [.init("text", .string(entry.post.written))]
    let labels = entry.post.labels
    if !labels.languages.isEmpty { fields.append(.init("langs", .array(labels.languages.map { .string($0) }))) }
    if !labels.tags.isEmpty { fields.append(.init("tags", .array(labels.tags.map { .string($0) }))) }
    if let follows = entry.follows { fields.append(.init("follows", .string(id(follows, place).text))) }
    return KeptFact(
      type: Kept.kind(.queued).name, identity: .id(id(entry.identity, place)), at: entry.post.created,
      payload: Journal.Payload(fields))
  }

  static func id(_ post: Outbox.Identity, _ place: KeptPlace) -> Journal.Event.ID {
    post.origin.flatMap { Journal.Event.ID($0) }
      ?? Journal.Event.ID(cause: "outbox", place.origin, "\(post.created.microseconds)", "\(post.number)", post.written)
  }

  /// `undo` and `redo` take what was queued out of the journal and back; what was removed stands there as it stands.
  func changes(to other: PostPart, at instant: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void) {
    guard differs(in: .outbox, from: other) else { return }
    let (mine, theirs) = (outbox.entries, other.outbox.entries)
    let (old, new) = (Set(mine), Set(theirs))
    for entry in mine where !new.contains(entry) {
      let id = Self.id(entry.identity, place)
      if other.ended[id.text] == nil { change(.void(id)) }
    }
    for entry in theirs where !old.contains(entry) {
      let id = Self.id(entry.identity, place)
      if ended[id.text] == nil { change(.restore(id)) }
    }
  }

  func standing(_ place: KeptPlace) -> StandingPosts { StandingPosts(ended: ended, drafts: drafts.texts) }
  static func standing(_ kept: Kept) -> StandingPosts { kept.standing }
  static func changes(
    from before: StandingPosts, to standing: StandingPosts
  ) -> [(name: Kept.Name, payload: Journal.Payload)] { standing.changes(since: before) }
}
