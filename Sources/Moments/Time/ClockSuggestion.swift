import Timeline

/// A correction that photos with a position suggest for the photos between them.
///
///     ClockSuggestion.find(photos, clock).first?.shift     // -7 h: the camera was not set at the journey's beginning
///
/// A photo with a position and a UTC offset tells how far the camera's clock was from the time of the place; a photo
/// without a position was most likely taken where the camera's nearest such photo was, within a day and a half.
public struct ClockSuggestion {
  public private(set) var range: ClosedRange<LocalTime>
  public let shift: Duration
  public private(set) var photos: Int

  private static let reach: Int64 = 36 * 3_600_000_000

  /// - Parameters:
  ///   - photos: one camera's photos, as their files date them.
  ///   - clock: its corrections so far, which are not suggested again.
  public static func find(_ photos: [Photo], _ clock: CameraClock) -> [ClockSuggestion] {
    let dated = photos.compactMap { photo in photo.cameraTime.map { (time: $0, needed: photo.neededShift) } }
      .sorted { $0.time < $1.time }
    let placed = dated.indices.filter { dated[$0].needed != nil }
    guard !placed.isEmpty else { return [] }
    var suggestions: [ClockSuggestion] = []
    var next = 0
    var isOpen = false
    for index in dated.indices {
      let (time, own) = dated[index]
      while next < placed.count, placed[next] < index { next += 1 }
      let near = [next - 1, next].filter { placed.indices.contains($0) }.map { dated[placed[$0]] }
        .min { abs($0.time.microseconds - time.microseconds) < abs($1.time.microseconds - time.microseconds) }
      let isNear = near.map { abs($0.time.microseconds - time.microseconds) <= reach } ?? false
      let shift = own ?? (isNear ? near?.needed : nil) ?? .zero
      if own != nil {
        // The photo has the right time already: it needs no correction, and does not end a stretch with this shift.
        if suggestions.last?.shift != shift { isOpen = false }
        continue
      }
      guard shift != .zero, clock.shift(at: time) != shift else {
        isOpen = false
        continue
      }
      if isOpen, let last = suggestions.indices.last, suggestions[last].shift == shift {
        suggestions[last].range = suggestions[last].range.lowerBound...time
        suggestions[last].photos += 1
      } else {
        suggestions.append(ClockSuggestion(range: time...time, shift: shift, photos: 1))
        isOpen = true
      }
    }
    return suggestions
  }
}

extension Photo {
  /// The time on the camera's own clock; `nil` if the date does not come from it.
  fileprivate var cameraTime: LocalTime? {
    guard !taken.isWrittenInUTC, !taken.isDayOnly, ![.file, .name, .exifModified].contains(taken.source) else {
      return nil
    }
    return writtenTime
  }

  /// The shift from the camera's clock to the time of the place, if both offsets are known.
  fileprivate var neededShift: Duration? {
    guard taken.offset?.source == .place, let place = taken.offset,
      let camera = metadata.dates.first(where: { $0.source == taken.source })?.offset
    else { return nil }
    return .minutes(Int64(place.minutes - camera.minutes))
  }
}
