/// A name with its place.
public struct Name: Sendable {
  public var text: String
  public var range: SourceRange

  package init(text: String, range: SourceRange) { (self.text, self.range) = (text, range) }

  /// Whether `cancel` takes a word for a number of `waiting`, or for all that waits, unless something is named so.
  package static func isPendingWord(_ word: String) -> Bool {
    word == "all" || !word.isEmpty && word.utf8.allSatisfy { NumberText.isDigit($0) }
  }
}
