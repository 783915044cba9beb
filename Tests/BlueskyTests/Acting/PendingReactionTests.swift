import Bluesky
import JSON
import Testing
import Timeline

/// A pending reaction sends only the difference between the wanted state and the server's state.
@Suite struct PendingReactionTests {
  private static let bob = "did:web:bob.test"
  private static let post = StrongReference(
    RecordAddress(repository: "did:web:ana.test", collection: RecordAddress.posts, key: "3kaaaaaaaaaaa"), cid: "bafy")
  private static let like = Reaction(.like, .post(post), handle: "ana.test")
  private static let now = Instant.practiceStart

  private static func pending(_ reaction: Reaction = like, isThere: Bool = false, at record: RecordAddress? = nil)
    -> PendingReaction
  {
    PendingReaction(reaction, by: bob, isThere: isThere, at: record)
  }

  /// Sends until there is an outcome; the answers are given in order, regardless of the request.
  private static func send(_ pending: inout PendingReaction, _ answers: XRPCAnswer...) -> (
    methods: [String], outcome: PendingReaction.Outcome?
  ) {
    var methods: [String] = []
    var outcome: PendingReaction.Outcome?
    for answer in answers {
      guard outcome == nil, let call = pending.next else { break }
      methods.append(String(call.method.split(separator: ".").last ?? ""))
      outcome = pending.receive(answer)
    }
    return (methods, outcome)
  }

  private static let cut = XRPCAnswer.none(words: "cut", .unheard)
  private static let off = XRPCAnswer.none(words: "off", .offline)
  private static let absent = XRPCAnswer.refused(XRPCError(status: 400, name: "RecordNotFound"))

  private static func made(_ pending: PendingReaction) -> XRPCAnswer {
    let uri =
      "at://\(bob)/app.bsky.feed.like/\(pending.next?.input?["rkey"]?.stringValue ?? pending.next?["rkey"] ?? "")"
    return .done(["uri": .string(uri), "cid": "bafy"])
  }

  @Test func aLikeIsMadeAndTakenBack() throws {
    var pending = Self.pending()
    #expect(pending.next == nil && !pending.isPending)
    pending.setWanted(true, at: Self.now)
    let record = try #require(pending.next?.input?["record"])
    #expect(record["subject"]?["uri"] == .string(Self.post.address.description))
    let made = Self.made(pending)
    #expect(Self.send(&pending, made).outcome == .done)
    #expect(!pending.isPending && pending.isThere && pending.address?.collection == "app.bsky.feed.like")
    let address = try #require(pending.address)
    pending.setWanted(false, at: Self.now + .seconds(1))
    #expect(pending.next?.input?["rkey"] == .string(address.key))
    #expect(Self.send(&pending, .done([:])).methods == ["deleteRecord"])
    #expect(!pending.isPending && !pending.isThere)
  }

  @Test func aPairThatCancelsOutIsNeverSent() {
    var pending = Self.pending()
    pending.setWanted(true, at: Self.now)
    #expect(Self.send(&pending, Self.off).outcome == .offline("off"))
    pending.setWanted(false, at: Self.now)
    #expect(pending.next == nil && !pending.isPending)
    var liked = Self.pending(isThere: true, at: Self.post.address)
    liked.setWanted(false, at: Self.now)
    liked.setWanted(true, at: Self.now)
    #expect(liked.next == nil)
  }

  @Test func anUnconfirmedReactionIsLookedUpFirst() {
    var pending = Self.pending()
    pending.setWanted(true, at: Self.now)
    let made = Self.made(pending)
    #expect(Self.send(&pending, Self.cut).outcome == .broken("cut"))
    var there = pending
    #expect(Self.send(&there, made).methods == ["getRecord"])
    #expect(there.isThere && !there.isPending)
    #expect(Self.send(&pending, Self.absent, made).methods == ["getRecord", "createRecord"])
    #expect(pending.isThere)
  }

