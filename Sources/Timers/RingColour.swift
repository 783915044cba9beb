import Timeline

/// The ring's colour by the fraction of time left.
public enum RingColour: String, Hashable, Sendable, CaseIterable {
  /// Idle.
  case purpleBlue
  /// Calm: more than 75 % left.
  case periwinkle
  /// Energetic: more than 50 %.
  case turquoise
  /// Attention: more than 25 %.
  case orange
  /// Urgent: 10 % or more.
  case coral
  /// Finish: less than 10 %.
  case magenta

  /// Returns the colour of a running timer. Integer arithmetic meets each limit at the exact microsecond.
  static func of(left: Duration, total: Duration) -> RingColour {
    if left.isMore(than: 75, of: total) { return .periwinkle }
    if left.isMore(than: 50, of: total) { return .turquoise }
    if left.isMore(than: 25, of: total) { return .orange }
    return left.microseconds * 10 >= total.microseconds ? .coral : .magenta
  }

  /// Returns the time after which a running timer changes to this colour; `nil` for colours that it never changes to.
  func begins(total: Duration) -> Duration? {
    switch self {
    case .purpleBlue, .periwinkle: return nil
    case .turquoise: return total.passed(leaving: 75)
    case .orange: return total.passed(leaving: 50)
    case .coral: return total.passed(leaving: 25)
    // At exactly a tenth, "10 or more" still holds. The first instant below it is a microsecond later, or sooner if a
    // tenth of the total is not a whole number of microseconds.
    case .magenta: return total - Duration(microseconds: (total.microseconds - 1) / 10)
    }
  }
}

extension Duration {
  /// `true` if this is more than `percent` of `total`.
  func isMore(than percent: Int64, of total: Duration) -> Bool {
    microseconds * 100 > total.microseconds * percent
  }

  /// Returns the time after which, for the first time, at most `percent` of this total is left.
  func passed(leaving percent: Int64) -> Duration {
    self - Duration(microseconds: microseconds * percent / 100)
  }
}
