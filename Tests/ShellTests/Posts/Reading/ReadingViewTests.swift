import Bluesky
import JSON
import StoryScript
import Testing

@testable import PostsWing
@testable import ShellCore

/// Posts as people read them, whatever other users have written.
@Suite struct ReadingViewTests {
  private static func post(_ text: String, facets: [JSON] = [], _ more: [JSON.Field] = [], record: [JSON.Field] = [])
    -> JSON
  {
    let record: JSON = .object(
      [
        .init("text", .string(text)), .init("createdAt", "2026-01-05T08:48:00Z"), .init("facets", .array(facets)),
      ] + record)
    return .object(
      [
        .init("uri", "at://did:plc:ana/app.bsky.feed.post/3kaaaaaaaaaaa"), .init("cid", "bafy"),
        .init("author", ["did": "did:plc:ana", "handle": "ana.test", "displayName": "Ana"]), .init("record", record),
      ] + more)
  }

  private static func lines(_ rows: [JSON], width: Int = 80) throws -> [String] {
    let page = try #require(ListPage(["feed": .array(rows)], of: .timeline))
    let run = ScriptRun(width: width)
    let items = page.items.compactMap { if case .post(let item) = $0 { item } else { nil } }
    ReadingView(run.session).showPosts(read: .list(PostReader(run.session).records(items)))
    return run.session.output.drainLines()
  }

  private static func lines(_ post: JSON, width: Int = 80) throws -> [String] {
    try lines([["post": post]], width: width)
  }

  private static func link(_ start: Int64, _ end: Int64, _ uri: String) -> JSON {
    [
      "index": ["byteStart": .integer(start), "byteEnd": .integer(end)],
      "features": [["$type": "app.bsky.richtext.facet#link", "uri": .string(uri)]],
    ]
  }

