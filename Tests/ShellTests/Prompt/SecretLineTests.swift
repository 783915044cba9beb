import Foundation
import StoryScript
import System
import Terminal
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

@Suite struct SecretLineTests {
  static let vocabulary = Vocabulary(
    commands: CommandTable([
      Command(
        "login", [Parameter("NAME", .text, "who"), Parameter("PASSWORD", .text, secret: true, "")], summary: "",
        examples: []),
      Command("print out", summary: "", examples: []),
    ]), roots: [])

  @Test(arguments: [
    ("login bob hunter2", true), ("login bob", true), ("if true { login bob x }", true), ("logni bob hunter2", true),
    ("let x = login bob y", true), ("print out", false), ("print \"login\"", false), ("xyzzy", false),
    ("pinset 7391", true), ("\"7391\"", true), ("7391 7391", true), ("'7391', '2580'", true), ("1 2", false),
    ("2026-01-05", false), ("print 7391 + 1", false),
    ("rate good\n2580", true), ("rate good\n\n  2580 \nprint 1", true), ("let x = [\n2580\n2581\n]", false),
    ("def year {\n2026\n}", false), ("login bob\nZebra77wolf", true), ("login bob.test\nprint out", true),
    ("2580", true), (" 2580 ", true), ("25801", false), ("print 2580", false),
  ])
  func isKept(_ line: String, _ isSecret: Bool) {
    #expect(SecretLine.isSecret(line, Self.vocabulary) == isSecret)
  }

