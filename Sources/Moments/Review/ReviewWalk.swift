/// The path through a library: the next and previous photo of each photo, and the next moment.
///
/// A moment is viewed in the order of time. A burst is one step of it; its other photos are reached by going up and
/// down. The unviewed photos of a burst remain, so their moment returns when all others are done. Photos of no moment
/// come last, as an additional moment.
public struct ReviewWalk {
  private let moments: [Cluster]
  private let undated: [Int]
  private let marks: [PhotoMark]
  private let review: Review
  /// The moments in the order of their scores.
  private let order: [Int]
  /// `true` for each moment that has a favourite.
  private let isCurated: [Bool]

  /// - Parameters:
  ///   - moments: The moments by number, from 0; `undated` has the next number after them.
  ///   - undated: The photos of no moment.
  ///   - scores: The score of each moment. The best is offered first, but a moment in which a favourite has been
  ///     chosen comes after the others.
  ///   - isFavourite: Whether a photo is a favourite.
  public init(
    _ moments: [Cluster], then undated: [Int], marks: [PhotoMark], scores: [Double], _ review: Review,
    isFavourite: (Int) -> Bool
  ) {
    (self.moments, self.undated, self.marks, self.review) = (moments, undated, marks, review)
    isCurated = moments.map { $0.photos.contains { isFavourite($0) } }
    let best = moments.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    order = best + (undated.isEmpty ? [] : [moments.count])
  }

  /// Returns the photos of a moment, sorted by time.
  public func photos(of moment: Int) -> [Int] { moment < moments.count ? moments[moment].photos : undated }

  /// Returns the moment of a photo, and the photo's index in it. O(photos).
  public func moment(of photo: Int) -> (moment: Int, place: Int)? {
    for moment in order {
      if let place = photos(of: moment).firstIndex(of: photo) { return (moment, place) }
    }
    return nil
  }

  /// Returns the burst that contains a photo of a moment, as indices in order, or this index alone.
  public func burst(around place: Int, of moment: Int) -> [Int] {
    let bursts = moment < moments.count ? moments[moment].bursts : []
    return bursts.first { $0.contains(place) } ?? [place]
  }

  /// Returns the number of unviewed photos in a moment.
  public func left(in moment: Int) -> Int { photos(of: moment).count { !review.isReviewed(marks[$0]) } }

  /// Returns the first unviewed photo of a moment, or if all were viewed the first one. The remaining photos of
  /// bursts that were begun come after the others.
  public func first(of moment: Int) -> Int? {
    let photos = photos(of: moment)
    let begun = begunBursts(of: moment)
    return photos.indices.first { !begun.contains($0) && !review.isReviewed(marks[photos[$0]]) }.map { photos[$0] }
      ?? photos.first { !review.isReviewed(marks[$0]) } ?? photos.first
  }

  /// Returns the indices of all bursts of a moment with at least one viewed photo.
  private func begunBursts(of moment: Int) -> Set<Int> {
    guard moment < moments.count else { return [] }
    let photos = photos(of: moment)
    let begun = moments[moment].bursts.filter { $0.contains { review.isReviewed(marks[photos[$0]]) } }
    return Set(begun.joined())
  }

  /// Returns the moment to offer after another one, or at the beginning: one with an unviewed step, or otherwise one
  /// with unviewed photos in bursts.
  /// - Parameter canStay: Whether the result may be the same moment if no other is left.
  public func moment(after moment: Int?, canStay: Bool) -> Int? {
    freshMoment(after: moment) ?? others(than: moment, canStay: canStay).first { left(in: $0) > 0 }
  }

  /// Returns the moments after this one in order, wrapping around to it; then those in which a favourite has been
  /// chosen, and finally the photos of no moment.
  private func others(than moment: Int?, canStay: Bool) -> [Int] {
    let start = moment.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let around = (order[start...] + order[..<start]).filter { $0 != moment || canStay }
    return around.filter { $0 < moments.count && !isCurated[$0] }
      + around.filter { $0 < moments.count && isCurated[$0] } + around.filter { $0 == moments.count }
  }

  /// Returns the next other moment with a photo or burst of which nothing was viewed.
  private func freshMoment(after moment: Int?) -> Int? {
    others(than: moment, canStay: false).first { candidate in
      let photos = photos(of: candidate)
      guard photos.contains(where: { !review.isReviewed(marks[$0]) }) else { return false }
      return photos.indices.contains { place in
        burst(around: place, of: candidate).allSatisfy { !review.isReviewed(marks[photos[$0]]) }
      }
    }
  }

  /// Returns the photo after another one: in its moment the next photo that is unviewed or was viewed only after it;
  /// then the photo viewed after it, if the user went back from there; then the next moment; and when all moments are
  /// done, the remaining photos of their bursts.
  /// - Returns: `nil` if all photos were viewed.
  public func photo(after photo: Int) -> Int? {
    guard let (moment, place) = moment(of: photo) else { return self.moment(after: nil, canStay: true).flatMap(first) }
    let photos = photos(of: moment)
    let own = review.place(of: marks[photo]) ?? .max
    func isLater(_ other: Int) -> Bool { review.place(of: marks[other]).map { $0 > own } ?? false }
    func isUnseen(_ other: Int) -> Bool { !review.isReviewed(marks[other]) }
    // Photos that another camera took during a burst come after it.
    let burst = burst(around: place, of: moment)
    let rest = (burst[0] + 1..<photos.count).lazy.filter { !burst.contains($0) }
    let begun = begunBursts(of: moment)
    if let next = rest.first(where: { isLater(photos[$0]) || (isUnseen(photos[$0]) && !begun.contains($0)) }) {
      let around = self.burst(around: next, of: moment).map { photos[$0] }
      return around.first(where: isLater) ?? around.first(where: isUnseen)
    }
    return forward(from: own, outside: moment) ?? freshMoment(after: moment).flatMap(first)
      ?? photos.first(where: isUnseen) ?? self.moment(after: moment, canStay: false).flatMap(first)
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
    guard let own = review.place(of: marks[photo]) else { return nil }
    for look in review.looks[..<own].reversed() {
      if let index = index(of: look.mark), index != photo { return index }
    }
    return nil
  }

  /// Returns the neighbour of a photo within its burst.
  /// - Parameter step: -1 for the previous photo, 1 for the next one.
  /// - Returns: `nil` at the ends of the burst, and if there is no burst.
  public func photo(beside photo: Int, step: Int) -> Int? {
    guard let (moment, place) = moment(of: photo) else { return nil }
    let burst = burst(around: place, of: moment)
    guard let own = burst.firstIndex(of: place), burst.indices.contains(own + step) else { return nil }
    return photos(of: moment)[burst[own + step]]
  }

  /// Returns the index of the photo that was stored with this mark; for copies that of the first. O(photos).
  public func index(of mark: PhotoMark) -> Int? { mark.index(in: marks) }
}
