/// The keys at the prompt, for `help keys` and the manual page.
enum KeyTable {
  static let rows: [(keys: String, effect: String)] = [
    ("Tab", "completes commands, values, state paths and files, or lists them"),
    ("Right, End", "take what stands dim behind the cursor; Alt-F takes a word of it"),
    ("Up, Down", "lines that begin as typed; inside an open block, its lines"),
    ("^R", "searches all lines"),
    ("Enter", "runs the line, or asks for more of an open block"),
    ("Alt-Enter", "a new line"),
    ("^A, ^E", "to the beginning, to the end"),
    ("Alt-B, Alt-F", "a word back, a word on"),
    ("^U, ^K, ^W", "deletes to the beginning, to the end, the word before; ^Y brings it back"),
    ("^_, Alt-/", "takes back an edit, and does it again"),
    ("^L", "clears the screen"),
    ("^C", "gives up the line, or stops what runs"),
    ("^D", "leaves, as `exit` does"),
  ]
}
