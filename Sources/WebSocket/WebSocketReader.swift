/// A complete message or a control frame from the other side of a connection.
public enum WebSocketInput: Hashable, Sendable {
  /// Valid UTF-8.
  case text([UInt8])
  case binary([UInt8])
  case ping([UInt8])
  case pong([UInt8])
  /// The end of the connection: `code` is `nil` if the other side gives no reason. The text is untrusted.
  case close(WebSocketCloseCode?, [UInt8])
}

/// A reader of the frames of a connection, whose bytes may arrive in pieces of any size.
///
///     var reader = WebSocketReader(limit: 1 << 20)
///     reader.append(bytes)
///     while let input = try reader.next() { … }
///
/// It stops at the first failure: the connection must be closed with the failure's code. It holds at most a message of
/// the maximum size and the appended bytes that have not been read.
public struct WebSocketReader: Sendable {
  /// The side that reads.
  public enum Side: Sendable {
    case client, server
  }

  private let side: Side
  private let limit: Int
  private var buffer: [UInt8] = []
  /// The position of the next byte in `buffer`.
  private var start = 0
  /// The message whose frames are arriving; `nil` between messages.
  private var message: Message?
  private var failure: WebSocketFailure?
  private var isClosed = false

  private struct Message: Sendable {
    let isText: Bool
    var bytes: [UInt8]
    var check = TextCheck()
  }

  /// The first bytes of a frame.
  private struct FrameHeader {
    let kind: WebSocketFrame.Kind
    let isFinal: Bool
    let length: Int
    let mask: [UInt8]?
    /// The number of bytes of the head itself.
    let size: Int
  }

  /// - Parameters:
  ///   - side: the side that reads: a server's frames have no mask, a client's must have one.
  ///   - limit: the maximum length of a message in bytes.
  public init(_ side: Side = .client, limit: Int) { (self.side, self.limit) = (side, limit) }

  /// Appends bytes that have arrived.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 1 << 16 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The number of bytes that were appended and not read yet.
  public var waiting: Int { buffer.count - start }

  /// Returns the next message or control frame; `nil` if its bytes have not all arrived.
  /// - Throws: the failure, again at each call.
  public mutating func next() throws(WebSocketFailure) -> WebSocketInput? {
    if let failure { throw failure }
    do throws(WebSocketFailure) {
      while let head = try head() {
        if isClosed { throw .afterClose }
        guard buffer.count - start >= head.size + head.length else { return nil }
        let payload = consume(head)
        if let input = try receive(head, payload) { return input }
      }
      return nil
    } catch {
      (failure, buffer, start, message) = (error, [], 0, nil)
      throw error
    }
  }

  /// Reads the head of the next frame; `nil` if it has not all arrived. A frame that is too long is refused before its
  /// payload arrives.
  private func head() throws(WebSocketFailure) -> FrameHeader? {
    let there = buffer.count - start
    guard there >= 2 else { return nil }
    let (first, second) = (buffer[start], buffer[start + 1])
    guard first & 0x70 == 0 else { throw .reservedBits }
    guard let kind = WebSocketFrame.Kind(rawValue: first & 0x0F) else { throw .unknownKind(first & 0x0F) }
    let (isFinal, isMasked) = (first & 0x80 != 0, second & 0x80 != 0)
    guard isMasked == (side == .server) else { throw .wrongMask }
    let short = Int(second & 0x7F)
    if kind.isControl {
      guard isFinal else { throw .splitControlFrame }
      guard short <= WebSocketFrame.controlLimit else { throw .longControlFrame }
    }
    let extra = short == 127 ? 8 : short == 126 ? 2 : 0
    guard there >= 2 + extra else { return nil }
    var length = UInt64(short)
    if extra > 0 {
      length = buffer[(start + 2)..<(start + 2 + extra)].reduce(0) { $0 << 8 | UInt64($1) }
      guard length >= (extra == 2 ? 126 : 0x1_0000), length >> 63 == 0 else { throw .badLength }
    }
    guard kind.isControl || length <= UInt64(limit - (message?.bytes.count ?? 0)) else { throw .tooLong }
    let size = 2 + extra + (isMasked ? 4 : 0)
    guard there >= size else { return nil }
    return FrameHeader(
      kind: kind, isFinal: isFinal, length: Int(length),
      mask: isMasked ? Array(buffer[(start + size - 4)..<(start + size)]) : nil, size: size)
  }

  /// Removes the next frame from the buffer, and returns its payload without the mask.
  private mutating func consume(_ head: FrameHeader) -> [UInt8] {
    let place = start + head.size
    var payload = Array(buffer[place..<(place + head.length)])
    start = place + head.length
    if let mask = head.mask { for index in payload.indices { payload[index] ^= mask[index & 3] } }
    return payload
  }

  private mutating func receive(_ head: FrameHeader, _ payload: [UInt8]) throws(WebSocketFailure) -> WebSocketInput? {
    switch head.kind {
    case .ping: return .ping(payload)
    case .pong: return .pong(payload)
    case .close:
      let input = try Self.close(payload)
      isClosed = true
      return input
    case .text, .binary:
      guard message == nil else { throw .interruptedMessage }
      message = Message(isText: head.kind == .text, bytes: [])
    case .continuation: guard message != nil else { throw .nothingToContinue }
    }
    guard var whole = message else { return nil }
    message = nil
    if whole.isText { guard whole.check.append(payload) else { throw .badText } }
    if whole.bytes.isEmpty { whole.bytes = payload } else { whole.bytes += payload }
    guard head.isFinal else {
      message = whole
      return nil
    }
    guard whole.isText else { return .binary(whole.bytes) }
    guard whole.check.isWhole else { throw .badText }
    return .text(whole.bytes)
  }

  private static func close(_ payload: [UInt8]) throws(WebSocketFailure) -> WebSocketInput {
    if payload.isEmpty { return .close(nil, []) }
    guard payload.count >= 2, let code = WebSocketCloseCode(UInt16(payload[0]) << 8 | UInt16(payload[1])) else {
      throw .badClose
    }
    let reason = Array(payload[2...])
    var check = TextCheck()
    guard check.append(reason), check.isWhole else { throw .badText }
    return .close(code, reason)
  }
}
