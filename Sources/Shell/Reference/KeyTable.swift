/// The keys at the prompt, for `help keys` and the manual page.
enum KeyTable {
  static let rows: [(keys: String, effect: String)] = [
    ("Tab", "completes commands, fields, values and files; Tab again or the arrows move through the list"),
    ("Right, End", "accepts the grey suggestion; Alt-F accepts one word of it"),
    (
      "Up, Down", "finds earlier and later lines that contain the typed text; in an open block, moves between its lines"
    ),
    ("^R", "searches the history as you type; Esc closes the list"),
    ("Space", "expands an abbreviation, as do Enter, `;`, `|` and closing brackets"),
    ("Enter", "runs the line, or continues an open block"),
    ("Alt-Enter", "inserts a new line"),
    ("F1, Alt-H", "explains the word at the cursor"),
    ("Alt-.", "inserts the last word of the previous line; again, of older lines"),
    ("Alt-E", "edits the line in $EDITOR"),
    ("^A, ^E", "moves to the beginning or the end of the line"),
    ("Alt-B, Alt-F", "moves back or forward one word, as do Ctrl-Left and Ctrl-Right"),
    (
      "Alt-Left, Alt-Right",
      "shows the state at past events, one by one; in a practice session, Enter forks there; Esc returns to the present"
    ),
    ("^U, ^K, ^W", "deletes to the beginning of the line, to its end, or the previous word; ^Y pastes it"),
    ("^_, Alt-/", "undoes or redoes an edit"),
    ("^L", "clears the screen"),
    ("^C", "cancels the line, or stops a running command"),
    ("^D", "leaves, as `exit` does: a lesson or practice session first, then the prompt"),
  ]
}
