/// Names and numbers of machines.
public enum HostName {
  /// Whether a host is the machine itself: `localhost`, names below it, 127.0.0.0/8 and `::1` (RFC 6761, RFC 1122).
  /// - Parameter host: as an address has it, IPv6 in brackets.
  public static func isLoopback(_ host: String) -> Bool {
    var host = host.lowercased()
    // A name may be written with its root.
    if host.hasSuffix("."), host.contains(where: \.isLetter) { host.removeLast() }
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
