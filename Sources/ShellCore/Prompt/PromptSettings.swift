import SessionState
import StoryScript
import TerminalText

package enum PromptSettings {
  package static let all = [
    Setting(
      name: "paging", summary: "pauses long output after each screenful", range: "on or off",
      read: { .text($0.prompt.pages ? "on" : "off") },
      change: { world, value in
        guard let word = value.text ?? value.bool.map({ $0 ? "on" : "off" }), ["on", "off"].contains(word) else {
          return false
        }
        world.prompt.pages = word == "on"
        return true
      }, words: ["on", "off"], suggestion: "set paging off"
    ).kept,
    Setting(
      name: "theme",
      summary: """
        the colours: light or dark to match your background, auto to ask the terminal for it, usual for the terminal's \
        colours; each element can have its own style
        """,
      range: "usual, light, dark or auto, optionally followed by comma-separated styles",
      read: { .text($0.prompt.theme.text) },
      change: { world, value in
        guard let theme = value.text.flatMap({ Theme($0) }) else { return false }
        world.prompt.theme = theme
        return true
      }, words: Theme.Base.allCases.map { $0.rawValue }, suggestion: "set theme \"dark, ghost #777777, error bold red\""
    ).also("colours", "colors", "colour", "color", "palette").kept,
    Setting(
      name: "keys", summary: "the editing keys: usual follows your .editrc, or uses Emacs keys if you have none",
      range: "usual, emacs or vi", read: { .text($0.prompt.keys.rawValue) },
      change: { world, value in
        guard let keys = value.text.flatMap(PromptChoices.Keys.init(rawValue:)) else { return false }
        world.prompt.keys = keys
        return true
      }, words: PromptChoices.Keys.allCases.map { $0.rawValue }, suggestion: "set keys vi"
    ).kept,
    text(
      "prompt",
      "the text of the prompt; in single quotes, values in braces are filled in at each prompt, {time} is the time of day",
      "set prompt '{story.number} › '", { $0.left }, { $0.prompt.left = $1 }
    ).also("ps1"),
    text(
      "right-prompt", "text at the right edge, beside the status; values in braces are updated as they change",
      "set right-prompt '{rewards.stars} stars'", { $0.right }, { $0.prompt.right = $1 }
    ).also("rprompt", "rps1"),
    Setting(
      name: "recall",
      summary: "the lines that Up, ^R and the grey suggestions find: from all sessions, or only from this one",
      range: "all or session", read: { .text($0.prompt.recall.rawValue) },
      change: { world, value in
        guard let recall = value.text.flatMap(PromptChoices.Recall.init(rawValue:)) else { return false }
        world.prompt.recall = recall
        return true
      }, words: PromptChoices.Recall.allCases.map { $0.rawValue }, suggestion: "set recall session"
    ).kept,
  ]

  /// A text for the prompt, or `usual`.
  private static func text(
    _ name: String, _ summary: String, _ suggestion: String,
    _ read: @escaping @Sendable (PromptChoices) -> PromptTemplate?,
    _ change: @escaping @Sendable (inout World, PromptTemplate?) -> Void
  ) -> Setting {
    Setting(
      name: name, summary: summary, range: "usual, or text of at most \(PromptTemplate.lengthLimit) bytes",
      read: { .text(read($0.prompt)?.text ?? usual) },
      change: { world, value in
        guard let text = value.text else { return false }
        // What other shells take to remove it.
        if text == usual || text.isEmpty && name == "right-prompt" {
          change(&world, nil)
          return true
        }
        guard let template = try? PromptTemplate(text) else { return false }
        change(&world, template)
        return true
      },
      flaw: { value in
        guard let text = value.text else { return nil }
        do throws(PromptTemplate.Flaw) { _ = try PromptTemplate(text) } catch { return error.explained(name) }
        return nil
      }, words: [usual], suggestion: suggestion
    ).kept
  }

  private static let usual = "usual"
}
