import Terminal

/// The one line that a prompt begins with: three things to try.
enum Greeting {
  static func line(width: Int, glyphs: GlyphSet) -> StyledText {
    let dot = glyphs == .unicode ? "·" : "-"
    let full = text("storyline \(dot) try  ", ["story play 4 for 15s", "timer start reading 20", "help"])
    if full.width < width { return full }
    return text("try  ", ["story play 4", "tap right", "help"]).clipped(to: width - 1)
  }

  private static func text(_ start: String, _ commands: [String]) -> StyledText {
    var line = StyledText(start, .dim)
    for (index, command) in commands.enumerated() {
      if index > 0 { line.append("   ") }
      line.append(command, .command)
    }
    return line
  }
}
