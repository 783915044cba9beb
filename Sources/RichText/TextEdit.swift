/// A change of a text: some bytes of it were replaced by others.
public struct TextEdit: Hashable, Sendable {
  /// The bytes of the old text that were taken out; empty for an insertion.
  public var replaced: Range<Int>
  /// How many bytes stand in their place in the new text.
  public var insertedCount: Int

  public init(replaced: Range<Int>, insertedCount: Int) {
    (self.replaced, self.insertedCount) = (replaced, insertedCount)
  }

  /// The smallest edit that makes `new` out of `old`, or `nil` when they are equal.
  ///
  /// It may lie inside a scalar. O(n), but only comparing bytes.
  public init?(from old: String, to new: String) {
    var (old, new) = (old, new)
    let edit = old.withUTF8 { old in new.withUTF8 { new in TextEdit(from: old, to: new) } }
    guard let edit else { return nil }
    self = edit
  }

  /// As above for texts given as UTF-8.
  public init?(from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>) {
    let shared = min(old.count, new.count)
    var front = 0
    while front < shared, old[front] == new[front] { front += 1 }
    if front == old.count, front == new.count { return nil }
    var back = 0
    while back < shared - front, old[old.count - 1 - back] == new[new.count - 1 - back] { back += 1 }
    replaced = front..<old.count - back
    insertedCount = new.count - back - front
  }

  /// How much longer the new text is.
  var growth: Int { insertedCount - replaced.count }
}

extension Detector {
  /// The facets of `newText`, made from those of the text before `edit`, by reading only the words that the edit touches.
  ///
  /// The result is that of a full scan. Facets never reach over white space, and no rule looks past it; so the words
  /// around the edit are scanned again, and the facets behind it move by the difference in length.
  ///
  /// - Parameters:
  ///   - facets: what this detector returned for the old text.
  ///   - edit: within the bounds of the old and the new text.
  /// - Complexity: O(bytes of the touched words + number of facets).
  public func update(_ facets: [Facet], with edit: TextEdit, in newText: String) -> [Facet] {
    var newText = newText
    return newText.withUTF8 { update(facets, with: edit, in: $0) }
  }

  /// As above for a text given as UTF-8.
  public func update(_ facets: [Facet], with edit: TextEdit, in newText: UnsafeBufferPointer<UInt8>) -> [Facet] {
    guard let base = newText.baseAddress, !newText.isEmpty else { return [] }
    let text = ByteView(base: base, count: newText.count)
    precondition(edit.replaced.lowerBound >= 0 && edit.insertedCount >= 0, "edit out of bounds")
    precondition(edit.replaced.lowerBound + edit.insertedCount <= text.count, "edit out of bounds")
    let touched = touchedWords(text, edit.replaced.lowerBound..<edit.replaced.lowerBound + edit.insertedCount)
    var result: [Facet] = []
    result.reserveCapacity(facets.count + 2)
    result += facets.prefix { $0.range.upperBound <= touched.lowerBound }
    let words = ByteView(base: base + touched.lowerBound, count: touched.count)
    scan(words) { span in
      result.append(span.facet(in: words).moved(by: touched.lowerBound))
    }
    let oldEnd = touched.upperBound - edit.growth
    for facet in facets.drop(while: { $0.range.lowerBound < oldEnd }) { result.append(facet.moved(by: edit.growth)) }
    return result
  }

  /// From the white space before `edited` to the white space behind it.
  private func touchedWords(_ text: ByteView, _ edited: Range<Int>) -> Range<Int> {
    var (start, end) = (edited.lowerBound, edited.upperBound)
    // An edit of bytes may lie within a scalar; its first bytes are then the same in the old text and mean something else.
    while start > 0, start < text.count, text[start] & 0xC0 == 0x80 { start -= 1 }
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return text.wordStart(from: start)..<text.wordEnd(from: end)
  }
}

extension Facet {
  /// The same facet `offset` bytes further on.
  func moved(by offset: Int) -> Facet {
    Facet(range: range.lowerBound + offset..<range.upperBound + offset, feature: feature)
  }
}
