import StoryScript
import Terminal

/// The words of `help`, made from the command table alone.
public struct Help {
  let catalog: CommandCatalog
  private var commands: [Command] { catalog.schema.vocabulary.commands.commands }

  /// All commands, or everything about one.
  /// - Throws: a failure that names the closest command.
  func text(for words: [String]) throws(Failure) -> String {
    if words.isEmpty { return overview }
    let asked = words.joined(separator: " ")
    if let command = commands.first(where: { $0.name == asked }) { return Self.page(command) }
    if words.count == 1, let keyword = Keyword(rawValue: asked) {
      return "\(keyword.usage)\n  \(keyword.summary)"
    }
    if words.count == 1, let function = Functions.all.first(where: { $0.name == asked }) {
      return
        "(\(function.name) \(function.parameters))\n  \(function.summary)\n  (\(function.example.call)) gives \(function.example.result)"
    }
    if let event = catalog.schema.events.first(where: { $0.name == asked }) {
      let fields = event.fields.map { "  \($0.name): \($0.summary)" }
      return (["when \(event.name) { … }", "  \(event.summary)"] + fields).joined(separator: "\n")
    }
    let starting = commands.filter { $0.words[0] == asked }
    if !starting.isEmpty { return Self.list(starting).joined(separator: "\n") }
    let states = catalog.schema.states.filter { $0.root == asked }
    if !states.isEmpty { return states.map { "  \($0.path): \($0.summary)" }.joined(separator: "\n") }
    var known = commands.map(\.name) + commands.map { $0.words[0] }
    known += Keyword.allCases.map(\.rawValue) + Functions.names + catalog.schema.events.map(\.name)
    let meant = closest(to: asked, among: known)
    throw .refused(
      "there is no help for '\(asked)'", meant.map { "did you mean 'help \($0)'?" } ?? "help search \(asked)")
  }

  func search(_ word: String) throws(Failure) -> String {
    let wanted = word.lowercased()
    let found = commands.filter { command in
      ([command.name, command.summary, command.details] + command.searchWords).contains {
        $0.lowercased().contains(wanted)
      }
    }
    guard !found.isEmpty else { throw .refused("no command is about '\(word)'", "help lists all of them") }
    return Self.list(found).joined(separator: "\n")
  }

  private var overview: String {
    var lines: [String] = []
    for group in HelpGroup.allCases {
      let entries = catalog.entries.filter { $0.group == group }
      lines.append(group.rawValue)
      lines += Self.list(entries.map(\.command))
    }
    lines.append("the language")
    let keywords = Keyword.allCases.filter { $0 != .else && $0 != .catch }.map(\.rawValue)
    lines.append("  " + keywords.joined(separator: " "))
    lines.append("functions, as in (upper \"abc\")")
    lines += Self.wrapped(Functions.names.joined(separator: " "))
    lines.append("help COMMAND explains one, help search WORD finds some.")
    return lines.joined(separator: "\n")
  }

  /// Usage and summary in two columns.
  private static func list(_ commands: [Command]) -> [String] {
    let width = min(commands.map { $0.usage.count }.max() ?? 0, 34)
    return commands.flatMap { command -> [String] in
      let isLong = command.usage.count > width
      let line = "  " + pad(isLong ? "" : command.usage, width) + "  \(command.summary)"
      return isLong ? ["  \(command.usage)", line] : [line]
    }
  }

  private static func page(_ command: Command) -> String {
    var lines = [command.usage, "  \(command.summary)"]
    if !command.parameters.isEmpty {
      let names = command.parameters.map { parameter in
        parameter.preposition == nil || parameter.preposition == parameter.name
          ? parameter.name : "\(parameter.preposition!) \(parameter.name)"
      }
      let width = names.map(\.count).max() ?? 0
      lines.append("")
      for (name, parameter) in zip(names, command.parameters) {
        lines.append("  \(pad(name, width))  \(parameter.summary)")
      }
    }
    if !command.details.isEmpty {
      lines.append("")
      lines += wrapped(command.details)
    }
    for example in command.examples {
      lines.append("")
      lines.append("  # \(example.meaning)")
      lines += example.script.split(separator: "\n").map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String) -> [String] {
    StyledText(text).wrapped(to: 74).map { "  " + $0.plain }
  }
}
