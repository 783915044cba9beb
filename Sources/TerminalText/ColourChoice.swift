extension Palette {
  /// The palette that people expect from the environment they set.
  ///
  /// In this order: `NO_COLOR` (not empty) switches off; `FORCE_COLOR` switches on, `0` or `false` off, `1 2 3` choose
  /// 16, 256 or all colours; `CLICOLOR_FORCE` (not `0`) switches on; `CLICOLOR=0` switches off; else colour goes only
  /// to a terminal whose `TERM` (or `COLORTERM`) says that it has any.
  /// - Parameter environment: the value of a variable. No dictionary, whose type alone would cost a program 0.1 ms to start.
  public init(environment: (String) -> String?, isTerminal: Bool) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let offered = Palette.offeredDepth(environment)
    if value("NO_COLOR") != nil {
      depth = .none
    } else if let force = value("FORCE_COLOR") {
      switch force {
      case "0", "false": depth = .none
      case "1": depth = .basic
      case "2": depth = .indexed
      case "3": depth = .full
      default: depth = offered
      }
    } else if let force = value("CLICOLOR_FORCE"), force != "0" {
      depth = offered
    } else if value("CLICOLOR") == "0" {
      depth = .none
    } else {
      let hasColour = value("COLORTERM") != nil || TerminalName.hasColour(value("TERM") ?? "")
      depth = isTerminal && hasColour && value("TERM") != "dumb" ? offered : .none
    }
    hasLinks = isTerminal && hasColour && TerminalName.hasLinks(environment)
  }

  private static func offeredDepth(_ environment: (String) -> String?) -> Depth {
    if let colours = environment("COLORTERM"), colours == "truecolor" || colours == "24bit" { return .full }
    let term = environment("TERM") ?? ""
    if term.hasSuffix("-direct") { return .full }
    return term.hasSuffix("-256color") || term.hasPrefix("xterm-kitty") ? .indexed : .basic
  }
}
