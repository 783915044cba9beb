/// The kinds that a value may have, if known before running.
package struct Kinds: OptionSet, Sendable {
  package var rawValue: UInt8

  package static let none = Kinds(rawValue: 1)
  package static let bool = Kinds(rawValue: 2)
  package static let number = Kinds(rawValue: 4)
  package static let duration = Kinds(rawValue: 8)
  package static let date = Kinds(rawValue: 16)
  package static let text = Kinds(rawValue: 32)
  package static let list = Kinds(rawValue: 64)
  package static let record = Kinds(rawValue: 128)
  package static let any = Kinds(rawValue: .max)

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(_ kind: ValueKind) {
    switch kind {
    case .none: self = .none
    case .bool: self = .bool
    case .number: self = .number
    case .duration: self = .duration
    case .date: self = .date
    case .text: self = .text
    case .list: self = .list
    case .record: self = .record
    }
  }

  /// The kinds in words, for messages: "a number or text". `none` is left out if there are other kinds.
  package var phrase: String {
    let kinds = self == .none ? self : subtracting(.none)
    return ValueKind.allCases.filter { kinds.contains(Kinds($0)) }.map { $0.phrase }.listed("or")
  }

  /// The kinds that have an order.
  package static let ordered: Kinds = [.bool, .number, .duration, .date, .text]

  /// Creates the kinds that a function accepts for a word of its usage, such as `TEXT` or `[PLACES]`.
  package init(parameter word: Substring) {
    switch word.trimmingBrackets {
    case "TEXT", "SEPARATOR", "OLD", "NEW", "START", "END", "PATTERN", "FILL": self = .text
    case "NUMBER": self = [.number, .duration]
    case "COUNT", "FROM", "TO", "PLACES", "WIDTH", "EXPONENT", "BASE", "DAY", "HOUR", "MINUTE", "SECOND",
      "SHARE":
      self = .number
    // After a text, `date` takes a pattern there.
    case "MONTH": self = [.number, .text]
    case "LIST", "OTHER": self = .list
    case "RECORD": self = .record
    case "DURATION": self = .duration
    case "DATE": self = .date
    default: self = .any
    }
  }
}

extension Substring {
  fileprivate var trimmingBrackets: Substring { drop { $0 == "[" }.prefix { $0 != "]" } }
}

/// The kinds of values, as named in messages and in the functions' documentation.
public enum ValueKind: String, Sendable, CaseIterable {
  case none
  case bool = "true or false"
  case number, duration, date, text, list, record

  /// The kind with its article, if it has one, for sentences.
  public var phrase: String {
    switch self {
    case .none, .bool, .text: rawValue
    default: "a \(rawValue)"
    }
  }
}
