import JSON
import RichText

/// The preview of a web page below a post's text.
///
/// Source: the lexicon `app.bsky.embed.external`.
public struct LinkCard: Hashable, Sendable {
  /// The address of the page, as in the post's link.
  public let uri: String
  /// Texts by the page's author. Untrusted.
  public let title: String
  public let description: String
  /// A small picture, whose bytes are kept like those of a post's pictures; `nil` if there is none.
  public let thumbnail: PostImage?

  /// The maximum size of the picture in bytes.
  public static let thumbnailLimit = 1_000_000

  public init(uri: String, title: String, description: String, thumbnail: PostImage? = nil) {
    (self.uri, self.title, self.description, self.thumbnail) = (uri, title, description, thumbnail)
  }

  /// The embed of a record.
  /// - Parameter blob: the server's blob for the picture; `nil` to leave the picture out.
  func embed(blob: JSON?) -> JSON {
    var fields: [JSON.Field] = [
      .init("uri", .string(uri)), .init("title", .string(title)), .init("description", .string(description)),
    ]
    if let blob { fields.append(.init("thumb", blob)) }
    return ["$type": "app.bsky.embed.external", "external": .object(fields)]
  }

  /// The embed of a record, without the picture.
  public var embed: JSON { embed(blob: nil) }

  // MARK: As text

  public var json: JSON {
    var fields: [JSON.Field] = [
      .init("uri", .string(uri)), .init("title", .string(title)), .init("description", .string(description)),
    ]
    if let thumbnail { fields.append(.init("thumb", thumbnail.json)) }
    return .object(fields)
  }

  /// - Returns: `nil` for JSON that `json` does not write.
  public init?(_ json: JSON) {
    guard let uri = json["uri"]?.stringValue, LinkHost.of(uri) != nil, let title = json["title"]?.stringValue,
      let description = json["description"]?.stringValue
    else { return nil }
    self.init(uri: uri, title: title, description: description, thumbnail: json["thumb"].flatMap { PostImage($0) })
  }
}

extension Post {
  /// The address of the first link, whose page may have a card.
  public var firstLink: String? {
    facets.lazy.compactMap { facet in if case .link(let uri) = facet.feature { uri } else { nil } }.first
  }
}
