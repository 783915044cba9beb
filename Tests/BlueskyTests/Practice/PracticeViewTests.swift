import JSON
import Testing
import Timeline

@testable import Bluesky

/// The practice network is lively, deterministic for a seed, and consistent across its answers.
@Suite struct PracticeViewTests {
  private static let bob = "did:web:bob.test"
  private static let now = Instant.practiceStart + .hours(1)

  private static func ask(_ call: XRPCCall, _ network: PracticeNetwork = PracticeNetwork(), at now: Instant = now)
    -> JSON?
  {
    var network = network
    guard case .done(let json) = network.answer(call, by: bob, in: .init(), at: now) else { return nil }
    return json
  }

  private static func read(
    _ list: ReadingList, _ count: Int, _ network: PracticeNetwork = PracticeNetwork(), at now: Instant = now
  )
    -> Listing
  {
    var listing = Listing(list)
    listing.begin(count)
    while let call = listing.next {
      guard let json = ask(call, network, at: now), listing.receive(json) else { break }
    }
    return listing
  }

  private static func posts(_ listing: Listing) -> [PostView] {
    listing.batch.compactMap { if case .post(let item) = $0 { item.post } else { nil } }
  }

  @Test func theTimelineIsFullAndCompletelyParsed() {
    let listing = Self.read(.timeline, 300)
    let posts = Self.posts(listing)
    #expect(posts.count == 300 && listing.omitted == 0 && listing.end == nil)
    #expect(posts.contains { $0.counts.likes > 20 } && posts.contains { $0.parent != nil })
    #expect(posts.contains { $0.embed?.quote != nil } && posts.contains { $0.embed?.card != nil })
    #expect(
      posts.contains { $0.embed?.images.isEmpty == false }
        && posts.contains { LabelChoices().mediaWarning($0.appliedLabels) != nil })
    #expect(posts.allSatisfy { $0.created.map { $0 <= Self.now } ?? false })
    // Each post occurs once; all are by accounts that bob follows, except for the posts that these accounts repost.
    #expect(Set(posts.map(\.reference)).count == 300)
  }

  @Test func theSameSeedGivesTheSamePosts() {
    #expect(Self.read(.timeline, 40) == Self.read(.timeline, 40))
    #expect(Self.posts(Self.read(.timeline, 40)) != Self.posts(Self.read(.timeline, 40, PracticeNetwork(seed: 1))))
  }

  @Test func timeBringsMore() throws {
    let before = Self.posts(Self.read(.timeline, 20))
    let after = Self.posts(Self.read(.timeline, 20, at: Self.now + .hours(3)))
    #expect(before.first != after.first)
    let last = try #require(before.first)
    #expect(Self.posts(Self.read(.timeline, 60, at: Self.now + .hours(3))).contains { $0.reference == last.reference })
  }

  @Test func countsAreWhatTheListsSay() {
    for post in Self.posts(Self.read(.timeline, 60)) {
      let address = post.reference.address
      #expect(Self.read(.likers(address), 200).batch.count == post.counts.likes)
      #expect(Self.read(.reposters(address), 200).batch.count == post.counts.reposts)
      let quotes = Self.posts(Self.read(.quotes(address), 200))
      #expect(quotes.count == post.counts.quotes)
      #expect(
        quotes.allSatisfy {
          if case .post(let quoted) = $0.embed?.quote { quoted.reference == post.reference } else { false }
        })
      let thread = Self.ask(ThreadPage.call(address)).flatMap { ThreadPage($0) }
      let answers = thread?.items.filter { $0.depth == 1 } ?? []
      #expect(answers.count == post.counts.replies && answers.allSatisfy { $0.post?.parent == address })
    }
  }

  /// A mention or follow of an instant is listed from that instant on.
  @Test func newAccountsExistImmediately() throws {
    let crowd = PracticePopulation(seed: 3, start: .practiceStart)
    let microsecond = Duration(microseconds: 1)
    func mentions(_ until: Instant) -> [Instant] { crowd.mentions(of: "bob.test", until: until).map(\.created) }
    func follows(_ until: Instant) -> [Instant] { crowd.follows(Self.bob, until: until).map(\.at) }
    for list in [mentions, follows] {
      let last = try #require(list(Self.now).max())
      #expect(list(last).contains(last) && !list(last - microsecond).contains(last))
    }
  }

  @Test func whoPostsHearsOfIt() throws {
    var network = PracticeNetwork()
    let post = try Post("hello everybody", created: Self.now)
    let address = RecordAddress(
      repository: Self.bob, collection: RecordAddress.posts, key: RecordKey(Self.now, device: "x").description)
    let call = XRPCCall.createRecord(address, post.record { _ in nil })
    guard case .done = network.answer(call, by: Self.bob, in: .init(), at: Self.now) else {
      Issue.record("not written")
      return
    }
    func counts(_ at: Instant) -> PostView.Counts? {
      Self.posts(Self.read(.author(Self.bob, .all), 5, network, at: at)).first?.counts
    }
    #expect(counts(Self.now) == .init(likes: 0, reposts: 0, replies: 0, quotes: 0))
    let later = try #require(counts(Self.now + .hours(2)))
    #expect(later.likes > 0 && later.replies > 0)
    let thread = try #require(
      Self.ask(ThreadPage.call(address), network, at: Self.now + .hours(2)).flatMap { ThreadPage($0) })
    let answer = try #require(thread.items.first { $0.depth == 1 }?.post)
    #expect(answer.parent == address)
    #expect(
      Self.ask(PostView.call(answer.reference.address), network, at: Self.now + .hours(2)).flatMap {
        PostView(posts: $0)
      } != nil)
  }

  @Test func feedsWithFaultsEnd() {
    func feed(_ key: String) -> ReadingList {
      .feed(RecordAddress(repository: "did:web:feeds.test", collection: RecordAddress.feeds, key: key))
    }
    #expect(Self.read(feed("empty"), 50).batch.isEmpty)
    #expect(Self.read(feed("loops"), 250).end == .looped)
    let repeats = Self.read(feed("repeats"), 120)
    #expect(repeats.batch.count == 120 && repeats.end == nil)
    #expect(Self.read(feed("down"), 5).batch.isEmpty)
    let hot = Self.posts(Self.read(feed("hot"), 20)).map(\.counts.likes)
    #expect(hot == hot.sorted(by: >) && hot.first ?? 0 > 20)
    #expect(Self.posts(Self.read(feed("tag-swift"), 20)).allSatisfy { $0.allTags.contains("swift") })
  }

  @Test func everyWordOfTheCrowdIsAPost() throws {
    let texts =
      PracticePhrases.posts + PracticePhrases.answers + PracticePhrases.quotes + PracticePhrases.mentions
      + PracticePhrases.pictures.map(\.text) + PracticePhrases.pages.map(\.0)
    for text in texts { _ = try Post(text, created: .practiceStart) }
    let handles = (PracticePopulation.writers + PracticePopulation.readers).map(\.handle)
    #expect(Set(handles).count == handles.count)
    #expect(handles.allSatisfy { PracticeNetwork.did(of: $0) != nil })
  }

  @Test func aKeyLeadsBackToItsSlot() {
    let crowd = PracticePopulation(seed: 3, start: .practiceStart)
    for number in PracticePopulation.first..<0 {
      #expect(crowd.number(of: crowd.post(number).key, at: .practiceStart) == number)
    }
    #expect(crowd.newest(at: .practiceStart - .days(30)) < PracticePopulation.first)
  }
}
