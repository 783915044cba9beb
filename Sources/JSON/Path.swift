extension JSON {
  /// A step from a value to a part of it.
  public enum Step: Hashable, Sendable {
    case field(String)
    /// The index of an item, counted from 0.
    case item(Int)
  }

  /// Returns the position in a text at which the value at the end of `path` begins, or that of the innermost existing
  /// value on the way.
  ///
  /// This is for messages about a value's content: values have no positions, and the text is read again only in case
  /// of a mistake. Of several fields with the same name it uses the last, as a dictionary made from them would.
  /// - Returns: the position in bytes from the start of the text.
  /// - Throws: `SyntaxError` if the part of the text that had to be read is not JSON.
  /// - Complexity: O(text · steps).
  public static func offset(of path: [Step], in text: some Collection<UInt8>) throws(SyntaxError) -> Int {
    try JSONReader.reading(text) { (reader) throws(SyntaxError) in try reader.offset(of: path[...]) }
  }
}

extension JSONReader {
  fileprivate mutating func offset(of path: ArraySlice<JSON.Step>) throws(JSON.SyntaxError) -> Int {
    skipSpaces()
    var found = offset
    let rest = path.dropFirst()
    switch (path.first, next) {
    case (.field(let name), UInt8(ascii: "{")):
      try forEachField { (reader, field) throws(JSON.SyntaxError) in
        var inner = reader
        if field == name { found = try inner.offset(of: rest) }
        try reader.skipValue()
        return true
      }
    case (.item(let number), UInt8(ascii: "[")):
      var index = 0
      try forEachItem { (reader) throws(JSON.SyntaxError) in
        if index == number { found = try reader.offset(of: rest) } else { try reader.skipValue() }
        index += 1
        return index <= number
      }
    default: break
    }
    return found
  }
}
