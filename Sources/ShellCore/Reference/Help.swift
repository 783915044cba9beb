import SessionState
import StoryScript

/// The pages of `help`, made from the program's own tables.
public struct Help {
  let catalog: CommandCatalog
  /// `true` if the user's keys at the prompt are vi's.
  var isVi = false
  private var commands: [Command] { catalog.schema.vocabulary.commands.commands }

  /// Returns an overview of one screen, or everything about a subject.
  /// - Throws: a failure that names the closest subject.
  func page(for words: [String]) throws(Failure) -> [HelpLine] {
    let asked = words.joined(separator: " ").lowercased()
    switch asked {
    case "", "me", "please": return overview
    case "all": return all
    default: break
    }
    // A word may be a command, a step, a group and the first word of some commands: the page contains all of them.
    var pages: [[HelpLine]] = topics.filter { $0.name.lowercased() == asked }.map { $0.page }
    if let keyed = KeyedStep(rawValue: asked) { pages.append(HelpTopic(keyed).page) }
    if asked == "keys" {
      let tables =
        isVi
        ? [("keys while you type", KeyTable.viTyping), ("keys after Esc", KeyTable.viCommands)]
        : [("keys at the prompt", KeyTable.rows)]
      for (place, table) in tables.enumerated() {
        pages.insert([.heading(table.0)] + table.1.map { .row($0.keys, $0.effect) }, at: place)
      }
    }
    let isGroup = { (word: String) in HelpGroup.names.contains(word) }
    if pages.isEmpty, !isGroup(asked), isGroup(asked + "s") { return try page(for: [asked + "s"]) }
    if let group = HelpGroup.allCases.first(where: { $0.name == asked }) {
      pages.append([.heading(group.rawValue)] + rows(of: group))
    } else {
      let starting = commands.filter { $0.words.count > 1 && $0.words[0] == asked }
      if !starting.isEmpty { Self.put(starting.map { HelpTopic($0).row }, into: &pages) }
    }
    // `lesson check` is a tool's sub-command, although `lesson` is also a statement.
    if words.count == 2, let tool = ToolUsage.Tool(rawValue: words[0].lowercased()),
      tool.choices.contains(where: { $0.word == words[1].lowercased() })
    {
      return Self.page(of: tool)
    }
    let states = catalog.schema.states.filter { $0.root == asked }
    if !states.isEmpty { pages.append([.heading("\(asked).…")] + states.map { HelpTopic($0).row }) }
    if !pages.isEmpty { return Array(pages.joined(separator: [.blank])) }
    // `sort by`, `wait until`: a keyword and its continuation. A typo in `timer start` means something else.
    let longer = topics.map { $0.name }.filter { $0.hasPrefix(words[0].lowercased() + " ") }
    if words.count > 1, closest(to: asked, among: longer) == nil,
      let first = topics.first(where: { $0.name == words[0].lowercased() })
    {
      return first.page
    }
    // A word that users have for it.
    let about = topics.filter { $0.searchWords.contains { $0.lowercased() == asked } }
    let found = about.isEmpty ? [] : [.heading("help on '\(asked)'")] + about.prefix(Self.resultLimit).map { $0.row }
    if let tool = ToolUsage.Tool(rawValue: asked) {
      return Self.page(of: tool) + (found.isEmpty ? [] : [.blank] + found)
    }
    guard !found.isEmpty else { throw unknown(asked) }
    return found
  }

  /// Returns the page of a tool of the program, which runs outside the prompt.
  private static func page(of tool: ToolUsage.Tool) -> [HelpLine] {
    var page: [HelpLine] = [.heading(tool.usage), .text(tool.meaning)]
    if !tool.choices.isEmpty { page += [.blank] + tool.choices.map { .row($0.word, $0.summary) } }
    if !tool.flags.isEmpty { page += [.blank] + tool.flags.map { .row($0.typed, $0.summary) } }
    return page
  }

  /// Inserts the commands that begin with a command's word before its examples, so that they are visible on the first
  /// page.
  private static func put(_ rows: [HelpLine], into pages: inout [[HelpLine]]) {
    let example = pages.first?.firstIndex { if case .code = $0 { true } else { false } }
    guard pages.count == 1, let example else { return pages.append(rows) }
    pages[0].insert(contentsOf: [.blank] + rows, at: example - 1)
  }

  private func unknown(_ asked: String) -> Failure {
    if ["topics", "commands", "contents", "index", "list"].contains(asked) {
      return .refused("there is no help for '\(asked)'", "try: help").about(0, through: 2)
    }
    let known =
      topics.flatMap { [$0.name, String($0.name.prefix { $0 != " " && $0 != "." })] }
      + HelpGroup.names + ToolUsage.Tool.allCases.map { $0.rawValue }
    let meant = closest(to: asked, among: known)
    let isFound = topics.contains { Self.weight(of: $0, for: asked.lowercased()) != nil }
    let otherwise = isFound ? "try: help search \(Word.quotedIfNeeded(asked))" : "try: help all"
    return .refused("there is no help for '\(asked)'", meant: meant, otherwise: otherwise).about(0, through: 2)
  }

