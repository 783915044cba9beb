import Bluesky
import StoryScript
import Timeline

/// Posts, people and feeds as scripts see them.
package enum ReadingRecords {
  /// The fields of a post, equal for all posts of a list, and also for a line that replaces a hidden post.
  private static let names = [
    "ref", "uri", "cid", "author", "name", "text", "created", "likes", "reposts", "replies", "quotes", "liked",
    "reposted", "bookmarked", "parent", "root", "by", "embed", "images", "links", "tags", "langs", "labels",
    "hidden", "pinned", "closed",
  ]
  private static let shape = Record.Shape(names)
  /// The fields of a post, a person, a feed and a list, as commands declare them.
  package static let fields = declared(names)
  package static let threadFields = declared(names + threadNames)
  package static let personFields = declared([
    "handle", "name", "about", "did", "following", "follower", "muted", "blocked", "labels", "followers", "follows",
    "posts",
  ])
  package static let feedFields = declared(["feed", "name", "about", "author", "likes", "uri"])
  package static let listFields = declared(["name", "about", "author", "people", "purpose", "muted", "blocked", "uri"])

  package static let starterPackFields = declared([
    "name", "about", "author", "people", "joined", "list", "feeds", "uri",
  ])

  private static func declared(_ names: [String]) -> [ResultField] {
    names.map { name in
      ["author", "by", "handle"].contains(name) ? .handle(name) : name == "tags" ? .tag(name) : ResultField(name)
    }
  }

  /// The additional fields in a conversation: the depth below the requested post, and whether the conversation begins
  /// above or continues below; and, for the display, the level of indentation and whether the post above is a different
  /// one from the post that it replies to.
  private static let threadNames = ["depth", "above", "below", "level", "apart"]
  private static let threadShape = Record.Shape(names + threadNames)

  /// `true` if the record is the record of a post, so that it can be drawn as a post.
  package static func isPost(_ record: Record) -> Bool {
    (record.count == names.count || record.count == names.count + threadNames.count)
      && record.names.starts(with: names)
  }

  /// - Parameters:
  ///   - number: the number by which the session names the post.
  ///   - hidden: the reason why the post is not shown, in words; `nil` if it is shown.
  ///   - isInThread: `true` if the post is part of a conversation.
  static func make(_ item: FeedItem, number: Int?, hidden: String?, isInThread: Bool = false) -> Record {
    let known = item.post.map { values($0, by: item.repostedBy, number: number) } ?? values(absent: item)
    let all = known + [hidden.value, .bool(item.isPinned), .bool(item.post?.viewer.cannotReply ?? false)]
    return isInThread
      ? Record(
        threadShape,
        all + [item.depth.value, .bool(item.isCutAbove), item.cutBelow.value] + [item.level.value, .bool(item.isApart)])
      : Record(shape, all)
  }

  private static func values(_ post: PostView, by: Person?, number: Int?) -> [Value] {
    [
      number.map { .text("@\($0)") } ?? .none, .text(post.reference.address.description), .text(post.reference.cid),
      .text(post.author.handle), .text(post.author.name), .text(post.text), post.created.map { .date($0) } ?? .none,
      post.counts.likes.value, post.counts.reposts.value, post.counts.replies.value, post.counts.quotes.value,
      .bool(post.viewer.isLiked), .bool(post.viewer.isReposted), .bool(post.viewer.isBookmarked),
      (post.parent?.description).value, (post.root?.description).value, (by?.handle).value,
      post.embed.map { embed($0) } ?? .none, .list((post.embed?.images ?? []).map { image($0) }), texts(post.links),
      texts(post.allTags), texts(post.languages), texts(post.labels),
    ]
  }

  private static func values(absent item: FeedItem) -> [Value] {
    guard case .absent(let absent) = item.content else { return [] }
    let kind: Record = ["type": .text(word(absent.reason))]
    let nothing = Value.list([])
    return [
      .none, (absent.address?.description).value, .none, .text(""), .text(""), .text(""), .none, 0.value, 0.value,
      0.value, 0.value, .bool(false), .bool(false), .bool(false), .none, .none, .none, .record(kind), nothing, nothing,
      nothing, nothing, nothing,
    ]
  }

  /// Returns the reason why a post is absent, as one word.
  static func word(_ reason: AbsentPost.Reason) -> String {
    switch reason {
    case .deleted: "deleted"
    case .blocked: "blocked"
    case .detached: "detached"
    case .unknown(let kind): kind
    }
  }

  private static func texts(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }

  private static func image(_ image: EmbedView.Image) -> Value {
    .record([
      "alt": .text(image.alt), "uri": image.uri.value, "width": image.width.value, "height": image.height.value,
    ])
  }

  /// Returns the part of an embed other than pictures: a page, another post, a video, or something of an unknown kind.
  private static func embed(_ embed: EmbedView) -> Value {
    var record = Record()
    var types: [String] = []
    if !embed.images.isEmpty { types.append("images") }
    if embed.video != nil { types.append("video") }
    if embed.card != nil { types.append("card") }
    if embed.quote != nil { types.append("quote") }
    record["type"] = .text(embed.unknown ?? types.joined(separator: " "))
    if let alt = embed.video?.alt ?? embed.card?.gifDescription { record["alt"] = .text(alt) }
    if let card = embed.card {
      record["uri"] = .text(card.uri)
      record["title"] = .text(card.title)
      record["description"] = .text(card.description)
    }
    switch embed.quote {
    case .post(let post):
      record["quoted"] = .record([
        "uri": .text(post.reference.address.description), "author": .text(post.author.handle), "text": .text(post.text),
      ])
    case .absent(let absent):
      record["quoted"] = .record([
        "uri": (absent.address?.description).value, "type": .text(word(absent.reason)),
      ])
    case .other(let kind, let name): record["quoted"] = .record(["type": .text(kind), "name": .text(name)])
    case nil: break
    }
    return .record(record)
  }

  // MARK: People and feeds

  package static func make(_ person: Person) -> Record {
    var record: Record = [
      "handle": .text(person.handle), "name": .text(person.name), "about": .text(person.about),
      "did": .text(person.did),
      "following": .bool(person.relation.following != nil), "follower": .bool(person.relation.isFollower),
      "muted": .bool(person.relation.isMuted || person.relation.isMutedByList),
      "blocked": .bool(person.relation.blocking != nil || person.relation.isBlockedByList),
      "labels": texts(person.labels),
    ]
    if let followers = person.followers { record["followers"] = followers.value }
    if let follows = person.follows { record["follows"] = follows.value }
    if let posts = person.posts { record["posts"] = posts.value }
    return record
  }

  package static func make(_ list: PeopleList) -> Record {
    [
      "name": .text(list.name), "about": .text(list.description), "author": .text(list.creator.handle),
      "people": list.count.value, "purpose": .text(list.purpose.map(word) ?? ""), "muted": .bool(list.isMuted),
      "blocked": .bool(list.isBlocked), "uri": .text(list.address.description),
    ]
  }

  /// - Returns: a record that also means the pack's people wherever a list of people is meant.
  package static func make(_ pack: StarterPack) -> Record {
    [
      "name": .text(pack.name), "about": .text(pack.description), "author": .text(pack.creator.handle),
      "people": pack.list.count.value, "joined": pack.joined.value, "list": .text(pack.list.address.description),
      "feeds": pack.feeds.isEmpty
        ? texts(pack.feedAddresses.map { $0.description }) : .list(pack.feeds.map { .record(make($0)) }),
      "uri": .text(pack.address.description),
    ]
  }

  /// The word for a list's purpose.
  package static func word(_ purpose: PeopleList.Purpose) -> String {
    switch purpose {
    case .reading: "reading"
    case .moderation: "moderation"
    case .starterPack: "starter pack"
    }
  }

  package static func make(_ feed: FeedGenerator) -> Record {
    [
      "feed": .text(feed.address.key), "name": .text(feed.name), "about": .text(feed.description),
      "author": .text(feed.creator.handle), "likes": feed.likes.value, "uri": .text(feed.address.description),
    ]
  }
}
