/// A decimal as written, digits × 10^exponent, with any number of digits. It serves to find numbers in a script that
/// lose digits.
struct LongDecimal: Equatable {
  /// The significant digits, as ASCII, without zeros at either end.
  private var digits: [UInt8] = []
  private var exponent = 0

  /// - Parameter text: digits with a point, an exponent and `_`, such as `-12.5e3`; any text after them is ignored.
  init(_ text: ArraySlice<UInt8>) {
    var (index, isFraction) = (text.startIndex, false)
    loop: while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"): break
      case UInt8(ascii: "."): isFraction = true
      case let byte where NumberText.isDigit(byte):
        if isFraction { exponent -= 1 }
        if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let power = text[(index + 1)...].prefix {
          NumberText.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
        }
        // An exponent that is out of range makes the number 0 or infinite.
        exponent += Int(String(decoding: power, as: UTF8.self)).map { min(max($0, -100_000), 100_000) } ?? 0
        break loop
      default: break loop
      }
      index += 1
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { exponent = 0 }
  }

  /// The number of significant digits.
  var count: Int { digits.count }

  /// The maximum number of significant digits of a `Double` that is written out.
  private static let digitLimit = 767
  /// The greatest power of ten that divides a `Double` with more than 17 significant digits.
  private static let zeroLimit = 22

  /// Returns `true` if this is exactly the number, whatever its sign. O(digits²), of at most 767 digits.
  func equals(_ number: Double) -> Bool {
    guard !digits.isEmpty, number != 0, number.isFinite else { return digits.isEmpty && number == 0 }
    guard digits.count <= Self.digitLimit else { return false }
    // The number is factor × 2^power, with an odd factor.
    var factor = UInt64(number.significand.magnitude * 0x1p52)
    var power = Int(number.exponent) - 52
    power += factor.trailingZeroBitCount
    factor >>= UInt64(factor.trailingZeroBitCount)
    if power < 0 {
      // Written out, it has as many decimals as there are halvings, and the last of them is a 5.
      return exponent == power && Self.digits(of: factor, times: 5, -power) == digits
    }
    guard (0...Self.zeroLimit).contains(exponent) else { return false }
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: exponent)
    return Self.digits(of: factor, times: 2, power) == digits + zeros
  }

  /// Returns the digits of factor × base^power.
  private static func digits(of factor: UInt64, times base: UInt64, _ power: Int) -> [UInt8] {
    let limit: UInt64 = 1_000_000_000
    // Nine digits in each, the last ones first.
    var parts = [factor % limit, factor / limit % limit, factor / limit / limit]
    for _ in 0..<power {
      var carry: UInt64 = 0
      for place in parts.indices {
        let product = parts[place] * base + carry
        (carry, parts[place]) = product.quotientAndRemainder(dividingBy: limit)
      }
      if carry > 0 { parts.append(carry) }
    }
    let text = parts.reversed().flatMap { part in
      let digits = Array(String(part).utf8)
      return [UInt8](repeating: UInt8(ascii: "0"), count: 9 - digits.count) + digits
    }
    return Array(text.drop { $0 == UInt8(ascii: "0") })
  }
}
