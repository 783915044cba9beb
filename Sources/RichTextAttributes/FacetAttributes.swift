import RichText

// Foundation alone would carry 34 MB of tables of the world's languages along.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The attributes that mark mentions, links and tags on an `AttributedString`.
///
/// They say what a part means, never how it looks: whoever shows the text has styles of their own. None is inherited by
/// text that is typed next to it, and each one goes when its text changes: a tag that has been edited is marked anew or
/// not at all.
public struct FacetAttributes: AttributeScope {
  public let mention: MentionAttribute
  public let facetLink: LinkAttribute
  public let tag: TagAttribute

  /// Someone's handle.
  public enum MentionAttribute: CodableAttributedStringKey {
    /// A handle without its `@`.
    public struct Value: Hashable, Sendable, Codable {
      public var handle: String
      /// Whether it is a full handle; see `Facet.Feature.mention`.
      public var isComplete: Bool

      public init(handle: String, isComplete: Bool) { (self.handle, self.isComplete) = (handle, isComplete) }
    }
    public static let name = "Storyline.Mention"
    public static let inheritedByAddedText = false
    public static let invalidationConditions: Set<AttributedString.AttributeInvalidationCondition>? = [.textChanged]
  }

  /// An address with its scheme. Text, not `URL`: what the reference client links is not always a URL that parses.
  public enum LinkAttribute: CodableAttributedStringKey {
    public typealias Value = String
    public static let name = "Storyline.Link"
    public static let inheritedByAddedText = false
    public static let invalidationConditions: Set<AttributedString.AttributeInvalidationCondition>? = [.textChanged]
  }

  /// A tag without its `#`, or a cashtag with its `$`.
  public enum TagAttribute: CodableAttributedStringKey {
    public typealias Value = String
    public static let name = "Storyline.Tag"
    public static let inheritedByAddedText = false
    public static let invalidationConditions: Set<AttributedString.AttributeInvalidationCondition>? = [.textChanged]
  }
}

extension AttributeDynamicLookup {
  /// Lets `text.mention` and `text.tag` name the attributes.
  public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<FacetAttributes, T>) -> T { self[T.self] }
}

extension AttributeContainer {
  /// The attributes that mark `feature`.
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
  /// What this run means, if anything.
  public var feature: Facet.Feature? {
    if let mention = self[FacetAttributes.MentionAttribute.self] {
      return .mention(handle: mention.handle, isComplete: mention.isComplete)
    }
    if let uri = self[FacetAttributes.LinkAttribute.self] { return .link(uri: uri) }
    if let tag = self[FacetAttributes.TagAttribute.self] { return .tag(tag) }
    return nil
  }
}
