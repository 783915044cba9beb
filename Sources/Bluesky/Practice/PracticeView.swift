import JSON
import RichText
import Timeline

/// The practice network as one account sees it at an instant: the views of posts that a server makes from records.
struct PracticeView {
  let network: PracticeNetwork
  /// The DID of the account that looks.
  let viewer: String
  let now: Instant
  var crowd: PracticePopulation { network.crowd }
  private let memory = Memory()

  /// A cache of slots for one answer: each post is needed for all posts near it.
  private final class Memory {
    var posts: [Int: PracticePopulation.Written] = [:]
    var reposts: [Int: Int?] = [:]
  }

  /// Returns the post of a slot.
  func post(_ number: Int) -> PracticePopulation.Written {
    if let known = memory.posts[number] { return known }
    let post = crowd.post(number)
    memory.posts[number] = post
    return post
  }

  /// Returns the slot whose post this slot's author also reposts; usually `nil`.
  func reposted(in number: Int) -> Int? {
    if let known = memory.reposts[number] { return known }
    let other = crowd.reposted(in: number)
    memory.reposts[number] = .some(other)
    return other
  }

  init(_ network: PracticeNetwork, viewer: String, at now: Instant) {
    (self.network, self.viewer, self.now) = (network, viewer, now)
  }

  /// A post from any source.
  struct Entry {
    let address: RecordAddress
    let created: Instant
    let cid: String
    let source: Source

    enum Source {
      case slot(PracticePopulation.Written)
      case writtenReply(PracticePopulation.WrittenReply, of: RecordAddress, root: RecordAddress)
      case quote(PracticePopulation.WrittenReply, of: RecordAddress)
      case mention(PracticePopulation.WrittenReply)
      case own(JSON)
    }

    var did: String { address.repository }
  }

  static let (like, repost) = ("app.bsky.feed.like", "app.bsky.feed.repost")
  static let (follow, block) = ("app.bsky.graph.follow", "app.bsky.graph.block")
  static let listItem = "app.bsky.graph.listitem"
  /// The number of slots that a list goes back: a user who practises for a year does not need all of them.
  private static let window = 800

  /// Returns the DID of an existing account, by handle or DID.
  func existingAccount(_ actor: String?) -> String? { actor.flatMap { network.existingAccount($0, viewer: viewer) } }

  // MARK: Posts

  /// The posts of all slots in lists, newest first.
  var slots: some Sequence<PracticePopulation.Written> {
    let newest = crowd.newest(at: now)
    let first = max(PracticePopulation.first, newest - Self.window)
    // Lazily: a list that needs only the newest posts generates no others.
    return (first..<max(first, newest + 1)).reversed().lazy.map { post($0) }.filter(isThere)
  }

  private func isThere(_ post: PracticePopulation.Written) -> Bool {
    network.removed.isEmpty || !network.removed.contains(post.address.description)
  }

  /// The posts that accounts of the session have written, newest first.
  var own: [Entry] {
    records(RecordAddress.posts).compactMap { address, row in
      let created = row.value["createdAt"]?.stringValue.flatMap { NetworkDate.instant($0) }
      return created.map { Entry(address: address, created: $0, cid: row.cid, source: .own(row.value)) }
    }.sorted { ($0.created, $0.address.key) > ($1.created, $1.address.key) }
  }

  /// The answers to own posts that have arrived so far, and the posts that quote own posts.
  var writtenReplies: [Entry] { own.flatMap { writtenReplies(of: $0) } }

  /// The posts in which members mention the viewer.
  var mentions: [Entry] {
    guard let handle = PracticeNetwork.handle(ofDID: viewer) else { return [] }
    return crowd.mentions(of: handle, until: now).map { entry($0, .mention($0)) }.filter {
      !network.removed.contains($0.address.description)
    }
  }

  /// Returns the answers to a post of the session that have arrived so far, and the post that quotes it.
  func writtenReplies(of post: Entry) -> [Entry] {
    let root = record(post)["reply"]?["root"]?["uri"]?.stringValue.flatMap { RecordAddress($0) } ?? post.address
    let answers = crowd.writtenReplies(of: post.address, since: post.created).map {
      entry($0, .writtenReply($0, of: post.address, root: root))
    }
    let quote =
      gate(of: post, PostGates.postgates) == nil
      ? crowd.quote(of: post.address, since: post.created).map { entry($0, .quote($0, of: post.address)) } : nil
    return (answers.filter { mayReply(viewer: $0.did, to: post) } + [quote].compactMap { $0 }).filter {
      $0.created <= now && !network.removed.contains($0.address.description)
    }
  }

  /// Returns the record beside a post that says who may reply or quote.
  func gate(of post: Entry, _ collection: String) -> JSON? {
    let address = RecordAddress(repository: post.did, collection: collection, key: post.address.key)
    return network.records[address.description]?.value
  }

