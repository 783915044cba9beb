import Bluesky
import RichText
import Terminal

/// How much room the post that is being typed has left, as it would be published.
enum PostCountdown {
  /// The words for a line; `nil` where it writes no post, or has plenty of room.
  /// - Complexity: O(length).
  static func text(of line: String) -> StyledText? {
    guard let typed = postText(line) else { return nil }
    let measure = PostMeasure(PublishedText(typed).text)
    switch measure.level {
    case .fine: return nil
    case .warning:
      let isByBytes = measure.remainingBytes < measure.remainingGraphemes
      return StyledText(
        isByBytes ? "\(measure.remainingBytes) bytes left" : "\(measure.remainingGraphemes) left", .dim)
    case .tooLong:
      let over =
        measure.remainingGraphemes < 0 ? "\(-measure.remainingGraphemes)" : "\(-measure.remainingBytes) bytes"
      return StyledText("\(over) too many: split?", .error)
    }
  }

  /// The text behind `post`, also while its quotation mark is still open; `nil` where `split` makes several posts of it.
  private static func postText(_ line: String) -> String? {
    let words = line.drop { $0 == " " }
    guard words.hasPrefix("post ") else { return nil }
    var rest = words.dropFirst(5).drop { $0 == " " }
    guard let mark = rest.popFirst(), "\"“".contains(mark) else { return nil }
    var text = ""
    while let character = rest.popFirst() {
      if "\"”".contains(character) {
        return rest.contains("split") || rest.contains("numbered") ? nil : text
      }
      guard character == "\\", let escaped = rest.popFirst() else {
        text.append(character)
        continue
      }
      text.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
    }
    return text
  }
}
