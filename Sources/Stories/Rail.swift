import Timeline

/// The users' decks in the order in which a viewer swipes through them; frozen like a deck, and as cheap to copy.
///
/// It does not go round: past the last user there is nothing, as in the apps, but for viewers who never stop (`beyond`).
public struct Rail: Hashable, Sendable {
  /// The two ways along the rail.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// Where a swipe to the left goes.
    case next
    /// Where a swipe to the right goes.
    case previous
  }

  /// No other decks: swipes to the side find nothing.
  public static let none = Rail([])
  /// One deck for each user; every story of a deck has the same author.
  public let decks: [Deck]
  /// The feed on which it lies; `nil` for decks of one's own.
  public let feed: Feed?
  /// The round there.
  private let cycle: Int

  public init(_ decks: [Deck], in feed: Feed? = nil, cycle: Int = 0) {
    (self.decks, self.feed, self.cycle) = (decks, feed, cycle)
  }

  /// The rail of the feed's round after this one, or before, as it is at `instant`; `nil` when nothing is there.
  /// - Complexity: O(stories in a round).
  func beyond(_ direction: Direction, at instant: Instant) -> Rail? {
    let rail = feed?.rail(cycle: direction == .next ? cycle + 1 : cycle - 1, at: instant)
    return rail?.decks.isEmpty == false ? rail : nil
  }

  /// The rail of the round after this one when the feed is loaded anew at `instant`: everybody has posted again.
  func reloaded(at instant: Instant) -> Rail? {
    let rail = feed?.reloaded(at: instant).rail(cycle: cycle + 1, at: instant)
    return rail?.decks.isEmpty == false ? rail : nil
  }

  /// The stories of its round that have not expired at `instant`, of all users.
  func round(at instant: Instant) -> Deck? { feed?.round(cycle, at: instant) }

  /// The deck beside that of `author`, or `nil` at the end and for an author who has no deck here.
  /// - Complexity: O(users).
  public func deck(_ direction: Direction, of author: String) -> Deck? {
    guard let place = decks.firstIndex(where: { !$0.isEmpty && $0[0].author == author }) else { return nil }
    let wanted = direction == .next ? place + 1 : place - 1
    return decks.indices.contains(wanted) ? decks[wanted] : nil
  }
}
