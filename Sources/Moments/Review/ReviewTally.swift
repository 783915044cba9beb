import Timeline

/// The counts of a review in a library. A step changes those of the photos that it concerns, and counts no others.
public struct ReviewTally: Equatable, Sendable {
  /// The number of photos that were viewed.
  public private(set) var done = 0
  public private(set) var favourites = 0
  private let total: Int
  /// The number of photos that were first viewed within `stretch`.
  public private(set) var recent = 0
  /// The stretch of time of `recent`; `nil` if it was not counted.
  private var stretch: Range<Instant>?
  private var moments: ChunkedArray<Moment>

  private struct Moment: Equatable, Sendable {
    /// The number of photos that were not viewed.
    var left: Int32 = 0
    var favourites: Int32 = 0
    /// The number of steps of which a photo was viewed.
    var begun: Int32 = 0
  }

  /// - Parameter stretch: The stretch of time in which views count as recent.
  /// - Complexity: O(photos).
  public init(_ library: ReviewLibrary, _ review: Review, stretch: Range<Instant>? = nil) {
    moments = ChunkedArray(repeating: Moment(), count: library.moments.count + 1)
    (self.stretch, total) = (stretch, library.photos.count)
    for photo in library.photos.indices { count(photo, library, review, 1) }
    guard review.hasViewings else { return }
    for photo in library.photos.indices where library.stepStart(of: photo) == photo {
      countStep(of: photo, library, review, 1)
    }
  }

  /// The number of photos that were not viewed.
  public var left: Int { total - done }
  /// Returns the number of unviewed photos in a moment.
  public func left(in moment: Int) -> Int { Int(moments[moment].left) }
  /// `true` if a favourite of a moment has been chosen.
  func isCurated(_ moment: Int) -> Bool { moments[moment].favourites > 0 }
  /// `true` if nothing was viewed of a step of a moment.
  func isFresh(_ moment: Int, _ library: ReviewLibrary) -> Bool {
    Int(moments[moment].begun) < library.steps[moment]
  }

  /// Counts the recent views in another stretch of time. O(photos) if it differs.
  public mutating func recount(in stretch: Range<Instant>, _ library: ReviewLibrary, _ review: Review) {
    guard self.stretch != stretch else { return }
    self.stretch = stretch
    recent = review.hasViewings ? library.marks.count { isRecent(review.viewing(of: $0)) } : 0
  }

  /// Adopts the change from one review to another.
  /// - Parameter marks: The marks that were viewed or chosen in between.
  /// - Complexity: O(photos whose files begin as these), usually one, and their bursts.
  public mutating func update(_ library: ReviewLibrary, from old: Review, to new: Review, around marks: [PhotoMark]) {
    let photos = Set(marks.flatMap { library.photos(beginningAs: $0) })
    for photo in photos {
      count(photo, library, old, -1)
      count(photo, library, new, 1)
    }
    for photo in Set(photos.map { library.stepStart(of: $0) }) {
      countStep(of: photo, library, old, -1)
      countStep(of: photo, library, new, 1)
    }
  }

  private func isRecent(_ viewing: Instant?) -> Bool { viewing.map { stretch?.contains($0) == true } ?? false }

  private mutating func count(_ photo: Int, _ library: ReviewLibrary, _ review: Review, _ sign: Int) {
    let moment = library.moment(of: photo)?.moment
    if review.hasViewings, let viewing = review.viewing(of: library.marks[photo]) {
      done += sign
      if isRecent(viewing) { recent += sign }
    } else if let moment {
      moments[moment].left += Int32(sign)
    }
    guard review.isFavourite(library.photos[photo], library.marks[photo]) else { return }
    favourites += sign
    if let moment { moments[moment].favourites += Int32(sign) }
  }

  private mutating func countStep(of photo: Int, _ library: ReviewLibrary, _ review: Review, _ sign: Int) {
    guard let moment = library.moment(of: photo)?.moment,
      library.step(of: photo).contains(where: { review.isReviewed(library.marks[$0]) })
    else { return }
    moments[moment].begun += Int32(sign)
  }
}
