import System

/// The capabilities that `TERM` implies. Colour support is not looked up in a database: names of terminals with
/// colours begin alike, whatever their version.
public enum TerminalName {
  private static let withColour = [
    "xterm", "screen", "tmux", "rxvt", "linux", "konsole", "putty", "alacritty", "foot", "kitty", "wezterm", "ghostty",
    "contour", "vte", "gnome", "st-", "eterm", "iterm", "cygwin", "mintty", "ansi", "dtterm", "nsterm", "vscode",
    "cons25", "wsvt25", "pcansi", "mlterm", "terminator",
  ]

  /// `true` if the terminal has at least eight colours; an unknown terminal has none.
  static func hasColour(_ name: String) -> Bool {
    let name = name.lowercased()
    if name.hasSuffix("-m") || name.hasSuffix("-mono") { return false }
    return withColour.contains { name.hasPrefix($0) } || name == "st" || name.contains("color")
      || name.contains("direct")
  }

  /// Names of colour terminals that display sequences not meant for display.
  private static let simple = ["linux", "cons25", "wsvt25", "pcansi", "ansi", "cygwin", "eterm"]

  /// `true` if the terminal understands sequences that concern no cell, such as clipboard and prompt marks, or
  /// ignores them invisibly.
  public static func supportsMessages(_ name: String) -> Bool {
    let name = name.lowercased()
    return hasColour(name) && !simple.contains { name.hasPrefix($0) }
  }

  /// The programs that open links, by the name they report.
  private static let programs: Set<String> = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "mintty", "tmux", "WarpTerminal",
  ]

  /// `true` if the terminal is known to open links (OSC 8) or to ignore them invisibly; `FORCE_HYPERLINK` overrides
  /// this.
  static func hasLinks(_ environment: (String) -> String?) -> Bool {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let force = value("FORCE_HYPERLINK") { return force != "0" && force != "false" }
    let term = value("TERM") ?? ""
    guard supportsMessages(term) else { return false }
    if let program = value("TERM_PROGRAM"), programs.contains(program) { return true }
    if ["WT_SESSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "DOMTERM"].contains(where: { value($0) != nil }) {
      return true
    }
    // Older versions of VTE handled links incorrectly.
    if let version = value("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5_002 }
    return ["xterm-kitty", "alacritty", "foot", "contour", "xterm-ghostty", "wezterm"].contains { term.hasPrefix($0) }
  }

  /// `true` if the terminal shows pictures as files in iTerm2's protocol. No query exists for this, so the name that
  /// the terminal reports with its version decides.
  package static func supportsFiles(_ name: String) -> Bool { ["iTerm2", "WezTerm"].contains { name.hasPrefix($0) } }

  /// `true` if tmux or screen runs between the program and the terminal; they take unknown sequences for a title.
  package static func isWithin(_ environment: (String) -> String?) -> Bool {
    let name = environment("TERM") ?? ""
    return environment("TMUX")?.isEmpty == false || ["tmux", "screen"].contains { name.hasPrefix($0) }
  }

  /// `true` if the terminal's cursor can be moved.
  package static func canMove(_ name: String) -> Bool {
    hasColour(name) || name.hasPrefix("vt") || name.hasSuffix("-m") || name.hasSuffix("-mono")
  }
}
