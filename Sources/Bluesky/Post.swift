import JSON
import RichText
import Timeline

/// A post as its author wrote it, and as it is to be published.
///
/// The facets are those that the reference client would detect; a mention becomes a link to a person only if its
/// handle resolves to a DID when the post is sent. Otherwise it stays plain text.
public struct Post: Hashable, Sendable {
  /// The text as typed.
  public let written: String
  /// The text as published: see `PublishedText`.
  public let text: String
  /// The mentions, links and tags of `text`, sorted by position.
  public let facets: [Facet]
  /// The length of `text`.
  public let measure: PostMeasure
  /// The time of writing; `createdAt` of the record.
  public let created: Instant
  /// The languages of the post (BCP 47), and tags that are not in the text.
  public let labels: Labels

  /// The reason why a text cannot be a post (`app.bsky.feed.post`).
  public enum Problem: Error, Hashable, Sendable {
    case empty
    /// More than 300 graphemes or 3,000 bytes.
    case tooLong(PostMeasure)
  }

  /// - Parameter mayBeEmpty: whether the post has other content: pictures, or a quoted post.
  /// - Complexity: O(length).
  public init(
    _ written: String, created: Instant, labels: Labels = Labels(), mayBeEmpty: Bool = false
  ) throws(Problem) {
    let published = PublishedText(written)
    guard mayBeEmpty || published.text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    let measure = PostMeasure(published.text)
    guard measure.level != .tooLong else { throw .tooLong(measure) }
    (self.written, text, facets) = (written, published.text, published.facets)
    (self.measure, self.created, self.labels) = (measure, created, labels)
  }

  /// Words that look like mentions but are not full handles, so they are published as text: `@bob`.
  public var partialMentions: [Facet] {
    Detector(.shell).facets(in: text).filter {
      if case .mention(_, isComplete: false) = $0.feature { true } else { false }
    }
  }

  /// The mentioned handles, each once, in the order of the text and as written.
  public var mentionedHandles: [String] {
    var seen: Set<String> = []
    return facets.compactMap { facet in
      guard case .mention(let handle, _) = facet.feature else { return nil }
      return seen.insert(handle.lowercased()).inserted ? handle : nil
    }
  }
}

/// The parts of a post besides its text and labels.
public struct PostExtras: Hashable, Sendable {
  /// The post that this one answers.
  public var answers: PostTarget?
  public var quotes: PostTarget?
  public var images: [PostImage]
  /// The preview of a linked page; a post with pictures shows none.
  public var card: LinkCard?
  /// The people who may reply and quote.
  public var gates: PostGates

  public init(
    answers: PostTarget? = nil, quotes: PostTarget? = nil, images: [PostImage] = [], card: LinkCard? = nil,
    gates: PostGates = PostGates()
  ) {
    (self.answers, self.quotes, self.images, self.card, self.gates) = (answers, quotes, images, card, gates)
  }

  /// The pictures of the card and the post, whose bytes are kept until the post is sent.
  public var pictures: [PostImage] { images + [shownCard?.thumbnail].compactMap { $0 } }

  /// The card, unless pictures take its place.
  public var shownCard: LinkCard? { images.isEmpty ? card : nil }

  /// `true` if the post has content besides its text.
  public var hasEmbed: Bool { quotes != nil || !images.isEmpty }

  /// The posts of the same outbox that must be on a server before this one.
  public var awaited: [Outbox.Identity] {
    [answers, quotes].compactMap { if case .own(let identity)? = $0 { identity } else { nil } }
  }
}

/// The content below a post's text: pictures or a card, a quoted post, or both.
///
/// Source: the lexicons `app.bsky.embed.images`, `.external`, `.record` and `.recordWithMedia`.
public struct PostEmbed: Hashable, Sendable {
  private let pictures: [Picture]
  private let quoted: StrongReference?
  /// The embed of a card; pictures take its place.
  private let card: JSON?

  private struct Picture: Hashable, Sendable {
    let image: PostImage
    /// The server's answer to the upload: it becomes part of the record unchanged.
    let blob: JSON
  }

  /// - Parameters:
  ///   - blob: the server's blob for a picture; a picture without a blob is omitted.
  ///   - card: the preview of a linked page.
  /// - Returns: `nil` if there is nothing to show.
  public init?(
    images: [PostImage], blob: (PostImage) -> JSON?, quoted: StrongReference?, card: LinkCard? = nil
  ) {
    pictures = images.compactMap { image in blob(image).map { Picture(image: image, blob: $0) } }
    self.quoted = quoted
    self.card = images.isEmpty ? card.map { $0.embed(blob: $0.thumbnail.flatMap(blob)) } : nil
    if pictures.isEmpty, quoted == nil, self.card == nil { return nil }
  }

  public var json: JSON {
    let kind = "app.bsky.embed."
    let record: JSON? = quoted.map { ["$type": .string(kind + "record"), "record": $0.json] }
    let media: JSON? =
      switch pictures.count {
      case 0: card
      case ...PostImage.limit: ["$type": .string(kind + "images"), "images": .array(pictures.map { Self.json($0) })]
      // More pictures are a gallery, which older clients do not show.
      default:
        ["$type": .string(kind + "gallery"), "items": .array(pictures.map { Self.json($0, kind + "gallery#image") })]
      }
    guard let media else { return record ?? .null }
    guard let record else { return media }
    return ["$type": .string(kind + "recordWithMedia"), "record": record, "media": media]
  }

