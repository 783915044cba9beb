/// The preview data in the head of a web page: the author's own description of the page.
///
/// Rule: the Open Graph names first (`og:title`), then those of cards (`twitter:title`), then `title` and
/// `description`, as the official client's service reads them. Reads any bytes in linear time, and never fails.
public struct WebPage: Hashable, Sendable {
  /// The title in one line; empty if the page has none. Untrusted text, as is the description.
  public let title: String
  public let description: String
  /// The address of the page's picture, always `https://…` or on the page's own server; `nil` if there is none.
  public let picture: String?

  public static let titleLimit = 300
  public static let descriptionLimit = 1_000
  /// The number of bytes that are read: heads are far shorter.
  private static let headLimit = 1 << 20

  /// - Parameters:
  ///   - bytes: the page's HTML.
  ///   - address: the page's own address.
  ///   - type: the media type in the answer, with its character set.
  public init(_ bytes: [UInt8], at address: String, type: String = "") {
    var tags = HeadReader(bytes.prefix(Self.headLimit))
    tags.read()
    let isLatin = tags.isLatin || ["8859-1", "windows-1252", "latin1"].contains { type.lowercased().contains($0) }
    func value(_ names: [String]) -> String {
      for name in names {
        guard let bytes = tags.values[name] else { continue }
        let text = Self.text(bytes, isLatin: isLatin)
        if !text.isEmpty { return text }
      }
      return ""
    }
    title = Self.clipped(value(["og:title", "twitter:title", "title"]), to: Self.titleLimit)
    description = Self.clipped(
      value(["og:description", "twitter:description", "description"]), to: Self.descriptionLimit)
    picture = Self.resolved(value(["og:image:secure_url", "og:image", "twitter:image"]), against: address)
  }

  private static func clipped(_ text: String, to limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// Returns bytes as one line of text, without control characters.
  private static func text(_ bytes: ArraySlice<UInt8>, isLatin: Bool) -> String {
    let raw = isLatin ? String(bytes.map { Character(UnicodeScalar($0)) }) : String(decoding: bytes, as: UTF8.self)
    var decoded = String.UnicodeScalarView()
    for scalar in unescaped(raw).unicodeScalars {
      let isBlank = scalar.properties.isWhitespace || scalar.value < 0x20
      let isHidden =
        (0x7F..<0xA0).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value)
      if isBlank {
        decoded.append(" ")
      } else if !isHidden {
        decoded.append(scalar)
      }
    }
    return String(decoded).split(separator: " ").joined(separator: " ")
  }

  private static let entities: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "mdash": "—", "ndash": "–",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "middot": "·", "bull": "•",
    "copy": "©", "reg": "®", "trade": "™", "euro": "€", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
    "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
  ]

  /// Replaces HTML's character references; unknown ones stay.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[rest.index(after: start)...]
      let name = rest.prefix(12).prefix { $0 != ";" && $0 != "&" }
      guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let replaced = replacement(name) else {
        result.append("&")
        continue
      }
      result += replaced
      rest = rest[rest.index(after: name.endIndex)...]
    }
    return result + rest
  }

  private static func replacement(_ name: Substring) -> String? {
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { UnicodeScalar($0) }.map { String(Character($0)) }
  }

  /// Returns an address in a page as an absolute one; `nil` for an address outside the web.
  public static func resolved(_ link: String, against address: String) -> String? {
    guard !link.isEmpty, link.utf8.count <= 2_048, link.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C })
    else { return nil }
    let lower = link.lowercased()
    if lower.hasPrefix("https://") || lower.hasPrefix("http://") { return link }
    guard let scheme = address.range(of: "://") else { return nil }
    if link.hasPrefix("//") { return address[..<scheme.lowerBound] + ":" + link }
    // Any other scheme: `data:`, `javascript:`.
    if let colon = link.firstIndex(of: ":"), !link[..<colon].contains("/") { return nil }
    let host = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let origin = address[..<host.endIndex]
    if link.hasPrefix("/") { return origin + link }
    let path = address[host.endIndex...].prefix { !"?#".contains($0) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return origin + folder + link
  }
}

