import Foundation
import Testing

/// The system's shells complete with the output of `storyline completions`; the test uses the real shells if they are
/// installed.
@Suite(.serialized) struct ShellCompletionTests {
  private static func path(of shell: String) -> String? {
    ["/bin/\(shell)", "/usr/bin/\(shell)"].first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func isInstalled(_ shell: String) -> ConditionTrait {
    .enabled(if: path(of: shell) != nil, "needs \(shell)")
  }

  private func run(_ shell: String, _ script: String) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: shell)
    process.arguments = ["-c", script]
    process.environment = ["PATH": "\(PseudoTerminal.folder):/usr/bin:/bin", "HOME": "/nonexistent"]
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    isInstalled("bash"),
    arguments: [
      ("che", 1, "check"), ("fmt --", 2, "--check"), ("test --ta", 2, "--tap"), ("--no-w", 1, "--no-welcome"),
      ("--speed 1", 2, "1 10"), ("completions z", 2, "zsh"), ("--state /us", 2, "/usr"),
      ("lesson ''", 2, "check new notes grade"), ("lesson --", 2, "--json --trust"), ("state n", 2, "name"),
      ("render walk.story t", 3, "to"), ("render --cast ''", 3, "2 3"), ("help ren", 2, "render"),
      ("--practice --no-w", 2, "--no-welcome"), ("--zone Europe/Lisb", 2, "Europe/Lisbon"), ("man ''", 2, ""),
      ("walk.story --no-w", 2, ""), ("--now ''", 2, ""), ("help lesson g", 3, "grade"), ("help timer don", 3, "done"),
      ("help timer re", 3, "resume"), ("help check ''", 3, ""),
    ])
  func bashCompletes(_ line: String, _ word: Int, _ expected: String) throws {
    let bash = try #require(Self.path(of: "bash"))
    let script = """
      source <(storyline completions bash)
      COMP_WORDS=(storyline \(line)) COMP_CWORD=\(word)
      _storyline
      echo "${COMPREPLY[@]}"
      """
    #expect(try run(bash, script) == expected + "\n")
  }

  /// Names of files with spaces are one candidate, typed with or without a quote or backslash.
  @Test(isInstalled("bash"), arguments: ["sp", "sp\\ ", "'sp a", "\"sp a", "check sp", "lesson check sp"])
  func bashCompletesNamesWithSpaces(_ line: String) throws {
    let bash = try #require(Self.path(of: "bash"))
    let home = try TemporaryHome()
    let words = line.split(separator: " ", maxSplits: line.contains("lesson") ? 2 : line.contains("check") ? 1 : 0)
    let script = """
      cd '\(home.url.path)' && touch 'sp ace.story' other.txt
      source <(storyline completions bash)
      COMP_WORDS=(storyline \(words.map { "$'" + $0.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'") + "'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count)
      _storyline
      printf '[%s]' "${COMPREPLY[@]}"
      """
    #expect(try run(bash, script) == "[sp ace.story]")
  }

  @Test(
    isInstalled("fish"),
    arguments: [
      ("che", "check"), ("fmt --c", "--check\tlists the files that would change, without changing them"),
      ("--state /us", "/usr/"), ("completions z", "zsh"), ("man", "man\tprints the manual page"),
      ("lesson gr", "grade\tshows the progress of learners"), ("render a.story t", "to\t"),
      ("--zone Europe/Lisb", "Europe/Lisbon"),
      ("help ren", "render"),
    ])
  func fishCompletes(_ line: String, _ expected: String) throws {
    let fish = try #require(Self.path(of: "fish"))
    let found = try run(fish, "storyline completions fish | source; complete -C 'storyline \(line)'")
    #expect(found.split(separator: "\n").contains { $0.hasPrefix(expected) }, "\(found)")
  }

  /// Each place offers only the words that fit there, without an option's description.
  @Test(
    isInstalled("fish"),
    arguments: [
      ("render a.story ", ["to\tbefore the file to write"]),
      ("help lesson gr", ["grade\tshows the progress of learners"]),
      ("help timer don", ["done"]), ("help check ", []), ("--speed 1", ["1", "10"]), ("render --cast ", ["2", "3"]),
    ])
  func fishOffersWhatFits(_ line: String, _ expected: [String]) throws {
    let fish = try #require(Self.path(of: "fish"))
    let found = try run(fish, "storyline completions fish | source; complete -C 'storyline \(line)'")
    #expect(found.split(separator: "\n").map { String($0) } == expected)
  }

  @Test(isInstalled("fish")) func fishOffersNoToBeforeTheScript() throws {
    let fish = try #require(Self.path(of: "fish"))
    let found = try run(fish, "storyline completions fish | source; complete -C 'storyline render '")
    #expect(!found.split(separator: "\n").contains { $0 == "to" || $0.hasPrefix("to\t") }, "\(found)")
  }

  /// A tool does not have the options of a script.
  @Test(isInstalled("fish")) func fishOffersAToolItsOwnOptionsAlone() throws {
    let fish = try #require(Self.path(of: "fish"))
    let found = try run(fish, "storyline completions fish | source; complete -C 'storyline check --'")
    #expect(
      found.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["--fix", "--json", "--sarif"], "\(found)")
  }

  /// If zsh's completion is not initialized yet, the script does it.
  @Test(isInstalled("zsh"), arguments: ["autoload -Uz compinit; compinit -D; ", ""])
  func zshCompletes(_ prepared: String) throws {
    let zsh = try #require(Self.path(of: "zsh"))
    let (path, home) = ("\(PseudoTerminal.folder):/usr/bin:/bin", try TemporaryHome())
    let terminal = try PseudoTerminal(
      zsh, ["-f"], columns: 100, rows: 24, environment: ["PATH": path, "HOME": home.url.path])
    terminal.send("PS1='> '; \(prepared)source <(storyline completions zsh); clear\r")
    terminal.expect("ready") { $0.lines == [">"] }
    for (typed, completed) in [
      ("che", "storyline check"), ("fmt --c", "storyline fmt --check"), ("--no-w", "storyline --no-welcome"),
      ("--state /us", "storyline --state /usr/"), ("completions z", "storyline completions zsh"),
      ("lesson gr", "storyline lesson grade"), ("help ren", "storyline help render"),
      ("help timer don", "storyline help timer done"),
    ] {
      terminal.send("storyline \(typed)\t")
      terminal.expect(typed) { $0.lines.last == "> \(completed)" }
      terminal.send("\u{15}")
      terminal.expect("nothing typed") { $0.lines.last == ">" }
    }
    #expect(terminal.screen.lines == [">"], "no error came of any Tab")
    terminal.send("storyline \t")
    terminal.expect("tools with what they do") { screen in
      screen.lines.contains { $0.hasPrefix("check ") && $0.hasSuffix("-- reports all errors without running anything") }
    }
  }
}
