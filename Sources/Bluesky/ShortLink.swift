/// A link as the official client shows it: its host and a short path, without the scheme.
///
/// Source: `toShortUrl` of social-app, which reads the address by the URL Standard (WHATWG).
enum ShortLink {
  /// The longest path in bytes that is shown whole; `shownPath` characters of a longer one are shown, then three
  /// dots.
  static let pathLimit = 15
  static let shownPath = 13

  /// - Parameter written: the link as written in a text; only a link with `http://` or `https://` is shortened, and
  ///   only if the standard accepts its address.
  /// - Complexity: O(length).
  static func text(of written: String) -> String {
    guard let (scheme, rest) = split(written) else { return written }
    let end = rest.firstIndex { "/?#\\".unicodeScalars.contains($0) } ?? rest.endIndex
    guard let host = authority(rest[..<end], scheme) else { return written }
    let path = WebPath.text(of: rest[end...])
    return host + (path.utf8.count > pathLimit ? path.prefix(shownPath) + "..." : path)
  }

  private static func split(_ written: String) -> (scheme: String, rest: Substring.UnicodeScalarView)? {
    for scheme in ["http", "https"] {
      let start = scheme + "://"
      if written.prefix(start.count).lowercased() == start {
        // Any number of slashes, and of the other slashes, may follow.
        return (scheme, written.dropFirst(start.count).unicodeScalars.drop { $0 == "/" || $0 == "\\" })
      }
    }
    return nil
  }

