import JSON
import Timeline

/// The answers of the practice network about posts, in the JSON of a server.
extension PracticeView {
  private static let kind = "app.bsky.feed.defs#"

  // MARK: Views

  /// Returns a person as a basic or a detailed view.
  func person(_ did: String, isDetailed: Bool = false) -> JSON {
    let handle = PracticeNetwork.handle(ofDID: did) ?? did
    let member = PracticePopulation.member(handle)
    var fields: [JSON.Field] = [.init("did", .string(did)), .init("handle", .string(handle))]
    let profile = network.records[ProfileRecord.address(of: did).description]?.value
    if let name = profile?["displayName"] ?? member.flatMap({ $0.name.isEmpty ? nil : .string($0.name) }) {
      fields.append(.init("displayName", name))
    }
    if isDetailed {
      if let about = profile?["description"] ?? member.flatMap({ $0.about.isEmpty ? nil : .string($0.about) }) {
        fields.append(.init("description", about))
      }
      fields += [
        .init("followersCount", .integer(Int64(followers(of: did).count))),
        .init("followsCount", .integer(Int64(follows(of: did).count))),
        .init("postsCount", .integer(Int64(all.count { $0.did == did }))),
      ]
    }
    if did != viewer, !viewer.isEmpty {
      var relation: [JSON.Field] = [
        .init("muted", .bool(network.mutes[viewer]?.contains(did) == true)),
        .init("blockedBy", .bool(subject(did, of: viewer, in: Self.block) != nil)),
      ]
      let byList = treatmentByList(did)
      // The server names the list, which nothing here needs.
      if byList.isMuted { relation.append(.init("mutedByList", [:])) }
      if byList.isBlocked { relation.append(.init("blockingByList", [:])) }
      if let block = subject(viewer, of: did, in: Self.block) {
        relation.append(.init("blocking", .string(block.description)))
      }
      if let follow = follow(of: did, by: viewer) { relation.append(.init("following", .string(follow.description))) }
      if let follow = follow(of: viewer, by: did) { relation.append(.init("followedBy", .string(follow.description))) }
      fields.append(.init("viewer", .object(relation)))
    }
    return .object(fields)
  }

  func view(_ post: Entry) -> JSON {
    let record = record(post)
    let (likes, reposts) = (likes(post), reposts(post))
    let uri = post.address.description
    var viewer: [JSON.Field] = [
      .init("bookmarked", .bool(network.bookmarks[self.viewer]?.contains(uri) == true))
    ]
    for (name, rows) in [("like", likes), ("repost", reposts)] {
      if let mine = rows.first(where: { $0.did == self.viewer })?.address {
        viewer.append(.init(name, .string(mine.description)))
      }
    }
    if !self.viewer.isEmpty, !mayReply(viewer: self.viewer, to: post) { viewer.append(.init("replyDisabled", true)) }
    if post.did != self.viewer, gate(of: post, PostGates.postgates) != nil {
      viewer.append(.init("embeddingDisabled", true))
    }
    var labels: [(by: String, value: String)] = []
    if case .slot(let written) = post.source {
      labels = crowd.labels(written.number).map { ("did:web:moderation.test", $0) }
    }
    labels += (record["labels"]?["values"]?.arrayValue ?? []).compactMap { $0["val"]?.stringValue }.map {
      (post.did, $0)
    }
    var fields: [JSON.Field] = [
      .init("uri", .string(uri)), .init("cid", .string(post.cid)), .init("author", person(post.did)),
      .init("record", record), .init("indexedAt", .string(NetworkDate.text(post.created))),
      .init("likeCount", .integer(Int64(likes.count))), .init("repostCount", .integer(Int64(reposts.count))),
      .init("replyCount", .integer(Int64(replies(post).count))),
      .init("quoteCount", .integer(Int64(quotes(post).count))),
      .init(
        "labels",
        .array(labels.map { ["src": .string($0.by), "uri": .string(uri), "val": .string($0.value)] })),
      .init("viewer", .object(viewer)),
    ]
    if let embed = record["embed"].flatMap({ embed($0, by: post.did) }) { fields.append(.init("embed", embed)) }
    return .object(fields)
  }

