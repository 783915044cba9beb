/// Why the system, or this module in its place, refused.
public enum SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's `errno`.
  case number(Int32)
  /// A folder, pipe, socket or device where a file with content is needed.
  case notAFile(FileStatus.Kind)
  /// Somebody else still holds the lock; who, where the system tells.
  case locked(by: String?)

  /// What the last call that failed on this thread left in `errno`.
  public static var last: SystemError { .number(errno) }

  /// The `errno` that says it best.
  public var code: Int32 {
    switch self {
    case .number(let number): number
    case .notAFile(.folder): EISDIR
    case .notAFile: EINVAL
    case .locked: EWOULDBLOCK
    }
  }

  /// `true` if the file system has no such locks, rather than that somebody holds one.
  public var meansNoLocks: Bool {
    switch self {
    case .number(ENOSYS), .number(ENOLCK), .number(EOPNOTSUPP), .number(ENOTSUP): true
    default: false
    }
  }

  /// The system's words, such as "No space left on device".
  public var description: String {
    switch self {
    case .number, .notAFile(.folder): String(cString: strerror(code))
    case .notAFile(let kind): "it is a \(kind.rawValue) and no file"
    case .locked(let holder): holder.map { "\($0) holds it" } ?? "another program holds it"
    }
  }
}
