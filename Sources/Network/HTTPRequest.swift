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
