import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The events of lists that the user listens to.
struct ListeningEvents {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let all = [posts.row, streamed.row, notifications.row, changed.row, failed.row]

  /// The fields of a post's record, with their meanings.
  private static let postFields: KeyValuePairs<String, String> = [
    "ref": "the post's number, as in @3", "uri": "the post's address", "cid": "the hash of the post",
    "author": "the author's handle", "name": "the author's display name", "text": "the text",
    "created": "the time at which the post was written", "likes": "the number of likes",
    "reposts": "the number of reposts", "replies": "the number of replies", "quotes": "the number of quotes",
    "liked": "`true` if you liked the post", "reposted": "`true` if you reposted the post",
    "bookmarked": "`true` if you bookmarked the post",
    "parent": "the address of the post to which it replies", "root": "the address of the conversation's first post",
    "by": "the handle of the person who reposted the post", "embed": "other embedded content, as a record",
    "images": "the pictures, as records", "links": "the addresses of the links", "tags": "the tags",
    "langs": "the languages",
    "labels": "the labels from moderators or the author",
    "hidden": "the reason why the post is hidden; none if it is shown",
    "pinned": "`true` if the author pinned the post", "closed": "`true` if you cannot reply to the post",
  ]

  static let posts = EventEntry<Arrival>(
    "timeline.arrived", "a post arrived in a list that you are listening to",
    fields: [
      .init("list", "the list: timeline, a feed, a list of people, a starter pack or a handle") { .text($0.list) }
    ] + copied(postFields),
    says: { line, arrival, _ in
      line.mark(.starts)
      write(&line, ref(arrival.record), ": ", arrival)
    },
    reason: { fields, _ in ["`listen to \(fields["list"]?.text ?? "")` checks for new posts there."] })

  /// The fields of a post that a stream has: no one has reacted to the post yet, and the session gives it no number.
  private static let streamFields: KeyValuePairs<String, String> = [
    "uri": "the post's address", "cid": "the hash of the post",
    "author": "the author's handle, or the DID if the handle is not known",
    "did": "the author's DID, a permanent identifier", "name": "the author's display name, if known",
    "text": "the text", "created": "the time at which the post was written",
    "parent": "the address of the post to which it replies", "root": "the address of the conversation's first post",
    "embed": "other embedded content, as a record", "images": "the pictures, as records",
    "links": "the addresses of the links", "tags": "the tags", "langs": "the languages",
    "labels": "the labels from the author", "hidden": "the reason why the post is hidden; none if it is shown",
  ]

  static let streamed = EventEntry<Arrival>(
    "stream.post", "a post arrived in the live stream that you are listening to",
    fields: [.init("list", "the stream, such as stream matching \"swift\"") { .text($0.list) }] + copied(streamFields),
    says: { line, arrival, _ in
      line.mark(.starts)
      write(&line, "", ": ", arrival)
    },
    reason: { fields, _ in
      ["`listen to \(fields["list"]?.text ?? "stream")` delivers these posts as they are published."]
    }
  )

  static let notifications = EventEntry<Arrival>(
    "notification.arrived", "a notification arrived while you were listening to notifications",
    fields: copied([
      "kind": "like, repost, follow, reply, mention, quote or another kind",
      "ref": "the post's number, as in @3", "uri": "the post's address",
      "author": "the person's handle", "did": "the person's DID, a permanent identifier",
      "name": "the person's display name",
      "text": "the post's text, if known", "created": "the time at which the server indexed the notification",
      "pack": "the name of the starter pack through which the person joined; otherwise none",
    ]),
    says: { line, arrival, _ in
      line.mark(.starts)
      let kind = NotificationItem.Kind(rawValue: arrival.record["kind"]?.text ?? "")
      let colon = arrival.record["text"]?.text == nil ? "" : ": "
      // The number of a post that can be read is printed in its usual column.
      write(&line, kind.isPost ? ref(arrival.record) : "", " " + words(kind, arrival.record) + colon, arrival)
    },
    reason: { _, _ in ["`listen to notifications` checks for new notifications."] })