  /// Everything that `help` explains, commands first.
  var topics: [HelpTopic] {
    commands.map { HelpTopic($0) } + Keyword.statements.map { HelpTopic($0) }
      + StageWord.allCases.map { HelpTopic($0) } + KeyedStep.allCases.map { HelpTopic($0) }
      + Functions.all.map { HelpTopic($0) } + LanguageTopics.all
      + [LanguageTopics.events(catalog.schema.events)] + catalog.schema.states.map { HelpTopic($0) }
      + catalog.schema.events.map { HelpTopic($0) }
      + catalog.settings.map { HelpTopic($0) }
      + Keyword.allCases.filter { !Keyword.statements.contains($0) }.map { HelpTopic($0) }
      + KeyTable.rows.map {
        HelpTopic(name: $0.keys, usage: $0.keys, summary: $0.effect, searchWords: ["key", "keyboard"])
      }
  }

  private func rows(of group: HelpGroup) -> [HelpLine] {
    catalog.entries.filter { $0.group == group }.map { HelpTopic($0.command).row }
  }
}

// MARK: - Lists

extension Help {
  /// The maximum number of a group's commands in one line of the first screen.
  private static let wordLimit = 8
  /// The maximum width of a row of commands, in cells: with the name of the group it fits 80 columns.
  private static let widest = 66
  /// The lines that a new user is shown first.
  static let exampleLines = [
    "story play 4 for 15s", "hold 2s", "timer start reading 20", "cluster ~/Photos smart", "post \"hi #tag @bob\"",
  ]
  /// The first group that is about the session itself.
  private static let firstOfSession = HelpGroup.files

  /// Lines to try, the groups by name, and the most useful keys: at most one screen.
  private var overview: [HelpLine] {
    let groups = HelpGroup.allCases.filter { $0 != .help }.flatMap { group -> [HelpLine] in
      let commands = catalog.entries.filter { $0.group == group }.map { $0.command.words }
      var words: [String] = []
      for word in commands.map({ $0[0] }) where !words.contains(word) { words.append(word) }
      // `accounts` stands for `account use`, too.
      let all = words
      words.removeAll { word in
        !commands.contains([word]) && all.contains { $0 != word && $0.hasPrefix(word.dropLast()) }
      }
      var shown = Array(words.prefix(Self.wordLimit))
      func text() -> String { (shown + (shown.count < words.count ? ["…"] : [])).joined(separator: ", ") }
      // One row for each group, so that the page fits one screen.
      while text().count > Self.widest { shown.removeLast() }
      let row = HelpLine.row(group.name, text())
      return group == Self.firstOfSession ? [.blank, row] : [row]
    }
    return [.heading("things to try"), .codes(Self.exampleLines), .blank]
      + [.heading("help GROUP, help COMMAND, help search WORD, help all")] + groups
      + [
        .blank, .row("language", "let, if, for, def, wait, expect, after, every, when, …"),
        .row("keys", "Tab completes, Right accepts the suggestion, ^R searches, ^C stops"),
      ]
  }

  private var all: [HelpLine] {
    let groups = HelpGroup.allCases.map { ($0.rawValue, rows(of: $0)) }
    let language: [(String, [HelpLine])] = [
      ("language", Keyword.statements.map { HelpTopic($0).row } + LanguageTopics.all.map { .row($0.name, $0.summary) }),
      (
        "steps of a pipeline",
        StageWord.allCases.map { .row($0.usage, $0.summary) } + KeyedStep.allCases.map { .row($0.usage, $0.summary) }
      ),
      ("functions, as in (upper \"abc\")", Functions.all.map { HelpTopic($0).row }),
      ("events, as in when story.started { … }", catalog.schema.events.map { .row($0.name, $0.summary) }),
      ("state, as in print story.state", catalog.schema.states.map { .row($0.path, $0.summary) }),
    ]
    return (groups + language).flatMap { [.heading($0.0)] + $0.1 }
  }
}

// MARK: - Search

extension Help {
  /// The maximum number of search results.
  private static let resultLimit = 15

