/// The reason why bytes are not those of a WebSocket connection, or must not be read further.
public enum WebSocketFailure: Error, Hashable, Sendable {
  /// A reserved bit is set, though no extension was negotiated.
  case reservedBits
  case unknownKind(UInt8)
  /// A server has masked a frame, or a client has not.
  case wrongMask
  /// A control frame has more than 125 bytes.
  case longControlFrame
  /// A control frame is in several parts.
  case splitControlFrame
  /// A frame continues a message that no frame has begun.
  case nothingToContinue
  /// A message begins before the message before it has ended.
  case interruptedMessage
  /// A length uses more bytes than it needs, or its first bit is set.
  case badLength
  /// A message is longer than the limit.
  case tooLong
  /// A text is not UTF-8.
  case badText
  /// A close frame has one byte, or a code that no frame may contain.
  case badClose
  /// A frame follows the close frame.
  case afterClose

  /// The code with which the connection is closed.
  public var code: WebSocketCloseCode {
    switch self {
    case .badText: .invalidData
    case .tooLong: .tooLong
    default: .protocolError
    }
  }

  /// The failure in words.
  public var words: String {
    switch self {
    case .reservedBits: "a frame uses an extension that was not negotiated"
    case .unknownKind(let kind): "a frame has the unknown kind \(kind)"
    case .wrongMask: "a frame is masked in the wrong direction"
    case .longControlFrame: "a control frame is too long"
    case .splitControlFrame: "a control frame is fragmented"
    case .nothingToContinue: "a continuation frame has no message to continue"
    case .interruptedMessage: "a message begins inside another one"
    case .badLength: "a frame has an invalid length"
    case .tooLong: "a message is too long"
    case .badText: "a message is not valid UTF-8"
    case .badClose: "a close frame is invalid"
    case .afterClose: "a frame follows the close frame"
    }
  }
}
