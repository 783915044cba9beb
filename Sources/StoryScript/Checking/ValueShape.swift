/// The properties of a value known before running: its kinds and, if known, its fields, its items and the state from
/// which it was read.
struct ValueShape: Sendable {
  struct Field: Sendable {
    var name: String
    var shape: ValueShape
  }

  var kinds: Kinds
  /// All fields of a record, in order; `nil` if some may be unknown, or if the value may not be a record.
  var fields: [Field]?
  /// The items of a list, all with this shape; `nil` if nothing is known of them.
  var item: ValueShape? {
    get { items.first }
    set { items = newValue.map { [$0] } ?? [] }
  }
  /// The state from which the value was read, as an index in the schema.
  var state: Int?
  /// The kind of thing that the value names, which tables show as a mark before it.
  var mark: NameMark?
  /// At most one shape: a structure cannot contain itself directly.
  private var items: [ValueShape] = []

  static let any = ValueShape(.any)
  /// The shape of a value that is never produced: the value after a `return`, or an item of an empty list.
  static let never = ValueShape([])
  /// The maximum number of fields known of a record.
  private static let fieldLimit = 64
  /// The depth to which the parts of two values are combined. Combining all of them could take for ever.
  private static let depthLimit = 4

  init(_ kinds: Kinds, fields: [Field]? = nil, state: Int? = nil) {
    (self.kinds, self.state) = (kinds, state)
    self.fields = fields.flatMap { $0.count <= Self.fieldLimit ? $0 : nil }
  }

  /// Creates the shape of a list of these items.
  init(list items: [ValueShape]) {
    self.init(.list)
    item = items.reduce(.never) { $0.or($1) }
  }

  /// Creates the shape of a list whose items have one shape.
  init(listOf item: ValueShape) {
    self.init(.list)
    self.item = item
  }

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

  /// Creates the shape of a command's result: a record, a list of records, or anything.
  init(resultOf command: Command) {
    func record(_ fields: [ResultField]) -> ValueShape {
      ValueShape(
        .record,
        fields: fields.map { field in
          var shape = ValueShape.any
          shape.mark = field.mark
          return Field(name: field.name, shape: shape)
        })
    }
    let (fields, rows) = (command.fields, command.rows)
    self = !fields.isEmpty ? record(fields) : !rows.isEmpty ? ValueShape(listOf: record(rows)) : .any
  }

  /// The shape of the value that `catch` names.
  static let caught = ValueShape(
    .record,
    fields: [
      Field(name: "message", shape: ValueShape(.text)), Field(name: "suggestion", shape: ValueShape([.text, .none])),
      Field(name: "file", shape: ValueShape(.text)), Field(name: "line", shape: ValueShape(.number)),
      Field(name: "column", shape: ValueShape(.number)),
    ])

  /// The shape of a group that `group by` makes.
  static func group(by key: ValueShape, of item: ValueShape?) -> ValueShape {
    var items = ValueShape(.list)
    items.item = item
    return ValueShape(
      .record,
      fields: [
        Field(name: "key", shape: key), Field(name: "count", shape: ValueShape(.number)),
        Field(name: "items", shape: items),
      ])
  }

  /// Returns the shape of a field, if the value is a record with it.
  func field(_ name: String) -> ValueShape? { fields?.first { $0.name == name }?.shape }

  /// Returns the shape after a field has changed or was added.
  func with(_ name: String, _ shape: ValueShape) -> ValueShape {
    var changed = self
    guard let fields else { return changed }
    if let place = fields.firstIndex(where: { $0.name == name }) {
      changed.fields?[place].shape = shape
    } else if fields.count < Self.fieldLimit {
      changed.fields?.append(Field(name: name, shape: shape))
    } else {
      changed.fields = nil
    }
    return changed
  }

  /// Returns the shape of a value that is one or the other. A field is unknown only if neither has it.
  func or(_ other: ValueShape) -> ValueShape { or(other, depth: 0) }

  private func or(_ other: ValueShape, depth: Int) -> ValueShape {
    if kinds.isEmpty { return other }
    if other.kinds.isEmpty { return self }
    var both = ValueShape(kinds.union(other.kinds))
    if let state, state == other.state { both.state = state }
    if let mark, mark == other.mark { both.mark = mark }
    guard depth < Self.depthLimit else { return both }
    // None has neither fields nor items.
    if kinds == .none || other.kinds == .none {
      let whole = kinds == .none ? other : self
      (both.fields, both.item) = (whole.fields, whole.item)
      return both
    }
    both.fields = Self.merged(fields, other.fields, depth)
    if let item, let more = other.item { both.item = item.or(more, depth: depth + 1) }
    return both
  }

  private static func merged(_ fields: [Field]?, _ others: [Field]?, _ depth: Int) -> [Field]? {
    guard let fields, let others else { return nil }
    var merged = fields
    for (index, field) in others.enumerated() {
      // Most records of a list have the same fields in the same order.
      let isSamePlace = index < fields.count && fields[index].name == field.name
      if let place = isSamePlace ? index : merged.firstIndex(where: { $0.name == field.name }) {
        merged[place].shape = merged[place].shape.or(field.shape, depth: depth + 1)
      } else {
        merged.append(field)
      }
    }
    return merged.count <= fieldLimit ? merged : nil
  }
}

extension ValueShape {
  /// `true` if the value is a record, or none: then it has no field at all.
  var isRecord: Bool { kinds.subtracting(.none) == .record }

  /// `true` if the value is a record with known fields, or a list of such records.
  var isOfRecords: Bool {
    (kinds == .record && fields != nil) || (kinds == .list && item?.kinds == .record && item?.fields != nil)
  }
}
