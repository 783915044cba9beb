import System

/// How a file is opened. A link of its name is refused, since it may lead anywhere, but by `readingThroughLink`.
public enum FileAccess: Hashable, Sendable {
  /// An existing file, for reading only.
  case reading
  /// An existing file or the one that a link leads to, for reading only.
  case readingThroughLink
  /// An existing file, for reading and appending.
  case appending
  /// A new file, for reading and appending; there must be none of that name, not even a link.
  case making
  /// For reading and appending; made when it is not there.
  case keeping
}
