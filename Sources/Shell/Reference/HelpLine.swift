import StoryScript

/// A line of `help`, in the form that its place gives it.
enum HelpLine: Sendable {
  case heading(String)
  case text(String)
  /// What can be typed, and what that does.
  case row(String, String)
  /// An example, as it can be typed.
  case code(String)
  /// Examples that need no explanation, side by side.
  case codes([String])
  case blank

  static func examples(_ examples: [Command.Example]) -> [HelpLine] {
    examples.flatMap { example in
      [.blank, .code("# \(example.meaning)")] + example.script.split(separator: "\n").map { .code(String($0)) }
    }
  }
}

extension HelpLine {
  /// The line as a record, so that scripts and editors can take `help` apart.
  var value: Value {
    switch self {
    case .heading(let text): .record(["heading": .text(text)])
    case .text(let text): .record(["text": .text(text)])
    case .row(let usage, let summary): .record(["usage": .text(usage), "summary": .text(summary)])
    case .code(let text): .record(["example": .text(text)])
    case .codes(let texts): .record(["examples": .list(texts.map { .text($0) })])
    case .blank: .record([:])
    }
  }

  init(_ value: Value) {
    let record = value.record ?? Record()
    self =
      if let text = record["heading"]?.text {
        .heading(text)
      } else if let text = record["text"]?.text {
        .text(text)
      } else if let text = record["example"]?.text {
        .code(text)
      } else if let texts = record["examples"]?.list {
        .codes(texts.compactMap(\.text))
      } else if let usage = record["usage"]?.text {
        .row(usage, record["summary"]?.text ?? "")
      } else {
        .blank
      }
  }
}
