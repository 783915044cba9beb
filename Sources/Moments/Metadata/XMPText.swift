/// A text of an XMP packet that is written in one language or several: the first of them.
enum XMPText {
  private static let longest = 16_384

  /// The text of the property `name` whose prefix ends before `colon`; `nil` where none stands there.
  static func value(_ name: StaticString, _ packet: UnsafeRawBufferPointer, _ colon: Int, prefix: Int) -> String? {
    guard packet.has(name, at: colon - prefix) else { return nil }
    let start = colon - prefix + name.utf8CodeUnitCount
    if packet.byte(start) == UInt8(ascii: "=") {
      let quote = packet.byte(start + 1)
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      return text(packet, from: start + 2, to: quote)
    }
    // A closing tag stands behind a slash, and another name goes on here.
    guard packet.byte(start) == UInt8(ascii: ">"), packet.byte(colon - prefix - 1) == UInt8(ascii: "<") else {
      return nil
    }
    let end = min(packet.count, start + longest)
    if let item = packet.slice(0, end).find("<rdf:li", from: start), let close = packet.find(">", from: item) {
      return text(packet, from: close + 1, to: UInt8(ascii: "<"))
    }
    return text(packet, from: start + 1, to: UInt8(ascii: "<"))
  }

  private static func text(_ packet: UnsafeRawBufferPointer, from start: Int, to mark: UInt8) -> String? {
    guard start < packet.count else { return nil }
    let bytes = packet[start..<min(packet.count, start + longest)].prefix { $0 != mark }
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
