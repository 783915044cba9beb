import System
import Testing

@Suite(.serialized) struct QuestionTests {
  /// Returns a probe that asks a question at the command `ask`.
  private func asked() throws -> ProbeTerminal {
    let terminal = try ProbeTerminal()
    terminal.send("ask\r")
    terminal.expect(["› ask", "got: ask", "name?"], cursor: (2, 6))
    return terminal
  }

  @Test func anAnswerIsTypedAndMended() throws {
    let terminal = try asked()
    terminal.send("anx\u{7F}\u{1B}[A\u{1B}[200~a\u{1B}[201~")
    terminal.expect("typed") { $0.line(2) == "name? ana" && $0.column == 9 }
    terminal.send("\r")
    terminal.expect("read") { $0.lines.suffix(2) == ["answer: ana", "›"] }
  }

  /// An answer of several rows is corrected across them, and fits a window of another size.
  @Test func anAnswerWraps() throws {
    let terminal = try asked()
    let answer = (0..<7).map { "abcdefghi\($0)" }.joined()
    terminal.send(answer)
    let above = ["› ask", "got: ask"]
    func shown(_ columns: Int, _ text: String) -> [String] {
      var rest = Substring("name? " + text)
      var rows: [String] = []
      while !rest.isEmpty {
        rows.append(String(rest.prefix(columns)))
        rest = rest.dropFirst(columns)
      }
      return above + rows
    }
    terminal.expect(shown(40, answer), cursor: (3, 36))
    terminal.resize(columns: 80, rows: 10)
    terminal.expect(shown(80, answer), cursor: (2, 76))
    terminal.resize(columns: 30, rows: 10)
    terminal.expect(shown(30, answer), cursor: (4, 16))
    terminal.send(String(repeating: "\u{7F}", count: 30))
    terminal.expect(shown(30, String(answer.dropLast(30))), cursor: (3, 16))
    terminal.resize(columns: 50, rows: 10)
    terminal.expect(shown(50, String(answer.dropLast(30))), cursor: (2, 46))
    terminal.send("\r")
    terminal.expect("read") { $0.lines.last == "›" && $0.lines.count { $0.contains("name?") } == 1 }
  }

  /// A question is broken at words, again for each width.
  @Test func aQuestionWrapsAtWords() throws {
    let terminal = try ProbeTerminal()
    terminal.send("ask which of the many stories should be played next?\r")
    let rows = ["which of the many stories should", "be played next?"]
    terminal.expect("asked") { $0.lines.suffix(2) == rows[...] && $0.column == 16 }
    terminal.send("four")
    terminal.expect("typed") { $0.lines.suffix(2) == [rows[0], rows[1] + " four"] }
    terminal.resize(columns: 80, rows: 10)
    let whole = "which of the many stories should be played next? four"
    terminal.expect("one row") { $0.lines.last == whole && $0.lines.count { $0.hasPrefix("which") } == 1 }
    terminal.resize(columns: 24, rows: 10)
    let narrow = ["which of the many", "stories should be", "played next? four"]
    terminal.expect("three rows") { $0.lines.suffix(3) == narrow[...] && $0.lines.count { $0.hasPrefix("which") } == 1 }
    terminal.send("\u{7F}\u{7F}\r")
    terminal.expect("read") { $0.lines.suffix(3) == ["played next? fo", "answer: fo", "›"] }
  }

  /// Rows of the question that a smaller window has pushed out of the screen are not written a second time.
  @Test func aQuestionIsLeftOnce() throws {
    let terminal = try ProbeTerminal(columns: 40, rows: 8)
    terminal.send("ask which of the many stories should be played next?\r")
    terminal.expect("asked") { $0.lines.last == "be played next?" && $0.column == 16 }
    terminal.resize(columns: 40, rows: 1)
    terminal.expect("its last row") { $0.lines == ["be played next?"] && $0.column == 16 }
    terminal.send("x")
    terminal.expect("typed") { $0.lines == ["be played next? x"] }
    terminal.resize(columns: 40, rows: 5)
    terminal.send("y\r")
    terminal.expect("read") { $0.lines.suffix(2) == ["answer: xy", "›"] }
    let all = terminal.screen.scrolledOff + terminal.screen.lines
    #expect(all.suffix(4) == ["which of the many stories should", "be played next? xy", "answer: xy", "›"], "\(all)")
    #expect(all.count { $0.hasPrefix("which") } == 1)
  }

  /// The beginning of a question that does not fit is above the screen; its end and the answer are on it.
  @Test func aQuestionMayBeHigherThanTheWindow() throws {
    let terminal = try ProbeTerminal(columns: 12, rows: 4)
    terminal.send("ask one two three four five six seven eight\r")
    terminal.expect("its end") { $0.lines.last == "eight" && $0.column == 6 }
    let all = terminal.screen.scrolledOff + terminal.screen.lines
    #expect(all.suffix(5) == ["one two", "three", "four five", "six seven", "eight"], "\(all)")
    terminal.send("yes\r")
    terminal.expect("read") { $0.lines.suffix(3) == ["eight yes", "answer: yes", "›"] }
  }

  /// Names may have letters of any script, and Backspace deletes one visible character.
  @Test func namesAreOfAllScripts() throws {
    let terminal = try asked()
    terminal.send("Zoë日x\u{7F}\u{7F}e\u{301}\u{7F}!")
    terminal.expect("shown") { $0.line(2) == "name? Zoë!" && $0.column == 10 }
    terminal.send("\u{7F}日\r")
    terminal.expect("read") { $0.lines.suffix(2) == ["answer: Zoë日", "›"] }
  }

  @Test(arguments: ["\u{03}", "\u{04}"]) func endOfInputEndsTheQuestion(_ key: String) throws {
    let terminal = try asked()
    terminal.send("an" + key)
    terminal.expect("left") { $0.lines.suffix(2) == ["no answer", "›"] }
  }

  @Test func questionsAreRepeatedAfterASuspension() throws {
    let terminal = try asked()
    terminal.send("an")
    terminal.expect("typed") { $0.line(2) == "name? an" }
    terminal.send("\u{1A}")
    // A session leader without a parent shell is not stopped: the question simply appears again.
    terminal.expect("again") { $0.lines.suffix(2) == ["name? an", "name? an"] && ($0.row, $0.column) == (3, 8) }
    kill(terminal.process, SIGCONT)
    terminal.pump(atMost: 300)
    terminal.send("a")
    terminal.expect("and when it goes on") { $0.lines.suffix(1) == ["name? ana"] }
    terminal.send("\r")
    terminal.expect("read") { $0.lines.suffix(2) == ["answer: ana", "›"] }
  }
}
