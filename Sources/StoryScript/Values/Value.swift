import Timeline

/// The values of expressions and variables.
///
///     let ages: [Value] = [.number(9), .number(7)]
///     let child: Value = .record(["name": .text("Ana"), "ages": .list(ages)])
///     let name = child.record?["name"]?.text            // "Ana"
///     let isSame = Value.number(0.5).equals(.text("x")) // nil: a number and a text cannot be compared
///     let text = ValueWriter().literal(child)           // {name: "Ana", ages: [9, 7]}
///
/// Values are plain and immutable; lists and records share storage until one of them is changed.
public enum Value: Sendable {
  case none
  case bool(Bool)
  /// Also a percentage: `50%` is 0.5.
  case number(Double)
  /// A whole number beyond 2^53, where `Double` is not exact. Always make it with `number(exactly:)`, so that each
  /// number has only one representation.
  case whole(Int64)
  case duration(Duration)
  /// A point in time, printed in the session's time zone.
  case date(Instant)
  case text(String)
  case list(ValueList)
  case record(Record)

  public typealias Kind = ValueKind

  /// Creates the value of a literal.
  init(_ constant: Constant) {
    switch constant {
    case .none: self = .none
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = .number(number)
    case .whole(let whole): self = .whole(whole)
    case .duration(let duration): self = .duration(duration)
    case .text(let text): self = .text(text)
    }
  }

  /// The value in the form that parameter types check.
  var asArgument: ArgumentValue {
    switch self {
    case .none: .constant(.none)
    case .bool(let bool): .constant(.bool(bool))
    case .number(let number): .constant(.number(number))
    case .whole(let whole): .constant(.whole(whole))
    case .duration(let duration): .constant(.duration(duration))
    case .date: .date
    case .text(let text): .constant(.text(text))
    case .list(let items):
      .list {
        let texts = items.compactMap { $0.text }
        return texts.count == items.count ? texts : nil
      }
    case .record: .record
    }
  }

  public var kind: Kind {
    switch self {
    case .none: .none
    case .bool: .bool
    case .number, .whole: .number
    case .duration: .duration
    case .date: .date
    case .text: .text
    case .list: .list
    case .record: .record
    }
  }

  /// Returns a whole number, exact at any size.
  public static func number(exactly whole: Int64) -> Value {
    whole.magnitude <= exactIntegerLimit ? .number(Double(whole)) : .whole(whole)
  }

  /// The limit up to which `Double` represents every whole number.
  private static let exactIntegerLimit: UInt64 = 1 << 53

  /// The whole number; `nil` for a fraction, a number beyond 2^63, and a value that is not a number.
  public var wholeNumber: Int64? {
    switch self {
    case .number(let number): Int64(exactly: number)
    case .whole(let whole): whole
    default: nil
    }
  }

  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number; a whole number beyond 2^53 is rounded.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .whole(let whole): Double(whole)
    default: nil
    }
  }
  public var duration: Duration? { if case .duration(let duration) = self { duration } else { nil } }
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The items. O(1); O(count) for a list from whose front items were removed.
  public var list: [Value]? { if case .list(let list) = self { list.array } else { nil } }
  public var record: Record? { if case .record(let record) = self { record } else { nil } }
  public var isNone: Bool { if case .none = self { true } else { false } }
}

extension Value {
  /// Returns `true` if two values are equal; `nil` if their kinds can never be equal (only `none` compares with every
  /// kind). O(size of the smaller one).
  public func equals(_ other: Value) -> Bool? { (try? equals(other, nil)) ?? nil }

