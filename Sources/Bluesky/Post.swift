import RichText
import Timeline

/// A post as it is written, before it is published.
///
/// The facets are what the reference client would detect; a mention among them becomes a link to a person only if its
/// handle resolves to a DID when the post is sent, else it stays plain text.
public struct Post: Hashable, Sendable {
  public let text: String
  /// Mentions, links and tags by the reference client's rules, sorted by their place.
  public let facets: [Facet]
  public let measure: PostMeasure
  /// When it was written; `createdAt` of the record.
  public let created: Instant

  /// Why a text cannot be a post (`app.bsky.feed.post`).
  public enum Problem: Error, Hashable, Sendable {
    case empty
    /// More than 300 graphemes or 3,000 bytes.
    case tooLong(PostMeasure)
  }

  /// - Complexity: O(length).
  public init(_ text: String, created: Instant) throws(Problem) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    let measure = PostMeasure(text)
    guard measure.level != .tooLong else { throw .tooLong(measure) }
    (self.text, self.measure, self.created) = (text, measure, created)
    facets = Detector(.bluesky).facets(in: text)
  }

  /// Words that look like a mention but are no full handle, so they go out as text: `@bob`.
  public var partialMentions: [Facet] {
    Detector(.shell).facets(in: text).filter {
      if case .mention(_, isComplete: false) = $0.feature { true } else { false }
    }
  }
}
