import Timeline

/// Numbers as text, identical on every machine.
public enum NumberText {
  /// Returns whole numbers without a point, others with up to 15 significant digits, so that `0.1 + 0.2` is 0.3.
  public static func plain(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    guard number.isFinite else { return number.isNaN ? "not a number" : (number < 0 ? "-infinite" : "infinite") }
    let exact = "\(number)"
    // The shortest text that parses back is right unless it needs 16 or 17 digits, which only show rounding errors.
    guard exact.utf8.reduce(0, { $0 + (isDigit($1) ? 1 : 0) }) > digitLimit else { return exact }
    return rounded(number) ?? exact
  }

  /// Returns all digits needed to identify the number.
  public static func exact(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the number with exactly `places` decimals, from 0 to 15; the displayed digits are rounded, half up.
  package static func fixed(_ number: Double, _ places: Int) -> String {
    var decimal = DecimalNumber(number)
    let extra = -decimal.exponent - places
    if extra > DecimalNumber.zeroLimit {
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

  /// Returns the nearest number with `places` decimals, from 0 to 15. Exactly halfway the displayed digits decide, as
  /// in `fixed`: 1.005 is stored as slightly less, but is rounded to 1.01.
  package static func rounded(_ number: Double, _ places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = number * scale
    guard scaled.magnitude < 1e15 else { return number }
    // Only numbers near a half need the exact digits.
    let isNearHalf = abs((scaled - scaled.rounded(.down)) - 0.5) < 1e-3
    return isNearHalf ? Double(fixed(number, places)) ?? number : scaled.rounded() / scale
  }

  private static let digitLimit = 15
  /// The number of significant digits that identify every number. Of a longer decimal some would be lost.
  public static let roundTripDigits = 17

  /// Returns whether a decimal with an exponent becomes another number because it is nearer to 0 than 17 digits reach:
  /// `1e-400` becomes 0.
  /// - Parameter number: the number that the decimal was read as.
  public static func losesDigits(_ decimal: ArraySlice<UInt8>, as number: Double) -> Bool {
    guard number.magnitude < .leastNormalMagnitude, decimal.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
    else { return false }
    return LongDecimal(decimal) != LongDecimal(Array(exact(number).utf8)[...])
  }

  /// Returns the words for a decimal that becomes another number: it has too many digits, or is too near to 0.
  /// - Parameters:
  ///   - decimal: the decimal as written.
  ///   - number: the number that was read.
  ///   - place: where the decimal is, such as " on line 3".
  public static func loss(of decimal: some StringProtocol, as number: Double, place: String = "") -> String {
    let short = decimal.prefix(40)
    return number.magnitude < .leastNormalMagnitude
      ? "numbers this close to 0 have fewer digits: \(short)\(place) becomes \(exact(number))"
      : "only \(roundTripDigits) digits of \(short) are kept\(place)"
  }

  /// Returns the number rounded to 15 significant digits; `nil` if it has at most 15.
  private static func rounded(_ number: Double) -> String? {
    var decimal = DecimalNumber(number)
    var extra = -digitLimit
    var rest = decimal.digits
    while rest > 0 { (rest, extra) = (rest / 10, extra + 1) }
    guard extra > 0 else { return nil }
    let unit = DecimalNumber.power(extra)
    decimal.digits = (decimal.digits + unit / 2) / unit
    decimal.exponent += extra
    while decimal.digits % 10 == 0 { (decimal.digits, decimal.exponent) = (decimal.digits / 10, decimal.exponent + 1) }
    let text = (decimal.isNegative ? "-" : "") + "\(decimal.digits)e\(decimal.exponent)"
    // The largest numbers have no neighbour of 15 digits: rounded up they would be infinite.
    return Double(text).flatMap { $0.isFinite ? exact($0) : nil }
  }

  package static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

/// A number in decimal form: digits × 10^exponent. Durations are multiplied by these, so that `1000d * 66.4` is exact
/// to the microsecond.
struct DecimalNumber {
  var digits: UInt64 = 0
  var exponent = 0
  var isNegative = false

  /// Creates the shortest digits that parse back to this number, which must be finite.
  init(_ number: Double) { self.init(Array("\(number)".utf8)[...])! }

  /// Parses `-12.5e3`, with `_` between digits; `nil` for more than 19 digits.
  init?(_ text: ArraySlice<UInt8>) {
    var index = text.startIndex
    var (isFraction, count) = (false, 0)
    loop: while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"), UInt8(ascii: "_"): break
      case UInt8(ascii: "."): isFraction = true
      case _ where NumberText.isDigit(byte):
        if count > 0 || byte != UInt8(ascii: "0") { count += 1 }
        guard count <= 19 else { return nil }
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        if isFraction { exponent -= 1 }
      default: break loop
      }
      index += 1
    }
    if index < text.endIndex { exponent += Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0 }
    while exponent < 0, digits % 10 == 0, digits > 0 {
      digits /= 10
      exponent += 1
    }
  }

  static func power(_ exponent: Int) -> UInt64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
  /// The greatest power of ten in 64 bits is 10^19.
  static let zeroLimit = 19
}

extension Duration {
  /// Returns this duration times a number, rounded to the nearest microsecond; `nil` if it is out of range.
  package func times(_ number: Double) -> Duration? { times(DecimalNumber(number)) }

  func times(_ number: DecimalNumber) -> Duration? {
    var (factor, exponent) = (number.digits, number.exponent)
    if factor == 0 || self == .zero { return .zero }
    while exponent > 0 {
      let (larger, overflow) = factor.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      (factor, exponent) = (larger, exponent - 1)
    }
    // Any further digit is worth less than a microsecond of any duration.
    while exponent < -DecimalNumber.zeroLimit { (factor, exponent) = (factor / 10, exponent + 1) }
    return share(of: factor, DecimalNumber.power(-exponent), number.isNegative)
  }

  /// Returns this duration divided by a number other than 0, rounded to the nearest microsecond; `nil` if it is out
  /// of range.
  package func divided(by number: Double) -> Duration? {
    let number = DecimalNumber(number)
    var (divisor, exponent) = (number.digits, number.exponent)
    while exponent > 0 {
      let (larger, overflow) = divisor.multipliedReportingOverflow(by: 10)
      if overflow { return .zero }
      (divisor, exponent) = (larger, exponent - 1)
    }
    guard exponent >= -DecimalNumber.zeroLimit else { return self == .zero ? .zero : nil }
    return share(of: DecimalNumber.power(-exponent), divisor, number.isNegative)
  }

  /// Returns `self × factor / divisor`, computed exactly and then rounded, halves away from zero.
  private func share(of factor: UInt64, _ divisor: UInt64, _ isNegative: Bool) -> Duration? {
    let product = microseconds.magnitude.multipliedFullWidth(by: factor)
    guard product.high < divisor else { return nil }
    let (quotient, rest) = divisor.dividingFullWidth(product)
    let rounded = quotient.addingReportingOverflow(rest >= divisor - rest ? 1 : 0)
    guard !rounded.overflow, let whole = Int64(exactly: rounded.partialValue) else { return nil }
    return Duration(microseconds: (microseconds < 0) == isNegative ? whole : -whole)
  }
}
