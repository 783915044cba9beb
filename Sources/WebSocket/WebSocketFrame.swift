/// A frame of a WebSocket connection.
///
/// Source: RFC 6455, 5.2.
public struct WebSocketFrame: Hashable, Sendable {
  /// The meaning of a frame, by its opcode.
  public enum Kind: UInt8, Hashable, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// `true` for a frame about the connection, which may come between the frames of a message.
    public var isControl: Bool { rawValue >= 8 }
  }

  public let kind: Kind
  /// `true` if this is the last frame of its message.
  public let isFinal: Bool
  /// The payload without its mask.
  public let payload: [UInt8]

  /// The maximum length of a control frame's payload.
  public static let controlLimit = 125

  public init(_ kind: Kind, _ payload: [UInt8] = [], isFinal: Bool = true) {
    (self.kind, self.payload, self.isFinal) = (kind, payload, isFinal)
  }

  /// Creates the frame that closes a connection.
  public static func closing(_ code: WebSocketCloseCode) -> WebSocketFrame {
    WebSocketFrame(.close, [UInt8(code.number >> 8), UInt8(code.number & 0xFF)])
  }

  /// Returns the bytes of the frame.
  /// - Parameter mask: the mask that a client must use, random and new for each frame; `nil` for a server's frame.
  public func encoded(mask: UInt32?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 14)
    bytes.append((isFinal ? 0x80 : 0) | kind.rawValue)
    let isMasked: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: bytes.append(isMasked | UInt8(payload.count))
    case ..<0x1_0000:
      bytes += [isMasked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(isMasked | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: UInt64(payload.count) >> UInt64(shift)))
      }
    }
    guard let mask else { return bytes + payload }
    let key = Self.bytes(of: mask)
    bytes += key
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ key[index & 3]) }
    return bytes
  }

  static func bytes(of mask: UInt32) -> [UInt8] {
    [UInt8(mask >> 24), UInt8(mask >> 16 & 0xFF), UInt8(mask >> 8 & 0xFF), UInt8(mask & 0xFF)]
  }
}

/// The reason why a connection is closed.
///
/// Source: RFC 6455, 7.4, and IANA's registry of close codes.
public struct WebSocketCloseCode: Hashable, Sendable {
  public let number: UInt16

  public static let normal = WebSocketCloseCode(checked: 1000)
  public static let goingAway = WebSocketCloseCode(checked: 1001)
  public static let protocolError = WebSocketCloseCode(checked: 1002)
  public static let invalidData = WebSocketCloseCode(checked: 1007)
  public static let tooLong = WebSocketCloseCode(checked: 1009)

  private init(checked number: UInt16) { self.number = number }

  /// - Returns: `nil` for a number that no frame may contain: those for the program's own use, such as 1006, and those
  ///   that are not assigned.
  public init?(_ number: UInt16) {
    switch number {
    case 1000...1003, 1007...1014, 3000...4999: self.number = number
    default: return nil
    }
  }
}
