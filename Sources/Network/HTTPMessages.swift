import Timeline

/// A request to a server, with limits for its answer.
public struct HTTPRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  public var method: Method
  /// `https://…`, or `http://…` to this machine only; without a user name or password in it.
  public var address: String
  /// Names and values, without line ends or other control characters.
  public var headers: [HTTPHeader]
  /// The body that `post` sends.
  public var body: [UInt8]
  /// The maximum size of an answer's body in bytes, after decompression; a longer one fails.
  public var limit: Int
  /// The time limit of the whole exchange, however slowly bytes still arrive.
  public var timeout: Duration

  /// `true` if a server has named the address: then no connection is opened to this machine or its own network,
  /// wherever the name leads.
  public var isOutward: Bool

  /// The default limit of an answer's body: 8 MiB.
  public static let bodyLimit = 8 << 20
  /// The default time limit of an exchange.
  public static let timeout = Duration.seconds(30)

  public init(
    _ method: Method, _ address: String, headers: [HTTPHeader] = [], body: [UInt8] = [], limit: Int = bodyLimit,
    timeout: Duration = timeout, isOutward: Bool = false
  ) {
    self.isOutward = isOutward
    (self.method, self.address, self.headers, self.body) = (method, address, headers, body)
    (self.limit, self.timeout) = (limit, timeout)
  }
}

/// A server's answer.
public struct HTTPResponse: Hashable, Sendable {
  /// The status: 200 is success, 4… a refusal, 5… a failure of the server.
  public let status: Int
  /// The headers in the order of arrival; bytes that are not UTF-8 are replaced.
  public let headers: [HTTPHeader]
  public let body: [UInt8]

  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Returns the last value of a header. Upper and lower case in the name do not matter.
  public func header(_ name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A header line of a message.
public struct HTTPHeader: Hashable, Sendable {
  public let name: String
  public let value: String

  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// `true` if the header can be sent: a control character would begin another line.
  var isSendable: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

/// The headers of an answer while their lines arrive.
struct HeaderLines {
  private(set) var headers: [HTTPHeader] = []
  private var bytes = 0
  /// The maximum size of all lines in bytes: enough for any real server; a hostile one might never stop sending.
  static let limit = 256 << 10

  /// Adds a line.
  /// - Returns: `true` if there was room for it.
  mutating func append(_ line: some Collection<UInt8>) -> Bool {
    bytes += line.count
    guard bytes <= Self.limit else { return false }
    let text = String(decoding: line, as: UTF8.self)
    // The headers of an earlier answer, such as "100 Continue", do not belong to the last one.
    if text.hasPrefix("HTTP/") { headers = [] }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let value = text[text.utf8.index(after: colon)...]
    headers.append(HTTPHeader(String(text[..<colon]), value.trimmed))
    return true
  }
}

extension Substring {
  /// The text without surrounding spaces and line ends. A CR before an LF is one character with it.
  fileprivate var trimmed: String {
    let bytes = utf8.drop { $0 <= 0x20 }
    guard let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(Substring(bytes[...last]))
  }
}

extension HTTPResponse {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The time at which the server sent the answer, by the server's clock (RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37
  /// GMT`); `nil` if the header is missing.
  public var date: Instant? {
    let words = header("Date")?.split(separator: " ") ?? []
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = Self.months.firstIndex(of: String(words[2]))
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3 else { return nil }
    return CivilTime(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])?.instant()
  }
}

/// The reason why a request got no answer.
public struct HTTPFailure: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The system has no libcurl.
    case noLibrary
    /// The request is malformed (address or header), or would go unencrypted to another machine.
    case badRequest
    /// The name of the host is unknown.
    case unknownHost
    /// The name of the proxy is unknown.
    case unknownProxy
    /// The proxy does not answer, or rejects the request.
    case proxy
    /// A server has named a machine that is this one, or that lies in this machine's network.
    case inward
    /// The connection was refused.
    case refused
    /// The certificate is not the host's, has expired, or is not trusted.
    case certificate
    /// The root certificates are missing on this machine.
    case noCertificates
    /// No encryption could be agreed on.
    case encryption
    case timedOut
    /// The answer was longer than the limit.
    case tooLong
    /// The connection ended before the answer did.
    case cutOff
    /// The answer violates the rules of HTTP.
    case garbled
    case noMemory
    case other
  }

  public let reason: Reason
  /// libcurl's own message, in English and without guarantee.
  public let words: String
  /// `true` if the request may have reached the server and been carried out.
  public let mayHaveArrived: Bool

  public init(_ reason: Reason, _ words: String = "", mayHaveArrived: Bool = false) {
    (self.reason, self.words, self.mayHaveArrived) = (reason, words, mayHaveArrived)
  }
}

extension HTTPFailure.Reason {
  /// Creates the reason of one of libcurl's error numbers (curl.h).
  init(code: Int32) {
    self =
      switch code {
      case 1, 3: .badRequest
      case 5, 97: .unknownProxy
      case 6: .unknownHost
      case 7: .refused
      case 8, 61: .garbled
      case 16, 18, 52, 55, 56, 92: .cutOff
      case 23, 63, 100: .tooLong
      case 27: .noMemory
      case 28: .timedOut
      case 35: .encryption
      case 51, 58, 60, 83, 90, 91: .certificate
      case 77: .noCertificates
      default: .other
      }
  }
}
