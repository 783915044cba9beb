import JSON
import RichText
import Timeline

/// The content below a post's text, as the network reports it.
///
/// Source: the views of the lexicons `app.bsky.embed.images`, `.gallery`, `.video`, `.external`, `.record` and
/// `.recordWithMedia`. The union is open: an unknown kind is named and not shown.
public struct EmbedView: Hashable, Sendable {
  /// The pictures; the lexicons allow four, and twenty in a gallery.
  public private(set) var images: [Image] = []
  public private(set) var video: Video?
  public private(set) var card: Card?
  public private(set) var quote: Quote?
  /// The name of an unknown kind. Untrusted text.
  public private(set) var unknown: String?

  public struct Image: Hashable, Sendable {
    /// The picture's description; empty if there is none. Untrusted text.
    public let alt: String
    /// The address of the picture; `nil` if it is not a web address.
    public let uri: String?
    /// The address of a small version for lists; `nil` if it is not a web address.
    public let thumbnail: String?
    /// The width in pixels, or only in proportion to the height.
    public let width: Int?
    public let height: Int?
  }

  public struct Video: Hashable, Sendable {
    public let alt: String
    /// `true` for a short silent loop, which clients call a GIF.
    public var isGIF = false
  }

  /// The preview of a web page.
  public struct Card: Hashable, Sendable {
    /// The address of the page, always a web address.
    public let uri: String
    public let title: String
    public let description: String

    /// The description of an animation by a GIF service; `nil` for any other page.
    ///
    /// Source: `parseAltFromGIFDescription` of the official client, which writes the description of a GIF after
    /// `Alt: ` if its author wrote it, and after `ALT: ` if the service did.
    public var gifDescription: String? {
      guard let host = LinkHost.of(uri), Self.gifHosts.contains(host) else { return nil }
      let prefix = ["Alt: ", "ALT: "].first { description.hasPrefix($0) }
      return prefix.map { String(description.dropFirst($0.count)) } ?? description
    }

    private static let gifHosts: Set = [
      "media.tenor.com", "static.klipy.com", "media.giphy.com", "media0.giphy.com", "media1.giphy.com",
      "media2.giphy.com", "media3.giphy.com", "media4.giphy.com", "i.giphy.com",
    ]
  }

  public indirect enum Quote: Hashable, Sendable {
    case post(QuotedPost)
    case absent(AbsentPost)
    /// A feed, a list of people or the like: the name of its kind and its own name. Untrusted text.
    case other(kind: String, name: String)
  }

  /// The parts of a quoted post that are shown below the quoting post.
  public struct QuotedPost: Hashable, Sendable {
    public let reference: StrongReference
    public let author: Person
    public let text: String
    public let facets: [Facet]
    public let mentioned: [Int: String]
    public let created: Instant?
    public let appliedLabels: [AppliedLabel]
  }

  /// `true` if the post has pictures, a video or a card.
  public var hasMedia: Bool { !images.isEmpty || video != nil || card != nil }

  private static let maximum = 20
  private static let prefix = "app.bsky.embed."

