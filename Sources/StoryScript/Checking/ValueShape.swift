/// What is known of a value before anything runs: its kinds, and where they are known, the fields that it has and the
/// state that it was read from.
struct ValueShape: Sendable {
  struct Field: Sendable {
    var name: String
    var shape: ValueShape
  }

  var kinds: Kinds
  /// All fields of the record that it is, in their order; `nil` where some may not be known, or where it may be none.
  var fields: [Field]?
  /// Of a list all of whose items are records: all fields that any of them has; `nil` where some may not be known.
  var itemFields: [Field]?
  /// The state that it was read from, by its number in the schema.
  var state: Int?

  static let any = ValueShape(.any)
  /// Of what never comes to be: the value behind a `return`.
  static let never = ValueShape([])
  /// The number of fields to which a record is known.
  private static let fieldLimit = 64

  init(_ kinds: Kinds, fields: [Field]? = nil, state: Int? = nil) {
    (self.kinds, self.state) = (kinds, state)
    self.fields = fields.flatMap { $0.count <= Self.fieldLimit ? $0 : nil }
  }

  /// A list of these.
  init(list items: [ValueShape]) {
    self.init(.list)
    guard let first = items.first, items.allSatisfy({ $0.kinds == .record && $0.fields != nil }) else { return }
    itemFields = items.dropFirst().reduce(first) { $0.or($1) }.fields
  }

  /// A record with these fields, of which nothing else is known.
  init(record names: [String]) { self.init(.record, fields: names.map { Field(name: $0, shape: .any) }) }

  /// All that can be seen of a value itself, with a look at so many of its items.
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

  /// What `catch` names.
  static let caught = ValueShape(
    .record,
    fields: [
      Field(name: "message", shape: ValueShape(.text)), Field(name: "suggestion", shape: ValueShape([.text, .none])),
      Field(name: "file", shape: ValueShape(.text)), Field(name: "line", shape: ValueShape(.number)),
      Field(name: "column", shape: ValueShape(.number)),
    ])

  /// What is known of a value that is one or the other. A field is unknown only where neither has it.
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
        // What is inside of both is left open: merging that, too, could take for ever.
        merged[place].shape = ValueShape(merged[place].shape.kinds.union(field.shape.kinds))
      } else {
        merged.append(field)
      }
    }
    return merged.count <= fieldLimit ? merged : nil
  }
}
