import StoryScript

enum PromptSettings {
  static let all = [
    Setting(
      name: "paging", summary: "output that is longer than the window stops at each page", range: "on or off",
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
      name: "keys", summary: "the keys that edit a line; usual are those of your .editrc, else Emacs's",
      range: "usual, emacs or vi", read: { .text($0.prompt.keys.rawValue) },
      change: { world, value in
        guard let keys = value.text.flatMap(PromptChoices.Keys.init(rawValue:)) else { return false }
        world.prompt.keys = keys
        return true
      }, words: PromptChoices.Keys.allCases.map(\.rawValue), suggestion: "set keys vi"
    ).kept,
  ]
}
