import Bluesky
import JSON
import Testing

@Suite struct PostImageTests {
  private static let image = PostImage(
    name: "12-0-ab", type: "image/png", size: 7, width: 4, height: 3, alt: "a \"field\"")

  @Test func imagesRoundTrip() { #expect(PostImage(Self.image.json) == Self.image) }

  /// These values become part of a file's name.
  @Test(arguments: [
    ("name", "../accounts" as JSON), ("name", ""), ("name", "a/b"), ("name", "A"), ("name", 1), ("type", "text/html"),
    ("size", 0), ("size", 2_000_001), ("width", 0), ("height", -1), ("width", "4"), ("alt", .null),
  ])
  func invalidImagesAreRejected(field: String, value: JSON) {
    guard case .object(let fields) = Self.image.json else { return }
    let changed = fields.map { $0.name == field ? JSON.Field(field, value) : $0 }
    #expect(PostImage(.object(changed)) == nil)
  }

  @Test(arguments: [1, 4, 5, 10]) func moreThanFourPicturesAreAGallery(count: Int) throws {
    let images = (0..<count).map {
      PostImage(name: "\($0)", type: "image/png", size: 7, width: 4, height: 3, alt: "number \($0)")
    }
    let embed = try #require(PostEmbed(images: images, blob: { ["name": .string($0.name)] }, quoted: nil)).json
    let isGallery = count > 4
    #expect(embed["$type"] == (isGallery ? "app.bsky.embed.gallery" : "app.bsky.embed.images"))
    let items = embed[isGallery ? "items" : "images"]?.arrayValue ?? []
    #expect(items.count == count)
    #expect(items.last?["$type"] == (isGallery ? "app.bsky.embed.gallery#image" : nil))
    #expect(
      items.last
        == .object(
          (isGallery ? [.init("$type", "app.bsky.embed.gallery#image")] : []) + [
            .init("image", ["name": .string("\(count - 1)")]), .init("alt", .string("number \(count - 1)")),
            .init("aspectRatio", ["width": 4, "height": 3]),
          ]))
  }
}
