import Timeline

/// How exports write instants and lengths: exact to the microsecond and read back to the same value.
enum StintText {
  /// Local time with its distance from Greenwich, RFC 3339 but for the seconds of an offset that has some.
  static func text(_ instant: Instant, offset: Duration) -> String {
    let time = CivilTime(utc: instant + offset).dateTimeText
    let seconds = offset.microseconds / 1_000_000
    let rest = Int(seconds.magnitude)
    let minutes = "\((rest / 3_600).padded(2)):\((rest / 60 % 60).padded(2))"
    return time + (seconds < 0 ? "-" : "+") + minutes + (rest % 60 == 0 ? "" : ":\((rest % 60).padded(2))")
  }

  /// Reads local time with `Z`, `±hh:mm` or `±hh:mm:ss` behind it.
  static func instant(_ text: String) -> (instant: Instant, offset: Duration)? {
    let bytes = Array(text.utf8)
    if bytes.last == UInt8(ascii: "Z") {
      return CivilTime(parsing: bytes.dropLast()).map { ($0.instant(), .zero) }
    }
    // The date has minus signs as well; the sign of the offset stands behind the time.
    let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
    guard bytes.count > 16, let sign = bytes.lastIndex(where: signs.contains), sign >= 16,
      let offset = length(bytes[(sign + 1)...]), let local = CivilTime(parsing: bytes[..<sign])
    else { return nil }
    let signed = bytes[sign] == UInt8(ascii: "-") ? -offset : offset
    return (local.instant(offset: signed), signed)
  }

  private static func length(_ bytes: ArraySlice<UInt8>) -> Duration? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds: Int64 = 0
    for (place, part) in parts.enumerated() {
      guard part.count == 2, let number = whole(part), place == 0 || number < 60 else { return nil }
      seconds += number * [3_600, 60, 1][place]
    }
    return .seconds(seconds)
  }

  /// Seconds without trailing zeros: `1200`, `725.25`.
  static func seconds(_ duration: Duration) -> String {
    let magnitude = duration.microseconds.magnitude
    let whole = "\(duration.microseconds < 0 ? "-" : "")\(magnitude / 1_000_000)"
    return magnitude % 1_000_000 > 0 ? "\(whole).\(Int(magnitude % 1_000_000).fraction(6))" : whole
  }

  /// Reads seconds as `seconds(_:)` writes them, or any other way to write the same decimal number; `nil` for what is
  /// negative or finer than a microsecond.
  static func duration(_ text: String) -> Duration? {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].count <= 12, let seconds = whole(parts[0]) else { return nil }
    guard parts.count == 2 else { return .seconds(seconds) }
    var decimals = parts[1]
    while decimals.count > 6, decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    guard decimals.count <= 6, var microseconds = whole(decimals) else { return nil }
    for _ in decimals.count..<6 { microseconds *= 10 }
    return .seconds(seconds) + Duration(microseconds: microseconds)
  }

  private static func whole(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - 48)
    }
    return value
  }
}
