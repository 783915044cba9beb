/// The SGR escape sequences of abstract styles; empty if colour is not wanted.
public struct Palette: Hashable, Sendable {
  /// The number of colours that may be sent.
  public enum Depth: Int, Hashable, Sendable, Comparable {
    /// No escape sequences.
    case none
    /// The sixteen colours that every colour terminal has.
    case basic
    /// The 256 indexed colours.
    case indexed
    /// 24-bit colours.
    case full
    public static func < (a: Depth, b: Depth) -> Bool { a.rawValue < b.rawValue }
  }

  public var depth: Depth
  public var theme = Theme.usual
  /// `true` if the terminal opens the target of a link (OSC 8).
  public var hasLinks = false
  public init(depth: Depth) { self.depth = depth }
  /// A palette without escape sequences: for pipes and for users who asked for none.
  public static let plain = Palette(depth: .none)
  public var hasColour: Bool { depth != .none }

  /// The sequence that ends every style.
  public static let reset = "\u{1B}[0m"

  /// Returns the sequence that starts a style, to be sent in the reset state; empty for `.plain` and without colour.
  public func start(_ style: Style) -> String {
    let parameters = parameters(style)
    return parameters.isEmpty ? "" : "\u{1B}[\(parameters)m"
  }

  /// Returns the text in a style. The text is sent unchanged: see `sanitized`.
  public func paint(_ text: String, _ style: Style) -> String {
    let start = start(style)
    return start.isEmpty || text.isEmpty ? text : start + text + Palette.reset
  }

  /// Returns the text in a style, linked to a target. A target that is not a web address is ignored.
  func paint(_ text: String, _ style: Style, target: String?) -> String {
    let painted = paint(text, style)
    guard hasLinks, let target, !text.isEmpty, target.hasPrefix("https://") || target.hasPrefix("http://"),
      target.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return painted }
    return "\u{1B}]8;;\(target)\u{1B}\\" + painted + "\u{1B}]8;;\u{1B}\\"
  }

  /// Returns SGR parameters, separated by semicolons.
  package func parameters(_ style: Style) -> String {
    if depth == .none { return "" }
    if let own = theme.parameters(style, depth) { return own }
    switch style {
    case .plain: return ""
    case .command, .keyword, .heading: return "1"
    case .tag: return "36"
    case .mention: return "35"
    case .partialMention: return "2;35"
    case .link: return "4;34"
    case .duration: return "33"
    case .string: return "32"
    case .number: return "94"
    case .variable: return "96"
    case .path: return "4"
    case .comment, .dim: return "2"
    case .error: return "31"
    case .held: return depth >= .indexed ? "38;5;214" : "93"
    case .ghost: return "90"
    case .match: return "1;4"
    case .chosen: return "7"
    case .shade(let red, let green, let blue):
      switch depth {
      case .full: return "38;2;\(red);\(green);\(blue)"
      case .indexed: return "38;5;\(16 + 36 * cube(red) + 6 * cube(green) + cube(blue))"
      default: return "\(30 + nearestBasic(red, green, blue))"
      }
    case .pixels(let upper, let lower):
      switch depth {
      case .full: return "38;2;\(Self.values(upper));48;2;\(Self.values(lower))"
      case .indexed: return "38;5;\(index(upper));48;5;\(index(lower))"
      default: return ""
      }
    }
  }

  private static func values(_ pixel: HalfBlocks.Pixel) -> String { "\(pixel.red);\(pixel.green);\(pixel.blue)" }
  private func index(_ pixel: HalfBlocks.Pixel) -> Int {
    16 + 36 * cube(pixel.red) + 6 * cube(pixel.green) + cube(pixel.blue)
  }

  /// Returns the nearest of the six levels in the 256 colours' cube.
  private func cube(_ component: UInt8) -> Int {
    component < 48 ? 0 : component < 115 ? 1 : (Int(component) - 35) / 40
  }

  /// Returns the nearest basic colour (red 1, green 2, blue 4): a component counts if it is at least three quarters
  /// of the strongest one.
  private func nearestBasic(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    let strongest = Int(max(red, green, blue))
    if strongest < 48 { return 0 }
    func counts(_ component: UInt8) -> Bool { Int(component) * 4 >= strongest * 3 }
    return (counts(red) ? 1 : 0) + (counts(green) ? 2 : 0) + (counts(blue) ? 4 : 0)
  }
}

extension Palette {
  /// Creates the palette that users expect from their environment.
  ///
  /// In this order: `NO_COLOR` (not empty) switches off; `FORCE_COLOR` switches on, `0` or `false` off, `1 2 3`
  /// choose 16, 256 or all colours; `CLICOLOR_FORCE` (not `0`) switches on; `CLICOLOR=0` switches off; else only a
  /// terminal whose `TERM` (or `COLORTERM`) indicates colour gets it.
  /// - Parameter environment: returns the value of a variable. Not a dictionary, because its type alone would add 0.1
  ///   ms to a program's start.
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
