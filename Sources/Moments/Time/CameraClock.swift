import Timeline

/// The corrections of one camera's clock: one for all photos, and others for stretches of time, such as a journey on
/// which no one set the clock.
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

  /// The correction outside all stretches.
  public private(set) var whole = Duration.zero
  /// The stretches in the order of time; none overlaps another.
  public private(set) var stretches: [Stretch] = []

  public init() {}

  /// - Parameter stretches: Later ones replace earlier ones where they overlap.
  public init(whole: Duration, stretches: [Stretch] = []) {
    self.whole = whole
    for stretch in stretches where stretch.from <= stretch.to { put(stretch.shift, in: stretch.from...stretch.to) }
  }

  public var isRight: Bool { whole == .zero && stretches.isEmpty }

  /// Returns the time to add to a time on the camera's clock. O(log n) would be possible; cameras have few stretches.
  public func shift(at local: LocalTime) -> Duration {
    stretches.first { $0.from <= local && local <= $0.to }?.shift ?? whole
  }

  /// Corrects the clock in a range of its own time, or as a whole, which replaces all other corrections.
  public mutating func correct(by shift: Duration, in range: ClosedRange<LocalTime>? = nil) {
    if let range {
      put(shift == whole ? nil : shift, in: range)
    } else {
      (whole, stretches) = (shift, [])
    }
  }

  /// A part of the corrections, independent of the rest: several devices may correct different parts without knowing of
  /// each other.
  public enum Change: Hashable, Sendable {
    /// The correction outside all stretches.
    case whole(Duration)
    /// The correction of a stretch; `nil` to use the correction of the whole.
    case stretch(ClosedRange<LocalTime>, Duration?)

    /// Returns whether both are about the whole clock, or about overlapping stretches.
    public func concerns(_ other: Change) -> Bool {
      switch (self, other) {
      case (.whole, .whole): true
      case (.stretch(let a, _), .stretch(let b, _)): a.overlaps(b)
      default: false
      }
    }
  }

  public mutating func apply(_ change: Change) {
    switch change {
    case .whole(let shift): whole = shift
    case .stretch(let range, let shift): put(shift, in: range)
    }
  }

  /// Returns the changes that make another clock out of this one, in the order of time. None overlaps another.
  public func changes(to other: CameraClock) -> [Change] {
    let ends = (stretches + other.stretches).flatMap { [$0.from, $0.to.next] }
    let starts = Set(ends).sorted()
    let changed = zip(starts, starts.dropFirst()).filter { start, _ in own(at: start) != other.own(at: start) }
    return (whole == other.whole ? [] : [.whole(other.whole)])
      + changed.map { start, next in .stretch(start...next.previous, other.own(at: start)) }
  }

  /// Returns the shift of the stretch at a time; `nil` outside all stretches.
  private func own(at local: LocalTime) -> Duration? { stretches.first { $0.from <= local && local <= $0.to }?.shift }

  /// Replaces the stretches within a range. Neighbours with the same shift become one.
  private mutating func put(_ shift: Duration?, in range: ClosedRange<LocalTime>) {
    stretches = stretches.flatMap { old -> [Stretch] in
      guard old.to >= range.lowerBound, old.from <= range.upperBound else { return [old] }
      return [
        Stretch(from: old.from, to: min(old.to, range.lowerBound.previous), shift: old.shift),
        Stretch(from: max(old.from, range.upperBound.next), to: old.to, shift: old.shift),
      ].filter { $0.from <= $0.to }
    }
    if let shift { stretches.append(Stretch(from: range.lowerBound, to: range.upperBound, shift: shift)) }
    stretches.sort { $0.from < $1.from }
    var joined: [Stretch] = []
    for stretch in stretches {
      if let last = joined.last, last.shift == stretch.shift, last.to.next == stretch.from {
        joined[joined.count - 1].to = stretch.to
      } else {
        joined.append(stretch)
      }
    }
    stretches = joined
  }
}

extension LocalTime {
  fileprivate var next: LocalTime { LocalTime(microseconds: microseconds + 1) }
  fileprivate var previous: LocalTime { LocalTime(microseconds: microseconds - 1) }
}
