import JSON
import RichText
import Timeline

extension Post {
  /// The post as a record of the lexicon `app.bsky.feed.post`.
  /// - Parameters:
  ///   - reply: what it answers.
  ///   - embed: what it shows beneath its text.
  ///   - planned: when it is to appear; `nil` for when it was written. Feeds sort by it.
  ///   - did: who has a handle; a mention of somebody who has none stays text.
  /// - Complexity: O(length).
  public func record(
    reply: Reply? = nil, embed: PostEmbed? = nil, planned: Instant? = nil, did: (String) -> String?
  ) -> JSON {
    let created = max(created, planned ?? created)
    var fields: [JSON.Field] = [
      .init("$type", "app.bsky.feed.post"), .init("text", .string(text)),
      .init("createdAt", .string(CivilTime(utc: created).dateTimeText + "Z")),
    ]
    let facets = facets.compactMap { Self.json($0, did) }
    if !facets.isEmpty { fields.append(.init("facets", .array(facets))) }
    if let reply { fields.append(.init("reply", ["root": reply.root.json, "parent": reply.parent.json])) }
    if let embed { fields.append(.init("embed", embed.json)) }
    if !labels.languages.isEmpty { fields.append(.init("langs", .array(labels.languages.map { .string($0) }))) }
    if !labels.tags.isEmpty { fields.append(.init("tags", .array(labels.tags.map { .string($0) }))) }
    return .object(fields)
  }

  private static func json(_ facet: Facet, _ did: (String) -> String?) -> JSON? {
    let kind = "app.bsky.richtext.facet#"
    let feature: JSON
    switch facet.feature {
    case .link(let uri): feature = ["$type": .string(kind + "link"), "uri": .string(uri)]
    case .tag(let tag): feature = ["$type": .string(kind + "tag"), "tag": .string(tag)]
    case .mention(_, isComplete: false): return nil
    case .mention(let handle, isComplete: true):
      guard let did = did(handle) else { return nil }
      feature = ["$type": .string(kind + "mention"), "did": .string(did)]
    }
    return [
      "index": [
        "byteStart": .integer(Int64(facet.range.lowerBound)), "byteEnd": .integer(Int64(facet.range.upperBound)),
      ], "features": [feature],
    ]
  }

  /// What a post answers: the post above it, and the one with which the conversation began.
  public struct Reply: Hashable, Sendable {
    public let root: StrongReference
    public let parent: StrongReference
    public init(root: StrongReference, parent: StrongReference) { (self.root, self.parent) = (root, parent) }
  }
}
