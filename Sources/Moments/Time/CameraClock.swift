import Timeline

/// The corrections of one camera's clock: one for all photos, and others for stretches of time, such as a journey on which
/// nobody set the clock.
///
///     var clock = CameraClock()
///     clock.correct(by: .hours(-7), in: arrival...departure)
///     clock.shift(at: photo.taken.local)     // -7 h during the journey, else 0
public struct CameraClock: Hashable, Sendable {
  /// A correction from one time on the camera's own clock to another, both included.
  public struct Stretch: Hashable, Sendable {
    public var from: LocalTime
    public var to: LocalTime
    public var shift: Duration

    public init(from: LocalTime, to: LocalTime, shift: Duration) {
      (self.from, self.to, self.shift) = (from, to, shift)
    }
  }

  /// The correction outside of all stretches.
  public private(set) var whole = Duration.zero
  /// The stretches in the order of time; none overlaps another.
  public private(set) var stretches: [Stretch] = []

  public init() {}

  /// - Parameter stretches: Later ones replace earlier ones where they overlap.
  public init(whole: Duration, stretches: [Stretch] = []) {
    self.whole = whole
    for stretch in stretches where stretch.from <= stretch.to {
      correct(by: stretch.shift, in: stretch.from...stretch.to)
    }
  }

  public var isRight: Bool { whole == .zero && stretches.isEmpty }

  /// Returns the time to add to a time on the camera's clock. O(log n) would be possible; cameras have few stretches.
  public func shift(at local: LocalTime) -> Duration {
    stretches.first { $0.from <= local && local <= $0.to }?.shift ?? whole
  }

  /// Corrects the clock in a range of its own time, or as a whole, which replaces all other corrections.
  public mutating func correct(by shift: Duration, in range: ClosedRange<LocalTime>? = nil) {
    guard let range else {
      (whole, stretches) = (shift, [])
      return
    }
    let (before, after) = (
      LocalTime(microseconds: range.lowerBound.microseconds - 1),
      LocalTime(microseconds: range.upperBound.microseconds + 1)
    )
    stretches = stretches.flatMap { old -> [Stretch] in
      guard old.to >= range.lowerBound, old.from <= range.upperBound else { return [old] }
      return [
        Stretch(from: old.from, to: min(old.to, before), shift: old.shift),
        Stretch(from: max(old.from, after), to: old.to, shift: old.shift),
      ].filter { $0.from <= $0.to }
    }
    if shift != whole { stretches.append(Stretch(from: range.lowerBound, to: range.upperBound, shift: shift)) }
    stretches.sort { $0.from < $1.from }
  }
}
