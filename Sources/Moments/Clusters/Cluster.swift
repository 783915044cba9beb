import Timeline

/// One moment: photos that belong together by time and place.
///
/// A photo without a UTC offset is placed in time with the offset of the photo nearest to it on the wall clock.
public struct Cluster: Hashable, Sendable {
  /// The photos by time, as indices into the array that was clustered.
  public let photos: [Int]
  /// Runs of two or more photos of one camera that follow within 3 seconds of each other, as ranges of `photos`.
  public let bursts: [Range<Int>]
  /// What the clock showed at the first photo.
  public let start: LocalTime
  /// What the clock showed at the last photo. After a flight west it may be earlier than `start`.
  public let end: LocalTime
  /// The time between the first and the last photo.
  public let length: Duration
  /// The middle of the photos that have a position; `nil` when none has.
  public let centre: Coordinate?
  /// Why this moment is not part of the one before.
  public let boundary: Clustering.Boundary

  init(_ library: [Photo], _ order: PhotoOrder, _ range: Range<Int>, _ boundary: Clustering.Boundary) {
    photos = Array(order.indices[range])
    self.boundary = boundary
    start = library[order.indices[range.lowerBound]].taken.local
    end = library[order.indices[range.upperBound - 1]].taken.local
    length = Duration(microseconds: order.times[range.upperBound - 1] - order.times[range.lowerBound])

    var bursts: [Range<Int>] = []
    var burstStart = 0
    for index in range {
      let place = index - range.lowerBound
      guard place > 0 else { continue }
      let gap = order.times[index] - order.times[index - 1]
      let isOther =
        gap <= Clustering.Constant.burstGap.microseconds
        && library[order.indices[index]].metadata.model != library[order.indices[index - 1]].metadata.model
      if gap > Clustering.Constant.burstGap.microseconds || isOther {
        if place - burstStart > 1 { bursts.append(burstStart..<place) }
        burstStart = place
      }
    }
    if range.count - burstStart > 1 { bursts.append(burstStart..<range.count) }
    self.bursts = bursts
    centre = Coordinate.centre(of: order.positions[range])
  }

  /// The photos of a day that do not say when on that day they were taken.
  init(_ library: [Photo], day: LocalTime, _ photos: [Int]) {
    self.photos = photos
    (start, end, length, bursts, boundary) = (day, day, .zero, [], .day)
    centre = Coordinate.centre(of: photos.map { library[$0].position })
  }

  /// Where most of its photos were taken, if they say so and a town is within reach: of two with equally many the first.
  /// A mean of Lisbon and Porto would be a town where nobody was.
  /// - Parameter library: the photos that were clustered.
  /// - Complexity: O(photos), and a look into the gazetteer for each new spot.
  public func place(in library: [Photo]) -> NearbyPlace? {
    struct Town: Hashable { let name, country: String }
    var towns: [Town: (place: NearbyPlace, number: Int, photos: Int)] = [:]
    for photo in photos {
      guard let position = library[photo].position, let place = Places.nearest(to: position) else { continue }
      let town = Town(name: place.description, country: place.countryCode)
      let number = towns.count
      towns[town, default: (place, number, 0)].photos += 1
    }
    return towns.values.max { ($0.photos, -$0.number) < ($1.photos, -$1.number) }?.place
  }

  /// Whether only the day of its photos is known.
  public var isDayOnly: Bool { boundary == .day }

  /// `Thursday afternoon`, and the place when there is one: `Thursday afternoon, near Sintra`. `Thursday` alone where
  /// only the day is known.
  /// - Parameter place: where it was, as `place(in:)` says.
  public func title(at place: NearbyPlace?) -> String {
    let when = isDayOnly ? start.weekdayName : "\(start.weekdayName) \(start.dayPart.rawValue)"
    return place.map { "\(when), \($0)" } ?? when
  }
}