  @Test func possiblyCreatedReactionsAreStillRemoved() {
    var pending = Self.pending()
    pending.setWanted(true, at: Self.now)
    let key = pending.next?.input?["rkey"]
    _ = Self.send(&pending, Self.cut)
    pending.setWanted(false, at: Self.now)
    #expect(pending.isPending && pending.next?.input?["rkey"] == key)
    #expect(Self.send(&pending, .done([:])).methods == ["deleteRecord"])
    // The reverse case: the like may be gone, so it is created again.
    var liked = Self.pending(isThere: true, at: Self.post.address)
    liked.setWanted(false, at: Self.now)
    _ = Self.send(&liked, Self.cut)
    liked.setWanted(true, at: Self.now)
    #expect(liked.isPending && liked.next?.method == "com.atproto.repo.createRecord")
  }

  @Test func refusedReactionsAreDiscarded() {
    var pending = Self.pending()
    pending.setWanted(true, at: Self.now)
    let no = XRPCAnswer.refused(XRPCError(status: 400, message: "blocked"))
    #expect(Self.send(&pending, no).outcome == .refused("blocked"))
    pending.discardChange()
    #expect(!pending.isWanted && !pending.isPending)
    let limit = XRPCAnswer.refused(XRPCError(status: 429, message: "slow"))
    pending.setWanted(true, at: Self.now)
    #expect(Self.send(&pending, limit).outcome == .later("slow", until: nil) && pending.isPending)
  }

  /// A refusal is final even after an earlier attempt without an answer: the user has not ordered the opposite.
  @Test func aRefusalAfterAnUnconfirmedTryEndsIt() {
    let no = XRPCAnswer.refused(XRPCError(status: 400, message: "blocked"))
    for isThere in [false, true] {
      var pending = Self.pending(isThere: isThere, at: isThere ? Self.post.address : nil)
      pending.setWanted(!isThere, at: Self.now)
      #expect(Self.send(&pending, Self.cut).outcome == .broken("cut"))
      #expect(Self.send(&pending, no).outcome == .refused("blocked"))
      pending.discardChange()
      #expect(pending.isWanted == isThere && !pending.isPending && pending.next == nil)
    }
  }

  @Test func serverSideStateIsRequested() {
    var bookmark = Self.pending(Reaction(.bookmark, .post(Self.post), handle: "ana.test"))
    bookmark.setWanted(true, at: Self.now)
    #expect(Self.send(&bookmark, .done(.null)).methods == ["createBookmark"])
    bookmark.setWanted(false, at: Self.now)
    #expect(Self.send(&bookmark, .done(.null)).methods == ["deleteBookmark"])
    var mute = Self.pending(Reaction(.mute, .person("did:web:ana.test"), handle: "ana.test"))
    mute.setWanted(true, at: Self.now)
    #expect(Self.send(&mute, Self.cut, .done(.null)).methods == ["muteActor"])
    #expect(Self.send(&mute, .done(.null)).methods == ["muteActor"])
    #expect(mute.isThere)
  }

