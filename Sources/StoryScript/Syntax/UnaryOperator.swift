public enum UnaryOperator: String, Sendable {
  case minus = "-"
  case not
}
