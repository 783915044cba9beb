import Foundation
import Testing

@testable import Shell
@testable import ShellCore

/// `check`, `test`, `man`, `completions` and `--trace`, from the outside.
@Suite struct ToolTests {
  let folder = Scratch.folder()

  func file(_ name: String, _ text: String) throws -> String {
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  @Test func checkFindsAllErrorsAndRunsNothing() throws {
    _ = try file("good.story", "print $1\nsave 1 to \"/tmp/never-\(getpid())\"\n")
    _ = try file("bad.story", "stroy\nprint $nothing\nwhile true { break; print 1 }\ninclude \"gone.story\"\n")
    let result = try Program.run(["check", folder.path])
    #expect(result.status == 2)
    #expect(result.errors.contains("there is no command 'stroy'"))
    // Readable lines are checked further, although another line cannot be read.
    #expect(result.errors.contains("there is no variable '$nothing' here"))
    #expect(result.errors.contains("cannot include this: cannot read"))
    #expect(result.errors.hasSuffix("3 errors in 2 scripts\n"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/never-\(getpid())"))
    _ = try file("bad.story", "print $nothing\nwhile true { break; print 1 }\ninclude \"gone.story\"\n")
    let deeper = try Program.run(["check", folder.path])
    for message in ["there is no variable '$nothing' here", "this never runs", "cannot include this: cannot read"] {
      #expect(deeper.errors.contains(message), "\(deeper.errors)")
    }
    #expect(try Program.run(["check", "Examples"]).status == 0)
    #expect(try Program.run(["check", "/nowhere"]).status == 2)
    #expect(try Program.run(["check"]).status == 2)
  }

  @Test func aTerminalGetsWholeWords() throws {
    let path = try file("wide.story", "print story\n")
    let terminal = try PseudoTerminal("storyline", ["check", path], columns: 44, rows: 30, prompts: false)
    #expect(terminal.waitForEnd() == 2 << 8)
    let rows = terminal.screen.lines
    #expect(rows.contains("  │ try: story.state, story.number,"), "\(rows)")
    #expect(rows.contains("  │ quotes: \"story\""), "\(rows)")
  }

  @Test func namesOfBrokenLinesAreNotUnknown() throws {
    let path = try file("half.story", "let x = 1 +\nprint $x\ndef f a { stroy }\nprint (f 1)\nprint $y\n")
    let errors = try Program.run(["check", path]).errors
    #expect(!errors.contains("'$x'"), "\(errors)")
    #expect(!errors.contains("function 'f'"), "\(errors)")
  }

  @Test func fmtWritesTheCanonicalForm() throws {
    let path = try file("loose.story", "story   play 4   for 15s ;hold 2s   # why\nif true {print 1}\n")
    let canonical = "story play 4 for 15s\nhold 2s  # why\nif true { print 1 }\n"
    let check = try Program.run(["fmt", "--check", path])
    #expect(check.status == 1)
    #expect(check.output == "\(path):1 is not in canonical form; expected: story play 4 for 15s\n")
    let blank = try file("blank.story", "print 1\n\nif true {\n  print 1\n\n\n}\n")
    #expect(
      try Program.run(["fmt", "--check", blank]).output == "\(blank):5 is not in canonical form; expected: }\n")
    #expect(
      try Program.run(["fmt", "--check", "-"], input: "print 1\n\n\n").output == "<stdin>:3 is not in canonical form\n")
    #expect(try Program.run(["fmt", "-"], input: String(contentsOfFile: path, encoding: .utf8)).output == canonical)
    #expect(try Program.run(["fmt", path]).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == canonical)
    #expect(try Program.run(["fmt", "--check", path]).status == 0)
    let broken = try file("broken.story", "print (\n")
    #expect(try Program.run(["fmt", broken]).status == 2)
    #expect(try String(contentsOfFile: broken, encoding: .utf8) == "print (\n")
    #expect(try Program.run(["fmt", "--check", "Examples"]).status == 0)
  }

  @Test func includedScriptsShareTheTop() throws {
    _ = try file("part.story", "let shared = 5\ndef twice x { return $x * 2 }\n")
    let main = try file("main.story", "include \"part.story\"\nprint (twice $shared)\n")
    #expect(try Program.run([main]).output == "10\n")
    _ = try file("part.csv", "n\n1\n")
    let reader = try file(
      "reader.story", "include \"Examples/stories-hold.story\"\nprint (open \"part.csv\" | sum n)\n")
    let result = try Program.run([reader])
    #expect(result.status == 0 && result.output.hasSuffix("\n1\n"), "\(result)")
    #expect(try Program.run(["-c", "open \"part.csv\""]).errors.contains("cannot read 'part.csv'"))
    let cycle = try file("cycle.story", "include \"cycle.story\"\n")
    #expect(try Program.run([cycle]).errors.contains("includes itself"))
  }

  /// Silent failures are reported when a script runs, and not only by `check`.
  @Test func shadowedNamesAreReportedAtRunTime() throws {
    let script = """
      let best = none
      for n in [3, 9, 4] { if $best == none or $n > $best { let best = $n } }
      let unread = 1
      print $best
      """
    let result = try Program.run(["--quiet", "-c", script])
    #expect(result.output == "none\n" && result.status == 0)
    #expect(result.errors.contains("warning: this creates another 'best', which is never read"))
    #expect(result.errors.contains("to change the variable outside this block, write best = …"))
    #expect(!result.errors.contains("unread"))
  }

  @Test func anErrorSaysWhereItsDefinitionWasCalled() throws {
    _ = try file("lib.story", "def half x {\n  return $x / 2\n}\n")
    let path = try file(
      "report.story", "include \"lib.story\"\ndef both x {\n  print 1\n  print half $x\n}\n\nboth \"a\"\n")
    let result = try Program.run([path])
    #expect(result.status == 1)
    #expect(
      result.errors.hasSuffix(
        "\n  called at \(path):4\n  called at \(path):7\n"), "\(result.errors)")
    #expect(result.errors.contains("lib.story:2:"))
    // A recursion says each place once, and a call on the same line nothing.
    let recursive = try file(
      "deep.story", "def down n {\n  if $n == 0 { fail \"deep\" }\n  down ($n - 1)\n}\ndown 500\n")
    #expect(
      try Program.run([recursive]).errors.hasSuffix("called at \(recursive):3\n  called at \(recursive):5\n"))
    let line = try Program.run(["-c", "def f { fail \"no\" }; f"])
    #expect(!line.errors.contains("called at"), "\(line.errors)")
    // Of a long chain the first and the last calls are shown.
    let chain = (1...12).map { "def f\($0) {\n  \($0 == 1 ? "fail \"x\"" : "f\($0 - 1)")\n}\n" }.joined() + "f12\n"
    let long = try Program.run([try file("chain.story", chain)]).errors
    #expect(long.components(separatedBy: "called at").count == 8 && long.contains("\n  5 more calls\n"), "\(long)")
  }

  @Test func anErrorNamesTheItemOfItsStep() throws {
    func item(_ script: String) throws -> String? {
      let errors = try Program.run(["--quiet", "-c", script]).errors
      return errors.split(separator: "\n").map(String.init).first { $0.hasPrefix("  at item") }
    }
    #expect(
      try item("let rows = [{n: 1}, {n: \"x\"}, {n: 3}]; print ($rows | each { $it.n * 2 })")
        == "  at item 2 of 3: {n: \"x\"}")
    #expect(try item("print ([{n: 1}, {m: 2}] | where n > 0)") == "  at item 2 of 2: {m: 2}")
    #expect(try item("print ([[1, 2], [3, \"b\"]] | each { sum $it })") == "  at item 2 of 2: \"b\"")
    #expect(try item("print ([1, none, \"a\", 4] | sum)") == "  at item 3 of 4: \"a\"")
    #expect(try item("print ([1, none, \"a\", 4] | sort)") == "  at item 3 of 4: \"a\"")
    #expect(try item("print ([{n: 5s}, {n: 2}] | max by n)") == "  at item 2 of 2: {n: 2}")
    // The definition that fails has no step; the one that calls it has.
    #expect(try item("def half x { $x / 2 }; print ([4, \"a\"] | each { half $it })") == "  at item 2 of 2: \"a\"")
    // A later error is not about the items, and of one item the number says nothing.
    #expect(try item("let l = [1, 2] | each { $it }; print $l + 1") == nil)
    #expect(try item("print ([\"a\"] | each { $it * 2 })") == nil)
    // A command's argument may be a secret.
    #expect(
      try item("[\"hunter2x\", \"b\"] | each { login bob.test $it; fail \"no\" }")?.contains("hunter2x") != true)
    #expect(try item("[1, 2] | each { timer start nothing $it }") == "  at item 1 of 2")
    // Text from outside cannot move the cursor.
    #expect(try item("print ([1, \"\\u(1b)[2J\"] | sum)") == "  at item 2 of 2: \"\\u(1b)[2J\"")
  }

  @Test func transcriptsAreTests() throws {
    let text = """
      # A lesson

      ```story
      › story play 4 for 15s
       0:00.000  ▶ story 4 by @ana plays, 15 s a story
      › if true {
      …   print 1
      … }
      1
      › hold 2s
      ...
       0:02.000  ▶ released ... resumes at 0.0 s
      › stroy
      error: there is no command 'stroy'
      ```

      ```story continue
      › print story.number
      4
      ```

      ```story
      expect story.state == idle
      ```

      """
    let path = try file("lesson.md", text)
    let result = try Program.run(["test", path])
    #expect(result.output == "3 passed, 0 failed\n")
    #expect(result.status == 0)
  }

  /// `--update` writes what `test` expects: no output line ends the block, or becomes an input.
  @Test(arguments: [
    "› print \"```\"\nx\n", "› print \"› print 5\"\nx\n", "› print \"  ~~~ x\"\nx\n", "› print \"… more\"\nx\n",
    "› print \"> print 5\"\nx\n", "› print \"```\\n```story\\n› print 5\"\nx\n",
  ])
  func anUpdatedDocumentPasses(_ block: String) throws {
    for (number, mark) in ["", "\u{FEFF}"].enumerated() {
      let path = try file("update\(number).md", mark + "```story\n\(block)```\n\nThe rest of the text.\n")
      #expect(try Program.run(["test", "--update", path]).status == 0)
      let again = try Program.run(["test", path])
      #expect(again.output == "1 passed, 0 failed\n", "\(again.output)")
      let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      #expect(text.unicodeScalars.first == (mark + "`").unicodeScalars.first)
      #expect(text.hasSuffix("```\n\nThe rest of the text.\n"), "\(text)")
      #expect(try Program.run(["test", "--update", path]).output == "1 passed, 0 failed\n")
    }
  }

  @Test func failuresShowBothSidesAndUpdateRewrites() throws {
    let path = try file("wrong.md", "```story\n› print 2\n3\n› print 4\n4\n```\n")
    let script = try file("fails.story", "expect 1 == 2\n")
    let result = try Program.run(["test", path, script])
    #expect(result.status == 1)
    #expect(result.output.contains("    - 3\n    + 2\n"))
    #expect(result.output.contains("expected 1 == 2"))
    #expect(result.output.hasSuffix("0 passed, 2 failed\n"))
    let tap = try Program.run(["test", "--tap", path])
    #expect(tap.lines.prefix(3) == ["TAP version 14", "1..1", "not ok 1 - \(path):2"])
    #expect(try Program.run(["test", "--update", path]).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "```story\n› print 2\n2\n› print 4\n4\n```\n")
    #expect(try Program.run(["test", "/nowhere"]).status == 2)
    #expect(try Program.run(["test", "--updat", path]).errors.contains("did you mean '--update'?"))
  }

  @Test(arguments: [
    (["a", "b"], ["..."], true), ([], ["..."], true), (["a", "b", "c"], ["a", "...", "c"], true),
    (["a", "b"], ["a", "...", "c"], false), (["abc"], ["a...c"], true), (["ac"], ["a...c"], true),
    (["xabc"], ["a...c"], false), (["a1b2c"], ["a...b...c"], true), (["aXc"], ["a...b...c"], false),
    (["a"], [], false), (["aa"], ["a...a"], true), (["a"], ["a...a"], false),
  ])
  func wildcards(_ output: [String], _ expected: [String], _ matches: Bool) {
    #expect(Transcript.matches(output, expected) == matches)
  }

  @Test func theManualNamesEveryCommandAndOption() throws {
    let page = try Program.run(["man"]).output
    #expect(page.hasPrefix(".TH STORYLINE 1"))
    for command in Catalog.standard.schema.vocabulary.commands.commands {
      #expect(page.contains(command.words.joined(separator: " ").replacingOccurrences(of: "-", with: "\\-")))
    }
    for option in ToolOption.allCases { #expect(page.contains(option.word.replacingOccurrences(of: "-", with: "\\-"))) }
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect([".TH", ".SH", ".TP", ".B ", ".I ", ".br", ".nf", ".fi"].contains { line.hasPrefix($0) }, "\(line)")
    }
  }

  @Test func theManualHasTheSectionsThatReadersLookFor() throws {
    let page = try Program.run(["man"]).output
    for section in ["EXAMPLES", "OPTIONS", "COMMANDS", "FILES", "ENVIRONMENT", "EXIT STATUS"] {
      #expect(page.contains("\n.SH \(section)\n"))
    }
    let isASCII = page.utf8.allSatisfy { $0 < 0x80 }
    #expect(isASCII, "groff reads other bytes as Latin-1")
    #expect(page.contains("\n.B NO_COLOR") && page.contains("config.story"))
  }

  @Test func helpFitsAWindow() throws {
    let short = try Program.run(["--help"])
    #expect(short.lines.count <= 24)
    let all = try Program.run(["--help", "all"])
    for line in short.lines + all.lines { #expect(line.count <= 80, "\(line)") }
    for option in ToolOption.allCases { #expect(all.output.contains(option.word)) }
    for tool in ToolUsage.Tool.allCases { #expect(all.output.contains(tool.usage)) }
    let (plain, complete) = try (Program.run(["help"]), Program.run(["help", "all"]))
    #expect(plain.output == short.output)
    #expect(complete.output == all.output)
  }

  @Test(arguments: ToolUsage.Tool.allCases) func aToolExplainsItself(_ tool: ToolUsage.Tool) throws {
    let help = try Program.run(["help", tool.rawValue])
    #expect(help.status == 0 && help.output.hasPrefix(tool.usage + "\n"))
    for flag in tool.flags { #expect(help.output.contains(flag.rawValue)) }
    let choices = tool.choices.map { ["help", tool.rawValue, $0.word] }
    for words in [[tool.rawValue, "--help"], ["--help", tool.rawValue], ["-h", tool.rawValue]] + choices {
      let same = try Program.run(words)
      #expect(same.status == 0 && same.output == help.output, "\(words)")
    }
  }

  @Test func helpExplainsCommandsAndOptions() throws {
    let (tool, command) = try (Program.run(["help", "timer", "start"]), Program.run(["-c", "help timer start"]))
    #expect(tool.output == command.output)
    #expect(try Program.run(["--help", "timer", "start"]).output == command.output)
    let option = try Program.run(["help", "--zone"])
    #expect(option.output.hasPrefix("  --zone ZONE"))
    let unknown = try Program.run(["help", "--zome"])
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean '--zone'?"))
  }

  @Test func licensesAreThoseOfWhatIsIncluded() throws {
    let text = try Program.run(["--licenses"]).output
    for name in [
      "libedit", "ncurses (libtinfo)", "libbsd", "libmd", "The Swift standard library and runtime", "GeoNames",
    ] {
      #expect(text.contains("\n== \(name) ==\n"))
    }
    // Debian's packages say what their licences are; the text of each is there word for word.
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    for (package, licence) in [
      ("libedit-dev", "BSD-3-clause"), ("libbsd-dev", "BSD-2-clause-NetBSD"), ("libbsd-dev", "ISC"),
      ("libncurses-dev", "MIT/X11"), ("libmd-dev", "BSD-3-clause"),
    ] {
      let path = "/usr/share/doc/\(package)/copyright"
      guard let notice = try? String(contentsOfFile: path, encoding: .utf8),
        let start = notice.range(of: "License: \(licence)\n ")
      else { continue }
      let lines = notice[notice.index(before: start.upperBound)...].split(separator: "\n").prefix { $0.hasPrefix(" ") }
      let licenceWords = lines.filter { $0 != " ." }.joined().split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains(licenceWords), "\(package): \(licence)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreValidForTheirShell(_ shell: String) throws {
    let text = try Program.run(["completions", shell]).output
    for option in ToolOption.allCases { #expect(text.contains(option.word.drop { $0 == "-" })) }
    let places: [String] = ["/bin/\(shell)", "/usr/bin/\(shell)"]
    guard let path = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return }
    let script = try file("completions.\(shell)", text)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-n", script]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try Program.run(["completions", "csh"]).status == 2)
  }

  @Test func traceShowsStatementClockValueAndEffect() throws {
    let result = try Program.run(["--trace", "-c", "let x = 1\nwait 2s\npost \"a\"\nx = $x + 1"])
    #expect(
      result.lines == [
        " 0:00.000  1  let x = 1", " 0:00.000     = 1", " 0:00.000  2  wait 2s", " 0:02.000  3  post \"a\"",
        " 0:02.000  ✓ post 1 is in the outbox (1 of 300 characters)", "   a",
        " 0:02.000     = {post: 1, text: \"a\", graphemes: 1, bytes: 1, facets: [], partial: []}, effect: saved",
        " 0:02.000  4  x = $x + 1", " 0:02.000     = 2",
      ])
  }
}
