import Timeline

/// A few photos that represent many: favourites first, and among equals those farthest apart in time.
///
/// The user's choices count most. Of the other photos none is known to be better than another, but photos of one
/// burst show the same scene, and those at the beginning, the middle and the end of a moment show more of it.
public enum BestPhotos {
  /// Returns the best photos, in the order in which they were taken.
  ///
  /// The first choice is the earliest photo, each further one the photo whose nearest chosen neighbour is farthest
  /// away; ties go to the earlier photo. Favourites that cannot be used are replaced by the next best.
  /// - Parameters:
  ///   - limit: The maximum number of photos.
  ///   - canUse: Called once for each photo about to be chosen, the best first.
  /// - Returns: The indices of the photos.
  /// - Complexity: O(photos · calls of `canUse`), plus the time of those calls.
  public static func choose<Problem: Error>(
    _ limit: Int, of photos: [Photo], isFavourite: (Photo) -> Bool, canUse: (Int) throws(Problem) -> Bool
  ) throws(Problem) -> [Int] {
    let times = photos.map { $0.taken.local.microseconds }
    let order = photos.indices.sorted { (times[$0], photos[$0].path) < (times[$1], photos[$1].path) }
    var chosen: [Int] = []
    for tier in [order.filter { isFavourite(photos[$0]) }, order.filter { !isFavourite(photos[$0]) }] {
      var left = tier
      while chosen.count < limit, !left.isEmpty {
        let place = farthest(left, from: chosen, times)
        let index = left.remove(at: place)
        if try canUse(index) { chosen.append(index) }
      }
    }
    return chosen.sorted { (times[$0], photos[$0].path) < (times[$1], photos[$1].path) }
  }

  /// Returns the index in `left` of the photo whose nearest chosen neighbour is farthest away.
  private static func farthest(_ left: [Int], from chosen: [Int], _ times: [Int64]) -> Int {
    var best = (place: 0, distance: UInt64(0))
    for (place, index) in left.enumerated() {
      let distance = chosen.reduce(UInt64.max) { min($0, Self.distance(times[index], times[$1])) }
      if distance > best.distance { best = (place, distance) }
    }
    return best.place
  }

  private static func distance(_ a: Int64, _ b: Int64) -> UInt64 {
    a > b ? UInt64(bitPattern: a &- b) : UInt64(bitPattern: b &- a)
  }
}

/// The order in which moments are offered for review.
public enum ReviewOrder {
  /// Returns the score of a moment: its number of photos, × 1.3 if it has a position, × 2 if it began within 14 days
  /// of the day one year before `today`, × 1.5 if within 30.
  ///
  /// The day a year before 29 February is 28 February.
  /// - Parameter size: The number of photos that count (default: all of the moment's).
  public static func score(_ cluster: Cluster, today: LocalTime, size: Int? = nil) -> Double {
    let distance = daysFrom(cluster.start, years: 1, before: today)
    let season = distance <= 14 ? 2.0 : distance <= 30 ? 1.5 : 1.0
    return Double(size ?? cluster.photos.count) * (cluster.centre == nil ? 1 : 1.3) * season
  }

  /// `true` if a moment began within 14 days of the day this many years before `today`.
  public static func isAbout(_ cluster: Cluster, years: Int, before today: LocalTime) -> Bool {
    isAbout(cluster.start, years: years, before: today)
  }

  public static func isAbout(_ day: LocalTime, years: Int, before today: LocalTime) -> Bool {
    daysFrom(day, years: years, before: today) <= 14
  }

  /// Returns the number of days between a day and the day this many years before `today`.
  private static func daysFrom(_ day: LocalTime, years: Int, before today: LocalTime) -> UInt {
    let date = today.civil
    let then =
      CivilTime(year: date.year - years, month: date.month, day: date.day)
      ?? CivilTime(year: date.year - years, month: date.month, day: 28)
    return then.map { UInt((Int64(day.dayNumber) - $0.daysSince1970).magnitude) } ?? .max
  }

  /// Returns the indices of the clusters, the best first, ties by time. O(n log n).
  public static func best(_ clusters: [Cluster], today: LocalTime) -> [Int] {
    let scores = clusters.map { score($0, today: today) }
    return clusters.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
  }
}
