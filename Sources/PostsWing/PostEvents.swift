import Bluesky
import RichText
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The events of posts and drafts.
package struct PostEvents {
  let session: Session

  package init(_ session: Session) { self.session = session }

  static let all = [queued.row, removed.row, drafted.row, edited.row, discarded.row]

  static let queued = EventEntry<Outbox.Entry>(
    "post.queued", "a post was added to the outbox", lasts: true,
    fields: [
      .init("post", "the post's number in the outbox") { $0.id },
      .init("text", "the text as it will be published") { $0.post.text },
      .init("graphemes", "the length in characters") { $0.post.measure.graphemes },
      .init("bytes", "the length in UTF-8 bytes") { $0.post.measure.bytes },
      .init("facets", "mentions, links and tags, as a list") {
        .list($0.post.facets.map { .record(PostRecord.make($0)) })
      },
    ],
    says: { line, entry, _ in
      line.write(.done, "post ", entry.id, " is in the outbox (", entry.post.measure.graphemes, " of 300 characters)")
    }, reason: why,
    renewed: { entry, session in
      let sending = session.world.posts.sending
      guard let name = sending.savedName(entry.identity) else { return entry }
      return sending.outbox.entries.first { sending.savedName($0.identity) == name } ?? entry
    })

  static let removed = EventEntry<RemovedPost>(
    "post.removed", "a post was removed from the outbox", lasts: true,
    fields: [
      .init("post", "the post's number in the outbox") { $0.entry.id },
      .init("text", "the text") { $0.entry.post.text },
      .init("key", "the post's key, if it may have been published: the server did not respond to the last attempt") {
        $0.place?.key
      },
    ],
    says: { line, removed, _ in
      let end = removed.place.map { "it may have been published; try: delete \($0.key)" } ?? "it was not published"
      line.write(.done, "post ", removed.entry.id, " removed from the outbox; ", end)
    },
    reason: { fields, _ in
      fields["key"]?.text == nil
        ? ["The post was removed from the outbox before it was published."]
        : ["The post was removed from the outbox before it was clear whether the last attempt had reached the server."]
    })

  static let drafted = EventEntry<Drafts.Entry>(
    "draft.kept", "a draft was saved", lasts: true, fields: fields,
    says: { line, draft, session in
      let words = session.persistence == nil ? " written, but it will be lost when this session ends" : " saved"
      line.write(.done, "draft ", draft.id, words)
    },
    reason: { _, _ in ["A draft is not a post until `draft post` publishes it."] }, renewed: renewed)

  static let edited = EventEntry<Drafts.Entry>(
    "draft.edited", "a draft was changed", lasts: true, fields: fields,
    says: { line, draft, _ in line.write(.done, "draft ", draft.id, " changed") },
    reason: { _, _ in ["`draft edit` changed the draft's text."] }, renewed: renewed)

  static let discarded = EventEntry<Drafts.Entry>(
    "draft.removed", "a draft was removed", lasts: true, fields: fields,
    says: { line, draft, _ in line.write(.done, "draft ", draft.id, " removed") },
    reason: { _, why in
      [
        why.command == "draft post"
          ? "`draft post` turned the draft into a post." : "`\(why.input.text)` removed the draft."
      ]
    })

  private static let renewed: @Sendable (Drafts.Entry, Session) -> Drafts.Entry = { draft, session in
    session.world.posts.drafts.entries.first { $0.key == draft.key } ?? draft
  }

  private static var fields: [EventField<Drafts.Entry>] {
    [.init("draft", "the draft's number") { $0.id }, .init("text", "the text") { $0.text }]
  }

  /// Explains the arithmetic of a post: its length, and the positions of its facets.
  ///
  /// A link may be displayed shortened: only the post itself knows the link's position and target, not its text.
  private static func why(_ fields: Record, _ why: Reasoning) -> [String] {
    func count(_ field: String) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
    let entry = why.session.world.posts.outbox[count("post")]
    let length =
      "The post \(entry == nil ? "was put into" : "is waiting in") the outbox, with \(count("graphemes")) of 300 characters "
      + "and \(TimeText.grouped(count("bytes"))) of 3,000 UTF-8 bytes."
    guard let post = entry?.post else { return [length] }
    let bytes = Array(post.text.utf8)
    let facets = post.facets.prefix(3).map { facet in
      let piece = String(decoding: bytes[facet.range], as: UTF8.self)
      return "`\(piece)` starts at byte \(facet.range.lowerBound) and ends before byte \(facet.range.upperBound)"
    }
    return [
      length,
      facets.isEmpty
        ? "It has no mention, tag or link."
        : "Its facets, with byte positions: \(facets.joined(separator: ", ")).",
    ]
  }
}

extension PostEvents {
  package func report(_ event: PostPart.Event) {
    switch event {
    case .queued(let entry): session.emit(PostEvents.queued, entry, at: entry.post.created)
    case .removed(let entry): session.emit(PostEvents.removed, entry, at: session.now)
    case .drafted(let draft): session.emit(PostEvents.drafted, draft, at: session.now)
    case .edited(let draft): session.emit(PostEvents.edited, draft, at: session.now)
    case .discarded(let draft): session.emit(PostEvents.discarded, draft, at: session.now)
    case .attached, .detached: ImageEvents(session).report(image: event)
    case .due, .sent, .failed, .deleted, .network: SendingEvents(session).report(sending: event)
    case .reacted, .unreacted: ReactionEvents(session).report(reaction: event)
    case .listening, .asks, .post, .notification, .unheard, .streams, .streamed:
      ListeningEvents(session).report(listening: event)
    }
  }
}
