import TerminalText

/// The user's choices for the prompt.
package struct PromptChoices: Hashable, Sendable {
  /// `true` if output that is longer than the window is shown in pages.
  package var pages = true
  package var keys = Keys.usual
  /// The colours and styles of output and typed text.
  package var theme = Theme.usual
  package var abbreviations = Abbreviations()
  /// The user's own texts at the left and right; `nil` for the usual ones.
  package var left: PromptTemplate?
  package var right: PromptTemplate?
  package var recall = Recall.all

  package enum Keys: String, CaseIterable, Sendable { case usual, emacs, vi }
  /// The lines that Up, ^R and suggestions find.
  package enum Recall: String, CaseIterable, Sendable { case all, session }
}
