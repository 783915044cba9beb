/// Why the system, or this module in its place, refused.
public enum SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's `errno`.
  case number(Int32)
  /// A folder, pipe, socket or device where a file with content is needed.
  case notAFile(FileStatus.Kind)
  /// What the last call that failed on this thread left in `errno`.
  public static var last: SystemError { .number(errno) }

  /// The `errno` that says it best.
  public var code: Int32 {
    switch self {
    case .number(let number): number
    case .notAFile(.folder): EISDIR
    case .notAFile: EINVAL
    }
  }

  /// The system's words, such as "No space left on device".
  public var description: String {
    switch self {
    case .number, .notAFile(.folder): String(cString: strerror(code))
    case .notAFile(let kind): "it is a \(kind.rawValue) and no file"
    }
  }
}
