import JSON
import Timeline

/// The answers of the practice network about people and feeds, in the JSON of a server.
extension PracticeView {
  // MARK: Follows

  /// Returns the accounts that a person follows.
  func follows(of did: String) -> [(did: String, address: RecordAddress)] {
    let written = records(Self.follow).filter { $0.address.repository == did }.compactMap { address, row in
      row.value["subject"]?.stringValue.map { (did: $0, address: address) }
    }
    let natural = PracticePopulation.writers.enumerated().compactMap {
      place, member -> (did: String, address: RecordAddress)? in
      guard member.did != did, knows(did, place), !written.contains(where: { $0.did == member.did }) else { return nil }
      let address = RecordAddress(
        repository: did, collection: Self.follow,
        key: RecordKey(crowd.start - .days(30), device: member.handle).description)
      return network.removed.contains(address.description) ? nil : (member.did, address)
    }
    return natural + followOfViewer(did) + written
  }

  /// Returns the follow by which a reader follows the viewer.
  private func followOfViewer(_ did: String) -> [(did: String, address: RecordAddress)] {
    crowd.follows(viewer, until: now).filter { $0.member.did == did && did != viewer }.map { member, at in
      (viewer, followAddress(member, at))
    }
  }

  func followAddress(_ member: PracticePopulation.Member, _ at: Instant) -> RecordAddress {
    RecordAddress(
      repository: member.did, collection: Self.follow, key: RecordKey(at, device: member.handle).description)
  }

  /// Returns whether a person follows a writer from the start: everyone follows all but the last two writers, and
  /// each writer follows some of the others.
  private func knows(_ did: String, _ place: Int) -> Bool {
    guard let own = PracticePopulation.writers.firstIndex(where: { $0.did == did }) else {
      return place < PracticePopulation.writers.count - 2
    }
    return (own + place) % 3 != 0
  }

  func follow(of subject: String, by did: String) -> RecordAddress? {
    follows(of: did).first { $0.did == subject }?.address
  }

  /// Returns the followers of a person: readers, writers, and accounts of the session.
  func followers(of did: String) -> [String] {
    let isWriter = PracticePopulation.writers.contains { $0.did == did }
    let knowsAll = isWriter || did == viewer
    let crowd = (PracticePopulation.writers + (knowsAll ? PracticePopulation.readers : [])).map { $0.did }
    let accounts = records(Self.follow).map { $0.address.repository } + [viewer]
    var seen: Set<String> = []
    return (crowd + accounts).filter { $0 != did && follow(of: did, by: $0) != nil && seen.insert($0).inserted }
  }

  /// Returns the record in a person's repository that has another person as its subject.
  func subject(_ did: String, of person: String, in collection: String) -> RecordAddress? {
    records(collection).first { $0.address.repository == did && $0.row.value["subject"] == .string(person) }?.address
  }

  func people(_ call: XRPCCall) -> XRPCAnswer {
    switch call.method {
    case "app.bsky.actor.searchActors":
      let text = (call["q"] ?? "").lowercased()
      let found = (PracticePopulation.writers + PracticePopulation.readers).filter {
        $0.handle.contains(text) || $0.name.lowercased().contains(text)
      }
      return page("actors", found, call) { person($0.did) }
    case "app.bsky.actor.getProfiles":
      let wanted = call.parameters.filter { $0.name == "actors" }.map { $0.value }
      return .done(["profiles": .array(wanted.compactMap { existingAccount($0) }.map { person($0, isDetailed: true) })])
    case "app.bsky.actor.getProfile", "app.bsky.graph.getFollowers", "app.bsky.graph.getFollows":
      guard let did = existingAccount(call["actor"]) else { return Self.refusal("Profile not found") }
      switch call.method {
      case "app.bsky.graph.getFollowers": return page("followers", followers(of: did), call) { person($0) }
      case "app.bsky.graph.getFollows": return page("follows", follows(of: did), call) { person($0.did) }
      default: return .done(person(did, isDetailed: true))
      }
    case "app.bsky.graph.getMutes":
      return page("mutes", (network.mutes[viewer] ?? []).sorted(), call) { person($0) }
    case "app.bsky.graph.getBlocks":
      let blocked = records(Self.block).reversed().filter { $0.address.repository == viewer }.compactMap {
        $0.row.value["subject"]?.stringValue
      }
      return page("blocks", blocked, call) { person($0) }
    case "app.bsky.actor.getPreferences":
      return .done(["preferences": network.preferences[viewer] ?? [Self.saved]])
    default:
      return .refused(
        XRPCError(
          status: 400, name: "MethodNotImplemented", message: "the practice network does not support \(call.method)"))
    }
  }

