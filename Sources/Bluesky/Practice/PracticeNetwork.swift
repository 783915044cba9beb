import JSON
import RichText
import Timeline

/// A small network in memory, for practice: it answers as a server would, with the same JSON, and needs no socket.
///
/// Every handle under `.test` has an account there, and some of the accounts write; see `PracticePopulation`. The network
/// is a value, so that publishing is undone with everything else.
public struct PracticeNetwork: Hashable, Sendable {
  /// The state of the network, which `set` changes.
  public struct Conditions: Hashable, Sendable {
    /// `true` if the network can be reached.
    public var isOn = true
    /// The delay of an answer.
    public var delay = Duration.milliseconds(300)
    /// The share of requests that get no answer. Half of those are carried out all the same.
    public var failures = 0.0
    public init() {}
  }

  private var chance: SeededGenerator
  private(set) var records: [String: Row] = [:]
  private var written = 0
  let crowd: PracticePopulation
  /// The addresses of bookmarked posts by account (DID), oldest first.
  private(set) var bookmarks: [String: [String]] = [:]
  /// The DIDs of muted people by account (DID).
  private(set) var mutes: [String: Set<String>] = [:]
  /// The addresses of lists whose people are muted, by account (DID).
  private(set) var mutedLists: [String: Set<String>] = [:]
  /// The first posts of muted conversations by account (DID).
  private(set) var mutedThreads: [String: Set<String>] = [:]
  /// The choices of accounts (DIDs) that have changed them.
  private(set) var preferences: [String: JSON] = [:]
  /// The times up to which accounts (DIDs) have seen their notifications.
  private var seen: [String: Instant] = [:]
  /// The addresses of initial records that an account has deleted.
  private(set) var removed: Set<String> = []
  /// The handles of accounts that have logged in: every handle under `.test` may, and has an account from then on.
  private var members: Set<String> = []

  /// A stored record.
  struct Row: Hashable, Sendable {
    let cid: String
    let value: JSON
  }

  /// The nominal host name.
  public static let host = "practice.test"
  /// The one password that is always wrong.
  public static let wrongPassword = "wrong"

  /// - Parameters:
  ///   - seed: the seed of faults and of the members' posts.
  ///   - start: the start of the session; members' posts begin about five days earlier.
  public init(seed: UInt64 = 0, start: Instant = .practiceStart) {
    chance = SeededGenerator(seed: seed, stream: 16)
    crowd = PracticePopulation(seed: seed, start: start)
  }

  /// Returns up to when an account has seen its notifications (default: six hours before the start).
  func seen(_ account: String) -> Instant { seen[account] ?? crowd.start - .hours(6) }

  /// The number of stored records.
  public var count: Int { records.count }
  /// Returns the record at an address; `nil` if there is none.
  public func record(at address: RecordAddress) -> JSON? { records[address.description]?.value }

  static let blobPrefix = "bafkpractice"

  /// Returns the name of the picture at an address of this network; `nil` for any other address. The uploader keeps
  /// the bytes, because the network is copied with each step that can be undone.
  public static func picture(at address: String) -> String? {
    guard address.hasPrefix("https://\(host)/blob/"),
      let blob = address.split(separator: "/").last, blob.hasPrefix(blobPrefix)
    else { return nil }
    return String(blob.dropFirst(blobPrefix.count))
  }

  /// Returns a page of the web, or a picture on it, for the previews of links; `nil` if there is none.
  public static func page(at address: String) -> [UInt8]? {
    if address == pagePicture { return PracticePhrases.picture }
    guard let page = PracticePhrases.pages.first(where: { $0.1 == address }) else { return nil }
    return Array(
      """
      <!doctype html><html><head><meta charset="utf-8"><title>\(page.2) | a page</title>
      <meta property="og:title" content="\(page.2)"><meta property="og:image" content="\(pagePicture)">
      <meta property="og:description" content="\(page.3)"></head><body></body></html>
      """.utf8)
  }

  private static let pagePicture = "https://\(host)/page.png"

  /// Returns the DID of a handle; `nil` if the handle cannot have an account.
  public static func did(of handle: String) -> String? {
    guard Handle.isValid(handle), handle.lowercased().hasSuffix(".test") else { return nil }
    return "did:web:" + handle.lowercased()
  }

