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

/// A library divided into moments, with everything needed to say why.
public struct Clustering: Hashable, Sendable {
  /// How moments are told apart.
  public enum Rule: Hashable, Sendable {
    /// A new moment when the gap to the previous photo is longer than this; 1, 3 and 8 hours are usual.
    case fixed(Duration)
    /// A new moment when the gap is as long as the longest of this library, or when the place changed.
    ///
    /// The threshold is the 90th percentile (see `percentile`) of the gaps of 60 s and more, but at least 30 minutes and
    /// at most 48 hours; a library without such gaps gets 30 minutes. A gap of just that length parts two moments: else a
    /// library of few gaps would never be parted at its longest. The place changed when two photos in a row both have a
    /// position, 5 minutes or more and more than 1 km lie between them.
    case smart
  }

  /// Why a moment begins where it does.
  public enum Boundary: Hashable, Sendable {
    /// The first moment has nothing before it.
    case first
    /// The gap to the photo before is longer than the threshold, or, by the smart rule, as long.
    case gap(Duration)
    /// The photo before was taken this many kilometres away.
    case moved(kilometres: Double, gap: Duration)
    /// Its photos say their day and not their time.
    case day
  }

  /// The rule's constants.
  enum Constant {
    static let smallestGap = Duration.seconds(60)
    static let lowestThreshold = Duration.minutes(30)
    static let highestThreshold = Duration.hours(48)
    static let venueGap = Duration.minutes(5)
    static let venueDistance = 1.0
    static let burstGap = Duration.seconds(3)
  }

  public let rule: Rule
  /// The moments, by time.
  public let clusters: [Cluster]
  /// A gap longer than this begins a new moment; by the smart rule also one of this length.
  public let threshold: Duration
  /// From how many gaps the threshold was computed; `nil` when it was given.
  public let gapCount: Int?
  /// What the 90th percentile was before it was limited; `nil` when there was none.
  public let percentile: Duration?
  /// The caller's upper limit of the threshold.
  public let cap: Duration?
  /// Photos whose only date is that of their files, by that date, as indices into the array that was clustered: when a
  /// file was copied says nothing of when its photo was taken, so they are part of no moment.
  public let undated: [Int]
  /// How many photos had no UTC offset and were ordered with a neighbour's (see `Cluster`).
  public let photosWithoutOffset: Int

  /// Divides photos, which may come in any order; all of a library's, also those that were reviewed.
  ///
  /// - Parameter cap: an upper limit of the smart threshold (6 hours is a good one), for libraries with so few photos a day
  ///   that days would grow together: with one photo a day the percentile is 31 hours and all photos one moment.
  /// - Complexity: O(n), and O(m log n) for m photos without offset.
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

  /// A moment for each day of the photos that know their day only.
  private static func days(_ photos: [Photo]) -> [Cluster] {
    var days: [LocalTime: [Int]] = [:]
    for index in photos.indices where photos[index].taken.isDayOnly {
      days[photos[index].taken.local, default: []].append(index)
    }
    return days.sorted { $0.key < $1.key }.map { Cluster(photos, day: $0.key, $0.value) }
  }

  /// Both by time; a day comes behind the moments of its hours.
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
      if gap >= Constant.smallestGap.microseconds { gaps.append(gap) }
    }
    let found = Moments.percentile(tenths: 9, of: &gaps).map { Duration(microseconds: $0) }
    let limited = min(max(found ?? .zero, Constant.lowestThreshold), Constant.highestThreshold)
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

/// The four parts of a day that titles speak of.
public enum DayPart: String, Hashable, Sendable, CaseIterable {
  /// 5:00 to before 12:00.
  case morning
  /// 12:00 to before 17:00.
  case afternoon
  /// 17:00 to before 21:00.
  case evening
  /// 21:00 to before 5:00; the small hours bear the name of the day that began at midnight.
  case night

  /// - Parameter hour: 0...23.
  public init(hour: Int) {
    switch hour {
    case 5..<12: self = .morning
    case 12..<17: self = .afternoon
    case 17..<21: self = .evening
    default: self = .night
    }
  }
}

extension LocalTime {
  public var dayPart: DayPart { DayPart(hour: hour) }

  /// `Monday` … `Sunday`.
  public var weekdayName: String { CivilTime.weekdayNames[weekday] }
}
