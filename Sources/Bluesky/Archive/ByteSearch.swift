/// Looks for a short text among many bytes.
///
/// Source: R. N. Horspool, "Practical fast searching in strings" (1980): what is looked for is laid over the text and
/// compared from its last byte on, and then moved on as far as that byte lets it.
struct ByteSearch {
  private let needle: [UInt8]
  /// How far it moves on, by the byte of the text beneath its last one.
  private let steps: [Int]

  /// - Parameter needle: at least one byte.
  init(_ needle: [UInt8]) {
    self.needle = needle
    var steps = [Int](repeating: needle.count, count: 256)
    for (place, byte) in needle.dropLast().enumerated() { steps[Int(byte)] = needle.count - 1 - place }
    self.steps = steps
  }

  /// The first place from `start` on; `nil` where there is none.
  /// - Complexity: O(text / needle) as a rule.
  func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    needle.withUnsafeBufferPointer { needle in
      steps.withUnsafeBufferPointer { steps in
        let last = needle.count - 1
        let tail = needle[last]
        var end = start + last
        while end < text.count {
          let byte = text[end]
          if byte == tail {
            var (place, offset) = (end - last, 0)
            while offset < last, text[place] == needle[offset] { (place, offset) = (place + 1, offset + 1) }
            if offset == last { return end - last }
          }
          end += steps[Int(byte)]
        }
        return nil
      }
    }
  }
}
