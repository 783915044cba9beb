/// One command of the shell, as plain data.
///
/// Parser, highlighting, completion, `help`, the man page and the list in Grammar.md are all derived from these
/// values; nothing about a command is written twice.
public struct Command: Sendable {
  /// The command's words as one text: `story play`.
  public let name: String
  /// The command's words: `["story", "play"]`.
  public let words: [String]
  public var parameters: [Parameter]
  /// One line without a full stop, for lists and completion.
  public var summary: String
  // Text that only `help` and suggestions need is made on demand: otherwise startup would make about a thousand
  // texts.
  /// A few sentences for `help`.
  public var details: String { makeDetails() }
  private let makeDetails: @Sendable () -> String
  public var examples: [Example] { makeExamples() }
  private let makeExamples: @Sendable () -> [Example]
  /// Words under which `help search` finds the command, and which suggest it when typed as a command.
  public var searchWords: [String] { makeSearchWords() }
  private let makeSearchWords: @Sendable () -> [String]
  /// `true` if the command can advance the session's clock.
  public var advancesClock: Bool
  public var effect: Effect
  /// The fields of the command's record, in order, if it always returns one with these fields; otherwise empty.
  public var fields: [ResultField] { makeFields() }
  private let makeFields: @Sendable () -> [ResultField]
  /// All fields that a record in the command's list may have, if it always returns a list of records; otherwise empty.
  public var rows: [ResultField] { makeRows() }
  private let makeRows: @Sendable () -> [ResultField]

  /// The effect of a command, which decides how `undo` reverts it.
  public enum Effect: String, Sendable {
    /// Only the session changes: its saved copy is restored.
    case none
    /// The command writes to the journal: a voiding event is added.
    case saved
    /// Something left this machine and cannot be undone.
    case outside
  }

  /// A script that demonstrates the command; it runs as a test.
  public struct Example: Sendable {
    public var script: String
    public var meaning: String

    public init(_ script: String, _ meaning: String) { (self.script, self.meaning) = (script, meaning) }
  }

  public init(
    _ words: String, _ parameters: [Parameter] = [], summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Example],
    searchWords: @autoclosure @escaping @Sendable () -> [String] = [], advancesClock: Bool = false,
    effect: Effect = .none,
    gives fields: @autoclosure @escaping @Sendable () -> [ResultField] = [],
    givesRows rows: @autoclosure @escaping @Sendable () -> [ResultField] = []
  ) {
    name = words
    self.words = Self.words(of: words)
    self.parameters = parameters
    self.summary = summary
    (makeDetails, makeExamples, makeSearchWords) = (details, examples, searchWords)
    (self.advancesClock, self.effect) = (advancesClock, effect)
    (makeFields, makeRows) = (fields, rows)
  }

  /// Splits a name by bytes: this runs for about a hundred commands at startup, and characters take ten times as
  /// long.
  private static func words(of name: String) -> [String] {
    var copy = name
    return copy.withUTF8 { bytes in
      guard var space = bytes.firstIndex(of: UInt8(ascii: " ")) else { return [name] }
      var words: [String] = []
      words.reserveCapacity(3)
      var start = 0
      while true {
        words.append(String(decoding: bytes[start..<space], as: UTF8.self))
        guard space < bytes.count else { return words }
        start = space + 1
        space = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
      }
    }
  }

  /// `true` if the command reads the folder whose path follows directly.
  public var takesFolder: Bool { takes("folder") }

  /// `true` if the command can be a step of a pipeline that is more than a coincidence: its input is a text or any value.
  var acceptsInput: Bool {
    switch parameters.first(where: { $0.preposition == nil })?.type {
    case .any, .text, .record, .either: true
    default: false
    }
  }
  /// `true` if the command only reads the file whose path follows directly, and has no other effect.
  public var takesFile: Bool { effect == .none && takes("read") }

  /// Returns `true` if a path follows the command directly, and one of its search words is `what`.
  private func takes(_ what: String) -> Bool {
    guard let first = parameters.first, first.preposition == nil, case .path = first.type else { return false }
    return searchWords.contains(what)
  }

  /// The command's syntax: `story play STORY [for DURATION]`.
  public var usage: String {
    var parts = [name]
    var index = 0
    while index < parameters.count {
      let parameter = parameters[index]
      var alternatives = [parameter.usage]
      if let group = parameter.group {
        while index + 1 < parameters.count, parameters[index + 1].group == group {
          index += 1
          alternatives.append(parameters[index].usage)
        }
      }
      // Alternatives that contain `|` themselves are separated by spaces.
      let joined = alternatives.joined(separator: alternatives.contains { $0.contains("|") } ? " | " : "|")
      parts.append(parameter.isRequired ? joined : "[\(joined)]")
      index += 1
    }
    return parts.joined(separator: " ")
  }

  /// A line of an example with only the command and its arguments; the command's usage if there is no such line.
  var sample: String {
    for example in examples {
      for line in example.script.split(separator: "\n") where line.hasPrefix(name + " ") {
        if !line.contains("|"), !line.contains("$"), !line.contains("("), !line.contains(";") { return String(line) }
      }
    }
    return usage
  }
}
