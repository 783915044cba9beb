import Timeline

/// The few photos that stand for many: favourites before others, and of equals those that are farthest apart in time.
///
/// What somebody has chosen counts most. Of the rest no photo is known to be better than another, but photos of one burst
/// show the same, and those of the two ends and the middle of a moment tell more of it.
public enum BestPhotos {
  /// The best photos, in the order in which they were taken.
  ///
  /// The first one is the earliest, each further one the one whose nearest neighbour among those chosen is farthest; of
  /// equals the earlier. Favourites that cannot be used are replaced by the next best.
  /// - Parameters:
  ///   - limit: the most that are wanted.
  ///   - canUse: asked for each photo that is about to be chosen, once, the best first.
  /// - Returns: their indices.
  /// - Complexity: O(photos · asked), without what `canUse` takes.
  public static func choose<Problem: Error>(
    _ limit: Int, of photos: [Photo], isFavourite: (Photo) -> Bool, canUse: (Int) throws(Problem) -> Bool
  ) throws(Problem) -> [Int] {
    let times = photos.map(\.taken.local.microseconds)
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

  /// The place of the photo whose nearest neighbour among those chosen is farthest.
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

/// Which moments are most worth going through first.
public enum ReviewOrder {
  /// How much a moment is worth: its photos, × 1.3 if it has a position, × 2 if it began within 14 days of the day one
  /// year before `today`, × 1.5 if within 30.
  ///
  /// The day a year before 29 February is 28 February.
  /// - Parameter size: how many of the moment's photos count; all of them unless said.
  public static func score(_ cluster: Cluster, today: LocalTime, size: Int? = nil) -> Double {
    let distance = daysFrom(cluster.start, years: 1, before: today)
    let season = distance <= 14 ? 2.0 : distance <= 30 ? 1.5 : 1.0
    return Double(size ?? cluster.photos.count) * (cluster.centre == nil ? 1 : 1.3) * season
  }

  /// Whether a moment began within 14 days of the day so many years before `today`.
  public static func isAbout(_ cluster: Cluster, years: Int, before today: LocalTime) -> Bool {
    isAbout(cluster.start, years: years, before: today)
  }

  public static func isAbout(_ day: LocalTime, years: Int, before today: LocalTime) -> Bool {
    daysFrom(day, years: years, before: today) <= 14
  }

  /// How many days lie between a day and the one so many years before `today`.
  private static func daysFrom(_ day: LocalTime, years: Int, before today: LocalTime) -> UInt {
    let date = today.civil
    let then =
      CivilTime(year: date.year - years, month: date.month, day: date.day)
      ?? CivilTime(year: date.year - years, month: date.month, day: 28)
    return then.map { UInt((Int64(day.dayNumber) - $0.daysSince1970).magnitude) } ?? .max
  }

  /// The clusters' indices, the best first, equals by time. O(n log n).
  public static func best(_ clusters: [Cluster], today: LocalTime) -> [Int] {
    let scores = clusters.map { score($0, today: today) }
    return clusters.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
  }
}
