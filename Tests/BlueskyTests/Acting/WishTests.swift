import Bluesky
import JSON
import Testing
import Timeline

/// A wish sends only the difference between the wanted state and the server's state.
@Suite struct WishTests {
  private static let bob = "did:web:bob.test"
  private static let post = StrongReference(
    RecordAddress(repository: "did:web:ana.test", collection: RecordAddress.posts, key: "3kaaaaaaaaaaa"), cid: "bafy")
  private static let like = Reaction(.like, .post(post), handle: "ana.test")
  private static let now = Instant.practiceStart

  private static func wish(_ reaction: Reaction = like, isThere: Bool = false, at record: RecordAddress? = nil) -> Wish
  {
    Wish(reaction, by: bob, isThere: isThere, at: record)
  }

  /// Sends until there is an outcome; the answers are given in order, regardless of the request.
  private static func send(_ wish: inout Wish, _ answers: XRPCAnswer...) -> (methods: [String], outcome: Wish.Outcome?)
  {
    var methods: [String] = []
    var outcome: Wish.Outcome?
    for answer in answers {
      guard outcome == nil, let call = wish.next else { break }
      methods.append(String(call.method.split(separator: ".").last ?? ""))
      outcome = wish.receive(answer)
    }
    return (methods, outcome)
  }

  private static let cut = XRPCAnswer.none(words: "cut", .unheard)
  private static let off = XRPCAnswer.none(words: "off", .offline)
  private static let absent = XRPCAnswer.refused(XRPCError(status: 400, name: "RecordNotFound"))

  private static func made(_ wish: Wish) -> XRPCAnswer {
    let uri = "at://\(bob)/app.bsky.feed.like/\(wish.next?.input?["rkey"]?.stringValue ?? wish.next?["rkey"] ?? "")"
    return .done(["uri": .string(uri), "cid": "bafy"])
  }

  @Test func aLikeIsMadeAndTakenBack() throws {
    var wish = Self.wish()
    #expect(wish.next == nil && !wish.isPending)
    wish.want(true, at: Self.now)
    let record = try #require(wish.next?.input?["record"])
    #expect(record["subject"]?["uri"] == .string(Self.post.address.description))
    let made = Self.made(wish)
    #expect(Self.send(&wish, made).outcome == .done)
    #expect(!wish.isPending && wish.isThere && wish.address?.collection == "app.bsky.feed.like")
    let address = try #require(wish.address)
    wish.want(false, at: Self.now + .seconds(1))
    #expect(wish.next?.input?["rkey"] == .string(address.key))
    #expect(Self.send(&wish, .done([:])).methods == ["deleteRecord"])
    #expect(!wish.isPending && !wish.isThere)
  }

  @Test func aPairThatCancelsOutIsNeverSent() {
    var wish = Self.wish()
    wish.want(true, at: Self.now)
    #expect(Self.send(&wish, Self.off).outcome == .offline("off"))
    wish.want(false, at: Self.now)
    #expect(wish.next == nil && !wish.isPending)
    var liked = Self.wish(isThere: true, at: Self.post.address)
    liked.want(false, at: Self.now)
    liked.want(true, at: Self.now)
    #expect(liked.next == nil)
  }

  @Test func afterDoubtItLooksFirst() {
    var wish = Self.wish()
    wish.want(true, at: Self.now)
    let made = Self.made(wish)
    #expect(Self.send(&wish, Self.cut).outcome == .broken("cut"))
    var there = wish
    #expect(Self.send(&there, made).methods == ["getRecord"])
    #expect(there.isThere && !there.isPending)
    #expect(Self.send(&wish, Self.absent, made).methods == ["getRecord", "createRecord"])
    #expect(wish.isThere)
  }

  @Test func whatMayBeThereIsTakenBackAllTheSame() {
    var wish = Self.wish()
    wish.want(true, at: Self.now)
    let key = wish.next?.input?["rkey"]
    _ = Self.send(&wish, Self.cut)
    wish.want(false, at: Self.now)
    #expect(wish.isPending && wish.next?.input?["rkey"] == key)
    #expect(Self.send(&wish, .done([:])).methods == ["deleteRecord"])
    // The reverse case: the like may be gone, so it is created again.
    var liked = Self.wish(isThere: true, at: Self.post.address)
    liked.want(false, at: Self.now)
    _ = Self.send(&liked, Self.cut)
    liked.want(true, at: Self.now)
    #expect(liked.isPending && liked.next?.method == "com.atproto.repo.createRecord")
  }

