import ShellCore

/// Splits a stream of bytes into the messages of the Language Server Protocol: `Content-Length: N`, an empty line, N
/// bytes. Messages may arrive in any pieces.
public struct MessageFrames {
  public enum Frame: Equatable {
    case content([UInt8])
    /// Headers without a valid length: they are skipped, and reading continues after them.
    case broken(String)
  }

  /// The maximum length of a message in bytes; longer messages are skipped.
  public static let contentLimit = 64 << 20
  /// The maximum length of the headers in bytes.
  static let headerLimit = 8 << 10

  private var bytes: [UInt8] = []
  private var start = 0
  /// The length of the message whose headers were read.
  private var length: Int?
  /// The bytes of a message that is too long and is skipped.
  private var skipped = 0

  public init() {}

  public mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Returns the next complete message; `nil` if more bytes are needed.
  public mutating func next() -> Frame? {
    while true {
      if skipped > 0 {
        let count = min(skipped, bytes.count - start)
        (start, skipped) = (start + count, skipped - count)
        if skipped > 0 { return nil }
      }
      if let length {
        guard bytes.count - start >= length else { return nil }
        let content = Array(bytes[start..<start + length])
        start += length
        self.length = nil
        return .content(content)
      }
      guard let (headers, end) = headers() else {
        guard bytes.count - start > Self.headerLimit else { return nil }
        start = bytes.count
        return .broken("the headers are longer than \(Self.headerLimit) bytes")
      }
      start = end
      switch Self.length(in: headers) {
      case nil: return .broken("the headers have no valid Content-Length")
      case let length? where length > Self.contentLimit:
        skipped = length
        return .broken("the message is longer than \(Self.contentLimit) bytes")
      case let length?: self.length = length
      }
    }
  }

  /// Returns the header lines and the offset after the empty line.
  private func headers() -> (text: String, end: Int)? {
    var index = start
    let limit = min(bytes.count, start + Self.headerLimit + 4)
    while index + 3 < limit {
      if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 3] == 0x0A {
        return (String(decoding: bytes[start..<index], as: UTF8.self), index + 4)
      }
      index += 1
    }
    return nil
  }

  private static func length(in headers: String) -> Int? {
    var found: Int?
    for line in headers.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].drop { $0 == " " }
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(digits),
        found == nil || found == length
      else { return nil }
      found = length
    }
    return found
  }

  /// Returns a message with its headers.
  public static func framed(_ content: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
