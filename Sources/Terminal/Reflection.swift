/// What there is to say of a line once nobody has typed for a moment.
public struct Reflection: Hashable, Sendable {
  /// What is wrong in it, in bytes.
  public var problems: [Range<Int>]
  /// What it would do, at the right edge in place of the status.
  public var outcome: StyledText?

  /// Whether that is left out where more of the line is suggested, which would do something else.
  public var givesWay: Bool

  /// The seconds after which time has changed it, so that it is to be said anew; `nil` where it stays true.
  public var lasts: Double?

  public init(
    problems: [Range<Int>] = [], outcome: StyledText? = nil, givesWay: Bool = false, lasts: Double? = nil
  ) {
    (self.problems, self.outcome, self.givesWay, self.lasts) = (problems, outcome, givesWay, lasts)
  }
}
