import Timeline

/// One moment: photos that belong together by time and place.
///
/// A photo without a UTC offset is placed in time with the offset of the photo nearest to it on the wall clock.
public struct Cluster: Hashable, Sendable {
  /// The photos by time, as indices into the array that was clustered.
  public let photos: [Int]
  /// Runs of two or more photos of one camera that follow within 3 seconds of each other, whatever other cameras took
  /// meanwhile: as places in `photos`, in the order of their first ones.
  public let bursts: [[Int]]
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

    bursts = Self.bursts(library, order, range)
    centre = Coordinate.centre(of: order.positions[range])
  }

  private static func bursts(_ library: [Photo], _ order: PhotoOrder, _ range: Range<Int>) -> [[Int]] {
    let most = Clustering.Constant.burstGap.microseconds
    var bursts: [[Int]] = []
    var start = range.lowerBound
    // Most photos stand alone: whose camera took them is asked only where others are near.
    for index in range.dropFirst() where order.times[index] - order.times[index - 1] > most {
      if index - start > 1 { bursts += runs(library, order, start..<index, most) }
      start = index
    }
    if range.upperBound - start > 1 { bursts += runs(library, order, start..<range.upperBound, most) }
    return range.lowerBound == 0 ? bursts : bursts.map { $0.map { $0 - range.lowerBound } }
  }

  /// The runs of each camera in a stretch of photos none of which is far from the one before.
  private static func runs(
    _ library: [Photo], _ order: PhotoOrder, _ stretch: Range<Int>, _ most: Int64
  ) -> [[Int]] {
    func model(_ index: Int) -> String? { library[order.indices[index]].metadata.model }
    let first = model(stretch.lowerBound)
    if stretch.dropFirst().allSatisfy({ model($0) == first }) { return [Array(stretch)] }
    var (runs, last): ([[Int]], [String?: Int]) = ([], [:])
    for index in stretch {
      let model = model(index)
      if let run = last[model], order.times[index] - order.times[runs[run][runs[run].count - 1]] <= most {
        runs[run].append(index)
      } else {
        last[model] = runs.count
        runs.append([index])
      }
    }
    return runs.filter { $0.count > 1 }
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
