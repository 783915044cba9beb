/// One readable field of the session's state: `story.number`.
public struct StateField: Sendable {
  public enum Kind: Sendable {
    case number, duration, date, text, bool, list, record
    /// One of some words: a bare word opposite it is checked against them.
    case choice([String])
  }

  public var root: String
  public var name: String
  public var kind: Kind
  public var summary: String
  /// Whether it depends on the clock's reading itself, so that no state of the session ever repeats it.
  public var neverRepeats: Bool

  public init(_ root: String, _ name: String, _ kind: Kind, _ summary: String, neverRepeats: Bool = false) {
    (self.root, self.name, self.kind, self.summary, self.neverRepeats) = (root, name, kind, summary, neverRepeats)
  }

  public var path: String { "\(root).\(name)" }
}
