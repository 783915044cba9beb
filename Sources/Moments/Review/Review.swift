import Timeline

/// What was done with the photos of all libraries: which were looked at, by this session in which order, and which are
/// favourites.
///
/// A plain value without files or a clock. A photo counts as looked at as soon as it was shown, by whichever session. It is
/// known by its mark, so that a library that was moved or renamed keeps what was done.
public struct Review: Equatable, Sendable {
  /// A photo that was looked at, and when that was the first time.
  public struct Look: Hashable, Sendable {
    public let mark: PhotoMark
    public let at: Instant
  }

  /// The photos that were looked at, in the order in which they first were: the way that this session and those before it
  /// have gone.
  public private(set) var looks: [Look] = []
  /// Where each of them stands in `looks`.
  private var places = MarkTable<Int>()
  /// The photos that other sessions have looked at since this one began, and when.
  private var others = MarkTable<Instant>()
  /// The latest instant of those.
  private var latestOfOthers = Instant.distantPast
  /// Photos that several sessions have looked at, each without knowing of the others.
  private var shared: Set<PhotoMark> = []
  private var decisions = MarkTable<Bool>()

  public init() {}
  /// `true` if nothing was looked at or decided.
  public var isEmpty: Bool { !hasLooks && decisions.isEmpty }
  /// `true` if anything was looked at.
  public var hasLooks: Bool { !looks.isEmpty || !others.isEmpty }
  /// What somebody has decided: a favourite or not, whatever the photo's own rating says.
  public var choices: [PhotoMark: Bool] {
    Dictionary(decisions.rows.map { ($0.mark, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  public func isReviewed(_ photo: PhotoMark) -> Bool { places.row(of: photo) != nil || others.row(of: photo) != nil }
  /// Its number on the way that this session has gone, from 0; `nil` when it is not on it.
  public func place(of photo: PhotoMark) -> Int? { places.row(of: photo)?.value }
  /// When another session has looked at it; `nil` where none has since this one began.
  public func otherLook(at photo: PhotoMark) -> Instant? { others.row(of: photo)?.value }
  /// Whether a photo is the one that was looked at last, by any session.
  public func isLast(_ mark: PhotoMark) -> Bool {
    looks.last.map { $0.mark == mark && $0.at > latestOfOthers } ?? false
  }

  /// The marks that were looked at here and not there. O(looks).
  public func looks(missingIn other: Review) -> [PhotoMark] {
    (looks.map(\.mark) + others.rows.map(\.mark)).filter { other.places[$0] == nil && other.others[$0] == nil }
  }

  /// What is known, behind their first 4 KiB, of all photos that begin as one and were looked at or chosen.
  func bodies(beginningAs photo: PhotoMark) -> [PhotoBody] {
    let marks = places.marks(beginningAs: photo) + others.marks(beginningAs: photo)
    return (marks + decisions.marks(beginningAs: photo)).compactMap(\.body)
  }

  /// Whether another session has done something with a photo that begins as this one and may be another.
  public func othersKnow(_ photo: PhotoMark) -> Bool {
    guard photo.body == nil else { return false }
    let own = Set(places.marks(beginningAs: photo).map(\.body))
    return (others.marks(beginningAs: photo) + decisions.marks(beginningAs: photo)).contains { mark in
      mark.body != nil && !own.contains(mark.body)
    }
  }

  /// Takes in that a photo was looked at, as it was kept.
  public mutating func look(at mark: PhotoMark, at instant: Instant) {
    if places[mark] == nil { append(Look(mark: mark, at: instant)) } else { shared.insert(mark) }
  }

  private mutating func append(_ look: Look) {
    places[look.mark] = looks.count
    looks.append(look)
  }

  /// Looks at a photo of a library.
  /// - Parameters:
  ///   - photo: its mark in that library.
  ///   - mark: what it is known by for ever.
  /// - Returns: false when it was looked at before, by whichever session.
  public mutating func show(_ photo: PhotoMark, as mark: PhotoMark, at instant: Instant) -> Bool {
    if places.row(of: photo) != nil { return false }
    if let row = others.row(of: photo) {
      // It stands on this session's way as well from now on.
      append(Look(mark: row.mark, at: row.value))
      return false
    }
    append(Look(mark: mark, at: instant))
    return true
  }

  /// Takes in a decision.
  public mutating func choose(_ mark: PhotoMark, isFavourite: Bool) { decisions[mark] = isFavourite }

  /// Whether a photo is a favourite: as somebody has decided, or else as it is rated itself.
  public func isFavourite(_ photo: Photo, _ mark: PhotoMark) -> Bool {
    decisions.row(of: mark)?.value ?? photo.isRated
  }

  /// How many of these photos were looked at. O(photos).
  public func count(of photos: [PhotoMark]) -> Int { hasLooks ? photos.count { isReviewed($0) } : 0 }

  // MARK: Several sessions

  /// Takes in what is kept now, after other sessions have added to it: what they looked at and chose counts, and the way
  /// that this session has gone stays its own. O(looks).
  public mutating func join(_ kept: Review) {
    var joined = Review()
    joined.decisions = kept.decisions
    for look in looks where kept.places[look.mark] != nil { joined.append(look) }
    for look in kept.looks where joined.places[look.mark] == nil || kept.shared.contains(look.mark) {
      joined.others[look.mark] = look.at
      joined.latestOfOthers = max(joined.latestOfOthers, look.at)
    }
    self = joined
  }

  /// Takes back what happened from one version to another, and leaves what else has happened since. O(looks).
  public mutating func revert(from after: Review, to before: Review) {
    let gone = Set(after.looks.lazy.map(\.mark).filter { before.places[$0] == nil })
    if !gone.isEmpty {
      let left = looks.filter { !gone.contains($0.mark) }
      (looks, places) = ([], MarkTable())
      for look in left { append(look) }
    }
    for look in before.looks where after.places[look.mark] == nil && places[look.mark] == nil { append(look) }
    for row in after.decisions.rows where decisions[row.mark] == row.value {
      decisions[row.mark] = before.decisions[row.mark]
    }
    for row in before.decisions.rows where after.decisions[row.mark] == nil && decisions[row.mark] == nil {
      decisions[row.mark] = row.value
    }
  }
}

extension Photo {
  /// Whether it has stars: from a camera's button, or from another program.
  public var isRated: Bool { metadata.rating.map { $0 > 0 } ?? false }
}