  /// - Parameter type: the type that a gallery names for each of its items.
  private static func json(_ picture: Picture, _ type: String? = nil) -> JSON {
    let fields: [JSON.Field] = [
      .init("image", picture.blob), .init("alt", .string(picture.image.alt)),
      .init(
        "aspectRatio",
        ["width": .integer(Int64(picture.image.width)), "height": .integer(Int64(picture.image.height))]),
    ]
    return .object((type.map { [.init("$type", .string($0))] } ?? []) + fields)
  }
}

/// A picture of a post. Its bytes are stored elsewhere, under its name.
public struct PostImage: Hashable, Sendable {
  /// The name of the bytes, the same on every device.
  public let name: String
  /// The media type: `image/jpeg`.
  public let type: String
  public let size: Int
  /// The width as displayed, in pixels.
  public let width: Int
  public let height: Int
  /// A description for people who cannot see the picture; empty if the author chose so.
  public let alt: String

  /// The maximum number of pictures without a gallery. Source: the lexicon `app.bsky.embed.images`.
  public static let limit = 4
  /// The maximum number of pictures in a gallery that is written, and in one that is read. Source: the lexicon
  /// `app.bsky.embed.gallery`.
  public static let galleryLimit = 10
  static let galleryReadingLimit = 20
  public static let byteLimit = 2_000_000
  /// The official client's limit of a description, in graphemes.
  public static let altLimit = 2_000

  public init(name: String, type: String, size: Int, width: Int, height: Int, alt: String) {
    (self.name, self.type, self.size) = (name, type, size)
    (self.width, self.height, self.alt) = (width, height, alt)
  }

  /// A picture of which nothing is known but that the post has it: without its picture no post is published.
  public static let unreadable = PostImage(
    name: "unreadable", type: "image/jpeg", size: 1, width: 1, height: 1, alt: "")

  // MARK: As text

  public var json: JSON {
    [
      "name": .string(name), "type": .string(type), "size": .integer(Int64(size)), "width": .integer(Int64(width)),
      "height": .integer(Int64(height)), "alt": .string(alt),
    ]
  }

  /// - Returns: `nil` for JSON that `json` does not write, and for a name that would lead out of its folder.
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

/// The post that another one answers or quotes, before a server was asked about it.
public enum PostTarget: Hashable, Sendable {
  /// A post on a server; the repository may be a handle.
  case there(RecordAddress)
  /// A post of this outbox, which goes out first.
  case own(Outbox.Identity)
}

extension Post {
  /// The metadata that an author adds to a post.
  public struct Labels: Hashable, Sendable {
    /// Language tags (BCP 47): `de`, `pt-BR`.
    public let languages: [String]
    /// Tags without `#` that are not in the text.
    public let tags: [String]
    /// The author's own content warnings, by the network's names.
    public let warnings: [String]

    /// The names of the warnings that an author may put on a post: suggestive, nude and adult content, and violence.
    ///
    /// Source: `SELF_LABELS` of the official client.
    public static let ownWarnings = ["sexual", "nudity", "porn", "graphic-media"]

    /// The maximum number of languages. Source: the lexicon `app.bsky.feed.post`.
    public static let languageLimit = 3
    public static let tagLimit = 8
    public static let tagGraphemeLimit = 64
    public static let tagByteLimit = 640

    public enum Problem: Error, Hashable, Sendable {
      case tooManyLanguages(Int)
      /// The word does not have the form of a language tag.
      case noLanguage(String)
      case tooManyTags(Int)
      case emptyTag
      /// The tag has more than 64 graphemes or 640 bytes.
      case tagTooLong(String)
      case noWarning(String)
    }

    /// Creates labels without languages and tags.
    public init() { (languages, tags, warnings) = ([], [], []) }

    /// Creates labels. Duplicates count once; a `#` before a tag is dropped.
    public init(languages: [String], tags: [String], warnings: [String] = []) throws(Problem) {
      let languages = Self.unique(languages)
      let tags = Self.unique(tags.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 })
      guard languages.count <= Self.languageLimit else { throw .tooManyLanguages(languages.count) }
      guard tags.count <= Self.tagLimit else { throw .tooManyTags(tags.count) }
      for language in languages where !LanguageTag.isValid(language) { throw .noLanguage(language) }
      for tag in tags {
        guard tag.contains(where: { !$0.isWhitespace }) else { throw .emptyTag }
        guard tag.count <= Self.tagGraphemeLimit, tag.utf8.count <= Self.tagByteLimit else { throw .tagTooLong(tag) }
      }
      for warning in warnings where !Self.ownWarnings.contains(warning) { throw .noWarning(warning) }
      (self.languages, self.tags, self.warnings) = (languages, tags, Self.unique(warnings))
    }

    private static func unique(_ words: [String]) -> [String] {
      var seen: Set<String> = []
      return words.filter { seen.insert($0.lowercased()).inserted }
    }
  }
}

extension Post {
  /// Returns the post as a record of the lexicon `app.bsky.feed.post`.
  /// - Parameters:
  ///   - reply: the post that it answers.
  ///   - embed: the content below its text.
  ///   - planned: the time at which the post is to appear; `nil` for the time of writing. Feeds sort by it.
  ///   - did: returns the DID of a handle; a mention without a DID stays text.
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
    if !labels.warnings.isEmpty {
      let values = labels.warnings.map { JSON.object([.init("val", .string($0))]) }
      fields.append(
        .init("labels", ["$type": "com.atproto.label.defs#selfLabels", "values": .array(values)]))
    }
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

  /// The posts that a reply refers to: the post that it answers, and the first post of the conversation.
  public struct Reply: Hashable, Sendable {
    public let root: StrongReference
    public let parent: StrongReference
    public init(root: StrongReference, parent: StrongReference) { (self.root, self.parent) = (root, parent) }
  }
}
