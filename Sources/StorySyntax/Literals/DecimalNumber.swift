import Timeline

/// A number as it is written: digits × 10^exponent. Lengths of time are multiplied by these, so that `1000d * 66.4` is
/// right to the microsecond.
struct DecimalNumber {
  var digits: UInt64 = 0
  var exponent = 0
  var isNegative = false

  /// The shortest digits that read back as this number, which must be finite.
  init(_ number: Double) { self.init(Array("\(number)".utf8)[...])! }

  /// Reads `-12.5e3`, with `_` between digits; `nil` when there are more than 19 digits.
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
  /// 10^19 is the greatest power of ten in 64 bits.
  static let mostZeros = 19
}

extension Duration {
  /// This length times a number, to the nearest microsecond; `nil` when it is out of range.
  package func times(_ number: Double) -> Duration? { times(DecimalNumber(number)) }

  func times(_ number: DecimalNumber) -> Duration? {
    var (factor, exponent) = (number.digits, number.exponent)
    if factor == 0 || self == .zero { return .zero }
    while exponent > 0 {
      let (larger, overflow) = factor.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      (factor, exponent) = (larger, exponent - 1)
    }
    // Beyond, each digit is less than a microsecond of any length.
    while exponent < -DecimalNumber.mostZeros { (factor, exponent) = (factor / 10, exponent + 1) }
    return share(of: factor, DecimalNumber.power(-exponent), number.isNegative)
  }

  /// This length divided by a number, which must not be 0, to the nearest microsecond; `nil` when it is out of range.
  package func divided(by number: Double) -> Duration? {
    let number = DecimalNumber(number)
    var (divisor, exponent) = (number.digits, number.exponent)
    while exponent > 0 {
      let (larger, overflow) = divisor.multipliedReportingOverflow(by: 10)
      if overflow { return .zero }
      (divisor, exponent) = (larger, exponent - 1)
    }
    guard exponent >= -DecimalNumber.mostZeros else { return self == .zero ? .zero : nil }
    return share(of: DecimalNumber.power(-exponent), divisor, number.isNegative)
  }

  /// `self × factor / divisor`, exact and then rounded, halves away from zero.
  private func share(of factor: UInt64, _ divisor: UInt64, _ isNegative: Bool) -> Duration? {
    let product = microseconds.magnitude.multipliedFullWidth(by: factor)
    guard product.high < divisor else { return nil }
    let (quotient, rest) = divisor.dividingFullWidth(product)
    let rounded = quotient.addingReportingOverflow(rest >= divisor - rest ? 1 : 0)
    guard !rounded.overflow, let whole = Int64(exactly: rounded.partialValue) else { return nil }
    return Duration(microseconds: (microseconds < 0) == isNegative ? whole : -whole)
  }
}
