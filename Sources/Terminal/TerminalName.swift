import System

/// What `TERM` says that a terminal can do. Colours are asked of no database: the names of terminals that have them begin
/// alike, whatever version they are.
enum TerminalName {
  private static let withColour = [
    "xterm", "screen", "tmux", "rxvt", "linux", "konsole", "putty", "alacritty", "foot", "kitty", "wezterm", "ghostty",
    "contour", "vte", "gnome", "st-", "eterm", "iterm", "cygwin", "mintty", "ansi", "dtterm", "nsterm", "vscode",
    "cons25", "wsvt25", "pcansi", "mlterm", "terminator",
  ]

  /// Whether it has at least eight colours; one of which nothing is known has none.
  static func hasColour(_ name: String) -> Bool {
    let name = name.lowercased()
    if name.hasSuffix("-m") || name.hasSuffix("-mono") { return false }
    return withColour.contains { name.hasPrefix($0) } || name == "st" || name.contains("color")
      || name.contains("direct")
  }

  /// Whether its cursor can be moved about.
  static func canMove(_ name: String) -> Bool {
    hasColour(name) || name.hasPrefix("vt") || name.hasSuffix("-m") || name.hasSuffix("-mono")
  }
}