  /// The words about a request that fails by chance.
  public static let brokenConnection = "the connection ended before the response was complete"

  /// Answers a call.
  /// - Parameters:
  ///   - account: the DID of the account that asks.
  ///   - now: the current time, which decides which posts exist.
  public mutating func answer(
    _ call: XRPCCall, by account: String?, in conditions: Conditions, at now: Instant
  ) -> XRPCAnswer {
    guard conditions.isOn else { return .none(words: "there is no network", .offline) }
    let fails = conditions.failures > 0 && chance.unit() < conditions.failures
    if fails, chance.unit() < 0.5 { return .none(words: Self.brokenConnection, .unheard) }
    let answer = perform(call, by: account, at: now)
    return fails ? .none(words: Self.brokenConnection, .unheard) : answer
  }

  /// Returns whether a connection without an answer fails at once, in the given conditions.
  mutating func fails(in conditions: Conditions) -> Bool {
    !conditions.isOn || conditions.failures > 0 && chance.unit() < conditions.failures
  }

  private mutating func perform(_ call: XRPCCall, by account: String?, at now: Instant) -> XRPCAnswer {
    if call.method.hasPrefix("app.bsky.") { return read(call, by: account, at: now) }
    switch call.method {
    case "com.atproto.identity.resolveHandle":
      guard let handle = call["handle"], Handle.isValid(handle),
        let did = existingAccount(handle, viewer: account ?? "")
      else { return refusal("Unable to resolve handle") }
      return .done(["did": .string(did)])
    case "com.atproto.server.createSession": return session(call.input)
    case "com.atproto.server.deleteSession": return .done(.null)
    case "com.atproto.repo.createRecord": return create(call.input, by: account)
    case "com.atproto.repo.applyWrites": return write(call.input, by: account)
    case "com.atproto.repo.getRecord":
      let repository = call["repo"] ?? ""
      let address = RecordAddress(
        repository: Self.did(of: repository) ?? repository, collection: call["collection"] ?? "",
        key: call["rkey"] ?? "")
      let view = PracticeView(self, viewer: account ?? "", at: now)
      guard
        let row = records[address.description] ?? view.entry(address).map({ Row(cid: $0.cid, value: view.record($0)) })
      else { return refusal("there is no record \(address.key)", "RecordNotFound") }
      return .done(["uri": .string(address.description), "cid": .string(row.cid), "value": row.value])
    case "com.atproto.repo.listRecords":
      return PracticeView(self, viewer: account ?? "", at: now).repository(call)
    case "com.atproto.repo.uploadBlob":
      guard account != nil, let picture = call.picture else { return refusal("no bytes") }
      return .done([
        "blob": [
          "$type": "blob", "ref": ["$link": .string(Self.blobPrefix + picture.name)], "mimeType": .string(picture.type),
          "size": .integer(Int64(picture.size)),
        ]
      ])
    case "com.atproto.repo.putRecord": return put(call.input, by: account)
    case "com.atproto.moderation.createReport":
      guard let account else { return refusal("Authentication Required") }
      let input = call.input
      return .done([
        "id": 1, "reasonType": input?["reasonType"] ?? "", "subject": input?["subject"] ?? .null,
        "reportedBy": .string(account), "createdAt": .string(NetworkDate.text(now)),
      ])
    case "com.atproto.repo.deleteRecord":
      guard let address = address(call.input), address.repository == account else { return refusal("not yours") }
      if records.removeValue(forKey: address.description) == nil { removed.insert(address.description) }
      return .done([:])
    default: return refusal("the practice network does not support \(call.method)", "MethodNotImplemented")
    }
  }

