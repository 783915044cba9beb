import StoryScript

/// Something that `help` explains: a command, a word of the language, an event, a state, a setting, keys.
struct HelpTopic: Sendable {
  let name: String
  /// How it is written.
  let usage: String
  let summary: String
  /// Words that people use for it.
  var searchWords: [String] = []
  /// What follows the usage and the summary: paragraphs and rows, not broken to any width.
  var more: @Sendable () -> [HelpLine] = { [] }

  var page: [HelpLine] { [.heading(usage), .text(summary)] + more() }
  var row: HelpLine { .row(usage, summary) }
}

// MARK: - As values

// MARK: - Where topics come from

extension HelpTopic {
  init(_ command: Command) {
    self.init(
      name: command.name, usage: command.usage, summary: command.summary, searchWords: command.searchWords
    ) {
      let parameters = command.parameters.map { parameter -> HelpLine in
        let before = parameter.preposition.map { $0 == parameter.name ? "" : "\($0) " } ?? ""
        return .row(before + parameter.name, parameter.summary)
      }
      let paragraphs = command.details.split(separator: "\n").map { HelpLine.text(String($0)) }
      let details = paragraphs.isEmpty ? [] : [.blank] + paragraphs
      return (parameters.isEmpty ? [] : [.blank]) + parameters + details + HelpLine.examples(command.examples)
    }
  }

  init(_ keyword: Keyword) {
    self.init(name: keyword.rawValue, usage: keyword.usage, summary: keyword.summary, searchWords: keyword.searchWords)
    {
      let words = keyword == .lesson ? LessonWord.allCases.map { HelpLine.row($0.usage, $0.summary) } : []
      return (words.isEmpty ? [] : [.blank]) + words + HelpLine.examples([keyword.example])
    }
  }

  init(_ step: StageWord) {
    self.init(
      name: step.rawValue, usage: "… | \(step.usage)", summary: step.summary, searchWords: ["pipe", "pipeline", "step"]
    ) { HelpLine.examples([step.example]) }
  }

  init(_ function: Function) {
    self.init(name: function.name, usage: "(\(function.name) \(function.parameters))", summary: function.summary) {
      [.blank, .code("print (\(function.example.call))"), .text("prints \(function.example.result)")]
    }
  }

  init(_ event: EventKind) {
    self.init(
      name: event.name, usage: "when \(event.name) { … }", summary: event.summary, searchWords: ["event", "happens"]
    ) {
      let first = event.fields.first
      let body = first.map { "print \"\(event.name): {$\($0.name)}\"" } ?? "print \"\(event.name)\""
      return (first == nil ? [] : [.blank, .text("In the block these are variables:")])
        + event.fields.map { .row("$\($0.name)", $0.summary) } + [.blank, .code("when \(event.name) { \(body) }")]
    }
  }

  init(_ state: StateField) {
    self.init(name: state.path, usage: state.path, summary: state.summary, searchWords: ["state"]) {
      var lines: [HelpLine] = [.blank, .code("print \(state.path)")]
      if case .choice(let words) = state.kind {
        lines.insert(.text("It is one of \(words.joined(separator: ", "))."), at: 0)
        lines += words.first.map { [.code("if \(state.path) == \($0) { print \"\($0)\" }")] } ?? []
      }
      return lines
    }
  }

  init(_ setting: Setting) {
    self.init(
      name: "set \(setting.name)", usage: "set \(setting.name) VALUE", summary: setting.summary,
      searchWords: ["setting", "option", "configure"]
    ) { [.text("It is \(setting.range)."), .blank, .code(setting.suggestion)] }
  }
}

extension Keyword {
  /// The statements: a word that only continues another one is explained with it.
  static var statements: [Keyword] { allCases.filter { $0 != .else && $0 != .catch } }
}