  // MARK: Feeds

  /// The existing feeds: their names and contents. The last four show typical faults of feeds.
  static let feeds = [
    (key: "all", name: "Everything", about: "All posts, newest first"),
    (key: "hot", name: "Popular", about: "The most liked first"),
    (key: "media", name: "Pictures", about: "Posts with images"),
    (key: "tag-swift", name: "Swift", about: "Posts with #swift"),
    (key: "empty", name: "Empty", about: "No posts"),
    (key: "repeats", name: "Repeats", about: "Every page begins with the last post of the previous page"),
    (key: "loops", name: "Loops", about: "Always returns the same cursor"),
    (key: "down", name: "Down", about: "Its generator does not respond"),
  ]
  /// The feeds that every account has saved; the second one is pinned.
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
  static func feedAddress(_ key: String) -> RecordAddress {
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
      guard let did = existingAccount(call["actor"]) else { return Self.refusal("Profile not found") }
      if did != Self.maker { found = [] }
    case "app.bsky.feed.getSuggestedFeeds": break
    case "app.bsky.feed.getFeedGenerators":
      let wanted = call.parameters.filter { $0.name == "feeds" }.map { $0.value }
      found = wanted.compactMap { uri in found.first { Self.feedAddress($0.key).description == uri } }
    default: return people(call)
    }
    return page("feeds", found, call) { feedView($0) }
  }

  func feedView(_ feed: (key: String, name: String, about: String)) -> JSON {
    [
      "uri": .string(Self.feedAddress(feed.key).description), "cid": .string("bafyfeed" + feed.key),
      "did": .string(Self.maker), "creator": person(Self.maker), "displayName": .string(feed.name),
      "description": .string(feed.about), "likeCount": 0,
    ]
  }
}

/// The texts of the practice network's members.
enum PracticePhrases {
  /// Posts outside conversations.
  static let posts = [
    "The tram is late again, so I am reading standing up. #commute",
    "Swifts over the roofs since six this morning. Summer is official. #birds",
    "Bread, day three: it rises, it holds, it sings when it cools. #bread",
    "New strings on the old guitar. First chord of the day: E minor, of course. #music",
    "Chalk drawings all along the pavement, and rain is forecast. Go and look now!",
    "Whoever left an umbrella at the market: it is dry, and it misses you.",
    "Reading about value types again. Copies that cost nothing are a kind of magic. #swift",
    "Every AI demo I saw today could write a poem, and none could find the bug.",
    "Fog at the lighthouse. You hear the sea before you see your own shoes.",
    "Two pancakes, one child, no witnesses.",
    "If your test cannot fail, it is decoration. #swift #testing",
    "Last train home, and the driver sings. #commute #music",
    "Ask me about compost. Please. Nobody ever does.",
    "The library gives away old maps. I have no wall space left, and three new maps.",
    "A heron stood in the fountain and was taken for art. #birds",
    "Today I taught forty teenagers what a pointer is. Thirty-nine and a half now know.",
    "Good documentation: https://www.swift.org/documentation/ and a pot of tea. #swift",
    "Practice slowly. Slower. No, slower than that. #music",
    "Is it a bug when it is the only part that works?",
    "Rhubarb. That is the whole post.",
    "My AI assistant apologised to my toaster. I have questions.",
    "Sunrise from the harbour. It costs nothing, and never sells out. #photography",
    "The neighbour's cat has joined the video call. She has opinions on the budget.",
    "Rewrote 300 lines as 30. The tests did not notice, which is the nicest thing they can say. #swift",
    "How to find things in the old town: https://en.wikipedia.org/wiki/Alfama and then get lost anyway.",
    "Someone asked for quieter swifts. #birds",
    "Sourdough question: does it mind if I whistle? #bread",
    "Half the class finished before the bell, the other half learned more. #teaching",
    "Looking for a second violin for Thursdays. Beginners welcome, we are too. #music",
    "Weather: yes.",
    "The best debugger is a walk around the block. #swift",
    "A letter arrived by post. Paper! With a stamp! I am keeping both.",
    "Tram 28 uphill with the windows open. #commute",
    "We counted 14 kinds of moss on one wall. Come and count with us on Sunday. #teaching",
    "AI wrote the minutes of our meeting. Apparently we agreed.",
    "What is your favourite word of four letters? Mine is \"home\".",
  ]

