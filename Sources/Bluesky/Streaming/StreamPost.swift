import JSON
import Timeline

/// A message of a live stream: something that an account has just done.
///
/// Source: Jetstream's events, <https://github.com/bluesky-social/jetstream>.
public struct StreamMessage: Hashable, Sendable {
  /// The author's permanent identifier.
  public let did: String
  /// The time at which the stream's server received it, by which the stream can be continued.
  public let at: Instant
  /// The record of a new post, and its address; `nil` for anything else.
  public let post: (reference: StrongReference, record: JSON)?

  /// The latest accepted time, after the year 9999: a wrong one would end the stream.
  private static let latest: Int64 = 1 << 58

  /// - Returns: `nil` if the JSON is not a message of a stream.
  public init?(_ json: JSON) {
    guard let did = json["did"]?.stringValue, DID.isValid(did), let time = json["time_us"]?.integerValue,
      (0...Self.latest).contains(time)
    else { return nil }
    (self.did, at) = (did, Instant(microseconds: time))
    post = json["commit"].flatMap { Self.post($0, by: did) }
  }

  private static func post(_ commit: JSON, by did: String) -> (reference: StrongReference, record: JSON)? {
    guard commit["operation"]?.stringValue == "create", commit["collection"]?.stringValue == RecordAddress.posts,
      let key = commit["rkey"]?.stringValue, let record = commit["record"], record.isObject
    else { return nil }
    let address = RecordAddress(repository: did, collection: RecordAddress.posts, key: key)
    // All other code trusts the address's text, so a key with a `/` is not valid.
    guard RecordAddress(address.description) == address else { return nil }
    let json: JSON = ["uri": .string(address.description), "cid": commit["cid"] ?? .null]
    return StrongReference(json).map { ($0, record) }
  }

  public static func == (a: StreamMessage, b: StreamMessage) -> Bool {
    a.did == b.did && a.at == b.at && a.post?.reference == b.post?.reference && a.post?.record == b.post?.record
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(did)
    hasher.combine(at)
  }
}

extension PostView {
  /// Creates the view of a post that has just been written, from its record alone: no one has reacted to it, and only
  /// the record's own data about pictures and quoted posts is known.
  /// - Parameter handle: the author's handle; `nil` if it is not known.
  public init?(_ message: StreamMessage, handle: String? = nil) {
    guard let (reference, record) = message.post else { return nil }
    var author: [JSON.Field] = [.init("did", .string(message.did))]
    if let handle { author.append(.init("handle", .string(handle))) }
    var view: [JSON.Field] = [
      .init("uri", .string(reference.address.description)), .init("cid", .string(reference.cid)),
      .init("author", .object(author)), .init("record", record),
      .init("indexedAt", .string(NetworkDate.text(message.at))),
    ]
    if let embed = record["embed"].flatMap({ StreamEmbed.view($0) }) { view.append(.init("embed", embed)) }
    if let labels = record["labels"]?["values"]?.arrayValue { view.append(.init("labels", .array(labels))) }
    var reader = AnswerReader()
    self.init(.object(view), &reader)
  }
}

/// The embed of a record as a view, with only the fields that the record itself provides.
private enum StreamEmbed {
  private static let prefix = "app.bsky.embed."

  static func view(_ embed: JSON) -> JSON? {
    guard let type = embed.type else { return nil }
    let kind = JSON.Field("$type", .string(type + "#view"))
    switch type {
    case prefix + "record": return .object([kind, .init("record", quoted(embed["record"]))])
    case prefix + "recordWithMedia":
      return .object([
        kind, .init("record", ["record": quoted(embed["record"]?["record"])]),
        .init("media", embed["media"].flatMap { view($0) } ?? .null),
      ])
    default:
      // Pictures, videos and cards have the same names in a record, and no addresses of pictures.
      guard case .object(let fields) = embed else { return nil }
      return .object([kind] + fields.filter { $0.name != "$type" })
    }
  }

  /// Returns a quoted record of which only the address is known.
  private static func quoted(_ reference: JSON?) -> JSON {
    let uri = reference?["uri"]?.stringValue ?? ""
    let kind = RecordAddress(uri)?.collection.split(separator: ".").last.map(String.init) ?? "record"
    return ["$type": .string(kind), "uri": .string(uri)]
  }
}
