/// The viewer's likes and views of the feed's stories: the only data about stories that is ever stored.
///
/// Separate from `Player` so that a copy of the player stays small. The value is a fold of the player's events.
/// Copies share their storage; see `StorySet` for the cost of a change after a copy.
public struct Interactions: Hashable, Sendable {
  /// The ring around a user's picture.
  public enum Ring: String, Hashable, Sendable, CaseIterable {
    case unseen, partlySeen, seen
  }

  public private(set) var seen = StorySet()
  public private(set) var liked = StorySet()

  public init() {}
  /// Restores stored interactions.
  public init(seen: StorySet, liked: StorySet) { (self.seen, self.liked) = (seen, liked) }
  public func isSeen(_ id: Int) -> Bool { seen.contains(id) }
  public func isLiked(_ id: Int) -> Bool { liked.contains(id) }

  /// Applies an event of a player whose deck comes from the feed. A story counts as seen when it starts.
  /// - Returns: `true` if anything changed; a second like changes nothing.
  @discardableResult
  public mutating func apply(_ event: Player.Event) -> Bool {
    switch event.kind {
    case .storyStarted(_, let id, _): return seen.insert(id)
    case .liked(_, let id): return liked.insert(id)
    case .unliked(_, let id): return liked.remove(id)
    default: return false
    }
  }

  /// Returns the ring of the deck's author.
  /// - Complexity: O(stories in the deck).
  public func ring(of deck: Deck) -> Ring {
    let count = deck.stories.count { seen.contains($0.id) }
    if count == 0 { return .unseen }
    return count == deck.count ? .seen : .partlySeen
  }
}
