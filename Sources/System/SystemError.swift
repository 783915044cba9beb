/// The reason why a call to the system or to this module failed.
public enum SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's `errno`.
  case number(Int32)
  /// A folder, pipe, socket or device instead of a file with content.
  case notAFile(FileStatus.Kind)
  /// Another program still holds the lock; its name, if the system reports it.
  case locked(by: String?)

  /// The `errno` of the last failed call on this thread.
  public static var last: SystemError { .number(errno) }

  /// The `errno` that fits best.
  public var code: Int32 {
    switch self {
    case .number(let number): number
    case .notAFile(.folder): EISDIR
    case .notAFile: EINVAL
    case .locked: EWOULDBLOCK
    }
  }

  /// `true` if the file system does not support locks; `false` if another program holds one. Some network file systems
  /// report an invalid argument instead.
  public var meansNoLocks: Bool {
    switch self {
    case .number(ENOSYS), .number(ENOLCK), .number(EOPNOTSUPP), .number(ENOTSUP), .number(EINVAL): true
    default: false
    }
  }

  /// The system's message, such as "No space left on device".
  public var description: String {
    switch self {
    case .number, .notAFile(.folder): String(cString: strerror(code))
    case .notAFile(let kind): "it is a \(kind.rawValue), not a file"
    case .locked(let holder): holder.map { "\($0) has locked it" } ?? "another program has locked it"
    }
  }
}