  static let changed = EventEntry<ListeningChange>(
    "listening.changed", "listening started or stopped",
    fields: [
      .init(
        "list", "notifications, timeline, a feed, a list of people, a starter pack, a handle or a stream; empty for all"
      ) { .text($0.list) },
      .init("every", "the shortest time between checks, 0s for a stream; none if listening stopped") { $0.every },
    ],
    says: { line, change, _ in
      line.mark(.done)
      guard let every = change.every else { return line.add("listening stopped") }
      let limit = every == .zero ? "" : ", at most every \(TimeText.length(every))"
      line.add(text: "listening to \(change.list)\(limit)")
    },
    reason: { fields, _ in
      fields["every"]?.isNone == false
        ? [
          "From now on, each arrival is an event: `when timeline.arrived`, `when notification.arrived`, `when stream.post`."
        ]
        : ["The checks have stopped; a later `listen to` continues from here."]
    })

  static let failed = EventEntry<ListeningTrouble>(
    "listening.failed", "a list or stream that you are listening to could not be read completely",
    fields: [
      .init("list", "the list") { .text($0.list) }, .init("reason", "the reason") { .text($0.words) },
      .init("retry", "the time of the next check; none if it is unchanged or no check is planned") { $0.retry },
    ],
    says: { line, trouble, _ in
      line.mark(.warning)
      line.add(text: trouble.sentence)
    },
    reason: { _, _ in ["A lasting problem is reported once; `listen` shows the next check."] })

  private static func copied(_ names: KeyValuePairs<String, String>) -> [EventField<Arrival>] {
    names.map { name, summary in EventField(name, summary) { $0.record[name] ?? .none } }
  }

  private static func ref(_ record: Record) -> String { record["ref"]?.text.map { $0 + " " } ?? "" }

  /// Appends one line of the arrival.
  private static func write(_ line: inout LineWriter, _ ref: String, _ words: String, _ arrival: Arrival) {
    let glyphs = line.glyphs
    var text = StyledText()
    text.append(ref, .dim)
    let author = arrival.record["author"]?.text ?? ""
    text.append((DID.isValid(author) ? "" : "@") + sanitized(author, glyphs: glyphs), .mention)
    text.append(sanitized(words, glyphs: glyphs), .plain)
    if arrival.isConcealed {
      text.append("hidden", .held)
    } else {
      // An event is a single line; `show` displays all lines of the post.
      let said = (arrival.record["text"]?.text ?? "").split { $0.isNewline }.joined(separator: " ")
      text.append(said.sanitizedText(glyphs), .plain)
    }
    line.add(styled: text)
  }

  private static func words(_ kind: NotificationItem.Kind, _ record: Record) -> String {
    let post = record["ref"]?.text ?? "one of your posts"
    return switch kind {
    case .like: "likes \(post)"
    case .repost: "reposts \(post)"
    case .likeViaRepost: "likes \(post), which you reposted"
    case .repostViaRepost: "reposts \(post), which you reposted"
    case .subscribedPost: "posted"
    case .starterPackJoined: "joined Bluesky through your starter pack \(record["pack"]?.text ?? "")"
    case .verified: "verified you"
    case .unverified: "withdrew your verification"
    case .contactMatch: "from your contacts is on Bluesky"
    case .follow: "follows you"
    case .reply: "replies to you"
    case .mention: "mentions you"
    case .quote: "quotes you"
    default: "sent an unknown kind of notification (\(kind.rawValue))"
    }
  }
}

extension ListeningEvents {
  func report(listening event: PostPart.Event) {
    switch event {
    case .post(let arrival): session.emit(ListeningEvents.posts, arrival, at: session.now)
    case .streamed(let arrival): session.emit(ListeningEvents.streamed, arrival, at: session.now)
    case .notification(let arrival): session.emit(ListeningEvents.notifications, arrival, at: session.now)
    case .listening(let change): session.emit(ListeningEvents.changed, change, at: session.now)
    case .unheard(let trouble): session.emit(ListeningEvents.failed, trouble, at: session.now)
    default: break
    }
  }
}
