extension [UInt8] {
  /// Returns the part in which another text differs from this one: between an equal beginning and an equal end.
  package func difference(from other: [UInt8]) -> (start: Int, oldEnd: Int, newEnd: Int) {
    withUnsafeBufferPointer { old in
      other.withUnsafeBufferPointer { new in
        var start = 0
        let shorter = Swift.min(old.count, new.count)
        while start < shorter, old[start] == new[start] { start += 1 }
        var same = 0
        while same < shorter - start, old[old.count - 1 - same] == new[new.count - 1 - same] { same += 1 }
        return (start, old.count - same, new.count - same)
      }
    }
  }

  /// Returns `true` if a text occurs. O(n).
  package func contains(_ word: String.UTF8View) -> Bool {
    let word = Array(word)
    return withUnsafeBufferPointer { bytes in
      var index = 0
      while index + word.count <= bytes.count {
        var same = 0
        while same < word.count, bytes[index + same] == word[same] { same += 1 }
        if same == word.count { return true }
        index += 1
      }
      return false
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the first place of a part. O(n × length of the part), and mostly O(n): for bytes, the library's own search
  /// takes a hundred times as long.
  package func firstRange(of part: some Collection<UInt8>) -> Range<Int>? {
    let (part, start) = (Array(part), startIndex)
    guard let first = part.first, part.count <= count else { return nil }
    return withUnsafeBufferPointer { bytes in
      var index = 0
      while index + part.count <= bytes.count {
        if bytes[index] == first {
          var same = 1
          while same < part.count, bytes[index + same] == part[same] { same += 1 }
          if same == part.count { return start + index..<start + index + part.count }
        }
        index += 1
      }
      return nil
    }
  }
}
