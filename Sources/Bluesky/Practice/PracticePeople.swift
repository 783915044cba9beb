import JSON
import Timeline

/// The answers of the practice network about people and feeds, in the JSON of a server.
extension PracticeView {
  // MARK: Who follows whom

  /// Those whom somebody follows.
  func follows(of did: String) -> [(did: String, address: RecordAddress)] {
    let written = records(Self.follow).filter { $0.address.repository == did }.compactMap { address, row in
      row.value["subject"]?.stringValue.map { (did: $0, address: address) }
    }
    let natural = PracticeCrowd.writers.enumerated().compactMap {
      place, member -> (did: String, address: RecordAddress)? in
      guard member.did != did, knows(did, place), !written.contains(where: { $0.did == member.did }) else { return nil }
      let address = RecordAddress(
        repository: did, collection: Self.follow,
        key: RecordKey(crowd.start - .days(30), device: member.handle).description)
      return network.removed.contains(address.description) ? nil : (member.did, address)
    }
    return natural + towardsViewer(did) + written
  }

  /// The follow by which a reader comes to follow who looks.
  private func towardsViewer(_ did: String) -> [(did: String, address: RecordAddress)] {
    crowd.follows(viewer, until: now).filter { $0.member.did == did && did != viewer }.map { member, at in
      (viewer, followAddress(member, at))
    }
  }

  func followAddress(_ member: PracticeCrowd.Member, _ at: Instant) -> RecordAddress {
    RecordAddress(
      repository: member.did, collection: Self.follow, key: RecordKey(at, device: member.handle).description)
  }

  /// Whether somebody follows a writer from the beginning: everybody all but the last two, and of the writers each some.
  private func knows(_ did: String, _ place: Int) -> Bool {
    guard let own = PracticeCrowd.writers.firstIndex(where: { $0.did == did }) else {
      return place < PracticeCrowd.writers.count - 2
    }
    return (own + place) % 3 != 0
  }

  func follow(of subject: String, by did: String) -> RecordAddress? {
    follows(of: did).first { $0.did == subject }?.address
  }

  /// Those who follow somebody: readers and writers who do, and accounts of the session.
  func followers(of did: String) -> [String] {
    let isWriter = PracticeCrowd.writers.contains { $0.did == did }
    let knowsAll = isWriter || did == viewer
    let crowd = (PracticeCrowd.writers + (knowsAll ? PracticeCrowd.readers : [])).map(\.did)
    let accounts = records(Self.follow).map(\.address.repository) + [viewer]
    var seen: Set<String> = []
    return (crowd + accounts).filter { $0 != did && follow(of: did, by: $0) != nil && seen.insert($0).inserted }
  }

  /// The record by which somebody has a person as its subject.
  func subject(_ did: String, of person: String, in collection: String) -> RecordAddress? {
    records(collection).first { $0.address.repository == did && $0.row.value["subject"] == .string(person) }?.address
  }

  func people(_ call: XRPCCall) -> XRPCAnswer {
    switch call.method {
    case "app.bsky.actor.searchActors":
      let text = (call["q"] ?? "").lowercased()
      let found = (PracticeCrowd.writers + PracticeCrowd.readers).filter {
        $0.handle.contains(text) || $0.name.lowercased().contains(text)
      }
      return page("actors", found, call) { person($0.did) }
    case "app.bsky.actor.getProfile", "app.bsky.graph.getFollowers", "app.bsky.graph.getFollows":
      guard let did = somebody(call["actor"]) else { return Self.refusal("Profile not found") }
      switch call.method {
      case "app.bsky.graph.getFollowers": return page("followers", followers(of: did), call) { person($0) }
      case "app.bsky.graph.getFollows": return page("follows", follows(of: did), call) { person($0.did) }
      default: return .done(person(did, isDetailed: true))
      }
    case "app.bsky.actor.getPreferences": return .done(["preferences": [Self.saved]])
    default:
      return .refused(
        XRPCError(status: 400, name: "MethodNotImplemented", message: "practice knows no \(call.method)"))
    }
  }

  // MARK: Feeds

  /// The feeds that there are: what they are called, and what they hold. The last four show what feeds do wrong.
  static let feeds = [
    (key: "all", name: "Everything", about: "All posts, the newest first"),
    (key: "hot", name: "Popular", about: "The most liked first"),
    (key: "media", name: "Pictures", about: "Posts with images"),
    (key: "tag-swift", name: "Swift", about: "Posts with #swift"),
    (key: "empty", name: "Empty", about: "No posts"),
    (key: "repeats", name: "Repeats", about: "Every page begins with the last post of the one before"),
    (key: "loops", name: "Loops", about: "Always answers with the same cursor"),
    (key: "down", name: "Down", about: "Its generator does not answer"),
  ]
  /// What everybody has saved of them, the second one pinned.
  private static let saved: JSON = [
    "$type": "app.bsky.actor.defs#savedFeedsPrefV2",
    "items": .array(
      ["hot", "tag-swift"].map { key in
        [
          "id": .string(key), "type": "feed", "value": .string(feedAddress(key).description),
          "pinned": .bool(key == "tag-swift"),
        ]
      }),
  ]
  private static func feedAddress(_ key: String) -> RecordAddress {
    RecordAddress(repository: maker, collection: RecordAddress.feeds, key: key)
  }
  private static let maker = PracticeNetwork.did(ofMember: "feeds.test")

  func feeds(_ call: XRPCCall) -> XRPCAnswer {
    var found = Self.feeds
    switch call.method {
    case "app.bsky.unspecced.getPopularFeedGenerators":
      let text = (call["query"] ?? "").lowercased()
      found = found.filter { text.isEmpty || ($0.name + $0.about).lowercased().contains(text) }
    case "app.bsky.feed.getActorFeeds":
      guard let did = somebody(call["actor"]) else { return Self.refusal("Profile not found") }
      if did != Self.maker { found = [] }
    case "app.bsky.feed.getSuggestedFeeds": break
    case "app.bsky.feed.getFeedGenerators":
      let wanted = call.parameters.filter { $0.name == "feeds" }.map(\.value)
      found = wanted.compactMap { uri in found.first { Self.feedAddress($0.key).description == uri } }
    default: return people(call)
    }
    return page("feeds", found, call) { feed in
      return [
        "uri": .string(Self.feedAddress(feed.key).description), "cid": .string("bafyfeed" + feed.key),
        "did": .string(Self.maker),
        "creator": person(Self.maker), "displayName": .string(feed.name), "description": .string(feed.about),
        "likeCount": 0,
      ]
    }
  }
}
