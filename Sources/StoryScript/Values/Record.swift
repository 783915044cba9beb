/// Fields in the order in which they were written. Looking up a name costs O(1) beyond eight fields.
public struct Record: Sendable, ExpressibleByDictionaryLiteral {
  public private(set) var names: [String]
  public private(set) var values: [Value]
  private var index: [String: Int] = [:]
  private static let indexedFrom = 9

  public init() {
    names = []
    values = []
  }

  public init(dictionaryLiteral fields: (String, Value)...) {
    self.init()
    for (name, value) in fields { self[name] = value }
  }

  public var count: Int { names.count }
  /// Whether changing it would copy it. O(1).
  var isShared: Bool { mutating get { values.isShared } }

  /// The place of a field in the order in which it was added. O(1).
  public func position(of name: String) -> Int? {
    names.count < Self.indexedFrom ? names.firstIndex(of: name) : index[name]
  }

  /// Reading gives `nil` for a field that is not there; writing adds it at the end or replaces it in place.
  public subscript(name: String) -> Value? {
    get { position(of: name).map { values[$0] } }
    set {
      guard let newValue else { return remove(name) }
      if let at = position(of: name) {
        values[at] = newValue
        return
      }
      names.append(name)
      values.append(newValue)
      if names.count == Self.indexedFrom {
        for (at, name) in names.enumerated() { index[name] = at }
      } else if names.count > Self.indexedFrom {
        index[name] = names.count - 1
      }
    }
  }

  /// Changes the value at a place, which must be there, where it stands.
  mutating func change<E>(at place: Int, _ body: (inout Value) throws(E) -> Void) throws(E) { try body(&values[place]) }

  private mutating func remove(_ name: String) {
    guard let at = position(of: name) else { return }
    names.remove(at: at)
    values.remove(at: at)
    index = [:]
    if names.count >= Self.indexedFrom {
      for (at, name) in names.enumerated() { index[name] = at }
    }
  }
}
