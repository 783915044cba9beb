/// The text with everything visible that could command a terminal or turn its order around: C0 and C1 controls, ESC, DEL,
/// bidirectional embeddings, overrides and isolates, line separators. Nothing else changes. Linear; clean text is
/// returned as it is.
/// - Parameters:
///   - text: text from outside: a file, the network, the clipboard.
///   - keepingLines: keeps line ends (CR LF becomes LF) and spreads tabs to multiples of eight cells. Otherwise they are
///     shown too, so that the result is one line.
///   - glyphs: `␛` in Unicode, `^[` in ASCII.
public func sanitized(_ text: String, keepingLines: Bool = false, glyphs: GlyphSet = .unicode) -> String {
  if isClean(text) { return text }
  var result = ""
  var scalars = text.unicodeScalars.makeIterator()
  var next = scalars.next()
  var lineStart = result.startIndex
  while let scalar = next {
    next = scalars.next()
    switch scalar {
    case "\r" where keepingLines && next == "\n": break
    case "\n" where keepingLines:
      result.unicodeScalars.append(scalar)
      lineStart = result.endIndex
    case "\t" where keepingLines:
      let column = DisplayWidth.of(result[lineStart...])
      result.append(String(repeating: " ", count: 8 - column % 8))
    default:
      if isHarmful(scalar) { result.append(picture(scalar, glyphs)) } else { result.unicodeScalars.append(scalar) }
    }
  }
  return result
}

extension String {
  /// Without the spaces at its end.
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
    // All other harmful scalars begin with the bytes C2 (C1 controls), E2 80 or E2 81.
    if previous == 0xC2 && byte < 0xA0 { return false }
    if previous == 0xE2 && (byte == 0x80 || byte == 0x81) { return !text.unicodeScalars.contains(where: isHarmful) }
    previous = byte
  }
  return true
}

private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: return true
  default: return false
  }
}

private func picture(_ scalar: Unicode.Scalar, _ glyphs: GlyphSet) -> String {
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
