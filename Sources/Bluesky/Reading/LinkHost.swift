/// The machine to which a link leads, so that nobody is led elsewhere than its text says.
public enum LinkHost {
  /// The host of an address of the web, in lower case and in ASCII, without name, password and port.
  /// - Returns: `nil` for an address of any other kind: `javascript:`, `file:`, no host at all.
  public static func of(_ uri: String) -> String? {
    let lower = uri.lowercased()
    guard let start = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
    // Browsers take `\` for `/`.
    var authority = lower.dropFirst(start.count).prefix { !"/?#\\".contains($0) }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    // The port stands behind the brackets of IPv6, whose colons are its own.
    let numbers = authority.first == "[" ? authority.firstIndex(of: "]") : nil
    if let colon = authority[(numbers ?? authority.startIndex)...].firstIndex(of: ":") {
      authority = authority[..<colon]
    }
    let name = authority.split(separator: ".", omittingEmptySubsequences: false).map { Punycode.label(String($0)) }
      .joined(separator: ".")
    return name.isEmpty || name.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) ? nil : name
  }

  /// The host to say beside a link whose text does not begin with it; `nil` where the text says where it leads.
  /// - Parameter text: what is seen of the link.
  public static func unsaid(_ uri: String, in text: String) -> String? {
    guard let host = of(uri) else { return nil }
    var shown = text.lowercased()[...]
    if let start = ["https://", "http://"].first(where: shown.hasPrefix) { shown = shown.dropFirst(start.count) }
    let name = shown.prefix { !"/?#:".contains($0) }
    return name == host || "www." + name == host ? nil : host
  }
}
