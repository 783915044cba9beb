/// The properties of a value known before running: its kinds and, if known, its fields, its items and the state from
/// which it was read.
struct ValueShape: Sendable, Equatable {
  struct Field: Sendable, Equatable {
    var name: String
    var shape: ValueShape
  }

  var kinds: Kinds
  /// Everything else; `nil` for most values, so that these need no memory of their own.
  private var details: Details?

  /// Never changes, so that copies of a shape share it.
  private final class Details: Sendable, Equatable {
    let fields: [Field]?
    let item: ValueShape?
    let state: Int?
    let mark: NameMark?

    init(fields: [Field]?, item: ValueShape?, state: Int?, mark: NameMark?) {
      (self.fields, self.item, self.state, self.mark) = (fields, item, state, mark)
    }

    static func == (a: Details, b: Details) -> Bool {
      a === b || a.state == b.state && a.mark == b.mark && a.item == b.item && a.fields == b.fields
    }
  }

  /// All fields of a record, in order; `nil` if some may be unknown, or if the value may not be a record.
  var fields: [Field]? {
    get { details?.fields }
    set { set(newValue, item, state, mark) }
  }
  /// The items of a list, all with this shape; `nil` if nothing is known of them.
  var item: ValueShape? {
    get { details?.item }
    set { set(fields, newValue, state, mark) }
  }
  /// The state from which the value was read, as an index in the schema.
  var state: Int? {
    get { details?.state }
    set { set(fields, item, newValue, mark) }
  }
  /// The mark that tables show before the value, because it names a person or a tag.
  var mark: NameMark? {
    get { details?.mark }
    set { set(fields, item, state, newValue) }
  }

  private mutating func set(_ fields: [Field]?, _ item: ValueShape?, _ state: Int?, _ mark: NameMark?) {
    let isPlain = fields == nil && item == nil && state == nil && mark == nil
    details = isPlain ? nil : Details(fields: fields, item: item, state: state, mark: mark)
  }

  static let any = ValueShape(.any)
  /// The shape of a value that is never produced: the value after a `return`, or an item of an empty list.
  static let never = ValueShape([])
  /// The maximum number of fields known of a record.
  private static let fieldLimit = 64
  /// The depth to which the parts of two values are combined. Combining all of them could take for ever.
  private static let depthLimit = 4

  init(_ kinds: Kinds) { self.kinds = kinds }

  init(_ kinds: Kinds, fields: [Field]? = nil, state: Int? = nil, mark: NameMark? = nil) {
    self.kinds = kinds
    set(fields.flatMap { $0.count <= Self.fieldLimit ? $0 : nil }, nil, state, mark)
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
    guard var fields else { return changed }
    if let place = fields.firstIndex(where: { $0.name == name }) {
      fields[place].shape = shape
    } else if fields.count < Self.fieldLimit {
      fields.append(Field(name: name, shape: shape))
    } else {
      changed.fields = nil
      return changed
    }
    changed.fields = fields
    return changed
  }

  /// Returns the shape of a value that is one or the other. A field is unknown only if neither has it.
  func or(_ other: ValueShape) -> ValueShape { or(other, depth: 0) }

  private func or(_ other: ValueShape, depth: Int) -> ValueShape {
    if kinds.isEmpty { return other }
    if other.kinds.isEmpty { return self }
    var both = ValueShape(kinds.union(other.kinds))
    guard details != nil || other.details != nil else { return both }
    let state = state == other.state ? state : nil
    let mark = mark == other.mark ? mark : nil
    if depth >= Self.depthLimit {
      both.set(nil, nil, state, mark)
    } else if kinds == .none || other.kinds == .none {
      // None has neither fields nor items.
      let whole = kinds == .none ? other : self
      both.set(whole.fields, whole.item, state, mark)
    } else {
      var items: ValueShape?
      if let item, let more = other.item { items = item.or(more, depth: depth + 1) }
      both.set(Self.merged(fields, other.fields, depth), items, state, mark)
    }
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