  /// The program itself shows a password nowhere: not in errors, suggestions, JSON, tools or pages. The address is
  /// shown.
  @Test(arguments: [
    "login bob.test hunter2", "login bob.test hunter2 on http://127.0.0.1:43191",
    "login bob.test on http://127.0.0.1:43191 hunter2", "login hunter2 bob.test", "logn bob.test hunter2",
    "signin bob.test hunter2", "account bob.test hunter2", "account use bob.test hunter2", "logout bob.test hunter2",
    "login \"bob.test hunter2\"", "login bob.test \"hunter2\"", "login bob.test --password=hunter2",
    "let password = \"hunter2\"; jump 99", "set password hunter2", "login bob.test abcd-efgh-ijkl-mnop",
    "abcd-efgh-ijkl-mnop", "jump \"abcd-efgh-ijkl-mnop\"", "open \"abcd-efgh-ijkl-mnop\"",
    "let x = \"abcd-efgh-ijkl-mnop\"\nfail $x", "expect \"abcd-efgh-ijkl-mnop\" == 1",
    "login hunter2", "login @bob.test:hunter2", "login bob.test=hunter2", "login bob.test/hunter2",
    "loginbob.test hunter2", "login bob.test pa;hunter2", "login bob.test a(;hunter2", "lgoin bob.test a{;hunter2",
    "sign in bob.test hunter2", "log in bob.test hunter2", "help login hunter2", "login bob.test (hunter2)",
    "login bob.test <hunter2>", "login bob.test [hunter2]", "login bob.test hunter2; jump hunter2", "password hunter2",
    "passwrd hunter2", "login bob.test \u{201C}hunter2\u{201D}", "learn login bob hunter2", "post login bob hunter2",
    "help login bob hunter2", "learn login bob a;hunter2",
    "fail \"login bob.test hunter2\"", "jump \"please login bob.test hunter2\"",
    "let mypassword = \"hunter2\"; jump 99",
    "let pw = \"hunter2\"; jump 99", "let pass = \"hunter2\"; jump 99", "let secret = \"hunter2\"; jump 99",
    "let token = \"hunter2\"; jump 99", "let p = \"hunter2\"; login bob.test $p",
    "jump \"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk\"", "fail \"Bearer 0123456789abcdef01\"",
  ]) func passwordsAreNeverPrinted(_ line: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-secret-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try (line + "\n").write(to: folder.appending(path: "x.story"), atomically: true, encoding: .utf8)
    try "```story\n› \(line.replacing("\n", with: "\n… "))\nnothing\n```\n".write(
      to: folder.appending(path: "x.md"), atomically: true, encoding: .utf8)
    try
      "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns\n# \(line.prefix { $0 != "\n" })\nwait 1s\n\(line.replacing("\n", with: "\n  "))\n"
      .write(to: folder.appending(path: "r.story"), atomically: true, encoding: .utf8)
    var said = ""
    for arguments in [
      ["-c", line], ["--json", "-c", line], ["--trace", "-c", line], ["x.story"], ["check", "x.story"],
      ["check", "--fix", "x.story"], ["test", "x.story"], ["test", "x.md"], ["test", "--tap", "x.md"],
      line.split(separator: " ").map(String.init), ["render", "r.story", "to", "r.md"],
      ["render", "r.story", "to", "r.html"], ["render", "r.story", "to", "r.cast"],
      ["render", "r.story", "to", "r.svg"],
    ] {
      let run = try Program.run(arguments, folder: folder, environment: ["HOME": folder.path])
      said += run.errors + run.output
    }
    for name in ["r.md", "r.html", "r.cast", "r.svg"] {
      said += (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }
    // A comment in a recording is not parsed as a line: there only the form of a secret reveals it.
    let spoken = said.replacing(line.prefix { $0 != "\n" }, with: "")
    for secret in ["hunter2", "abcd-efgh-ijkl-mnop", "eyJhbGci", "0123456789abcdef01"] {
      let isShown = (line.contains("-mnop") || line.contains("eyJ") ? said : spoken).contains(secret)
      #expect(!isShown, "\(secret): \(said)")
    }
    if line.contains("http://") { #expect(said.contains("http://127.0.0.1:43191")) }
  }

  /// The advice that is shown instead.
  @Test func typedPasswordsGetAdvice() throws {
    let run = try Program.run(["-c", "login bob.test hunter2 on http://127.0.0.1:43191"])
    #expect(
      run.errors == """
        error: 'login' does not accept a password as an argument
          ┌─ <command line>:1:16
        1 │ login bob.test … on http://127.0.0.1:43191
          │                ^ leave the password out: `login` asks for it, or reads STORYLINE_PASSWORD

        """)
  }

  /// A line with a password, whatever its form, leaves the password in no history, recalled line, error, log,
  /// explanation, event or suggestion.
  @Test(arguments: [
    "login bob.test hunter2", "login hunter2", "login @bob.test:hunter2", "login bob.test=hunter2",
    "fail \"login bob.test hunter2\"", "let x = \"login bob.test hunter2\"", "let pw = \"hunter2\"",
    "let p = \"hunter2\"; login bob.test $p", "let mypassword = \"hunter2\"",
    "login bob.test/hunter2", "login bob.test:hunter2", "loginbob.test hunter2", "sign in bob.test hunter2",
    "sing in bob.test hunter2", "log in bob.test hunter2", "help login hunter2", "logn bob.test hunter2",
    "lgoin bob.test hunter2", "login bob.test \"hunter2\"", "login bob.test 'hunter2'", "login bob.test (hunter2)",
    "login bob.test [hunter2]", "login bob.test <hunter2>", "login \"bob.test:hunter2\"",
    "login bob.test hunter2; print 1", "login bob.test pa;hunter2", "login bob.test pa;hunterpass",
    "login bob.test pa(;hunter2",
    "login bob.test hunter2; jump hunter2", "password hunter2", "passwd hunter2", "pasword hunter2",
    "if true { login bob.test hunter2 }", "let x = login hunter2", "# login bob.test hunter2",
    "learn login bob hunter2", "post login bob hunter2", "help login bob hunter2", "learn sign in bob hunter2",
    "learn login bob pa;hunter2", "post (login\nbob\nhunter2)", "learn login hunter2", "post pasword bob.test hunter2",
    "help password hunter2", "learn \"login\" bob hunter2", "every 1h login bob hunter2",
    "learn account bob.test hunter2",
    "abcd efgh ijkl hunt", "abcd\u{2013}efgh\u{2013}ijkl\u{2013}hunt", "abcd_efgh_ijkl_hunt", "(abcd-efgh-ijkl-hunt)",
    "login bob.test abcdefghijklhunt", "login bob.test abcd efgh ijkl hunt", "post \"ab12 cd34 ef56 hunt\"",
  ])
  func noSurfaceShowsAPassword(_ line: String) throws {
    let folder = Scratch.path()
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, 1)
    let session = Session(options: options, output: Output(to: .memory, isTerminal: true), catalog: Catalog.standard)
    let history = History(path: folder + "/history") { SecretLine.isSecret($0, Catalog.standard.schema.vocabulary) }
    let prompt = Prompt(session: session, history: history, width: { 80 })
    _ = prompt.run("print 1")
    _ = prompt.run(line)
    var said = session.output.drainLines()
    for end in [0, 1, 3, 5, line.count - 3] { said.append(prompt.hint(String(line.prefix(end))) ?? "") }
    for look in ["events", "explain", "log", "recall login", "history", "print ($last)"] {
      _ = prompt.run(look)
      said += session.output.drainLines()
    }
    let kept = try String(contentsOfFile: folder + "/history", encoding: .utf8)
    #expect(kept.contains("print 1"))
    for text in [
      kept, history.entries.joined(separator: "\n"), prompt.state.recorder?.recording.text ?? "",
      said.joined(separator: "\n"),
    ] {
      #expect(!text.contains("hunt"), "\(text)")
    }
    // As JSON, and with a trace.
    for options in [["--json"], ["--trace"]] {
      let run = try Program.run(options + ["-c", line])
      #expect(!(run.output + run.errors).contains("hunt"), "\(run)")
    }
  }

