/// Which moments are most worth going through first.
public enum ReviewOrder {
  /// How much a moment is worth: its photos, × 1.3 if it has a position, × 2 if it began within 14 days of the day one
  /// year before `today`, × 1.5 if within 30.
  ///
  /// The day a year before 29 February is 28 February.
  /// - Parameter size: how many of the moment's photos count; all of them unless said.
  public static func score(_ cluster: Cluster, today: LocalTime, size: Int? = nil) -> Double {
    let date = today.civil
    let day = min(date.day, LocalTime.daysIn(date.month, of: date.year - 1))
    let yearAgo = LocalTime.days(year: date.year - 1, month: date.month, day: day)
    let distance = (cluster.start.dayNumber - Int(yearAgo)).magnitude
    let season = distance <= 14 ? 2.0 : distance <= 30 ? 1.5 : 1.0
    return Double(size ?? cluster.photos.count) * (cluster.centre == nil ? 1 : 1.3) * season
  }

  /// The clusters' indices, the best first, equals by time. O(n log n).
  public static func best(_ clusters: [Cluster], today: LocalTime) -> [Int] {
    let scores = clusters.map { score($0, today: today) }
    return clusters.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
  }
}
