/// Feedback on a line after a short pause in typing.
public struct Reflection: Hashable, Sendable {
  /// The mistakes in the line, in bytes.
  public var problems: [Range<Int>]
  /// The effect that the line would have, at the right edge in place of the status.
  public var outcome: StyledText?

  /// `true` to leave out the effect if a suggestion continues the line, because that line would have another effect.
  public var givesWay: Bool

  /// The seconds after which time has changed the feedback, so that it is requested again; `nil` if it stays valid.
  public var lasts: Double?

  public init(
    problems: [Range<Int>] = [], outcome: StyledText? = nil, givesWay: Bool = false, lasts: Double? = nil
  ) {
    (self.problems, self.outcome, self.givesWay, self.lasts) = (problems, outcome, givesWay, lasts)
  }
}
