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
  /// `true` if a change would copy the list or record. O(1).
  var isShared: Bool {
    mutating get {
      // The reference is examined in place: taking the value apart would count as another owner. A list begins with
      // its storage, a record with its shape and then its storage.
      let offset: Int
      if case .list = self {
        offset = 0
      } else if case .record = self {
        offset = MemoryLayout<Record.Shape>.size
      } else {
        return false
      }
      return withUnsafeMutablePointer(to: &self) { pointer in
        let reference = UnsafeMutableRawPointer(pointer) + offset
        #if hasFeature(Embedded)
          return !isKnownUniquelyReferenced(&reference.assumingMemoryBound(to: AnyObject.self).pointee)
        #else
          return !isKnownUniquelyReferenced(&reference.assumingMemoryBound(to: AnyObject?.self).pointee)
        #endif
      }
    }
  }

  /// Returns `true` if two values are the same bits: of lists, records and texts, that they share their storage. O(1).
  ///
  /// Unlike `hasStorage(of:)` it does not count as an owner for a moment, which costs more than the comparison.
  static func isSame(_ a: UnsafeMutablePointer<Value>, _ b: UnsafeMutablePointer<Value>) -> Bool {
    let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
    var offset = 0
    while offset + 8 <= MemoryLayout<Value>.size {
      if a.load(fromByteOffset: offset, as: UInt64.self) != b.load(fromByteOffset: offset, as: UInt64.self) {
        return false
      }
      offset += 8
    }
    while offset < MemoryLayout<Value>.size {
      if a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset += 1
    }
    return true
  }

  /// Returns `true` if both are one text, list or record in memory, so that one can replace the other without loss.
  /// O(1).
  func hasStorage(of other: Value) -> Bool {
    // One pattern at a time: matching a pair would retain both values.
    if case .list(let a) = self {
      if case .list(let b) = other { a.hasStorage(of: b) } else { false }
    } else if case .record(let a) = self {
      if case .record(let b) = other { a.hasStorage(of: b) } else { false }
    } else if case .text(let a) = self, case .text(let b) = other {
      a.utf8.count == b.utf8.count && a.utf8.count > Self.shortText && a.storage == b.storage
    } else {
      false
    }
  }

  /// The maximum bytes of a text stored in the value itself.
  private static let shortText = 15
}
