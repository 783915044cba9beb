/// What there is to say of a line once nobody has typed for a moment.
public struct Reflection: Hashable, Sendable {
  /// What is wrong in it, in bytes.
  public var problems: [Range<Int>]
  /// What it would do, at the right edge in place of the status.
  public var outcome: StyledText?

  public init(problems: [Range<Int>] = [], outcome: StyledText? = nil) {
    (self.problems, self.outcome) = (problems, outcome)
  }
}
