import RichText
import SessionState
import System
import TerminalText
import Timeline

/// Builds lines of output as bytes: a year of playback is two million of them.
public struct LineWriter: ~Copyable {
  private var buffer: ByteBuffer
  public var palette: Palette
  public var glyphs: GlyphSet

  /// - Parameter capacity: the number of bytes before the buffer grows.
  public init(palette: Palette = .plain, glyphs: GlyphSet = .unicode, capacity: Int = 256) {
    self.palette = palette
    self.glyphs = glyphs
    buffer = ByteBuffer(capacity: capacity)
  }

  // MARK: Pending bytes

  /// The number of pending bytes.
  var count: Int { buffer.count }
  var isEmpty: Bool { buffer.isEmpty }
  /// `true` if the last line is complete.
  var endsLine: Bool { buffer.last == UInt8(ascii: "\n") }
  var text: String { String(decoding: buffer.bytes, as: UTF8.self) }

  /// Returns whether a byte is among the pending bytes.
  func contains(_ byte: UInt8) -> Bool {
    buffer.bytes.baseAddress.map { memchr($0, Int32(byte), buffer.count) != nil } ?? false
  }

  func bytes(from start: Int) -> [UInt8] { Array(buffer.bytes[start...]) }

  func withBytes<Result, Problem: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Result
  ) throws(Problem) -> Result { try body(buffer.bytes) }

  mutating func removeAll() { buffer.truncate(to: 0) }

  /// Replaces all bytes from an offset on.
  mutating func replace(from start: Int, with bytes: [UInt8]) {
    buffer.truncate(to: start)
    add(bytes: bytes)
  }

  mutating func add(bytes: [UInt8]) { bytes.withUnsafeBufferPointer { buffer.append($0) } }

  // MARK: Sentences

  /// Writes up to eight parts in a row: a sentence. Not a parameter pack: packs are not specialised, and a line would
  /// take an eighth longer.
  @inline(__always)
  package mutating func add<
    A: LinePart, B: LinePart, C: LinePart, D: LinePart, E: LinePart, F: LinePart, G: LinePart, H: LinePart
  >(
    _ a: A, _ b: B = EmptyPart(), _ c: C = EmptyPart(), _ d: D = EmptyPart(), _ e: E = EmptyPart(),
    _ f: F = EmptyPart(),
    _ g: G = EmptyPart(), _ h: H = EmptyPart()
  ) {
    a.write(to: &self)
    b.write(to: &self)
    c.write(to: &self)
    d.write(to: &self)
    e.write(to: &self)
    f.write(to: &self)
    g.write(to: &self)
    h.write(to: &self)
  }

  /// Writes the sign at the beginning of a line, and a sentence.
  @inline(__always)
  package mutating func write<
    A: LinePart, B: LinePart, C: LinePart, D: LinePart, E: LinePart, F: LinePart, G: LinePart, H: LinePart
  >(
    _ mark: Mark, style: Style = .plain, _ a: A, _ b: B = EmptyPart(), _ c: C = EmptyPart(), _ d: D = EmptyPart(),
    _ e: E = EmptyPart(), _ f: F = EmptyPart(), _ g: G = EmptyPart(), _ h: H = EmptyPart()
  ) {
    self.mark(mark, style)
    add(a, b, c, d, e, f, g, h)
  }

  package mutating func mark(_ mark: Mark, _ style: Style = .plain) {
    let sign = mark.text(glyphs)
    add(raw: palette.hasColour ? palette.paint(sign, style) : sign)
    buffer.append(UInt8(ascii: " "))
  }

  /// Adds text that may come from outside: control characters are made visible, never sent.
  public mutating func add(text: String) {
    if !addPrintable(text) { add(raw: sanitized(text, glyphs: glyphs)) }
  }

  public mutating func add(text: String, _ style: Style) {
    if !palette.hasColour || style == .plain { return add(text: text) }
    add(raw: palette.paint(sanitized(text, glyphs: glyphs), style))
  }

  /// Adds text of printable ASCII without a copy, as most words are; returns `false` for any other text.
  private mutating func addPrintable(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      guard Self.isPrintable(text) else { return false }
      buffer.append(text)
      return true
    }
  }

  /// Checks eight bytes at a time, since every word of every line passes through here.
  private static func isPrintable(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    let high: UInt64 = 0x8080_8080_8080_8080
    var place = 0
    while place + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // The subtraction sets the highest bit of a byte below 0x20, the addition that of 0x7F.
      let marks = word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
      if marks & high != 0 { return false }
      place += 8
    }
    while place < bytes.count {
      if bytes[place] < 0x20 || bytes[place] > 0x7E { return false }
      place += 1
    }
    return true
  }

  public mutating func add(styled: StyledText) { add(raw: styled.rendered(palette)) }

  mutating func add(raw text: String) {
    var text = text
    text.withUTF8 { buffer.append($0) }
  }

  mutating func newline() { buffer.append(UInt8(ascii: "\n")) }

  /// Adds the time since the session began: ` 0:03.250`, ` 1:02:03.250`, `12d 01:02:03.250`. Times below an hour are
  /// aligned; longer ones grow to the left.
  mutating func addClock(_ elapsed: Duration) {
    let dim = palette.hasColour
    if dim { add(raw: palette.start(.dim)) }
    let microseconds = max(0, elapsed.microseconds)
    let milliseconds = Int(microseconds / 1_000 % 1_000)
    let seconds = Int(microseconds / 1_000_000)
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    addDigits { digits in
      if days > 0 {
        digits.write(days)
        digits.write(UInt8(ascii: "d"))
        digits.write(UInt8(ascii: " "))
        digits.write(pair: hours)
        digits.write(UInt8(ascii: ":"))
        digits.write(pair: minutes)
      } else if hours > 0 {
        digits.write(hours)
        digits.write(UInt8(ascii: ":"))
        digits.write(pair: minutes)
      } else {
        if minutes < 10 { digits.write(UInt8(ascii: " ")) }
        digits.write(minutes)
      }
      digits.write(UInt8(ascii: ":"))
      digits.write(pair: seconds % 60)
      digits.write(UInt8(ascii: "."))
      digits.write(milliseconds / 100)
      digits.write(pair: milliseconds % 100)
    }
    if dim { add(raw: Palette.reset) }
  }

  @inline(__always)
  fileprivate mutating func addDigits(_ body: (inout Digits) -> Void) {
    buffer.append(atMost: Digits.capacity) { start in
      var digits = Digits(start: start)
      body(&digits)
      return digits.count
    }
  }
}

