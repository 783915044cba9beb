// Requests to the server of a class.
//
// The first byte says how long the pieces are in which the other bytes arrive. Whatever they are, nothing crashes, the
// pieces make no difference, and no request is larger than the limits.

@testable import Classroom

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  let whole = read(rest, inPiecesOf: max(1, rest.count))
  let pieces = read(rest, inPiecesOf: Int(first) + 1)
  precondition(whole.requests == pieces.requests && whole.problem == pieces.problem, "pieces make a difference")
  for request in whole.requests {
    precondition(request.path.hasPrefix("/"), "a path that is none")
    precondition(request.body.count <= HTTPReader.bodyLimit, "a body over the limit")
    precondition(!request.method.isEmpty && !request.method.contains(" "), "a method that is none")
    precondition(request.fields.keys.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty }, "a field's name")
  }
  return 0
}

private func read(
  _ bytes: [UInt8], inPiecesOf length: Int
) -> (requests: [IncomingRequest], problem: HTTPReader.Problem?) {
  var reader = HTTPReader()
  var requests: [IncomingRequest] = []
  var rest = bytes[...]
  do throws(HTTPReader.Problem) {
    while !rest.isEmpty {
      reader.append(rest.prefix(length))
      rest = rest.dropFirst(length)
      while let request = try reader.next() { requests.append(request) }
    }
  } catch { return (requests, error) }
  return (requests, nil)
}
