/// Checks of machines' addresses, by the bytes that the system found for a name.
enum MachineAddress {
  /// Returns `true` for a publicly reachable machine; `false` for this machine, its own network, multicast groups and
  /// unassigned addresses (IANA's registries of special-purpose addresses), also if they are embedded in IPv6.
  /// - Parameter bytes: 4 bytes of IPv4 or 16 of IPv6.
  static func isOutward(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: !inward4.contains { bytes.starts(with: $0.bytes, bits: $0.bits) }
    case 16:
      if let wrap = wraps.first(where: { bytes.starts(with: $0.bytes, bits: $0.bits) }) {
        isOutward(Array(bytes[wrap.place..<wrap.place + 4]))
      } else {
        !inward6.contains { bytes.starts(with: $0.bytes, bits: $0.bits) }
      }
    default: false
    }
  }

  private static let inward4: [(bytes: [UInt8], bits: Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
    ([192, 0, 2], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4),
    ([240], 4),
  ]

  /// The prefixes of IPv6 addresses that embed an IPv4 address, and the position of its bytes: mapped, compatible,
  /// NAT64 and 6to4.
  private static let wraps: [(bytes: [UInt8], bits: Int, place: Int)] = [
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, 12), ([0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, 12),
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12), ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12),
    ([0x20, 0x02], 16, 2),
  ]

  /// Local NAT64, discard, Teredo and other protocols, documentation, unique local, link-local, site-local, multicast.
  private static let inward6: [(bytes: [UInt8], bits: Int)] = [
    ([0, 0x64, 0xFF, 0x9B, 0, 1], 48), ([0x01, 0], 64), ([0x20, 0x01, 0], 23), ([0x20, 0x01, 0x0D, 0xB8], 32),
    ([0x3F, 0xFF, 0], 20), ([0x5F, 0], 16), ([0xFC], 7), ([0xFE, 0x80], 10), ([0xFE, 0xC0], 10), ([0xFF], 8),
  ]
}

extension [UInt8] {
  /// Returns whether the first bits are those of a prefix. Zeros at the prefix's end may be omitted.
  fileprivate func starts(with prefix: [UInt8], bits: Int) -> Bool {
    (0..<(bits + 7) / 8).allSatisfy { index in
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> Swift.min(8, bits - 8 * index))
      return self[index] & mask == (index < prefix.count ? prefix[index] : 0) & mask
    }
  }
}

/// Checks of hosts' names and addresses.
public enum HostName {
  /// Returns whether a host is this machine: `localhost`, names below it, 127.0.0.0/8 and `::1` (RFC 6761, RFC 1122).
  /// - Parameter host: a host as written in an address, IPv6 in brackets.
  public static func isLoopback(_ host: String) -> Bool {
    var host = host.lowercased()
    // A name may end with a dot, the root of the domain name system.
    if host.hasSuffix("."), host.contains(where: { $0.isLetter }) { host.removeLast() }
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