  private func embed(_ embed: JSON, by did: String) -> JSON? {
    guard let type = embed.type else { return nil }
    switch type {
    case "app.bsky.embed.gallery":
      let items = (embed["items"]?.arrayValue ?? []).map { image -> JSON in
        let blob = image["image"]?["ref"]?["$link"]?.stringValue ?? ""
        let uri = JSON.string("https://\(PracticeNetwork.host)/blob/\(did)/\(blob)")
        return [
          "$type": .string(type + "#viewImage"), "thumbnail": uri, "fullsize": uri, "alt": image["alt"] ?? "",
          "aspectRatio": image["aspectRatio"] ?? .null,
        ]
      }
      return ["$type": .string(type + "#view"), "items": .array(items)]
    case "app.bsky.embed.images":
      let images = (embed["images"]?.arrayValue ?? []).map { image -> JSON in
        let blob = image["image"]?["ref"]?["$link"]?.stringValue ?? ""
        let uri = JSON.string("https://\(PracticeNetwork.host)/blob/\(did)/\(blob)")
        return [
          "thumb": uri, "fullsize": uri, "alt": image["alt"] ?? "", "aspectRatio": image["aspectRatio"] ?? .null,
        ]
      }
      return ["$type": .string(type + "#view"), "images": .array(images)]
    case "app.bsky.embed.external":
      guard case .object(let fields)? = embed["external"] else { return nil }
      let external = fields.map { field in
        guard field.name == "thumb", let blob = field.value["ref"]?["$link"]?.stringValue else { return field }
        return JSON.Field("thumb", .string("https://\(PracticeNetwork.host)/blob/\(did)/\(blob)"))
      }
      return ["$type": .string(type + "#view"), "external": .object(external)]
    case "app.bsky.embed.record":
      return ["$type": .string(type + "#view"), "record": quoted(embed["record"]?["uri"]?.stringValue ?? "")]
    case "app.bsky.embed.recordWithMedia":
      let uri = embed["record"]?["record"]?["uri"]?.stringValue ?? ""
      return [
        "$type": .string(type + "#view"), "record": ["record": quoted(uri)],
        "media": embed["media"].flatMap { self.embed($0, by: did) } ?? .null,
      ]
    default: return nil
    }
  }

  private func quoted(_ uri: String) -> JSON {
    guard let post = entry(uri) else {
      return ["$type": "app.bsky.embed.record#viewNotFound", "uri": .string(uri), "notFound": true]
    }
    return [
      "$type": "app.bsky.embed.record#viewRecord", "uri": .string(post.address.description),
      "cid": .string(post.cid), "author": person(post.did), "value": record(post),
      "indexedAt": .string(NetworkDate.text(post.created)),
    ]
  }

  /// A position in a feed.
  private struct Place {
    let at: Instant
    let entry: Entry
    var by: String?
    var isPinned = false
    var key: String { entry.address.key + (by ?? "") }
  }

  private func item(_ place: Place) -> JSON {
    var fields: [JSON.Field] = [.init("post", view(place.entry))]
    if let reply = record(place.entry)["reply"] {
      fields.append(
        .init("reply", ["root": answered(reply["root"]), "parent": answered(reply["parent"])]))
    }
    if place.isPinned { fields.append(.init("reason", ["$type": .string(Self.kind + "reasonPin")])) }
    if let by = place.by {
      fields.append(
        .init(
          "reason",
          [
            "$type": .string(Self.kind + "reasonRepost"), "by": person(by),
            "indexedAt": .string(NetworkDate.text(place.at)),
          ]))
    }
    return .object(fields)
  }

  private func answered(_ reference: JSON?) -> JSON {
    let uri = reference?["uri"]?.stringValue ?? ""
    guard let post = entry(uri), case .object(let fields) = view(post) else { return missing(uri) }
    return .object([.init("$type", .string(Self.kind + "postView"))] + fields)
  }

  private func missing(_ uri: String) -> JSON {
    ["$type": .string(Self.kind + "notFoundPost"), "uri": .string(uri), "notFound": true]
  }

  // MARK: Methods

