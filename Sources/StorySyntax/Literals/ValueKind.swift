/// The kinds of values, in the words of messages and of the functions' documentation.
public enum ValueKind: String, Sendable, CaseIterable {
  case none
  case bool = "true or false"
  case number, duration, date, text, list, record

  /// With its article, as sentences need it.
  public var phrase: String {
    switch self {
    case .none, .bool: rawValue
    default: "a \(rawValue)"
    }
  }
}
