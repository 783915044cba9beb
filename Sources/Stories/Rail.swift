/// The users' decks in the order in which a viewer swipes through them; frozen like a deck, and as cheap to copy.
///
/// It does not go round: past the last user there is nothing, as in the apps.
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

  public init(_ decks: [Deck]) { self.decks = decks }

  /// The deck beside that of `author`, or `nil` at the end and for an author who has no deck here.
  /// - Complexity: O(users).
  public func deck(_ direction: Direction, of author: String) -> Deck? {
    guard let place = decks.firstIndex(where: { !$0.isEmpty && $0[0].author == author }) else { return nil }
    let wanted = direction == .next ? place + 1 : place - 1
    return decks.indices.contains(wanted) ? decks[wanted] : nil
  }
}