  /// - Returns: `nil` if there is nothing to show.
  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let type = json.type else { return nil }
    switch type {
    case Self.prefix + "recordWithMedia#view":
      if let media = json["media"] { read(media, &reader) }
      if let record = json["record"]?["record"] { quote = Self.quote(record, &reader) }
    default: read(json, &reader)
    }
    if images.isEmpty, video == nil, card == nil, quote == nil, unknown == nil { return nil }
  }

  private mutating func read(_ json: JSON, _ reader: inout AnswerReader) {
    switch json.type {
    case Self.prefix + "images#view":
      images = reader.each(Array(reader.list(json, "images").prefix(Self.maximum)), Self.image)
    case Self.prefix + "gallery#view":
      images = reader.each(Array(reader.list(json, "items").prefix(PostImage.galleryReadingLimit)), Self.image)
    case Self.prefix + "video#view":
      video = Video(alt: reader.text(json, "alt") ?? "", isGIF: reader.text(json, "presentation") == "gif")
    case Self.prefix + "external#view":
      if let external = reader.object(json, "external") { card = Self.card(external, &reader) }
    case Self.prefix + "record#view":
      if let record = json["record"] { quote = Self.quote(record, &reader) }
    case let type?: unknown = String(type.split(separator: "#").first?.prefix(100) ?? "")
    case nil: reader.omit()
    }
  }

  private static func image(_ json: JSON, _ reader: inout AnswerReader) -> Image? {
    guard json.isObject else { return nil }
    let ratio = reader.object(json, "aspectRatio")
    let size = ratio.map { (reader.count($0, "width"), reader.count($0, "height")) }
    // A gallery has another name for the small version.
    let (whole, small) = (
      reader.text(json, "fullsize"), reader.text(json, json["thumb"] == nil ? "thumbnail" : "thumb")
    )
    func address(_ uri: String?) -> String? { uri.flatMap { LinkHost.of($0) == nil ? nil : $0 } }
    return Image(
      alt: reader.text(json, "alt") ?? "", uri: address(whole ?? small), thumbnail: address(small), width: size?.0,
      height: size?.1)
  }

  private static func card(_ json: JSON, _ reader: inout AnswerReader) -> Card? {
    guard let uri = reader.text(json, "uri"), LinkHost.of(uri) != nil else {
      reader.omit()
      return nil
    }
    return Card(
      uri: uri, title: reader.text(json, "title") ?? "", description: reader.text(json, "description") ?? "")
  }

  private static func quote(_ json: JSON, _ reader: inout AnswerReader) -> Quote? {
    guard let type = json.type else {
      reader.omit()
      return nil
    }
    if type == prefix + "record#viewRecord" {
      guard let post = QuotedPost(json, &reader) else {
        reader.omit()
        return nil
      }
      return .post(post)
    }
    // Feeds, lists, starter packs and labellers have names.
    let named = reader.text(json, "displayName") ?? reader.text(json, "name") ?? json["record"]?["name"]?.stringValue
    if let name = named { return .other(kind: type.split(separator: "#").last.map(String.init) ?? type, name: name) }
    return AbsentPost(json).map { .absent($0) }
  }
}

extension EmbedView.QuotedPost {
  fileprivate init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let reference = StrongReference(json), let author = json["author"].flatMap({ Person($0, &reader) }),
      let record = reader.object(json, "value")
    else { return nil }
    (self.reference, self.author) = (reference, author)
    text = reader.text(record, "text") ?? ""
    facets = RecordFacets.facets(record, in: text, &reader)
    mentioned = RecordFacets.mentioned(record, facets)
    created = PostView.created(record, json, &reader)
    appliedLabels = ContentLabel.applied(json, &reader)
  }
}

/// The host of a link, which is shown if the link's text hides it.
public enum LinkHost {
  /// Returns the host of a web address, in lowercase ASCII, without user name, password and port.
  /// - Returns: `nil` for an address of any other kind: `javascript:`, `file:`, no host at all.
  public static func of(_ uri: String) -> String? {
    let lower = uri.lowercased()
    guard let start = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
    // Browsers read `\` as `/`.
    var authority = lower.dropFirst(start.count).prefix { !"/?#\\".contains($0) }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    // In IPv6 addresses, the port follows the brackets; the colons inside are not the port's.
    let numbers = authority.first == "[" ? authority.firstIndex(of: "]") : nil
    if let colon = authority[(numbers ?? authority.startIndex)...].firstIndex(of: ":") {
      authority = authority[..<colon]
    }
    let name = authority.split(separator: ".", omittingEmptySubsequences: false).map { Punycode.label(String($0)) }
      .joined(separator: ".")
    return name.isEmpty || name.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) ? nil : name
  }

  /// Returns the host to show beside a link whose text does not begin with it; `nil` if the text shows it.
  /// - Parameter text: the visible text of the link.
  public static func hostNotShown(_ uri: String, in text: String) -> String? {
    guard let host = of(uri) else { return nil }
    var shown = text.lowercased()[...]
    if let start = ["https://", "http://"].first(where: shown.hasPrefix) { shown = shown.dropFirst(start.count) }
    let name = shown.prefix { !"/?#:".contains($0) }
    return name == host || "www." + name == host ? nil : host
  }
}
