import Bluesky
import RichText
import StoryScript
import Terminal
import Timeline

enum PostCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "post", [Parameter("TEXT", .text, "what it says, 300 characters at most")],
      summary: "writes a post into the outbox",
      details: """
        Mentions, tags and links are found and shown as they will be published. A mention counts when it is a full \
        handle such as @bob.bsky.social.
        """,
      examples: [.init("post \"hi #tag @bob\"\nexpect outbox.count == 1", "a tag, and a name that is no handle yet")],
      searchWords: ["write", "publish", "bluesky", "tweet", "send", "mention", "hashtag"], effect: .saved,
      in: .posts,
      shows: .drawn { $0.showPost($1) }
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let post: Post
      do throws(Post.Problem) {
        post = try Post(arguments.text(0) ?? "", created: now)
      } catch {
        switch error {
        case .empty: throw .refused("a post needs some text")
        case .tooLong(let measure):
          throw .refused(
            "this post is too long: \(measure.graphemes) of \(PostMeasure.graphemeLimit) characters, \(measure.bytes) of \(PostMeasure.byteLimit) bytes",
            measure.remainingGraphemes < 0
              ? "leave out \(-measure.remainingGraphemes) characters" : "leave out \(-measure.remainingBytes) bytes")
        }
      }
      let entry = session.change { $0.posts.add(post) }
      session.happen(.posts(.queued(entry)))
      return .value(.record(PostRecord.make(entry)))
    },
    CommandEntry(
      "outbox", summary: "lists the posts that wait to be published",
      examples: [.init("post \"one\"\npost \"two\"\noutbox | count", "how many wait")],
      searchWords: ["queue", "drafts", "posts"], in: .posts,
      shows: .list(orElse: " the outbox is empty"), role: .looks
    ) { (session, _) throws(Failure) in
      .value(
        .list(
          session.world.posts.outbox.entries.map { entry in
            .record([
              "post": .number(Double(entry.id)), "text": .text(entry.post.text), "written": .date(entry.post.created),
            ])
          }))
    },
    CommandEntry(
      "facets",
      [
        Parameter("TEXT", .text, "any text"),
        Parameter(
          "MODE", .choice(["bluesky", "shell"], orNumber: nil), optional: true, "whose rules; bluesky unless said"),
      ],
      summary: "finds mentions, tags and links in a text",
      details:
        "`bluesky` finds exactly what the reference client finds; `shell` is what colours this shell's input line.",
      examples: [
        .init("let found = facets \"see https://a.com #tag\"\nexpect ($found | count) == 2", "as a list of records")
      ],
      searchWords: ["mention", "hashtag", "link", "detect"], in: .posts,
      shows: .list(orElse: " nothing found"), role: .looks
    ) { (session, arguments) throws(Failure) in
      let mode: Detector.Mode = arguments.text(1) == "shell" ? .shell : .bluesky
      return .value(.list(Detector(mode).facets(in: arguments.text(0) ?? "").map { .record(PostRecord.make($0)) }))
    },
    CommandEntry(
      "facets why",
      [
        Parameter("TEXT", .text, "any text"),
        Parameter(
          "BYTE", after: "at", .number(0...1e9, whole: true), optional: true,
          "which place, counted in UTF-8 bytes; the first candidate unless said"),
      ],
      summary: "explains why something is, or is not, a mention, tag or link",
      examples: [
        .init("facets why \"see main.rs\" at 5", "rs is a top-level domain, so this is a link"),
        .init("facets why \"@bob\"", "half a handle"),
      ],
      searchWords: ["explain", "reason", "reject", "tld"], in: .posts,
      shows: .value, role: .looks
    ) { (_, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      let bytes = Array(text.utf8)
      let offset = arguments.number(1).map { Int($0) } ?? bytes.firstIndex { "@#$.:".utf8.contains($0) } ?? 0
      guard offset < max(bytes.count, 1) else {
        throw .refused("the text has only \(TimeText.count(bytes.count, "byte"))")
      }
      return .value(.text(Detector(.bluesky).why(at: offset, in: text).description))
    },
  ]

  static let events = [queued.row]

  static let queued = EventEntry<Outbox.Entry>(
    "post.queued", "a post was put into the outbox", lasts: true,
    fields: [
      .init("post", "its number in the outbox") { $0.id },
      .init("text", "what it says") { $0.post.text },
      .init("graphemes", "its length in characters") { $0.post.measure.graphemes },
      .init("bytes", "its length in UTF-8") { $0.post.measure.bytes },
      .init("facets", "mentions, links and tags, as a list") {
        .list($0.post.facets.map { .record(PostRecord.make($0)) })
      },
    ],
    says: { line, entry, _ in
      line.say(.done, "post ", entry.id, " is in the outbox, ", entry.post.measure.graphemes, " of 300")
    }, reason: { fields, _ in why(fields) })

  /// The arithmetic of a post: its length, and where its facets lie.
  private static func why(_ fields: Record) -> [String] {
    func count(_ field: String) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
    let text = fields["text"]?.text ?? ""
    let bytes = Array(text.utf8)
    let facets = Detector(.bluesky).facets(in: text).prefix(3).map { facet in
      let piece = String(decoding: bytes[facet.range], as: UTF8.self)
      return "`\(piece)` is bytes \(facet.range.lowerBound) to \(facet.range.upperBound)"
    }
    return [
      "It waits in the outbox: \(count("graphemes")) of 300 characters and \(count("bytes")) of 3000 bytes of UTF-8.",
      facets.isEmpty
        ? "It has no mention, tag or link."
        : "Of its facets, whose places count in bytes, \(facets.joined(separator: ", ")).",
    ]
  }

  static let states: [StateEntry] = [
    StateEntry("outbox", "count", "how many posts wait to be published") { $0.world.posts.outbox.count },
    StateEntry("outbox", "posts", "their texts") { $0.world.posts.outbox.entries.map { .text($0.post.text) } },
  ]
}

extension Session {
  func tell(_ event: PostPart.Event) {
    switch event {
    case .queued(let entry): emit(PostCommands.queued, entry, at: entry.post.created)
    }
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
