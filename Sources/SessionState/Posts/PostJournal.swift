import Bluesky
import JSON
import Journal
import Timeline

/// The posts in the journal: how they are written, and the fold of their events.
package struct PostJournal: PersistedShare {
  /// A post that was written and not taken back.
  package struct Persisted {
    /// The name of the post's event.
    package let id: String
    let post: Post
    /// The posts that this post answers and quotes: their addresses, or the names of their events.
    let answers: String?
    let quotes: String?
    let images: [PostImage]
    let card: LinkCard?
    let gates: PostGates
    let account: String?
    let planned: Instant?

    /// - Parameter own: returns the post of an event.
    func extras(_ own: (String) -> Outbox.Identity?) -> PostExtras {
      func target(_ text: String?) -> PostTarget? {
        text.flatMap { text in RecordAddress(text).map { .there($0) } ?? own(text).map { .own($0) } }
      }
      return PostExtras(answers: target(answers), quotes: target(quotes), images: images, card: card, gates: gates)
    }
  }

  package private(set) var posts: [Persisted] = []
  /// The places of the posts among `posts`, and the devices that queued them, by the names of their events.
  private var writers: [String: (place: Int, device: Journal.DeviceID)] = [:]
  package private(set) var snapshot = PostsSnapshot()
  /// The states that come before their posts in the order of folding, as after a clock was set back, with the devices
  /// that wrote them: who may say what depends on the post.
  private var early: [String: [Journal.SavedEvent]] = [:]
  /// The states of `early` that cannot be true.
  private(set) var refused: [Journal.SavedEvent] = []
  /// The numbers of the waiting posts, by the names of their events; `draftNumbers` has those of drafts. Both have
  /// only the numbers that the folder assigns.
  package var numbers: [String: Int] = [:]
  package var draftNumbers: [String: Int] = [:]
  /// The posts whose numbers have changed, by the names of their events.
  package var moved: [String: (from: Int, to: Int)] = [:]
  /// `true` if the number of a draft has changed.
  package var hasMovedDrafts = false

  package enum Name: CaseIterable, Hashable, Sendable { case queued, state, draft, reaction, mark, word }

  static func kind(_ name: Name) -> PersistedKind {
    switch name {
    case .queued:
      PersistedKind(
        name: "post.queued", formerly: ["outbox.added"], action: .adds("post"), isSent: true,
        account: "account",
        summary: "a post was added to the outbox",
        fields: [
          "text": "the typed text", "langs": "the languages, if there are any",
          "tags": "the tags outside the text, if there are any",
          "warnings": "the author's own content warnings, if there are any",
          "follows": "the post to which it replies: the id of its event, as in a thread, or its address at://…",
          "quotes": "the quoted post, in the same form",
          "images": "the pictures, if there are any: for each, its file's name, its type and its description",
          "card": "the preview of a linked page, if there is one: its address, title, description and picture",
          "gates": "who may reply (words or addresses of lists), and whether the post may be quoted, if not everyone",
          "account": "the DID of the account for which it was written, if one was logged in",
          "planned": "the planned time in microseconds since 1970, if one was given",
        ],
        forms: [
          "text": .text, "langs": .lines, "tags": .lines, "warnings": .lines, "follows": .line(), "quotes": .line(),
          "images": .list,
          "card": .object(), "gates": .object(["replies": .lines, "quotes": .flag]),
          "account": .line(), "planned": .instant,
        ])
    case .state:
      PersistedKind(
        name: "post.state", changes: true, key: "post", action: .changes("post"),
        effects: ["sent": .published, "removed": .removed],
        names: { payload, saved, _ in
          let post = payload["post"]?.stringValue.flatMap { saved($0) }
          return post?["text"]?.stringValue.map { "the post \"\(Self.brief($0))\"" }
        },
        summary: "the state of a post in the outbox changed",
        fields: [
          "post": "the id of the post's event",
          "state": "waiting, removed, sending (written before the first attempt), sent or refused",
          "key": "the record's key, while sending", "account": "the DID of the account, while sending or refused",
          "record": "the record, while sending",
          "claimed": "`true` if only another device says that the post is being sent",
          "until": "while a server's limit applies: the time at which it resets, in microseconds since 1970",
          "uri": "the post's address, once sent", "cid": "the hash of the post, once sent",
          "root": "the first post of the conversation, for a reply",
          "words": "the reason for the refusal or the wait",
        ],
        forms: [
          "post": .line(), "state": .word(["waiting", "removed", "sending", "sent", "refused"]), "key": .line(),
          "account": .line(), "record": .object(), "claimed": .flag, "until": .instant, "uri": .line(), "cid": .line(),
          "root": .object(), "words": .text,
        ])
    case .draft:
      PersistedKind(
        name: "draft.state", changes: true, key: "draft", action: .changes("draft"), firstAdds: true,
        summary: "the new state of a draft",
        fields: [
          "draft": "the draft's permanent id", "text": "the text; null if the draft was removed",
          "was": "a hash of the previous text: 64 bits in base 36",
        ],
        forms: ["draft": .line(), "text": .orNull(.text), "was": .line()])
    case .reaction:
      PersistedKind(
        name: "reaction.state", changes: true, key: "reaction", action: .changes("reaction"),
        names: { payload, _, _ in
          let words = payload["reaction"]?.stringValue?.split(separator: " ") ?? []
          return words.count == 3 ? "the \(words[1]) of \(words[2])" : nil
        },
        summary:
          "a change to a like, repost, bookmark, follow, mute, block or seen mark that is not sent yet, or was undone",
        fields: [
          "reaction": "the account, the kind, and the post or person, or the time up to which notifications were seen",
          "wish":
            "the desired state, the state on the server, and the request to send; null if both states are the same",
        ],
        forms: [
          "reaction": .line(), "wish": .orNull(.object(["created": .past, "until": .past, "before": .past])),
        ])
    case .mark:
      PersistedKind(
        name: "timeline.state", changes: true, key: "account",
        action: .changes("place in a timeline", "places in timelines"),
        summary: "the place that an account has reached in its timeline",
        fields: [
          "account": "the DID of the account",
          "mark":
            "the time of the newest post that was read, the time up to which all posts were read, and fingerprints of the posts read since",
        ],
        forms: ["account": .line(), "mark": .orNull(.object(["newest": .past, "floor": .past]))])
    case .word:
      PersistedKind(
        name: "word.state", changes: true, key: "word", action: .changes("muted word"), firstAdds: true,
        summary: "a word was muted or unmuted",
        fields: ["word": "the word or phrase, as it was typed", "muted": "`true` if posts with the word are hidden"],
        forms: ["word": .line(), "muted": .flag])
    }
  }

  /// Returns the beginning of a text, on one line.
  private static func brief(_ text: String) -> String {
    let line = text.split { $0.isWhitespace }.joined(separator: " ")
    return line.count > 60 ? line.prefix(60) + "…" : line
  }

  /// Returns the credible part of a device's state of a post; `nil` if no part is.
  ///
  /// If another device has begun to send a post, only that fact is believed: this device looks for the post, and
  /// otherwise sends it as it was written. A post that another device has sent must be in the repository of the account
  /// that it was written for, under the key that every device makes for it, and in the conversation that it answers. A
  /// server's limit ends within a day.
  private func believed(_ state: JSON, _ saved: Journal.SavedEvent) -> JSON? {
    guard let id = state["post"]?.stringValue else { return state }
    let written = writers[id]
    if written?.device == saved.origin.device { return state }
    if let until = state["until"]?.integerValue,
      Instant(microseconds: until) - saved.event.instant > Self.longestLimit
    {
      return nil
    }
    if state["state"]?.stringValue == "sent", let (place, _) = written {
      return isPlace(state, of: posts[place]) ? state : nil
    }
    guard case .object(var fields) = state else { return state }
    if state["state"]?.stringValue == "refused" {
      // The words are not the server's.
      for place in fields.indices where fields[place].name == "words" {
        let words = fields[place].value.stringValue ?? ""
        fields[place].value = .string("\(saved.origin.device.name) says that the server refused the post: \(words)")
      }
      return .object(fields)
    }
    guard state["record"] != nil else { return state }
    return .object(fields.filter { $0.name != "claimed" } + [.init("claimed", true)])
  }

  /// The longest wait that another device's word about a server's limit causes.
  private static let longestLimit = Duration.hours(25)

  /// Returns whether a post can have been sent to the place that another device names.
  private func isPlace(_ state: JSON, of post: Persisted) -> Bool {
    guard let address = state["uri"]?.stringValue.flatMap({ RecordAddress($0) }),
      address.collection == RecordAddress.posts, post.account.map({ $0 == address.repository }) ?? true
    else { return false }
    var before: (StrongReference, root: StrongReference?)?
    if let answered = post.answers, case .sent(let reference, let root)? = snapshot.savedStates[answered] {
      before = (reference, root)
    }
    // Other records may have the first keys.
    let first = RecordKey(post.post.created, device: post.id, after: before.flatMap { RecordKey($0.0.address.key) })
    let keys = [first, first.next, first.next.next, first.next.next.next].map { $0.description }
    guard keys.contains(address.key) else { return false }
    let root = state["root"].flatMap { StrongReference($0) }
    if let (reference, itsRoot) = before { return root == (itsRoot ?? reference) }
    return post.answers != nil || root == nil
  }

  mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
    guard let payload = try? saved.event.payload.json else { return false }
    guard name == .queued else {
      guard name == .state else { return snapshot.fold(name, payload) }
      if let id = payload["post"]?.stringValue, writers[id] == nil {
        early[id, default: []].append(saved)
        return true
      }
      return believed(payload, saved).map { snapshot.fold(name, $0) } ?? false
    }
    guard let text = payload["text"]?.stringValue else { return false }
    func words(_ field: String) -> [String] { payload[field]?.arrayValue?.compactMap { $0.stringValue } ?? [] }
    let labels =
      (try? Post.Labels(languages: words("langs"), tags: words("tags"), warnings: words("warnings"))) ?? Post.Labels()
    // A text that is not a valid post now was not valid when it was written either; the journal keeps it anyway.
    let images = (payload["images"]?.arrayValue ?? []).map { PostImage($0) ?? .unreadable }
    let quotes = payload["quotes"]?.stringValue
    let hasEmbed = quotes != nil || !images.isEmpty
    if let post = try? Post(text, created: saved.event.instant, labels: labels, mayBeEmpty: hasEmbed) {
      writers[saved.event.id.text] = (posts.count, saved.origin.device)
      posts.append(
        Persisted(
          id: saved.event.id.text, post: post, answers: payload["follows"]?.stringValue, quotes: quotes, images: images,
          card: payload["card"].flatMap { LinkCard($0) },
          // A gate that cannot be read closes the post: it must not become more open than its author wanted.
          gates: payload["gates"].map { PostGates($0) ?? PostGates(replies: [], allowsQuotes: false) } ?? PostGates(),
          account: payload["account"]?.stringValue,
          planned: payload["planned"]?.integerValue.map { Instant(microseconds: $0) }))
      for state in early.removeValue(forKey: saved.event.id.text) ?? [] {
        let claim = (try? state.event.payload.json).flatMap { believed($0, state) }
        if claim.map({ snapshot.fold(.state, $0) }) != true { refused.append(state) }
      }
    }
    return true
  }
}
