/// Numbers as text, the same on every machine.
public enum NumberText {
  /// Whole numbers without a point, others with up to 15 significant digits, so that `0.1 + 0.2` reads 0.3.
  public static func plain(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    guard number.isFinite else { return number.isNaN ? "not a number" : (number < 0 ? "-infinite" : "infinite") }
    let exact = "\(number)"
    // The shortest text that reads back is right unless it needs 16 or 17 digits to tell rounding errors apart.
    guard exact.utf8.reduce(0, { $0 + (isDigit($1) ? 1 : 0) }) > mostDigits else { return exact }
    return rounded(number) ?? exact
  }

  /// All digits that tell a number from its neighbours.
  public static func exact(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// With exactly that many decimals, from 0 to 15; the digits that people see are rounded, half up.
  package static func fixed(_ number: Double, _ places: Int) -> String {
    var decimal = DecimalNumber(number)
    let extra = -decimal.exponent - places
    if extra > DecimalNumber.mostZeros {
      decimal.digits = 0
    } else if extra > 0 {
      let unit = DecimalNumber.power(extra)
      decimal.digits = decimal.digits / unit + (decimal.digits % unit >= unit / 2 + unit % 2 ? 1 : 0)
    }
    var digits = String(decimal.digits) + String(repeating: "0", count: max(0, -extra))
    digits = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    let sign = decimal.isNegative && digits.contains { $0 != "0" } ? "-" : ""
    return sign + digits.dropLast(places) + (places > 0 ? "." + digits.suffix(places) : "")
  }

  /// The nearest number with that many decimals, from 0 to 15; on a half the digits that people see decide, as for `fixed`:
  /// 1.005 is a little less, and is 1.01 all the same.
  package static func rounded(_ number: Double, _ places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = number * scale
    guard scaled.magnitude < 1e15 else { return number }
    // Far from a half there is nothing to decide.
    let isNearHalf = abs((scaled - scaled.rounded(.down)) - 0.5) < 1e-3
    return isNearHalf ? Double(fixed(number, places)) ?? number : scaled.rounded() / scale
  }

  private static let mostDigits = 15

  /// With 15 significant digits; `nil` where the number has no more.
  private static func rounded(_ number: Double) -> String? {
    var decimal = DecimalNumber(number)
    var extra = -mostDigits
    var rest = decimal.digits
    while rest > 0 { (rest, extra) = (rest / 10, extra + 1) }
    guard extra > 0 else { return nil }
    let unit = DecimalNumber.power(extra)
    decimal.digits = (decimal.digits + unit / 2) / unit
    decimal.exponent += extra
    while decimal.digits % 10 == 0 { (decimal.digits, decimal.exponent) = (decimal.digits / 10, decimal.exponent + 1) }
    let text = (decimal.isNegative ? "-" : "") + "\(decimal.digits)e\(decimal.exponent)"
    return Double(text).map(exact)
  }

  package static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
