/// One command of the shell, as plain data.
///
/// Parser, highlighting, completion, `help`, the man page and Grammar.md's list all come from these; nothing about a
/// command is written down twice.
public struct Command: Sendable {
  /// The words that it starts with, as one text: `story play`.
  public let name: String
  /// The words that it starts with: `["story", "play"]`.
  public let words: [String]
  public var parameters: [Parameter]
  /// One line without a full stop, for lists and completion.
  public var summary: String
  // What only `help` and suggestions ask for is made when they do: a program that starts would make some thousand texts.
  /// Some sentences for `help`.
  public var details: String { makeDetails() }
  private let makeDetails: @Sendable () -> String
  public var examples: [Example] { makeExamples() }
  private let makeExamples: @Sendable () -> [Example]
  /// Words under which `help search` finds it, and that lead to it where somebody types them.
  public var searchWords: [String] { makeSearchWords() }
  private let makeSearchWords: @Sendable () -> [String]
  /// Whether it can pass time on the session's clock.
  public var takesTime: Bool
  public var effect: Effect
  /// The fields of the record that it gives, in their order, where it always gives one and always with these; else none.
  public var fields: [String] { makeFields() }
  private let makeFields: @Sendable () -> [String]

  /// The reach of a command, which decides what `undo` has to do about it.
  public enum Effect: String, Sendable {
    /// Only the session changes: its saved copy comes back.
    case none
    /// Something was written to the journal: a voiding event is added.
    case saved
    /// Something left this machine and cannot be undone.
    case outside
  }

  /// A script that shows the command at work; it runs as a test.
  public struct Example: Sendable {
    public var script: String
    public var meaning: String

    public init(_ script: String, _ meaning: String) { (self.script, self.meaning) = (script, meaning) }
  }

  public init(
    _ words: String, _ parameters: [Parameter] = [], summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Example],
    searchWords: @autoclosure @escaping @Sendable () -> [String] = [], takesTime: Bool = false, effect: Effect = .none,
    gives fields: @autoclosure @escaping @Sendable () -> [String] = []
  ) {
    name = words
    self.words = Self.words(of: words)
    self.parameters = parameters
    self.summary = summary
    (makeDetails, makeExamples, makeSearchWords) = (details, examples, searchWords)
    (self.takesTime, self.effect) = (takesTime, effect)
    makeFields = fields
  }

  /// By its bytes: there is a hundred of them whenever the program starts, and characters take ten times as long.
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

  /// Whether it looks into the folder whose path stands right behind it.
  public var takesFolder: Bool { takes("folder") }
  /// Whether it reads the file whose path stands right behind it, and does nothing else.
  public var takesFile: Bool { effect == .none && takes("read") }

  /// Whether a path stands right behind it, and one of its search words says what for.
  private func takes(_ what: String) -> Bool {
    guard let first = parameters.first, first.preposition == nil, case .path = first.type else { return false }
    return searchWords.contains(what)
  }

  /// The way it is written: `story play STORY [for DURATION]`.
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
      // What has alternatives itself stands apart from the others.
      let joined = alternatives.joined(separator: alternatives.contains { $0.contains("|") } ? " | " : "|")
      parts.append(parameter.isRequired ? joined : "[\(joined)]")
      index += 1
    }
    return parts.joined(separator: " ")
  }

  /// A line of an example that is the command alone, with values for what it takes; its usage where there is none.
  var sample: String {
    for example in examples {
      for line in example.script.split(separator: "\n") where line.hasPrefix(name + " ") {
        if !line.contains("|"), !line.contains("$"), !line.contains("("), !line.contains(";") { return String(line) }
      }
    }
    return usage
  }
}
