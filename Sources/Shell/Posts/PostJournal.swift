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
    let account: String?
    let planned: Instant?
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
          "account": "the DID of the account that it was written for, if one was logged in",
          "planned": "when it goes out, in microseconds since 1970, where somebody chose that",
        ])
    case .state:
      KeptKind(
        name: "post.state", changes: true, summary: "what became of a post in the outbox",
        fields: [
          "post": "the id of its event",
          "state": "waiting, removed, sending (written before the first try), sent or refused",
          "key": "its record's key, while sending", "account": "the DID of the account, while sending or refused",
          "record": "what is sent, while sending", "uri": "its address, once sent", "cid": "what it said, once sent",
          "root": "the post with which its conversation began, where it is an answer",
          "words": "why it was refused",
        ])
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
      posts.append(
        Kept(
          id: saved.event.id.text, post: post, follows: payload["follows"]?.stringValue,
          account: payload["account"]?.stringValue,
          planned: payload["planned"]?.integerValue.map { Instant(microseconds: $0) }))
    }
    return true
  }
}

/// The posts' state that is kept as it stands.
struct StandingPosts: Hashable, Sendable {
  var fates: [String: PostFate] = [:]
  var drafts: [String: String] = [:]

  /// The events to append so that `self` holds where `before` held.
  func changes(since before: StandingPosts) -> [(name: PostJournal.Name, payload: Journal.Payload)] {
    var changes: [(name: PostJournal.Name, payload: Journal.Payload)] = []
    for id in Self.differing(fates, before.fates) {
      let fields = fates[id]?.fields ?? [.init("state", .string(Self.waiting))]
      changes.append((.state, Journal.Payload([.init("post", .string(id))] + fields)))
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
      let fate = PostFate(payload)
      guard fate != nil || state == Self.waiting else { return false }
      // Another device that still tried to send it, or to take it out, has come too late.
      if case .sent? = fates[id] { return true }
      fates[id] = fate
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
    if let follows = entry.follows { fields.append(.init("follows", .string(id(follows, place.origin).text))) }
    if let account = entry.account { fields.append(.init("account", .string(account))) }
    if let planned = entry.planned { fields.append(.init("planned", .integer(planned.microseconds))) }
    return KeptFact(
      type: Kept.kind(.queued).name, identity: .id(id(entry.identity, place.origin)), at: entry.post.created,
      payload: Journal.Payload(fields))
  }

  /// - Parameter origin: the place where it is kept, as ids name it.
  static func id(_ post: Outbox.Identity, _ origin: String) -> Journal.Event.ID {
    post.origin.flatMap { Journal.Event.ID($0) }
      ?? Journal.Event.ID(cause: "outbox", origin, "\(post.created.microseconds)", "\(post.number)", post.written)
  }

  /// `undo` and `redo` take what was queued out of the journal and back; what was removed stands there as it stands.
  func changes(to other: PostPart, at instant: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void) {
    guard differs(in: .outbox, from: other) else { return }
    let (mine, theirs) = (outbox.entries, other.outbox.entries)
    let (old, new) = (Set(mine), Set(theirs))
    for entry in mine where !new.contains(entry) {
      let id = Self.id(entry.identity, place.origin)
      if other.fates[id.text]?.isOver != true { change(.void(id)) }
    }
    for entry in theirs where !old.contains(entry) {
      let id = Self.id(entry.identity, place.origin)
      if fates[id.text]?.isOver != true { change(.restore(id)) }
    }
  }

  func standing(_ place: KeptPlace) -> StandingPosts { StandingPosts(fates: fates, drafts: drafts.texts) }
  static func standing(_ kept: Kept) -> StandingPosts { kept.standing }
  static func changes(
    from before: StandingPosts, to standing: StandingPosts
  ) -> [(name: Kept.Name, payload: Journal.Payload)] { standing.changes(since: before) }
}
