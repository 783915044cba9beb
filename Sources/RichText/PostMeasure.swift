/// How long a post is in the two units that its limits are given in.
public struct PostMeasure: Hashable, Sendable {
  /// What people see as characters.
  public var graphemes: Int
  /// Bytes of UTF-8.
  public var bytes: Int
  /// The most of either that a post may have, from the lexicon `app.bsky.feed.post`.
  public static let graphemeLimit = 300
  public static let byteLimit = 3_000
  /// From here on the count is shown as a warning.
  public static let warningStart = 250

  /// Measures `text`. O(n).
  public init(_ text: String) {
    graphemes = text.count
    bytes = text.utf8.count
  }

  /// Whether a post may be this long, and whether to say so.
  public enum Level: Hashable, Sendable { case fine, warning, tooLong }

  public var level: Level {
    if graphemes > PostMeasure.graphemeLimit || bytes > PostMeasure.byteLimit { return .tooLong }
    // As far along in bytes as 250 graphemes are of 300.
    let byteWarning = PostMeasure.byteLimit * PostMeasure.warningStart / PostMeasure.graphemeLimit
    return graphemes >= PostMeasure.warningStart || bytes >= byteWarning ? .warning : .fine
  }

  /// The graphemes that are left; negative in a post that is too long.
  public var remainingGraphemes: Int { PostMeasure.graphemeLimit - graphemes }
  /// The bytes that are left; negative in a post that is too long.
  public var remainingBytes: Int { PostMeasure.byteLimit - bytes }
}