  @Test func imagesRoundTrip() throws {
    var pendingReactions = [
      Self.pending(), Self.pending(Reaction(.follow, .person("did:web:ana.test"), handle: "ana.test")),
    ]
    pendingReactions[0].setWanted(true, at: Self.now)
    _ = Self.send(&pendingReactions[0], Self.cut)
    pendingReactions[1].setWanted(true, at: Self.now)
    let seen = Self.pending(
      Reaction(.seen, .notifications(until: Self.now, before: Self.now - .hours(6)), handle: "x.test"))
    pendingReactions.append(seen)
    for pending in pendingReactions { #expect(PendingReaction(try JSON(parsing: pending.json.text)) == pending) }
    let like = pendingReactions[0].json
    for json in [
      .null, [:], like.with("kind", value: "x"), like.with("uri", value: 7), like.with("kind", value: "seen"),
      seen.json.with("kind", value: "like"),
    ] as [JSON] {
      #expect(PendingReaction(json) == nil)
    }
  }

  /// The final state is the one wanted last, whatever happens to the attempts.
  @Test func theNetworkEndsInTheRequestedState() {
    var conditions = PracticeNetwork.Conditions()
    conditions.failures = 0.5
    for seed in 0..<60 as Range<UInt64> {
      var (network, chance) = (PracticeNetwork(seed: seed), SeededGenerator(seed: seed, stream: 3))
      var now = Self.now
      var pending = Self.pending()
      for _ in 0..<12 {
        now += .seconds(1)
        pending.setWanted(chance.unit() < 0.5, at: now)
        if let call = pending.next { _ = pending.receive(network.answer(call, by: Self.bob, in: conditions, at: now)) }
      }
      for _ in 0..<60 {
        guard let call = pending.next else { break }
        _ = pending.receive(network.answer(call, by: Self.bob, in: conditions, at: now))
      }
      #expect(!pending.isPending)
      // A server keeps one like of a post. The practice network may hold several until it is asked for them, but
      // holds none if no like is wanted.
      #expect((network.count > 0) == pending.isWanted, "\(seed)")
    }
  }

  /// The journal of another device may name any records: undoing a like deletes nothing but likes of that account.
  @Test(arguments: [
    ["at://did:web:bob.test/app.bsky.feed.post/3kaaaaaaaaaaa"], ["at://did:web:bob.test/app.bsky.actor.profile/self"],
    ["at://did:web:bob.test/app.bsky.graph.follow/3kaaaaaaaaaaa"],
    ["at://did:web:eve.test/app.bsky.feed.like/3kaaaaaaaaaaa"],
    (0..<9).map { "at://did:web:bob.test/app.bsky.feed.like/3kaaaaaaaaa\($0 + 2)a" },
  ]) func onlyItsOwnRecordsAreDeleted(_ addresses: [String]) throws {
    let record = RecordAddress(repository: Self.bob, collection: "app.bsky.feed.like", key: "3kaaaaaaaaaaa")
    var pending = Self.pending(isThere: true, at: record)
    pending.setWanted(false, at: Self.now)
    #expect(PendingReaction(pending.json) == pending)
    let forged = pending.json.with("records", value: .array(addresses.map { .string($0) }))
    #expect(PendingReaction(forged) == nil)
    #expect(PendingReaction(pending.json.with("planned", value: .string(addresses[0]))) == nil || addresses.count == 9)
  }

  /// The journal of another device may name the follows of other people: each record is read before it is deleted, and
  /// one about another account stays.
  @Test func recordsAboutOthersStay() throws {
    let ghost = Reaction(.follow, .person("did:plc:zzz"), handle: "ghost.test")
    let records = (0..<3).map {
      RecordAddress(repository: Self.bob, collection: "app.bsky.graph.follow", key: "3kaaaaaaaaa\($0 + 2)a")
    }
    var pending = Self.pending(ghost, isThere: true, at: records[0])
    pending.setWanted(false, at: Self.now)
    var forged = try #require(
      PendingReaction(pending.json.with("records", value: .array(records.map { .string($0.description) }))))
    func follow(_ did: String) -> XRPCAnswer { .done(["value": ["subject": .string(did)]]) }
    let sent = Self.send(
      &forged, follow("did:web:alice.test"), follow("did:plc:zzz"), .done([:]), Self.absent)
    #expect(sent.methods == ["getRecord", "getRecord", "deleteRecord", "getRecord"])
    #expect(sent.outcome == .done && !forged.isPending && !forged.isThere)
    // A read without an answer has deleted nothing, and is repeated.
    var cut = try #require(PendingReaction(pending.json))
    #expect(Self.send(&cut, Self.cut).methods == ["getRecord"])
    #expect(cut.next?.method == "com.atproto.repo.getRecord" && cut.isPending)
  }

  /// A planned key that is another person's record is not taken for this reaction's, which would delete it later.
  @Test func aPlannedKeyOfAnotherSubjectIsReplaced() throws {
    var pending = Self.pending()
    pending.setWanted(true, at: Self.now)
    _ = Self.send(&pending, Self.cut)
    let other = "at://did:web:bob.test/app.bsky.feed.like/3kaaaaaaaaa2a"
    var forged = try #require(
      PendingReaction(
        pending.json.with("planned", value: .string(other)).with("records", value: .array([.string(other)]))))
    let others = XRPCAnswer.done(["uri": .string(other), "cid": "bafy", "value": ["subject": ["uri": "at://x/y/z"]]])
    #expect(Self.send(&forged, others).methods == ["getRecord"])
    #expect(forged.next?.method == "com.atproto.repo.createRecord")
    let made = Self.made(forged)
    #expect(Self.send(&forged, made).outcome == .done)
    #expect(forged.address != RecordAddress(other))
  }
}
