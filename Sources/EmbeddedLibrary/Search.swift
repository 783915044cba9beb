// The additions of Swift's `_StringProcessing` to collections that the modules use. Embedded Swift does not have that
// library; elsewhere this module is not compiled. Texts are compared by characters, as there.

extension Collection where Element: Equatable {
  /// Returns whether the collection contains another one as a whole.
  @_disfavoredOverload
  public func contains(_ other: some Collection<Element>) -> Bool { firstRange(of: other) != nil }

  /// Returns the first place of another collection; `nil` if it is not contained.
  /// - Complexity: O(n · m).
  public func firstRange(of other: some Collection<Element>) -> Range<Index>? { range(of: other, from: startIndex) }

  /// Returns all places of another collection that is not empty, from left to right and without overlaps.
  public func ranges(of other: some Collection<Element>) -> [Range<Index>] {
    var ranges: [Range<Index>] = []
    var start = startIndex
    while !other.isEmpty, let range = range(of: other, from: start) {
      ranges.append(range)
      start = range.upperBound
    }
    return ranges
  }

  /// Returns the parts between all places of another collection.
  @_disfavoredOverload
  public func split(
    separator: some Collection<Element>, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    for range in ranges(of: separator) where parts.count < maxSplits {
      if start < range.lowerBound || !omittingEmptySubsequences { parts.append(self[start..<range.lowerBound]) }
      start = range.upperBound
    }
    if start < endIndex || !omittingEmptySubsequences { parts.append(self[start...]) }
    return parts
  }

  private func range(of other: some Collection<Element>, from start: Index) -> Range<Index>? {
    guard let first = other.first else { return start..<start }
    var start = start
    while let candidate = self[start...].firstIndex(of: first) {
      var (here, there) = (index(after: candidate), other.index(after: other.startIndex))
      while here < endIndex, there < other.endIndex, self[here] == other[there] {
        formIndex(after: &here)
        other.formIndex(after: &there)
      }
      if there == other.endIndex { return candidate..<here }
      start = index(after: candidate)
    }
    return nil
  }
}

extension RangeReplaceableCollection where Element: Equatable {
  /// Returns the collection with another one replaced at all of its places.
  public func replacing(_ other: some Collection<Element>, with replacement: some Collection<Element>) -> Self {
    var result = Self()
    var start = startIndex
    for range in ranges(of: other) {
      result.append(contentsOf: self[start..<range.lowerBound])
      result.append(contentsOf: replacement)
      start = range.upperBound
    }
    result.append(contentsOf: self[start...])
    return result
  }
}
