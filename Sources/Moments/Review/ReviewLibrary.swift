import Timeline

/// A library as a review goes through it: its moments in order, and for each photo its moment, its place in it and its
/// burst, found without a search.
///
/// A class because it is large and never changes: copies share it.
public final class ReviewLibrary: Sendable {
  let photos: [Photo]
  let marks: [PhotoMark]
  let moments: [Cluster]
  let undated: [Int]
  /// The moments in the order of their scores, and then the photos of no moment.
  let order: [Int]
  /// The index in `order` of each moment.
  let ranks: [Int]
  /// The number of steps of each moment: a burst is one.
  let steps: [Int]
  private let places: [Place]
  private let table: BeginningTable

  /// The place of a photo; -1 stands for none.
  private struct Place: Sendable {
    var moment: Int32 = -1
    var place: Int32 = -1
    var burst: Int32 = -1
  }

  /// - Parameters:
  ///   - moments: The moments by number, from 0; `undated` has the next number after them.
  ///   - undated: The photos of no moment.
  ///   - marks: The mark of each photo.
  ///   - scores: The score of each moment. The best is offered first.
  /// - Complexity: O(photos).
  public init(
    _ photos: [Photo], marks: [PhotoMark], _ moments: [Cluster], then undated: [Int], scores: [Double]
  ) {
    (self.photos, self.marks, self.moments, self.undated) = (photos, marks, moments, undated)
    let best = moments.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    let order = best + (undated.isEmpty ? [] : [moments.count])
    var ranks = Array(repeating: 0, count: moments.count + 1)
    for (rank, moment) in order.enumerated() { ranks[moment] = rank }
    var places = Array(repeating: Place(), count: photos.count)
    var steps = moments.map { $0.photos.count } + [undated.count]
    for (number, moment) in moments.enumerated() {
      for (place, photo) in moment.photos.enumerated() {
        places[photo] = Place(moment: Int32(number), place: Int32(place))
      }
      for (burst, members) in moment.bursts.enumerated() {
        for place in members { places[moment.photos[place]].burst = Int32(burst) }
        steps[number] -= members.count - 1
      }
    }
    for (place, photo) in undated.enumerated() {
      places[photo] = Place(moment: Int32(moments.count), place: Int32(place))
    }
    (self.order, self.ranks, self.places, self.steps) = (order, ranks, places, steps)
    table = BeginningTable(marks)
  }

  /// Returns the photos of a moment, sorted by time.
  func photos(of moment: Int) -> [Int] { moment < moments.count ? moments[moment].photos : undated }

  /// Returns the moment of a photo, and the photo's index in it.
  func moment(of photo: Int) -> (moment: Int, place: Int)? {
    let place = places[photo]
    return place.moment < 0 ? nil : (Int(place.moment), Int(place.place))
  }

  /// Returns the burst that contains a photo, as indices in its moment; `nil` if the photo is in no burst.
  func burst(of photo: Int) -> [Int]? {
    let place = places[photo]
    return place.burst < 0 ? nil : moments[Int(place.moment)].bursts[Int(place.burst)]
  }

  /// Returns the photos that are one step with this one: those of its burst, or itself alone.
  func step(of photo: Int) -> [Int] {
    guard let burst = burst(of: photo) else { return [photo] }
    let photos = moments[Int(places[photo].moment)].photos
    return burst.map { photos[$0] }
  }

  /// Returns the first photo of a photo's step.
  func stepStart(of photo: Int) -> Int {
    let place = places[photo]
    guard place.burst >= 0 else { return photo }
    let moment = moments[Int(place.moment)]
    return moment.photos[moment.bursts[Int(place.burst)][0]]
  }

  /// Returns the photos of which a file has the same beginning as this mark, in their order.
  func photos(beginningAs mark: PhotoMark) -> [Int] { table.photos(mark, marks) }

  /// Returns the index of the photo that was stored with this mark; for copies that of the first. A photo that is this
  /// file comes before one that has it in its stack.
  public func index(of mark: PhotoMark) -> Int? {
    let photos = photos(beginningAs: mark)
    return photos.first { marks[$0].isKept(as: mark) }
      ?? photos.first { marks[$0].versions.contains { $0.isKept(as: mark) } }
  }

  /// Returns the index of the photo that was stored with this mark; of several copies the one with a path, if it is one
  /// of them.
  public func index(of mark: PhotoMark, preferring path: String?) -> Int? {
    let first = index(of: mark)
    guard let path, let first, photos[first].path != path else { return first }
    return photos(beginningAs: mark).first { index in
      photos[index].path == path && marks[index].first { $0.isKept(as: mark) ? true : nil } != nil
    } ?? first
  }
}

/// The photos of a library by the beginnings of their marks: three numbers for each file.
private struct BeginningTable: Sendable {
  /// The first entry for each value of a hash, and the next one after each entry; -1 for none.
  private var first: [Int32]
  private var next: [Int32] = []
  /// The photo of each entry.
  private var photos: [Int32] = []

  init(_ marks: [PhotoMark]) {
    var size = 1
    while size < marks.count { size *= 2 }
    first = Array(repeating: -1, count: size)
    next.reserveCapacity(marks.count)
    photos.reserveCapacity(marks.count)
    // From the last to the first, so that each list is in the order of the photos.
    for index in marks.indices.reversed() {
      insert(marks[index], index)
      for version in marks[index].versions { insert(version, index) }
    }
  }

  private func slot(_ mark: PhotoMark) -> Int { mark.beginning.hashValue & (first.count - 1) }

  private mutating func insert(_ mark: PhotoMark, _ photo: Int) {
    let slot = slot(mark)
    next.append(first[slot])
    photos.append(Int32(photo))
    first[slot] = Int32(photos.count - 1)
  }

  func photos(_ mark: PhotoMark, _ marks: [PhotoMark]) -> [Int] {
    var (found, entry): ([Int], Int32) = ([], first[slot(mark)])
    while entry >= 0 {
      let photo = Int(photos[Int(entry)])
      if found.last != photo, marks[photo].first({ $0.beginning == mark.beginning ? true : nil }) != nil {
        found.append(photo)
      }
      entry = next[Int(entry)]
    }
    return found
  }
}
