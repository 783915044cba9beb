import Bluesky
import RichText
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The commands for posts and the outbox.
struct PostCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] =
    [
      CommandEntry(
        "post",
        PostWriting.parameters("the text, at most 300 characters"),
        summary: "writes a post and adds it to the outbox",
        details: """
          Mentions, tags and links are found, and the post is shown as it will be published: spaces at the end are \
          removed, consecutive empty lines become one, and a link is shortened but leads to the full address. The \
          limit of 300 characters applies to the result. A mention needs a full handle such as @bob.bsky.social. \
          `split` cuts between paragraphs, lines, sentences or words, never inside a mention, tag or link.
          """,
        examples: [
          .init("post \"hi #tag @bob\"\nexpect outbox.count == 1", "a tag, and a name that is not a full handle"),
          .init(
            "post (repeated \"many words. \" 60) split numbered\nexpect outbox.count == 3",
            "a thread"),
          .init("post \"hallo\" lang de preview\nexpect outbox.count == 0", "only a preview"),
          .init(
            "login bob.test\npost \"later\" at (clock.now + 1h)\nwait 59m\nexpect outbox.count == 1\nwait 2m\nexpect outbox.count == 0",
            "published in an hour"),
        ],
        searchWords: ["write", "publish", "bluesky", "tweet", "send", "mention", "hashtag", "thread", "long"],
        effect: .saved, in: .posts, shows: .drawn { PostTextView($0).showPosts($1) }
      ) { (session, arguments) throws(Failure) in
        try PostWriting(session).write(arguments, from: 0)
      },
      CommandEntry(
        "outbox", summary: "lists the posts that are waiting to be published",
        details: """
          A post has the same number in every shell that uses the state folder. Numbers are never reused. Any open \
          shell sends the waiting posts when they are due, and only one shell sends at a time. A script fails if a \
          server refuses its post. A post received by `sync` shows the `device` that queued it; only that device can \
          send a post with pictures. Anyone who can write to the shared folder can post from the accounts that are \
          logged in here.
          """,
        examples: [.init("post \"one\"\npost \"two\"\noutbox | count", "the number of waiting posts")],
        searchWords: ["queue", "posts"],
        givesRows: ["post", "text", "written", "state", "due", "reason", "device"], in: .posts,
        shows: .drawn { PostCommands($0).showOutbox($1) }, role: .looks
      ) { (session, _) throws(Failure) in
        let entries = session.world.posts.outbox.entries.sorted { $0.id < $1.id }
        return .value(.list(entries.map { .record(PostCommands(session).record(waiting: $0)) }))
      },
      CommandEntry(
        "outbox remove", [Parameter("N", .number(1...1e9, whole: true), "the post's number in `outbox`")],
        summary: "removes a post from the outbox",
        details:
          "The removed post is not sent. If the server did not respond to the last attempt, the post may already have "
          + "been published: `delete` removes it. The rest of its thread stays in the outbox, but cannot be sent until "
          + "`undo` restores the removed post.",
        examples: [
          .init(
            "post \"one\"\noutbox remove 1\nexpect outbox.count == 0\nundo\nexpect outbox.count == 1",
            "removed and restored")
        ],
        searchWords: ["delete", "cancel", "unsend"], effect: .saved, in: .posts
      ) { (session, arguments) throws(Failure) in
        _ = try session.present()
        let number = Int(arguments.number(0) ?? 0)
        _ = try PostSender(session).waiting(number)
        try PostSender(session).checkIsNotBeingSent(number)
        if case .ignored = Delivery.TransitionTable.cell(session.world.posts.sending.delivery(number).state, .remove) {
          throw PostSender.isBeingSent(number)
        }
        guard let removed = session.change({ $0.posts.sending.remove(number) }) else { return }
        session.process(.posts(.removed(removed)))
        let next = session.world.posts.outbox.entries.first { $0.extras.awaited.contains(removed.entry.identity) }
        if let next {
          session.notice(
            "post \(next.id) cannot be sent without post \(number); try: outbox remove \(next.id), or undo")
        }
      },
    ]

  static let states: [StateEntry] = [
    StateEntry("outbox", "count", "the number of posts waiting to be published") { $0.world.posts.outbox.count },
    StateEntry("outbox", "posts", "the text of each waiting post") {
      $0.world.posts.outbox.entries.map { .text($0.post.text) }
    },
    StateEntry("drafts", "count", "the number of drafts") {
      $0.world.posts.drafts.entries.count
    },
  ]
}

extension PostCommands {
  /// Shows the outbox as a table, with instants in whole seconds.
  fileprivate func showOutbox(_ value: Value) {
    let rows = value.list ?? []
    defer {
      for pending in session.world.posts.pendingReactions.pendingInOrder {
        session.printer.writeWrapped("not sent yet: " + ReactionEvents.words(pending.reaction, pending.isWanted, nil))
      }
    }
    if rows.isEmpty { return session.printer.writeLine(StyledText(" the outbox is empty", .dim)) }
    session.printer.show(value.toSeconds, at: session.now)
  }

  /// Returns the record of a waiting post, with its progress.
  fileprivate func record(waiting entry: Outbox.Entry) -> Record {
    let delivery = session.world.posts.sending.delivery(entry.id)
    var record: Record = [
      "post": .number(Double(entry.id)), "text": .text(entry.post.text), "written": .date(entry.post.created),
      "state": .text(delivery.state.rawValue),
    ]
    if let due = delivery.due { record["due"] = .date(due) }
    if let words = delivery.words { record["reason"] = .text(words) }
    if let device = PostSender(session).queuer(of: entry) {
      record["device"] = .text(device)
      if delivery.words == nil, entry.account == nil {
        record["reason"] = .text("it was written without an account: after `login`, try: outbox send \(entry.id)")
      }
    }
    return record
  }

  /// Schedules this account's unsent posts at the beginning of a session.
  func resumeSending() {
    AccountAccess(session).noticeAccountChanges()
    resume()
  }

  /// Schedules the posts that other sessions have added; planned posts are sent at their planned instants.
  func resumeArrived() {
    let arrived = session.change { $0.posts.drainArrived() }
    if !arrived.isEmpty { resume(only: arrived) }
  }

  /// - Parameter only: the numbers of the posts to look at; `nil` for all.
  func resume(only: Set<Int>? = nil) {
    let now = session.now
    guard session.options.kind == .real, !session.world.posts.outbox.entries.isEmpty,
      let accounts = try? AccountAccess(session).accounts()
    else { return }
    let (current, all) = (accounts.current?.did, Set(accounts.all.map { $0.did }))
    session.change { $0.posts.resume(current, planned: all, only: only, at: now) }
  }

  /// Deletes the pictures of posts that no longer exist.
  func sweepPictures() {
    guard session.options.kind == .real else { return }
    let shown = session.world.posts.outbox.entries.flatMap { $0.extras.pictures.map { $0.name } }
    session.resources.posts.pictures.sweep(keeping: Set(shown), now: session.now)
  }

  /// Reports the data that a private session loses at its end.
  func noticeUnsaved() {
    let count = session.world.posts.outbox.count
    guard count > 0, session.persistence == nil else { return PostSender(session).noticeWaiting() }
    session.notice(
      "\(TimeText.count(count, "post")) in the outbox \(count == 1 ? "was" : "were") not saved: this was a practice session"
    )
  }
}
