import Bluesky
import StoryScript
import Terminal
import Timeline

/// The events of lists that are listened to.
enum ListeningEvents {
  static let all = [posts.row, notifications.row, changed.row, failed.row]

  /// The fields of a post's record, with their meanings.
  private static let postFields: KeyValuePairs<String, String> = [
    "ref": "the number of the post, as in @3", "uri": "its address", "cid": "the hash of what it says",
    "author": "the handle of who wrote it", "name": "what they call themselves", "text": "what it says",
    "created": "when it was written", "likes": "how many like it", "reposts": "how many have reposted it",
    "replies": "how many answers it has", "quotes": "how many posts show it", "liked": "whether you like it",
    "reposted": "whether you have reposted it", "bookmarked": "whether you have put it aside",
    "parent": "the address of the post that it answers", "root": "the one with which the conversation began",
    "by": "the handle of who has reposted it into the list", "embed": "what it shows beside pictures, as a record",
    "images": "its pictures, as records", "links": "where its links lead", "tags": "its tags", "langs": "its languages",
    "labels": "what moderators or its writer say of it", "hidden": "why it is not shown, in words",
  ]

  static let posts = EventEntry<Arrival>(
    "timeline.arrived", "a post has come into a list that is listened to",
    fields: [.init("list", "which: timeline, a feed, or a handle") { .text($0.list) }] + copied(postFields),
    says: { line, arrival, _ in
      line.mark(.starts)
      say(&line, ref(arrival.record), ": ", arrival)
    },
    reason: { fields, _ in ["`listen to \(fields["list"]?.text ?? "")` asks what is new there."] })

  static let notifications = EventEntry<Arrival>(
    "notification.arrived", "somebody did something that concerns you, while notifications are listened to",
    fields: copied([
      "kind": "what: like, repost, follow, reply, mention or quote",
      "ref": "the post that it is about, or that it is, as in @3", "uri": "that post's address",
      "author": "the handle of who did it", "did": "their lasting name", "name": "what they call themselves",
      "text": "what that post says, where it is known", "created": "when the server heard of it",
    ]),
    says: { line, arrival, _ in
      line.mark(.starts)
      let kind = NotificationItem.Kind(rawValue: arrival.record["kind"]?.text ?? "")
      let colon = arrival.record["text"]?.text == nil ? "" : ": "
      // The number of a post that can be read is printed in its usual column.
      say(&line, kind.isPost ? ref(arrival.record) : "", " " + words(kind, arrival.record) + colon, arrival)
    },
    reason: { _, _ in ["`listen to notifications` asks what is new."] })

  static let changed = EventEntry<ListeningChange>(
    "listening.changed", "something is listened to, or nothing any more",
    fields: [
      .init("list", "what: notifications, timeline, a feed or a handle; empty for all") { .text($0.list) },
      .init("every", "how often it is asked at most; none where nobody listens any more") { $0.every },
    ],
    says: { line, change, _ in
      line.mark(.done)
      guard let every = change.every else { return line.add("nothing is listened to any more") }
      line.add(text: "listens to \(change.list), at most every \(TimeText.length(every))")
    },
    reason: { fields, _ in
      fields["every"]?.isNone == false
        ? ["What arrives from now on is an event: `when timeline.arrived`, `when notification.arrived`."]
        : ["Nobody asks any more what is new; `listen to` goes on where that was heard last."]
    })

  static let failed = EventEntry<ListeningTrouble>(
    "listening.failed", "what is listened to could not be asked for, or not all of it",
    fields: [
      .init("list", "what") { .text($0.list) }, .init("reason", "why") { .text($0.words) },
      .init("retry", "when it is asked again, where nothing is heard before") { $0.retry },
    ],
    says: { line, trouble, _ in
      line.mark(.warning)
      line.add(text: trouble.sentence)
    },
    reason: { _, _ in ["It is told once for as long as it lasts; `listen` shows what is asked for next."] })

  private static func copied(_ names: KeyValuePairs<String, String>) -> [EventField<Arrival>] {
    names.map { name, summary in EventField(name, summary) { $0.record[name] ?? .none } }
  }

  private static func ref(_ record: Record) -> String { record["ref"]?.text.map { $0 + " " } ?? "" }

  /// Appends one line of the arrival.
  private static func say(_ line: inout LineWriter, _ ref: String, _ words: String, _ arrival: Arrival) {
    let glyphs = line.glyphs
    var text = StyledText()
    text.append(ref, .dim)
    text.append("@" + sanitized(arrival.record["author"]?.text ?? "", glyphs: glyphs), .mention)
    text.append(sanitized(words, glyphs: glyphs), .plain)
    if arrival.isConcealed {
      text.append("not shown", .held)
    } else {
      // An event is a single line; `show` displays all lines of the post.
      let said = (arrival.record["text"]?.text ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
      text.append(said.calmed(glyphs), .plain)
    }
    line.add(styled: text)
  }

  private static func words(_ kind: NotificationItem.Kind, _ record: Record) -> String {
    let post = record["ref"]?.text ?? "a post of yours"
    return switch kind {
    case .like: "likes \(post)"
    case .repost: "reposts \(post)"
    case .follow: "follows you"
    case .reply: "answers you"
    case .mention: "mentions you"
    case .quote: "quotes you"
    default: "did something that is not known here (\(kind.rawValue))"
    }
  }
}

extension Session {
  func tell(listening event: PostPart.Event) {
    switch event {
    case .post(let arrival): emit(ListeningEvents.posts, arrival, at: now)
    case .notification(let arrival): emit(ListeningEvents.notifications, arrival, at: now)
    case .listening(let change): emit(ListeningEvents.changed, change, at: now)
    case .unheard(let trouble): emit(ListeningEvents.failed, trouble, at: now)
    default: break
    }
  }
}
