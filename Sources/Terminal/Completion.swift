/// One way to go on at the cursor.
public struct Completion: Hashable, Sendable {
  /// What takes the place of `replacing`, a closing space included if one belongs there.
  public var text: String
  /// One line; empty when there is nothing to say.
  public var description: String
  /// The bytes (UTF-8) of the line that the text replaces; its end is usually the cursor.
  public var replacing: Range<Int>

  public init(_ text: String, description: String = "", replacing: Range<Int>) {
    self.text = text
    self.description = description
    self.replacing = replacing
  }
}

extension Completion {
  /// The line with the text in its place, the cursor behind it.
  func applied(to line: UndoStack.Snapshot) -> UndoStack.Snapshot {
    let bytes = Array(String(line.text).utf8)
    let before = Array(String(decoding: bytes[..<replacing.lowerBound], as: UTF8.self).unicodeScalars)
    let behind = String(decoding: bytes[replacing.upperBound...], as: UTF8.self).unicodeScalars
    let new = before + Array(text.unicodeScalars)
    return UndoStack.Snapshot(text: new + Array(behind), cursor: new.count)
  }
}
