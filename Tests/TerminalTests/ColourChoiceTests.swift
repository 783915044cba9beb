import TerminalText
import Testing

@Suite struct ColourChoiceTests {
  @Test(
    arguments: [
      (["TERM": "xterm"], true, Palette.Depth.basic),
      (["TERM": "xterm"], false, .none),
      (["TERM": "xterm-256color"], true, .indexed),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], true, .full),
      (["TERM": "dumb"], true, .none), (["TERM": "vt100"], true, .none), (["TERM": "vt220"], true, .none),
      ([:], true, .none), (["TERM": "nonesuch"], true, .none), (["TERM": "xterm-mono"], true, .none),
      (["TERM": "linux"], true, .basic), (["TERM": "screen.xterm-256color"], true, .indexed),
      (["TERM": "st"], true, .basic), (["TERM": "nonesuch", "COLORTERM": "truecolor"], true, .full),
      (["NO_COLOR": "1", "FORCE_COLOR": "1"], true, .none),
      (["NO_COLOR": "", "TERM": "xterm"], true, .basic),
      (["FORCE_COLOR": "1"], false, .basic),
      (["FORCE_COLOR": "3", "TERM": "dumb"], false, .full),
      (["FORCE_COLOR": "0", "TERM": "xterm"], true, .none),
      (["FORCE_COLOR": "yes", "TERM": "tmux-256color"], false, .indexed),
      (["CLICOLOR": "0", "TERM": "xterm"], true, .none),
      (["CLICOLOR": "1", "TERM": "xterm"], false, .none),
      (["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], false, .basic),
      (["CLICOLOR_FORCE": "0", "TERM": "xterm"], false, .none),
    ] as [([String: String], Bool, Palette.Depth)])
  func depth(_ environment: [String: String], _ isTerminal: Bool, _ depth: Palette.Depth) {
    #expect(Palette(environment: { environment[$0] }, isTerminal: isTerminal).depth == depth)
  }
}
