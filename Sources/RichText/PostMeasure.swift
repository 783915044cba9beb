/// The length of a post in the two units of its limits.
public struct PostMeasure: Hashable, Sendable {
  /// The number of characters that users see.
  public var graphemes: Int
  /// The number of bytes of UTF-8.
  public var bytes: Int
  /// The maximum length of a post in both units, from the lexicon `app.bsky.feed.post`.
  public static let graphemeLimit = 300
  public static let byteLimit = 3_000
  /// The number of graphemes from which the count is shown as a warning.
  public static let warningStart = 250

  /// Measures `text`. O(n).
  public init(_ text: String) {
    graphemes = text.count
    bytes = text.utf8.count
  }

  /// The verdict on a post's length.
  public enum Level: Hashable, Sendable { case fine, warning, tooLong }

  public var level: Level {
    if graphemes > PostMeasure.graphemeLimit || bytes > PostMeasure.byteLimit { return .tooLong }
    // The same share of the bytes as 250 of 300 graphemes.
    let byteWarning = PostMeasure.byteLimit * PostMeasure.warningStart / PostMeasure.graphemeLimit
    return graphemes >= PostMeasure.warningStart || bytes >= byteWarning ? .warning : .fine
  }

  /// The graphemes that are left; negative in a post that is too long.
  public var remainingGraphemes: Int { PostMeasure.graphemeLimit - graphemes }
  /// The bytes that are left; negative in a post that is too long.
  public var remainingBytes: Int { PostMeasure.byteLimit - bytes }
}
