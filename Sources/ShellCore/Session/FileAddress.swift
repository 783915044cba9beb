/// The path of a `file:` address, and back.
package enum FileAddress {
  /// Returns the path of an address, or the address itself if it is not of a local file.
  package static func path(of address: String) -> String {
    let lowered = address.lowercased()
    guard lowered.hasPrefix("file://") else { return address }
    var rest = Array(address.utf8.dropFirst("file://".utf8.count))
    if lowered.hasPrefix("file://localhost/") { rest.removeFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return address }
    var bytes: [UInt8] = []
    var index = 0
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let byte = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16), byte != 0
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func address(of path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      let isPlain =
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
        || "-._~/".utf8.contains(byte)
      bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
