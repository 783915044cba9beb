import JSON

/// What a post shows beneath its text: pictures, a post that it quotes, or both.
///
/// Source: the lexicons `app.bsky.embed.images`, `app.bsky.embed.record` and `app.bsky.embed.recordWithMedia`.
public struct PostEmbed: Hashable, Sendable {
  private let pictures: [Picture]
  private let quoted: StrongReference?

  private struct Picture: Hashable, Sendable {
    let image: PostImage
    /// What the server answered when it got the bytes: it goes into the record as it is.
    let blob: JSON
  }

  /// - Parameter blob: what the server calls the bytes of a picture; one that it has not got is left out.
  /// - Returns: `nil` for nothing to show.
  public init?(images: [PostImage], blob: (PostImage) -> JSON?, quoted: StrongReference?) {
    pictures = images.compactMap { image in blob(image).map { Picture(image: image, blob: $0) } }
    self.quoted = quoted
    if pictures.isEmpty, quoted == nil { return nil }
  }

  public var json: JSON {
    let kind = "app.bsky.embed."
    let record: JSON? = quoted.map { ["$type": .string(kind + "record"), "record": $0.json] }
    guard !pictures.isEmpty else { return record ?? .null }
    let images: JSON = ["$type": .string(kind + "images"), "images": .array(pictures.map(Self.json))]
    guard let record else { return images }
    return ["$type": .string(kind + "recordWithMedia"), "record": record, "media": images]
  }

  private static func json(_ picture: Picture) -> JSON {
    [
      "image": picture.blob, "alt": .string(picture.image.alt),
      "aspectRatio": [
        "width": .integer(Int64(picture.image.width)), "height": .integer(Int64(picture.image.height)),
      ],
    ]
  }
}
