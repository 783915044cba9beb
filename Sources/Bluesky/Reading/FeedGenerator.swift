import JSON

/// A feed that somebody has made, as an answer of the network gives it.
///
/// Source: the lexicon `app.bsky.feed.defs#generatorView`.
public struct FeedGenerator: Hashable, Sendable {
  public let address: RecordAddress
  public let creator: Person
  /// From outside, as its description is.
  public let name: String
  public let description: String
  public let likes: Int

  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }),
      address.collection == RecordAddress.feeds, let creator = json["creator"].flatMap({ Person($0, &reader) })
    else { return nil }
    (self.address, self.creator) = (address, creator)
    name = reader.text(json, "displayName") ?? address.key
    description = reader.text(json, "description") ?? ""
    likes = reader.count(json, "likeCount") ?? 0
  }
}
