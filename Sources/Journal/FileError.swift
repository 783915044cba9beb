import System

/// Why an operation on a file failed: what the system says, the operation and the path.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Operation: String, Hashable, Sendable {
    case open, read, write, rename, remove, list, lock
    case truncate = "shorten"
    case sync = "make durable"
    case makeFolder = "make the folder"
    case status = "look at"
  }

  public let cause: SystemError
  public let operation: Operation
  public let path: String

  public init(_ cause: SystemError, operation: Operation, path: String) {
    self.cause = cause
    self.operation = operation
    self.path = path
  }

  public init(code: Int32, operation: Operation, path: String) {
    self.init(.number(code), operation: operation, path: path)
  }

  /// The system's `errno`.
  public var code: Int32 { cause.code }

  public var description: String { "cannot \(operation.rawValue) \(path): \(cause)" }
}
