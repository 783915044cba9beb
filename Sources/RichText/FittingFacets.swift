extension [Facet] {
  /// The facets that can be drawn in `text`, sorted by their place: without those that are empty, end behind the text, begin
  /// or end inside a scalar, or overlap one that starts before them.
  ///
  /// The one door for facets that others have written. Of two that start at one place the first of the list stays. O(n log n).
  public func fitting(_ text: String) -> [Facet] {
    if isEmpty { return self }
    var text = text
    let inside = text.withUTF8 { bytes in
      filter { facet in
        let range = facet.range
        guard range.lowerBound >= 0, !range.isEmpty, range.upperBound <= bytes.count else { return false }
        return Self.isBorder(range.lowerBound, bytes) && Self.isBorder(range.upperBound, bytes)
      }
    }
    let isSorted = zip(inside, inside.dropFirst()).allSatisfy { $0.range.lowerBound <= $1.range.lowerBound }
    // In the order of the list where two begin together: a plain sort promises nothing about those.
    let sorted =
      isSorted
      ? inside
      : inside.enumerated().sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }.map(\.element)
    return sorted.withoutOverlaps()
  }

  private static func isBorder(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    offset == bytes.count || bytes[offset] & 0xC0 != 0x80
  }
}