  func answer(_ call: XRPCCall) -> XRPCAnswer {
    switch call.method {
    case "app.bsky.feed.getTimeline":
      return feed(timeline(of: [viewer] + follows(of: viewer).map { $0.did }, newest: Self.newest(call)), call)
    case "app.bsky.feed.getAuthorFeed":
      guard let did = existingAccount(call["actor"]) else { return Self.refusal("Profile not found") }
      let places = timeline(of: [did], newest: nil).filter { keeps($0, call["filter"]) }
      return feed((call["includePins"] == "true" ? pinned(did) : []) + places, call)
    case "app.bsky.feed.getActorLikes":
      guard PracticeNetwork.resolve(call["actor"] ?? "") == viewer else { return Self.refusal("Profile not found") }
      let liked = records(Self.like).reversed().filter { $0.address.repository == viewer }.compactMap {
        $0.row.value["subject"]?["uri"]?.stringValue.flatMap { entry($0) }
      }
      return feed(liked.map { Place(at: $0.created, entry: $0) }, call)
    case "app.bsky.feed.getFeed": return made(call)
    case "app.bsky.feed.getPosts":
      let uris = call.parameters.filter { $0.name == "uris" }.map { $0.value }
      return .done(["posts": .array(uris.compactMap { entry($0) }.map { view($0) })])
    case "app.bsky.feed.getPostThread": return thread(call)
    case "app.bsky.feed.searchPosts": return search(call)
    case "app.bsky.bookmark.getBookmarks":
      let saved = (network.bookmarks[viewer] ?? []).reversed()
      return page("bookmarks", Array(saved), call) { uri in
        ["subject": ["uri": .string(uri)], "item": answered(["uri": .string(uri)])]
      }
    case "app.bsky.notification.listNotifications": return notifications(call)
    case "app.bsky.notification.getUnreadCount":
      return .done(["count": .integer(Int64(notices.count { $0.at > network.seen(viewer) }))])
    case "app.bsky.feed.getListFeed":
      guard let list = list(call["list"]) else { return Self.refusal("List not found", "UnknownList") }
      return feed(timeline(of: members(of: list.address).map { $0.did }, newest: nil), call)
    case "app.bsky.graph.getLists", "app.bsky.graph.getList": return lists(call)
    case "app.bsky.graph.getStarterPack", "app.bsky.graph.getActorStarterPacks": return starterPacks(call)
    case "app.bsky.feed.getQuotes", "app.bsky.feed.getLikes", "app.bsky.feed.getRepostedBy": return about(call)
    case let method where method.contains("eed"): return feeds(call)
    default: return people(call)
    }
  }

  /// Returns the number of posts needed for a call of a list's first page; `nil` for other pages.
  private static func newest(_ call: XRPCCall) -> Int? {
    // One more than the page has, so that a next page is announced, and a few more, because a repost comes a moment
    // after its author's post.
    call["cursor"] == nil ? (call["limit"].flatMap { Int($0) } ?? 50) + 10 : nil
  }

  /// - Parameter newest: how many of the newest posts are needed, which saves time because lists are requested often;
  ///   `nil` for all.
  private func timeline(of people: [String], newest: Int?) -> [Place] {
    // A timeline shows no posts of a muted person, not even as reposts.
    let muted = people.count > 1 ? mutedPeople : []
    let people = Set(people).subtracting(muted)
    var places: [Place] = []
    for slot in slots where people.contains(slot.author.did) {
      if let newest, places.count > newest { break }
      places.append(Place(at: slot.created, entry: entry(slot)))
      let at = slot.created + PracticePopulation.repostDelay
      if at <= now, let other = reposted(in: slot.number) {
        places.append(Place(at: at, entry: entry(post(other)), by: slot.author.did))
      }
    }
    places += (own + writtenReplies + mentions).filter { people.contains($0.did) }.map {
      Place(at: $0.created, entry: $0)
    }
    for (address, row) in records(Self.repost) where people.contains(address.repository) {
      guard let post = row.value["subject"]?["uri"]?.stringValue.flatMap({ entry($0) }) else { continue }
      let at = row.value["createdAt"]?.stringValue.flatMap { NetworkDate.instant($0) } ?? post.created
      places.append(Place(at: at, entry: post, by: address.repository))
    }
    return places.filter { !muted.contains($0.entry.did) }.sorted { ($0.at, $0.key) > ($1.at, $1.key) }
  }

  /// Returns the post at the top of a person's profile.
  private func pinned(_ did: String) -> [Place] {
    let profile = network.records[ProfileRecord.address(of: did).description]?.value
    let post = (profile?["pinnedPost"]?["uri"]?.stringValue).flatMap { entry($0) }
    return post.map { [Place(at: $0.created, entry: $0, isPinned: true)] } ?? []
  }

  private func keeps(_ place: Place, _ filter: String?) -> Bool {
    let record = record(place.entry)
    switch filter {
    case "posts_no_replies": return record["reply"] == nil
    case "posts_with_media":
      let kinds = [record["embed"]?.type, record["embed"]?["media"]?.type].compactMap { $0 }
      return place.by == nil && kinds.contains { $0.hasSuffix(".images") || $0.hasSuffix(".gallery") }
    default: return true
    }
  }

  private func feed(_ places: [Place], _ call: XRPCCall) -> XRPCAnswer { page("feed", places, call) { item($0) } }

