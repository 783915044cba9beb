import JSON

/// A starter pack: a list of people, and up to three feeds, that a person recommends to newcomers.
///
/// Source: the lexicons `app.bsky.graph.defs#starterPackView` and `#starterPackViewBasic`, and the record
/// `app.bsky.graph.starterpack`.
public struct StarterPack: Hashable, Sendable {
  public let address: RecordAddress
  public let creator: Person
  /// The name. Untrusted text, as is the description.
  public let name: String
  public let description: String
  /// The list with the pack's people.
  public let list: PeopleList
  /// The feeds that the answer describes, and the addresses of all feeds.
  public let feeds: [FeedGenerator]
  public let feedAddresses: [RecordAddress]
  /// The number of people who have joined the network through the pack; `nil` if the answer does not include it.
  public let joined: Int?

  /// Returns the call for a starter pack.
  public static func call(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(query: "app.bsky.graph.getStarterPack", [("starterPack", address.description)], by: .account)
  }

  /// Reads the answer to `call`; `nil` if it does not describe a starter pack.
  public init?(answer json: JSON) {
    var reader = AnswerReader()
    guard let pack = json["starterPack"] else { return nil }
    self.init(pack, &reader)
  }

  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }),
      address.collection == RecordAddress.starterPacks, let creator = json["creator"].flatMap({ Person($0, &reader) }),
      let record = json["record"], record.isObject,
      let list = (json["list"]?["uri"] ?? record["list"])?.stringValue.flatMap({ RecordAddress($0) }),
      list.collection == RecordAddress.lists
    else { return nil }
    (self.address, self.creator) = (address, creator)
    name = reader.text(record, "name") ?? address.key
    description = reader.text(record, "description") ?? ""
    let members = json["list"].flatMap { reader.count($0, "listItemCount") } ?? reader.count(json, "listItemCount")
    self.list = PeopleList(list, by: creator, name, count: members)
    feeds = reader.each(reader.list(json, "feeds")) { FeedGenerator($0, &$1) }
    let named = (record["feeds"]?.arrayValue ?? []).compactMap { $0["uri"]?.stringValue.flatMap { RecordAddress($0) } }
    feedAddresses = named.isEmpty ? feeds.map { $0.address } : named.filter { $0.collection == RecordAddress.feeds }
    joined = reader.count(json, "joinedAllTimeCount")
  }
}
