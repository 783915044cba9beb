/// Numbers as text, the same on every machine.
public enum NumberText {
  /// Whole numbers without a point, others with up to 15 significant digits, so that `0.1 + 0.2` reads 0.3.
  public static func plain(_ number: Double) -> String {
    if let whole = Int64(exactly: number), abs(whole) < 1_000_000_000_000_000 { return String(whole) }
    guard number.isFinite else { return number.isNaN ? "not a number" : (number < 0 ? "-infinite" : "infinite") }
    let exact = "\(number)"
    // The shortest text that reads back is right unless it needs 16 or 17 digits to tell rounding errors apart.
    guard exact.utf8.reduce(0, { $0 + (isDigit($1) ? 1 : 0) }) > 15 else { return exact }
    let magnitude = abs(number)
    guard magnitude >= 1e-4, magnitude < 1e15 else { return exact }
    var (places, scale) = (15, 1.0)
    while scale <= magnitude, places > 0 {
      scale *= 10
      places -= 1
    }
    var power = 1.0
    for _ in 0..<places { power *= 10 }
    let rounded = (number * power).rounded() / power
    let short = "\(rounded)"
    if short.hasSuffix(".0") { return String(short.dropLast(2)) }
    return short
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
