// Frames of a WebSocket connection, and answers to its handshake.
//
// The first byte says which side reads and how long the pieces are in which the other bytes arrive. Whatever they are,
// nothing crashes, the pieces make no difference, a text is UTF-8, no message is longer than the limit, and what was
// read is read again after it was written.

@testable import WebSocket

private let limit = 500

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebSocket(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let (side, length): (WebSocketReader.Side, Int) = (first & 1 == 0 ? .client : .server, Int(first >> 1) + 1)
  let rest = Array(bytes.dropFirst())
  let (whole, pieces) = (read(rest, side, inPiecesOf: max(1, rest.count)), read(rest, side, inPiecesOf: length))
  precondition(whole.inputs == pieces.inputs && whole.failure == pieces.failure, "pieces make a difference")
  for input in whole.inputs { check(input) }
  checkHandshake(rest, inPiecesOf: length)
  return 0
}

private func read(
  _ bytes: [UInt8], _ side: WebSocketReader.Side, inPiecesOf length: Int
) -> (inputs: [WebSocketInput], failure: WebSocketFailure?) {
  var reader = WebSocketReader(side, limit: limit)
  var inputs: [WebSocketInput] = []
  var rest = bytes[...]
  do throws(WebSocketFailure) {
    while !rest.isEmpty {
      reader.append(rest.prefix(length))
      rest = rest.dropFirst(length)
      while let input = try reader.next() { inputs.append(input) }
    }
  } catch { return (inputs, error) }
  return (inputs, nil)
}

private func check(_ input: WebSocketInput) {
  let frame: WebSocketFrame
  switch input {
  case .text(let bytes):
    precondition(String(validating: bytes, as: UTF8.self) != nil, "a text that is not UTF-8")
    frame = WebSocketFrame(.text, bytes)
  case .binary(let bytes): frame = WebSocketFrame(.binary, bytes)
  case .ping(let bytes): frame = WebSocketFrame(.ping, bytes)
  case .pong(let bytes): frame = WebSocketFrame(.pong, bytes)
  case .close(let code, let reason):
    let number = code.map { [UInt8($0.number >> 8), UInt8($0.number & 0xFF)] } ?? []
    frame = WebSocketFrame(.close, number + reason)
  }
  precondition(frame.payload.count <= limit, "a message over the limit")
  for mask in [nil, 0x89AB_CDEF as UInt32?] {
    let again = read(frame.encoded(mask: mask), mask == nil ? .client : .server, inPiecesOf: 3)
    precondition(again.inputs == [input] && again.failure == nil, "written and read differs")
  }
}

private func checkHandshake(_ bytes: [UInt8], inPiecesOf length: Int) {
  func receive(_ length: Int) -> (isOpen: Bool, problem: WebSocketHandshake.Problem?) {
    var handshake = WebSocketHandshake(key: Array("the sample nonce".utf8))
    var rest = bytes[...]
    do throws(WebSocketHandshake.Problem) {
      while !rest.isEmpty {
        if try handshake.receive(rest.prefix(length)) { return (true, nil) }
        rest = rest.dropFirst(length)
      }
    } catch { return (false, error) }
    return (false, nil)
  }
  let (whole, pieces) = (receive(max(1, bytes.count)), receive(length))
  precondition(whole == pieces, "pieces of a handshake make a difference")
}
