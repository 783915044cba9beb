import Timeline

/// The values that a command gets: one per parameter, `none` where it was left out. Types have been checked.
///
/// Valid during the call only; it points into the machine's registers.
public struct Arguments {
  let values: UnsafeBufferPointer<Value>

  public subscript(index: Int) -> Value { values[index] }
  public var count: Int { values.count }
  public func has(_ index: Int) -> Bool { !values[index].isNone }
  public func text(_ index: Int) -> String? { values[index].text }
  public func number(_ index: Int) -> Double? { values[index].number }
  public func duration(_ index: Int) -> Duration? { values[index].duration }
  /// The bytes of all texts in them.
  public var textBytes: Int {
    values.reduce(0) { sum, value in
      let (total, overflow) = sum.addingReportingOverflow(value.textBytes)
      return overflow ? .max : total
    }
  }
  /// The arguments of a command as they once were, for a function that reads them.
  public static func with<Result, Problem: Error>(
    _ values: [Value], _ body: (Arguments) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try values.withUnsafeBufferPointer { (buffer) throws(Problem) in try body(Arguments(values: buffer)) }
  }

  /// Whether a flag was given.
  public func flag(_ index: Int) -> Bool { values[index].bool == true }
}
