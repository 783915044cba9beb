import System

/// What `TERM` says that a terminal can do. Colours are asked of no database: the names of terminals that have them begin
/// alike, whatever version they are.
public enum TerminalName {
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

  /// Names of those with colours that show what is meant for a terminal's ears.
  private static let simple = ["linux", "cons25", "wsvt25", "pcansi", "ansi", "cygwin", "eterm"]

  /// Whether it hears what concerns no cell, such as its clipboard and where a prompt begins, or leaves it out unseen.
  public static func takesMessages(_ name: String) -> Bool {
    let name = name.lowercased()
    return hasColour(name) && !simple.contains { name.hasPrefix($0) }
  }

  /// The programs that open links, by what they call themselves.
  private static let programs: Set<String> = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "mintty", "tmux", "WarpTerminal",
  ]

  /// Whether it is known to open what a link points to (OSC 8), or to leave that out unseen; `FORCE_HYPERLINK` says so for
  /// others.
  static func hasLinks(_ environment: (String) -> String?) -> Bool {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let force = value("FORCE_HYPERLINK") { return force != "0" && force != "false" }
    let term = value("TERM") ?? ""
    guard takesMessages(term) else { return false }
    if let program = value("TERM_PROGRAM"), programs.contains(program) { return true }
    if ["WT_SESSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "DOMTERM"].contains(where: { value($0) != nil }) {
      return true
    }
    // Before that, VTE went wrong with them.
    if let version = value("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5_002 }
    return ["xterm-kitty", "alacritty", "foot", "contour", "xterm-ghostty", "wezterm"].contains { term.hasPrefix($0) }
  }

  /// Whether it shows pictures as files by iTerm2's protocol, for which there is no question: by what it calls itself when
  /// it is asked for its name and version.
  package static func takesFiles(_ name: String) -> Bool { ["iTerm2", "WezTerm"].contains { name.hasPrefix($0) } }

  /// Whether tmux or screen stands between the program and the terminal, and takes what it does not know for a title.
  package static func isWithin(_ environment: (String) -> String?) -> Bool {
    let name = environment("TERM") ?? ""
    return environment("TMUX")?.isEmpty == false || ["tmux", "screen"].contains { name.hasPrefix($0) }
  }

  /// Whether its cursor can be moved about.
  package static func canMove(_ name: String) -> Bool {
    hasColour(name) || name.hasPrefix("vt") || name.hasSuffix("-m") || name.hasSuffix("-mono")
  }
}
