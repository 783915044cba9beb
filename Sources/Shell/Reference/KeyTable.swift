/// The keys at the prompt, for `help keys` and the manual page.
enum KeyTable {
  static let rows: [(keys: String, effect: String)] = [
    (
      "Tab",
      "completes commands, fields, values and files; Tab again, the arrow keys and PageDown move through the list"
    ),
    ("Right, End", "accepts the grey suggestion; Alt-F accepts one word of it"),
    (
      "Up, Down", "finds earlier and later lines that contain the typed text; in an open block, moves between its lines"
    ),
    ("^R", "searches the history as you type; Esc closes the list"),
    ("Space", "expands an abbreviation, as do Enter, `;`, `|` and closing brackets"),
    ("Enter", "runs the line, or continues an open block"),
    ("Alt-Enter", "inserts a new line"),
    ("F1, Alt-H", "explains the word at the cursor"),
    ("Alt-.", "inserts the last word of the previous line; press again for older lines"),
    ("Alt-E", "edits the line in $EDITOR"),
    ("^A, ^E", "moves to the beginning or the end of the line"),
    ("Alt-B, Alt-F", "moves back or forward one word, as do Ctrl-Left and Ctrl-Right"),
    (
      "Alt-Left, Alt-Right",
      "moves through past events and shows the state at each; Enter forks there in practice; Esc returns to the present"
    ),
    (
      "^U, ^K, ^W",
      "deletes the line before the cursor, the line after it, or the previous word; ^Y pastes the "
        + "deleted text"
    ),
    ("^_, Alt-/", "undoes or redoes an edit"),
    ("^L", "clears the screen"),
    ("^C", "cancels the line, or stops a running command"),
    ("^D", "leaves the lesson or practice session, or else the prompt, as `exit` does"),
  ]
}
