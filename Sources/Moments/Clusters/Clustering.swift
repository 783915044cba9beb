import Timeline

/// One moment: photos that belong together by time and place.
///
/// A photo without a UTC offset is placed in time with the offset of the photo nearest to it in local time.
public struct Cluster: Hashable, Sendable {
  /// The photos by time, as indices into the clustered array.
  public let photos: [Int]
  /// Runs of two or more photos of one camera with at most 3 seconds between neighbours, regardless of photos from
  /// other cameras in between. The values are indices into `photos`; the runs are in the order of their first photos.
  public let bursts: [[Int]]
  /// The local time of the first photo.
  public let start: LocalTime
  /// The local time of the last photo. After a flight west it may be earlier than `start`.
  public let end: LocalTime
  /// The time between the first and the last photo.
  public let length: Duration
  /// The centre of the photos with a position; `nil` if none has one.
  public let centre: Coordinate?
  /// The reason why this moment is separate from the previous one.
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
    // Most photos have no close neighbours, so cameras are compared only within stretches of close photos.
    for index in range.dropFirst() where order.times[index] - order.times[index - 1] > most {
      if index - start > 1 { bursts += runs(library, order, start..<index, most) }
      start = index
    }
    if range.upperBound - start > 1 { bursts += runs(library, order, start..<range.upperBound, most) }
    return range.lowerBound == 0 ? bursts : bursts.map { $0.map { $0 - range.lowerBound } }
  }

  /// Returns the runs of each camera in a stretch of photos that are all close to the one before.
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

  /// Creates the moment of a day's photos without a time of day.
  init(_ library: [Photo], day: LocalTime, _ photos: [Int]) {
    self.photos = photos
    (start, end, length, bursts, boundary) = (day, day, .zero, [], .day)
    centre = Coordinate.centre(of: photos.map { library[$0].position })
  }

  /// Returns the town near which most of the photos were taken, or `nil` if no photo has a position near a town. Of
  /// towns with equally many photos, the first is returned. A mean position of Lisbon and Porto would be a town that
  /// no one visited.
  /// - Parameter library: The clustered photos.
  /// - Complexity: O(photos), plus a gazetteer lookup for each new spot.
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

  /// `true` if only the day of the photos is known, not the time.
  public var isDayOnly: Bool { boundary == .day }

  /// Returns `Thursday afternoon`, or with a place `Thursday afternoon, near Sintra`. If only the day is known,
  /// `Thursday` replaces `Thursday afternoon`.
  /// - Parameter place: The place of the moment, as returned by `place(in:)`.
  public func title(at place: NearbyPlace?) -> String {
    let when = isDayOnly ? start.weekdayName : "\(start.weekdayName) \(start.dayPart.rawValue)"
    return place.map { "\(when), \($0)" } ?? when
  }
}

/// A library divided into moments, with all the data needed to explain the division.
///
///     let clustering = Clustering(photos, by: .smart, cap: .hours(6))
///     for moment in clustering.clusters {
///       print(moment.title(at: moment.place(in: photos)), moment.photos.count)
///     }
public struct Clustering: Hashable, Sendable {
  /// The rule that separates moments.
  public enum Rule: Hashable, Sendable {
    /// A new moment begins if the gap to the previous photo is longer than this; 1, 3 and 8 hours are common.
    case fixed(Duration)
    /// A new moment begins if the gap is long for this library, or if the place changed.
    ///
    /// The threshold is the 90th percentile (see `percentile`) of the gaps of 60 s and more, but at least 30 minutes
    /// and at most 48 hours; a library without such gaps gets 30 minutes. A gap equal to the threshold separates two
    /// moments as well: otherwise a library with few gaps would never be divided at its longest one. The place
    /// changed if two successive photos both have a position and are at least 5 minutes and more than 1 km apart.
    case smart
  }

  /// The reason why a moment begins where it does.
  public enum Boundary: Hashable, Sendable {
    /// The first moment, with no photo before it.
    case first
    /// The gap to the previous photo is longer than the threshold or, under the smart rule, equal to it.
    case gap(Duration)
    /// The previous photo was taken this many kilometres away.
    case moved(kilometres: Double, gap: Duration)
    /// The photos have a date but no time.
    case day
  }

  /// The rule's constants.
  enum Constant {
    static let minimumGap = Duration.seconds(60)
    static let minimumThreshold = Duration.minutes(30)
    static let maximumThreshold = Duration.hours(48)
    static let venueGap = Duration.minutes(5)
    static let venueDistance = 1.0
    static let burstGap = Duration.seconds(3)
  }

  public let rule: Rule
  /// The moments, sorted by time.
  public let clusters: [Cluster]
  /// A longer gap begins a new moment; under the smart rule an equal gap does too.
  public let threshold: Duration
  /// The number of gaps from which the threshold was computed; `nil` if the threshold was given.
  public let gapCount: Int?
  /// The 90th percentile before limits were applied; `nil` if there was none.
  public let percentile: Duration?
  /// The caller's upper limit for the threshold.
  public let cap: Duration?
  /// The photos whose only date is that of their files, sorted by that date, as indices into the clustered array. The
  /// date of a file may be that of a copy and says nothing about the photo, so these photos belong to no moment.
  public let undated: [Int]
  /// The number of photos without a UTC offset, which were ordered with a neighbour's (see `Cluster`).
  public let photosWithoutOffset: Int

