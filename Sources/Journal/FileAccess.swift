import System

/// How a file is opened.
public enum FileAccess: Hashable, Sendable {
  /// An existing file, for reading only.
  case reading
  /// An existing file, for reading and appending.
  case appending
  /// A new file, for reading and appending; there must be none of that name, not even a link.
  case making
  /// For reading and appending; made when it is not there. A link of that name is refused.
  case keeping
}
