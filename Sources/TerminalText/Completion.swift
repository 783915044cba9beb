/// A possible continuation at the cursor.
public struct Completion: Hashable, Sendable {
  /// The text that replaces `replacing`, including a closing space if one belongs there.
  public var text: String
  /// A description of one line; empty if there is nothing to say.
  public var description: String
  /// The bytes (UTF-8) of the line that the text replaces; its end is usually the cursor.
  public var replacing: Range<Int>

  public init(_ text: String, description: String = "", replacing: Range<Int>) {
    self.text = text
    self.description = description
    self.replacing = replacing
  }
}
