import JSON
import Timeline

/// A list of people, as the network reports it: a list whose posts are read, or a list of people to hide.
///
/// Source: the lexicon `app.bsky.graph.defs#listView`.
public struct PeopleList: Hashable, Sendable {
  public enum Purpose: String, CaseIterable, Hashable, Sendable {
    /// A list whose posts are read like a feed.
    case reading = "app.bsky.graph.defs#curatelist"
    /// A list of people to mute or block together.
    case moderation = "app.bsky.graph.defs#modlist"
    /// A list that belongs to a starter pack.
    case starterPack = "app.bsky.graph.defs#referencelist"
  }

  public let address: RecordAddress
  public let creator: Person
  /// The name. Untrusted text, as is the description.
  public let name: String
  public let description: String
  /// `nil` for a purpose that is not known here.
  public let purpose: Purpose?
  /// The number of people; `nil` if the answer does not include it.
  public let count: Int?
  /// `true` if the account mutes or blocks everyone on the list.
  public let isMuted: Bool
  public var isBlocked: Bool { blocking != nil }
  /// The record by which the account blocks everyone on the list.
  public let blocking: RecordAddress?

  /// The maximum length of a name in bytes, and of a description in characters. Source: the lexicon.
  public static let nameLimit = 64
  public static let descriptionLimit = 300

  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }),
      address.collection == RecordAddress.lists, let creator = json["creator"].flatMap({ Person($0, &reader) })
    else { return nil }
    (self.address, self.creator) = (address, creator)
    name = reader.text(json, "name") ?? address.key
    description = reader.text(json, "description") ?? ""
    purpose = reader.text(json, "purpose").flatMap { Purpose(rawValue: $0) }
    count = reader.count(json, "listItemCount")
    let viewer = reader.object(json, "viewer") ?? .null
    (isMuted, blocking) = (reader.flag(viewer, "muted"), reader.address(viewer, "blocked"))
  }

  /// Creates the list that belongs to a starter pack, under the pack's name.
  init(_ address: RecordAddress, by creator: Person, _ name: String, count: Int?) {
    (self.address, self.creator, self.name, self.count) = (address, creator, name, count)
    (description, purpose, isMuted, blocking) = ("", .starterPack, false, nil)
  }

  /// Returns the record of a new list.
  public static func record(_ name: String, about: String, _ purpose: Purpose, created: Instant) -> JSON {
    var fields: [JSON.Field] = [
      .init("$type", .string(RecordAddress.lists)), .init("purpose", .string(purpose.rawValue)),
      .init("name", .string(name)),
    ]
    if !about.isEmpty { fields.append(.init("description", .string(about))) }
    return .object(fields + [.init("createdAt", .string(NetworkDate.text(created)))])
  }

  /// Returns the address and the record that put a person on a list. The key depends only on both, so that the same
  /// person is never added twice, whatever the network does.
  public static func membership(
    of did: String, in list: RecordAddress, created: Instant
  ) -> (address: RecordAddress, record: JSON) {
    // A key has the form of an instant; a range of ten years is used here.
    let offset = Int64("\(list) \(did)".fingerprint % 315_360_000_000_000)
    let key = RecordKey(Instant(microseconds: 1_400_000_000_000_000 + offset), device: did)
    return (
      RecordAddress(repository: list.repository, collection: items, key: key.description),
      [
        "$type": .string(items), "subject": .string(did), "list": .string(list.description),
        "createdAt": .string(NetworkDate.text(created)),
      ]
    )
  }

  /// Returns the call for a list itself.
  public static func call(_ list: RecordAddress) -> XRPCCall { ReadingList.members(list).call(limit: 1, cursor: nil) }

  /// Reads the list in an answer to `call`.
  public init?(answer json: JSON) {
    var reader = AnswerReader()
    guard let list = json["list"] else { return nil }
    self.init(list, &reader)
  }

  /// Returns the call that mutes or unmutes everyone on a list.
  public static func mute(_ list: RecordAddress, isOn: Bool) -> XRPCCall {
    XRPCCall(
      procedure: "app.bsky.graph.\(isOn ? "mute" : "unmute")ActorList", ["list": .string(list.description)],
      by: .account)
  }

  /// Returns the address and the record that block everyone on a list. The key depends only on the list, so that a list
  /// is never blocked twice.
  public static func block(
    of list: RecordAddress, by did: String, created: Instant
  ) -> (address: RecordAddress, record: JSON) {
    let offset = Int64("\(list)".fingerprint % 315_360_000_000_000)
    let key = RecordKey(Instant(microseconds: 1_400_000_000_000_000 + offset), device: did)
    return (
      RecordAddress(repository: did, collection: blocks, key: key.description),
      [
        "$type": .string(blocks), "subject": .string(list.description), "createdAt": .string(NetworkDate.text(created)),
      ]
    )
  }

  /// The collection of blocked lists.
  public static let blocks = "app.bsky.graph.listblock"

  /// The collection of memberships.
  public static let items = "app.bsky.graph.listitem"
}

/// The reading of a list's members, page by page: the record of each person's membership.
public struct ListMembers: Hashable, Sendable, PagedReading {
  private let list: RecordAddress
  /// The records by the people's DIDs.
  public private(set) var items: [String: RecordAddress] = [:]
  /// The people themselves.
  public private(set) var people: [Person] = []
  private var cursor: String?
  private var pages = 0
  private var isWhole = false
  /// The maximum number of pages: lists of the network have at most 5,000 people.
  private static let pageLimit = 60

  public init(_ list: RecordAddress) { self.list = list }

  public var next: XRPCCall? {
    guard !isWhole, pages < Self.pageLimit else { return nil }
    return ReadingList.members(list).call(limit: ReadingList.pageLimit, cursor: cursor)
  }

  public mutating func receive(_ json: JSON) -> Bool {
    guard let rows = json["items"]?.arrayValue else { return false }
    for row in rows {
      guard let did = row["subject"]?["did"]?.stringValue, DID.isValid(did),
        let address = row["uri"]?.stringValue.flatMap({ RecordAddress($0) }), address.collection == PeopleList.items
      else { continue }
      items[did] = address
      if let person = row["subject"].flatMap({ Person(profile: $0) }) { people.append(person) }
    }
    let last = cursor
    cursor = json["cursor"]?.stringValue
    pages += 1
    isWhole = cursor == nil || cursor == last || rows.isEmpty
    return true
  }
}