  @Test func whatTheServerDoesNotWantIsGivenUp() {
    var wish = Self.wish()
    wish.want(true, at: Self.now)
    let no = XRPCAnswer.refused(XRPCError(status: 400, message: "blocked"))
    #expect(Self.send(&wish, no).outcome == .refused("blocked"))
    wish.giveUp()
    #expect(!wish.isWanted && !wish.isPending)
    let limit = XRPCAnswer.refused(XRPCError(status: 429, message: "slow"))
    wish.want(true, at: Self.now)
    #expect(Self.send(&wish, limit).outcome == .later("slow", until: nil) && wish.isPending)
  }

  /// A refusal is final even after an earlier attempt without an answer: the user has not ordered the opposite.
  @Test func whatIsRefusedAfterDoubtIsOver() {
    let no = XRPCAnswer.refused(XRPCError(status: 400, message: "blocked"))
    for isThere in [false, true] {
      var wish = Self.wish(isThere: isThere, at: isThere ? Self.post.address : nil)
      wish.want(!isThere, at: Self.now)
      #expect(Self.send(&wish, Self.cut).outcome == .broken("cut"))
      #expect(Self.send(&wish, no).outcome == .refused("blocked"))
      wish.giveUp()
      #expect(wish.isWanted == isThere && !wish.isPending && wish.next == nil)
    }
  }

  @Test func whatAServerKeepsForItselfIsAskedFor() {
    var bookmark = Self.wish(Reaction(.bookmark, .post(Self.post), handle: "ana.test"))
    bookmark.want(true, at: Self.now)
    #expect(Self.send(&bookmark, .done(.null)).methods == ["createBookmark"])
    bookmark.want(false, at: Self.now)
    #expect(Self.send(&bookmark, .done(.null)).methods == ["deleteBookmark"])
    var mute = Self.wish(Reaction(.mute, .person("did:web:ana.test"), handle: "ana.test"))
    mute.want(true, at: Self.now)
    #expect(Self.send(&mute, Self.cut, .done(.null)).methods == ["muteActor"])
    #expect(Self.send(&mute, .done(.null)).methods == ["muteActor"])
    #expect(mute.isThere)
  }

  @Test func itIsReadAsItWasWritten() throws {
    var wishes = [Self.wish(), Self.wish(Reaction(.follow, .person("did:web:ana.test"), handle: "ana.test"))]
    wishes[0].want(true, at: Self.now)
    _ = Self.send(&wishes[0], Self.cut)
    wishes[1].want(true, at: Self.now)
    let seen = Self.wish(
      Reaction(.seen, .notifications(until: Self.now, before: Self.now - .hours(6)), handle: "x.test"))
    wishes.append(seen)
    for wish in wishes { #expect(Wish(try JSON(parsing: wish.json.text)) == wish) }
    let like = wishes[0].json
    for json in [
      .null, [:], like.with("kind", value: "x"), like.with("uri", value: 7), like.with("kind", value: "seen"),
      seen.json.with("kind", value: "like"),
    ] as [JSON] {
      #expect(Wish(json) == nil)
    }
  }

  /// The final state is the one wanted last, whatever happens to the attempts.
  @Test func theNetworkEndsAsItIsWanted() {
    var weather = PracticeNetwork.Weather()
    weather.failures = 0.5
    for seed in 0..<60 as Range<UInt64> {
      var (network, chance) = (PracticeNetwork(seed: seed), SeededGenerator(seed: seed, stream: 3))
      var now = Self.now
      var wish = Self.wish()
      for _ in 0..<12 {
        now += .seconds(1)
        wish.want(chance.unit() < 0.5, at: now)
        if let call = wish.next { _ = wish.receive(network.answer(call, by: Self.bob, in: weather, at: now)) }
      }
      for _ in 0..<60 {
        guard let call = wish.next else { break }
        _ = wish.receive(network.answer(call, by: Self.bob, in: weather, at: now))
      }
      #expect(!wish.isPending)
      // A server keeps one like of a post. The practice network may hold several until it is asked for them, but
      // holds none if no like is wanted.
      #expect((network.count > 0) == wish.isWanted, "\(seed)")
    }
  }
}
