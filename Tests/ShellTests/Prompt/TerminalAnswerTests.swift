import Foundation
import System
import TerminalTesting
import Testing

/// The terminal's answers about itself, and keys that come before the program reads them.
@Suite struct TerminalAnswerTests {
  /// `set theme auto` asks for the background; the answer is not typed, however late it comes.
  @Test func theThemeFollowsTheBackground() throws {
    func style(after theme: String, _ answer: String? = nil) throws -> String? {
      let terminal = try PseudoTerminal.prompt(["--practice"])
      terminal.enter("set theme \(theme)")
      if theme == "auto" { terminal.expect("it asks once") { $0.backgroundQueries == 1 } }
      if let answer { terminal.send(answer) }
      terminal.expect("said") { $0.lines.contains { $0.contains("theme is \(theme)") } && $0.lines.last == "›" }
      terminal.send("print \"q\" ")
      terminal.expect("typed") { $0.lines.last == "› print \"q\"" && $0.style(of: "\"q\"") != "" }
      return terminal.screen.style(of: "\"q\"")
    }
    let (light, dark, usual) = (try style(after: "light"), try style(after: "dark"), try style(after: "usual"))
    #expect(light != dark && dark != usual)
    #expect(try style(after: "auto", "\u{1B}]11;rgb:ffff/ffff/eeee\u{1B}\\\u{1B}[?62c") == light)
    #expect(try style(after: "auto", "\u{1B}]11;rgb:1111/1111/1111\u{07}\u{1B}[?62c") == dark)
    #expect(try style(after: "auto", "\u{1B}[?62c") == usual, "a multiplexer that does not answer")
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("set theme auto")
    terminal.expect("nobody answers") { $0.lines.contains { $0.contains("theme is auto") } && $0.lines.last == "›" }
    terminal.send("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}\u{1B}[?62cprint 1")
    terminal.expect("only the keys are typed") { $0.lines.last == "› print 1" }
  }

  /// Keys that come before the program reads them are echoed by the system; the first line begins below.
  @Test func outputBeginsBelowWhatWasTypedBefore() throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(
      "storyline", ["--no-welcome"], columns: 80, rows: 24, environment: ["HOME": home.url.path], prompts: false)
    terminal.send("print 2")
    terminal.expect("the banner has its own row, and the keys are in the line") { screen in
      screen.lines.contains { $0.hasPrefix("storyline ·") } && screen.lines.last?.hasPrefix("› print 2") == true
    }
  }
}
