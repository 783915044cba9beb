/// A field of the records that a command returns.
public struct ResultField: Sendable, Equatable, ExpressibleByStringLiteral {
  public let name: String
  /// The mark that views show before the value, and that the value itself does not have.
  public let mark: NameMark?

  public init(_ name: String, mark: NameMark? = nil) { (self.name, self.mark) = (name, mark) }

  public init(stringLiteral name: String) { self.init(name) }

  /// Creates the field with the value of a state.
  public init(_ state: StateField) { self.init(state.name, mark: state.mark) }

  /// Returns a field with handles, which views show with `@`.
  public static func handle(_ name: String) -> ResultField { ResultField(name, mark: .handle) }
  /// Returns a field with hashtags, which views show with `#`.
  public static func tag(_ name: String) -> ResultField { ResultField(name, mark: .tag) }
}

/// A mark before a name: people read `@ana` and `#tea`, where the values are `ana` and `tea`.
public enum NameMark: Sendable, Equatable {
  case handle, tag
  /// A handle or a hashtag.
  case either

  /// Returns the mark with which a text begins, if the value does not have it.
  package func prefix(of text: String) -> Character? {
    guard let first = text.first else { return nil }
    return switch self {
    case .handle where first == "@", .tag where first == "#", .either where first == "@" || first == "#": first
    default: nil
    }
  }
}
