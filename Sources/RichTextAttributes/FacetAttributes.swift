import RichText

// Foundation alone would add 34 MB of tables of the world's languages.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The attributes that mark mentions, links and tags on an `AttributedString`.
///
/// They describe the meaning of a part, never its look: the code that shows the text has its own styles. No attribute
/// is inherited by text typed next to it, and each is removed when its text changes: an edited tag is marked again or
/// not at all.
public struct FacetAttributes: AttributeScope {
  public let mention: MentionAttribute
  public let facetLink: LinkAttribute
  public let tag: TagAttribute

  /// The attribute of a mention.
  public enum MentionAttribute: CodableAttributedStringKey {
    /// A handle without its `@`.
    public struct Value: Hashable, Sendable, Codable {
      public var handle: String
      /// `true` for a full handle; see `Facet.Feature.mention`.
      public var isComplete: Bool

      public init(handle: String, isComplete: Bool) { (self.handle, self.isComplete) = (handle, isComplete) }
    }
    public static let name = "Storyline.Mention"
    public static let inheritedByAddedText = false
    public static let invalidationConditions: Set<AttributedString.AttributeInvalidationCondition>? = [.textChanged]
  }

  /// The attribute of a link: an address with its scheme. It is text, not a `URL`, because the reference client links
  /// some addresses that do not parse as URLs.
  public enum LinkAttribute: CodableAttributedStringKey {
    public typealias Value = String
    public static let name = "Storyline.Link"
    public static let inheritedByAddedText = false
    public static let invalidationConditions: Set<AttributedString.AttributeInvalidationCondition>? = [.textChanged]
  }

  /// The attribute of a tag without its `#`, or of a cashtag with its `$`.
  public enum TagAttribute: CodableAttributedStringKey {
    public typealias Value = String
    public static let name = "Storyline.Tag"
    public static let inheritedByAddedText = false
    public static let invalidationConditions: Set<AttributedString.AttributeInvalidationCondition>? = [.textChanged]
  }
}

extension AttributeDynamicLookup {
  /// The attribute at a key path, so that `text.mention` and `text.tag` work.
  public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<FacetAttributes, T>) -> T { self[T.self] }
}

extension AttributeContainer {
  /// Creates the attributes that mark `feature`.
  public init(_ feature: Facet.Feature) {
    self.init()
    switch feature {
    case .mention(let handle, let isComplete):
      self[FacetAttributes.MentionAttribute.self] = .init(handle: handle, isComplete: isComplete)
    case .link(let uri): self[FacetAttributes.LinkAttribute.self] = uri
    case .tag(let tag): self[FacetAttributes.TagAttribute.self] = tag
    }
  }
}

extension AttributedString.Runs.Run {
  /// The meaning of this run; `nil` for plain text.
  public var feature: Facet.Feature? {
    if let mention = self[FacetAttributes.MentionAttribute.self] {
      return .mention(handle: mention.handle, isComplete: mention.isComplete)
    }
    if let uri = self[FacetAttributes.LinkAttribute.self] { return .link(uri: uri) }
    if let tag = self[FacetAttributes.TagAttribute.self] { return .tag(tag) }
    return nil
  }
}
