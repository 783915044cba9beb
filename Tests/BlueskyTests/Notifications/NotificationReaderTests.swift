import JSON
import Testing
import Timeline

@testable import Bluesky

/// Notifications read from answers and grouped by subject.
@Suite struct NotificationReaderTests {
  private static let mine = "at://did:web:bob.test/app.bsky.feed.post/"

  /// Returns a notification in a server's format.
  /// - Parameter second: the second at which the server indexed it.
  private static func row(
    _ reason: String, by handle: String, of subject: String? = "a", at second: Int, isRead: Bool = false
  ) -> JSON {
    let collection = ["like": "app.bsky.feed.like", "follow": "app.bsky.graph.follow"][reason] ?? "app.bsky.feed.post"
    var fields: [JSON.Field] = [
      .init("uri", .string("at://did:web:\(handle)/\(collection)/k\(second)")), .init("cid", "bafy"),
      .init("author", Answers.person(handle)), .init("reason", .string(reason)),
      .init("record", ["$type": .string(collection), "text": "hi", "createdAt": "2026-01-05T08:00:00Z"]),
      .init("isRead", .bool(isRead)),
      .init("indexedAt", .string(NetworkDate.text(.practiceStart + .seconds(Int64(second))))),
    ]
    if let subject { fields.append(.init("reasonSubject", .string(mine + subject))) }
    return .object(fields)
  }

  private static func items(_ rows: [JSON]) -> [NotificationItem] {
    let page = ListPage(["notifications": .array(rows)], of: .notifications(NotificationChoice()))
    return page?.items.compactMap { if case .notification(let item) = $0 { item } else { nil } } ?? []
  }

  private static func words(_ groups: [NotificationGroup]) -> [String] {
    groups.map { "\($0.kind.rawValue) \($0.people.map(\.handle).joined(separator: " "))" }
  }

