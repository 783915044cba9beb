import JSON
import Testing
import Timeline

@testable import Bluesky

/// The people of the practice network interact with an account as time passes, always in the same way.
@Suite struct PracticeNotificationsTests {
  private static let bob = "did:web:bob.test"
  private static let now = Instant.practiceStart + .hours(1)

  private static func read(_ network: PracticeNetwork, at now: Instant = now) -> (
    items: [NotificationItem], seen: Instant?
  ) {
    var network = network
    var listing = Listing(.notifications(NotificationChoice()))
    listing.begin(1_000)
    while let call = listing.next {
      guard case .done(let json) = network.answer(call, by: bob, in: .init(), at: now), listing.receive(json) else {
        break
      }
    }
    #expect(listing.omitted == 0)
    return (listing.batch.compactMap { if case .notification(let item) = $0 { item } else { nil } }, listing.seen)
  }

  private static func ask(_ call: XRPCCall, _ network: inout PracticeNetwork, at now: Instant = now) -> JSON? {
    guard case .done(let json) = network.answer(call, by: bob, in: .init(), at: now) else { return nil }
    return json
  }

  private static func posting(_ count: Int) throws -> PracticeNetwork {
    var network = PracticeNetwork()
    for number in 0..<count {
      let post = try Post("hello \(number)", created: .practiceStart)
      let key = RecordKey(.practiceStart + .seconds(Int64(number)), device: "x").description
      let address = RecordAddress(repository: bob, collection: RecordAddress.posts, key: key)
      _ = ask(.createRecord(address, post.record { _ in nil }), &network, at: .practiceStart)
    }
    return network
  }

  @Test func notificationsExistFromTheStartAndGrow() {
    let first = Self.read(PracticeNetwork()).items
    #expect(Set(first.map(\.kind)) == [.follow, .mention])
    #expect(first.contains { $0.isRead } && first.contains { !$0.isRead })
    let later = Self.read(PracticeNetwork(), at: Self.now + .days(2)).items
    #expect(later.count > first.count && Array(later.suffix(first.count)).map(\.address) == first.map(\.address))
    #expect(first.allSatisfy { $0.kind != .mention || $0.post?.text.contains("@bob.test") == true })
    #expect(Self.read(PracticeNetwork()).items == first)
  }

  @Test func postsCauseEveryKindOfNotification() throws {
    let network = try Self.posting(8)
    let items = Self.read(network, at: Self.now + .days(1)).items
    #expect(Set(items.map(\.kind)) == [.like, .repost, .follow, .reply, .mention, .quote])
    #expect(items.map(\.instant) == items.map(\.instant).sorted(by: >))
    #expect(items.allSatisfy { $0.author.did != Self.bob })
  }

  /// The notifications match the posts' counts.
  @Test func notificationsAreWhatTheCountsSay() throws {
    var network = try Self.posting(6)
    let at = Self.now + .days(1)
    let items = Self.read(network, at: at).items
    let addresses = Set(items.compactMap { $0.kind == .like ? $0.subject : nil })
    #expect(addresses.count == 6)
    for address in addresses {
      let post = try #require(Self.ask(PostView.call(address), &network, at: at).flatMap { PostView(posts: $0) })
      func count(_ kind: NotificationItem.Kind) -> Int { items.count { $0.kind == kind && $0.subject == address } }
      #expect(count(.like) == post.counts.likes && count(.repost) == post.counts.reposts)
      #expect(count(.reply) == post.counts.replies && count(.quote) == post.counts.quotes)
    }
    // Replies, mentions and quotes are posts that can be requested.
    let texts = items.filter(\.kind.isPost)
    let posts = try #require(
      Self.ask(PostView.call(texts.prefix(PostView.callLimit).map(\.address)), &network, at: at).map {
        PostView.posts($0)
      })
    #expect(posts.count == min(texts.count, PostView.callLimit))
    let profile = try #require(Self.ask(Person.call(Self.bob), &network, at: at).flatMap { Person(profile: $0) })
    #expect(profile.followers == items.count { $0.kind == .follow })
  }

  /// Likes through the account's repost name the repost and the post, and are among the post's likes.
  @Test func aRepostBringsLikes() throws {
    var network = PracticeNetwork()
    let page = try #require(
      Self.ask(ReadingList.timeline.call(limit: 20, cursor: nil), &network).flatMap { ListPage($0, of: .timeline) })
    let posts = page.items.compactMap { if case .post(let item) = $0 { item.post } else { nil } }
    for (place, post) in posts.enumerated() {
      let key = RecordKey(Self.now + .milliseconds(Int64(place)), device: "x").description
      let record: JSON = [
        "$type": "app.bsky.feed.repost", "subject": post.reference.json,
        "createdAt": .string(NetworkDate.text(Self.now)),
      ]
      let address = RecordAddress(repository: Self.bob, collection: "app.bsky.feed.repost", key: key)
      #expect(Self.ask(.createRecord(address, record), &network) != nil)
    }
    let later = Self.now + .days(2)
    let likes = Self.read(network, at: later).items.filter { $0.kind == .likeViaRepost }
    let after = try #require(Self.ask(PostView.call(posts.map(\.reference.address)), &network, at: later))
    let counts = PostView.posts(after).map { ($0.reference.address, $0.counts.likes) }
    #expect(!likes.isEmpty && likes.allSatisfy { $0.instant > Self.now })
    for (address, count) in counts { #expect(likes.count { $0.subject == address } <= count) }
  }

  @Test func seenNotificationsStaySeen() throws {
    var network = PracticeNetwork()
    func unread() -> Int? { Self.ask(NotificationItem.unreadCall, &network).flatMap { NotificationItem.unread($0) } }
    let (items, before) = Self.read(network)
    #expect(unread() == items.count { !$0.isRead } && unread() ?? 0 > 0)
    let newest = try #require(items.first?.instant)
    let pending = Reaction(.seen, .notifications(until: newest, before: before ?? .distantPast), handle: "bob.test")
    #expect(Self.ask(pending.call(isOn: true), &network) != nil)
    #expect(unread() == 0 && Self.read(network).items.allSatisfy(\.isRead))
    #expect(Self.read(network).seen == newest)
    #expect(Self.ask(pending.call(isOn: false), &network) != nil)
    #expect(Self.read(network).items == items)
  }

  @Test func mutedPeopleCauseNoNotifications() {
    var network = PracticeNetwork()
    guard let existingAccount = Self.read(network).items.first?.author.did else { return }
    _ = Self.ask(
      XRPCCall(procedure: "app.bsky.graph.muteActor", ["actor": .string(existingAccount)], by: .account), &network)
    #expect(!Self.read(network).items.contains { $0.author.did == existingAccount })
  }
}