  /// Returns whether a person may reply to a post: the gate of the conversation's first post decides.
  func mayReply(viewer did: String, to post: Entry) -> Bool {
    let record = record(post)
    let root = record["reply"]?["root"]?["uri"]?.stringValue.flatMap { entry($0) } ?? post
    guard did != root.did, let allow = gate(of: root, PostGates.threadgates)?["allow"]?.arrayValue else { return true }
    return allow.compactMap { PostGates.Rule($0) }.contains { rule in
      switch rule {
      case .followers: return follow(of: root.did, by: did) != nil
      case .following: return follow(of: did, by: root.did) != nil
      case .mentioned:
        let features = (self.record(root)["facets"]?.arrayValue ?? []).flatMap { $0["features"]?.arrayValue ?? [] }
        return features.contains { $0["did"] == .string(did) }
      case .list(let list):
        return records(Self.listItem).contains {
          $0.row.value["list"] == .string(list.description) && $0.row.value["subject"] == .string(did)
        }
      }
    }
  }

  private func entry(_ writtenReply: PracticePopulation.WrittenReply, _ source: Entry.Source) -> Entry {
    let address = RecordAddress(
      repository: writtenReply.author.did, collection: RecordAddress.posts, key: writtenReply.key.description)
    return Entry(
      address: address, created: writtenReply.created, cid: "bafyecho" + writtenReply.key.description, source: source)
  }

  func entry(_ post: PracticePopulation.Written) -> Entry {
    Entry(
      address: post.address, created: post.created, cid: "bafycrowd" + post.key.description, source: .slot(post))
  }

  /// Returns the post at an address, whose repository may be a handle; `nil` if there is none.
  func entry(_ address: RecordAddress) -> Entry? {
    guard address.collection == RecordAddress.posts, let did = PracticeNetwork.resolve(address.repository) else {
      return nil
    }
    let address = RecordAddress(repository: did, collection: address.collection, key: address.key)
    if network.removed.contains(address.description) { return nil }
    if let row = network.records[address.description] {
      let created = row.value["createdAt"]?.stringValue.flatMap { NetworkDate.instant($0) } ?? .distantPast
      return Entry(address: address, created: created, cid: row.cid, source: .own(row.value))
    }
    if let key = RecordKey(address.key), let number = crowd.number(of: key, at: now) {
      let post = post(number)
      return post.address == address ? entry(post) : nil
    }
    return (writtenReplies + mentions).first { $0.address == address }
  }

  func entry(_ uri: String) -> Entry? { RecordAddress(uri).flatMap { entry($0) } }

  /// All posts, newest first.
  var all: [Entry] {
    (slots.map { entry($0) } + own + writtenReplies + mentions).sorted {
      ($0.created, $0.address.key) > ($1.created, $1.address.key)
    }
  }

  /// Returns the records of a collection that accounts have written.
  func records(_ collection: String) -> [(address: RecordAddress, row: PracticeNetwork.Row)] {
    network.records.compactMap { uri, row in
      RecordAddress(uri).flatMap { $0.collection == collection ? ($0, row) : nil }
    }.sorted { ($0.0.key, $0.0.repository) < ($1.0.key, $1.0.repository) }
  }

  // MARK: Records

  /// Returns the record of a post.
  func record(_ post: Entry) -> JSON {
    switch post.source {
    case .own(let value): return value
    case .writtenReply(let writtenReply, let parent, let root):
      return record(
        writtenReply.text, writtenReply.created,
        reply: reference(parent).map { .init(root: reference(root) ?? $0, parent: $0) })
    case .quote(let writtenReply, let other):
      let embed = PostEmbed(images: [], blob: { _ in nil }, quoted: reference(other))
      return record(writtenReply.text, writtenReply.created, embed: embed?.json)
    case .mention(let writtenReply): return record(writtenReply.text, writtenReply.created)
    case .slot(let written): return record(written)
    }
  }

  private func reference(_ address: RecordAddress) -> StrongReference? {
    entry(address).map { StrongReference($0.address, cid: $0.cid) }
  }

  private func reference(_ number: Int) -> StrongReference {
    let post = entry(self.post(number))
    return StrongReference(post.address, cid: post.cid)
  }

  private func record(_ written: PracticePopulation.Written) -> JSON {
    switch written.kind {
    case .plain(let place): return record(PracticePhrases.posts[place], written.created)
    case .answer(let parent, let place):
      let reply = Post.Reply(root: reference(crowd.root(of: written.number)), parent: reference(parent))
      return record(PracticePhrases.answers[place], written.created, reply: reply)
    case .quote(let other, let place):
      let embed = PostEmbed(images: [], blob: { _ in nil }, quoted: reference(other))
      return record(PracticePhrases.quotes[place], written.created, embed: embed?.json)
    case .pictures(let place):
      let (text, alts, _) = PracticePhrases.pictures[place]
      let images = alts.enumerated().map { index, alt in
        PostImage(
          name: "\(written.key)\(index)", type: "image/jpeg", size: 48_000, width: 1_600, height: 1_200, alt: alt)
      }
      let embed = PostEmbed(images: images, blob: { Self.blob($0) }, quoted: nil)
      return record(text, written.created, embed: embed?.json)
    case .page(let place):
      let page = PracticePhrases.pages[place]
      let card: JSON = [
        "$type": "app.bsky.embed.external",
        "external": ["uri": .string(page.1), "title": .string(page.2), "description": .string(page.3)],
      ]
      return record(page.0, written.created, embed: card)
    }
  }

