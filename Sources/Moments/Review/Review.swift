import Timeline

/// What was done with the photos of all libraries: which were looked at, in which order, which are favourites, and which
/// one was shown last.
///
/// A plain value without files or a clock. A photo counts as looked at as soon as it was shown. It is known by its mark,
/// so that a library that was moved or renamed keeps what was done.
public struct Review: Equatable, Sendable {
  /// A photo that was looked at, and when that was the first time.
  public struct Look: Hashable, Sendable {
    public let mark: PhotoMark
    public let at: Instant
  }

  /// The photos that were looked at, in the order in which they first were.
  public private(set) var looks: [Look] = []
  /// Where each of them stands in `looks`.
  private var places = MarkTable<Int>()
  private var decisions = MarkTable<Bool>()
  /// The photo that was shown last.
  public private(set) var current: PhotoMark?

  public init() {}
  /// `true` if nothing was looked at or decided.
  public var isEmpty: Bool { looks.isEmpty && decisions.isEmpty }
  /// What somebody has decided: a favourite or not, whatever the photo's own rating says.
  public var choices: [PhotoMark: Bool] {
    Dictionary(decisions.rows.map { ($0.mark, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a look was kept under exactly this mark.
  public func hasLook(_ mark: PhotoMark) -> Bool { places[mark] != nil }
  public func isReviewed(_ photo: PhotoMark) -> Bool { places.row(of: photo) != nil }
  /// Its number among those that were looked at, from 0; `nil` when it was not.
  public func place(of photo: PhotoMark) -> Int? { places.row(of: photo)?.value }

  /// What is known, behind their first 4 KiB, of all photos that begin as one and were looked at or chosen.
  func bodies(beginningAs photo: PhotoMark) -> [PhotoBody] {
    (places.marks(beginningAs: photo) + decisions.marks(beginningAs: photo)).compactMap(\.body)
  }

  /// Takes in that a photo was looked at, here or by somebody else.
  /// - Returns: false when exactly this mark was before.
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
  public mutating func choose(_ mark: PhotoMark, isFavourite: Bool) { decisions[mark] = isFavourite }

  /// Whether a photo is a favourite: as somebody has decided, or else as it is rated itself.
  public func isFavourite(_ photo: Photo, _ mark: PhotoMark) -> Bool {
    decisions.row(of: mark)?.value ?? photo.isRated
  }

  /// How many of these photos were looked at. O(photos).
  public func count(of photos: [PhotoMark]) -> Int { looks.isEmpty ? 0 : photos.count { isReviewed($0) } }
}

extension Photo {
  /// Whether it has stars: from a camera's button, or from another program.
  public var isRated: Bool { metadata.rating.map { $0 > 0 } ?? false }
}