  /// Answers that fit any post.
  static let answers = [
    "Same here!", "I was just about to write that.", "This made my morning, thank you.", "Photos, please.",
    "How long did it take you?", "Not convinced, but I would like to be.", "Can I come along next time?",
    "Ha, mine did the same.", "Saved for later. #reading", "Where is that?", "Tell me more about the second part.",
    "I tried it. It works, if you wait long enough.", "My grandmother says the opposite, and she is usually right.",
    "Agreed, except on Mondays.", "That is the best thing I have read today.",
  ]

  /// Posts that mention the user as `@you`.
  static let mentions = [
    "@you the umbrella at the market, is it yours?", "Thinking of @you, who would have liked this heron. #birds",
    "@you you were right about the second part.", "Does anybody know a second violin? @you perhaps? #music",
    "Thank you @you for the map. It hangs in the kitchen now.", "@you lunch on Thursday? The tram stops outside.",
  ]

  /// Texts of posts that quote another one.
  static let quotes = [
    "Read this before lunch.", "I have nothing to add, and I am adding it anyway.", "Exactly this. #reading",
    "For everybody who asked me yesterday:", "A good thread begins here.",
  ]

  /// Posts with pictures: the text, the descriptions of the pictures, and whether a moderator has labelled the post.
  static let pictures = [
    (text: "This morning. #photography", alts: ["A harbour at sunrise, three boats, no people"], isGraphic: false),
    (
      text: "Before and after. #bread",
      alts: ["A grey lump of dough in a bowl", "A round loaf with a dark crust"], isGraphic: false
    ),
    (text: "Guess what it is.", alts: ["A close view of green moss, like a forest from above"], isGraphic: false),
    (
      text: "Tram 28, as promised. #commute",
      alts: ["A yellow tram climbs a narrow street between tiled houses"], isGraphic: false
    ),
    (text: "The heron again. #birds", alts: [""], isGraphic: false),
    (
      text: "Four strings, one evening. #music",
      alts: ["A guitar on a chair by a window, with new strings on the table"], isGraphic: false
    ),
    (text: "I fell off the bicycle. Wear a helmet.", alts: ["A knee with a bleeding wound"], isGraphic: true),
  ]

  /// Posts with links: the text, the address, and the title and text of the preview.
  static let pages = [
    (
      "Worth an evening. #swift", "https://docs.swift.org/swift-book/documentation/the-swift-programming-language/",
      "The Swift Programming Language", "A tour of the language, and then all of it."
    ),
    (
      "Where our Sundays go. #birds", "https://www.birdlife.org/", "BirdLife International",
      "For birds, for nature, for people."
    ),
    (
      "I can smell it from here. #bread", "https://en.wikipedia.org/wiki/Sourdough", "Sourdough",
      "Bread made by fermenting dough with wild yeasts."
    ),
  ]

  /// The picture of every page: a grey PNG of eight by eight pixels.
  static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
    0x00, 0x08, 0x00, 0x00, 0x00, 0x08, 0x08, 0x00, 0x00, 0x00, 0x00, 0xE1, 0x64, 0xE1, 0x57, 0x00, 0x00, 0x00,
    0x0E, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x98, 0x00, 0x05, 0x0C, 0x94, 0x31, 0x00, 0x10, 0x93, 0x24,
    0x01, 0x19, 0x83, 0x22, 0x3A, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// The names of members who read and like, and seldom write.
  static let readers = [
    "alma", "arne", "bela", "bruno", "cara", "cosmo", "dani", "edda", "elio", "enno", "fina", "flo", "gitta", "gwen",
    "hedi", "hugo", "ida", "ilya", "jana", "jonas", "kaja", "karl", "lena", "levi", "lotte", "lucy", "malu", "mara",
    "milo", "nele", "nils", "nora", "odile", "olaf", "otto", "pau", "pia", "quinn", "rafa", "rosa", "runa", "sami",
    "selma", "sina", "tara", "theo", "tilda", "tom", "ulla", "una", "vera", "vito", "wanda", "will", "xenia", "yara",
    "yuri", "zoe", "zora", "zeno",
  ]

  /// The writers: handles, names, descriptions.
  static let writers = [
    ("ana", "Ana", "Harbours, swifts, early trains."), ("ben", "Ben", "Guitars. Last train home."),
    ("cleo", "Cleo", "I draw with chalk and teach with it too."), ("dora", "Dora 🍞", "Sourdough, day by day."),
    ("emil", "Emil", "Drives tram 28. Opinions are the tram's."), ("fay", "Fay", "Swift, slowly. #swift"),
    ("gus", "Gus", "Compost."), ("hana", "Hana", "Teaches computer science to forty teenagers."),
    ("ivo", "Ivo", "Maps, moss, minutes of meetings."), ("june", "June", "Lighthouse keeper, mostly of the library."),
  ]
}
