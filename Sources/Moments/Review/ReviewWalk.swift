/// The way through a library: which photo comes after another one, which before, and which moment is next.
///
/// A moment is gone through by time, and a burst is one step of it: to its other photos one goes up and down. What of a
/// burst was not looked at stays to be looked at, so its moment comes again when all others are done. Photos of no moment
/// come last, as a moment of their own behind the others.
public struct ReviewWalk {
  private let moments: [Cluster]
  private let undated: [Int]
  private let marks: [PhotoMark]
  private let review: Review
  /// The moments in the order of their worth.
  private let order: [Int]
  /// Whether a favourite was chosen in each.
  private let isCurated: [Bool]

  /// - Parameters:
  ///   - moments: as they are numbered, from 0; `undated` has the number behind them.
  ///   - undated: photos of no moment.
  ///   - scores: how much each moment is worth. The best is offered first; but one of which somebody has chosen a
  ///     favourite already comes behind the others.
  ///   - isFavourite: whether a photo is one.
  public init(
    _ moments: [Cluster], then undated: [Int], marks: [PhotoMark], scores: [Double], _ review: Review,
    isFavourite: (Int) -> Bool
  ) {
    (self.moments, self.undated, self.marks, self.review) = (moments, undated, marks, review)
    isCurated = moments.map { $0.photos.contains { isFavourite($0) } }
    let best = moments.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    order = best + (undated.isEmpty ? [] : [moments.count])
  }

  /// The photos of a moment, by time.
  public func photos(of moment: Int) -> [Int] { moment < moments.count ? moments[moment].photos : undated }

  /// The moment that a photo belongs to, and its place there. O(photos).
  public func moment(of photo: Int) -> (moment: Int, place: Int)? {
    for moment in order {
      if let place = photos(of: moment).firstIndex(of: photo) { return (moment, place) }
    }
    return nil
  }

  /// The burst that a place of a moment belongs to: its places in their order, or this one alone.
  public func burst(around place: Int, of moment: Int) -> [Int] {
    let bursts = moment < moments.count ? moments[moment].bursts : []
    return bursts.first { $0.contains(place) } ?? [place]
  }

  /// How many photos of a moment were not looked at.
  public func left(in moment: Int) -> Int { photos(of: moment).count { !review.isReviewed(marks[$0]) } }

  /// The first photo of a moment that was not looked at, or else the first. What is left of bursts that were begun comes
  /// behind the others.
  public func first(of moment: Int) -> Int? {
    let photos = photos(of: moment)
    let begun = begunPlaces(of: moment)
    return photos.indices.first { !begun.contains($0) && !review.isReviewed(marks[photos[$0]]) }.map { photos[$0] }
      ?? photos.first { !review.isReviewed(marks[$0]) } ?? photos.first
  }

  /// The places of all bursts of a moment of which a photo was looked at.
  private func begunPlaces(of moment: Int) -> Set<Int> {
    guard moment < moments.count else { return [] }
    let photos = photos(of: moment)
    let begun = moments[moment].bursts.filter { $0.contains { review.isReviewed(marks[photos[$0]]) } }
    return Set(begun.joined())
  }

  /// The moment that is offered after another one, or first of all: one of which a step was not looked at, or else one
  /// with photos of bursts that were not.
  /// - Parameter canStay: whether it may be the same one, when no other is left.
  public func moment(after moment: Int?, canStay: Bool) -> Int? {
    freshMoment(after: moment) ?? others(than: moment, canStay: canStay).first { left(in: $0) > 0 }
  }

  /// The moments behind one in their order, and around to it; then those in which somebody has chosen already, and at last
  /// what belongs to none.
  private func others(than moment: Int?, canStay: Bool) -> [Int] {
    let start = moment.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let around = (order[start...] + order[..<start]).filter { $0 != moment || canStay }
    return around.filter { $0 < moments.count && !isCurated[$0] }
      + around.filter { $0 < moments.count && isCurated[$0] } + around.filter { $0 == moments.count }
  }

  /// The next other moment with a photo or burst of which nothing was looked at.
  private func freshMoment(after moment: Int?) -> Int? {
    others(than: moment, canStay: false).first { candidate in
      let photos = photos(of: candidate)
      guard photos.contains(where: { !review.isReviewed(marks[$0]) }) else { return false }
      return photos.indices.contains { place in
        burst(around: place, of: candidate).allSatisfy { !review.isReviewed(marks[photos[$0]]) }
      }
    }
  }

  /// The photo that comes after another one: in its moment what was not looked at, or only later than it; then the photo
  /// that was looked at after it, if somebody went back from there; then the next moment; and when all moments are done
  /// what is left of their bursts.
  /// - Returns: `nil` when all were looked at.
  public func photo(after photo: Int) -> Int? {
    guard let (moment, place) = moment(of: photo) else { return self.moment(after: nil, canStay: true).flatMap(first) }
    let photos = photos(of: moment)
    let own = review.place(of: marks[photo]) ?? .max
    func isLater(_ other: Int) -> Bool { review.place(of: marks[other]).map { $0 > own } ?? false }
    func isUnseen(_ other: Int) -> Bool { !review.isReviewed(marks[other]) }
    // What another camera took in the midst of a burst comes behind it.
    let burst = burst(around: place, of: moment)
    let rest = (burst[0] + 1..<photos.count).lazy.filter { !burst.contains($0) }
    let begun = begunPlaces(of: moment)
    if let next = rest.first(where: { isLater(photos[$0]) || (isUnseen(photos[$0]) && !begun.contains($0)) }) {
      let around = self.burst(around: next, of: moment).map { photos[$0] }
      return around.first(where: isLater) ?? around.first(where: isUnseen)
    }
    return forward(from: own, outside: moment) ?? freshMoment(after: moment).flatMap(first)
      ?? photos.first(where: isUnseen) ?? self.moment(after: moment, canStay: false).flatMap(first)
  }

  /// The photo that was looked at right after the one of this number, where the way went on in another moment that is
  /// the last one gone through.
  private func forward(from number: Int, outside moment: Int) -> Int? {
    guard number < review.looks.count - 1, let last = index(of: review.looks[review.looks.count - 1].mark),
      let next = index(of: review.looks[number + 1].mark), let there = self.moment(of: next)?.moment,
      there != moment, there == self.moment(of: last)?.moment
    else { return nil }
    return next
  }

  /// The photo that was looked at before another one; `nil` when there is none of this library.
  public func photo(before photo: Int) -> Int? {
    guard let own = review.place(of: marks[photo]) else { return nil }
    for look in review.looks[..<own].reversed() {
      if let index = index(of: look.mark), index != photo { return index }
    }
    return nil
  }

  /// The neighbour of a photo within its burst.
  /// - Parameter step: -1 for the one before, 1 for the one after.
  /// - Returns: `nil` at its ends, and where there is no burst.
  public func photo(beside photo: Int, step: Int) -> Int? {
    guard let (moment, place) = moment(of: photo) else { return nil }
    let burst = burst(around: place, of: moment)
    guard let own = burst.firstIndex(of: place), burst.indices.contains(own + step) else { return nil }
    return photos(of: moment)[burst[own + step]]
  }

  /// Where the photo stands in the library that was kept under a mark; of copies the first. O(photos).
  public func index(of mark: PhotoMark) -> Int? { marks.firstIndex { $0.isKept(as: mark) } }
}
