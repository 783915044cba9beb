/// What a post comes with beside its text and labels.
public struct PostExtras: Hashable, Sendable {
  /// What it replies to.
  public var answers: PostTarget?
  public var quotes: PostTarget?
  public var images: [PostImage]

  public init(answers: PostTarget? = nil, quotes: PostTarget? = nil, images: [PostImage] = []) {
    (self.answers, self.quotes, self.images) = (answers, quotes, images)
  }

  /// Whether there is something to see without a text.
  public var hasEmbed: Bool { quotes != nil || !images.isEmpty }

  /// The posts of the same outbox that must stand on a server before it.
  public var awaited: [Outbox.Identity] {
    [answers, quotes].compactMap { if case .own(let identity)? = $0 { identity } else { nil } }
  }
}