  /// Answers the calls about posts, people and feeds. Those that are not public need an account.
  private mutating func read(_ call: XRPCCall, by account: String?, at now: Instant) -> XRPCAnswer {
    guard let account else {
      if call.isPublic { return PracticeView(self, viewer: "", at: now).answer(call) }
      return .refused(XRPCError(status: 401, name: "AuthMissing", message: "Authentication Required"))
    }
    switch call.method {
    case "app.bsky.bookmark.createBookmark", "app.bsky.bookmark.deleteBookmark":
      guard let uri = call.input?["uri"]?.stringValue else { return refusal("no uri") }
      bookmarks[account, default: []].removeAll { $0 == uri }
      if call.method.hasSuffix("createBookmark") { bookmarks[account, default: []].append(uri) }
      return .done(.null)
    case "app.bsky.graph.muteActor", "app.bsky.graph.unmuteActor":
      guard let actor = call.input?["actor"]?.stringValue, let did = Self.resolve(actor) else {
        return refusal("Profile not found")
      }
      if call.method.hasSuffix("unmuteActor") {
        mutes[account]?.remove(did)
      } else {
        mutes[account, default: []].insert(did)
      }
      return .done(.null)
    case "app.bsky.graph.muteActorList", "app.bsky.graph.unmuteActorList":
      guard let list = call.input?["list"]?.stringValue else { return refusal("List not found") }
      if call.method.hasSuffix("unmuteActorList") {
        mutedLists[account]?.remove(list)
      } else {
        mutedLists[account, default: []].insert(list)
      }
      return .done(.null)
    case "app.bsky.graph.muteThread", "app.bsky.graph.unmuteThread":
      guard let root = call.input?["root"]?.stringValue else { return refusal("no root") }
      if call.method.hasSuffix("unmuteThread") {
        mutedThreads[account]?.remove(root)
      } else {
        mutedThreads[account, default: []].insert(root)
      }
      return .done(.null)
    case "app.bsky.actor.putPreferences":
      guard let new = call.input?["preferences"], new.arrayValue != nil else { return refusal("no preferences") }
      preferences[account] = new
      return .done(.null)
    case "app.bsky.notification.updateSeen":
      guard let instant = call.input?["seenAt"]?.stringValue.flatMap({ NetworkDate.instant($0) }) else {
        return refusal("no seenAt")
      }
      seen[account] = instant
      return .done(.null)
    default: return PracticeView(self, viewer: account, at: now).answer(call)
    }
  }

  /// Returns the DID for a handle or a DID; `nil` if it cannot have an account.
  static func resolve(_ actor: String) -> String? {
    if let handle = handle(ofDID: actor) { return did(of: handle) }
    return did(of: actor)
  }

  /// Returns the DID of an existing account, by handle or DID; `nil` if there is none.
  /// - Parameter viewer: the DID of the account that asks, which exists.
  func existingAccount(_ actor: String, viewer: String) -> String? {
    guard let did = Self.resolve(actor), let handle = Self.handle(ofDID: did) else { return nil }
    let isThere =
      did == viewer || PracticePopulation.member(handle) != nil || members.contains(handle)
      || Self.others.contains(handle)
    return isThere ? did : nil
  }

  /// Accounts that never post.
  private static let others: Set = ["alice.test", "bob.test", "feeds.test"]

  static func handle(ofDID did: String) -> String? {
    did.hasPrefix("did:web:") ? String(did.dropFirst(8)) : nil
  }

  static func did(ofMember handle: String) -> String { "did:web:" + handle }

  private mutating func session(_ input: JSON?) -> XRPCAnswer {
    let handle = input?["identifier"]?.stringValue?.lowercased() ?? ""
    guard let did = Self.did(of: handle), input?["password"]?.stringValue != Self.wrongPassword else {
      return .refused(
        XRPCError(status: 401, name: "AuthenticationRequired", message: "Invalid identifier or password"))
    }
    members.insert(handle)
    return .done([
      "did": .string(did), "handle": .string(handle), "accessJwt": "practice", "refreshJwt": "practice",
    ])
  }

  private mutating func create(_ input: JSON?, by account: String?) -> XRPCAnswer {
    guard let address = address(input), address.repository == account, let value = input?["record"] else {
      return .refused(XRPCError(status: 401, name: "AuthMissing", message: "Authentication Required"))
    }
    // As on a real server: a key that is taken is an internal error.
    guard records[address.description] == nil else { return .broken(XRPCError(status: 500)) }
    replace(value, address)
    written += 1
    let cid = "bafypractice\(written)"
    records[address.description] = Row(cid: cid, value: value)
    return .done(["uri": .string(address.description), "cid": .string(cid)])
  }

