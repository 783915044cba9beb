import Timeline

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
