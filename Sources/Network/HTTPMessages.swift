import Timeline

/// What is asked of a server, and how much of an answer is taken.
public struct HTTPRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  public var method: Method
  /// `https://…`, or `http://…` to this machine alone; without a name or password in it.
  public var address: String
  /// Names and values, without line ends or other control characters.
  public var headers: [HTTPHeader]
  /// What `post` sends.
  public var body: [UInt8]
  /// The most bytes of an answer's body, after decompression, that are taken; a longer one fails.
  public var limit: Int
  /// How long the whole exchange may take, however much still trickles in.
  public var patience: Duration

  /// `true` if a server has named the address: then no connection is opened to this machine or its own network, whatever the
  /// name leads to.
  public var isOutward: Bool

  /// The most that an answer may have unless its request says less: 8 MiB.
  public static let bodyLimit = 8 << 20
  /// The longest exchange unless its request says otherwise.
  public static let patience = Duration.seconds(30)

  public init(
    _ method: Method, _ address: String, headers: [HTTPHeader] = [], body: [UInt8] = [], limit: Int = bodyLimit,
    patience: Duration = patience, isOutward: Bool = false
  ) {
    self.isOutward = isOutward
    (self.method, self.address, self.headers, self.body) = (method, address, headers, body)
    (self.limit, self.patience) = (limit, patience)
  }
}

/// What a server answered.
public struct HTTPResponse: Hashable, Sendable {
  /// 200 is done, 4… is refused, 5… is the server's own trouble.
  public let status: Int
  /// In the order in which they came; bytes that are no UTF-8 are replaced.
  public let headers: [HTTPHeader]
  public let body: [UInt8]

  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The last value of a header, whose name is compared without case.
  public func header(_ name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// One line of what stands before a body.
public struct HTTPHeader: Hashable, Sendable {
  public let name: String
  public let value: String

  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// Whether it can be sent: a control character would begin another line.
  var isSendable: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

/// The headers of an answer while their lines come in.
struct HeaderLines {
  private(set) var headers: [HTTPHeader] = []
  private var bytes = 0
  /// Enough for each server there is; a hostile one sends without end.
  static let limit = 256 << 10

  /// Takes a line.
  /// - Returns: whether there is room for it.
  mutating func take(_ line: some Collection<UInt8>) -> Bool {
    bytes += line.count
    guard bytes <= Self.limit else { return false }
    let text = String(decoding: line, as: UTF8.self)
    // The headers of an answer that comes first, such as "100 Continue", are not those of the last.
    if text.hasPrefix("HTTP/") { headers = [] }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let value = text[text.utf8.index(after: colon)...]
    headers.append(HTTPHeader(String(text[..<colon]), value.trimmed))
    return true
  }
}

extension Substring {
  /// Without blanks and line ends around it. A CR before an LF is one character with it.
  fileprivate var trimmed: String {
    let bytes = utf8.drop { $0 <= 0x20 }
    guard let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(Substring(bytes[...last]))
  }
}

extension HTTPResponse {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// When the server sent it, by the server's own clock (RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`); `nil` where it
  /// does not say so.
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

/// Why there is no answer.
public struct HTTPFailure: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The system has no libcurl.
    case noLibrary
    /// The request itself cannot be sent: the address or a header is none, or it would go unencrypted to another machine.
    case badRequest
    /// No machine has that name.
    case unknownHost
    /// No machine has the proxy's name.
    case unknownProxy
    /// The proxy does not answer, or does not let the request through.
    case proxy
    /// A server has named a machine that is this one, or lies in its own network.
    case inward
    /// Nobody takes the connection there.
    case refused
    /// The certificate is not that host's, has expired, or nobody vouches for it.
    case certificate
    /// The certificates by which others are known are missing on this machine.
    case noCertificates
    /// The encryption could not be agreed on.
    case encryption
    case timedOut
    /// The answer was longer than was to be taken.
    case tooLong
    /// The connection ended before the answer did.
    case cutOff
    /// What came is no answer by the rules of HTTP.
    case garbled
    case noMemory
    case other
  }

  public let reason: Reason
  /// libcurl's own words, in English and without a promise.
  public let words: String
  /// Whether the request may have reached the server, which then may have done what it was asked.
  public let mayHaveArrived: Bool

  public init(_ reason: Reason, _ words: String = "", mayHaveArrived: Bool = false) {
    (self.reason, self.words, self.mayHaveArrived) = (reason, words, mayHaveArrived)
  }
}

extension HTTPFailure.Reason {
  /// By libcurl's number for an error (curl.h).
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