  private static func blob(_ image: PostImage) -> JSON {
    [
      "$type": "blob", "ref": ["$link": .string(PracticeNetwork.blobPrefix + image.name)],
      "mimeType": .string(image.type),
      "size": .integer(Int64(image.size)),
    ]
  }

  private func record(_ text: String, _ created: Instant, reply: Post.Reply? = nil, embed: JSON? = nil) -> JSON {
    guard let labels = try? Post.Labels(languages: ["en"], tags: []),
      let post = try? Post(text, created: created, labels: labels)
    else { return [:] }
    let record = post.record(reply: reply) { PracticeNetwork.did(of: $0) }
    guard let embed, case .object(let fields) = record else { return record }
    return .object(fields + [.init("embed", embed)])
  }

  // MARK: Likes, reposts, answers, quotes

  /// Returns the likes of a post, latest first.
  func likes(_ post: Entry) -> [(did: String, at: Instant, address: RecordAddress?)] {
    let popularity: Int =
      switch post.source {
      case .slot(let written): written.popularity
      case .writtenReply, .quote, .mention: 1
      case .own: crowd.popularity(of: post.address)
      }
    let others = crowd.likes(post.address.description, popularity: popularity, since: post.created)
      .filter { $0.at <= now }.map { (did: $0.member.did, at: $0.at, address: nil as RecordAddress?) }
    return (others + about(post, Self.like)).sorted { ($0.at, $0.did) > ($1.at, $1.did) }
  }

  func reposts(_ post: Entry) -> [(did: String, at: Instant, address: RecordAddress?)] {
    var others: [(did: String, at: Instant, address: RecordAddress?)] = []
    if case .slot(let written) = post.source {
      for later in following(written.number) where reposted(in: later.number) == written.number {
        let at = later.created + PracticePopulation.repostDelay
        if at <= now { others.append((later.author.did, at, nil)) }
      }
    }
    if case .own = post.source {
      others += crowd.reposts(of: post.address, since: post.created).filter { $0.at <= now }.map {
        ($0.member.did, $0.at, nil)
      }
    }
    return (others + about(post, Self.repost)).sorted { ($0.at, $0.did) > ($1.at, $1.did) }
  }

  /// Returns the slots that may refer to a slot.
  private func following(_ number: Int) -> [PracticePopulation.Written] {
    let last = min(number + PracticePopulation.reach, crowd.newest(at: now))
    return number < last ? (number + 1...last).map { post($0) }.filter(isThere) : []
  }

  /// Returns the session's records about a post in a collection, only the last one of each account.
  private func about(_ post: Entry, _ collection: String) -> [(did: String, at: Instant, address: RecordAddress?)] {
    let uri = JSON.string(post.address.description)
    var found: [String: (did: String, at: Instant, address: RecordAddress?)] = [:]
    for (address, row) in records(collection) where row.value["subject"]?["uri"] == uri {
      let at = row.value["createdAt"]?.stringValue.flatMap { NetworkDate.instant($0) } ?? now
      found[address.repository] = (address.repository, at, address)
    }
    return Array(found.values)
  }

  /// Returns the answers to a post, oldest first.
  func replies(_ post: Entry) -> [Entry] {
    let uri = JSON.string(post.address.description)
    var found = (own + writtenReplies).filter { record($0)["reply"]?["parent"]?["uri"] == uri }
    if case .slot(let written) = post.source {
      found += following(written.number).filter {
        if case .answer(to: written.number, _) = $0.kind { true } else { false }
      }.map { entry($0) }
    }
    return found.sorted { ($0.created, $0.address.key) < ($1.created, $1.address.key) }
  }

  /// Returns the posts that quote a post, newest first.
  func quotes(_ post: Entry) -> [Entry] {
    let uri = JSON.string(post.address.description)
    var found = (own + writtenReplies).filter { own in
      guard let quoted = record(own)["embed"]?["record"] else { return false }
      return (quoted["record"] ?? quoted)["uri"] == uri
    }
    if case .slot(let written) = post.source {
      found += following(written.number).filter {
        if case .quote(of: written.number, _) = $0.kind { true } else { false }
      }.map { entry($0) }
    }
    return found.sorted { ($0.created, $0.address.key) > ($1.created, $1.address.key) }
  }
}
