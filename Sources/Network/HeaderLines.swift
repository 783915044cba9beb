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
