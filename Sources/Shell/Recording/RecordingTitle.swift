/// How a recording begins, by which it is told from any other script.
enum RecordingTitle {
  static let text = "# Recording "

  /// Whether a text begins as recordings do, of whatever version.
  static func begins(_ script: String) -> Bool { script.hasPrefix(text) }

  /// A recording that was cut off inside of a character has a character there, in the line that is left out anyway.
  static func whole(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: text.utf8),
      let lead = bytes.indices.suffix(3).last(where: { bytes[$0] & 0xC0 != 0x80 }), bytes[lead] >= 0xC0
    else { return bytes }
    let length = bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
    return lead + length > bytes.count ? bytes[..<lead] + [UInt8(ascii: "?")] : bytes
  }
}
