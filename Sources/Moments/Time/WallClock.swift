import Timeline

/// The local time of dates that are written in UTC, as in the headers of phones' films and in Google's sidecars.
///
/// A date whose place is known already has the offset of the place. Any other takes the offset of the photo nearest in
/// time whose offset is known, at most a day away: people who film also take photos. Without such a neighbour, it takes
/// the caller's own offset. The instant stays the same.
enum WallClock {
  /// The longest time, in microseconds, to a neighbour: after a day, people may be in another zone.
  private static let reach: Int64 = 86_400_000_000

  /// - Parameter offset: Returns the caller's UTC offset at an instant, in minutes.
  /// - Complexity: O(n); with dates in UTC, O(n log n).
  static func settle(_ photos: inout [Photo], offset: (Instant) -> Int) {
    let open = photos.indices.filter { photos[$0].isStillInUTC }
    guard !open.isEmpty else { return }
    var known: [TimeKey] = []
    for place in photos.indices where photos[place].hasTime && !photos[place].isStillInUTC {
      if let instant = photos[place].taken.instant {
        known.append(TimeKey(time: instant.microseconds, index: Int32(place)))
      }
    }
    sortByTime(&known)
    for place in open {
      guard let instant = photos[place].taken.instant else { continue }
      let found = nearest(to: instant.microseconds, in: known).flatMap { photos[Int($0)].taken.offset }
      guard
        let used = found.flatMap({ UTCOffset(minutes: $0.minutes, source: .neighbour) })
          ?? UTCOffset(minutes: offset(instant), source: .session)
      else { continue }
      photos[place].taken.local.microseconds += Int64(used.minutes) * 60_000_000
      photos[place].taken.offset = used
    }
  }

  /// Returns the index of the key nearest to a time and within reach; the earlier one of two equally near.
  private static func nearest(to time: Int64, in keys: [TimeKey]) -> Int32? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].time < time { low = middle + 1 } else { high = middle }
    }
    let sides = [low - 1, low].filter { keys.indices.contains($0) }.map { keys[$0] }
    let best = sides.min { ($0.time - time).magnitude < ($1.time - time).magnitude }
    return best.flatMap { ($0.time - time).magnitude <= Self.reach ? $0.index : nil }
  }
}

extension Photo {
  /// `true` if the time of day is that of UTC, and not that of a clock at the place.
  fileprivate var isStillInUTC: Bool {
    guard taken.isWrittenInUTC, hasTime, taken.offset?.minutes == 0 else { return false }
    return taken.offset?.source != .place
  }
}
