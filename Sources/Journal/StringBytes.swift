extension String {
  /// Calls `body` with the text's UTF-8, without copying or retaining a text that is UTF-8 already.
  @inline(__always)
  func withBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) { return result }
    // Only texts that Foundation on Darwin lends.
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
