import Timeline

/// The review state of the photos of all libraries: the viewed photos, their order in this session, and the
/// favourites.
///
/// A plain value without files or a clock. A photo counts as viewed as soon as any session has shown it. Photos are
/// identified by their marks, so a library that was moved or renamed keeps its review state.
public struct Review: Equatable, Sendable {
  /// A viewed photo, and the first time it was viewed.
  public struct Viewing: Hashable, Sendable {
    public let mark: PhotoMark
    public let at: Instant
  }

  /// The viewed photos, in the order of their first view: the path that this session and earlier ones have taken.
  public private(set) var looks = ChunkedArray<Viewing>()
  /// The index of each viewed photo in `looks`.
  private var places = MarkTable<Int>()
  /// The photos that other sessions have viewed since this one began, and when.
  private var others = MarkTable<Instant>()
  /// The latest instant in `others`.
  private var latestOfOthers = Instant.distantPast
  /// Photos that several sessions have viewed, each without knowing of the others.
  private var shared: Set<PhotoMark> = []
  private var decisions = MarkTable<Bool>()
  /// The stars, 1...5, from which a photo's own rating makes it a favourite. Many people sort with one or two stars, which
  /// mean "perhaps not".
  public var favouriteStars = 3

  public init() {}
  /// `true` if nothing was viewed or decided.
  public var isEmpty: Bool { !hasViewings && decisions.isEmpty }
  /// `true` if any photo was viewed.
  public var hasViewings: Bool { !looks.isEmpty || !others.isEmpty }
  /// The user's decisions: whether each photo is a favourite, regardless of its own rating.
  public var choices: [PhotoMark: Bool] {
    Dictionary(decisions.rows.map { ($0.mark, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether views or decisions differ, whatever the settings are.
  public func differs(from other: Review) -> Bool {
    var same = self
    same.favouriteStars = other.favouriteStars
    return same != other
  }

  /// `true` if any file of the photo was viewed.
  public func isReviewed(_ photo: PhotoMark) -> Bool {
    photo.first { places.row(of: $0) != nil || others.row(of: $0) != nil ? true : nil } ?? false
  }
  /// Returns the index of the photo on the path of this session, from 0; `nil` if it is not on the path.
  public func place(of photo: PhotoMark) -> Int? { photo.first { places.row(of: $0)?.value } }
  /// Returns the time at which another session viewed the photo; `nil` if none has since this session began.
  func otherViewing(at photo: PhotoMark) -> Instant? { photo.first { others.row(of: $0)?.value } }
  /// Returns the time at which the photo was first viewed: on the path of this session, or otherwise by another one;
  /// `nil` if it was not viewed.
  public func viewing(of photo: PhotoMark) -> Instant? {
    place(of: photo).map { looks[$0].at } ?? otherViewing(at: photo)
  }
  /// `true` if the photo is the last one viewed by any session.
  public func isLast(_ mark: PhotoMark) -> Bool {
    looks.last.map { $0.mark == mark && $0.at > latestOfOthers } ?? false
  }

  /// Returns the marks that were viewed here but not in `other`. O(looks).
  public func looks(missingIn other: Review) -> [PhotoMark] {
    (looks.map { $0.mark } + others.rows.map { $0.mark }).filter { other.places[$0] == nil && other.others[$0] == nil }
  }

  /// Returns the marks of all viewed or chosen photos with the same beginning as `photo`, if their hashes after the
  /// first 4 KiB are known.
  func marks(beginningAs photo: PhotoMark) -> [PhotoMark] {
    let marks = places.marks(beginningAs: photo) + others.marks(beginningAs: photo)
    return (marks + decisions.marks(beginningAs: photo)).filter { $0.body != nil }
  }

  /// `true` if another session has viewed or chosen a photo with the same beginning that may be a different photo.
  public func othersKnow(_ photo: PhotoMark) -> Bool {
    guard photo.body == nil else { return false }
    let own = Set(places.marks(beginningAs: photo).map { $0.body })
    return (others.marks(beginningAs: photo) + decisions.marks(beginningAs: photo)).contains { mark in
      mark.body != nil && !own.contains(mark.body)
    }
  }

  /// Records a stored view of a photo.
  public mutating func look(at mark: PhotoMark, at instant: Instant) {
    if places[mark] == nil { append(Viewing(mark: mark, at: instant)) } else { shared.insert(mark) }
  }

  private mutating func append(_ look: Viewing) {
    places[look.mark] = looks.count
    looks.append(look)
  }

  /// Records a view of a photo of a library.
  /// - Parameters:
  ///   - photo: The photo's mark in that library.
  ///   - mark: The photo's permanent mark.
  /// - Returns: `false` if any session had already viewed the photo.
  public mutating func show(_ photo: PhotoMark, as mark: PhotoMark, at instant: Instant) -> Bool {
    if place(of: photo) != nil { return false }
    if let row = photo.first({ others.row(of: $0) }) {
      // From now on the photo is also on this session's path.
      append(Viewing(mark: row.mark, at: row.value))
      return false
    }
    append(Viewing(mark: mark, at: instant))
    return true
  }

  /// Records a decision.
  public mutating func choose(_ mark: PhotoMark, isFavourite: Bool) { decisions[mark] = isFavourite }

  /// Returns whether a photo is a favourite: by the user's decision about any of its files, or otherwise by the photo's
  /// own rating. If several decisions differ, one in favour counts.
  public func isFavourite(_ photo: Photo, _ mark: PhotoMark) -> Bool {
    guard !decisions.isEmpty else { return photo.metadata.rating ?? 0 >= favouriteStars }
    if mark.first({ decisions.row(of: $0)?.value == true ? true : nil }) != nil { return true }
    if mark.first({ decisions.row(of: $0) }) != nil { return false }
    return photo.metadata.rating ?? 0 >= favouriteStars
  }

  /// Returns the stored mark of a file whose decision is not this one; `nil` if there is none.
  public func mark(of file: PhotoMark, unlessFavourite isFavourite: Bool) -> PhotoMark? {
    decisions.row(of: file).flatMap { $0.value == isFavourite ? nil : $0.mark }
  }

  /// Returns the number of these photos that were viewed. O(photos).
  public func count(of photos: [PhotoMark]) -> Int { hasViewings ? photos.count { isReviewed($0) } : 0 }

  // MARK: Several sessions

  /// Adopts the stored state after other sessions have added to it: their views and choices count, and the path of
  /// this session stays its own. O(looks).
  public mutating func join(_ kept: Review) {
    var joined = Review()
    joined.favouriteStars = favouriteStars
    joined.decisions = kept.decisions
    for look in looks where kept.places[look.mark] != nil { joined.append(look) }
    for look in kept.looks where joined.places[look.mark] == nil || kept.shared.contains(look.mark) {
      joined.others[look.mark] = look.at
      joined.latestOfOthers = max(joined.latestOfOthers, look.at)
    }
    self = joined
  }

  /// Undoes the changes from `before` to `after`, and keeps all other changes since. O(looks).
  public mutating func revert(from after: Review, to before: Review) {
    let gone = Set(after.looks.lazy.map { $0.mark }.filter { before.places[$0] == nil })
    if !gone.isEmpty {
      let left = looks.filter { !gone.contains($0.mark) }
      (looks, places) = (ChunkedArray(), MarkTable())
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

  /// The approximate memory in bytes that a step of a review needs after a copy.
  public var bytesOfAStep: Int { looks.bytesOfAChange + places.bytesOfAChange + decisions.bytesOfAChange }
}
