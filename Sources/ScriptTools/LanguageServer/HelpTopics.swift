import SessionState
import ShellCore
import StoryScript

/// The topics of `help` by name, as Markdown and as plain text.
struct HelpTopics {
  private let commands: [String: HelpTopic]
  private let events: [String: HelpTopic]
  private let states: [String: HelpTopic]
  private let settings: [String: HelpTopic]

  init(_ catalog: CommandCatalog) {
    func table(_ topics: [HelpTopic]) -> [String: HelpTopic] {
      Dictionary(topics.map { ($0.name, $0) }) { first, _ in first }
    }
    commands = table(catalog.schema.vocabulary.commands.commands.map { HelpTopic($0) })
    events = table(catalog.schema.events.map { HelpTopic($0) })
    states = table(catalog.schema.states.map { HelpTopic($0) })
    settings = table(catalog.settings.map { HelpTopic($0) })
  }

  func command(_ name: String) -> HelpTopic? { commands[name] }
  func event(_ name: String) -> HelpTopic? { events[name] }
  func setting(_ name: String) -> HelpTopic? { settings["set " + name] }

  /// Returns the topic of a state path, which may have more fields behind it.
  func state(_ path: String) -> HelpTopic? {
    let parts = path.split(separator: ".")
    return parts.count < 2 ? nil : states[parts[0] + "." + parts[1]]
  }

  func function(_ name: String) -> HelpTopic? { Functions.all.first { $0.name == name }.map { HelpTopic($0) } }

  /// Returns the topic of a word of the language.
  func keyword(_ word: String) -> HelpTopic? {
    if let keyword = Keyword(rawValue: word) { return HelpTopic(keyword) }
    if let word = LessonWord(rawValue: word) {
      return HelpTopic(name: word.rawValue, usage: word.usage, summary: word.summary)
    }
    return stage(word)
  }

  func stage(_ word: String) -> HelpTopic? { StageWord(rawValue: word).map { HelpTopic($0) } }

  /// Returns the topic of a completion.
  func topic(_ word: String, isStage: Bool) -> HelpTopic? {
    if isStage, let topic = stage(word) ?? function(word) { return topic }
    return command(word) ?? event(word) ?? state(word) ?? keyword(word) ?? function(word)
  }
}

extension HelpTopic {
  var markdown: String {
    var (text, isCode) = ("", false)
    for line in page {
      var wantsCode = false
      switch line {
      case .heading, .code, .codes: wantsCode = true
      case .blank: wantsCode = isCode
      case .text, .row: break
      }
      if wantsCode != isCode { text += wantsCode ? "\n```storyline\n" : "```\n\n" }
      isCode = wantsCode
      switch line {
      case .heading(let usage): text += usage + "\n"
      case .code(let line): text += line + "\n"
      case .codes(let lines): text += lines.joined(separator: "\n") + "\n"
      case .text(let paragraph): text += paragraph + "\n\n"
      case .row(let name, let meaning): text += "- `\(name)`: \(meaning)\n"
      case .blank: text += "\n"
      }
    }
    if isCode { text += "```\n" }
    return String(text.drop { $0 == "\n" })
  }

  var plain: String { page.map { $0.plain }.joined(separator: "\n") }
}
