/// Which last labels of a name make it a domain.
enum TopLevelDomain {
  /// Whether the bytes of `label` are a known top-level domain; the comparison is exact, so `COM` is not one.
  ///
  /// A binary search in constant data: at most eight comparisons, no allocation.
  static func isKnown(_ text: ByteView, _ label: Range<Int>) -> Bool {
    isKnown(text.base + label.lowerBound, count: label.count)
  }

  /// As above with ASCII letters of `label` taken in lower case.
  static func isKnownInAnyCase(_ text: ByteView, _ label: Range<Int>) -> Bool {
    guard label.count <= TopLevelDomainTable.longest else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: label.count) { lower in
      for (offset, index) in label.enumerated() {
        let byte = text[index]
        lower.initializeElement(at: offset, to: (0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      }
      return lower.baseAddress.map { isKnown($0, count: label.count) } ?? false
    }
  }

  /// Whether a bare name with this ending is taken for a file at a command line, where `main.rs`, `notes.md` and
  /// `setup.sh` are far more often files than hosts in Serbia, Moldova and Saint Helena. Lower-case ASCII only.
  static func isFileExtension(_ text: ByteView, _ label: Range<Int>) -> Bool {
    guard (2...4).contains(label.count) else { return false }
    // The label as one number, so that the names below are constants and no string is made.
    return switch label.reduce(UInt32(0), { $0 << 8 | UInt32(text[$1] | 0x20) }) {
    case code("rs"), code("py"), code("sh"), code("md"), code("pl"), code("pm"), code("so"), code("cc"), code("mm"),
      code("ps"), code("mk"), code("ml"), code("tf"), code("bz"), code("mo"), code("la"), code("nc"), code("ph"),
      code("pn"), code("sc"), code("vi"):
      true
    case code("zip"), code("mov"), code("pub"), code("map"), code("cab"), code("ads"), code("dot"), code("tab"),
      code("java"), code("data"):
      true
    default: false
    }
  }

  @inline(__always)
  private static func code(_ name: StaticString) -> UInt32 {
    var code: UInt32 = 0
    for index in 0..<name.utf8CodeUnitCount { code = code << 8 | UInt32(name.utf8Start[index]) }
    return code
  }

  private static func isKnown(_ label: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard let entries = TopLevelDomainTable.entries(length: count) else { return false }
    let stride = count + 1
    var low = 0
    var high = entries.utf8CodeUnitCount / stride
    while low < high {
      let middle = (low + high) / 2
      let entry = entries.utf8Start + middle * stride
      var index = 0
      while index < count, entry[index] == label[index] { index += 1 }
      if index == count { return true }
      if entry[index] < label[index] { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
