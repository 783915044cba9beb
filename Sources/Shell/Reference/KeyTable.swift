/// The keys at the prompt, for `help keys` and the manual page.
enum KeyTable {
  static let rows: [(keys: String, effect: String)] = [
    ("Tab", "completes commands, fields, values and files; again, and the arrows, walk through what there is"),
    ("Right, End", "take what stands dim behind the cursor; Alt-F takes a word of it"),
    ("Up, Down", "lines that have what is typed; inside an open block, its lines"),
    ("^R", "lists all lines that have what is typed, then or before; Esc leaves"),
    ("Space", "writes out an abbreviation, as `abbreviate` made it; so do Enter and the signs that end a statement"),
    ("Enter", "runs the line, or asks for more of an open block"),
    ("Alt-Enter", "a new line"),
    ("F1, Alt-H", "explains the word at the cursor"),
    ("Alt-.", "the last word of the line before; again, of older ones"),
    ("Alt-E", "edits the line in $EDITOR"),
    ("^A, ^E", "to the beginning, to the end"),
    ("Alt-B, Alt-F", "a word back, a word on; Ctrl-Left and Ctrl-Right do so, too"),
    (
      "Alt-Left, Alt-Right",
      "walk through what has happened and show how it was; in practice Enter forks there, Esc returns"
    ),
    ("^U, ^K, ^W", "deletes to the line's beginning, to its end, the word before; ^Y brings it back"),
    ("^_, Alt-/", "takes back an edit, and does it again"),
    ("^L", "clears the screen"),
    ("^C", "gives up the line, or stops what runs"),
    ("^D", "leaves, as `exit` does: first a practice session, or a lesson"),
  ]
}
