import JSON
import Testing
import Timeline

@testable import Bluesky

/// Answers of every method with values of wrong types anywhere in them: nothing crashes, and skipped items are
/// counted.
@Suite struct BrokenAnswersTests {
  private static let bob = "did:web:bob.test"
  private static let now = Instant.practiceStart + .hours(3)

  /// Asks a network in which bob has posted and other accounts have reacted.
  private static func ask(_ call: XRPCCall) -> JSON? {
    var network = PracticeNetwork()
    let at = Instant.practiceStart + .hours(1)
    let post: JSON = ["$type": "app.bsky.feed.post", "text": "hello", "createdAt": .string(NetworkDate.text(at))]
    _ = network.answer(.createRecord(own, post), by: bob, in: .init(), at: at)
    let embed: JSON = ["$type": "app.bsky.embed.record", "record": ["uri": .string(own.description), "cid": "c"]]
    let quoting = RecordAddress(repository: bob, collection: RecordAddress.posts, key: "3kbbbbbbbbbbb")
    _ = network.answer(
      .createRecord(quoting, post.with("embed", value: embed)), by: bob, in: .init(), at: at)
    let bookmark = XRPCCall(
      procedure: "app.bsky.bookmark.createBookmark", ["uri": .string(own.description)], by: .account)
    _ = network.answer(bookmark, by: bob, in: .init(), at: at)
    let like: JSON = ["subject": ["uri": .string(own.description)], "createdAt": .string(NetworkDate.text(at))]
    let address = RecordAddress(repository: bob, collection: "app.bsky.feed.like", key: "3kl")
    _ = network.answer(.createRecord(address, like), by: bob, in: .init(), at: at)
    guard case .done(let json) = network.answer(call, by: bob, in: .init(), at: now) else { return nil }
    return json
  }
  private static let own = RecordAddress(repository: bob, collection: RecordAddress.posts, key: "3kaaaaaaaaaaa")
  private static let hot = RecordAddress(
    repository: "did:web:feeds.test", collection: RecordAddress.feeds, key: "hot")

  static let lists: [ReadingList] = [
    .timeline, .feed(hot), .author("ana.test", .all), .likes(bob), .bookmarks, .quotes(own),
    .search(PostSearch("the")), .followers("ana.test"), .follows(bob), .likers(own), .reposters(own), .people("a"),
    .feeds(.suggested), .feeds(.saved([hot])), .notifications(NotificationChoice()),
  ]

  /// Reads the whole answer, which is not empty, and then ten thousand corrupted copies of it.
  private static func tenThousand(_ call: XRPCCall, _ read: (JSON) -> Void) throws {
    let whole = try #require(ask(call))
    var chance = SeededGenerator(seed: call.path.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    // From a few wrong values to many.
    for round in 0..<10_000 { read(whole.spoiled(&chance, share: [0.02, 0.1, 0.3][round % 3])) }
  }

  @Test(arguments: lists) func brokenListsAreReadInPart(list: ReadingList) throws {
    let call = list.call(limit: 2, cursor: nil)
    let whole = try #require(Self.ask(call).flatMap { ListPage($0, of: list) })
    #expect(!whole.items.isEmpty && whole.omitted == 0)
    var (items, omitted, uncounted) = (0, 0, 0)
    try Self.tenThousand(call) { json in
      guard let page = ListPage(json, of: list) else { return }
      items += page.items.count
      omitted += page.omitted
      if page.items.count + page.omitted < json[list.field]?.arrayValue?.count ?? 0 { uncounted += 1 }
      // A list continues whatever its pages say, and comes to an end.
      var listing = Listing(list)
      listing.begin(2)
      while listing.next != nil { guard listing.receive(json) else { break } }
      let notifications = listing.batch.compactMap { if case .notification(let item) = $0 { item } else { nil } }
      if NotificationReader(notifications).groups().contains(where: \.items.isEmpty) { uncounted += 1 }
    }
    #expect(items > 1_000 && omitted > 1_000 && uncounted == 0)
  }

  @Test func brokenConversationsAreReadInPart() throws {
    let call = ThreadPage.call(Self.own)
    #expect(try #require(Self.ask(call).flatMap { ThreadPage($0) }).items.count > 1)
    var (items, omitted) = (0, 0)
    try Self.tenThousand(call) { json in
      guard let page = ThreadPage(json) else { return }
      items += page.items.count
      omitted += page.omitted
    }
    #expect(items > 1_000 && omitted > 1_000)
  }

  @Test func brokenPostsPeopleAndSavedFeedsAreReadInPart() throws {
    var read = [0, 0, 0, 0]
    try Self.tenThousand(PostView.call([Self.own, Self.own])) { json in
      read[0] += PostView.posts(json).count
      _ = PostView(posts: json)
    }
    try Self.tenThousand(Person.call("ana.test")) { if Person(profile: $0) != nil { read[1] += 1 } }
    try Self.tenThousand(SavedFeeds.call) { read[2] += SavedFeeds($0)?.addresses.count ?? 0 }
    try Self.tenThousand(NotificationItem.unreadCall) { if NotificationItem.unread($0) != nil { read[3] += 1 } }
    #expect(read.allSatisfy { $0 > 1_000 })
  }

  /// Every page of an archive is corrupted in a different way, until reading ends or reports that a page leads
  /// nowhere.
  @Test func anArchiveTakesWhatItCan() throws {
    var (posts, omitted, rounds) = (0, 0, 0)
    var reading = ArchiveSync(Archive(of: Self.bob, checksum: ArchiveTests.checksum), isWhole: false)
    let whole = try #require(reading.next.flatMap(Self.ask))
    var chance = SeededGenerator(seed: 11)
    while rounds < 10_000 {
      guard reading.next != nil else {
        posts += reading.archive.count(.post)
        omitted += reading.omitted
        reading = ArchiveSync(
          Archive(of: Self.bob, checksum: ArchiveTests.checksum), isWhole: rounds.isMultiple(of: 2))
        continue
      }
      rounds += 1
      if !reading.receive(whole.spoiled(&chance, share: 0.1)) {
        reading = ArchiveSync(Archive(of: Self.bob, checksum: ArchiveTests.checksum), isWhole: false)
      }
    }
    #expect(posts > 100 && omitted > 100)
  }
}

extension JSON {
  /// Returns a copy with values of other types here and there.
  func spoiled(_ chance: inout SeededGenerator, share: Double) -> JSON {
    if chance.unit() < share {
      let others: [JSON] = [.null, true, -1, 0.5, "", "x", [], [:], [[:]], .integer(.max), "at://x", "\u{1B}[2J"]
      return others[Int(chance.unit() * Double(others.count))]
    }
    switch self {
    case .array(let items): return .array(items.map { $0.spoiled(&chance, share: share) })
    case .object(let fields): return .object(fields.map { .init($0.name, $0.value.spoiled(&chance, share: share)) })
    default: return self
    }
  }
}
