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
