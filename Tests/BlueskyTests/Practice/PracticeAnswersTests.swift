import JSON
import Testing
import Timeline

@testable import Bluesky

/// The practice network's answers depend on who asks, and for how much.
@Suite struct PracticeAnswersTests {
  private static let (bob, alice) = ("did:web:bob.test", "did:web:alice.test")
  private static let now = Instant.practiceStart + .hours(1)
  private var network = PracticeNetwork()
  private var written = 0

  @discardableResult
  private mutating func ask(_ call: XRPCCall, by account: String = bob) -> JSON? {
    guard case .done(let json) = network.answer(call, by: account, in: .init(), at: Self.now) else { return nil }
    return json
  }

  private mutating func ask(_ method: String, _ parameters: KeyValuePairs<String, String>) -> JSON? {
    ask(XRPCCall(query: method, parameters, by: .account))
  }

  /// Writes a post, one second after the previous post.
  private mutating func write(
    _ text: String, by account: String = bob, to line: [StrongReference] = []
  ) throws -> StrongReference {
    written += 1
    let created = Self.now - .minutes(1) + .seconds(Int64(written))
    let reply = line.first.flatMap { root in line.last.map { Post.Reply(root: root, parent: $0) } }
    let record = try Post(text, created: created).record(reply: reply) { PracticeNetwork.did(of: $0) }
    let key = RecordKey(created, device: account).description
    let address = RecordAddress(repository: account, collection: RecordAddress.posts, key: key)
    return try #require(ask(.createRecord(address, record), by: account).flatMap { StrongReference($0) })
  }

  private func uris(_ rows: JSON?, _ name: String = "feed") -> [String] {
    (rows?[name]?.arrayValue ?? []).compactMap { ($0["post"] ?? $0)["uri"]?.stringValue }
  }

  @Test mutating func aThreadReachesTheRequestedDepth() throws {
    var line = [try write("0")]
    for number in 1...4 { line.append(try write("\(number)", to: line)) }
    let uri = line[2].address.description
    let thread = ask("app.bsky.feed.getPostThread", ["uri": uri, "parentHeight": "1", "depth": "1"])?["thread"]
    #expect(thread?["parent"]?["post"]?["uri"] == .string(line[1].address.description))
    #expect(thread?["parent"]?["parent"] == nil)
    let answers = thread?["replies"]?.arrayValue ?? []
    #expect(answers.map { $0["post"]?["uri"] } == [.string(line[3].address.description)])
    #expect(answers.first?["replies"] == nil)
  }

  @Test mutating func likesAndBookmarksBelongToTheViewer() throws {
    let posts = [try write("a"), try write("b")]
    for (post, account) in zip(posts, [Self.bob, Self.alice]) {
      let like: JSON = ["subject": post.json, "createdAt": .string(NetworkDate.text(Self.now))]
      ask(
        .createRecord(RecordAddress(repository: account, collection: PracticeView.like, key: "3kaaaaaaaaaaa"), like),
        by: account)
      ask(XRPCCall(procedure: "app.bsky.bookmark.createBookmark", post.json, by: .account), by: account)
    }
    #expect(uris(ask("app.bsky.feed.getActorLikes", ["actor": Self.bob])) == [posts[0].address.description])
    let views = try posts.map { try #require(ask(PostView.call($0.address)).flatMap { PostView(posts: $0) }) }
    #expect(views.map(\.viewer.isLiked) == [true, false])
    #expect(views.map(\.viewer.isBookmarked) == [true, false])
  }

  /// A reply that also mentions its recipient sends one notification.
  @Test mutating func aReplyIsNotAlsoAMention() throws {
    let own = try write("hello")
    let answer = try write("@bob.test hello", by: Self.alice, to: [own])
    let first = try write("a post", by: Self.alice)
    let second = try write("what does @bob.test say?", by: Self.alice, to: [first])
    let rows = ask("app.bsky.notification.listNotifications", ["limit": "100"])?["notifications"]?.arrayValue ?? []
    let told = rows.filter { $0["author"]?["did"] == .string(Self.alice) }.map {
      [$0["reason"]?.stringValue, $0["uri"]?.stringValue]
    }
    #expect(told == [["mention", second.address.description], ["reply", answer.address.description]])
  }

  /// Only the repeating feed begins a page with the end of the previous one.
  @Test(arguments: [("hot", 0), ("tag-swift", 0), ("repeats", 1)])
  mutating func pagesFollowEachOther(feed: String, again: Int) {
    let uri = "at://did:web:feeds.test/\(RecordAddress.feeds)/\(feed)"
    let both = uris(ask("app.bsky.feed.getFeed", ["feed": uri, "limit": "8"]))
    let second = uris(ask("app.bsky.feed.getFeed", ["feed": uri, "limit": "4", "cursor": "4"]))
    #expect(both.count == 8 && second == Array(both[4 - again..<8 - again]))
  }

  @Test mutating func aSearchHasItsTimeAndItsOrder() throws {
    let method = "app.bsky.feed.searchPosts"
    let latest = ask(method, ["q": "", "limit": "40"])
    let uris = uris(latest, "posts")
    let tenth = try #require(latest?["posts"]?.arrayValue?[10]["record"]?["createdAt"]?.stringValue)
    #expect(self.uris(ask(method, ["q": "", "since": tenth]), "posts") == Array(uris[...10]))
    #expect(self.uris(ask(method, ["q": "", "until": tenth, "limit": "29"]), "posts") == Array(uris[11...]))
    let best = try #require(ask(method, ["q": "", "sort": "top", "limit": "100"])?["posts"]?.arrayValue).map {
      (likes: $0["likeCount"]?.integerValue ?? 0, at: $0["record"]?["createdAt"]?.stringValue ?? "")
    }
    #expect(zip(best, best.dropFirst()).allSatisfy { ($0.likes, $0.at) > ($1.likes, $1.at) })
  }
}
