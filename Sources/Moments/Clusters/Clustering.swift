import Timeline

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
