/// Whether somebody else holds the same storage: what nobody else holds can change in place.
extension Array {
  /// Whether changing it would copy it. O(1).
  var isShared: Bool {
    mutating get {
      // An array is one reference to its storage. As an optional, since without optimisation the compiler of the 6 mode
      // holds an `AnyObject` once more while it is looked at.
      withUnsafeMutablePointer(to: &self) { pointer in
        pointer.withMemoryRebound(to: AnyObject?.self, capacity: 1) { !isKnownUniquelyReferenced(&$0.pointee) }
      }
    }
  }

  func hasStorage(of other: Self) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress } }
  }
}

extension String {
  /// The place of its bytes in memory; two texts of one place and length are one. Only for texts that are not short.
  var storage: UnsafeRawPointer? { utf8.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil }
}

extension Value {
  /// Whether both are one text, list or record in memory, so that changing one for the other loses nothing. O(1).
  func hasStorage(of other: Value) -> Bool {
    switch (self, other) {
    case (.list(let a), .list(let b)): a.hasStorage(of: b)
    case (.record(let a), .record(let b)): a.hasStorage(of: b)
    case (.text(let a), .text(let b)):
      a.utf8.count == b.utf8.count && a.utf8.count > Self.shortText && a.storage == b.storage
    default: false
    }
  }

  /// The bytes up to which a text may stand in the value itself.
  private static let shortText = 15
}
