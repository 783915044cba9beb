import Timeline

/// A value that a script spells out: `15s`, `true`, a text in quotes. The language makes its values of these.
public enum Constant: Sendable {
  case none
  case bool(Bool)
  /// Also percentages: `50%` is 0.5.
  case number(Double)
  /// A whole number beyond 2^53, where `Double` skips some; make it with `number(exactly:)`, so that each number is
  /// written in one way only.
  case whole(Int64)
  case duration(Duration)
  case text(String)

  public var kind: ValueKind {
    switch self {
    case .none: .none
    case .bool: .bool
    case .number, .whole: .number
    case .duration: .duration
    case .text: .text
    }
  }

  /// A whole number, exact whatever its size.
  package static func number(exactly whole: Int64) -> Constant {
    whole.magnitude <= exactWhole ? .number(Double(whole)) : .whole(whole)
  }

  /// Up to here each whole number is a `Double`.
  private static let exactWhole: UInt64 = 1 << 53
}