  /// A variable that a later line gives to `login` was a password from the beginning.
  @Test func aRecordingForgetsAPasswordThatALaterLineUses() throws {
    let path = Scratch.path()
    try Folder.make(path)
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let recorder = Recorder(Recording.Header())
    try recorder.keep(in: path + "/r.story")
    func type(_ text: String) { recorder.add(TypedLine(text: text, began: session.now, commands: []), in: session) }
    type("let p = \"hunter2\"")
    #expect(recorder.recording.text.contains("hunter2"))
    type("login bob.test $p")
    type("p = \"hunter3\"")
    recorder.stop()
    let kept = try String(contentsOfFile: path + "/r.story", encoding: .utf8)
    for text in [recorder.recording.text, kept] {
      #expect(!text.contains("hunter") && text.contains("let p = …") && text.contains("login bob.test $p"), "\(text)")
    }
    // A recording by somebody else is masked as a whole.
    let other = try Recording(
      Source(name: "r", text: Recording(head: .init()).text + "wait 0s\nlet q = \"hunter4\"\nwait 1s\npin set $q\n"))
    #expect(!other.masked(Catalog.standard.schema.vocabulary).text.contains("hunter4"))
  }

  /// The password is in no error, suggestion, history or recording, for any word before the login.
  @Test func theWordsBeforeALoginDoNotMatter() throws {
    let schema = Catalog.standard.schema
    var words: [String] = []
    for command in schema.vocabulary.commands.commands { words += Set([command.words[0], command.name]).sorted() }
    words += Keyword.byText.keys.sorted()
    words += ["xyzzy", "print [1] |", "$last.", "x =", "every 1h", "if 1 == 1", "not", "upper"]
    let logins = [
      "login bob hunter22", "login bob.test hunter22", "sign in bob.test hunter22", "logn bob.test hunter22",
    ]
    let folder = Scratch.path()
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, 1)
    let session = Session(options: options, output: Output(to: .memory, isTerminal: true), catalog: Catalog.standard)
    let history = History(path: folder + "/history") { SecretLine.isSecret($0, Catalog.standard.schema.vocabulary) }
    let prompt = Prompt(session: session, history: history, width: { 80 })
    for word in words {
      for login in logins {
        let line = "\(word) \(login)"
        #expect(SecretLine.isSecret(line, schema.vocabulary), "\(line)")
        #expect(!SecretText.masked(line, schema.vocabulary).contains("hunter"), "\(line)")
        guard !["exit", "quit", "watch", "explore", "browse"].contains(word) else { continue }
        _ = prompt.run(line)
        _ = prompt.hint(String(line.dropLast(3))).map { #expect(!$0.contains("hunter22"), "\(line)") }
      }
    }
    let said = session.output.drainLines().joined(separator: "\n")
    let kept = try? String(contentsOfFile: folder + "/history", encoding: .utf8)
    for text in [
      said, kept ?? "", history.entries.joined(separator: "\n"), prompt.state.recorder?.recording.text ?? "",
    ] {
      #expect(!text.contains("hunter"), "\(text.split(separator: "\n").filter { $0.contains("hunter") })")
    }
  }

