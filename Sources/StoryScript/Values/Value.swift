import Timeline

/// The values that expressions yield and variables hold.
///
/// Values are plain and immutable; lists and records share storage until one of them is changed.
public enum Value: Sendable {
  case none
  case bool(Bool)
  /// Also percentages: `50%` is 0.5. Whole numbers are exact up to 2^53.
  case number(Double)
  case duration(Duration)
  /// A point in time, shown in the session's zone.
  case date(Instant)
  case text(String)
  case list([Value])
  case record(Record)

  /// The kinds of values, in the words of messages and of the functions' documentation.
  public enum Kind: String, Sendable, CaseIterable {
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

  public var kind: Kind {
    switch self {
    case .none: .none
    case .bool: .bool
    case .number: .number
    case .duration: .duration
    case .date: .date
    case .text: .text
    case .list: .list
    case .record: .record
    }
  }

  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var duration: Duration? { if case .duration(let duration) = self { duration } else { nil } }
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  public var list: [Value]? { if case .list(let list) = self { list } else { nil } }
  public var record: Record? { if case .record(let record) = self { record } else { nil } }
  public var isNone: Bool { if case .none = self { true } else { false } }
}

extension Value {
  /// Whether two values are the same; `nil` when their kinds can never be (only `none` compares with every kind).
  /// O(size of the smaller one).
  public func equals(_ other: Value) -> Bool? {
    switch (self, other) {
    case (.none, .none): return true
    case (.none, _), (_, .none): return false
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.duration(let a), .duration(let b)): return a == b
    case (.date(let a), .date(let b)): return a == b
    case (.text(let a), .text(let b)): return a == b
    case (.list(let a), .list(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) ?? false }
    case (.record(let a), .record(let b)):
      return a.count == b.count
        && zip(a.names, a.values).allSatisfy { name, value in b[name].map { value.equals($0) ?? false } ?? false }
    default: return nil
    }
  }

  /// The order of two values: -1, 0 or 1; `nil` when they have none. Texts compare by Unicode scalars, so
  /// that the order is the same everywhere.
  public func ordered(_ other: Value) -> Int? {
    switch (self, other) {
    case (.number(let a), .number(let b)): return a < b ? -1 : (a > b ? 1 : 0)
    case (.duration(let a), .duration(let b)): return a < b ? -1 : (a > b ? 1 : 0)
    case (.date(let a), .date(let b)): return a < b ? -1 : (a > b ? 1 : 0)
    case (.text(let a), .text(let b)):
      if a.unicodeScalars.elementsEqual(b.unicodeScalars) { return 0 }
      return a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars) ? -1 : 1
    default: return nil
    }
  }
}
