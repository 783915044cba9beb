import JSON

/// The reason why a request of an editor is refused.
struct RPCError: Error {
  let code: Int64
  let message: String

  static let notInitialized = RPCError(code: -32002, message: "the server is not initialized")
  static func invalid(_ message: String) -> RPCError { RPCError(code: -32602, message: message) }
  static func failed(_ message: String) -> RPCError { RPCError(code: -32803, message: message) }
}

/// A message of JSON-RPC 2.0 from an editor.
enum RPCMessage {
  case request(id: JSON, method: String, parameters: JSON)
  case notification(method: String, parameters: JSON)
  /// An answer to a request of the server; the server makes none.
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
  static func notification(_ method: String, _ parameters: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }
}

/// The path of a `file:` address, and back.
enum FileAddress {
  /// Returns the path of an address, or the address itself if it is not of a local file.
  static func path(of address: String) -> String {
    let lowered = address.lowercased()
    guard lowered.hasPrefix("file://") else { return address }
    var rest = Array(address.utf8.dropFirst("file://".utf8.count))
    if lowered.hasPrefix("file://localhost/") { rest.removeFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return address }
    var bytes: [UInt8] = []
    var index = 0
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let byte = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16), byte != 0
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func address(of path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      let isPlain =
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
        || "-._~/".utf8.contains(byte)
      bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
