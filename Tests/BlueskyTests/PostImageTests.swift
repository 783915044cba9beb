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
}
