/// Fields in the order in which they were written. Looking up a name is O(1) from nine fields on.
///
///     var child: Record = ["name": .text("Ana"), "age": .number(9)]
///     child["age"] = .number(10)                        // the fields keep their order
///     child["icon"] = .text("⭐")                        // a new field at the end
///     child["name"] = nil                               // removes the field
///     print(child.names)                                // ["age", "icon"]
///
/// Records created together share their names: a table of a million rows stores them once, and copying a record
/// touches only two references.
public struct Record: Sendable, ExpressibleByDictionaryLiteral {
  private(set) var shape: Shape
  public private(set) var values: [Value]

  /// The unique names of fields, shared by records with the same names.
  ///
  /// It only changes for a record that is its single owner.
  public final class Shape: @unchecked Sendable {
    public fileprivate(set) var names: [String]
    private var index: [String: Int] = [:]
    private static let indexedFrom = 9

    /// - Parameter names: the unique names.
    public init(_ names: [String]) {
      self.names = names
      guard names.count >= Self.indexedFrom else { return }
      index.reserveCapacity(names.count)
      for (at, name) in names.enumerated() { index[name] = at }
    }

    fileprivate static let none = Shape([])

    fileprivate func position(of name: String) -> Int? {
      names.count < Self.indexedFrom ? names.firstIndex(of: name) : index[name]
    }

    fileprivate func add(_ name: String) {
      names.append(name)
      if names.count == Self.indexedFrom {
        for (at, name) in names.enumerated() { index[name] = at }
      } else if names.count > Self.indexedFrom {
        index[name] = names.count - 1
      }
    }
  }

  public init() {
    shape = .none
    values = []
  }

  /// - Parameters:
  ///   - shape: the fields' names.
  ///   - values: one value for each name, in the same order.
  public init(_ shape: Shape, _ values: [Value]) {
    precondition(shape.names.count == values.count)
    (self.shape, self.values) = (shape, values)
  }

  public init(dictionaryLiteral fields: (String, Value)...) {
    self.init()
    for (name, value) in fields { self[name] = value }
  }

  public var names: [String] { shape.names }
  /// The approximate memory of a field of a large record, in bytes: its value, its name, and its entry in a half-full
  /// table.
  static let bytesPerField = MemoryLayout<Value>.stride + 3 * MemoryLayout<String>.stride + 2 * MemoryLayout<Int>.stride
  public var count: Int { values.count }
  /// `true` if a change would copy the record. O(1).
  var isShared: Bool { mutating get { values.isShared } }
  /// Returns `true` if both records share their storage in memory. O(1).
  func hasStorage(of other: Record) -> Bool { shape === other.shape && values.hasStorage(of: other.values) }

  /// Returns the index of a field, in the order of addition; `nil` if there is none of that name. O(1).
  public func position(of name: String) -> Int? { shape.position(of: name) }

  /// Shares the names of a record with the same names in the same order. O(fields).
  public mutating func shareNames(with other: Record) {
    if shape !== other.shape, shape.names == other.shape.names { shape = other.shape }
  }

  /// Reading returns `nil` for a missing field; writing appends a new field or replaces an existing one in place.
  public subscript(name: String) -> Value? {
    get { position(of: name).map { values[$0] } }
    set {
      guard let newValue else { return remove(name) }
      if let at = position(of: name) {
        values[at] = newValue
        return
      }
      if !isKnownUniquelyReferenced(&shape) { shape = Shape(shape.names) }
      shape.add(name)
      values.append(newValue)
    }
  }

  /// Changes the value at a valid index in place.
  mutating func change<E>(at place: Int, _ body: (inout Value) throws(E) -> Void) throws(E) { try body(&values[place]) }

  private mutating func remove(_ name: String) {
    guard let at = position(of: name) else { return }
    var names = shape.names
    names.remove(at: at)
    values.remove(at: at)
    shape = Shape(names)
  }
}
