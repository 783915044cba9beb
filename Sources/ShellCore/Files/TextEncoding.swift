import StoryScript

/// The encoding of a file's text: old spreadsheets and logs are often not in UTF-8.
///
///     let text = try TextEncoding.latin1.text(of: [0x63, 0x61, 0x66, 0xE9], name: "menu.csv")  // "café"
package enum TextEncoding: String, CaseIterable {
  /// UTF-16, in the byte order of its mark; without a mark in the order that gives more ASCII characters.
  case utf16
  /// ISO 8859-1: each byte is the Unicode scalar of the same number.
  case latin1
  /// Latin-1 with letters and signs in place of the control characters from 0x80 to 0x9F.
  case windows1252

  /// Returns the text of a file's bytes.
  /// - Parameter name: the file's name, for messages.
  /// - Throws: for bytes that mean nothing in this encoding, with the line; for a NUL character, or a text that is too
  ///   long.
  func text(of bytes: [UInt8], name: String) throws(Failure) -> String {
    let text =
      switch self {
      case .utf16: try Self.utf16(bytes, name)
      case .latin1: try Self.text(of: bytes, name) { Unicode.Scalar($0) }
      case .windows1252:
        try Self.text(of: bytes, name) { (0x80...0x9F).contains($0) ? Self.signs[Int($0) - 0x80] : Unicode.Scalar($0) }
      }
    do throws(Diagnostic) { return try Source(name: name, text: text).completeText } catch {
      if case .nulCharacter = error.problem { throw .refused("'\(name)': \(Self.noNUL)") }
      throw .refused("'\(name)': \(error.problem.message)", error.problem.suggestion)
    }
  }

  static let noNUL = "text cannot contain a NUL character"

  /// Returns the advice for bytes that are not UTF-8, where an encoding can be chosen.
  static func advice(for bytes: some Collection<UInt8>) -> String {
    looksLikeUTF16(bytes) ? "try: in utf16" : "for an old file, try: in windows1252"
  }

  /// Returns `true` if bytes begin with UTF-16's mark, or with the zero bytes that its Latin letters have.
  static func looksLikeUTF16(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(bytes.prefix(2))
    return start == [0xFF, 0xFE] || start == [0xFE, 0xFF] || bytes.prefix(64).contains(0)
  }

  private static func text(
    of bytes: [UInt8], _ name: String, _ scalar: (UInt8) -> Unicode.Scalar?
  ) throws(Failure) -> String {
    var text = String.UnicodeScalarView()
    text.reserveCapacity(bytes.count)
    for (offset, byte) in bytes.enumerated() {
      guard let scalar = scalar(byte) else {
        let line = 1 + bytes[..<offset].count { $0 == 0x0A }
        throw .refused(
          "'\(name)', line \(line): the byte 0x\(String(byte, radix: 16)) is not defined in Windows-1252",
          "try: in latin1")
      }
      text.append(scalar)
    }
    return String(text)
  }

  private static func utf16(_ bytes: [UInt8], _ name: String) throws(Failure) -> String {
    let mark = [[0xFE, 0xFF], [0xFF, 0xFE]].firstIndex { bytes.starts(with: $0) }
    let isBigEndian = mark.map { $0 == 0 } ?? looksBigEndian(bytes)
    let rest = mark == nil ? bytes[...] : bytes.dropFirst(2)
    guard rest.count % 2 == 0 else {
      throw .refused("'\(name)' ends in the middle of a character: this is not UTF-16", "try: in latin1")
    }
    var units: [UInt16] = []
    units.reserveCapacity(rest.count / 2)
    for place in stride(from: rest.startIndex, to: rest.endIndex, by: 2) {
      let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      let valid = String(decoding: units, as: UTF16.self).prefix { $0 != "\u{FFFD}" }
      throw .refused(
        "'\(name)', line \(1 + valid.count { $0.isNewline }): this is not UTF-16: half of a character is missing",
        "try: in latin1")
    }
    return text
  }

  /// Returns `true` if UTF-16 without a mark is probably big-endian: its ASCII characters, such as the ends of lines,
  /// have their zero byte first. Little-endian, as Windows writes, if there are none.
  private static func looksBigEndian(_ bytes: [UInt8]) -> Bool {
    var (big, little) = (0, 0)
    for place in stride(from: 0, to: bytes.count - 1, by: 2) {
      if bytes[place] == 0, bytes[place + 1] < 0x80 { big += 1 }
      if bytes[place + 1] == 0, bytes[place] < 0x80 { little += 1 }
    }
    return big > little
  }

  /// The characters of the bytes 0x80 to 0x9F in Windows-1252 (unicode.org, CP1252.TXT); five bytes have none.
  private static let signs: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil, nil, "‘", "’", "“", "”", "•", "–",
    "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

extension Source {
  /// The whole text.
  fileprivate var completeText: String { text(SourceRange(0, bytes.count)) }
}
