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
      "moves through past events and shows the state at each; in a practice session, Enter forks there; Esc returns to the present"
    ),
    (
      "^U, ^K, ^W",
      "deletes the text before the cursor, the text after it, or the previous word; ^Y pastes the "
        + "deleted text"
    ),
    ("^_, Alt-/", "undoes or redoes an edit"),
    ("^L", "clears the screen"),
    ("^C", "cancels the line, or stops a running command"),
    ("^D", "leaves the lesson or practice session, or else the prompt, as `exit` does"),
  ]

  /// The keys in vi's insertion mode: without Alt, which begins with Esc.
  static let viTyping: [(keys: String, effect: String)] =
    [
      ("Esc", "changes to the keys for commands; the sign before the line turns round"),
      rows[0],
      ("Right, End", "accepts the grey suggestion"),
      ("Up, Down", "finds earlier and later lines that contain the typed text, as do ^P and ^N"),
    ]
    + rows.filter {
      ["^R", "Space", "Enter", "^A, ^E", "Alt-Left, Alt-Right", "^U, ^K, ^W", "^L", "^C", "^D"].contains($0.keys)
    } + [("F1", "explains the word at the cursor")]

  /// The keys in vi's command mode.
  static let viCommands: [(keys: String, effect: String)] = [
    ("i, a, I, A", "types before or after the cursor, or at the line's beginning or end"),
    ("h, l, w, b, e", "moves by a character or a word"),
    ("0, ^, $", "moves to the beginning, the first word or the end of the line"),
    ("f X, t X, F X, T X", "moves to the next or previous X, or beside it; `;` and `,` repeat that"),
    ("x, X, r X, ~", "deletes a character, replaces it with X, or changes its case"),
    ("d, c, y", "deletes, changes or copies up to where a movement leads, as `dw`; twice, the whole line"),
    ("D, C", "deletes or changes the rest of the line"),
    ("p, P", "pastes the deleted or copied text after or before the cursor"),
    ("u, U", "undoes an edit, or all edits"),
    (".", "repeats the last command"),
    ("k, j", "finds earlier and later lines that contain the typed text"),
    ("/, ?", "searches the history as you type, as ^R does"),
    ("v", "edits the line in $EDITOR"),
  ]
}