  @Test func aPostHasItsLines() throws {
    let more: [JSON.Field] = [
      .init("likeCount", 1), .init("replyCount", 2), .init("repostCount", 1_200),
      .init("viewer", ["like": "at://did:plc:bob/app.bsky.feed.like/x", "bookmarked": true]),
    ]
    #expect(
      try Self.lines(Self.post("hello", more)) == [
        " @1   Ana @ana.test · 12 min", "      hello",
        "      1 like, 1,200 reposts, 2 replies · ♥ liked, bookmarked",
      ])
  }

  /// A script may write any number into a record.
  @Test(arguments: ["1e300", "-1e300", "0.5", "none", "\"deep\""])
  func aDepthIsAnyNumber(depth: String) {
    let run = ScriptRun()
    #expect(run("login bob.test; timeline 1; let q = (show @1); q.depth = \(depth)").error == nil)
    #expect(run("$q").lines.contains { $0.contains("@1") })
  }

  /// A post that would be hidden is hidden in a quote as well.
  @Test(
    arguments: [
      (["muted": true], "because you muted the author"),
      (["blocking": "at://did:plc:bob/app.bsky.graph.block/x"], "because you blocked the author"),
    ] as [(JSON, String)])
  func aQuoteIsConcealedAsAPost(viewer: JSON, because: String) throws {
    let quoted: JSON = [
      "$type": "app.bsky.embed.record#viewRecord", "uri": "at://did:plc:c/app.bsky.feed.post/3kc", "cid": "c",
      "author": ["did": "did:plc:c", "handle": "c.test", "viewer": viewer], "value": ["text": "secret"],
    ]
    let embed: JSON = ["$type": "app.bsky.embed.record#view", "record": quoted]
    let lines = try Self.lines(Self.post("see", [.init("embed", embed)]))
    #expect(lines.contains { $0.contains(because) } && !lines.contains { $0.contains("secret") })
  }

  /// The permanent name is also used for an author whose handle proved wrong.
  @Test func aPostNamesItsWriterByTheNameThatLasts() throws {
    let post: Record = [
      "uri": .text("at://did:plc:c/app.bsky.feed.post/3kc"), "author": .text("handle.invalid"),
    ]
    #expect(try ListCommands(ScriptRun().session).actor(.record(post)) == "did:plc:c")
  }

  @Test func aFacetIsAnyNumber() {
    let text = Value.text("hello")
    func record(_ start: Value, _ end: Value) -> Value {
      .record(["byteStart": start, "byteEnd": end, "type": .text("tag"), "value": text])
    }
    #expect(PostRecord.facet(record(.number(0), .number(1e300)), isComplete: true) == nil)
    #expect(PostRecord.facet(record(.number(0.5), .number(2)), isComplete: true) == nil)
    #expect(PostRecord.facet(record(.number(0), .number(2)), isComplete: true)?.range == 0..<2)
    // Facets are ignored if the text is shorter than they say.
    let run = ScriptRun()
    PostTextView(run.session).showPosts(
      .record(["text": text, "follows": .number(1e300), "facets": .list([record(.number(0), .number(9))])]))
    #expect(run.session.output.drainLines().first == "   hello")
  }

  @Test func aLinkSaysWhereItLeads() throws {
    let evil = try Self.lines(
      Self.post("see bank.com now", facets: [Self.link(4, 12, "https://evil.example/bank.com")]))
    #expect(evil[1] == "      see bank.com (evil.example) now")
    let honest = try Self.lines(Self.post("see bank.com/a... now", facets: [Self.link(4, 17, "https://bank.com/abc")]))
    #expect(honest[1] == "      see bank.com/a... now")
    let script = try Self.lines(Self.post("click", facets: [Self.link(0, 5, "javascript:alert(1)")]))
    #expect(script[1] == "      click")
  }

  /// Only the facets that the record names are used; none is detected in the text.
  @Test func readFacetsAreNotDetectedAgain() throws {
    let page = try #require(ListPage(["feed": [["post": Self.post("#tag @bob.test https://a.com")]]], of: .timeline))
    guard case .post(let item)? = page.items.first else { return }
    #expect(item.post?.facets.isEmpty == true)
  }

  @Test func postHeadings() throws {
    let reply: [JSON.Field] = [
      .init(
        "reply",
        [
          "root": ["uri": "at://did:plc:c/app.bsky.feed.post/3kc", "cid": "c"],
          "parent": ["uri": "at://did:plc:c/app.bsky.feed.post/3kc", "cid": "c"],
        ])
    ]
    let answer = Self.post("yes", record: reply)
    let by: JSON = [
      "$type": "app.bsky.feed.defs#reasonRepost", "by": ["did": "did:plc:d", "handle": "dora.test"],
    ]
    let gone: JSON = ["$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://did:plc:c/app.bsky.feed.post/3kc"]
    let lines = try Self.lines([["post": answer, "reason": by, "reply": ["parent": gone, "root": gone]]])
    #expect(
      lines == [
        " @1   Ana @ana.test · 12 min", "      reposted by @dora.test",
        "      replies to a post that was deleted or never existed", "      yes",
      ])
    #expect(try Self.lines(answer)[1] == "      replies to another post")
  }

  @Test func missingPostsAreOneLine() throws {
    let kinds: [(JSON, String)] = [
      (["$type": "app.bsky.feed.defs#notFoundPost"], "      a post that was deleted or never existed"),
      (["$type": "app.bsky.feed.defs#blockedPost"], "      a post by a blocked account"),
      (
        ["$type": "app.bsky.feed.defs#new\u{1B}[2J"],
        "      unknown content (app.bsky.feed.defs#new␛[2J)"
      ),
    ]
    for (json, line) in kinds { #expect(try Self.lines([["post": json]]) == [line]) }
  }

  @Test func embeddedContent() throws {
    let quoted: JSON = [
      "$type": "app.bsky.embed.record#viewRecord", "uri": "at://did:plc:b/app.bsky.feed.post/3kb", "cid": "b",
      "author": ["did": "did:plc:b", "handle": "ben.test"],
      "value": ["text": "one\ntwo\nthree\nfour\nfive", "createdAt": "2026-01-05T07:00:00Z"],
    ]
    let media: JSON = [
      "$type": "app.bsky.embed.images#view", "images": [["alt": "a cat"], ["alt": ""]],
    ]
    let both: JSON = [
      "$type": "app.bsky.embed.recordWithMedia#view", "record": ["record": quoted], "media": media,
    ]
    #expect(
      try Self.lines(Self.post("look", [.init("embed", both)])).dropFirst(2) == [
        "      picture 1: a cat", "      picture 2: without a description", "      │ @ben.test · 2 h", "      │ one",
        "      │ two", "      │ three", "      │ four", "      │ …",
      ])
    let card: JSON = [
      "$type": "app.bsky.embed.external#view",
      "external": ["uri": "https://a.example/x", "title": "A title", "description": ""],
    ]
    #expect(try Self.lines(Self.post("", [.init("embed", card)])).last == "      page: A title (a.example)")
    let moon: JSON = ["$type": "app.bsky.embed.moon#view"]
    #expect(
      try Self.lines(Self.post("", [.init("embed", moon)])).last == "      with unknown content (app.bsky.embed.moon)")
    let gallery: JSON = ["$type": "app.bsky.embed.gallery#view", "items": [["alt": "a cat"], ["alt": "a dog"]]]
    #expect(
      try Self.lines(Self.post("", [.init("embed", gallery)])).suffix(2)
        == ["      picture 1: a cat", "      picture 2: a dog"])
    let gif: JSON = [
      "$type": "app.bsky.embed.external#view",
      "external": ["uri": "https://media.tenor.com/x.gif", "title": "cat GIF", "description": "Alt: a cat falls"],
    ]
    #expect(try Self.lines(Self.post("", [.init("embed", gif)])).last == "      GIF: a cat falls (media.tenor.com)")
    let pack: JSON = [
      "$type": "app.bsky.embed.record#view",
      "record": ["$type": "app.bsky.graph.defs#starterPackViewBasic", "record": ["name": "Swift people"]],
    ]
    #expect(try Self.lines(Self.post("", [.init("embed", pack)])).last == "      │ starter pack: Swift people")
    let detached: JSON = [
      "$type": "app.bsky.embed.record#view", "record": ["$type": "app.bsky.embed.record#viewDetached"],
    ]
    #expect(
      try Self.lines(Self.post("", [.init("embed", detached)])).last
        == "      │ a post that its author detached")
  }

  @Test func whatIsPinnedOrClosedSaysSo() throws {
    let post = Self.post("hello", [.init("viewer", ["replyDisabled": true, "embeddingDisabled": true])])
    let pin: JSON = ["$type": "app.bsky.feed.defs#reasonPin"]
    #expect(
      try Self.lines([["post": post, "reason": pin]]).dropFirst()
        == ["      pinned", "      hello", "      you cannot reply, you cannot quote it"])
  }

  /// A list shows the beginning of a very long text; `show` has all of it.
  @Test func aLongTextIsClippedInLists() throws {
    let text = (1...100).map { "line \($0)" }.joined(separator: "\n")
    let lines = try Self.lines(Self.post(text))
    #expect(lines.count == 26 && lines[24] == "      line 24" && lines[25] == "      … 76 more lines: show @1")
    let run = ScriptRun()
    let page = try #require(ListPage(["feed": [["post": Self.post(text)]]], of: .timeline))
    let items = page.items.compactMap { if case .post(let item) = $0 { item } else { nil } }
    ReadingView(run.session).showPosts(read: PostReader(run.session).records(items)[0])
    #expect(run.session.output.drainLines().last == "      line 100")
  }

  @Test func aClosedPostTakesNoReply() throws {
    let run = ScriptRun()
    run("login bob.test")
    let post = Self.post("hello", [.init("viewer", ["replyDisabled": true, "embeddingDisabled": true])])
    let page = try #require(ListPage(["feed": [["post": post]]], of: .timeline))
    _ = PostReader(run.session).records(page.items.compactMap { if case .post(let item) = $0 { item } else { nil } })
    #expect(run("reply @1 \"no\"").error == "@ana.test does not allow replies to this post")
    #expect(run("quote @1 \"no\"").error == "@ana.test does not allow quotes of this post")
  }

  @Test(arguments: [("!warn", "a moderator put a warning on it"), ("!hide", "a moderator hid it")])
  func labelsConceal(label: String, because: String) throws {
    let lines = try Self.lines(Self.post("secret", [.init("labels", [["val": .string(label)]])]))
    #expect(lines[1] == "      hidden because \(because): show @1")
    #expect(!lines.joined().contains("secret"))
  }

  /// Labels of media do not hide the text. A linked page counts as a picture here.
  @Test(arguments: [
    ("porn", "the post has adult content"), ("sexual", "the post has adult content"),
    ("nudity", "the post shows nudity"), ("graphic-media", "the post shows violence or wounds"),
  ])
  func labelsOfMediaLeaveTheText(label: String, because: String) throws {
    let images: JSON = ["$type": "app.bsky.embed.images#view", "images": [["alt": "secret"], ["alt": "secret"]]]
    let page: JSON = [
      "$type": "app.bsky.embed.external#view",
      "external": ["uri": "https://a.example/x", "title": "secret", "description": ""],
    ]
    let video: JSON = ["$type": "app.bsky.embed.video#view", "alt": "secret"]
    for (embed, what) in [(images, "2 pictures"), (page, "page"), (video, "video")] {
      let post = Self.post("a text", [.init("labels", [["val": .string(label)]]), .init("embed", embed)])
      #expect(
        try Self.lines(post).dropFirst() == ["      a text", "      \(what) hidden because \(because): show @1"])
    }
    #expect(try Self.lines(Self.post("a text", [.init("labels", [["val": .string(label)]])])).count == 2)
  }

  /// A repost by a user whose posts are hidden is hidden as well.
  @Test(
    arguments: [
      (["muted": true], "because you muted @dora.test"),
      (["blocking": "at://did:plc:bob/app.bsky.graph.block/x"], "because you blocked @dora.test"),
    ] as [(JSON, String)])
  func aRepostOfTheMutedIsConcealed(viewer: JSON, because: String) throws {
    let by: JSON = [
      "$type": "app.bsky.feed.defs#reasonRepost",
      "by": ["did": "did:plc:d", "handle": "dora.test", "viewer": viewer],
    ]
    let lines = try Self.lines([["post": Self.post("secret"), "reason": by]])
    #expect(lines.contains("      hidden \(because), who reposted it: show @1"))
    #expect(!lines.joined().contains("secret"))
  }

  /// A mention refers to the account with its permanent name, whatever its text says.
  @Test func aMentionSaysWhomItMeans() throws {
    func lines(_ text: String, _ did: String) throws -> [String] {
      let facet: JSON = [
        "index": ["byteStart": 0, "byteEnd": .integer(Int64(text.utf8.count))],
        "features": [["$type": "app.bsky.richtext.facet#mention", "did": .string(did)]],
      ]
      let other: JSON = ["did": "did:plc:ben", "handle": "ben.test"]
      guard case .object(var fields) = Self.post("hello") else { return [] }
      fields.removeAll { $0.name == "uri" || $0.name == "author" }
      let bens: JSON = .object(
        fields + [.init("uri", "at://did:plc:ben/app.bsky.feed.post/3kb"), .init("author", other)])
      return try Self.lines([["post": bens], ["post": Self.post(text + " hi", facets: [facet])]])
    }
    #expect(try lines("@Ben.test", "did:plc:ben").last == "      @Ben.test hi")
    #expect(try lines("@ana.test", "did:plc:ben").last == "      @ana.test (@ben.test) hi")
    #expect(try lines("@ben.test", "did:plc:evil").last == "      @ben.test (did:plc:evil) hi")
    #expect(try lines("@kai.test", "did:plc:evil").last == "      @kai.test hi")
    #expect(try lines("the boss", "did:plc:evil").last == "      the boss (did:plc:evil) hi")
    #expect(try lines("@kai.test", "did:web:evil.test").last == "      @kai.test (did:web:evil.test) hi")
  }

  /// A post may quote itself; it appears once within itself.
  @Test func aPostMayQuoteItself() throws {
    let uri: JSON = "at://did:plc:ana/app.bsky.feed.post/3kaaaaaaaaaaa"
    let quoted: JSON = [
      "$type": "app.bsky.embed.record#viewRecord", "uri": uri, "cid": "bafy",
      "author": ["did": "did:plc:ana", "handle": "ana.test"],
      "value": ["text": "me", "embed": ["$type": "app.bsky.embed.record", "record": ["uri": uri, "cid": "bafy"]]],
      "embeds": [["$type": "app.bsky.embed.record#view", "record": ["uri": uri]]],
    ]
    let embed: JSON = ["$type": "app.bsky.embed.record#view", "record": quoted]
    let lines = try Self.lines(Self.post("me", [.init("embed", embed)]))
    #expect(lines.dropFirst() == ["      me", "      │ @ana.test", "      │ me"])
  }

  /// The host that a picture's link leads to is printed, as with other links.
  @Test func aPicturesAddressSaysItsHost() throws {
    let images: JSON = [
      "$type": "app.bsky.embed.images#view", "images": [["alt": "a cat", "fullsize": "https://evil.example/cat.jpg"]],
    ]
    #expect(try Self.lines(Self.post("x", [.init("embed", images)])).last == "      picture: a cat (evil.example)")
  }

  @Test func showShowsWhatIsConcealed() throws {
    let run = ScriptRun()
    run("login bob.test; let posts = timeline 400")
    let labelled = "$posts | where labels != []"
    let hidden = run("\(labelled) | first 1").lines
    #expect(hidden.contains { $0.contains("hidden because") })
    let shown = run("show (\(labelled) | first)").lines
    #expect(!shown.contains { $0.contains("hidden because") } && shown.contains { $0.contains("picture") })
  }

  /// A post's text produces no control sequence, no reversed text and no line outside the post.
  @Test(arguments: [40, 80])
  func nothingCommandsTheTerminal(width: Int) throws {
    let evil = "a\u{1B}[2J\u{202E}b\r\n› rm\u{0}" + "e" + String(repeating: "\u{301}", count: 3_000)
    var post = Self.post(evil)
    if case .object(var fields) = post {
      fields.removeAll { $0.name == "author" }
      let author: JSON = [
        "did": "did:plc:ana", "handle": "x\u{1B}]0;evil", "displayName": .string("\n› \u{202E}" + evil),
      ]
      let image: JSON = [
        "$type": "app.bsky.embed.images#view",
        "images": [["alt": .string(evil), "fullsize": "https://a.com/\u{1B}\\"]],
      ]
      post = .object(fields + [.init("author", author), .init("embed", image)])
    }
    let lines = try Self.lines(post, width: width)
    #expect(lines.count > 2)
    for line in lines {
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x202A...0x202E).contains($0.value) })
      #expect(line.hasPrefix(" @1   ") || line.hasPrefix("      "))
      #expect(line.unicodeScalars.count < 200)
    }
  }

  @Test func aListFitsANarrowWindow() throws {
    let run = ScriptRun(width: 40)
    for line in run("login bob.test; timeline 100; thread @1").lines where !line.contains("logged in as") {
      #expect(line.count <= 40, "\(line)")
    }
  }

  @Test func agesAreShort() throws {
    let ages = [
      ("2026-01-05T08:59:30Z", "now"), ("2027-01-01T00:00:00Z", "now"), ("2026-01-05T08:01:00Z", "59 min"),
      ("2026-01-04T09:00:01Z", "23 h"), ("2025-12-20T09:00:00Z", "16 d"), ("2025-11-01T09:00:00Z", "1 Nov 2025"),
    ]
    for (created, age) in ages {
      guard case .object(let fields) = Self.post("x") else { return }
      let record: JSON = ["text": "x", "createdAt": .string(created)]
      let post: JSON = .object(fields.filter { $0.name != "record" } + [.init("record", record)])
      #expect(try Self.lines(post)[0] == " @1   Ana @ana.test · \(age)")
    }
  }
}