  /// Returns the topics about a word, the most likely first: by name, then by search words, then by text.
  func search(_ word: String) throws(Failure) -> [HelpLine] {
    let wanted = word.lowercased()
    var found = topics.enumerated().compactMap { place, topic in
      Self.weight(of: topic, for: wanted).map { (weight: $0, place: place, topic: topic) }
    }.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }
    // A search for stars does not mean everything that starts.
    if let best = found.first?.weight, best > 1 { found.removeAll { $0.weight == 1 } }
    guard !found.isEmpty else { throw .refused("the help does not mention '\(word)'", "try: help all") }
    let rest = found.count - Self.resultLimit
    return found.prefix(Self.resultLimit).map { $0.topic.row }
      + (rest > 0 ? [.text("… and \(TimeText.count(rest, "more match", "more matches"))")] : [])
  }

  /// - Returns: `nil` if the topic does not mention the word.
  private static func weight(of topic: HelpTopic, for wanted: String) -> Int? {
    let name = topic.name.lowercased()
    if name == wanted { return 6 }
    if hasWord(wanted, in: name) { return 5 }
    if topic.searchWords.contains(where: { hasWord(wanted, in: $0.lowercased()) }) { return 4 }
    if hasWord(wanted, in: topic.summary.lowercased()) { return 3 }
    if topic.searchWords.contains(where: { $0.lowercased().hasPrefix(wanted) }) { return 2 }
    let all = [name, topic.summary] + topic.more().map { $0.plain }
    return all.contains { $0.lowercased().contains(wanted) } ? 1 : nil
  }

  /// Returns whether a text contains a whole word, possibly with an s.
  private static func hasWord(_ word: String, in text: String) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber }.contains { $0 == word || $0 == word + "s" }
  }
}

/// A line of `help`, whose form depends on its place.
package enum HelpLine: Sendable {
  case heading(String)
  case text(String)
  /// A usage and its meaning.
  case row(String, String)
  /// An example, as the user can type it.
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
  /// The line as a record, so that scripts and editors can process `help`.
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
        .codes(texts.compactMap { $0.text })
      } else if let usage = record["usage"]?.text {
        .row(usage, record["summary"]?.text ?? "")
      } else {
        .blank
      }
  }
}

/// A topic of `help`: a command, a keyword, an event, a state, a setting, keys.
package struct HelpTopic: Sendable {
  package let name: String
  /// The syntax.
  package let usage: String
  package let summary: String
  /// The words that people use for it.
  var searchWords: [String] = []
  /// The text after the usage and the summary: paragraphs and rows, not wrapped.
  var more: @Sendable () -> [HelpLine] = { [] }

  package init(
    name: String, usage: String, summary: String, searchWords: [String] = [],
    more: @escaping @Sendable () -> [HelpLine] = { [] }
  ) {
    (self.name, self.usage, self.summary) = (name, usage, summary)
    (self.searchWords, self.more) = (searchWords, more)
  }

  package var page: [HelpLine] { [.heading(usage), .text(summary)] + more() }
  var row: HelpLine { .row(usage, summary) }
}

// MARK: - As values

// MARK: - Sources of topics

extension HelpTopic {
  package init(_ command: Command) {
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

  package init(_ keyword: Keyword) {
    self.init(name: keyword.rawValue, usage: keyword.usage, summary: keyword.summary, searchWords: keyword.searchWords)
    {
      let words = keyword == .lesson ? LessonWord.allCases.map { HelpLine.row($0.usage, $0.summary) } : []
      return (words.isEmpty ? [] : [.blank]) + words + HelpLine.examples([keyword.example])
    }
  }

  package init(_ step: StageWord) {
    self.init(
      name: step.rawValue, usage: "… | \(step.usage)", summary: step.summary, searchWords: ["pipe", "pipeline", "step"]
    ) { HelpLine.examples([step.example]) }
  }

  init(_ step: KeyedStep) {
    self.init(
      name: step.name, usage: "… | \(step.usage)", summary: step.summary, searchWords: ["pipe", "pipeline", "step"]
    ) { HelpLine.examples([step.example]) }
  }

  package init(_ function: Function) {
    self.init(name: function.name, usage: "(\(function.name) \(function.parameters))", summary: function.summary) {
      [.blank, .code("print (\(function.example.call))"), .text("prints \(function.example.result)")]
    }
  }

  package init(_ event: EventKind) {
    self.init(
      name: event.name, usage: "when \(event.name) { … }", summary: event.summary, searchWords: ["event", "happens"]
    ) {
      let first = event.fields.first
      let body = first.map { "print \"\(event.name): {$\($0.name)}\"" } ?? "print \"\(event.name)\""
      return (first == nil ? [] : [.blank, .text("Variables in the block:")])
        + event.fields.map { .row("$\($0.name)", $0.summary) } + [.blank, .code("when \(event.name) { \(body) }")]
    }
  }

  package init(_ state: StateField) {
    self.init(name: state.path, usage: state.path, summary: state.summary, searchWords: ["state"]) {
      var lines: [HelpLine] = [.blank, .code("print \(state.path)")]
      if case .choice(let words) = state.kind {
        lines.insert(.text("Values: \(words.joined(separator: ", "))."), at: 0)
        lines += words.first.map { [.code("if \(state.path) == \($0) { print \"\($0)\" }")] } ?? []
      }
      return lines
    }
  }

  package init(_ setting: Setting) {
    self.init(
      name: "set \(setting.name)", usage: "set \(setting.name) VALUE", summary: setting.summary,
      searchWords: ["setting", "option", "configure"]
    ) { [.text("Values: \(setting.range)."), .blank, .code(setting.suggestion)] }
  }
}

extension Keyword {
  /// The statements: a keyword that only continues another one is explained with that one.
  static var statements: [Keyword] { allCases.filter { $0 != .else && $0 != .catch } }
}
