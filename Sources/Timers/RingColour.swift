import Timeline

/// The ring's colour by the share of time left.
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

  /// The colour of a running timer. Whole numbers only, so that a border is met on the microsecond.
  static func of(left: Duration, total: Duration) -> RingColour {
    if left.isMore(than: 75, of: total) { return .periwinkle }
    if left.isMore(than: 50, of: total) { return .turquoise }
    if left.isMore(than: 25, of: total) { return .orange }
    return left.microseconds * 10 >= total.microseconds ? .coral : .magenta
  }

  /// How much time has passed when a running timer takes on this colour; `nil` for those it does not change to.
  func begins(total: Duration) -> Duration? {
    switch self {
    case .purpleBlue, .periwinkle: return nil
    case .turquoise: return total.passed(leaving: 75)
    case .orange: return total.passed(leaving: 50)
    case .coral: return total.passed(leaving: 25)
    // "10 or more" still holds at a tenth; the first moment with less is a microsecond later, or sooner if a tenth of
    // the total is not whole.
    case .magenta: return total - Duration(microseconds: (total.microseconds - 1) / 10)
    }
  }
}

extension Duration {
  /// Whether this is more than `percent` of `total`.
  func isMore(than percent: Int64, of total: Duration) -> Bool {
    microseconds * 100 > total.microseconds * percent
  }

  /// How much of this total has passed when no more than `percent` is left for the first time.
  func passed(leaving percent: Int64) -> Duration {
    self - Duration(microseconds: microseconds * percent / 100)
  }
}
