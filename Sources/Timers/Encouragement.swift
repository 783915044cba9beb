import Timeline

/// The timer's words of encouragement, by the share of time left; the sentences belong to whoever shows it.
public enum Encouragement: String, Hashable, Sendable, CaseIterable {
  /// "Let's do this!": more than 90 % left.
  case letsDoThis
  /// "Great start!": more than 70 %.
  case greatStart
  /// "You're doing great!": more than 55 %.
  case doingGreat
  /// "Halfway there!": more than 45 %.
  case halfwayThere
  /// "Keep going!": more than 25 %.
  case keepGoing
  /// "Almost done!": more than 10 %.
  case almostDone
  /// "Final stretch!": the rest.
  case finalStretch

  /// As long as more than this share is left, in percent, it says this and nothing later.
  private var above: Int64 {
    switch self {
    case .letsDoThis: return 90
    case .greatStart: return 70
    case .doingGreat: return 55
    case .halfwayThere: return 45
    case .keepGoing: return 25
    case .almostDone: return 10
    case .finalStretch: return -1
    }
  }

  static func of(left: Duration, total: Duration) -> Encouragement {
    allCases.first { left.isMore(than: $0.above, of: total) } ?? .finalStretch
  }

  /// How much time has passed when a running timer comes to say this; `nil` for what it says at the start.
  func begins(total: Duration) -> Duration? {
    switch self {
    case .letsDoThis: return nil
    case .greatStart: return total.passed(leaving: Encouragement.letsDoThis.above)
    case .doingGreat: return total.passed(leaving: Encouragement.greatStart.above)
    case .halfwayThere: return total.passed(leaving: Encouragement.doingGreat.above)
    case .keepGoing: return total.passed(leaving: Encouragement.halfwayThere.above)
    case .almostDone: return total.passed(leaving: Encouragement.keepGoing.above)
    case .finalStretch: return total.passed(leaving: Encouragement.almostDone.above)
    }
  }
}
