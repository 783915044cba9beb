import CNetwork
import System
import Timeline

/// One exchange with a server in progress. It belongs to the transport's thread.
final class Transfer {
  let ticket: HTTPTransport.Ticket
  private let handle: ConnectionHandle
  private let request: HTTPRequest
  private var headerList: UnsafeMutableRawPointer?
  /// The buffer from which libcurl reads the body.
  private let sent: UnsafeMutableBufferPointer<UInt8>
  private var lines = HeaderLines()
  private var body: [UInt8] = []

  var easy: UnsafeMutableRawPointer { handle.easy }

  /// - Throws: an obstacle found before anything is sent.
  init(_ request: HTTPRequest, ticket: HTTPTransport.Ticket) throws(HTTPFailure) {
    handle = try ConnectionHandle(request.address, isOutward: request.isOutward)
    guard request.headers.allSatisfy({ $0.isSendable }) else {
      throw HTTPFailure(.badRequest, "a header contains characters that are not allowed")
    }
    (self.request, self.ticket) = (request, ticket)
    sent = .allocate(capacity: request.body.count)
    _ = sent.initialize(from: request.body)
    setUp()
  }

  deinit {
    handle.end()
    network_list_free(headerList)
    sent.deallocate()
  }

  private func setUp() {
    let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    handle.set(.timeout, max(1, Int(request.timeout.microseconds / 1000)))
    handle.set(.encodings, "")
    handle.set(.userAgent, "storyline")
    // Without an empty `Expect`, a longer body would wait a second for "100 Continue".
    for line in request.headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
      headerList = network_list_add(headerList, line) ?? headerList
    }
    handle.set(.headers, headerList)
    switch request.method {
    case .get: handle.set(.httpGet, 1)
    case .post:
      handle.set(.post, 1)
      handle.set(.body, sent.baseAddress)
      _ = network_easy_set_size(easy, Curl.bodySize, Int64(sent.count))
    }
    handle.set(.sinkContext, this)
    handle.set(.headerContext, this)
    _ = network_easy_set_sink(easy, Curl.Sink.body.rawValue) { bytes, size, count, this in
      Transfer.of(this).receive(bytes, size * count)
    }
    _ = network_easy_set_sink(easy, Curl.Sink.header.rawValue) { bytes, size, count, this in
      Transfer.of(this).receiveHeader(bytes, size * count)
    }
  }

  private static func of(_ this: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(this!).takeUnretainedValue()
  }

  /// Adds bytes to the body. A return value other than the number of bytes ends the transfer.
  private func receive(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    guard body.count + count <= request.limit else { return stop() }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  private func receiveHeader(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    lines.append(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : stop()
  }

  /// Ends the transfer because it is too long; libcurl reports the error.
  private func stop() -> Int {
    body = []
    return -1
  }

  /// Returns the outcome.
  /// - Parameter code: libcurl's result, 0 for success.
  func result(_ code: Int32) -> Result<HTTPResponse, HTTPFailure> {
    if code == 0 {
      let status = network_easy_get_long(easy, Curl.status)
      return .success(HTTPResponse(status: status, headers: lines.headers, body: body))
    }
    return .failure(handle.failure(code))
  }
}
