import SessionState
import StoryScript
import System
import TerminalText

extension PromptTemplate {
  /// The text with its values, or the reason why they are unknown.
  enum Filled: Hashable {
    case text(String)
    case failed(String)
  }

  /// Returns the text as it is now. It is evaluated in a copy of the session, so nothing changes, and it stops when it
  /// takes too long.
  func filled(in session: Session) -> Filled {
    let name = "prompt_text"
    let time = session.options.zone.timeOfDay(session.shownPresent)
    let line = "let \(name) = \(literal(time: time))"
    do throws(Diagnostics) {
      guard let source = try? Source(name: SourceFile.promptName, text: line) else {
        return .failed("it is not valid text")
      }
      let script = try session.parse(source)
      var program = session.runtime.program
      _ = try Compiler.compile(script, into: &program, schema: session.catalog.schema)
    } catch { return .failed(error.all.first?.problem.message ?? "it cannot be read") }
    guard var trial = Trial(of: session) else { return .failed("it takes too long") }
    switch trial.run(line) {
    case .done: return .text(trial.session.runtime.variable(name)?.text ?? "")
    case .failed(let problem): return .failed(problem.message)
    case .none: return .failed("it takes too long, or uses files or the network")
    }
  }
}

/// The user's own texts at the left and right of the prompt, as they are shown. A text that cannot be shown is
/// reported once.
final class PromptTexts {
  /// The texts that were reported, and have not been shown since.
  private var reported: Set<PromptTemplate> = []

  /// Returns a text with its values on one line, without control characters and at most `room` cells wide; `nil` if it
  /// has no values now.
  /// - Parameter name: the setting that contains the text.
  /// - Parameter mayReport: whether to report the reason why it cannot be shown.
  func shown(_ template: PromptTemplate, _ name: String, in session: Session, room: Int, mayReport: Bool) -> StyledText?
  {
    switch template.filled(in: session) {
    case .text(let text):
      reported.remove(template)
      let glyphs = session.output.glyphs
      let clean = StyledText(sanitized(text.replacing("\n", with: " "), glyphs: glyphs))
      return clean.clipped(to: max(1, room), mark: glyphs.cut)
    case .failed(let reason):
      if mayReport, reported.insert(template).inserted {
        session.notice("'\(name)' cannot be shown: \(reason); try: set \(name) usual")
        session.flush()
      }
      return nil
    }
  }
}

extension PromptTemplate.Flaw {
  /// Returns the message about the text of a setting, and a way to correct it.
  func explained(_ name: String) -> (message: String, remedy: String) {
    switch self {
    case .isEmpty: ("the text of '\(name)' is empty", "try: set \(name) usual, or for no visible text: set \(name) ' '")
    case .isTooLong:
      (
        "the text of '\(name)' is longer than \(PromptTemplate.lengthLimit) bytes",
        "shorten it, or try: set \(name) usual"
      )
    case .hasControls:
      (
        "the text of '\(name)' contains a line break or another control character",
        "leave it out: the text is one line, and `set theme` changes its colours"
      )
    case .hasOpenBrace:
      ("the text of '\(name)' has a '{' without a '}'", "close the value with '}', or write \\{ for the sign itself")
    case .hasEmptyBraces:
      (
        "the text of '\(name)' has braces without a value",
        "name a value, as in set \(name) '{\(PromptTemplate.time)} › ', or write \\{ for the sign itself"
      )
    }
  }
}

extension PromptTemplate {
  /// Returns a remark on a line that sets a text whose values were filled in before it was set; `nil` for other lines.
  static func filledInNote(on script: Script, _ catalog: CommandCatalog) -> String? {
    guard script.statements.count == 1, case .command(let call) = script.statements[0].kind,
      catalog.entries[call.command].command.name == "set", call.arguments.count > 1,
      case .literal(.text(let name), _)? = call.arguments[0], names.contains(name),
      case .interpolation(_, let range)? = call.arguments[1]
    else { return nil }
    let text = script.source.text(range).dropFirst().dropLast()
    guard !text.contains("'"), (try? PromptTemplate(String(text))) != nil else { return nil }
    return "the values were filled in once; to fill them in at each prompt, try: set \(name) '\(text)'"
  }

  /// The settings that contain such texts.
  private static let names = ["prompt", "right-prompt"]

  /// Returns the line that sets a text in single quotes, if the place is within such a text in double quotes, whose
  /// values would be filled in before it is set; `nil` for other places.
  static func lineWithSingleQuotes(_ source: Source, around place: Int) -> String? {
    let before = source.text(SourceRange(0, place))
    for name in names {
      guard let start = before.ranges(of: "set \(name) \"").last?.upperBound, !before[start...].contains("\n") else {
        continue
      }
      let first = before[..<start].utf8.count
      var (text, depth, isClosed) = ("", 0, false)
      for character in source.text(SourceRange(first, source.bytes.count)) {
        if character == "\"", depth == 0 { isClosed = true }
        if isClosed || character.isNewline { break }
        if character == "{" { depth += 1 }
        if character == "}" { depth -= 1 }
        text.append(character)
      }
      // In single quotes, these characters would mean something else.
      guard isClosed, place < first + text.utf8.count, !text.contains(where: { $0 == "'" || $0 == "\\" }),
        let template = try? PromptTemplate(text), template.hasValues
      else { continue }
      return "set \(name) '\(text)'"
    }
    return nil
  }
}