  /// Writes a record over an earlier one, if that is the one that the client has read.
  private mutating func put(_ input: JSON?, by account: String?) -> XRPCAnswer {
    guard let address = address(input), address.repository == account, let value = input?["record"] else {
      return .refused(XRPCError(status: 401, name: "AuthMissing", message: "Authentication Required"))
    }
    let before = records[address.description]
    if let swap = input?["swapRecord"], swap.stringValue != before?.cid {
      return refusal("Record was at \(before?.cid ?? "null")", "InvalidSwap")
    }
    written += 1
    let cid = "bafypractice\(written)"
    records[address.description] = Row(cid: cid, value: value)
    return .done(["uri": .string(address.description), "cid": .string(cid)])
  }

  /// Creates several records, all of them or none, as a commit does.
  private mutating func write(_ input: JSON?, by account: String?) -> XRPCAnswer {
    let before = self
    var results: [JSON] = []
    for write in input?["writes"]?.arrayValue ?? [] {
      guard case .object(let fields) = write, write.type == "com.atproto.repo.applyWrites#create" else {
        return refusal("unsupported write")
      }
      let input: JSON = .object(
        fields.map { $0.name == "value" ? .init("record", $0.value) : $0 } + [.init("repo", input?["repo"] ?? .null)])
      let answer = create(input, by: account)
      guard case .done(let result) = answer, case .object(let row) = result else {
        self = before
        return answer
      }
      results.append(.object([.init("$type", "com.atproto.repo.applyWrites#createResult")] + row))
    }
    return .done(["results": .array(results)])
  }

  /// Removes earlier records with the same subject: as on a real server, only the last like, repost, follow or block
  /// of a subject stays.
  private mutating func replace(_ value: JSON, _ address: RecordAddress) {
    guard Reaction.Kind.allCases.contains(where: { $0.collection == address.collection }) else { return }
    func subject(_ value: JSON) -> JSON? { value["subject"]?["uri"] ?? value["subject"] }
    for (uri, row) in records where subject(row.value) == subject(value) {
      guard let other = RecordAddress(uri), other.repository == address.repository,
        other.collection == address.collection
      else { continue }
      records[uri] = nil
    }
  }

  private func address(_ input: JSON?) -> RecordAddress? {
    guard let repository = input?["repo"]?.stringValue, let collection = input?["collection"]?.stringValue,
      let key = input?["rkey"]?.stringValue
    else { return nil }
    return RecordAddress(repository: repository, collection: collection, key: key)
  }

  private func refusal(_ message: String, _ name: String = "InvalidRequest") -> XRPCAnswer {
    .refused(XRPCError(status: 400, name: name, message: message))
  }
}

/// The repositories of the practice network, in the JSON of a server.
extension PracticeView {
  /// Returns a page of a collection, newest records first.
  func repository(_ call: XRPCCall) -> XRPCAnswer {
    guard let did = PracticeNetwork.resolve(call["repo"] ?? ""), let collection = call["collection"] else {
      return Self.refusal("Could not find repo: \(call["repo"] ?? "")")
    }
    let rows = rows(of: did, collection).sorted { $0.address.key > $1.address.key }
    let rest = rows.drop { row in call["cursor"].map { row.address.key >= $0 } ?? false }
    let limit = min(max(1, call["limit"].flatMap { Int($0) } ?? 50), 100)
    let page = rest.prefix(limit)
    var fields: [JSON.Field] = [
      .init(
        "records",
        .array(
          page.map { address, cid, value in
            ["uri": .string(address.description), "cid": .string(cid), "value": value]
          }))
    ]
    // The cursor is the last key, so that records written or deleted meanwhile do not shift the pages.
    if rest.count > limit, let last = page.last { fields.append(.init("cursor", .string(last.address.key))) }
    return .done(.object(fields))
  }

  private func rows(of did: String, _ collection: String) -> [(address: RecordAddress, cid: String, value: JSON)] {
    switch collection {
    case RecordAddress.posts: all.filter { $0.did == did }.map { ($0.address, $0.cid, record($0)) }
    case Self.follow:
      follows(of: did).map { subject, address in
        if let row = network.records[address.description] { return (address, row.cid, row.value) }
        let since = RecordKey(address.key).map { Instant(microseconds: Int64($0.value >> 10)) } ?? crowd.start
        let value: JSON = [
          "$type": .string(collection), "subject": .string(subject), "createdAt": .string(NetworkDate.text(since)),
        ]
        return (address, "bafyfollow" + address.key, value)
      }
    default: records(collection).filter { $0.address.repository == did }.map { ($0.address, $0.row.cid, $0.row.value) }
    }
  }
}
