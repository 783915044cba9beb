/// A range of UTF-8 bytes in one source; the end is exclusive.
///
/// Half the size of `Range<Int>`, since every node of a tree has one.
public struct SourceRange: Hashable, Sendable {
  public var start: Int32
  public var end: Int32

  public init(_ start: Int, _ end: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }

  /// From the start of `self` to the end of `other`.
  public func through(_ other: SourceRange) -> SourceRange { SourceRange(Int(start), Int(other.end)) }
  public var isEmpty: Bool { start >= end }
}
