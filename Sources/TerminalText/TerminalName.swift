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

  /// Returns the time after a change of the window's size in which the terminal may already have another size again,
  /// in seconds. tmux reports a window that is dragged only four times a second; over a network, every change arrives
  /// late.
  package static func resizePause(_ environment: (String) -> String?) -> Double {
    let isRemote = ["SSH_TTY", "SSH_CONNECTION", "MOSH_IP"].contains { environment($0)?.isEmpty == false }
    return isWithin(environment) ? 0.28 : isRemote ? 0.15 : 0.03
  }

  /// Returns whether `COLORFGBG`, such as `15;0`, names a light background; `nil` if it names none.
  package static func hasLightBackground(_ colours: String) -> Bool? {
    guard let number = colours.split(separator: ";").last.flatMap({ Int($0) }), (0...15).contains(number) else {
      return nil
    }
    return number == 7 || number > 8
  }

  /// `true` if the terminal's cursor can be moved.
  package static func canMove(_ name: String) -> Bool {
    hasColour(name) || name.hasPrefix("vt") || name.hasSuffix("-m") || name.hasSuffix("-mono")
  }

  /// Names of terminals without a cursor that can be moved.
  private static let dumb: Set<String> = ["", "dumb", "unknown", "network", "emacs", "lpr", "printer", "glasstty"]

  /// `true` if lines can be painted on the terminal. Terminals with a name of their own understand the sequences of the
  /// VT100, whether the system has an entry for them or not.
  package static func canPaint(_ name: String) -> Bool { !dumb.contains(name.lowercased()) }

  /// Names of terminals that cut rows which have become too long.
  private static let cutting = [
    "linux", "vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "cons25", "wsvt25", "pcansi", "cygwin", "st-", "rxvt",
  ]

  /// A terminal's treatment of its rows when its window gets another width.
  package enum Rewrapping: Sendable {
    /// Rows that have become too long are cut.
    case none
    /// Rows that have become too long are wrapped, and the cursor moves with its character.
    case written
    /// As `written`, but as in tmux: cells that were written and then erased count as part of their row, unless the
    /// whole row was erased, and a cursor behind the last cell stays there.
    case everWritten
  }

  /// Returns the terminal's treatment of its rows. xterm only cuts them, but most terminals that use its name do not.
  package static func rewrapping(_ environment: (String) -> String?) -> Rewrapping {
    let name = environment("TERM") ?? ""
    let isScreen = environment("STY") != nil
    if environment("TMUX")?.isEmpty == false || ["tmux", "screen"].contains(where: { name.hasPrefix($0) }) && !isScreen
    {
      return .everWritten
    }
    if name.hasPrefix("rxvt-unicode") { return .written }
    if isScreen || environment("XTERM_VERSION") != nil { return .none }
    return name == "st" || cutting.contains { name.hasPrefix($0) } ? .none : .written
  }

  /// `true` if the terminal can insert and delete cells; the VT100 cannot.
  package static func canShift(_ name: String) -> Bool { hasColour(name) }
}
