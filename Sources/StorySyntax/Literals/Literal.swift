import System
import Timeline

/// Words that are values: `15s`, `1h30m`, `-5`, `50%`, `2026-11-20`.
package enum Literal {
  package enum Reading {
    case value(Constant)
    /// `2026-11-20` or `2026-11-20T10:30`: an instant once the session's time zone is known.
    case civil(CivilTime)
    /// The word begins like a number but is not valid.
    case problem(Problem)
    /// The word is not a literal.
    case word
  }

  package static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    guard let first = bytes.first else { return .word }
    var (digits, negative) = (bytes, false)
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      negative = first == UInt8(ascii: "-")
      digits = bytes.dropFirst()
    }
    guard let lead = digits.first,
      NumberText.isDigit(lead)
        || (lead == UInt8(ascii: ".") && digits.dropFirst().first.map(NumberText.isDigit) == true)
    else {
      // Most words are not literals, and this check runs for every word of a script.
      guard bytes.count == 4 || bytes.count == 5 else { return .word }
      if bytes.elementsEqual("true".utf8) { return .value(.bool(true)) }
      if bytes.elementsEqual("false".utf8) { return .value(.bool(false)) }
      if bytes.elementsEqual("none".utf8) { return .value(.none) }
      return .word
    }
    if digits.count >= 10, !negative, let civil = CivilTime(parsing: digits) { return .civil(civil) }
    guard let (number, rest) = number(digits) else { return .problem(.malformedNumber) }
    if let problem = misreading(bytes, rest) { return .problem(problem) }
    if rest.isEmpty {
      guard number.isFinite else { return .problem(.numberTooLarge) }
      // The value may have been rounded up to 2^53.
      if abs(number) >= 0x1p53, digits.allSatisfy({ NumberText.isDigit($0) || $0 == UInt8(ascii: "_") }) {
        let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        guard let whole = Int64(text) else { return .problem(.numberTooLarge) }
        return .value(.number(exactly: whole))
      }
      let signed = negative ? -number : number
      return .value(
        abs(number) < 0x1p53
          ? .number(signed) : Int64(exactly: signed).map(Constant.number(exactly:)) ?? .number(signed))
    }
    if rest.elementsEqual([UInt8(ascii: "%")]) { return .value(.number((negative ? -number : number) / 100)) }
    return duration(digits, negative: negative)
  }

  /// Returns the number that a longer or tinier decimal becomes, as text; `nil` for all other literals, which are
  /// exactly equal to their values, to 17 digits.
  static func rounded(_ bytes: ArraySlice<UInt8>, _ value: Constant) -> String? {
    if case .number(let value) = value, NumberText.losesDigits(bytes, as: value) { return NumberText.exact(value) }
    guard bytes.count > NumberText.roundTripDigits else { return nil }
    let (number, text): (Double, String)
    switch value {
    case .number(let value): (number, text) = (value, NumberText.exact(value))
    // A whole number is exact, unless it was written with decimals.
    case .whole(let value) where bytes.contains { $0.isOne(of: ".eE") }: (number, text) = (Double(value), String(value))
    default: return nil
    }
    let decimal = LongDecimal(bytes)
    guard decimal.count > NumberText.roundTripDigits else { return nil }
    return bytes.last != UInt8(ascii: "%") && decimal.equals(number) ? nil : text
  }

  /// Parses digits with `_` between them, a fraction, and an exponent.
  private static func number(
    _ bytes: ArraySlice<UInt8>, withExponent: Bool = true
  ) -> (Double, ArraySlice<UInt8>)? {
    var index = bytes.startIndex
    var whole: Int64 = 0
    var (count, plain) = (0, true)
    func isDigitAt(_ index: Int) -> Bool { index < bytes.endIndex && NumberText.isDigit(bytes[index]) }
    func skipDigits() {
      while isDigitAt(index) || (index < bytes.endIndex && bytes[index] == UInt8(ascii: "_") && isDigitAt(index + 1)) {
        if bytes[index] != UInt8(ascii: "_") {
          count += 1
          if count <= 18 { whole = whole * 10 + Int64(bytes[index] - UInt8(ascii: "0")) }
        }
        index += 1
      }
    }
    skipDigits()
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: "."), isDigitAt(index + 1) {
      plain = false
      index += 1
      skipDigits()
    }
    if withExponent, index < bytes.endIndex, bytes[index] | 0x20 == UInt8(ascii: "e") {
      var exponent = index + 1
      if exponent < bytes.endIndex, bytes[exponent] == UInt8(ascii: "-") || bytes[exponent] == UInt8(ascii: "+") {
        exponent += 1
      }
      if isDigitAt(exponent) {
        plain = false
        while isDigitAt(exponent) { exponent += 1 }
        index = exponent
      }
    }
    let rest = bytes[index...]
    if plain, count <= 15 { return (Double(whole), rest) }
    let text = String(decoding: bytes[..<index].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    return Double(text).map { ($0, rest) }
  }

  /// Returns the most likely meaning of digits followed by other characters: `1+2`, `1,5`, `12:30`, `2026-02-30`.
  private static func misreading(_ bytes: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Problem? {
    guard let next = rest.first else { return nil }
    let written = String(decoding: bytes, as: UTF8.self)
    let before = String(decoding: bytes[..<rest.startIndex], as: UTF8.self)
    let after = String(decoding: rest.dropFirst(), as: UTF8.self)
    let digitCount = rest.startIndex - bytes.startIndex
    switch next {
    case UInt8(ascii: "-") where digitCount == 4 && rest.dropFirst(3).first == next: return .noSuchDate(written)
    case _ where next.isOne(of: "+-*/<>"):
      let sign = String(UnicodeScalar(next))
      return .operatorNeedsSpace(written, suggestion: "try: \(before) \(sign) \(after.isEmpty ? "…" : after)")
    case UInt8(ascii: "="), UInt8(ascii: "!"): return .operatorNeedsSpace(written, suggestion: nil)
    case UInt8(ascii: ",") where after.utf8.first.map(NumberText.isDigit) == true:
      return commas(in: written)
    case UInt8(ascii: ":") where after.utf8.allSatisfy { NumberText.isDigit($0) || $0 == next } && !after.isEmpty:
      return .timeWithoutDate(written)
    case UInt8(ascii: "."): return .malformedNumber
    default: return nil
    }
  }

  /// Suggests decimals for `1,5`. `1,000` may be a thousand or one, so nothing is suggested.
  private static func commas(in written: String) -> Problem {
    let parts = written.split(separator: ",", omittingEmptySubsequences: false)
    func isDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy(NumberText.isDigit) }
    let last = parts[parts.count - 1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = last.count > 1 ? ".\(last[1])" : ""
    let groups = parts.dropLast() + [last[0]]
    let isGrouped =
      isDigits(parts[0]) && parts[0].count < 4 && groups.dropFirst().allSatisfy { isDigits($0) && $0.count == 3 }
    if isGrouped, last.count == 1 || isDigits(last[1]) {
      let whole = "write \(groups.joined())\(decimals) or \(groups.joined(separator: "_"))\(decimals)"
      let isOne = parts.count == 2 && decimals.isEmpty
      return .commaInNumber(suggestion: whole + (isOne ? "; for decimals: \(parts[0]).\(parts[1])" : ""))
    }
    return parts.count == 2 ? .decimalComma(suggestion: "\(parts[0]).\(parts[1])") : .commaInNumber(suggestion: nil)
  }

  private static let units: [(name: String, microseconds: Int64)] = [
    ("us", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000), ("d", 86_400_000_000),
    ("w", 604_800_000_000),
  ]
  /// The duration units, as written right after a number.
  static var unitNames: [String] { units.map { $0.name } }

  /// Other common names of units, with the names in the language.
  private static let aliases: [String: String] = [
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
    "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d", "week": "w", "weeks": "w",
    "msec": "ms", "millis": "ms", "µs": "us",
  ]

  /// Returns the unit for a word after a number, in the language's spelling; `nil` for any other word.
  static func unit(_ word: String) -> String? { units.contains { $0.name == word } ? word : aliases[word] }

  /// Returns the duration in a text: a literal, or words as the program prints them, such as `1 h 30 min`.
  package static func duration(spelled text: String) -> Duration? {
    let written = text.split { $0.isWhitespace }.map { word -> String in
      word.utf8.first.map(NumberText.isDigit) == false ? unit(String(word)) ?? String(word) : String(word)
    }
    guard case .value(.duration(let duration)) = read(ArraySlice(written.joined().utf8)) else { return nil }
    return duration
  }

  /// Returns a text as a `"…"` literal; control characters become escapes.
  package static func quoted(_ text: String) -> String {
    // 0xC2 begins the control characters beyond ASCII, 0xF4 the characters that represent invalid UTF-8 bytes.
    let isSpecial = { (byte: UInt8) in
      byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7B || byte == 0x7F || byte == 0xC2 || byte == 0xF4
    }
    if !text.utf8.contains(where: isSpecial) { return "\"" + text + "\"" }
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "{": out += "\\{"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        out += "\\u(\(String(scalar.value, radix: 16)))"
      case _ where FileName.byte(scalar) != nil:
        out += "\\x" + String(FileName.byte(scalar) ?? 0, radix: 16, uppercase: true)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// The maximum duration in a script: 1,000 years. No longer calendar is worth simulating.
  package static let maximumDuration = Duration.days(365_250)

  private static func duration(_ bytes: ArraySlice<UInt8>, negative: Bool) -> Reading {
    var (rest, total, previous) = (bytes, Duration.zero, Int64.max)
    while !rest.isEmpty {
      guard let (rounded, afterNumber) = number(rest, withExponent: false) else { return .problem(.malformedNumber) }
      let unitBytes = afterNumber.prefix { $0 > UInt8(ascii: "9") || $0 == UInt8(ascii: "%") }
      let name = String(decoding: unitBytes, as: UTF8.self)
      guard let unit = units.first(where: { $0.name == name }) else {
        let written = String(decoding: bytes[bytes.startIndex..<afterNumber.startIndex], as: UTF8.self)
        if name.isEmpty {
          // `1h30` means 1h30m.
          let next = units.last { $0.microseconds < previous }?.name ?? "s"
          return .problem(.missingUnit(written, meant: written + next))
        }
        let meant =
          aliases[name.lowercased()] ?? (units.contains { $0.name == name.lowercased() } ? name.lowercased() : nil)
        return .problem(.unknownUnit(name, suggestion: meant.map { written + $0 }))
      }
      guard unit.microseconds < previous else { return .problem(.unitOrder) }
      previous = unit.microseconds
      let decimal = DecimalNumber(rest[..<afterNumber.startIndex]) ?? DecimalNumber(rounded)
      guard let part = Duration(microseconds: unit.microseconds).times(decimal) else {
        return .problem(.durationTooLong)
      }
      total += part
      rest = afterNumber.dropFirst(unitBytes.count)
    }
    guard total <= maximumDuration else { return .problem(.durationTooLong) }
    return .value(.duration(negative ? -total : total))
  }
}

extension Duration {
  /// The units of duration literals: `ms`, `s`, `h`.
  public static var unitNames: [String] { Literal.unitNames }

  /// Parses a duration in the form of `literal`; `nil` for any other text.
  public init?(literal text: some StringProtocol) {
    guard case .value(.duration(let length)) = Literal.read(Array(text.utf8)[...]) else { return nil }
    self = length
  }

  /// The shortest literal that parses to this duration: `15s`, `1h30m`, `2m5.25s`, `250ms`, `0s`.
  public var literal: String {
    guard microseconds != 0 else { return "0s" }
    var out = microseconds < 0 ? "-" : ""
    var rest = microseconds.magnitude
    if rest < 1_000 { return out + "\(rest)us" }
    if rest < 1_000_000 { return out + Self.decimal(rest, per: 1_000, 3) + "ms" }
    for (unit, size) in [("d", UInt64(86_400_000_000)), ("h", 3_600_000_000), ("m", 60_000_000)] where rest >= size {
      out += "\(rest / size)\(unit)"
      rest %= size
    }
    if rest > 0 { out += Self.decimal(rest, per: 1_000_000, 6) + "s" }
    return out
  }

  /// Returns `count / scale` without trailing zeros; `scale` is 10 to the power of `places`.
  private static func decimal(_ count: UInt64, per scale: UInt64, _ places: Int) -> String {
    let (whole, fraction) = count.quotientAndRemainder(dividingBy: scale)
    return fraction > 0 ? "\(whole).\(Int(fraction).fraction(places))" : "\(whole)"
  }
}
