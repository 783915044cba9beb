import Foundation
import Testing

/// Typing the PIN at a terminal without showing it.
@Suite(.serialized) struct PINPromptTests {
  /// Returns a prompt with enough rows to keep a session's whole output on the screen.
  private func prompt(_ home: TemporaryHome? = nil) throws -> PseudoTerminal {
    try PseudoTerminal.prompt(home: home, columns: 100, rows: 60)
  }

  private func answer(_ terminal: PseudoTerminal, _ question: String, _ keys: String) {
    terminal.expect("asked: \(question)") { $0.lines.last == question && $0.column == question.count + 1 }
    terminal.send(keys)
  }

  @Test func aNewPINIsEnteredTwiceAndHidden() throws {
    let home = try TemporaryHome()
    let terminal = try prompt(home)
    terminal.enter("pin set")
    answer(terminal, "New PIN:", "7391\r")
    answer(terminal, "Repeat the new PIN:", "7391\r")
    terminal.expect("set") {
      $0.lines.contains { $0.hasSuffix("✓ PIN set: every rating needs it now") } && $0.lines.last == "›"
    }
    // A PIN that the user shows in a line now must not be revealed later.
    for line in ["print 1 + 7391", "print \"is it 7391?\"", "rate good pin 7391", "stroy 7391"] {
      terminal.enter(" clear")
      terminal.enter(line)
    }
    terminal.enter(" clear")
    terminal.enter("timer start reading; timer done")
    terminal.enter("rate good")
    answer(terminal, "PIN:", "7392\r")
    // After a wrong PIN the program asks again, so that the next one is not typed where it can be seen.
    let again = "wrong PIN: you must wait after 3 more failed attempts. PIN:"
    // The PIN is corrected while it is typed; keys without a meaning here do nothing.
    answer(terminal, again, "99\u{15}\u{1B}[A73\t95\u{7F}\u{7F}91\r")
    terminal.expect("rated") { $0.lines.contains { $0.hasSuffix("★ reading: good, 10 stars; 10 in all") } }
    // Only the questions are on the screen, and the history recalls none of the answers.
    #expect(!terminal.screen.lines.contains { $0.contains("73") || $0.contains("91") })
    terminal.send("\u{1B}[A")
    terminal.expect("the command alone is recalled") { $0.lines.last == "› rate good" }
    terminal.send("\u{15}\u{19}")
    terminal.send("\u{15}recall 7")
    terminal.send("\r")
    terminal.expect("none") { $0.lines.contains(" nothing in your history matches") }
    terminal.send("\u{04}")
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.isCooked)
    let files = FileManager.default.enumerator(at: home.url, includingPropertiesForKeys: nil)
    for case let file as URL in files! {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      // Checksums and random salts may contain the same digits.
      let words = text.split { !$0.isHexDigit }
      #expect(!words.contains("7391") && !words.contains("7392"), "\(file.lastPathComponent)")
    }
  }

  /// Answers typed ahead of their questions reach the questions, and never the screen.
  @Test func typedAheadPINsAreHidden() throws {
    let terminal = try prompt()
    terminal.send("pin set\r7391\r7391\rpin remove\r7391\rprint \"over\"\r")
    terminal.expect("all done") { $0.lines.contains("over") && $0.lines.last == "›" }
    #expect(terminal.screen.lines.contains { $0.hasSuffix("✓ PIN removed: anyone can rate") })
    #expect(!terminal.screen.lines.contains { $0.contains("7391") })
  }

  @Test(arguments: [("\u{03}", true), ("73\u{03}", true), ("\u{04}", true), ("73\u{04}", true), ("\r", false)])
  func leavingChangesNothing(_ keys: String, _ isQuiet: Bool) throws {
    let terminal = try prompt()
    terminal.enter("pin set")
    answer(terminal, "New PIN:", keys)
    terminal.expect("left") {
      $0.lines.last == "›"
        && $0.lines.contains(isQuiet ? "interrupted" : "error: you typed nothing, so nothing has changed")
    }
    terminal.enter("print pin.set")
    terminal.expect("nothing set, and echo is back") {
      $0.lines.contains("false") && $0.lines.contains("› print pin.set")
    }
    terminal.send("\u{04}")
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.isCooked)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func aSignalGivesTheTerminalBack(_ signal: Int32) throws {
    let terminal = try prompt()
    terminal.enter("pin set")
    answer(terminal, "New PIN:", "73")
    #expect(!terminal.isCooked)
    kill(terminal.process, signal)
    _ = terminal.waitForEnd()
    #expect(terminal.isCooked)
  }

  /// After an error the program asks again; otherwise the user would type the digits at the prompt, where they are
  /// visible.
  @Test func aMistypedPINIsAskedAgain() throws {
    let terminal = try prompt()
    terminal.enter("pin set")
    answer(terminal, "New PIN:", "73\r")
    answer(terminal, "a PIN has 4 digits, not 2. New PIN:", "7391\r")
    answer(terminal, "Repeat the new PIN:", "7392\r")
    answer(terminal, "the two PINs are different. New PIN:", "\r")
    terminal.expect("left") { $0.lines.contains("error: you typed nothing, so nothing has changed") }
    terminal.enter("print pin.set")
    terminal.expect("none") { $0.lines.contains("false") }
    terminal.enter("pin set")
    answer(terminal, "New PIN:", "7391\r")
    answer(terminal, "Repeat the new PIN:", "739\r")
    answer(terminal, "the two PINs are different. New PIN:", "7391\r")
    answer(terminal, "Repeat the new PIN:", "7391\r")
    terminal.expect("set") { $0.lines.contains { $0.hasSuffix("✓ PIN set: every rating needs it now") } }
  }

  /// The PIN permits one rating. If the user leaves without rating, the next rating asks for the PIN again.
  @Test func leavingTheRatingRequiresThePINAgain() throws {
    let terminal = try prompt()
    terminal.enter("pin set 7391; timer start reading; timer done")
    terminal.enter("rate")
    answer(terminal, "PIN:", "7391\r")
    answer(terminal, "reading: (a)mazing, (g)ood or (n)eeds work?", "x\r")
    answer(
      terminal, "reading: please type a, g or n. (a)mazing, (g)ood or (n)eeds work?", "\u{03}")
    terminal.expect("left") { $0.lines.contains("interrupted") && $0.lines.last == "›" }
    terminal.enter("rate good")
    answer(terminal, "PIN:", "7391\r")
    terminal.expect("rated") { $0.lines.contains { $0.hasSuffix("★ reading: good, 10 stars; 10 in all") } }
  }

  @Test func theRatingIsAskedForToo() throws {
    let terminal = try prompt()
    terminal.enter("timer start reading; timer done")
    terminal.enter("rate")
    answer(terminal, "reading: (a)mazing, (g)ood or (n)eeds work?", "x\u{7F}n\r")
    terminal.expect("rated") { $0.lines.contains { $0.hasSuffix("★ reading: needs work, 5 stars; 5 in all") } }
    #expect(terminal.screen.lines.contains("reading: (a)mazing, (g)ood or (n)eeds work? n"))
  }

  /// A block that a timer runs cannot ask, because the user may be in the middle of a line.
  @Test func onlyALineThatWasTypedAsks() throws {
    let terminal = try prompt()
    terminal.enter("after 10ms { pin set }")
    terminal.expect("refused") {
      $0.lines.contains("error: a script cannot answer a question: provide the answer beforehand")
    }
  }

  @Test func aPINIsOfferedOnceForEver() throws {
    let offer = "protect ratings with a PIN? try: pin set, or pin skip"
    let home = try TemporaryHome()
    let first = try prompt(home)
    first.enter("timer start reading; timer done; rate good")
    first.expect("offered") { $0.lines.contains { $0.hasSuffix(offer) } && $0.lines.last == "›" }
    first.enter("timer start shower; timer done; print \"two\"")
    first.expect("once") { $0.lines.contains("two") }
    #expect(first.screen.lines.filter { $0.hasSuffix(offer) }.count == 1)
    first.send("\u{04}")
    #expect(first.waitForEnd() == 0)
    let second = try prompt(home)
    second.enter("timer start shower; timer done; print (pin status).setup")
    second.expect("not again") { $0.lines.contains("offered") }
    #expect(!second.screen.lines.contains { $0.hasSuffix(offer) })

    // Neither scripts nor users who declined before are asked.
    let other = try TemporaryHome()
    let script = try Program.run(
      ["--real", "-c", "timer start reading; timer done; print (pin status).setup"],
      environment: ["HOME": other.url.path, "XDG_DATA_HOME": ""])
    #expect(script.lines.last == "notOffered")
    let third = try prompt(other)
    third.enter("pin skip; timer start reading; timer done; print (pin status).setup")
    third.expect("declined") { $0.lines.contains("declined") }
    #expect(!third.screen.lines.contains { $0.hasSuffix(offer) })
  }
}
