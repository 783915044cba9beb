import JSON
import Timeline

extension Archive.Hit {
  /// The post as lists have it: of one's own what its record says, of one that was liked as it was then.
  /// - Parameter handle: of the account whose archive it is.
  /// - Returns: `nil` for a post that was deleted before anybody read it, or cannot be used.
  public func item(by handle: String) -> FeedItem? {
    var reader = AnswerReader()
    guard kind == .post else { return PostView(record, &reader).map { FeedItem($0) } }
    let did = RecordAddress(uri)?.repository ?? ""
    var fields: [JSON.Field] = [
      .init("uri", .string(uri)), .init("cid", .string(cid)),
      .init("author", ["did": .string(did), "handle": .string(handle)]), .init("record", record),
    ]
    if let embed = record["embed"].flatMap({ Self.view(of: $0) }) { fields.append(.init("embed", embed)) }
    return PostView(.object(fields), &reader).map { FeedItem($0) }
  }

  /// What a record shows, as far as it can be told without asking: not what it quotes.
  private static func view(of embed: JSON) -> JSON? {
    guard let type = embed.type, case .object(let fields) = embed else { return nil }
    switch type {
    case "app.bsky.embed.record": return nil
    case "app.bsky.embed.recordWithMedia": return embed["media"].flatMap { view(of: $0) }
    default:
      return .object([.init("$type", .string(type + "#view"))] + fields.filter { $0.name != "$type" })
    }
  }
}
