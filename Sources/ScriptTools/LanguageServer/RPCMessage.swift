import JSON
import ShellCore

/// The reason why a request of an editor is refused.
struct RPCError: Error {
  let code: Int64
  let message: String

  static let notInitialized = RPCError(code: -32002, message: "the server is not initialized")
  static let cancelled = RPCError(code: -32800, message: "the request was cancelled")
  static func invalid(_ message: String) -> RPCError { RPCError(code: -32602, message: message) }
  static func failed(_ message: String) -> RPCError { RPCError(code: -32803, message: message) }
}

/// A message of JSON-RPC 2.0 from an editor.
enum RPCMessage {
  case request(id: JSON, method: String, parameters: JSON)
  case notification(method: String, parameters: JSON)
  /// An answer to a request of the server, which expects none: an edit is applied or not.
  case response
  case invalid(id: JSON)

  init(_ message: JSON) {
    guard case .object = message else {
      self = .invalid(id: .null)
      return
    }
    let id = message["id"]
    let isID =
      switch id {
      case .integer, .number, .string: true
      default: false
      }
    guard let method = message["method"]?.stringValue else {
      let isResponse = message["method"] == nil && (message["result"] != nil || message["error"] != nil)
      self = isResponse ? .response : .invalid(id: isID ? id ?? .null : .null)
      return
    }
    let parameters = message["params"] ?? .null
    switch id {
    case nil: self = .notification(method: method, parameters: parameters)
    case let id? where isID: self = .request(id: id, method: method, parameters: parameters)
    default: self = .invalid(id: .null)
    }
  }

  static func result(_ id: JSON, _ value: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": value] }
  static func failure(_ id: JSON, _ error: RPCError) -> JSON {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .integer(error.code), "message": .string(error.message)]]
  }
  static func request(_ id: JSON, _ method: String, _ parameters: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters]
  }
  static func notification(_ method: String, _ parameters: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }
}

/// The means by which an editor's `$/cancelRequest` reaches a request that is being answered.
public protocol RequestCancellation: AnyObject {
  /// Called before a request is answered.
  func begin(_ id: JSON)
  /// `true` once the editor has cancelled the request.
  var isRequested: Bool { get }
  func end()
}