extension String {
  /// Returns the range of a text within this one; Foundation is not used here.
  fileprivate func range(of needle: String) -> Range<Index>? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(needle) { return place..<index(place, offsetBy: needle.count) }
      place = index(after: place)
    }
    return nil
  }
}

/// A reader of the tags in a page's head that describe the page.
private struct HeadReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  /// The raw values by name; the first one of each name counts.
  private(set) var values: [String: ArraySlice<UInt8>] = [:]
  /// `true` if the page declares an encoding with one byte for each character.
  private(set) var isLatin = false

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

  mutating func read() {
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = start + 1
      if starts("!--") {
        skip(past: "-->")
        continue
      }
      let name = word()
      switch name {
      case "script", "style", "noscript", "template": skip(past: "</" + name)
      case "title":
        skip(past: ">")
        let begin = place
        skip(past: "</title")
        keep("title", bytes[begin..<max(begin, place < bytes.endIndex ? place - 7 : place)])
      case "meta": meta(attributes())
      case "body": return
      default: break
      }
    }
  }

  private mutating func keep(_ name: String, _ value: ArraySlice<UInt8>) {
    if values[name] == nil, !value.isEmpty { values[name] = value }
  }

  private mutating func meta(_ attributes: [String: ArraySlice<UInt8>]) {
    func text(_ name: String) -> String {
      attributes[name].map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
    }
    let content = attributes["content"] ?? []
    let charset = text("charset") + (text("http-equiv") == "content-type" ? text("content") : "")
    if ["8859-1", "windows-1252", "latin1"].contains(where: { charset.contains($0) }) { isLatin = true }
    for attribute in ["property", "name"] where attributes[attribute] != nil { keep(text(attribute), content) }
  }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// Moves behind the next occurrence of a text in lowercase letters, in any case, or to the end.
  private mutating func skip(past text: String) {
    let wanted = Array(text.utf8)
    while place < bytes.endIndex {
      guard let next = bytes[place...].firstIndex(of: wanted[0]) else { break }
      let piece = bytes[next...].prefix(wanted.count)
      if piece.count == wanted.count, zip(piece, wanted).allSatisfy({ Self.lower($0) == $1 }) {
        place = next + wanted.count
        return
      }
      place = next + 1
    }
    place = bytes.endIndex
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// Reads a name in lowercase.
  private mutating func word() -> String {
    let start = place
    while place < bytes.endIndex, place - start < 64, !Self.isBlank(bytes[place]), !">=/\"'".utf8.contains(bytes[place])
    {
      place += 1
    }
    return String(decoding: bytes[start..<place].map(Self.lower), as: UTF8.self)
  }

  /// Reads the attributes of a tag up to its end.
  private mutating func attributes() -> [String: ArraySlice<UInt8>] {
    var found: [String: ArraySlice<UInt8>] = [:]
    while place < bytes.endIndex, found.count < 32 {
      let byte = bytes[place]
      if byte == UInt8(ascii: ">") { return found }
      if Self.isBlank(byte) || "/=\"'".utf8.contains(byte) {
        place += 1
        continue
      }
      let name = word()
      while place < bytes.endIndex, Self.isBlank(bytes[place]) { place += 1 }
      guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "=") else { continue }
      place += 1
      while place < bytes.endIndex, Self.isBlank(bytes[place]) { place += 1 }
      guard place < bytes.endIndex else { break }
      let quote = bytes[place]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      if isQuoted { place += 1 }
      let start = place
      while place < bytes.endIndex,
        isQuoted ? bytes[place] != quote : !Self.isBlank(bytes[place]) && bytes[place] != UInt8(ascii: ">")
      {
        place += 1
      }
      if found[name] == nil { found[name] = bytes[start..<place] }
      if isQuoted, place < bytes.endIndex { place += 1 }
    }
    return found
  }
}
