import Testing

@testable import TerminalText

@Suite struct TerminalNameTests {
  @Test(arguments: [
    ("xterm-256color", true), ("tmux-256color", true), ("xterm-kitty", true), ("foot", true), ("linux", false),
    ("dumb", false), ("", false), ("vt100", false), ("ansi", false), ("cons25", false), ("cygwin", false),
    ("unheard-of", false),
  ])
  func supportsMessages(_ name: String, _ does: Bool) { #expect(TerminalName.supportsMessages(name) == does) }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], false), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "6003"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "4803"], false),
      (["TERM": "xterm-kitty"], true), (["TERM": "alacritty"], true),
      (["TERM": "linux", "TERM_PROGRAM": "vscode"], false),
      (["TERM": "xterm", "FORCE_HYPERLINK": "1"], true), (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
      ([:], false),
    ] as [([String: String], Bool)])
  func opensLinks(_ environment: [String: String], _ does: Bool) {
    #expect(TerminalName.hasLinks { environment[$0] } == does)
  }
}
