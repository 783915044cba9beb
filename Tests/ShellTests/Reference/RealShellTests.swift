import Foundation
import Testing

@testable import Shell

/// The completions in the shells that they are for, where those are installed.
@Suite(.serialized) struct RealShellTests {
  static let cases: [(line: String, offered: [String])] = [
    ("storyline chec", ["check"]), ("storyline fmt --c", ["--check"]), ("storyline --stat", ["--state"]),
    ("storyline Examples/tou", ["Examples/tour.story"]), ("storyline completions f", ["fish"]),
    ("storyline test --ta", ["--tap"]),
  ]

  private func path(_ shell: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private func ask(_ shell: String, _ script: String) throws -> [String]? {
    guard let path = path(shell) else { return nil }
    let text = try Program.run(["completions", shell]).output
    let result = try Program.run(["-c", script], environment: ["COMPLETIONS": text], executable: path)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    return result.lines
  }

  @Test(arguments: cases) func bash(_ line: String, _ offered: [String]) throws {
    let script = """
      eval "$COMPLETIONS"
      COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}
      run=$(complete -p storyline); run=${run##*-F }; run=${run%% *}
      "$run" storyline "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      [ ${#COMPREPLY[@]} -gt 0 ] && printf '%s\\n' "${COMPREPLY[@]}" || compgen -f -- "${COMP_WORDS[COMP_CWORD]}"
      """
    if let found = try ask("bash", script) { #expect(found == offered) }
  }

  @Test(arguments: cases) func fish(_ line: String, _ offered: [String]) throws {
    guard let path = path("fish") else { return }
    let home = try TemporaryHome()
    let file = home.url.appending(path: "completions.fish")
    try Program.run(["completions", "fish"]).output.write(to: file, atomically: true, encoding: .utf8)
    let result = try Program.run(
      ["--no-config", "-c", "source \(file.path); complete -C '\(line)'"], environment: ["HOME": home.url.path],
      executable: path)
    #expect(result.errors == "")
    #expect(result.lines.map { String($0.prefix { $0 != "\t" }) } == offered)
  }

  @Test func zsh() throws {
    guard let path = path("zsh") else { return }
    let home = try TemporaryHome()
    let folder = PseudoTerminal.folder
    let terminal = try PseudoTerminal(
      path, ["-f"], columns: 100, rows: 24,
      environment: ["HOME": home.url.path, "PATH": "\(folder):/usr/bin:/bin", "PS1": "> "])
    terminal.send("cd \(Package.root.path); autoload -U compinit; compinit -u -D; clear\r")
    terminal.expect("ready") { $0.lines == [">"] }
    terminal.send("source <(storyline completions zsh); clear\r")
    terminal.expect("loaded without a word") { $0.lines == [">"] && $0.row == 0 }
    for (line, offered) in Self.cases {
      terminal.send(line + "\t")
      let words = line.split(separator: " ").dropLast().joined(separator: " ")
      terminal.expect("\(line) is completed") { $0.lines == ["> \(words) \(offered[0])"] }
      terminal.send("\u{15}")
      terminal.expect("empty") { $0.lines == [">"] }
    }
  }
}
