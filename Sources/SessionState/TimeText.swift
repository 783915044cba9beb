import Timeline

/// Times as people write them.
///
///     TimeText.length(.seconds(90))                     // "1 min 30 s"
///     TimeText.position(.milliseconds(3_040))           // "3.0 s"
///     TimeText.count(2, "story", "stories")             // "2 stories"
public enum TimeText {
  /// Returns `7.2 s`, `2 min`, `1 h 30 min`, `3 d 4 h`: at most two units, rounded down, so that no time seems to
  /// have reached a limit that it was just short of.
  public static func length(_ duration: Duration) -> String {
    let sign = duration < .zero ? "-" : ""
    let microseconds = duration.magnitude.microseconds
    if microseconds < 1_000 { return microseconds == 0 ? "0 s" : "\(sign)\(microseconds) µs" }
    if microseconds < 1_000_000 { return sign + decimal(Double(microseconds / 100) / 10) + " ms" }
    if microseconds < 60_000_000 { return sign + decimal(Double(microseconds / 100_000) / 10) + " s" }
    let minutes = microseconds / 60_000_000
    if minutes < 60 { return sign + pair(minutes, "min", microseconds / 1_000_000 % 60, "s") }
    if minutes < 1_440 { return sign + pair(minutes / 60, "h", minutes % 60, "min") }
    return sign + pair(minutes / 1_440, "d", minutes / 60 % 24, "h")
  }

  /// Returns hours (any number, as in `51 h 20 min`), minutes and seconds to the last digit, as timers show them, so
  /// that sums add up.
  package static func shown(_ duration: Duration) -> String {
    if duration < .seconds(1) { return length(duration) }
    let (seconds, rest) = duration.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var last = "\(seconds % 60)"
    if rest > 0 {
      let digits = "\(1_000_000 + rest)".dropFirst()
      last += "." + digits.prefix(6 - digits.reversed().prefix { $0 == "0" }.count)
    }
    let parts = [("\(seconds / 3_600)", "h"), ("\(seconds / 60 % 60)", "min"), (last, "s")]
    return parts.filter { $0.0 != "0" }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// Returns the remaining time of a timer: whole seconds, rounded up as its clock shows them.
  package static func left(_ duration: Duration) -> String {
    shown(duration < .seconds(1) ? duration : .seconds((duration.microseconds + 999_999) / 1_000_000))
  }

  static func pair(_ large: Int64, _ largeUnit: String, _ small: Int64, _ smallUnit: String) -> String {
    small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
  }

  /// Returns a number with one decimal place, which is left out if it is zero.
  public static func decimal(_ number: Double) -> String {
    let tenths = (number * 10).rounded()
    guard tenths.magnitude < 1e15 else { return "\(number)" }
    let whole = Int64(tenths)
    let text = "\(whole.magnitude / 10)"
    let rest = whole.magnitude % 10
    return (whole < 0 ? "-" : "") + (rest == 0 ? text : "\(text).\(rest)")
  }

  /// Returns a position in a playing story, always with one decimal so that the text keeps its width: `3.0 s`.
  /// Rounded down, so that a position just before the end is not shown as the end.
  public static func position(_ duration: Duration) -> String {
    let tenths = duration.microseconds / 100_000
    return "\(tenths / 10).\(abs(tenths) % 10) s"
  }

  package static let weekdays = CivilTime.weekdayNames.map { String($0.prefix(3)) }
  package static let months = CivilTime.monthNames.map { String($0.prefix(3)) }

  /// Returns `1 photo`, `2 photos`.
  public static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// Returns `412`, `5,000`, `1,234,567`.
  package static func grouped(_ number: Int) -> String {
    var text = "\(number.magnitude)"
    for place in stride(from: text.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
    }
    return (number < 0 ? "-" : "") + text
  }

  /// Returns whole seconds, rounded up: `12:41`, `1:00:00`.
  package static func clock(_ left: Duration) -> String {
    let seconds = (max(0, left.microseconds) + 999_999) / 1_000_000
    let (hours, minutes, rest) = (seconds / 3_600, Int(seconds / 60 % 60), Int(seconds % 60))
    return hours > 0 ? "\(hours):\(digits(minutes, rest))" : "\(minutes):\(digits(rest))"
  }

  /// Returns two digits for each number: `13:05`, `13:05:09`.
  package static func digits(_ numbers: Int...) -> String {
    numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
