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

  /// Each with the share of time, in percent: as long as more is left, it says this and nothing later.
  private static let borders: [(message: Encouragement, above: Int64)] = [
    (.letsDoThis, 90), (.greatStart, 70), (.doingGreat, 55), (.halfwayThere, 45), (.keepGoing, 25), (.almostDone, 10),
    (.finalStretch, -1),
  ]

  static func of(left: Duration, total: Duration) -> Encouragement {
    borders.first { left.isMore(than: $0.above, of: total) }?.message ?? .finalStretch
  }

  /// How much time has passed when a running timer comes to say this; `nil` for what it says at the start.
  func begins(total: Duration) -> Duration? {
    let before = zip(Self.borders, Self.borders.dropFirst()).first { $1.message == self }?.0
    return before.map { total.passed(leaving: $0.above) }
  }
}
