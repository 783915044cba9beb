import Foundation
import Testing
import Timeline

@testable import ShellCore

/// The PIN before a rating, in scripts.
@Suite struct SessionPINTests {
  /// In each script, only the expected errors occur.
  @Test(arguments: [
    "expect not pin.set; expect (pin status).setup == \"notOffered\"; expect rewards.asks == idle",
    "pin set 2580; timer start reading; timer done; expect rewards.asks == pin; rate good pin 2580; expect rewards.asks == idle",
    "pin set 0412; pin remove 0412; expect not pin.set; expect (pin status).setup == \"offered\"",
    "pin set 2580; pin change 2580 1357; expect error { pin remove 2580 }; pin remove 1357",
    "let four = \"2580\"; pin set $four; pin remove $four",
    "pin skip; pin skip; expect (pin status).setup == \"declined\"; pin set 2580; expect pin.set",
    // Without a PIN, an argument `pin` is accepted.
    "timer start reading; timer done; expect rewards.asks == rating; rate good pin 2580; expect rewards.stars == 10",
    // An open question reflects a new or removed PIN.
    "timer start reading; timer done; pin set 2580; expect rewards.asks == pin; expect error { rate good }; rate good pin 2580",
    "pin set 2580; timer start reading; timer done; pin remove 2580; expect rewards.asks == rating; rate good",
    "pin set 2580; timer start reading; timer done; pin change 2580 1357; expect error { rate good pin 2580 }; rate good pin 1357",
    // A wrong PIN leaves the question open.
    "pin set 2580; timer start reading; timer done; expect error { rate good pin 1111 }; expect rewards.asks == pin; rate good pin 2580",
    "pin set 2580; timer start reading; timer done; rate later; expect rewards.asks == idle; rate good pin 2580",
    "pin set 2580; timer start reading; timer done; rate later; expect error { rate good pin 1111 }; expect rewards.asks == idle",
    // `undo` restores the question, but not the permission to answer it.
    "pin set 2580; timer start reading; timer done; rate good pin 2580; undo; expect rewards.asks == pin; expect error { rate good }",
    "timer start reading; timer done; wait 1s; pin set 2580; rewind 1s; expect rewards.asks == pin; expect error { rate good }",
    // A file is easily edited, so its ratings are imported only with the PIN, and may be imported later.
    "pin set 2580; history import Examples/sessions.csv; expect rewards.stars == 0; expect rewards.sessions == 12; expect rewards.unrated == 12; history import Examples/sessions.csv pin 2580; expect rewards.stars == 141",
    "pin set 2580; expect error { history import Examples/sessions.csv pin 1111 }; expect rewards.sessions == 0",
    "history import Examples/sessions.csv pin 2580; expect rewards.stars == 141",
    // Neither `undo`, a fork nor `rewind` restores tries or an old PIN.
    "pin set 2580; repeat 4 { expect error { pin remove 1111 } }; fork; expect error { pin remove 2580 }; fork drop; wait 30s; pin remove 2580",
    "pin set 2580; wait 1h; repeat 2 { expect error { pin remove 1111 } }; rewind 30m; repeat 2 { expect error { pin remove 1111 } }; expect error { pin remove 2580 }",
    "wait 1m; pin set 2580; rewind 30s; expect pin.set",
    "pin set 2580; try { undo } catch { }; expect pin.set",
    // A failed command is not a step to undo.
    "expect error { pin remove 2580 }; expect error { pin set 12 }; expect session.undoable == 0",
    "pin set 2580; timer start reading; timer done; rate later; let n = session.undoable; expect error { rate good pin 1111 }; expect session.undoable == $n",
    // Input that is not a PIN does not count as a try.
    "pin set 2580; repeat 9 { expect error { pin remove 12 } }; expect (pin status).wrong == 0",
    // Events.
    "let n = 0; when pin.set { n = $n + 1; expect not $changed }; pin set 2580; wait 1s; expect $n == 1",
    "let seen = []; when pin.wrong { seen = $seen + [$wait] }; pin set 2580; repeat 4 { expect error { pin remove 1111 } }; wait 1s; expect $seen == [0s, 0s, 0s, 30s]",
    "let left = 0s; when pin.locked { left = $remaining }; pin set 2580; repeat 4 { expect error { pin remove 1111 } }; wait 10s; expect error { pin remove 2580 }; wait 1s; expect $left == 20s",
    "let asked = \"\"; when timer.saved { asked = $asks }; pin set 2580; timer start reading; timer done; wait 1s; expect $asked == \"pin\"",
  ])
  func thePINComesBeforeARating(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("pin set 123", "a PIN has 4 digits, not 3"),
    ("pin set 12345", "a PIN has 4 digits, not 5"),
    ("pin set 12a4", "a PIN has 4 digits and nothing else: character 3 is a letter"),
    ("pin set \"12 4\"", "a PIN has 4 digits and nothing else: character 3 is a space"),
    ("pin set 12.4", "a PIN has 4 digits and nothing else: character 3 is not a digit"),
    ("pin set \"\"", "you typed nothing, so nothing has changed"),
    ("pin set", "a script cannot answer a question: provide the answer beforehand | pin set PIN"),
    ("pin set 2580; pin set 1357", "a PIN is already set | try: pin change, or pin remove"),
    ("pin remove 2580", "no PIN is set | try: pin set"),
    ("pin change 2580 1357", "no PIN is set | try: pin set"),
    (
      "pin set 2580; pin change 2580",
      "`pin change` needs both the current PIN and the new one | try: pin change OLD NEW"
    ),
    (
      "pin set 2580; pin change",
      "a script cannot answer a question: provide the answer beforehand | pin change OLD NEW"
    ),
    ("pin set 2580; pin skip", "a PIN is set, so there is nothing to decline | try: pin remove"),
    ("pin set 2580; pin remove 1111", "wrong PIN | you must wait after 3 more failed attempts"),
    (
      "pin set 2580; repeat 2 { expect error { pin remove 1111 } }; pin remove 1111",
      "wrong PIN | you must wait after 1 more failed attempt"
    ),
    (
      "pin set 2580; repeat 3 { expect error { pin remove 1111 } }; pin remove 1111",
      "wrong PIN (4 failed attempts in a row) | wait 30 s before the next attempt"
    ),
    (
      "pin set 2580; repeat 4 { expect error { pin remove 1111 } }; wait 500ms; pin remove 2580",
      "too many wrong PINs: try again in 30 s"
    ),
    (
      "pin set 2580; timer start reading; timer done; rate good",
      "enter the PIN before the rating | try: rate good pin PIN"
    ),
    (
      "timer start reading; timer done; rate",
      "`rate` needs a rating | try: rate amazing, rate good, or rate needs work"
    ),
    (
      "fork; pin set 2580",
      "`pin set` has effects outside this session, which `fork drop` could not undo | try: fork keep, or fork drop"
    ),
    (
      "pin set 2580; undo",
      "`pin set …` had effects outside this session and cannot be undone | to remove the PIN, try: pin remove; to undo the command before it, try: undo"
    ),
  ])
  func refusesWithAReason(_ script: String, _ message: String) {
    #expect(ScriptRun.error(script) == message)
  }

  @Test func thePINIsSaved() throws {
    let home = try TemporaryHome()
    func run(_ script: String, at seconds: Int64 = 0) throws -> (lines: [String], error: String?) {
      var options = Session.Options()
      options.start = .practiceStart + .seconds(seconds)
      let run = ScriptRun(options)
      try run.session.openState(home.url.path)
      return run(script)
    }
    #expect(try run("pin set 2580; timer start reading; timer done").error == nil)
    #expect(try run("expect pin.set; expect error { rate good }; rate good pin 2580", at: 60).error == nil)
    #expect(try run("repeat 4 { expect error { pin remove 1111 } }", at: 120).error == nil)
    let locked = "too many wrong PINs: try again in "
    #expect(try run("pin remove 2580", at: 130).error == locked + "20 s")
    // A clock that was set back restarts the wait, and does not make it longer.
    #expect(try run("pin remove 2580", at: 0).error == locked + "30 s")
    #expect(try run("pin remove 2580", at: 29).error == locked + "1 s")
    #expect(try run("pin remove 2580", at: 30).error == nil)
    #expect(try run("expect not pin.set; expect (pin status).setup == \"offered\"").error == nil)
  }

  @Test func aDamagedFileLetsTheRestWork() throws {
    let home = try TemporaryHome()
    let file = home.url.appending(path: "pin")
    try Data("storyline pin 1\nsetup declined\n".utf8).write(to: file)
    let run = ScriptRun()
    try run.session.openState(home.url.path)
    #expect(run("timer start reading; timer done; expect rewards.asks == pin; expect pin.set").error == nil)
    let message =
      "the PIN file '\(file.path)' cannot be used: its end is missing; ratings need it, so they are blocked"
      + " | replace it with a good copy; without this file, no PIN is set"
    for script in ["rate good pin 2580", "pin set 2580", "pin remove 2580", "pin skip", "pin status"] {
      #expect(run(script).error == message, "\(script)")
    }
    try FileManager.default.removeItem(at: file)
    #expect(run("rate good; expect rewards.stars == 10").error == nil)
  }

  /// No output or file of a session contains the digits, whether they were right, wrong or not a PIN.
  @Test(arguments: [["--trace"], ["--json", "--trace"], ["--json"], []])
  func thePINIsNeverWritten(_ options: [String]) throws {
    let home = try TemporaryHome()
    // Three given digits occur in the name of a session now and then.
    let pins = (1...5).map { "739\($0)" }
    let body = """
      pin set 7391
      timer start reading
      timer done
      try { rate good pin 7392 } catch e { print $e }
      expect error { pin change 7393 7394 }
      rate good pin 7391
      undo
      explain
      redo pin 7391
      events 100
      pin change 7391 7395
      try { undo } catch e { print $e }
      variables

      """
    let mistakes = [
      "pin set 7396", "pin set 73a97", "pin remove 7398", "pin st 7399", "pin 7380", "pni set 7381", "rate good 7382",
      "rate god pin 7383", "rate good pn 7384", "pin set 7385 7386", "expect (rate good pin 7387) == 1",
      "pin set (upper 7388 7389)", "pin set \"73{1", "\"7371\" | pin set", "pin set (\n  7372\n", "pin set true7373 }",
      "expect error { pin skip; pin set 7395 }; pin remove 7374; pin status", "wait until (pin remove 7375) == 1",
      "rate good pin 7376 pin 7377", "pin set @7378", "pin set 7379 | nonsense",
    ]
    func output(_ script: String, _ folder: String, isTyped: Bool) throws -> Program.Result {
      try Program.run(
        options + ["--state", home.url.path + "/" + folder] + (isTyped ? ["-"] : ["-c", script]),
        input: isTyped ? script : nil, environment: ["HOME": home.url.path])
    }
    for isTyped in [true, false] {
      let run = try output(body, isTyped ? "a" : "b", isTyped: isTyped)
      #expect(run.status == 0, "\(run.errors)")
      for pin in pins { #expect(!(run.output + run.errors).contains(pin), "\(run.output)") }
    }
    // With `--trace`, a syntax error is reported in the same way.
    for script in options.contains("--trace") ? [] : mistakes {
      let run = try output(script, "a", isTyped: false)
      #expect(run.status != 0, "\(script)")
      #expect(!(run.output + run.errors).contains("73"), "\(script): \(run.output + run.errors)")
    }
    let files = FileManager.default.enumerator(at: home.url, includingPropertiesForKeys: nil)
    for case let file as URL in files!
    where (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
      // The checksum before a line of a journal may have any digits.
      let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
      let isJournal = file.pathExtension == "journal"
      let text = lines.map { isJournal ? $0.dropFirst(8) : $0 }.joined(separator: "\n")
      for pin in pins { #expect(!text.contains(pin), "\(file.lastPathComponent)") }
    }
  }

  @Test func checkShowsNoPIN() throws {
    let home = try TemporaryHome()
    let file = home.url.appending(path: "a.story")
    try Data("pin set 7391\npin st 7392\nrate good 7393\nstroy 1; pin remove 7394 7395\n".utf8).write(to: file)
    let run = try Program.run(["check", file.path])
    #expect(run.status == 2)
    #expect(run.errors.contains("pin st …") && run.errors.contains("rate good …"))
    let text = (run.output + run.errors).replacing(home.url.path, with: "")
    #expect(!text.contains("73"), "\(text)")
  }
}
