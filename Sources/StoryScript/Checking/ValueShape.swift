/// The properties of a value known before running: its kinds and, if known, its fields and the state from which it
/// was read.
struct ValueShape: Sendable {
  struct Field: Sendable {
    var name: String
    var shape: ValueShape
  }

  var kinds: Kinds
  /// All fields of a record, in order; `nil` if some may be unknown, or if the value may not be a record.
  var fields: [Field]?
  /// For a list that contains only records: all fields of any of them; `nil` if some may be unknown.
  var itemFields: [Field]?
  /// The state from which the value was read, as an index in the schema.
  var state: Int?

  static let any = ValueShape(.any)
  /// The shape of a value that is never produced: the value after a `return`.
  static let never = ValueShape([])
  /// The maximum number of fields known of a record.
  private static let fieldLimit = 64

  init(_ kinds: Kinds, fields: [Field]? = nil, state: Int? = nil) {
    (self.kinds, self.state) = (kinds, state)
    self.fields = fields.flatMap { $0.count <= Self.fieldLimit ? $0 : nil }
  }

  /// Creates the shape of a list of these items.
  init(list items: [ValueShape]) {
    self.init(.list)
    guard let first = items.first, items.allSatisfy({ $0.kinds == .record && $0.fields != nil }) else { return }
    itemFields = items.dropFirst().reduce(first) { $0.or($1) }.fields
  }

  /// Creates the shape of a record with these fields of unknown kinds.
  init(record names: [String]) { self.init(.record, fields: names.map { Field(name: $0, shape: .any) }) }

  /// Creates the shape visible in a value itself, from at most `fieldLimit` of its items.
  init(of value: Value) {
    switch value {
    case .record(let record):
      self.init(
        .record, fields: record.names.map { Field(name: $0, shape: ValueShape(Kinds((record[$0] ?? .none).kind))) })
    case .list(let items) where items.count <= Self.fieldLimit:
      self.init(list: items.map { if case .record = $0 { ValueShape(of: $0) } else { ValueShape(Kinds($0.kind)) } })
    default: self.init(Kinds(value.kind))
    }
  }

  /// The shape of the value that `catch` names.
  static let caught = ValueShape(
    .record,
    fields: [
      Field(name: "message", shape: ValueShape(.text)), Field(name: "suggestion", shape: ValueShape([.text, .none])),
      Field(name: "file", shape: ValueShape(.text)), Field(name: "line", shape: ValueShape(.number)),
      Field(name: "column", shape: ValueShape(.number)),
    ])

  /// Returns the shape of a value that is one or the other. A field is unknown only if neither has it.
  func or(_ other: ValueShape) -> ValueShape {
    if kinds.isEmpty { return other }
    if other.kinds.isEmpty { return self }
    var both = ValueShape(kinds.union(other.kinds))
    if let state, state == other.state { both.state = state }
    both.fields = Self.merged(fields, other.fields)
    both.itemFields = Self.merged(itemFields, other.itemFields)
    return both
  }

  private static func merged(_ fields: [Field]?, _ others: [Field]?) -> [Field]? {
    guard let fields, let others else { return nil }
    var merged = fields
    for field in others {
      if let place = merged.firstIndex(where: { $0.name == field.name }) {
        // The shapes inside both are left open: merging these too could take for ever.
        merged[place].shape = ValueShape(merged[place].shape.kinds.union(field.shape.kinds))
      } else {
        merged.append(field)
      }
    }
    return merged.count <= fieldLimit ? merged : nil
  }
}
