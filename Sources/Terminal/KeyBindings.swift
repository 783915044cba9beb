/// The keys that libedit's maps get, as they are and not in libedit's notation, with the names of what they run.
enum KeyBindings {
  /// For the Emacs and both vi maps.
  static let all: [(String, String)] = [
    ("\r", "line-enter"), ("\n", "line-enter"), ("\t", "line-complete"), ("\u{04}", "line-delete-or-end"),
    ("\u{0C}", "line-clear-screen"), ("\u{12}", "line-search"), (key(.paste), "line-paste"),
    (key(.newline), "line-newline"),
    (key(.right), "line-right"), (key(.left), "ed-prev-char"), (key(.end), "line-end"), (key(.home), "line-home"),
    (key(.wordRight), "line-word-right"), (key(.wordLeft), "line-word-left"), (key(.up), "line-older"),
    (key(.down), "line-newer"), (key(.delete), "ed-delete-next-char"), (key(.redo), "line-redo"),
    (key(.backTab), "line-complete"), (key(.lastArgument), "line-argument"), (key(.help), "line-help"),
    (key(.edit), "line-edit"), (key(.earlier), "line-earlier"), (key(.later), "line-later"),
    (key(.pageUp), "line-nothing"), (key(.pageDown), "line-nothing"),
  ]

  /// For the maps in which letters are typed: the Emacs one and vi's for insertion.
  static let typing: [(String, String)] = [" ", ";", "|", "}", "]", ")"].map { ($0, "line-end-word") }

  /// For the Emacs map alone.
  static let emacs: [(String, String)] = [
    ("\u{01}", "line-home"), ("\u{05}", "line-end"), ("\u{06}", "line-right"), ("\u{0E}", "line-newer"),
    ("\u{10}", "line-older"), ("\u{1F}", "line-undo"), ("\u{18}\u{15}", "line-undo"), ("\u{18}\u{05}", "line-edit"),
    ("\u{1B}f", "line-word-right"),
    ("\u{1B}b", "line-word-left"), ("\u{1B}\r", "line-newline"), ("\u{1B}\n", "line-newline"), ("\u{1B}/", "line-redo"),
    ("\u{0B}", "line-kill-end"), ("\u{15}", "line-kill"), ("\u{17}", "line-kill-word-left"), ("\u{19}", "line-yank"),
    ("\u{1B}\u{7F}", "line-kill-word-left"), ("\u{1B}\u{08}", "line-kill-word-left"),
    ("\u{1B}d", "line-kill-word-right"),
  ]

  /// libedit's notation takes `^` and `\` apart; none of our keys contains them.
  private static func key(_ function: KeyFunction) -> String { String(function.scalar) }
}
