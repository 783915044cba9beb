import StoryScript
import Terminal

/// What `help` says, made from the command table alone.
public enum Help {
  /// All commands, or everything about one.
  /// - Throws: a failure that names the closest command.
  static func text(for words: [String]) throws(Failure) -> String {
    let commands = Catalog.schema.vocabulary.commands.commands
    if words.isEmpty { return overview(commands) }
    let asked = words.joined(separator: " ")
    if let command = commands.first(where: { $0.name == asked }) { return page(command) }
    if words.count == 1, let keyword = Keyword(rawValue: asked) {
      return "\(keyword.usage)\n  \(keyword.summary)"
    }
    if words.count == 1, let function = Functions.all.first(where: { $0.name == asked }) {
      return
        "(\(function.name) \(function.parameters))\n  \(function.summary)\n  (\(function.example.call)) gives \(function.example.result)"
    }
    if let event = EventID.allCases.map(\.kind).first(where: { $0.name == asked }) {
      let fields = event.fields.map { "  \($0.name): \($0.summary)" }
      return (["when \(event.name) { … }", "  \(event.summary)"] + fields).joined(separator: "\n")
    }
    let starting = commands.filter { $0.words[0] == asked }
    if !starting.isEmpty { return list(starting).joined(separator: "\n") }
    let states = Catalog.schema.states.filter { $0.root == asked }
    if !states.isEmpty { return states.map { "  \($0.path): \($0.summary)" }.joined(separator: "\n") }
    let known =
      commands.map(\.name) + commands.map(\.words[0]) + Keyword.allCases.map(\.rawValue) + Functions.names
      + EventID.allCases.map(\.kind.name)
    let meant = closest(to: asked, among: known)
    throw .refused(
      "there is no help for '\(asked)'", meant.map { "did you mean 'help \($0)'?" } ?? "help search \(asked)")
  }

  static func search(_ word: String) throws(Failure) -> String {
    let wanted = word.lowercased()
    let found = Catalog.schema.vocabulary.commands.commands.filter { command in
      ([command.name, command.summary, command.details] + command.searchWords).contains {
        $0.lowercased().contains(wanted)
      }
    }
    guard !found.isEmpty else { throw .refused("no command is about '\(word)'", "help lists all of them") }
    return list(found).joined(separator: "\n")
  }

  private static func overview(_ commands: [Command]) -> String {
    var groups: [(title: String, commands: [Command])] = []
    for command in commands {
      let title = group(of: command)
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].commands.append(command)
      } else {
        groups.append((title, [command]))
      }
    }
    var lines: [String] = []
    for group in groups {
      lines.append(group.title)
      lines += list(group.commands)
    }
    lines.append("the language")
    let keywords = Keyword.allCases.filter { $0 != .else && $0 != .catch }.map(\.rawValue)
    lines.append("  " + keywords.joined(separator: " "))
    lines.append("functions, as in (upper \"abc\")")
    lines += wrapped(Functions.names, to: 76)
    lines.append("help COMMAND explains one, help search WORD finds some.")
    return lines.joined(separator: "\n")
  }

  private static func group(of command: Command) -> String {
    switch command.words[0] {
    case "story", "view", "watch": "stories"
    case "hold", "release", "tap", "doubletap", "like", "unlike", "swipe", "next", "previous", "jump", "pause",
      "resume":
      "gestures on the playing story"
    case "stories", "feed", "cache": "the feed"
    case "timer", "activities", "activity", "profile", "tutorial", "rate", "pin": "activity timers"
    case "history", "stats", "stars", "streak", "sync": "rewards and history"
    case "cluster", "photos": "photo moments"
    case "post", "outbox", "facets": "posts"
    case "open", "save", "all", "variables": "files and variables"
    case "undo", "redo", "rewind", "fork", "events", "explain": "time travel and reasons"
    case "set", "settings": "settings"
    case "practice", "speed", "skip": "practice"
    case "recall", "suggestions", "exit", "quit": "the prompt"
    default: "help"
    }
  }

  /// Usage and summary in two columns.
  private static func list(_ commands: [Command]) -> [String] {
    let width = min(commands.map { $0.usage.count }.max() ?? 0, 34)
    return commands.flatMap { command -> [String] in
      guard command.usage.count <= width else {
        return ["  \(command.usage)", "  " + pad("", width) + "  \(command.summary)"]
      }
      return ["  " + pad(command.usage, width) + "  \(command.summary)"]
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
      lines += wrapped(command.details.split(separator: " ").map(String.init), to: 76)
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

  private static func wrapped(_ words: [String], to width: Int) -> [String] {
    var lines: [String] = []
    var line = " "
    for word in words {
      if line.count + word.count + 1 > width {
        lines.append(line)
        line = " "
      }
      line += " " + word
    }
    return lines + [line]
  }
}