  @Test func likesAreOneForEachPostAndFollowsOneInAll() {
    let groups = NotificationReader(
      Self.items([
        Self.row("like", by: "ana.test", at: 9), Self.row("like", by: "ben.test", of: "b", at: 8),
        Self.row("follow", by: "fay.test", of: nil, at: 7), Self.row("like", by: "cleo.test", at: 6),
        Self.row("follow", by: "gus.test", of: nil, at: 5), Self.row("repost", by: "ana.test", at: 4),
      ])
    ).groups()
    #expect(
      Self.words(groups) == ["like ana.test cleo.test", "like ben.test", "follow fay.test gus.test", "repost ana.test"])
    #expect(groups[0].post?.key == "a" && groups[2].post == nil)
  }

  @Test func repliesAndMentionsAreNotGrouped() {
    let groups = NotificationReader(
      Self.items(
        ["reply", "mention", "quote"].flatMap { reason in
          [1, 2].map { Self.row(reason, by: "ana.test", at: $0 + reason.utf8.count * 10) }
        })
    ).groups()
    #expect(groups.count == 6 && groups.allSatisfy { $0.items.count == 1 && $0.latest.post?.text == "hi" })
    #expect(Set(groups.map(\.identity)).count == 6)
  }

  /// A group keeps its identity, independent of page boundaries and of who reacted last.
  @Test func aGroupKeepsItsIdentityWhileItGrows() {
    var reader = NotificationReader(Self.items([Self.row("like", by: "ana.test", at: 5)]))
    let before = reader.groups()
    reader.append(
      contentsOf:
        Self.items([Self.row("like", by: "ben.test", at: 9), Self.row("like", by: "ben.test", of: "b", at: 1)]))
    let after = reader.groups()
    #expect(after[0].identity == before[0].identity)
    #expect(Self.words(after) == ["like ben.test ana.test", "like ben.test"])
    #expect(reader.groups([after[1].identity]).map(\.identity) == [after[1].identity])
    #expect(before[0].identity.description == "like \(Self.mine)a")
  }

  @Test func unreadNotificationsComeFirst() {
    let rows = [
      Self.row("like", by: "ana.test", at: 9, isRead: true), Self.row("like", by: "ben.test", of: "b", at: 8),
      Self.row("follow", by: "fay.test", of: nil, at: 7, isRead: true), Self.row("like", by: "gus.test", at: 1),
    ]
    #expect(
      Self.words(NotificationReader(Self.items(rows)).groups())
        == ["like ana.test gus.test", "like ben.test", "follow fay.test"])
    let seen = NotificationReader(Self.items(rows)).groups { $0.instant < .practiceStart + .seconds(8) }
    #expect(Self.words(seen).last == "follow fay.test")
    #expect(seen[0].items.count { $0.isRead } == 1)
  }

  @Test func repeatedLikesOfAPersonCountOnce() {
    let groups = NotificationReader(
      Self.items([Self.row("like", by: "ana.test", at: 2), Self.row("like", by: "ana.test", at: 1)])
    ).groups()
    #expect(groups.count == 1 && groups[0].people.count == 1 && groups[0].items.count == 2)
  }

  /// Any value may be missing or of another type; a reason may be unknown.
  @Test func invalidItemsAreSkippedAndCounted() throws {
    let good = Self.row("like", by: "ana.test", at: 1)
    for field in ["uri", "author", "reason", "indexedAt"] {
      for value in [nil, 7, "", []] as [JSON?] {
        let page = ListPage(
          ["notifications": [good.with(field, value: value), good]], of: .notifications(NotificationChoice()))
        #expect(page?.items.count == 1 && page?.omitted == 1, "\(field)")
      }
    }
    for field in ["record", "isRead", "reasonSubject", "cid"] {
      let page = ListPage(["notifications": [good.with(field, value: 7)]], of: .notifications(NotificationChoice()))
      #expect(page?.items.count == 1, "\(field)")
    }
    let reply = Self.row("reply", by: "ana.test", at: 1).with("record", value: 7)
    #expect(Self.items([reply]).isEmpty)
    let new = try #require(Self.items([Self.row("moon-phase", by: "ana.test", at: 1)]).first)
    #expect(new.kind.rawValue == "moon-phase" && !NotificationItem.Kind.all.contains(new.kind))
  }

  /// Two notifications of each kind: the number of groups, and whether the group names a post.
  @Test(arguments: [
    ("like-via-repost", 1, true), ("repost-via-repost", 1, true), ("subscribed-post", 1, true),
    ("starterpack-joined", 1, false), ("verified", 1, false), ("unverified", 1, false), ("contact-match", 1, false),
  ])
  func theOtherOfficialKindsAreGrouped(kind: String, count: Int, hasPost: Bool) throws {
    #expect(NotificationItem.Kind.all.contains { $0.rawValue == kind })
    let pack = "at://did:web:bob.test/app.bsky.graph.starterpack/s"
    let rows = ["ana.test", "ben.test"].enumerated().map { second, handle in
      let row = Self.row(kind, by: handle, of: nil, at: second)
      switch kind {
      case "like-via-repost", "repost-via-repost":
        // The reason is the account's repost; the post is in the record.
        return row.with("reasonSubject", value: "at://did:web:bob.test/app.bsky.feed.repost/r").with(
          "record", value: ["subject": ["uri": .string(Self.mine + "p"), "cid": "c"]])
      case "starterpack-joined":
        return row.with("reasonSubject", value: .string(pack)).with("starterPack", value: ["record": ["name": "Birds"]])
      default: return row
      }
    }
    let groups = NotificationReader(Self.items(rows)).groups()
    #expect(groups.count == count && groups[0].items.count == 2)
    #expect((groups[0].post?.collection == RecordAddress.posts) == hasPost)
    if kind.hasSuffix("via-repost") { #expect(groups[0].post?.key == "p") }
    if kind == "subscribed-post" { #expect(groups[0].post == groups[0].latest.address && groups[0].latest.post != nil) }
    #expect(groups[0].latest.starterPack == (kind == "starterpack-joined" ? "Birds" : nil))
  }

  /// The count of a group is a lower bound while older pages may add to it. The post's own counts are exact.
  @Test(
    arguments: [
      ("like", 3, true, true, true), ("like", 2, true, true, false), ("like", 3, false, false, false),
      ("like", nil, true, true, true), ("like", nil, false, true, false), ("repost", 3, false, true, true),
      ("repost", 2, true, true, false), ("follow", nil, true, true, true), ("follow", nil, false, true, false),
      ("follow", nil, true, false, false), ("reply", nil, true, true, false), ("verified", nil, true, true, true),
    ] as [(String, Int64?, Bool, Bool, Bool)])
  func aCountAtTheEndOfAPageIsALowerBound(
    kind: String, counted: Int64?, isLast: Bool, hasMore: Bool, mayGrow: Bool
  ) throws {
    let rows = ["ana.test", "ben.test"].enumerated().map { Self.row(kind, by: $1, at: $0) }
    let group = try #require(NotificationReader(Self.items(rows)).groups().first)
    var reader = AnswerReader()
    let post = counted.flatMap { count in
      PostView(
        Answers.post("3kaaa").with("likeCount", value: .integer(count)).with("repostCount", value: .integer(count)),
        &reader)
    }
    #expect(group.mayGrow(isLast: isLast, hasMore: hasMore, of: post) == mayGrow)
  }

  /// A list that is limited to followed accounts is shorter than its pages, and that does not end it.
  @Test func onlyFollowedPeople() {
    let friend = Self.row("like", by: "ana.test", at: 1).with(
      "author", value: Answers.person("ana.test").with("viewer", value: nil))
    guard case .object(let fields) = Answers.person("ben.test") else { return }
    let followed = JSON.object(
      fields + [.init("viewer", ["following": "at://did:web:bob.test/app.bsky.graph.follow/x"])])
    var listing = Listing(.notifications(NotificationChoice(.like, .likeViaRepost, isOfFollowed: true)))
    listing.begin(1)
    #expect(listing.next?.path.contains("reasons=like&reasons=like-via-repost") == true)
    _ = listing.receive(["notifications": [friend], "cursor": "1"])
    #expect(listing.batch.isEmpty && listing.end == nil && listing.next != nil)
    let rows: JSON = [Self.row("like", by: "ben.test", at: 2).with("author", value: followed)]
    _ = listing.receive(["notifications": rows, "seenAt": "2026-01-05T08:00:00Z"])
    #expect(listing.batch.count == 1 && listing.end == .complete)
  }

  /// Nothing takes quadratic time: with 100,000 notifications in one group, or in 1,000 groups, that would take
  /// hours.
  @Test(arguments: [1, 1_000])
  func manyNotificationsAreGroupedInLinearTime(count: Int) {
    let some = Self.items((0..<count).map { Self.row("like", by: "ana.test", of: "p\($0)", at: $0) })
    var reader = NotificationReader()
    for _ in 0..<100_000 / count { reader.append(contentsOf: some) }
    let groups = reader.groups()
    #expect(groups.count == count && groups.allSatisfy { $0.items.count == 100_000 / count })
    #expect(groups.allSatisfy { $0.people.count == 1 })
  }
}
