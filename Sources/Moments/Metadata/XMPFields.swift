/// Dates, position, rating and descriptions in an XMP packet.
///
/// The packet is searched for the few names of interest and not parsed as XML: it may be truncated, and no editor
/// writes these properties with other prefixes. Both forms count, `exif:DateTimeOriginal="…"` and
/// `<exif:DateTimeOriginal>…<`. In UTF-16 and UTF-32, which are allowed, the names are the same letters with zeros
/// between them. O(n).
struct XMPFields {
  var original: (local: LocalTime, offset: Int?)?
  var photoshop: (local: LocalTime, offset: Int?)?
  var created: (local: LocalTime, offset: Int?)?
  /// `true` if the date that counts was written without seconds.
  var lacksSeconds = false
  /// The midnight of a capture date without a time.
  var day: LocalTime?
  var position: Coordinate?
  /// The rating in stars, -1...5.
  var rating: Int?
  /// The lowercase extension of the file that a sidecar describes, if the sidecar gives it.
  var ending: String?

  /// The alternative text for people who cannot see the picture (IPTC Core 1.3); `caption` is the description for
  /// everyone.
  var alternative: String?
  var caption: String?

  private static let valueLengthLimit = 64

  init(_ packet: UnsafeRawBufferPointer) {
    if (0..<4).contains(where: { packet.byte($0) == 0 }) {
      packet.filter { $0 != 0 }.withUnsafeBytes { read($0) }
    } else {
      read(packet)
    }
  }

  private mutating func read(_ packet: UnsafeRawBufferPointer) {
    var latitude: Double?
    var longitude: Double?
    var index = 0
    while let colon = packet.find(":", from: index) {
      index = colon + 1
      // Most colons belong to other names, which the next letter already shows.
      switch packet.byte(index) {
      case UInt8(ascii: "L"):
        if let end = Self.endOfLocation(packet, colon) { index = end }
      case UInt8(ascii: "A"):
        alternative = alternative ?? XMPText.value("Iptc4xmpCore:AltTextAccessibility", packet, colon, prefix: 12)
      case UInt8(ascii: "d"): caption = caption ?? XMPText.value("dc:description", packet, colon, prefix: 2)
      case UInt8(ascii: "D"):
        if original == nil, let value = Self.value("exif:DateTimeOriginal", packet, colon, prefix: 4) {
          original = date(value)
          lacksSeconds = Self.lacksSeconds(value)
        } else if photoshop == nil, let value = Self.value("photoshop:DateCreated", packet, colon, prefix: 9) {
          photoshop = date(value)
          if original == nil { lacksSeconds = Self.lacksSeconds(value) }
        }
      case UInt8(ascii: "C"):
        guard created == nil else { continue }
        // `xap` is the same namespace, written by Adobe until 2005.
        if let value = Self.value("xmp:CreateDate", packet, colon, prefix: 3)
          ?? Self.value("xap:CreateDate", packet, colon, prefix: 3)
        {
          created = date(value)
        }
      case UInt8(ascii: "R"):
        guard rating == nil else { continue }
        if let value = Self.value("xmp:Rating", packet, colon, prefix: 3)
          ?? Self.value("xap:Rating", packet, colon, prefix: 3)
        {
          rating = Self.stars(value)
        }
      case UInt8(ascii: "S"):
        if ending == nil, let value = Self.value("photoshop:SidecarForExtension", packet, colon, prefix: 9) {
          ending = String(decoding: value, as: UTF8.self).lowercased()
        }
      case UInt8(ascii: "G"):
        if latitude == nil, let value = Self.value("exif:GPSLatitude", packet, colon, prefix: 4) {
          latitude = Self.degrees(value, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"))
        } else if longitude == nil, let value = Self.value("exif:GPSLongitude", packet, colon, prefix: 4) {
          longitude = Self.degrees(value, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"))
        }
      default: break
      }
    }
    if let latitude, let longitude { position = Coordinate(latitude: latitude, longitude: longitude) }
  }

  /// Returns whether a time has only hours and minutes: `2025-10-02T13:05`, `2025-10-02T13:05+01:00`.
  private static func lacksSeconds(_ value: UnsafeRawBufferPointer) -> Bool {
    let separators = value.dropFirst(10).prefix {
      $0 != UInt8(ascii: "Z") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-")
    }
    return separators.count { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") } < 2
  }

  private mutating func date(_ value: UnsafeRawBufferPointer) -> (local: LocalTime, offset: Int?)? {
    let date = DateText.parse(value)
    if date == nil { day = day ?? DateText.day(value) }
    return date
  }

  /// Returns the end of a list of places that the picture shows or was taken at, if one begins here: their positions
  /// use the same names as the camera's own.
  private static func endOfLocation(_ packet: UnsafeRawBufferPointer, _ colon: Int) -> Int? {
    if packet.has("<Iptc4xmpExt:LocationCreated>", at: colon - 12) {
      return packet.find("</Iptc4xmpExt:LocationCreated>", from: colon) ?? packet.count
    }
    if packet.has("<Iptc4xmpExt:LocationShown>", at: colon - 12) {
      return packet.find("</Iptc4xmpExt:LocationShown>", from: colon) ?? packet.count
    }
    return nil
  }

  /// Returns the value of the property `name` whose prefix ends before `colon`, without its quotes or tags.
  private static func value(
    _ name: StaticString, _ packet: UnsafeRawBufferPointer, _ colon: Int, prefix: Int
  ) -> UnsafeRawBufferPointer? {
    guard packet.has(name, at: colon - prefix) else { return nil }
    var start = colon - prefix + name.utf8CodeUnitCount
    // A longer name, such as GPSLatitudeRef, or a closing tag does not match.
    while packet.byte(start).isXMLBlank { start += 1 }
    if packet.byte(start) == UInt8(ascii: "=") {
      start += 1
      while packet.byte(start).isXMLBlank { start += 1 }
      guard packet.byte(start) == UInt8(ascii: "\"") || packet.byte(start) == UInt8(ascii: "'") else { return nil }
    } else {
      guard packet.byte(start) == UInt8(ascii: ">") else { return nil }
    }
    start += 1
    while packet.byte(start).isXMLBlank { start += 1 }
    var end = start
    while end < packet.count, end < start + valueLengthLimit, !packet[end].endsXMPValue { end += 1 }
    while end > start, packet.byte(end - 1).isXMLBlank { end -= 1 }
    return packet.slice(start, end)
  }

  /// Parses `4`, and `4.0`, since the specification defines a real number.
  private static func stars(_ bytes: UnsafeRawBufferPointer) -> Int? {
    Double(String(decoding: bytes, as: UTF8.self)).flatMap { (-1...5).contains($0) ? Int($0) : nil }
  }

  /// Parses `26,34.951N`, `26,34,57S` or `26.58N` in degrees (XMP specification part 2, GPSCoordinate).
  private static func degrees(_ bytes: UnsafeRawBufferPointer, positive: UInt8, negative: UInt8) -> Double? {
    guard let last = bytes.last, last & 0xDF == positive || last & 0xDF == negative else { return nil }
    var (value, unit) = (0.0, 1.0)
    for part in bytes.dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard unit < 4_000, let number = Double(String(decoding: part, as: UTF8.self)), number >= 0 else { return nil }
      value += number / unit
      unit *= 60
    }
    return last & 0xDF == positive ? value : -value
  }
}

extension UInt8 {
  fileprivate var isXMLBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
  fileprivate var endsXMPValue: Bool {
    self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "<")
  }
}

/// A text of an XMP packet in one or several languages, of which the first is used.
enum XMPText {
  private static let lengthLimit = 16_384

