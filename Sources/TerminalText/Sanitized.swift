import System

/// Returns the text with every character made visible that could control a terminal, reverse the text's order or hide
/// in it: C0 and C1 controls, ESC, DEL, bidirectional marks, embeddings, overrides and isolates, line separators,
/// byte order marks and other invisible characters, and tag characters except those of a flag; in file names also
/// bytes that are not text, as `\xE9`. Everything else stays, including the zero-width spaces, joiners and hyphens
/// that some scripts need. Linear; clean text is returned unchanged.
///
/// All text from outside passes through this function; `JSONWriter.Escapes.controls` is the same for JSON.
/// - Parameters:
///   - text: text from outside: a file, the network, the clipboard.
///   - keepingLines: keeps line ends (CR LF becomes LF) and spreads tabs to multiples of eight cells. Otherwise line
///     ends and tabs are made visible too, so that the result is one line.
///   - glyphs: `␛` in Unicode, `^[` in ASCII.
///   - isStopped: called now and then; once it returns `true`, the text may end anywhere.
public func sanitized(
  _ text: String, keepingLines: Bool = false, glyphs: GlyphSet = .unicode, isStopped: () -> Bool = { false }
) -> String {
  if isClean(text) { return text }
  var result = ""
  var rest = text.unicodeScalars[...]
  // After a line end or a tab the column is known, and only the following text is measured.
  var measured = result.startIndex
  var count = 0
  while let scalar = rest.popFirst() {
    count += 1
    if count & 4095 == 0, isStopped() { break }
    switch scalar {
    case "\r" where keepingLines && rest.first == "\n": break
    case "\n" where keepingLines:
      result.unicodeScalars.append(scalar)
      measured = result.endIndex
    case "\t" where keepingLines:
      let column = DisplayWidth.of(result[measured...])
      result.append(String(repeating: " ", count: 8 - column % 8))
      measured = result.endIndex
    case blackFlag:
      let tags = flagTags(rest)
      result.unicodeScalars.append(scalar)
      result.unicodeScalars.append(contentsOf: tags)
      rest = rest[tags.endIndex...]
    default:
      if isHarmful(scalar) { result.append(picture(scalar, glyphs)) } else { result.unicodeScalars.append(scalar) }
    }
  }
  return result
}

extension String {
  /// The text without trailing spaces.
  public var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

private func isClean(_ text: String) -> Bool {
  var previous: UInt8 = 0
  for byte in text.utf8 {
    if byte < 0x20 || byte == 0x7F { return false }
    if byte >= 0x80 {
      // All other harmful scalars begin with the bytes C2 (C1 controls), D8 9C, F3 A0 or as below; F4 8F does not
      // begin text.
      switch previous {
      case 0xC2 where byte < 0xA0, 0xD8 where byte == 0x9C, 0xF3 where byte == 0xA0: return false
      case 0xE1 where byte == 0xA0, 0xE2 where byte == 0x80 || byte == 0x81, 0xEF where byte == 0xBB || byte == 0xBF,
        0xF4 where byte == 0x8F:
        return !text.unicodeScalars.contains(where: isHarmful)
      default: break
      }
    }
    previous = byte
  }
  return true
}

private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x180E, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
    0xFFF9...0xFFFB, 0xE0000...0xE007F:
    true
  default: FileName.byte(scalar) != nil
  }
}

private let blackFlag: Unicode.Scalar = "\u{1F3F4}"

/// Returns the tags after a black flag that make it the flag of a region, such as Scotland: up to six letters and
/// digits, and the end tag; empty if there is no such flag.
private func flagTags(_ rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
  let letters = rest.prefix { (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value) }
  guard (1...6).contains(letters.count), letters.endIndex < rest.endIndex, rest[letters.endIndex].value == 0xE007F
  else { return rest.prefix(0) }
  return rest.prefix(letters.count + 1)
}

private func picture(_ scalar: Unicode.Scalar, _ glyphs: GlyphSet) -> String {
  if let byte = FileName.byte(scalar) { return "\\x" + String(byte, radix: 16, uppercase: true) }
  switch (scalar.value, glyphs) {
  case (0..<0x20, .unicode): return String(Unicode.Scalar(0x2400 + scalar.value)!)
  case (0x7F, .unicode): return "\u{2421}"
  case (0..<0x20, .ascii): return "^" + String(Unicode.Scalar(0x40 + scalar.value)!)
  case (0x7F, .ascii): return "^?"
  default:
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }
}