  /// A published post cannot be taken back: a post that contains an app password is refused, unless the user insists.
  @Test(arguments: [
    "post \"abcd-efgh-ijkl-mnop\"", "post \"it is ab12 cd34 ef56 gh78\"",
    "post \"pw abcd\u{2013}efgh\u{2013}ijkl\u{2013}mnop\"",
    "post \"Bearer 0123456789abcdef01\"", "draft \"abcd-efgh-ijkl-mnop\"; draft post 1",
  ])
  func aPasswordIsNotPublished(_ line: String) {
    let run = ScriptRun()
    #expect(
      run(line).error
        == "this text seems to contain an app password or a token, and posts are public | add `anyway` if it is not a secret"
    )
    #expect(
      run(
        "expect outbox.count == 0; \(line.hasPrefix("draft") ? "draft post 1" : line) anyway; expect outbox.count == 1"
      ).error == nil)
  }

  /// A declined text is the next line's text: the history does not keep it.
  @Test func aDeclinedTextComesBack() throws {
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, 1)
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History())
    var answer = "n"
    prompt.state.ask { _, _ in .text(answer) }
    _ = prompt.run("login bob.test")
    let line = "post \"about deep-blue-cold-seas and ten minutes of typing\""
    for refusal in ["n", ""] {
      answer = refusal
      _ = prompt.run(line)
      #expect(session.world.posts.outbox.count == 0 && !prompt.state.history.entries.contains(line))
      #expect(prompt.state.consumeTypedAhead() == line)
    }
    // What has already run in the line must not run again.
    answer = "n"
    _ = prompt.run("draft \"a\"; " + line)
    #expect(prompt.state.consumeTypedAhead() == line)
    _ = prompt.run("draft \"a\"; \(line); draft \"b\"")
    #expect(prompt.state.consumeTypedAhead() == "\(line); draft \"b\"")
    _ = prompt.run("draft \"a\"; if true { \(line) }")
    #expect(prompt.state.consumeTypedAhead() == "# draft \"a\"; if true { \(line) }")
    answer = "y"
    _ = prompt.run(line)
    #expect(session.world.posts.numbers.count == 1 && prompt.state.consumeTypedAhead() == nil)
  }

  /// Lists, profiles, reports and tags are as public as posts.
  @Test(arguments: [
    "list new \"abcd-efgh-ijkl-mnop\"", "list new x about \"abcd-efgh-ijkl-mnop\"",
    "profile edit name \"abcd-efgh-ijkl-mnop\"", "profile edit about \"my abcd-efgh-ijkl-mnop\"",
    "post \"hi\" tags \"abcd-efgh-ijkl-mnop\"", "report ana.test for spam about \"abcd-efgh-ijkl-mnop\"",
  ])
  func aPasswordIsInNothingPublic(_ line: String) {
    let error = ScriptRun.error("login bob.test\n\(line)") ?? ""
    #expect(error.hasPrefix("this text seems to contain an app password or a token, and "), "\(error)")
    #expect(error.hasSuffix(" | add `anyway` if it is not a secret"))
    let insisting = line.hasPrefix("report") ? "\(line) anyway" : "\(line) anyway; wait 1m"
    #expect(ScriptRun.error("login bob.test\n\(insisting)") == nil)
  }

  /// At a prompt, no password enters the history, a recording or a suggestion.
  @Test func aPromptKeepsNoPassword() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-secret-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, 1)
    let session = Session(options: options, output: Output(to: .memory, isTerminal: true), catalog: Catalog.standard)
    let path = folder.path + "/history"
    let history = History(path: path) { SecretLine.isSecret($0, Catalog.standard.schema.vocabulary) }
    let prompt = Prompt(session: session, history: history, width: { 80 })
    var shown: [String] = []
    for line in [
      "print 1", "login bob.test hunter2", "abcd-efgh-ijkl-mnop", "post \"abcd-efgh-ijkl-mnop\"; jump 99",

      "every 1h { login bob.test hunter2 }", "let my_password = \"hunter2\"; every 1h { print 1 }; fail \"x\"",
      "waiting", "print 2",
    ] {
      #expect(prompt.hint(String(line.prefix(4)))?.contains("hunter2") != true)
      _ = prompt.run(line)
      let lines = session.output.drainLines()
      // A post shows the text that it will publish, exactly as typed.
      if !line.hasPrefix("post ") { shown += lines }
    }
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    #expect(kept.contains("print 1") && kept.contains("print 2"))
    for text in [kept, shown.joined(separator: "\n"), prompt.state.recorder?.recording.text ?? ""] {
      #expect(!text.contains("hunter2") && !text.contains("abcd-efgh"), "\(text)")
    }
  }
}
