import Terminal
import Testing

@testable import Shell
@testable import ShellCore

@Suite struct HinterTests {
  private let session = Session(output: Output(to: .memory), catalog: Catalog.standard)

  func hint(
    _ line: String, typed: [String] = [], failed: [String] = [], in other: Session? = nil
  ) -> String? {
    let session = other ?? session
    let history = History()
    for entry in typed { history.add(entry) }
    for entry in failed { history.markFailed(entry) }
    return Hinter(
      history: history, completer: Completer(session: session), canRun: PromptRunner(session: session).canSuggest
    ).hint(for: line)
  }

  /// Mistakes are not suggested again: neither lines that failed nor lines with syntax errors.
  static let invalidLines: [(line: String, typed: [String], failed: [String], hint: String?)] = [
    ("ti", ["timer start reading", "timr start reading"], [], "mer start reading"), ("stro", ["stroy play 4"], [], nil),
    ("sto", ["story play"], [], nil), ("clu", ["cluster ~/none"], ["cluster ~/none"], "ster"),
    ("story play", ["story play 4", "story play 99999999"], ["story play 99999999"], " 4"),
    ("print $", ["print $nope"], [], nil),
  ]

  @Test(arguments: invalidLines)
  func invalidLinesAreNotSuggested(_ line: String, _ typed: [String], _ failed: [String], _ expected: String?) {
    #expect(hint(line, typed: typed, failed: failed) == expected)
  }

  /// A line typed in practice would be refused in a real session.
  @Test func practiceCommandsAreSuggestedInPractice() {
    let typed = ["report", "skip 5s"]
    #expect(hint("sk", typed: typed) == "ip 5s")
    var options = Session.Options()
    options.kind = .real
    let real = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    #expect(hint("sk", typed: typed, in: real) != "ip 5s")
  }

  @Test func theNewestLineThatBeganSo() {
    #expect(hint("story p", typed: ["story play 4", "story play 5", "tap left"]) == "lay 5")
    #expect(hint("clu", typed: ["cluster /tmp"]) == "ster /tmp")
  }

  /// A line that once ran may be refused now.
  @Test func refusedLinesAreNotSuggested() {
    #expect(hint("clu", typed: ["cluster /tmp", "cluster \"/tmp/no such folder\""]) == "ster /tmp")
    #expect(hint("let f", typed: ["let f = open /tmp/none.csv"]) == nil)
    #expect(hint("save", typed: ["save [1] to \"/tmp/none.csv\""]) == " [1] to \"/tmp/none.csv\"", "it would be made")
    #expect(hint("rat", typed: ["rate good"]) == "e", "nothing waits for it")
    #expect(hint("timer p", typed: ["timer pause"]) == "ause", "the only command")
    #expect(hint("tap", typed: ["tap left", "hold"]) == nil, "nothing plays")
    let run = ScriptRun()
    #expect(run("story play 4").error == nil)
    #expect(hint("tap", typed: ["tap left", "hold"], in: run.session) == " left")
    #expect(hint("wait", typed: ["wait 2s"]) == " 2s")
    // Commands that need the prompt or the screen are available at a prompt.
    for line in ["recall story", "exit 3", "explore (settings)", "learn taps"] {
      #expect(hint(String(line.prefix(4)), typed: [line]) == String(line.dropFirst(4)))
    }
  }

  /// Each key asks for a hint, so the result of a trial is kept until the state changes.
  @Test func theAnswerHoldsUntilSomethingHappens() {
    let (history, runner) = (History(), PromptRunner(session: session))
    history.add("tap left")
    let hinter = Hinter(history: history, completer: Completer(session: session), canRun: runner.canSuggest)
    #expect(hinter.hint(for: "tap") == nil)
    _ = runner.run("story play 4")
    #expect(hinter.hint(for: "tap") == " left")
    _ = runner.run("story stop")
    #expect(hinter.hint(for: "tap") == nil)
  }

  /// A user without a matching line in the history is shown a line from the beginning of `help`.
  @Test func aNewcomerSeesTheLinesToTry() {
    #expect(hint("timer sta") == "rt reading 20")
    #expect(hint("st") == "ory play 4 for 15s")
    #expect(hint("s") != "tory play 4 for 15s", "one letter says too little")
    #expect(hint("hold ") == nil, "nothing is playing, so there is nothing to hold")
    #expect(hint("clu") == "ster", "there is no such folder")
    #expect(hint("st", typed: ["story play 2"]) == "ory play 2")
    #expect(hint("story play 4", typed: ["story play 2"]) == nil, "this one has found the way")
    #expect(hint(" st") == nil)
  }

  @Test func otherwiseTheOnlyCompletionIsSuggested() {
    #expect(hint("clu") == "ster")
    #expect(hint("timer res") == "ume", "the only command")
    #expect(hint("timer sta", typed: ["timer list"]) == nil, "start or status")
    #expect(hint("timer start ", typed: ["timer list"]) == nil, "nothing typed of the word")
    #expect(hint("tap right") == nil, "nothing is missing")
    #expect(hint("timer start ip") == nil, "iPad does not begin so")
    #expect(hint("cluster /us") == nil, "no folder is read for it")
  }
}
