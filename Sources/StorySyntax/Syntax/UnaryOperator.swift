/// An operator before a value, as it is written.
public enum UnaryOperator: String, Sendable {
  case minus = "-"
  case not
}
