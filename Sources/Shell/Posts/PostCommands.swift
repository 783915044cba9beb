import Bluesky
import RichText
import StoryScript
import Terminal
import Timeline

enum PostCommands {
  static let entries: [CommandEntry] =
    [
      CommandEntry(
        "post",
        [
          Parameter("TEXT", .text, "what it says, 300 characters at most"),
          .flag("split", "a longer text becomes a thread of several posts"),
          .flag("numbered", "each post of a thread says which it is: 1/4"),
          Parameter("LANGUAGES", after: "lang", .text, optional: true, "what it is written in: de, or \"de en\""),
          Parameter(
            "TAGS", after: "tags", .text, optional: true, "tags that do not stand in the text: \"swift shell\""),
          .flag("preview", "shows what would be published, and does nothing"),
          Parameter("WHEN", after: "at", .date, optional: true, "when it goes out; at once unless said"),
        ],
        summary: "writes a post into the outbox",
        details: """
          Mentions, tags and links are found and shown as they will be published: blanks at the end go, many empty lines \
          become one, and a link is shown short while it leads to the whole address. The limit of 300 characters counts \
          that. A mention counts when it is a full handle such as @bob.bsky.social. `split` cuts between paragraphs, \
          lines, sentences or words, never inside a mention, tag or link.
          """,
        examples: [
          .init("post \"hi #tag @bob\"\nexpect outbox.count == 1", "a tag, and a name that is no handle yet"),
          .init(
            "post (repeated \"many words. \" 60) split numbered\nexpect outbox.count == 3",
            "a thread"),
          .init("post \"hallo\" lang de preview\nexpect outbox.count == 0", "only a look"),
          .init(
            "login bob.test\npost \"later\" at (clock.now + 1h)\nwait 59m\nexpect outbox.count == 1\nwait 2m\nexpect outbox.count == 0",
            "in an hour"),
        ],
        searchWords: ["write", "publish", "bluesky", "tweet", "send", "mention", "hashtag", "thread", "long"],
        effect: .saved, in: .posts, shows: .drawn { $0.showPosts($1) }
      ) { (session, arguments) throws(Failure) in
        let posts = try PostWords.posts(
          arguments.text(0) ?? "", at: try session.present(), splits: arguments.flag(1) || arguments.flag(2),
          isNumbered: arguments.flag(2), languages: arguments.text(3), tags: arguments.text(4))
        if arguments.flag(5) { return .value(PostRecord.preview(posts)) }
        return .value(try session.queue(posts, planned: try session.planned(arguments[6])))
      },
      CommandEntry(
        "outbox", summary: "lists the posts that wait to be published",
        examples: [.init("post \"one\"\npost \"two\"\noutbox | count", "how many wait")],
        searchWords: ["queue", "posts"], in: .posts,
        shows: .list(orElse: " the outbox is empty"), role: .looks
      ) { (session, _) throws(Failure) in
        .value(.list(session.world.posts.outbox.entries.map { .record(session.record(waiting: $0)) }))
      },
      CommandEntry(
        "outbox remove", [Parameter("N", .number(1...1e9, whole: true), "its number, as `outbox` lists it")],
        summary: "takes a post out of the outbox",
        details: "It is not published. The other posts of its thread stay.",
        examples: [
          .init("post \"one\"\noutbox remove 1\nexpect outbox.count == 0\nundo\nexpect outbox.count == 1", "and back")
        ],
        searchWords: ["delete", "cancel", "unsend"], effect: .saved, in: .posts
      ) { (session, arguments) throws(Failure) in
        _ = try session.present()
        let number = Int(arguments.number(0) ?? 0)
        guard let entry = session.change({ $0.posts.remove(number) }) else {
          let numbers = session.world.posts.outbox.entries.map(\.id)
          throw .refused(
            numbers.isEmpty ? "the outbox is empty" : "there is no post \(number) in the outbox",
            numbers.isEmpty ? nil : "there \(numbers.count == 1 ? "is" : "are") \(PostWords.list(numbers))"
          ).about(0)
        }
        session.happen(.posts(.removed(entry)))
      },
    ] + DraftCommands.entries + FacetCommands.entries

  static let states: [StateEntry] = [
    StateEntry("outbox", "count", "how many posts wait to be published") { $0.world.posts.outbox.count },
    StateEntry("outbox", "posts", "their texts") { $0.world.posts.outbox.entries.map { .text($0.post.text) } },
    StateEntry("drafts", "count", "how many texts are to become posts one day") {
      $0.world.posts.drafts.entries.count
    },
  ]
}

extension Session {
  /// When a post is to go out, which needs somebody in whose name it does.
  fileprivate func planned(_ value: Value) throws(Failure) -> Instant? {
    guard case .date(let instant) = value else { return nil }
    guard instant > now else { throw .refused("that is over already: a post goes out in the future").about(6) }
    guard account != nil else { throw Session.nobody }
    return instant
  }

  /// Puts posts into the outbox: one, or a thread, which is shown first to somebody who can say no.
  /// - Returns: the post's record, or a list of the thread's.
  func queue(_ posts: [Post], planned: Instant? = nil) throws(Failure) -> Value {
    if posts.count > 1, questions.canAsk {
      showPosts(PostRecord.preview(posts))
      guard questions.confirms("put these \(posts.count) posts into the outbox?") else {
        throw .refused("nothing was put into the outbox")
      }
    }
    let (account, now) = (self.account?.did, now)
    let entries = change { $0.posts.add(posts, for: account, planned: planned, at: now) }
    for entry in entries { happen(.posts(.queued(entry))) }
    try sendAtOnce(entries)
    return entries.count == 1
      ? .record(PostRecord.make(entries[0])) : .list(entries.map { .record(PostRecord.make($0)) })
  }

  /// A post that waits, and what is known of its way.
  fileprivate func record(waiting entry: Outbox.Entry) -> Record {
    let delivery = world.posts.delivery(entry.id)
    var record: Record = [
      "post": .number(Double(entry.id)), "text": .text(entry.post.text), "written": .date(entry.post.created),
      "state": .text(delivery.state.rawValue),
    ]
    if let due = delivery.due { record["due"] = .date(due) }
    if let words = delivery.words { record["reason"] = .text(words) }
    return record
  }

  /// What this account has written and not sent goes out by itself, when a session begins.
  func resumeSending() {
    let now = now
    guard !world.posts.outbox.entries.isEmpty, let account else { return }
    change { $0.posts.resume(account.did, at: now) }
  }

  /// Says what a private session forgets at its end.
  func noticeUnkept() {
    let count = world.posts.outbox.count
    guard count > 0, keeper == nil else { return }
    notice(
      "\(TimeText.count(count, "post")) in the outbox \(count == 1 ? "was" : "were") not kept: this was a private session"
    )
  }
}
