/// Detects shared storage: storage with a single owner can change in place.
extension Array {
  /// `true` if a change would copy the array. O(1).
  var isShared: Bool {
    mutating get {
      // An array is one reference to its storage. It is bound as an optional, since without optimisation the compiler
      // in Swift 6 mode retains an `AnyObject` once more while it is examined.
      withUnsafeMutablePointer(to: &self) { pointer in
        #if hasFeature(Embedded)
          pointer.withMemoryRebound(to: AnyObject.self, capacity: 1) { !isKnownUniquelyReferenced(&$0.pointee) }
        #else
          pointer.withMemoryRebound(to: AnyObject?.self, capacity: 1) { !isKnownUniquelyReferenced(&$0.pointee) }
        #endif
      }
    }
  }

  func hasStorage(of other: Self) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress } }
  }
}

extension String {
  /// The address of the text's bytes; two texts with the same address and length are identical. Only for texts that
  /// are not short.
  var storage: UnsafeRawPointer? { utf8.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil }
}

extension Value {
  /// Returns `true` if both are one text, list or record in memory, so that one can replace the other without loss.
  /// O(1).
  func hasStorage(of other: Value) -> Bool {
    switch (self, other) {
    case (.list(let a), .list(let b)): a.hasStorage(of: b)
    case (.record(let a), .record(let b)): a.hasStorage(of: b)
    case (.text(let a), .text(let b)):
      a.utf8.count == b.utf8.count && a.utf8.count > Self.shortText && a.storage == b.storage
    default: false
    }
  }

  /// The maximum bytes of a text stored in the value itself.
  private static let shortText = 15
}
