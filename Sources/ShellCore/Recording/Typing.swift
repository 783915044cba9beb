import TerminalText
import Timeline

/// The typing of a line in films: a key for each character, at a good typist's speed, the same each time.
enum Typing {
  struct Key {
    /// The character, with its colour.
    let text: StyledText
    /// The time until the next key.
    let pause: Duration
  }

  /// The maximum time for a line: no one wants to watch a long text being typed.
  private static let limit = Duration.seconds(4)

  static func keys(of line: StyledText) -> [Key] {
    var keys: [Key] = []
    for run in line.runs {
      for character in run.text {
        keys.append(Key(text: StyledText(String(character), run.style), pause: pause(keys.count, character)))
      }
    }
    let total = keys.reduce(Duration.zero) { $0 + $1.pause }
    guard total > limit else { return keys }
    let share = Double(limit.microseconds) / Double(total.microseconds)
    return keys.map { key in
      Key(text: key.text, pause: Duration(microseconds: Int64(Double(key.pause.microseconds) * share)))
    }
  }

  /// Returns 45 to 95 ms, longer after a word: steady enough to read, uneven enough to look typed.
  private static func pause(_ index: Int, _ character: Character) -> Duration {
    .milliseconds(45 + Int64(index * 37 % 51) + (character == " " ? 30 : 0))
  }
}
