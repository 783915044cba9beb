import Timeline

/// What was done with the photos of all libraries: which were looked at, in which order, which are favourites, and which
/// one was shown last.
///
/// A plain value without files or a clock. A photo counts as looked at as soon as it was shown. It is known by its mark,
/// so that a library that was moved or renamed keeps what was done.
public struct Review: Hashable, Sendable {
  /// A photo that was looked at, and when that was the first time.
  public struct Look: Hashable, Sendable {
    public let mark: PhotoMark
    public let at: Instant
  }

  /// The photos that were looked at, in the order in which they first were.
  public private(set) var looks: [Look] = []
  /// Where each of them stands in `looks`.
  private var places: [PhotoMark: Int] = [:]
  /// What somebody has decided: a favourite or not, whatever the photo's own rating says.
  public private(set) var choices: [PhotoMark: Bool] = [:]
  /// The photo that was shown last.
  public private(set) var current: PhotoMark?

  public init() {}
  public func isReviewed(_ mark: PhotoMark) -> Bool { places[mark] != nil }
  /// Its number among those that were looked at, from 0; `nil` when it was not.
  public func place(of mark: PhotoMark) -> Int? { places[mark] }

  /// Takes in that a photo was looked at, here or by somebody else.
  /// - Returns: false when it was before.
  @discardableResult
  public mutating func look(at mark: PhotoMark, at instant: Instant) -> Bool {
    guard places[mark] == nil else { return false }
    places[mark] = looks.count
    looks.append(Look(mark: mark, at: instant))
    return true
  }

  /// Goes to a photo.
  public mutating func show(_ mark: PhotoMark?) { current = mark }

  /// Takes in a decision.
  public mutating func choose(_ mark: PhotoMark, isFavourite: Bool) { choices[mark] = isFavourite }

  /// Whether a photo is a favourite: as somebody has decided, or else as it is rated itself.
  public func isFavourite(_ photo: Photo, _ mark: PhotoMark) -> Bool { choices[mark] ?? photo.isRated }

  /// How many of these photos were looked at. O(photos).
  public func count(of marks: [PhotoMark]) -> Int { looks.isEmpty ? 0 : marks.count { isReviewed($0) } }
}

extension Photo {
  /// Whether it has stars: from a camera's button, or from another program.
  public var isRated: Bool { metadata.rating.map { $0 > 0 } ?? false }
}
