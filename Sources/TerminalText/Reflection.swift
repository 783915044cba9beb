/// Feedback on a line after a short pause in typing.
public struct Reflection: Hashable, Sendable {
  /// The mistakes in the line, in bytes.
  public var problems: [Range<Int>]
  /// The effect that the line would have, at the right edge in place of the status.
  public var outcome: StyledText?

  /// `true` to show the effect beneath the line in any case.
  public var isBeneath: Bool

  /// `true` to leave out the effect if a suggestion continues the line, because that line would have another effect.
  public var givesWay: Bool

  /// The seconds after which time has changed the feedback, so that it is requested again; `nil` if it stays valid.
  public var lasts: Double?

  public init(
    problems: [Range<Int>] = [], outcome: StyledText? = nil, isBeneath: Bool = false, givesWay: Bool = false,
    lasts: Double? = nil
  ) {
    (self.problems, self.outcome, self.isBeneath) = (problems, outcome, isBeneath)
    (self.givesWay, self.lasts) = (givesWay, lasts)
  }
}
