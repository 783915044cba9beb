import Bluesky
import JSON
import Journal
import Timeline

/// The persistence of posts in the journal.
extension PostPart {
  package typealias Persisted = PostJournal
  package typealias Fact = Outbox.Entry

  static func kept(_ entry: Outbox.Entry, _ place: PersistedPlace) -> PersistedFact? {
    var fields: [JSON.Field] = [.init("text", .string(entry.post.written))]
    let labels = entry.post.labels
    if !labels.languages.isEmpty { fields.append(.init("langs", .array(labels.languages.map { .string($0) }))) }
    if !labels.tags.isEmpty { fields.append(.init("tags", .array(labels.tags.map { .string($0) }))) }
    if !labels.warnings.isEmpty { fields.append(.init("warnings", .array(labels.warnings.map { .string($0) }))) }
    func name(_ target: PostTarget) -> JSON {
      switch target {
      case .there(let address): .string(address.description)
      case .own(let identity): .string(id(identity, place.session).text)
      }
    }
    if let answers = entry.extras.answers { fields.append(.init("follows", name(answers))) }
    if let quotes = entry.extras.quotes { fields.append(.init("quotes", name(quotes))) }
    if !entry.extras.images.isEmpty { fields.append(.init("images", .array(entry.extras.images.map { $0.json }))) }
    if let card = entry.extras.card { fields.append(.init("card", card.json)) }
    if !entry.extras.gates.isOpen { fields.append(.init("gates", entry.extras.gates.json)) }
    if let account = entry.account { fields.append(.init("account", .string(account))) }
    if let planned = entry.planned { fields.append(.init("planned", .integer(planned.microseconds))) }
    return PersistedFact(
      type: Persisted.kind(.queued).name, identity: .id(id(entry.identity, place.session)), at: entry.post.created,
      payload: Journal.Payload(fields))
  }

  /// - Parameter origin: the place at which the post is kept, as in event ids.
  package static func id(_ post: Outbox.Identity, _ origin: String) -> Journal.Event.ID {
    post.origin.flatMap { Journal.Event.ID($0) }
      ?? Journal.Event.ID(cause: "outbox", origin, "\(post.created.microseconds)", "\(post.number)", post.written)
  }

  /// `undo` and `redo` remove queued posts from the journal and restore them; the removal of a post is kept as
  /// current state.
  func changes(to other: PostPart, at instant: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void) {
    guard differs(in: .outbox, from: other) else { return }
    let (mine, theirs) = (outbox.entries, other.outbox.entries)
    let (old, new) = (Set(mine), Set(theirs))
    for entry in mine where !new.contains(entry) {
      let id = Self.id(entry.identity, place.session)
      if other.sending.savedStates[id.text]?.isOver != true { change(.void(id)) }
    }
    for entry in theirs where !old.contains(entry) {
      let id = Self.id(entry.identity, place.session)
      if sending.savedStates[id.text]?.isOver != true { change(.restore(id)) }
    }
  }

  func snapshot(_ place: PersistedPlace) -> PostsSnapshot {
    PostsSnapshot(
      savedStates: sending.savedStates, drafts: drafts.texts, pendingReactions: pendingReactions.pendingByName,
      marks: places,
      mutedWords: mutedWords)
  }
  static func snapshot(_ kept: Persisted) -> PostsSnapshot { kept.snapshot }
  static func changes(
    from before: PostsSnapshot, to snapshot: PostsSnapshot
  ) -> [(name: Persisted.Name, payload: Journal.Payload)] { snapshot.changes(since: before) }
}
