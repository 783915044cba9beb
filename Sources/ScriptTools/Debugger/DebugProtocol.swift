import JSON
import ShellCore

/// The connection of a debug adapter to the editor.
public protocol DebugTransport: AnyObject {
  /// Returns the next message of the editor.
  /// - Parameter waits: `false` to return `nothing` if none has arrived.
  func next(waits: Bool) -> DebugInput
  func send(_ message: JSON)
}

/// The next thing that a connection delivers.
public enum DebugInput {
  case message(JSON)
  /// Bytes that are not a message, and the reason.
  case broken(String)
  case nothing
  case closed
}

/// A request of the Debug Adapter Protocol.
struct DebugRequest {
  let number: Int64
  let command: String
  let arguments: JSON

  /// Returns `nil` for a message that is not a request.
  init?(_ message: JSON) {
    guard message["type"]?.stringValue == "request", let number = message["seq"]?.integerValue,
      let command = message["command"]?.stringValue
    else { return nil }
    (self.number, self.command, arguments) = (number, command, message["arguments"] ?? .null)
  }
}

/// The reason why a request is refused.
struct DebugRefusal: Error {
  let message: String

  static let notHeld = DebugRefusal(message: "the script is running: pause it first")
  static let notLaunched = DebugRefusal(message: "no script has been launched: send 'launch' first")
}

extension JSON {
  /// The whole number, if it fits; anything else is `nil`.
  var smallInteger: Int? { integerValue.flatMap { Int(exactly: $0) }.flatMap { abs($0) < 1 << 31 ? $0 : nil } }
}
