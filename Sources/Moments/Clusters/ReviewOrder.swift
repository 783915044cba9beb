import Timeline

/// Which moments are most worth going through first.
public enum ReviewOrder {
  /// How much a moment is worth: its photos, × 1.3 if it has a position, × 2 if it began within 14 days of the day one
  /// year before `today`, × 1.5 if within 30.
  ///
  /// The day a year before 29 February is 28 February.
  /// - Parameter size: how many of the moment's photos count; all of them unless said.
  public static func score(_ cluster: Cluster, today: LocalTime, size: Int? = nil) -> Double {
    let date = today.civil
    let yearAgo =
      CivilTime(year: date.year - 1, month: date.month, day: date.day)
      ?? CivilTime(year: date.year - 1, month: date.month, day: 28)
    let distance = yearAgo.map { (Int64(cluster.start.dayNumber) - $0.daysSince1970).magnitude } ?? .max
    let season = distance <= 14 ? 2.0 : distance <= 30 ? 1.5 : 1.0
    return Double(size ?? cluster.photos.count) * (cluster.centre == nil ? 1 : 1.3) * season
  }

  /// The clusters' indices, the best first, equals by time. O(n log n).
  public static func best(_ clusters: [Cluster], today: LocalTime) -> [Int] {
    let scores = clusters.map { score($0, today: today) }
    return clusters.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
  }
}