/// A part of a sentence.
package protocol LinePart {
  func write(to line: inout LineWriter)
}

/// Text that may come from outside: control characters are made visible, never sent.
extension String: LinePart {
  package func write(to line: inout LineWriter) { line.add(text: self) }
}

extension Int: LinePart {
  package func write(to line: inout LineWriter) { line.addDigits { $0.write(self) } }
}

extension Duration: LinePart {
  package func write(to line: inout LineWriter) { Styled(TimeText.length(self), .duration).write(to: &line) }
}

/// The absence of a part.
package struct EmptyPart: LinePart {
  package init() {}
  package func write(to line: inout LineWriter) {}
}

/// An optional part.
extension Optional: LinePart where Wrapped: LinePart {
  package func write(to line: inout LineWriter) { self?.write(to: &line) }
}

/// Writes numbers as text into memory with enough room for a clock or one integer.
private struct Digits {
  static let capacity = 64
  let start: UnsafeMutablePointer<UInt8>
  var count = 0

  init(start: UnsafeMutablePointer<UInt8>) { self.start = start }

  @inline(__always)
  mutating func write(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func write(pair number: Int) {
    let tens = UInt8(truncatingIfNeeded: number / 10)
    write(UInt8(ascii: "0") &+ tens)
    write(UInt8(ascii: "0") &+ (UInt8(truncatingIfNeeded: number) &- tens &* 10))
  }

  mutating func write(_ number: Int) {
    if number < 0 { write(UInt8(ascii: "-")) }
    var rest = number.magnitude
    if rest < 10 { return write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)) }
    var length = 1
    var power: UInt = 10
    while length < 20, rest >= power {
      length += 1
      if length < 20 { power &*= 10 }
    }
    for place in stride(from: count + length - 1, through: count, by: -1) {
      start[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }
}

/// Escapes texts for HTML, SVG and other XML.
package enum Markup {
  /// Returns whether phones show a symbol as a coloured picture, unless a variation selector says that it is text.
  private static func mayBecomeEmoji(_ symbol: Unicode.Scalar) -> Bool {
    switch symbol {
    case "\u{23E9}"..."\u{23FA}", "▶", "◀", "♥": true
    default: false
    }
  }

  /// Returns a text for HTML and XML, without control characters and bidirectional controls, which are not allowed
  /// there.
  /// - Parameter keepingLines: whether line ends stay.
  package static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    var (escaped, pending) = (String.UnicodeScalarView(), false)
    for scalar in text.unicodeScalars {
      // A symbol followed by its own variation selector keeps that.
      if pending, scalar != "\u{FE0F}", scalar != "\u{FE0E}" { escaped.append("\u{FE0E}") }
      pending = false
      switch scalar {
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "&": escaped += "&amp;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      case "\n" where keepingLines: escaped.append(scalar)
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..."\u{FFFF}": escaped.append("\u{FFFD}")
      // Bidirectional controls and line separators would change the order of a page's text as well.
      case "\u{61C}", "\u{200E}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        escaped.append("\u{FFFD}")
      default:
        // As terminals show a byte of a file name that is not UTF-8.
        if let byte = FileName.byte(scalar) {
          escaped += "\\x\(String(byte, radix: 16, uppercase: true))".unicodeScalars
        } else {
          escaped.append(scalar)
          if Markup.mayBecomeEmoji(scalar) { pending = true }
        }
      }
    }
    if pending { escaped.append("\u{FE0E}") }
    return String(escaped)
  }
}

/// The styles of a post's text, the same while the user types and wherever it is shown.
extension Style {
  init(_ kind: FacetSpan.Kind) {
    self =
      switch kind {
      case .mention: .mention
      case .partialMention: .partialMention
      case .link, .bareLink, .localLink: .link
      case .tag, .cashtag: .tag
      }
  }

  package init(_ feature: Facet.Feature) {
    switch feature {
    case .mention(_, let isComplete): self.init(isComplete ? .mention : .partialMention)
    case .link: self.init(.link)
    case .tag: self.init(.tag)
    }
  }
}
