import Bluesky
import RichText
import SessionState
import StoryScript
import TerminalText

/// The room that is left in the post being typed, measured as the post would be published.
enum PostCountdown {
  /// Returns the countdown for a line; `nil` if the line writes no post, or has plenty of room.
  /// - Complexity: O(length).
  static func text(of line: String, _ schema: Schema) -> StyledText? {
    postText(line, schema).flatMap { text(ofPost: $0) }
  }

  /// Returns the countdown for the text of a post; `nil` if the text has plenty of room.
  /// - Parameter canSplit: `true` if the text can become several posts.
  static func text(ofPost typed: String, canSplit: Bool = true) -> StyledText? {
    let measure = PostMeasure(PublishedText(typed).text)
    switch measure.level {
    case .fine: return nil
    case .warning:
      let isByBytes = measure.remainingBytes < measure.remainingGraphemes
      return StyledText(
        isByBytes ? "\(TimeText.count(measure.remainingBytes, "byte")) left" : "\(measure.remainingGraphemes) left",
        .dim)
    case .tooLong:
      let over =
        measure.remainingGraphemes < 0
        ? "\(-measure.remainingGraphemes)" : TimeText.count(-measure.remainingBytes, "byte")
      return StyledText("\(over) too many\(canSplit ? ": split?" : "")", .error)
    }
  }

  private static let commands: Set<String> = ["post", "reply", "quote"]

  /// Returns the text that the line publishes, even while its quotation mark is still open; `nil` if `split` makes
  /// several posts of the text, or if part of the text is not known yet.
  private static func postText(_ line: String, _ schema: Schema) -> String? {
    guard let word = line.split(separator: " ", maxSplits: 1).first, commands.contains(String(word)) else { return nil }
    // The character after the backslash has not been typed yet.
    let isEscaping = line.reversed().prefix { $0 == "\\" }.count % 2 == 1
    let typed = isEscaping ? String(line.dropLast()) : line
    for end in ["", "\"", "”"] {
      guard let source = try? Source(name: "", text: typed + end),
        let script = try? Parser.parse(source, schema.vocabulary)
      else { continue }
      return script.statements.count == 1 ? postText(script.statements[0], schema) : nil
    }
    return nil
  }

  private static func postText(_ statement: Statement, _ schema: Schema) -> String? {
    guard case .command(let call) = statement.kind else { return nil }
    let command = schema.vocabulary.commands.commands[call.command]
    func argument(_ name: String) -> Expression? {
      command.parameters.firstIndex { $0.name == name }.flatMap { call.arguments[$0] }
    }
    guard commands.contains(command.name), argument("split") == nil, argument("numbered") == nil,
      case .literal(.text(let text), _)? = argument("TEXT")
    else { return nil }
    return text
  }
}