  /// Returns the host without user name and password, with its port if that is not the scheme's; `nil` if either is
  /// invalid.
  private static func authority(_ text: Substring.UnicodeScalarView, _ scheme: String) -> String? {
    var text = text
    if let at = text.lastIndex(of: "@") { text = text[text.index(after: at)...] }
    // The colons of an IPv6 address are within its brackets.
    let name = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
    let colon = text[name...].firstIndex(of: ":")
    guard let host = WebHost.text(of: text[..<(colon ?? text.endIndex)]) else { return nil }
    guard let colon else { return host }
    let digits = text[text.index(after: colon)...]
    if digits.isEmpty { return host }
    guard digits.allSatisfy({ ("0"..."9").contains($0) }),
      let port = UInt16(String(String.UnicodeScalarView(digits.drop { $0 == "0" }.prefix(6))).nonEmpty ?? "0")
    else { return nil }
    return port == (scheme == "http" ? 80 : 443) ? host : "\(host):\(port)"
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// The host of an address by the URL Standard: a domain in ASCII, an IPv4 address, or an IPv6 address in brackets.
private enum WebHost {
  /// - Returns: `nil` for an invalid host.
  static func text(of written: Substring.UnicodeScalarView) -> String? {
    if written.first == "[" {
      guard written.last == "]", let pieces = pieces(of: written.dropFirst().dropLast()) else { return nil }
      return "[\(compressed(pieces))]"
    }
    guard let decoded = decoded(written), let domain = ascii(decoded), !domain.isEmpty else { return nil }
    guard domain.utf8.allSatisfy({ !isForbidden($0) }) else { return nil }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    let numbered = labels.count > 1 && labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    guard let last = numbered.last, isNumber(last) else { return domain }
    return numberAddress(numbered)
  }

  // MARK: Domains

  private static func decoded(_ text: Substring.UnicodeScalarView) -> String? {
    guard text.contains("%") else { return String(text) }
    let bytes = Array(String(text).utf8)
    var made: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = digit(bytes[place + 1]),
        let low = digit(bytes[place + 2])
      {
        made.append(high << 4 | low)
        place += 3
      } else {
        made.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: made, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Returns a domain in ASCII.
  ///
  /// Of the mappings of Unicode's UTS 46, only these apply: letters to lower case, full-width forms to ASCII, other
  /// full stops to a full stop, and invisible characters to nothing. `①`, for example, remains as it is.
  private static func ascii(_ domain: String) -> String? {
    var mapped = String.UnicodeScalarView()
    for scalar in domain.unicodeScalars {
      switch scalar.value {
      // Soft hyphen, joiners of words, variation selectors, byte order mark.
      case 0xAD, 0x200B, 0x2060, 0x2064, 0xFEFF, 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0x34F: continue
      case 0x3002, 0xFF0E, 0xFF61: mapped.append(".")
      case 0xFF01...0xFF5E: mapped.append(contentsOf: [Unicode.Scalar(scalar.value - 0xFEE0)].compactMap { $0 })
      case 0xFFFD: return nil
      default: mapped.append(scalar)
      }
    }
    let labels = String(mapped).lowercased().split(separator: ".", omittingEmptySubsequences: false)
    // An empty label can only be the last one, of a name that ends with a full stop.
    return labels.map { Punycode.label(String($0)) }.joined(separator: ".")
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || "#/:<>?@[\\]^|%".utf8.contains(byte)
  }

  // MARK: Addresses

  private static func isNumber(_ label: Substring) -> Bool {
    !label.isEmpty && label.utf8.allSatisfy { (0x30...0x39).contains($0) } || number(label) != nil
  }

  /// Returns a decimal, octal (`0…`) or hexadecimal (`0x…`) number, at most 2^40.
  private static func number(_ label: Substring) -> UInt64? {
    if label.isEmpty { return nil }
    var (digits, base): (Substring, UInt64) = (label, 10)
    if label.hasPrefix("0x") {
      (digits, base) = (label.dropFirst(2), 16)
    } else if label.count > 1, label.hasPrefix("0") {
      (digits, base) = (label.dropFirst(), 8)
    }
    var value: UInt64 = 0
    for byte in digits.utf8 {
      guard let digit = digit(byte), digit < base else { return nil }
      value = min(1 << 40, value * base + UInt64(digit))
    }
    return value
  }

  /// Returns an IPv4 address of one to four numbers, the last of which fills the rest; `nil` if it is invalid.
  private static func numberAddress(_ labels: ArraySlice<Substring>) -> String? {
    let numbers = labels.compactMap { number($0) }
    guard numbers.count == labels.count, numbers.count <= 4, numbers.dropLast().allSatisfy({ $0 < 256 }),
      let last = numbers.last, last < 1 << UInt64(8 * (5 - numbers.count))
    else { return nil }
    var address = last
    for (place, number) in numbers.dropLast().enumerated() { address += number << UInt64(8 * (3 - place)) }
    return (0..<4).map { String(address >> UInt64(8 * (3 - $0)) & 255) }.joined(separator: ".")
  }

  /// Returns the eight pieces of an IPv6 address; `nil` if it is invalid.
  private static func pieces(of written: Substring.UnicodeScalarView) -> [UInt16]? {
    let text = String(written)
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2, !text.contains(":::") else { return nil }
    func pieces(_ half: Substring, isLast: Bool) -> [UInt16]? {
      if half.isEmpty { return [] }
      var found: [UInt16] = []
      let parts = half.split(separator: ":", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if isLast, place == parts.count - 1, part.contains(".") {
          let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
          let bytes = numbers.compactMap { text -> UInt16? in
            guard (1...3).contains(text.utf8.count), text == "0" || !text.hasPrefix("0"),
              text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return UInt16(text).flatMap { $0 < 256 ? $0 : nil }
          }
          guard bytes.count == 4, numbers.count == 4 else { return nil }
          found += [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
          continue
        }
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ digit($0) != nil }),
          let piece = UInt16(part, radix: 16)
        else { return nil }
        found.append(piece)
      }
      return found
    }
    guard let first = pieces(halves[0], isLast: halves.count == 1) else { return nil }
    guard halves.count == 2 else { return first.count == 8 ? first : nil }
    guard let last = pieces(halves[1], isLast: true), first.count + last.count < 8 else { return nil }
    return first + Array(repeating: 0, count: 8 - first.count - last.count) + last
  }

  /// Returns an IPv6 address with its first longest run of zeros as `::`.
  private static func compressed(_ pieces: [UInt16]) -> String {
    var best = 0..<0
    var start = 0
    while start < pieces.count {
      let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.count
      if end - start > max(1, best.count) { best = start..<end }
      start = max(end, start + 1)
    }
    func text(_ pieces: ArraySlice<UInt16>) -> String { pieces.map { String($0, radix: 16) }.joined(separator: ":") }
    return best.isEmpty ? text(pieces[...]) : text(pieces[..<best.lowerBound]) + "::" + text(pieces[best.upperBound...])
  }
}

/// The path, query and fragment of an address by the URL Standard, as text.
private enum WebPath {
  static func text(of rest: Substring.UnicodeScalarView) -> String {
    let fragmentStart = rest.firstIndex(of: "#") ?? rest.endIndex
    let queryStart = rest[..<fragmentStart].firstIndex(of: "?") ?? fragmentStart
    var made = path(rest[..<queryStart])
    // A path that consists only of its slash is not shown.
    if made == "/" { made = "" }
    let query = rest[queryStart..<fragmentStart].dropFirst()
    if !query.isEmpty { made += "?" + encoded(query, " \"<>'") }
    let fragment = rest[fragmentStart...].dropFirst()
    if !fragment.isEmpty { made += "#" + encoded(fragment, " \"<>`") }
    return made
  }

  /// Returns a path without its `.` and `..`.
  private static func path(_ text: Substring.UnicodeScalarView) -> String {
    var segments: [String] = []
    let parts = text.dropFirst().split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      switch String(part).lowercased().split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
      {
      case ".": if isLast { segments.append("") }
      case "..":
        if !segments.isEmpty { segments.removeLast() }
        if isLast { segments.append("") }
      default: segments.append(encoded(part, " \"<>`{}"))
      }
    }
    return "/" + segments.joined(separator: "/")
  }

  /// Returns a part of an address with some characters, controls and everything that is not ASCII as `%` and digits.
  private static func encoded(_ text: Substring.UnicodeScalarView, _ others: String) -> String {
    var made = ""
    for scalar in text {
      if scalar.value > 0x20, scalar.value < 0x7F, !others.unicodeScalars.contains(scalar) {
        made.unicodeScalars.append(scalar)
      } else {
        made += String(scalar).utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16, uppercase: true) }.joined()
      }
    }
    return made
  }
}
