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
