import Foundation
import StoryScript
import System
import Terminal
import Testing

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// A value that was used as a password or PIN is in no later output, and no longer in what was typed before.
@Suite struct KnownSecretsTests {
  @Test(arguments: [
    ("print \"7391\"", true), ("print 1 + 7391", true), ("[7391, 1] | count", true), ("xyzzy 7391!", true),
    ("print 73910", false), ("print a7391", false), ("print 2580", true), ("print abcd-efgh-ijkl", true),
    ("print \"abcd-efgh-ijkl\"", true), ("print abcd", false), ("print 12", false), ("", false),
  ])
  func aLineThatHoldsOneIsKnown(_ line: String, _ isSecret: Bool) {
    let secrets = KnownSecrets()
    #expect(!secrets.areIn(line))
    for secret in ["7391", " \"2580\" ", "abcd-efgh-ijkl", "12", ""] { secrets.add(secret) }
    #expect(secrets.areIn(line) == isSecret)
  }

  @Test func secretsInALineAreMasked() {
    let secrets = KnownSecrets()
    secrets.add(in: "rate good pin 7391; print 2580", Catalog.standard.schema.vocabulary)
    #expect(secrets.areIn("print 7391") && !secrets.areIn("print 2580"))
  }

  /// In output only a secret that is like no other text is masked; in a typed line a short one is as well.
  @Test func aShortSecretIsMaskedInTypedLinesAlone() {
    let secrets = KnownSecrets()
    for secret in ["2025", "reading", "hunter2", "chocolate", "98765432", "play"] {
      secrets.add(secret, isWord: secret == "play")
    }
    #expect(secrets.masked("2025-01-02 reading 2025, xhunter2x HUNTER2") == "2025-01-02 reading 2025, x…x …")
    #expect(secrets.masked("chocolate, chocolates, 98765432, 987654321") == "…, chocolates, …, 987654321")
    #expect(secrets.maskedLine("let k = 2025; print 20250; reading") == "let k = …; print 20250; …")
    #expect(secrets.masked("play") == "play" && !secrets.areInText("in 2025") && secrets.areInText("my hunter2"))
    let value = Value.list([.text("hunter2"), .record(["a": .number(98_765_432), "b": .number(5)])])
    #expect(
      ValueWriter().text(secrets.masked(value))
        == ValueWriter().text(.list([.text("…"), .record(["a": .text("…"), "b": .number(5)])])))
  }

  /// A practice prompt with a history file.
  private final class Typist {
    let prompt: Prompt
    let path = Scratch.path()
    private let recorded: String
    private(set) var said: [[String]] = []

    init() throws {
      try Folder.make(path)
      var options = Session.Options()
      (options.isPrompt, options.speed) = (true, 1)
      let session = Session(
        options: options, output: Output(to: .memory, isTerminal: true), catalog: Catalog.standard)
      let history = History(path: path + "/history") { SecretLine.isSecret($0, Catalog.standard.schema.vocabulary) }
      prompt = Prompt(session: session, history: history, width: { 80 })
      recorded = path + "/r.story"
      // A line that begins with a space is not kept.
      _ = prompt.run(" record \"\(recorded)\"")
      _ = session.output.drainLines()
    }

    func type(_ line: String) {
      _ = prompt.run(line)
      said.append(prompt.session.output.drainLines())
    }

    func file(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    /// Everything that was kept, and all hints.
    func kept() throws -> String {
      let hints = ["l", "le", "let", "p", "log", "[", "r"].map { prompt.hint($0) ?? "" }
      return
        ([
          try file("history"), try file("r.story"), prompt.state.history.entries.joined(separator: "\n"),
          prompt.state.recorder?.recording.text ?? "",
        ] + hints)
        .joined(separator: "\n")
    }
  }

  /// However the password reaches `login`, nothing shows it from then on, and nothing has kept it.
  @Test(arguments: [
    ["let p = trim \"hunter2pass\"", "login bob.test $p"],
    ["let a = \"hunter2pass\"", "let b = $a", "login bob.test $b"],
    ["let a = \"hunter2pass\"", "let b = if true { $a }", "login bob.test \"{$b}\""],
    ["let p = if true { \"hunter2pass\" }", "login bob.test $p"],
    ["let r = {user: \"bob.test\", k: \"hunter2pass\"}", "login bob.test $r.k"],
    ["let p = \"hunter2pass\"", "print $p | upper", "sign in bob.test $p"],
    ["[\"hunter2pass\"] | each { login bob.test $it }"],
    ["for w in [\"hunter2pass\"] { login bob.test $w }"],
    ["def lg w { login bob.test $w }", "lg \"hunter2pass\""],
    ["let p = \"hunter2pass\"; login bob.test $p"],
    ["let r = {k: \"hunter2pass\"}; login bob.test $r.k"],
    ["login bob.test \\", "hunter2pass"],
    ["login bob.test", "hunter2pass"],
    ["login", "bob.test", "hunter2pass"],
    ["login bob.bsky.social", "hunter2pass"],
  ])
  func aPasswordIsForgotten(_ lines: [String]) throws {
    let typist = try Typist()
    typist.type("print 1")
    for line in lines { typist.type(line) }
    typist.type("print 2")
    let error = typist.said[lines.count].joined(separator: "\n")
    #expect(!error.contains("hunter2pass"), "\(error)")
    for look in [
      "print \"hunter2pass\"", "let again = \"hunter2pass\"", "print $again", "[$again]", "{a: $again}",
      "fail \"no hunter2pass\"", "events", "explain", "hunter2pass", "print {x: \"a hunter2pass b\"}",
    ] {
      typist.type(look)
      let said = typist.said.last?.joined(separator: "\n") ?? ""
      #expect(!said.contains("hunter2pass"), "\(look): \(said)")
    }
    let kept = try typist.kept()
    #expect(!kept.contains("hunter2pass"), "\(kept)")
    // The other lines are kept.
    let history = try typist.file("history")
    #expect(history.hasPrefix("print 1\n") && history.contains("print 2\n"), "\(history)")
    if lines.count > 1, lines[0].hasPrefix("let p = trim") { #expect(history.contains("let p = trim \"…\"\n")) }
  }

  /// A password that begins with `$` is no variable; a misspelt variable is masked as well.
  @Test func aPasswordMayBeginLikeAVariable() throws {
    let typist = try Typist()
    for line in [
      "let password = \"hunter2pass\"", "def enter2 word1 { login bob.test $word1 }", "login bob.test $ecretPw99",
      "login bob.test $ecretPw99 ; print 5", "print 3",
    ] {
      typist.type(line)
    }
    let kept = try typist.kept() + typist.said.joined().joined(separator: "\n")
    #expect(!kept.contains("ecretPw99"), "\(kept)")
    let history = try typist.file("history")
    #expect(history.contains("def enter2 word1 { login bob.test $word1 }\n"), "\(history)")
    let alone = try Program.run(["-c", "login mal.test $ecretPw99"])
    #expect(alone.status != 0 && !alone.errors.contains("ecret"), "\(alone.errors)")
    let script = try Program.run(["-c", "let key1 = 5; login mal.test $key1 5 5"])
    #expect(script.errors.contains("$key1"), "\(script.errors)")
  }

  /// A PIN is forgotten where it was typed, and other numbers stay what they are.
  @Test func aPINHidesNoOtherNumber() throws {
    let typist = try Typist()
    for line in [
      "print 2026", "timer start reading 5; timer done", "let k = 2580", "rate good pin \"{$k}\"", "print 12580",
      "print 2580 + 1", "print [2579, 2580]",
    ] {
      typist.type(line)
    }
    let history = try typist.file("history")
    #expect(history.contains("print 2026\n") && history.contains("let k = …\n") && history.contains("print 12580\n"))
    #expect(try !history.contains("k = 2580") && !typist.kept().contains("k = 2580"))
    #expect(typist.said.suffix(2) == [["2581"], ["[2579, 2580]"]])
  }

  /// A line of another day is masked only if it contains a password; the digits of a PIN may be there by chance.
  @Test func theHistoryOfOtherDaysForgetsPasswordsToo() throws {
    let typist = try Typist()
    let other = History(path: typist.path + "/history")
    for line in ["let q = \"hunter2pass\"", "print 2580", "print 3"] { other.add(line) }
    typist.type("pin set 2580")
    typist.type("let p = \"hunter2pass\"")
    typist.type("login bob.test $p")
    #expect(
      try typist.file("history") == "let q = \"…\"\nprint 2580\nprint 3\nlet p = \"…\"\nlogin bob.test $p\n"
        || typist.file("history").hasPrefix("let q = \"…\"\nprint 2580\nprint 3\nlet p = \"…\"\n"))
  }

  /// A wrong line behind a login is a wrong line, if it is near one of the language.
  @Test(arguments: ["stroy play 4", "timer strat", "print 5", "help", "tmier", "x"])
  func typosAfterALoginAreKept(_ line: String) throws {
    let typist = try Typist()
    for line in ["login bob.test", line] { typist.type(line) }
    #expect(try typist.file("history").contains(line + "\n"))
  }

  /// A value that was typed in a lesson and is used as a password later leaves the lesson's file, and what was exported
  /// or recorded from it.
  @Test func closedRecordingsForgetAPassword() throws {
    let folder = Scratch.folder().path
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, 1)
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(), width: { 80 })
    prompt.state.ask { _, _ in .text("") }
    LessonGuide(session).saveProgress(in: folder + "/lessons")
    for line in [
      "learn hold-to-pause", "let q3 = \"Zebra66wolf\"", "learn export to \"\(folder)/mine.story\"", "practice end",
      "record \"\(folder)/walk.story\"", "let q4 = \"Zebra66wolf\"", "record end",
    ] {
      _ = prompt.run(line)
    }
    let files = ["lessons/hold-to-pause.story", "mine.story", "walk.story"].map { "\(folder)/\($0)" }
    for file in files {
      #expect((try? String(contentsOfFile: file, encoding: .utf8))?.contains("Zebra66wolf") == true, "\(file)")
    }
    try "my own notes: Zebra66wolf".write(toFile: folder + "/notes.story", atomically: true, encoding: .utf8)
    _ = prompt.run("login bob.test Zebra66wolf")
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(!text.contains("Zebra66wolf") && text.contains("= \"…\""), "\(text)")
    }
    #expect(try String(contentsOfFile: folder + "/notes.story", encoding: .utf8) == "my own notes: Zebra66wolf")
  }

  /// JSON output and standard error are masked as well.
  @Test func programsSeeNoPIN() throws {
    let script =
      "let a = 98765432; try { rate good pin \"{$a}\" } catch e { }; print $a; print [\"x 98765432\"]; fail \"no 98765432\""
    for options in [["--json"], []] {
      let run = try Program.run(options + ["-c", script])
      #expect(run.status == 1)
      #expect(!run.output.contains("98765432") && run.output.contains("…"), "\(run)")
      #expect(!run.errors.contains("no 98765432"), "\(run)")
    }
  }

  @Test func aPostDoesNotPublishAUsedPassword() throws {
    let typist = try Typist()
    for line in ["let p = \"hunter2pass\"", "login bob.test $p", "login bob.test", "post \"it is hunter2pass\""] {
      typist.type(line)
    }
    let said = typist.said.last?.joined(separator: "\n") ?? ""
    #expect(said.contains("this text seems to contain an app password or a token"), "\(said)")
  }

  /// Saved and synced files cannot contain a used password in any spelling.
  @Test(arguments: [
    ("abbreviate xq \"Zebra77wolf\"", "an abbreviation cannot contain a PIN or a password"),
    ("abbreviate zebra77wolf \"print 1\"", "an abbreviation cannot contain a PIN or a password"),
    ("set prompt \"zebra77wolf >\"", "a setting cannot contain a PIN or a password"),
    ("set prompt 'login mal.test Zebra78wolf'", "a setting cannot contain a PIN or a password"),
    ("list new \"Zebra77wolf\"", "and lists are public"),
    ("profile edit about \"pw: Zebra77wolf\"", "and profiles are public"),
    ("post \"hi\" tags \"Zebra77wolf\"", "and posts are public"),
  ]) func aUsedPasswordIsNotSaved(_ line: String, _ words: String) throws {
    let typist = try Typist()
    for line in ["print 1", "login bob.test", "login bob.test Zebra77wolf", line] { typist.type(line) }
    // A message may be wrapped.
    let said = (typist.said.last ?? []).joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(said.contains(words), "\(said)")
    #expect(try !typist.kept().lowercased().contains("zebra77"))
  }

  /// Scripts neither save nor search for a used password; a prompt asks first.
  @Test(arguments: [
    "draft \"pw Zebra77wolf\"", "profile name zebra77wolf", "activity add zebra77wolf for 10", "mute word Zebra77wolf",
    "search Zebra77wolf", "people Zebra77wolf",
  ]) func aUsedPasswordIsSavedOnlyAfterAQuestion(_ line: String) throws {
    let run = ScriptRun()
    #expect(run("login bob.test").error == nil)
    run.session.output.secrets.add("Zebra77wolf")
    #expect(
      run(line).error == "this text contains a password or PIN that was used in this session"
        + " | change the text, or run the line at a prompt, which asks first")
    #expect(ScriptRun.error("login bob.test; \(line)") == nil)
  }

  /// A paste of a login and its password on the next line, and of a PIN, is in no history, error or recording.
  @Test(arguments: [
    "login bob.test\nZebra77wolf", "login\nbob.test Zebra77wolf", "login bob.test\n\n  Zebra77wolf",
    "user: bob.test\npassword: Zebra77wolf", "password:\nZebra77wolf", "login bob.test # pw\n# Zebra77wolf",
    "login bob.test\nZebra77wolf\nprint 5",
  ]) func aPastedPasswordIsForgotten(_ paste: String) throws {
    let typist = try Typist()
    for line in ["print 1", paste, "print 2"] { typist.type(line) }
    let text = try typist.kept() + typist.said.joined().joined(separator: "\n")
    #expect(!text.contains("Zebra77"), "\(text)")
  }
}
