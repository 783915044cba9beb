/// A part of Grammar.md that is made anew, between `<!-- name -->` and `<!-- end -->`.
public struct ReferenceSection: Sendable {
  public let name: String
  public let markdown: String
}
