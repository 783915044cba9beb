/// A link as the official client shows it: its host and a short path, without the scheme.
///
/// Source: `toShortUrl` of social-app, which reads the address by the URL Standard (WHATWG).
enum ShortLink {
  /// The longest path in bytes that is shown whole; `shownPath` characters of a longer one are shown, then three
  /// dots.
  static let pathLimit = 15
  static let shownPath = 13

  /// - Parameter written: the link as written in a text; only a link with `http://` or `https://` is shortened.
  /// - Complexity: O(length).
  static func text(of written: String) -> String {
    guard let (scheme, rest) = split(written) else { return written }
    let end = rest.firstIndex { "/?#\\".unicodeScalars.contains($0) } ?? rest.endIndex
    let host = host(rest[..<end], scheme)
    if host.isEmpty { return written }
    let path = path(rest[end...])
    return host + (path.utf8.count > pathLimit ? path.prefix(shownPath) + "..." : path)
  }

  private static func split(_ written: String) -> (scheme: String, rest: Substring.UnicodeScalarView)? {
    for scheme in ["http", "https"] {
      let start = scheme + "://"
      if written.prefix(start.count).lowercased() == start {
        return (scheme, written.dropFirst(start.count).unicodeScalars)
      }
    }
    return nil
  }

  /// Returns the host without user name, password and default port. Each label is in ASCII, so that a name imitating
  /// another one is recognizable.
  private static func host(_ authority: Substring.UnicodeScalarView, _ scheme: String) -> String {
    var host = Substring(authority).lowercased()
    if let at = host.lastIndex(of: "@") { host.removeSubrange(...at) }
    let port = scheme == "http" ? ":80" : ":443"
    if host.hasSuffix(port) { host.removeLast(port.count) }
    return host.split(separator: ".", omittingEmptySubsequences: false).map { Punycode.label(String($0)) }
      .joined(separator: ".")
  }

  private static func path(_ rest: Substring.UnicodeScalarView) -> String {
    var (made, part) = ("", Part.path)
    for scalar in rest {
      let before = part
      if scalar == "#", part != .fragment { part = .fragment } else if scalar == "?", part == .path { part = .query }
      // A path that consists only of its slash is not shown.
      if before == .path, part != .path, made == "/" { made = "" }
      if part == .path, scalar == "\\" { made += "/" } else { made += part.encoded(scalar) }
    }
    return made == "/" ? "" : made
  }

  /// The parts of an address, which differ in the characters that are percent-encoded.
  private enum Part {
    case path, query, fragment

    func encoded(_ scalar: Unicode.Scalar) -> String {
      let hidden: String =
        switch self {
        case .path: " \"<>`{}"
        case .query: " \"<>'"
        case .fragment: " \"<>`"
        }
      if scalar.value > 0x20, scalar.value < 0x7F, !hidden.unicodeScalars.contains(scalar) { return String(scalar) }
      return String(scalar).utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16, uppercase: true) }.joined()
    }
  }
}
