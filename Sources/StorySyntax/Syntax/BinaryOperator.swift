/// An operator between two values, as it is written.
public enum BinaryOperator: String, Sendable, CaseIterable {
  case or, and
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case isIn = "in"
  case like
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case modulo = "mod"

  /// Higher binds tighter; all are left-associative, comparisons do not chain.
  public var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn, .like: 4
    case .plus, .minus: 5
    case .times, .divided, .modulo: 6
    }
  }
  /// `not` stands between `and` and the comparisons: `not a == b` is `not (a == b)`.
  static let notPrecedence = 3

  public var isComparison: Bool { precedence == 4 && self != .isIn && self != .like }
}
