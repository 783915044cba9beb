import StoryScript
import Terminal

enum PromptSettings {
  static let all = [
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
      range: "usual, light, dark or auto, optionally with styles after commas", read: { .text($0.prompt.theme.text) },
      change: { world, value in
        guard let theme = value.text.flatMap({ Theme($0) }) else { return false }
        world.prompt.theme = theme
        return true
      }, words: Theme.Base.allCases.map(\.rawValue), suggestion: "set theme \"dark, ghost #777777, error bold red\""
    ).also("colours", "colors", "colour", "color", "palette").kept,
    Setting(
      name: "keys", summary: "the editing keys: usual follows your .editrc, or uses Emacs keys without one",
      range: "usual, emacs or vi", read: { .text($0.prompt.keys.rawValue) },
      change: { world, value in
        guard let keys = value.text.flatMap(PromptChoices.Keys.init(rawValue:)) else { return false }
        world.prompt.keys = keys
        return true
      }, words: PromptChoices.Keys.allCases.map(\.rawValue), suggestion: "set keys vi"
    ).kept,
  ]
}

/// The user's choices for the prompt.
struct PromptChoices: Hashable, Sendable {
  /// `true` if output that is longer than the window is shown in pages.
  var pages = true
  var keys = Keys.usual
  /// The looks of written and typed text.
  var theme = Theme.usual
  var abbreviations = Abbreviations()

  enum Keys: String, CaseIterable, Sendable { case usual, emacs, vi }
}
