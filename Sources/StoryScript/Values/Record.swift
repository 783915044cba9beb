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
  public private(set) var shape: Shape
  /// The values by place; `none` at the place of a removed field.
  private(set) var slots: [Value]

  /// The unique names of fields, shared by records with the same names.
  ///
  /// It only changes for a record that is its single owner. Removing a field of a large record leaves a gap. The gaps
  /// are closed when there are as many gaps as fields, so a removal takes constant time on average.
  public final class Shape: @unchecked Sendable {
    /// The names by place, also those of removed fields.
    private var places: [String]
    private var index: [String: Int] = [:]
    /// The number of removed fields that still have a place.
    fileprivate private(set) var gapCount = 0
    private static let indexedFrom = 9

    /// - Parameter names: the unique names.
    public init(_ names: [String]) {
      places = names
      guard names.count >= Self.indexedFrom else { return }
      index.reserveCapacity(names.count)
      for (at, name) in names.enumerated() { index[name] = at }
    }

    /// Creates a copy, which costs less than indexing the names again.
    fileprivate init(copying other: Shape) {
      (places, index, gapCount) = (other.places, other.index, other.gapCount)
    }

    fileprivate static let none = Shape([])

    /// The names of the fields. O(1); O(fields) if there are gaps.
    public var names: [String] {
      gapCount == 0 ? places : places.indices.lazy.filter { self.isField(at: $0) }.map { self.places[$0] }
    }

    /// The number of places, with or without a field.
    fileprivate var placeCount: Int { places.count }

    fileprivate func name(at place: Int) -> String { places[place] }

    /// Returns `true` if a place has a field: there are gaps only in an indexed shape.
    fileprivate func isField(at place: Int) -> Bool { gapCount == 0 || index[places[place]] == place }

    fileprivate func position(of name: String) -> Int? {
      places.count < Self.indexedFrom ? places.firstIndex(of: name) : index[name]
    }

    fileprivate func add(_ name: String) {
      places.append(name)
      if places.count == Self.indexedFrom {
        for (at, name) in places.enumerated() { index[name] = at }
      } else if places.count > Self.indexedFrom {
        index[name] = places.count - 1
      }
    }

    /// `true` if the next removed field leaves a gap, and moves no other field.
    fileprivate var mayLeaveGap: Bool {
      places.count - gapCount > Self.indexedFrom && 2 * (gapCount + 1) <= places.count
    }

    /// Removes a field and returns its place.
    fileprivate func leaveGap(for name: String) -> Int? {
      guard let place = index.removeValue(forKey: name) else { return nil }
      gapCount += 1
      return place
    }

    fileprivate func closeGap(at place: Int, for name: String) {
      index[name] = place
      gapCount -= 1
    }

    fileprivate func removeLast() { index[places.removeLast()] = nil }
  }

  public init() {
    shape = .none
    slots = []
  }

  /// - Parameters:
  ///   - shape: the fields' names.
  ///   - values: one value for each name, in the same order.
  public init(_ shape: Shape, _ values: [Value]) {
    precondition(shape.placeCount == values.count)
    (self.shape, slots) = (shape, values)
  }

  public init(dictionaryLiteral fields: (String, Value)...) {
    self.init()
    for (name, value) in fields { self[name] = value }
  }

  /// The names and the values, in the order in which the fields were added. O(1); O(fields) after removals.
  public var names: [String] { shape.names }
  public var values: [Value] {
    shape.gapCount == 0 ? slots : slots.indices.lazy.filter { shape.isField(at: $0) }.map { slots[$0] }
  }

  /// The approximate memory of a field of a large record, in bytes: its value, its name, and its entry in a half-full
  /// table.
  static let bytesPerField = MemoryLayout<Value>.stride + 3 * MemoryLayout<String>.stride + 2 * MemoryLayout<Int>.stride
  public var count: Int { slots.count - shape.gapCount }
  /// `true` if a change would copy the record. O(1).
  var isShared: Bool { mutating get { slots.isShared } }
  /// Returns `true` if both records share their storage in memory. O(1).
  func hasStorage(of other: Record) -> Bool { shape === other.shape && slots.hasStorage(of: other.slots) }

  /// Returns the place of a field; `nil` if there is none of that name. O(1).
  func position(of name: String) -> Int? { shape.position(of: name) }
  /// Returns the value at the place of a field.
  func value(at place: Int) -> Value { slots[place] }

  /// Shares the names of a record with the same names in the same order. O(fields).
  public mutating func shareNames(with other: Record) {
    guard shape !== other.shape, shape.gapCount == 0, other.shape.gapCount == 0 else { return }
    if shape.names == other.shape.names { shape = other.shape }
  }

  /// Reading returns `nil` for a missing field; writing appends a new field, or replaces or removes an existing one
  /// in place. O(1) on average, O(fields) if another record shares the storage.
  public subscript(name: String) -> Value? {
    get { position(of: name).map { slots[$0] } }
    set {
      guard let newValue else {
        remove(name)
        return
      }
      if let at = position(of: name) {
        slots[at] = newValue
        return
      }
      ownShape()
      shape.add(name)
      slots.append(newValue)
    }
  }

  /// Changes the value at a valid place in place.
  mutating func change<E>(at place: Int, _ body: (inout Value) throws(E) -> Void) throws(E) { try body(&slots[place]) }

  private mutating func ownShape() {
    if !isKnownUniquelyReferenced(&shape) { shape = Shape(copying: shape) }
  }

  /// `true` if removing the next field moves no other one.
  var mayLeaveGap: Bool { shape.mayLeaveGap }

  /// Removes a field.
  /// - Returns: its value, and its place if that is a gap now; `nil` if there is no field of that name.
  @discardableResult
  mutating func remove(_ name: String) -> (value: Value, gap: Int?)? {
    guard shape.mayLeaveGap else {
      guard let place = position(of: name) else { return nil }
      let value = slots[place]
      let kept = slots.indices.filter { $0 != place && shape.isField(at: $0) }
      (shape, slots) = (Shape(kept.map { shape.name(at: $0) }), kept.map { slots[$0] })
      return (value, nil)
    }
    // A missing name must not cost a copy.
    if !isKnownUniquelyReferenced(&shape), position(of: name) == nil { return nil }
    ownShape()
    guard let place = shape.leaveGap(for: name) else { return nil }
    let value = slots[place]
    slots[place] = .none
    return (value, place)
  }

  // MARK: Taking back the last change

  /// Puts a removed field back into its gap.
  mutating func restore(_ name: String, _ value: Value, at gap: Int) {
    ownShape()
    shape.closeGap(at: gap, for: name)
    slots[gap] = value
  }

  /// Removes the field that was added last: all others keep their places.
  mutating func removeLast() {
    ownShape()
    shape.removeLast()
    slots.removeLast()
  }
}
