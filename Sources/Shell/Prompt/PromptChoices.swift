import Terminal

/// A person's choices for the prompt.
struct PromptChoices: Hashable, Sendable {
  /// Whether output that is longer than the window stops at each page.
  var pages = true
  var keys = Keys.usual
  /// The looks of what is written and typed.
  var theme = Theme.usual
  var abbreviations = Abbreviations()

  enum Keys: String, CaseIterable, Sendable { case usual, emacs, vi }
}
