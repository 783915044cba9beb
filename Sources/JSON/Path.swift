extension JSON {
  /// One step from a value into it.
  public enum Step: Hashable, Sendable {
    case field(String)
    /// From 0.
    case item(Int)
  }

  /// The place in a text at which the value at the end of `path` begins, or the innermost one on its way that is there.
  ///
  /// For messages about what a value says: values carry no places, and the text is read once more only for a mistake.
  /// Of several fields of one name it takes the last, as a dictionary made of them does.
  /// - Returns: bytes from the start of the text.
  /// - Throws: `SyntaxError` where the text is no JSON, as far as it had to be read.
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