  /// Compares two values, with checks for cancellation.
  func equals(_ other: Value, _ context: FunctionContext?) throws(Failure) -> Bool? {
    switch (self, other) {
    case (.none, .none): return true
    case (.none, _), (_, .none): return false
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.whole(let a), .whole(let b)): return a == b
    case (.whole(let whole), .number(let number)), (.number(let number), .whole(let whole)):
      return Int64(exactly: number) == whole
    case (.duration(let a), .duration(let b)): return a == b
    case (.date(let a), .date(let b)): return a == b
    case (.text(let a), .text(let b)):
      try context?.look(before: min(a.utf8.count, b.utf8.count))
      return a == b
    case (.list(let a), .list(let b)):
      guard a.count == b.count else { return false }
      for (index, (item, other)) in zip(a, b).enumerated() {
        try context?.look(at: index + 1)
        guard try item.equals(other, context) ?? false else { return false }
      }
      return true
    case (.record(let a), .record(let b)):
      guard a.count == b.count else { return false }
      for (index, (name, value)) in zip(a.names, a.values).enumerated() {
        try context?.look(at: index + 1)
        guard let other = b[name], try value.equals(other, context) ?? false else { return false }
      }
      return true
    default: return nil
    }
  }

  /// Returns the order of two values: -1, 0 or 1; `nil` if they have none. Texts compare by the Unicode scalars
  /// of their composed forms, so that equal texts have one place, and the order is the same everywhere.
  public func ordered(_ other: Value) -> Int? { (try? ordered(other, nil)) ?? nil }

  /// Orders two values, with checks for cancellation if that takes long.
  func ordered(_ other: Value, _ context: FunctionContext?) throws(Failure) -> Int? {
    switch (self, other) {
    case (.number(let a), .number(let b)): return a < b ? -1 : (a > b ? 1 : 0)
    case (.whole(let a), .whole(let b)): return a < b ? -1 : (a > b ? 1 : 0)
    case (.whole(let whole), .number(let number)): return Self.order(whole, number)
    case (.number(let number), .whole(let whole)): return -Self.order(whole, number)
    case (.duration(let a), .duration(let b)): return a < b ? -1 : (a > b ? 1 : 0)
    case (.date(let a), .date(let b)): return a < b ? -1 : (a > b ? 1 : 0)
    case (.bool(let a), .bool(let b)): return a == b ? 0 : (b ? -1 : 1)
    case (.text(let a), .text(let b)):
      try context?.look(before: min(a.utf8.count, b.utf8.count))
      return Self.order(a, b)
    default: return nil
    }
  }

  /// Orders two texts by the scalars of their composed forms. O(n).
  private static func order(_ a: String, _ b: String) -> Int {
    var (first, second) = (a, b)
    let plain: Int? = first.withUTF8 { a in
      second.withUTF8 { b in
        guard let place = (0..<min(a.count, b.count)).first(where: { a[$0] != b[$0] }) ?? rest(a.count, b.count) else {
          return 0
        }
        // A mark behind the difference could join it.
        func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text[place...].prefix(2).allSatisfy { $0 < 0x80 } }
        guard isPlain(a), isPlain(b) else { return nil }
        return place == a.count || (place < b.count && a[place] < b[place]) ? -1 : 1
      }
    }
    if let plain { return plain }
    if a == b { return 0 }
    // Behind equal beginnings in different encodings, `<` compares sizes in bytes; with a last character it never does.
    return a + "\0" < b + "\0" ? -1 : 1
  }

  /// Returns the end of the shorter of two texts; `nil` if they have the same size.
  private static func rest(_ a: Int, _ b: Int) -> Int? { a == b ? nil : min(a, b) }

  private static func order(_ whole: Int64, _ number: Double) -> Int {
    if number >= 0x1p63 { return -1 }
    if number < -0x1p63 { return 1 }
    let floor = Int64(number.rounded(.down))
    return whole > floor ? 1 : (whole < floor || number > number.rounded(.down) ? -1 : 0)
  }
}

/// A value as the key of a table: equal values are one key. Values that cannot be compared are different keys.
struct ValueKey: Hashable {
  let value: Value

  static func == (a: ValueKey, b: ValueKey) -> Bool { a.value.equals(b.value) ?? false }

  /// O(size).
  func hash(into hasher: inout Hasher) {
    hasher.combine(value.kind)
    switch value {
    case .none: break
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .whole(let whole): hasher.combine(whole)
    case .duration(let duration): hasher.combine(duration)
    case .date(let instant): hasher.combine(instant)
    case .text(let text): hasher.combine(text)
    case .list(let items):
      hasher.combine(items.count)
      for item in items { ValueKey(value: item).hash(into: &hasher) }
    case .record(let record):
      // Equal records may have their fields in different orders.
      var sum = 0
      for (name, value) in zip(record.names, record.values) {
        var field = Hasher()
        field.combine(name)
        ValueKey(value: value).hash(into: &field)
        sum &+= field.finalize()
      }
      hasher.combine(sum)
    }
  }
}
