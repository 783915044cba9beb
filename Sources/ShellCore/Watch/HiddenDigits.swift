import StoryScript
import TerminalText

/// A question of `watch` whose answer is digits that nobody may see, such as a PIN: the missing argument of a command.
///
/// It is asked on the screen that is there, one dot for each digit; the command runs once the last digit is typed. Any
/// key that is neither a digit nor Backspace answers "not now".
package struct HiddenDigits {
  /// What is asked for, as it stands before the dots: "PIN".
  let name: String
  /// The number of digits.
  let count: Int
  /// The name of the command that waits for them.
  let command: String
  /// The command's arguments, of which one is missing.
  let values: [Value]
  /// The index of the missing one.
  let place: Int
  /// The text after another key: what did not happen, and why.
  let declined: String
  private var digits = ""

  /// - Parameters:
  ///   - count: the number of digits, at least 1.
  ///   - place: the index of the argument in `values` that the digits replace.
  package init(_ name: String, count: Int, for command: String, _ values: [Value], at place: Int, declined: String) {
    (self.name, self.count, self.declined) = (name, count, declined)
    (self.command, self.values, self.place) = (command, values, place)
  }

  enum Step {
    /// More digits are needed.
    case continues
    case declines
    /// All digits are there: the command's arguments with them.
    case completes([Value])
  }

  mutating func handle(_ key: ScreenKey) -> Step {
    switch key {
    case .character(let character) where character.isASCII && character.isNumber: digits.append(character)
    case .backspace: _ = digits.popLast()
    default: return .declines
    }
    guard digits.count == count else { return .continues }
    var values = values
    values[place] = .text(digits)
    return .completes(values)
  }

  /// The question with a sign for each digit that is typed: `PIN: ••__`.
  func shown(_ glyphs: GlyphSet) -> StyledText {
    let signs = String(repeating: glyphs == .unicode ? "•" : "*", count: digits.count)
    let rest = String(repeating: "_", count: count - digits.count)
    return StyledText("\(name): \(signs)\(rest)") + StyledText("  any other key: not now", .dim)
  }
}
