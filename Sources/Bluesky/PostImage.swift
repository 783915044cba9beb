import JSON

/// A picture of a post. Its bytes lie elsewhere, under its name.
public struct PostImage: Hashable, Sendable {
  /// Names the bytes: of these alone, on every device.
  public let name: String
  /// What they are: `image/jpeg`.
  public let type: String
  public let size: Int
  /// In pixels, as people see it.
  public let width: Int
  public let height: Int
  /// What it shows, in words, for those who cannot see it; empty where somebody chose that.
  public let alt: String

  /// Source: the lexicon `app.bsky.embed.images`.
  public static let limit = 4
  public static let byteLimit = 2_000_000
  /// Graphemes of a description, as the official client takes them.
  public static let altLimit = 2_000

  public init(name: String, type: String, size: Int, width: Int, height: Int, alt: String) {
    (self.name, self.type, self.size) = (name, type, size)
    (self.width, self.height, self.alt) = (width, height, alt)
  }

  // MARK: As text

  public var json: JSON {
    [
      "name": .string(name), "type": .string(type), "size": .integer(Int64(size)), "width": .integer(Int64(width)),
      "height": .integer(Int64(height)), "alt": .string(alt),
    ]
  }

  /// - Returns: `nil` for what `json` does not write, and for a name that would lead out of its folder.
  public init?(_ json: JSON) {
    guard let name = json["name"]?.stringValue, Self.isName(name), let type = json["type"]?.stringValue,
      type.hasPrefix("image/"), let size = json["size"]?.integerValue, (1...Int64(Self.byteLimit)).contains(size),
      let width = json["width"]?.integerValue, let height = json["height"]?.integerValue,
      (1...1 << 20).contains(width), (1...1 << 20).contains(height), let alt = json["alt"]?.stringValue
    else { return nil }
    self.init(
      name: name, type: type, size: Int(size), width: Int(width), height: Int(height), alt: alt)
  }

  private static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
  }
}
