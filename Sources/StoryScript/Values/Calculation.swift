import StorySyntax
import Timeline

/// Calculation with results that may be too large.
extension Value {
  /// Calculates with two numbers whose result may be large: whole numbers are exact up to 2^63, and an error beyond.
  static func calculated(
    _ left: Value, _ right: Value, _ what: String, _ whole: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    _ rounded: (Double, Double) -> Double
  ) throws(Failure) -> Value {
    if let a = left.wholeNumber, let b = right.wholeNumber {
      let (result, overflow) = whole(a, b)
      guard !overflow else { throw Failure(.outOfRange(what: what)) }
      return .number(exactly: result)
    }
    return try checked(rounded(left.number ?? 0, right.number ?? 0), what)
  }

  static func checked(_ number: Double, _ what: String) throws(Failure) -> Value {
    guard number.isFinite else { throw Failure(.outOfRange(what: what)) }
    if abs(number) >= 0x1p53, let whole = Int64(exactly: number) { return .number(exactly: whole) }
    return .number(number)
  }

  static func checked(_ duration: Duration, _ what: String) throws(Failure) -> Value {
    guard duration.magnitude <= Literal.maximumDuration else { throw Failure(.outOfRange(what: what)) }
    return .duration(duration)
  }

  static func checked(_ instant: Instant, _ what: String) throws(Failure) -> Value {
    guard (-62_135_596_800_000_000...253_402_300_799_999_999).contains(instant.microseconds) else {
      throw Failure(.outOfRange(what: what))
    }
    return .date(instant)
  }
}
