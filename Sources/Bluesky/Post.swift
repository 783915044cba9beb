import RichText
import Timeline

/// A post as somebody wrote it, and as it is to be published.
///
/// The facets are what the reference client would detect; a mention among them becomes a link to a person only if its
/// handle resolves to a DID when the post is sent, else it stays plain text.
public struct Post: Hashable, Sendable {
  /// What was typed.
  public let written: String
  /// What is published: see `PublishedText`.
  public let text: String
  /// Mentions, links and tags of `text`, sorted by their place.
  public let facets: [Facet]
  /// The length of `text`.
  public let measure: PostMeasure
  /// When it was written; `createdAt` of the record.
  public let created: Instant
  /// The languages it is written in (BCP 47), and tags that do not stand in the text.
  public let labels: Labels

  /// Why a text cannot be a post (`app.bsky.feed.post`).
  public enum Problem: Error, Hashable, Sendable {
    case empty
    /// More than 300 graphemes or 3,000 bytes.
    case tooLong(PostMeasure)
  }

  /// - Parameter mayBeEmpty: whether it has something to show beside its text: pictures, or a post that it quotes.
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

  /// Words that look like a mention but are no full handle, so they go out as text: `@bob`.
  public var partialMentions: [Facet] {
    Detector(.shell).facets(in: text).filter {
      if case .mention(_, isComplete: false) = $0.feature { true } else { false }
    }
  }

  /// The handles that are mentioned, each once, in the order of the text and as they were written.
  public var mentionedHandles: [String] {
    var seen: Set<String> = []
    return facets.compactMap { facet in
      guard case .mention(let handle, _) = facet.feature else { return nil }
      return seen.insert(handle.lowercased()).inserted ? handle : nil
    }
  }
}
