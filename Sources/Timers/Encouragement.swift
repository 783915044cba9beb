import Timeline

/// The timer's words of encouragement, by the fraction of time left. The user interface provides the sentences.
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

  /// The messages with their lower bounds, in percent of the time left: the first message whose bound is exceeded is
  /// shown.
  private static let borders: [(message: Encouragement, above: Int64)] = [
    (.letsDoThis, 90), (.greatStart, 70), (.doingGreat, 55), (.halfwayThere, 45), (.keepGoing, 25), (.almostDone, 10),
    (.finalStretch, -1),
  ]

  static func of(left: Duration, total: Duration) -> Encouragement {
    borders.first { left.isMore(than: $0.above, of: total) }?.message ?? .finalStretch
  }

  /// Returns the time after which a running timer starts to show this message; `nil` for the message at the start.
  func begins(total: Duration) -> Duration? {
    let before = zip(Self.borders, Self.borders.dropFirst()).first { $1.message == self }?.0
    return before.map { total.passed(leaving: $0.above) }
  }
}
