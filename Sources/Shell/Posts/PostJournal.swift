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
    /// The posts that it answers and quotes: their addresses, or the names of their events.
    let answers: String?
    let quotes: String?
    let images: [PostImage]
    let account: String?
    let planned: Instant?

    /// - Parameter own: the post of an event.
    func extras(_ own: (String) -> Outbox.Identity?) -> PostExtras {
      func target(_ text: String?) -> PostTarget? {
        text.flatMap { text in RecordAddress(text).map { .there($0) } ?? own(text).map { .own($0) } }
      }
      return PostExtras(answers: target(answers), quotes: target(quotes), images: images)
    }
  }

  private(set) var posts: [Kept] = []
  private(set) var standing = StandingPosts()

  enum Name: CaseIterable, Hashable, Sendable { case queued, state, draft, reaction, mark, heard }

  static func kind(_ name: Name) -> KeptKind {
    switch name {
    case .queued:
      KeptKind(
        name: "post.queued", formerly: ["outbox.added"], summary: "a post was put into the outbox",
        fields: [
          "text": "what was typed", "langs": "its languages, where there are any",
          "tags": "its tags beside the text, where there are any",
          "follows": "the post that it answers: the id of its event, as in a thread, or its address at://…",
          "quotes": "the post that it quotes, in the same way",
          "images": "its pictures, where there are any: the name of each one's bytes, what it is and what it shows",
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
    case .reaction:
      KeptKind(
        name: "reaction.state", changes: true,
        summary: "a like, repost, bookmark, follow, mute, block or what was seen: still to be sent, or taken back",
        fields: [
          "reaction": "whose it is, what it is, and about which post or person, or up to when something was seen",
          "wish": "how it is wanted, how it is on the server, and what to send; null when both are the same",
        ])
    case .mark:
      KeptKind(
        name: "timeline.state", changes: true, summary: "how far somebody has read their timeline",
        fields: [
          "account": "the DID of their account",
          "mark": "when the newest read post came, up to when nothing is new, and the names of what was read since",
        ])
    case .heard:
      KeptKind(
        name: "listening.state", changes: true, summary: "how far a list was heard, so that nothing arrives twice",
        fields: ["list": "the DID of who listens, and what is asked", "mark": "as in `timeline.state`"])
    }
  }

  mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
    guard let payload = try? saved.event.payload.json else { return false }
    guard name == .queued else { return standing.take(name, payload) }
    guard let text = payload["text"]?.stringValue else { return false }
    func words(_ field: String) -> [String] { payload[field]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    let labels = (try? Post.Labels(languages: words("langs"), tags: words("tags"))) ?? Post.Labels()
    // A text that is no post any more was none when it was written; the journal keeps it all the same.
    let images = (payload["images"]?.arrayValue ?? []).compactMap { PostImage($0) }
    let quotes = payload["quotes"]?.stringValue
    let hasEmbed = quotes != nil || !images.isEmpty
    if let post = try? Post(text, created: saved.event.instant, labels: labels, mayBeEmpty: hasEmbed) {
      posts.append(
        Kept(
          id: saved.event.id.text, post: post, answers: payload["follows"]?.stringValue, quotes: quotes, images: images,
          account: payload["account"]?.stringValue,
          planned: payload["planned"]?.integerValue.map { Instant(microseconds: $0) }))
    }
    return true
  }
}

extension PostPart {
  typealias Kept = PostJournal

  static func kept(_ entry: Outbox.Entry, _ place: KeptPlace) -> KeptFact? {
    var fields: [JSON.Field] = [.init("text", .string(entry.post.written))]
    let labels = entry.post.labels
    if !labels.languages.isEmpty { fields.append(.init("langs", .array(labels.languages.map { .string($0) }))) }
    if !labels.tags.isEmpty { fields.append(.init("tags", .array(labels.tags.map { .string($0) }))) }
    func name(_ target: PostTarget) -> JSON {
      switch target {
      case .there(let address): .string(address.description)
      case .own(let identity): .string(id(identity, place.origin).text)
      }
    }
    if let answers = entry.extras.answers { fields.append(.init("follows", name(answers))) }
    if let quotes = entry.extras.quotes { fields.append(.init("quotes", name(quotes))) }
    if !entry.extras.images.isEmpty { fields.append(.init("images", .array(entry.extras.images.map(\.json)))) }
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

  func standing(_ place: KeptPlace) -> StandingPosts {
    StandingPosts(fates: fates, drafts: drafts.texts, wishes: wishes.pendingByName, marks: places, heard: heard)
  }
  static func standing(_ kept: Kept) -> StandingPosts { kept.standing }
  static func changes(
    from before: StandingPosts, to standing: StandingPosts
  ) -> [(name: Kept.Name, payload: Journal.Payload)] { standing.changes(since: before) }
}
