import Bluesky
import RichText
import StoryScript
import Terminal
import Timeline

extension Catalog {
  static let postCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "post", [Parameter("TEXT", .text, "what it says, 300 characters at most")],
        summary: "writes a post into the outbox",
        details: """
          Mentions, tags and links are found and shown as they will be published. A mention counts when it is a full \
          handle such as @bob.bsky.social.
          """,
        examples: [.init("post \"hi #tag @bob\"\nexpect outbox.count == 1", "a tag, and a name that is no handle yet")],
        searchWords: ["write", "publish", "bluesky", "tweet", "send", "mention", "hashtag"], effect: .saved),
      shows: .post
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
      let entry = session.world.outbox.add(post)
      session.saved?.note(entry, offset: session.options.zone.offset(at: now))
      let record = PostRecord.make(entry)
      session.emit(.postQueued, at: now, PostRecord.eventFields(record)) { line in
        line.mark(.done)
        line.add("post ")
        line.add(entry.id)
        line.add(" is in the outbox, ")
        line.add(post.measure.graphemes)
        line.add(" of 300")
      }
      return .value(.record(record))
    },
    CommandEntry(
      Command(
        "outbox", summary: "lists the posts that wait to be published",
        examples: [.init("post \"one\"\npost \"two\"\noutbox | count", "how many wait")],
        searchWords: ["queue", "drafts", "posts"]),
      shows: .list(orElse: " the outbox is empty"), role: .looks
    ) { (session, _) throws(Failure) in
      .value(
        .list(
          session.world.outbox.entries.map { entry in
            .record([
              "post": .number(Double(entry.id)), "text": .text(entry.post.text), "written": .date(entry.post.created),
            ])
          }))
    },
    CommandEntry(
      Command(
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
        searchWords: ["mention", "hashtag", "link", "detect"]),
      shows: .list(orElse: " nothing found"), role: .looks
    ) { (session, arguments) throws(Failure) in
      let mode: Detector.Mode = arguments.text(1) == "shell" ? .shell : .bluesky
      return .value(.list(Detector(mode).facets(in: arguments.text(0) ?? "").map { .record(PostRecord.make($0)) }))
    },
    CommandEntry(
      Command(
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
        searchWords: ["explain", "reason", "reject", "tld"]),
      shows: .value
    ) { (_, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      let bytes = Array(text.utf8)
      let marks: [UInt8] = [
        UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: ":"),
      ]
      let offset = arguments.number(1).map { Int($0) } ?? bytes.firstIndex { marks.contains($0) } ?? 0
      guard offset < max(bytes.count, 1) else {
        throw .refused("the text has only \(TimeText.count(bytes.count, "byte"))")
      }
      return .value(.text(Detector(.bluesky).why(at: offset, in: text).description))
    },
  ]

  static let outboxStates: [StateEntry] = [
    StateEntry(StateField("outbox", "count", .number, "how many posts wait to be published")) { session, _ in
      .number(Double(session.world.outbox.count))
    },
    StateEntry(StateField("outbox", "posts", .list, "their texts")) { session, _ in
      .list(session.world.outbox.entries.map { .text($0.post.text) })
    },
  ]
}

/// Posts and facets as scripts see them.
enum PostRecord {
  static func make(_ entry: Outbox.Entry) -> Record {
    let post = entry.post
    var record: Record = ["post": .number(Double(entry.id)), "text": .text(post.text)]
    record["graphemes"] = .number(Double(post.measure.graphemes))
    record["bytes"] = .number(Double(post.measure.bytes))
    record["facets"] = .list(post.facets.map { .record(make($0)) })
    record["partial"] = .list(post.partialMentions.map { .record(make($0)) })
    return record
  }

  static func make(_ facet: Facet) -> Record {
    let (type, value) =
      switch facet.feature {
      case .mention(let handle, _): ("mention", handle)
      case .link(let uri): ("link", uri)
      case .tag(let tag): ("tag", tag)
      }
    return [
      "byteStart": .number(Double(facet.range.lowerBound)), "byteEnd": .number(Double(facet.range.upperBound)),
      "type": .text(type), "value": .text(value),
    ]
  }

  static func eventFields(_ record: Record) -> [Value] {
    EventID.postQueued.kind.fields.map { record[$0.name] ?? .none }
  }
}
