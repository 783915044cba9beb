// The standard library's own versions of these cast their argument, which Embedded Swift cannot do.

extension Dictionary {
  /// Creates a dictionary of pairs, several of which may have the same key.
  public init<Pairs: Sequence>(
    _ pairs: Pairs, uniquingKeysWith combine: (Value, Value) -> Value
  ) where Pairs.Element == (Key, Value) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    merge(pairs, uniquingKeysWith: combine)
  }

  public mutating func merge<Pairs: Sequence>(
    _ pairs: Pairs, uniquingKeysWith combine: (Value, Value) -> Value
  ) where Pairs.Element == (Key, Value) {
    for (key, value) in pairs { self[key] = self[key].map { combine($0, value) } ?? value }
  }

  public mutating func merge(_ other: [Key: Value], uniquingKeysWith combine: (Value, Value) -> Value) {
    for (key, value) in other { self[key] = self[key].map { combine($0, value) } ?? value }
  }

  public func merging(_ other: [Key: Value], uniquingKeysWith combine: (Value, Value) -> Value) -> [Key: Value] {
    var result = self
    result.merge(other, uniquingKeysWith: combine)
    return result
  }
}
