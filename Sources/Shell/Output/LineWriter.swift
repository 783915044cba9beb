import Terminal
import Timeline

/// Builds lines of output as bytes: a year of playback is two million of them.
public struct LineWriter {
  public var bytes: [UInt8] = []
  public var palette: Palette
  public var glyphs: GlyphSet

  public init(palette: Palette = .plain, glyphs: GlyphSet = .unicode) {
    self.palette = palette
    self.glyphs = glyphs
  }

  /// Up to eight parts one after the other: a sentence. No parameter pack: it is not specialised, and a line would take
  /// an eighth longer.
  @inline(__always)
  mutating func add<
    A: LinePart, B: LinePart, C: LinePart, D: LinePart, E: LinePart, F: LinePart, G: LinePart, H: LinePart
  >(
    _ a: A, _ b: B = NoPart(), _ c: C = NoPart(), _ d: D = NoPart(), _ e: E = NoPart(), _ f: F = NoPart(),
    _ g: G = NoPart(), _ h: H = NoPart()
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

  /// The sign that begins a line, and a sentence.
  @inline(__always)
  mutating func say<
    A: LinePart, B: LinePart, C: LinePart, D: LinePart, E: LinePart, F: LinePart, G: LinePart, H: LinePart
  >(
    _ mark: Mark, style: Style = .plain, _ a: A, _ b: B = NoPart(), _ c: C = NoPart(), _ d: D = NoPart(),
    _ e: E = NoPart(), _ f: F = NoPart(), _ g: G = NoPart(), _ h: H = NoPart()
  ) {
    self.mark(mark, style)
    add(a, b, c, d, e, f, g, h)
  }

  mutating func mark(_ mark: Mark, _ style: Style = .plain) {
    let sign = mark.text(glyphs)
    add(raw: palette.hasColour ? palette.paint(sign, style) : sign)
    bytes.append(UInt8(ascii: " "))
  }

  /// Text that may come from outside: control characters are shown, never sent.
  public mutating func add(text: String) {
    if !addPrintable(text) { add(raw: sanitized(text, glyphs: glyphs)) }
  }

  public mutating func add(text: String, _ style: Style) {
    if !palette.hasColour || style == .plain { return add(text: text) }
    add(raw: palette.paint(sanitized(text, glyphs: glyphs), style))
  }

  /// Adds what is printable ASCII throughout, which most words are, without a copy; `false` for anything else.
  private mutating func addPrintable(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { buffer in
      for byte in buffer where byte < 0x20 || byte > 0x7E { return false }
      bytes.append(contentsOf: buffer)
      return true
    }
  }

  public mutating func add(styled: StyledText) { add(raw: styled.rendered(palette)) }

  mutating func add(raw text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

  /// The time since the session began: ` 0:03.250`, ` 1:02:03.250`, `12d 01:02:03.250`; it lines up below an hour and
  /// grows to the left from there.
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
        digits.write(hours, padded: 2)
        digits.write(UInt8(ascii: ":"))
        digits.write(minutes, padded: 2)
      } else if hours > 0 {
        digits.write(hours)
        digits.write(UInt8(ascii: ":"))
        digits.write(minutes, padded: 2)
      } else {
        if minutes < 10 { digits.write(UInt8(ascii: " ")) }
        digits.write(minutes)
      }
      digits.write(UInt8(ascii: ":"))
      digits.write(seconds % 60, padded: 2)
      digits.write(UInt8(ascii: "."))
      digits.write(milliseconds, padded: 3)
    }
    if dim { add(raw: Palette.reset) }
  }

  /// Gathers a few digits beside the line and appends them at once.
  fileprivate mutating func addDigits(_ body: (inout Digits) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Digits.capacity) { buffer in
      var digits = Digits(start: buffer.baseAddress!)
      body(&digits)
      bytes.append(contentsOf: UnsafeBufferPointer(start: buffer.baseAddress!, count: digits.count))
    }
  }
}

/// Something that a sentence is made of.
protocol LinePart {
  func write(to line: inout LineWriter)
}

/// Text that may come from outside: control characters are shown, never sent.
extension String: LinePart {
  func write(to line: inout LineWriter) { line.add(text: self) }
}

extension Int: LinePart {
  func write(to line: inout LineWriter) { line.addDigits { $0.write(self) } }
}

extension Duration: LinePart {
  func write(to line: inout LineWriter) { Painted(TimeText.length(self), .duration).write(to: &line) }
}

/// No part at all.
struct NoPart: LinePart {
  func write(to line: inout LineWriter) {}
}

/// A part that is there or not.
extension Optional: LinePart where Wrapped: LinePart {
  func write(to line: inout LineWriter) { self?.write(to: &line) }
}

/// Text in a style.
struct Painted: LinePart {
  private let text: String
  private let style: Style

  init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }

  /// A user's name.
  init(author: String) { self.init("@" + author, .mention) }
  /// A place inside something that plays.
  init(position: Duration) { self.init(TimeText.position(position), .duration) }

  /// Time that is left of something.
  init(left: Duration) { self.init(TimeText.left(left), .duration) }

  func write(to line: inout LineWriter) { line.add(text: text, style) }
}

/// Numbers as text in a small buffer: enough for a clock or one integer.
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
  mutating func write(_ number: Int, padded width: Int = 1) {
    if number < 0 { write(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var length = 1
    var power: UInt = 10
    while length < 20, rest >= power || length < width {
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