  /// Answers a call for one of the feeds that people have made.
  private func made(_ call: XRPCCall) -> XRPCAnswer {
    guard let key = call["feed"].flatMap({ RecordAddress($0) })?.key, Self.feeds.contains(where: { $0.key == key })
    else { return Self.refusal("could not find feed") }
    if key == "down" { return .broken(XRPCError(status: 502, name: "UpstreamFailure", message: "feed unavailable")) }
    var places: [Place] = []
    switch key {
    case "empty": break
    case "hot":
      let counted = originals.map { ($0, likes($0).count) }.sorted { $0.1 > $1.1 }
      places = counted.map { Place(at: $0.0.created, entry: $0.0) }
    default:
      let tag = key.hasPrefix("tag-") ? "#" + key.dropFirst(4) : nil
      places = originals.filter { post in
        if let tag { return text(of: post).contains(tag) }
        return key != "media" || record(post)["embed"]?.type == "app.bsky.embed.images"
      }.map { Place(at: $0.created, entry: $0) }
    }
    let back = key == "repeats" && call["cursor"] != nil ? 1 : 0
    return page("feed", places, call, back: back, cursor: key == "loops" ? call["limit"] ?? "50" : nil) { item($0) }
  }

  private var originals: [Entry] { all.filter { record($0)["reply"] == nil } }
  private func text(of post: Entry) -> String { record(post)["text"]?.stringValue?.lowercased() ?? "" }

  private func thread(_ call: XRPCCall) -> XRPCAnswer {
    guard let post = call["uri"].flatMap({ entry($0) }) else { return Self.refusal("Post not found", "NotFound") }
    func node(_ post: Entry, up: Int, down: Int) -> JSON {
      var fields: [JSON.Field] = [.init("$type", .string(Self.kind + "threadViewPost")), .init("post", view(post))]
      if up > 0, let uri = record(post)["reply"]?["parent"]?["uri"]?.stringValue {
        fields.append(.init("parent", entry(uri).map { node($0, up: up - 1, down: 0) } ?? missing(uri)))
      }
      if down > 0 {
        fields.append(.init("replies", .array(replies(post).map { node($0, up: 0, down: down - 1) })))
      }
      return .object(fields)
    }
    let (height, depth) = (call["parentHeight"].flatMap { Int($0) } ?? 80, call["depth"].flatMap { Int($0) } ?? 6)
    return .done(["thread": node(post, up: height, down: depth)])
  }

  private func search(_ call: XRPCCall) -> XRPCAnswer {
    let words = (call["q"] ?? "").lowercased().split(separator: " ").map { $0.filter { $0 != "\"" } }
    let author = existingAccount(call["author"])
    if author == nil, call["author"] != nil { return Self.refusal("Profile not found") }
    let (since, until) = (
      call["since"].flatMap { NetworkDate.instant($0) }, call["until"].flatMap { NetworkDate.instant($0) }
    )
    var found = all.filter { post in
      guard author == nil || author == post.did, since == nil || post.created >= since!,
        until == nil || post.created < until!
      else { return false }
      let record = record(post)
      let text = record["text"]?.stringValue?.lowercased() ?? ""
      let languages = record["langs"]?.arrayValue?.compactMap { $0.stringValue } ?? []
      return words.allSatisfy { text.contains($0) } && (call["lang"].map { languages.contains($0) } ?? true)
    }
    if call["sort"] == "top" {
      found = found.map { ($0, likes($0).count) }.sorted { $0.1 > $1.1 }.map { $0.0 }
    }
    return page("posts", found, call) { view($0) }
  }

  private func about(_ call: XRPCCall) -> XRPCAnswer {
    guard let post = call["uri"].flatMap({ entry($0) }) else { return Self.refusal("Post not found", "NotFound") }
    switch call.method {
    case "app.bsky.feed.getQuotes": return page("posts", quotes(post), call) { view($0) }
    case "app.bsky.feed.getLikes":
      return page("likes", likes(post), call) { like in
        ["actor": person(like.did), "createdAt": .string(NetworkDate.text(like.at))]
      }
    default: return page("repostedBy", reposts(post), call) { person($0.did) }
    }
  }

  // MARK: Pages

  /// Returns a page of rows.
  /// - Parameters:
  ///   - back: the number of rows of the previous page that this page repeats.
  ///   - cursor: a false cursor for the next page; `nil` for the true one.
  func page<Row>(
    _ name: String, _ rows: [Row], _ call: XRPCCall, back: Int = 0, cursor: String? = nil, _ view: (Row) -> JSON
  ) -> XRPCAnswer {
    let limit = min(max(1, call["limit"].flatMap { Int($0) } ?? 50), 100)
    let start = min(max(0, (call["cursor"].flatMap { Int($0) } ?? 0) - back), rows.count)
    let end = min(start + limit, rows.count)
    var fields: [JSON.Field] = [.init(name, .array(rows[start..<end].map(view)))]
    if let cursor {
      fields.append(.init("cursor", .string(cursor)))
    } else if end < rows.count {
      fields.append(.init("cursor", .string(String(end))))
    }
    return .done(.object(fields))
  }

  static func refusal(_ message: String, _ name: String = "InvalidRequest") -> XRPCAnswer {
    .refused(XRPCError(status: 400, name: name, message: message))
  }
}
