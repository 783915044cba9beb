/// A request of HTTP/1.1, as a small server needs it (RFC 9112).
package struct IncomingRequest: Hashable, Sendable {
  package var method: String
  /// The path without its query, with escapes resolved.
  package var path: String
  /// The values of the query, by name; of several with one name the first counts.
  package var query: [String: String] = [:]
  /// The header fields, by names in lower case; of several with one name the first counts.
  package var fields: [String: String] = [:]
  package var body: [UInt8] = []
  /// `true` if the client expects the connection to stay open.
  package var keepsOpen = true

  package init(method: String, path: String) { (self.method, self.path) = (method, path) }
}

/// A reader of requests from a connection, whose bytes arrive in pieces and from anyone.
///
///     var reader = HTTPReader()
///     reader.append(Array("GET /board?key=7 HTTP/1.1\r\nHost: pi\r\n\r\n".utf8))
///     try reader.next()?.path        // "/board"
///
/// Only what a browser sends is accepted: a body has a `Content-Length`, once; header fields are not folded.
package struct HTTPReader: Sendable {
  /// The reason why a connection must end, with the status to end it with.
  package enum Problem: Error, Hashable {
    case malformed, headTooLarge, bodyTooLarge, unsupported

    package var status: Int {
      switch self {
      case .malformed: 400
      case .headTooLarge: 431
      case .bodyTooLarge: 413
      case .unsupported: 501
      }
    }
  }

  /// The maximum sizes in bytes of everything before the body, and of the body.
  package static let headLimit = 16 << 10
  package static let bodyLimit = 512 << 10

  private var bytes: [UInt8] = []
  /// The request whose body is still arriving, and the size of that body.
  private var pending: (request: IncomingRequest, size: Int)?

  package init() {}

  /// `true` in the middle of a request.
  package var isWithin: Bool { !bytes.isEmpty || pending != nil }

  package mutating func append(_ new: some Sequence<UInt8>) { bytes += new }

  /// Returns the next whole request; `nil` if it has not arrived yet.
  /// - Complexity: O(bytes that have arrived).
  package mutating func next() throws(Problem) -> IncomingRequest? {
    if pending == nil {
      guard let end = try headEnd() else { return nil }
      let head = bytes[..<end]
      pending = try Self.request(head)
      bytes.removeFirst(end + 4)
    }
    guard case (var request, let size)? = pending, bytes.count >= size else { return nil }
    request.body = Array(bytes[..<size])
    bytes.removeFirst(size)
    pending = nil
    return request
  }

  /// Returns where the head's last line ends; `nil` if it has not arrived yet.
  private func headEnd() throws(Problem) -> Int? {
    let limit = min(bytes.count, Self.headLimit)
    var place = 3
    while place < limit {
      if bytes[place] == 0x0A, bytes[place - 1] == 0x0D, bytes[place - 2] == 0x0A, bytes[place - 3] == 0x0D {
        return place - 3
      }
      place += 1
    }
    if bytes.count >= Self.headLimit { throw .headTooLarge }
    return nil
  }

  private static func request(_ head: ArraySlice<UInt8>) throws(Problem) -> (request: IncomingRequest, size: Int) {
    var lines = head.split(separator: 0x0D, omittingEmptySubsequences: false)
    for index in lines.indices.dropFirst() {
      guard lines[index].first == 0x0A else { throw .malformed }
      lines[index].removeFirst()
    }
    guard lines.allSatisfy({ line in line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }) else {
      throw .malformed
    }
    let first = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
    guard first.count == 3, let method = token(first[0]), first[1].first == UInt8(ascii: "/") else { throw .malformed }
    let version = String(decoding: first[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw version.hasPrefix("HTTP/") ? .unsupported : .malformed
    }
    let parts = first[1].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = text(parts[0], plusIsSpace: false) else { throw .malformed }
    var request = IncomingRequest(method: method, path: path)
    if parts.count > 1 { request.query = query(parts[1]) }
    var sizes: [String] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let name = token(line[..<colon]) else {
        throw .malformed
      }
      let value = trimmed(line[(colon + 1)...])
      if name.lowercased() == "content-length" { sizes.append(value) }
      if request.fields[name.lowercased()] == nil { request.fields[name.lowercased()] = value }
    }
    // Bodies in pieces, and two sizes, are how requests are smuggled past a proxy.
    if request.fields["transfer-encoding"] != nil { throw .unsupported }
    guard sizes.count < 2, version == "HTTP/1.0" || request.fields["host"] != nil else { throw .malformed }
    var size = 0
    if let words = sizes.first {
      guard !words.isEmpty, words.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
      guard let number = Int(words), number <= bodyLimit else { throw .bodyTooLarge }
      size = number
    }
    let connection = request.fields["connection"]?.lowercased()
    request.keepsOpen = version == "HTTP/1.1" ? connection != "close" : connection == "keep-alive"
    return (request, size)
  }

  /// Returns a token, such as a method or a field's name; `nil` if it contains anything else.
  private static func token(_ bytes: ArraySlice<UInt8>) -> String? {
    let isToken = bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    return isToken && !bytes.isEmpty ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func query(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var query: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = text(parts[0], plusIsSpace: true) else { continue }
      let value = parts.count > 1 ? text(parts[1], plusIsSpace: true) : ""
      if query[name] == nil { query[name] = value }
    }
    return query
  }

  /// Returns a text with its escapes resolved; `nil` for a broken escape, or for bytes that are no UTF-8.
  private static func text(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, let high = digit(rest[rest.startIndex]), let low = digit(rest[rest.startIndex + 1])
        else {
          return nil
        }
        result.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