  /// Returns the text of the property `name` whose prefix ends before `colon`; `nil` if there is none.
  static func value(_ name: StaticString, _ packet: UnsafeRawBufferPointer, _ colon: Int, prefix: Int) -> String? {
    guard packet.has(name, at: colon - prefix) else { return nil }
    let start = colon - prefix + name.utf8CodeUnitCount
    if packet.byte(start) == UInt8(ascii: "=") {
      let quote = packet.byte(start + 1)
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      return text(packet, from: start + 2, to: quote)
    }
    // A closing tag has a slash before its name, and a longer name continues here.
    guard packet.byte(start) == UInt8(ascii: ">"), packet.byte(colon - prefix - 1) == UInt8(ascii: "<") else {
      return nil
    }
    let end = min(packet.count, start + lengthLimit)
    if let item = packet.slice(0, end).find("<rdf:li", from: start), let close = packet.find(">", from: item) {
      return text(packet, from: close + 1, to: UInt8(ascii: "<"))
    }
    return text(packet, from: start + 1, to: UInt8(ascii: "<"))
  }

  private static func text(_ packet: UnsafeRawBufferPointer, from start: Int, to mark: UInt8) -> String? {
    guard start < packet.count else { return nil }
    let bytes = packet[start..<min(packet.count, start + lengthLimit)].prefix { $0 != mark }
    return bytes.isEmpty ? nil : unescaped(String(decoding: bytes, as: UTF8.self))
  }

  private static let entities: [Substring: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var (made, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "&") {
      made += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.prefix(12).firstIndex(of: ";"), let character = character(rest[..<end]) else {
        made += "&"
        continue
      }
      made.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return made + rest
  }

  private static func character(_ name: Substring) -> Character? {
    if let known = entities[name] { return known }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().hasPrefix("x")
    let value = isHexadecimal ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    return value.flatMap { Unicode.Scalar($0) }.map { Character($0) }
  }
}
