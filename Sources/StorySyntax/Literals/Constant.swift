import Timeline

/// A literal value of a script: `15s`, `true`, a quoted text. Values are made from these.
public enum Constant: Sendable {
  case none
  case bool(Bool)
  /// Also a percentage: `50%` is 0.5.
  case number(Double)
  /// A whole number beyond 2^53, where `Double` is not exact. Always make it with `number(exactly:)`, so that each
  /// number has only one representation.
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

  /// Returns a whole number, exact at any size.
  package static func number(exactly whole: Int64) -> Constant {
    whole.magnitude <= exactIntegerLimit ? .number(Double(whole)) : .whole(whole)
  }

  /// The limit up to which `Double` represents every whole number.
  private static let exactIntegerLimit: UInt64 = 1 << 53
}
