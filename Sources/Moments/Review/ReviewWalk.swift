/// The path through a library: the next and previous photo of each photo, and the next moment.
///
/// A moment is viewed in the order of time. A burst is one step of it; its other photos are reached by going up and
/// down. The unviewed photos of a burst remain, so their moment returns when all others are done. Photos of no moment
/// come last, as an additional moment.
public struct ReviewWalk {
  private let library: ReviewLibrary
  private let review: Review
  private let tally: ReviewTally

  /// - Parameter tally: The counts of this review in this library. The moment with the best score is offered first, but
  ///   one in which a favourite has been chosen comes after the others.
  public init(_ library: ReviewLibrary, _ review: Review, _ tally: ReviewTally) {
    (self.library, self.review, self.tally) = (library, review, tally)
  }

  /// Returns the photos of a moment, sorted by time.
  public func photos(of moment: Int) -> [Int] { library.photos(of: moment) }

  /// Returns the moment of a photo, and the photo's index in it.
  public func moment(of photo: Int) -> (moment: Int, place: Int)? { library.moment(of: photo) }

  /// Returns the burst that contains a photo of a moment, as indices in order, or this index alone.
  public func burst(around place: Int, of moment: Int) -> [Int] {
    library.burst(of: photos(of: moment)[place]) ?? [place]
  }

  /// Returns the number of unviewed photos in a moment.
  public func left(in moment: Int) -> Int { tally.left(in: moment) }

  private func isReviewed(_ photo: Int) -> Bool { review.isReviewed(library.marks[photo]) }
  /// Returns whether a photo is in a burst of which a photo was viewed.
  private func isInBegunBurst(_ photo: Int) -> Bool {
    library.burst(of: photo) != nil && library.step(of: photo).contains(where: isReviewed)
  }

  /// Returns the first unviewed photo of a moment, or if all were viewed the first one. The remaining photos of
  /// bursts that were begun come after the others.
  public func first(of moment: Int) -> Int? {
    let photos = photos(of: moment)
    guard tally.left(in: moment) > 0 else { return photos.first }
    return photos.first { !isReviewed($0) && !isInBegunBurst($0) } ?? photos.first { !isReviewed($0) }
  }

  /// Returns the moment to offer after another one, or at the beginning: one with an unviewed step, or otherwise one
  /// with unviewed photos in bursts.
  /// - Parameter canStay: Whether the result may be the same moment if no other is left.
  public func moment(after moment: Int?, canStay: Bool) -> Int? {
    freshMoment(after: moment) ?? next(after: moment, canStay: canStay) { tally.left(in: $0) > 0 }
  }

  /// Returns the first moment that fits: of those after this one in order, wrapping around to it; then of those in
  /// which a favourite has been chosen, and finally the photos of no moment. O(moments).
  private func next(after moment: Int?, canStay: Bool, where fits: (Int) -> Bool) -> Int? {
    let order = library.order
    let start = moment.map { library.ranks[$0] + 1 } ?? 0
    let last = library.moments.count
    for isCurated in [false, true] {
      for step in order.indices {
        let candidate = order[(start + step) % order.count]
        guard candidate < last, candidate != moment || canStay, fits(candidate) else { continue }
        if tally.isCurated(candidate) == isCurated { return candidate }
      }
    }
    return order.last == last && (last != moment || canStay) && fits(last) ? last : nil
  }

  /// Returns the next other moment with a photo or burst of which nothing was viewed.
  private func freshMoment(after moment: Int?) -> Int? {
    next(after: moment, canStay: false) { tally.isFresh($0, library) }
  }

  /// Returns the photo after another one: in its moment the next photo that is unviewed or was viewed only after it;
  /// then the photo viewed after it, if the user went back from there; then the next moment; and when all moments are
  /// done, the remaining photos of their bursts.
  /// - Returns: `nil` if all photos were viewed.
  public func photo(after photo: Int) -> Int? {
    guard let (moment, place) = moment(of: photo) else { return self.moment(after: nil, canStay: true).flatMap(first) }
    let photos = photos(of: moment)
    let own = review.place(of: library.marks[photo]) ?? .max
    func isLater(_ other: Int) -> Bool { review.place(of: library.marks[other]).map { $0 > own } ?? false }
    func isUnseen(_ other: Int) -> Bool { !isReviewed(other) }
    // Photos that another camera took during a burst come after it.
    let start = library.stepStart(of: photo)
    let first = library.burst(of: photo)?[0] ?? place
    let next = photos[(first + 1)...].first { other in
      library.stepStart(of: other) != start && (isLater(other) || isUnseen(other) && !isInBegunBurst(other))
    }
    if let next {
      let around = library.step(of: next)
      return around.first(where: isLater) ?? around.first(where: isUnseen)
    }
    return forward(from: own, outside: moment) ?? freshMoment(after: moment).flatMap(self.first)
      ?? photos.first(where: isUnseen) ?? self.moment(after: moment, canStay: false).flatMap(self.first)
  }

  /// Returns the photo that was viewed right after the one with this number, if the path continued in another moment,
  /// which is the last one visited.
  private func forward(from number: Int, outside moment: Int) -> Int? {
    guard number < review.looks.count - 1, let last = index(of: review.looks[review.looks.count - 1].mark),
      let next = index(of: review.looks[number + 1].mark), let there = self.moment(of: next)?.moment,
      there != moment, there == self.moment(of: last)?.moment
    else { return nil }
    return next
  }

  /// Returns the photo that was viewed before another one; `nil` if there is none in this library.
  public func photo(before photo: Int) -> Int? {
    guard let own = review.place(of: library.marks[photo]) else { return nil }
    for look in review.looks[..<own].reversed() {
      if let index = index(of: look.mark), index != photo { return index }
    }
    return nil
  }

  /// Returns the neighbour of a photo within its burst.
  /// - Parameter step: -1 for the previous photo, 1 for the next one.
  /// - Returns: `nil` at the ends of the burst, and if there is no burst.
  public func photo(beside photo: Int, step: Int) -> Int? {
    let burst = library.step(of: photo)
    guard let own = burst.firstIndex(of: photo), burst.indices.contains(own + step) else { return nil }
    return burst[own + step]
  }

  /// Returns the index of the photo that was stored with this mark; for copies that of the first.
  public func index(of mark: PhotoMark) -> Int? { library.index(of: mark) }
}