  /// Divides photos, given in any order, into moments. The photos should be all of a library's, including reviewed
  /// ones.
  ///
  /// - Parameter cap: An upper limit for the smart threshold (6 hours is a good one), for libraries with so few
  ///   photos per day that days would merge: with one photo a day the percentile is 31 hours, and all photos are one
  ///   moment.
  /// - Complexity: O(n), plus O(m log n) for m photos without an offset.
  public init(_ photos: [Photo], by rule: Rule = .smart, cap: Duration? = nil) {
    self.rule = rule
    self.cap = cap
    let order = PhotoOrder(photos)
    undated = photos.indices.filter { photos[$0].isDatedByFile }
      .sorted { (photos[$0].modified, $0) < (photos[$1].modified, $1) }
    photosWithoutOffset = order.borrowed
    switch rule {
    case .fixed(let gap):
      threshold = gap
      gapCount = nil
      percentile = nil
    case .smart: (threshold, gapCount, percentile) = Self.smartThreshold(order.times, cap: cap)
    }

    var clusters: [Cluster] = []
    var (boundary, start) = (Boundary.first, 0)
    for index in order.indices.indices {
      if index > start, let next = Self.boundary(at: index, order, threshold, rule) {
        clusters.append(Cluster(photos, order, start..<index, boundary))
        start = index
        boundary = next
      }
    }
    if start < order.indices.count { clusters.append(Cluster(photos, order, start..<order.indices.count, boundary)) }
    self.clusters = Self.joined(clusters, Self.days(photos))
  }

  /// Returns a moment for each day of the photos that have a date but no time.
  private static func days(_ photos: [Photo]) -> [Cluster] {
    var days: [LocalTime: [Int]] = [:]
    for index in photos.indices where photos[index].taken.isDayOnly {
      days[photos[index].taken.local, default: []].append(index)
    }
    return days.sorted { $0.key < $1.key }.map { Cluster(photos, day: $0.key, $0.value) }
  }

  /// Merges both by time; the moment of a day comes after the timed moments that start on that day.
  private static func joined(_ clusters: [Cluster], _ days: [Cluster]) -> [Cluster] {
    guard !days.isEmpty else { return clusters }
    var joined: [Cluster] = []
    var rest = clusters[...]
    for day in days {
      while let next = rest.first, next.start.dayNumber <= day.start.dayNumber {
        joined.append(next)
        rest.removeFirst()
      }
      joined.append(day)
    }
    return joined + rest
  }

  private static func smartThreshold(
    _ times: [Int64], cap: Duration?
  ) -> (threshold: Duration, count: Int, percentile: Duration?) {
    var gaps: [Int64] = []
    gaps.reserveCapacity(times.count)
    for index in times.indices.dropFirst() {
      let gap = times[index] - times[index - 1]
      if gap >= Constant.minimumGap.microseconds { gaps.append(gap) }
    }
    let found = Moments.percentile(tenths: 9, of: &gaps).map { Duration(microseconds: $0) }
    let limited = min(max(found ?? .zero, Constant.minimumThreshold), Constant.maximumThreshold)
    return (min(limited, cap ?? .max), gaps.count, found)
  }

  private static func boundary(
    at index: Int, _ order: PhotoOrder, _ threshold: Duration, _ rule: Rule
  ) -> Boundary? {
    let gap = Duration(microseconds: order.times[index] - order.times[index - 1])
    if gap > threshold || rule == .smart && gap == threshold { return .gap(gap) }
    guard rule == .smart, gap >= Constant.venueGap, let here = order.positions[index],
      let before = order.positions[index - 1]
    else { return nil }
    let distance = before.distance(to: here)
    return distance > Constant.venueDistance ? .moved(kilometres: distance, gap: gap) : nil
  }
}

/// The four parts of the day used in titles.
public enum DayPart: String, Hashable, Sendable, CaseIterable {
  /// 5:00 to before 12:00.
  case morning
  /// 12:00 to before 17:00.
  case afternoon
  /// 17:00 to before 21:00.
  case evening
  /// 21:00 to before 5:00; the small hours belong to the day that began at midnight.
  case night

  /// - Parameter hour: 0...23.
  public init(hour: Int) { self = Self.allCases.first { $0.hours.contains(hour) } ?? .night }

  /// The hours since midnight; those of a night continue into the next day.
  public var hours: Range<Int> {
    switch self {
    case .morning: 5..<12
    case .afternoon: 12..<17
    case .evening: 17..<21
    case .night: 21..<29
    }
  }
}

extension LocalTime {
  public var dayPart: DayPart { DayPart(hour: hour) }

  /// The name of the weekday, `Monday` … `Sunday`.
  public var weekdayName: String { CivilTime.weekdayNames[weekday] }
}
