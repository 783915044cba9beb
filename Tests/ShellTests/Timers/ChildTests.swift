import Testing
import Timeline
import Timers

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// Several children: each has stars, a streak, a history, rest days, rewards spent and routines of its own.
@Suite struct ChildTests {
  private let devices = FamilyDevices()

  private static let two = "profile name Mia; child add Ben; "
  private static let ten = "timer start reading; timer done; rate good; "

  @Test(arguments: [
    "child Ben; child Mia; child Mia; expect child.name == \"Mia\"; child b; expect child.name == \"Ben\"; expect child.count == 2",
    // Stars, streaks, histories and statistics.
    ten + "expect rewards.stars == 10; child Mia; expect rewards.stars == 0; expect (streak).length == 0",
    ten
      + "child Mia; expect (history | count) == 0; expect (stats).total.sessions == 0; child Ben; expect (history)[0].child == \"Ben\"",
    ten + "child Mia; wait 1d; \(ten)expect rewards.streak == 1; child Ben; \(ten)expect rewards.streak == 2",
    ten + "expect (child)[1].stars == 10; expect (child)[0].stars == 0; expect (child)[1].active",
    // The third day of one child is the first of the other.
    ten + "wait 1d; \(ten)wait 1d; \(ten)expect rewards.stars == 35; child Mia; \(ten)expect rewards.stars == 10",
    // A timer stays with the child it was started for, and its rating is that child's.
    "timer start reading; child Mia; timer done; expect rewards.sessions == 0; rate good; expect rewards.stars == 0; child Ben; expect rewards.stars == 10",
    "timer start reading; timer done; child Mia; timer start shower; timer done; rate good; expect rewards.stars == 10; expect rewards.unrated == 0; child Ben; rate amazing; expect rewards.stars == 15",
    // Rewards belong to the family, spent stars to the child.
    "reward add film for 10; \(ten)stars spend film; expect rewards.balance == 0; expect (stars spent | count) == 1; child Mia; \(ten)expect rewards.balance == 10; expect (stars spent | count) == 0; expect (rewards)[0].left == 0",
    // Rest days are the child's.
    "rest on 2026-01-06; expect (rest | get days | count) == 1; child Mia; expect (rest | get days | count) == 0",
    "stars goal 10; \(ten)expect rewards.week == 10; child Mia; expect rewards.week == 0",
    // Routines.
    "routine add morning \"dress 5m\"; child Mia; expect (routines | count) == 0; routine add morning \"nap 3m\"; expect (routines)[0].length == 3m; child Ben; expect (routines)[0].length == 5m; routine start; wait 5m; routine rate good; expect rewards.stars == 10",
    "routine add morning \"dress 5m, teeth 3m\"; routine start; child Mia; wait 8m; child Ben; expect (history | count) == 2",
    // The wrong child was active.
    ten
      + "history edit 1 child Mia; expect rewards.stars == 0; child Mia; expect rewards.stars == 10; undo; undo; expect rewards.stars == 10",
    // Undo and redo.
    "undo; expect child.count == 1; expect child.name == \"Mia\"; redo; expect child.name == \"Ben\"",
    "child Mia; undo; expect child.name == \"Ben\"; \(ten)undo; undo; undo; expect rewards.stars == 0",
    // A child that returns has everything again.
    ten
      + "child remove Ben; expect child.count == 1; expect child.name == \"Mia\"; expect rewards.stars == 0; child add ben; expect rewards.stars == 10; expect child.name == \"ben\"",
    "profile name Benjamin; expect child.name == \"Benjamin\"; \(ten)child Mia; child benj; expect rewards.stars == 10; child add Ben; expect rewards.stars == 0; expect child.count == 3",
  ])
  func eachChildHasItsOwn(_ script: String) { ScriptRun.passes(Self.two + script) }

  /// Sessions from before there were children belong to the first child, named or not.
  @Test(arguments: [
    "profile name Mia; \(ten)child add Ben; expect rewards.stars == 0; child Mia; expect rewards.stars == 10",
    ten
      + "child add Ben; expect child.count == 2; child first; expect rewards.stars == 10; profile name Mia; expect (child)[0].name == \"Mia\"",
    // The child without a name turns out to be one that was added.
    ten
      + "child add Ben; \(ten)child first; profile name Ben; expect child.count == 1; expect rewards.stars == 20; expect (history | count) == 2",
    "child add Ben; expect child.count == 1; expect (child)[0].name == \"Ben\"",
  ])
  func earlierSessionsBelongToTheFirstChild(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("child Zoe", "there is no child 'Zoe' | try: child add Zoe"),
    (two + "child Bne", "there is no child 'Bne' | did you mean 'Ben'?"),
    (two + "child add Bert; child Be", "'Be' could be Ben or Bert | type more letters of the name"),
    (two + "child add mia", "there is already a child called Mia | try: child Mia"),
    (two + "profile name mia", "there is already a child called Mia | try: child Mia"),
    ("child add \"\"", "a name needs at least one character | try: profile name Mia"),
    (
      two + ten + "child Mia; history edit 1 child Ben",
      "Mia has no session yet | try: child NAME"
    ),
    (two + ten + "history edit 2 child Mia", "there is only 1 session of Ben | try: history all"),
    ("child add remove", "'remove' is a keyword of this command, not a name | try: child add Mia"),
    (
      two + "child remove Mia",
      "Mia is the first child of this device and owns the device's first sessions: this child cannot be removed here | to rename this child, try: profile name NAME"
    ),
    (two + "timer start reading; child remove Ben", "Ben's timer is not over yet | try: timer done"),
    (two + "profile forget", "Ben was added by name, so the name cannot be removed | try: child remove Ben"),
    (
      two + "pin set 1234; timer start reading; timer done; rate good pin 1234; history edit 1 child Mia",
      "this changes stars or streaks, so it requires the PIN | try: history edit 1 … pin PIN"
    ),
  ])
  func whatCannotBeIsRefused(_ script: String, _ error: String) { #expect(ScriptRun()(script).error == error) }

  @Test func theWordsSayWhoseItIs() {
    let run = ScriptRun()("\(Self.two)\(Self.ten)stats; stars; child Mia; undo")
    #expect(run.error == nil)
    #expect(run.lines.contains { $0.contains("Let's do this, Ben!") })
    #expect(run.lines.contains { $0.contains("★ Ben, reading: good, 10 stars; 10 in all") })
    #expect(run.lines.contains { $0.contains("Ben: 1 session on 1 day") })
    #expect(run.lines.contains { $0.hasSuffix("★ Ben has 10 stars: 10 today, 10 this week") })
    #expect(run.lines.contains { $0.hasSuffix("Mia is active: 0 stars") })
    #expect(run.lines.last?.contains("Ben is active") == true)
  }

  @Test func thePromptShowsWhoIsActive() throws {
    func status(_ script: String) -> String? {
      let run = ScriptRun()
      #expect(run(script).error == nil)
      return TimerStatus.text(run.session.world.timers, at: run.session.now, true, .unicode)?.plain
    }
    #expect(status("profile name Mia") == nil)
    #expect(status("child add Ben") == nil)
    #expect(status(Self.two) == "Ben")
    #expect(status(Self.two + "timer start reading 20") == "Ben ● 20:00")
    // Whose timer it is, and who is active.
    #expect(status(Self.two + "timer start reading 20; child Mia") == "Ben ● 20:00  Mia")
  }

  /// Each device remembers who is active there; children, sessions and routines are shared.
  @Test func twoDevicesShareTheFamily() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(a("\(Self.two)\(Self.ten)routine add morning \"dress 5m\"; \(sync)").error == nil)
    #expect(
      b(
        """
        wait 1h; \(sync); expect child.count == 2; expect child.name == "Mia"; \(Self.ten)routine add morning "nap 3m"
        child Ben; expect rewards.stars == 10; child add Zoe; \(Self.ten)\(sync)
        """
      ).error == nil)
    #expect(
      a(
        "wait 2h; \(sync); expect child.name == \"Ben\"; expect (child)[0].stars == 10; expect (child)[1].stars == 10; expect (child)[2].stars == 10"
      ).error == nil)
    for (name, active) in [("a", "Ben"), ("b", "Zoe")] {
      let script =
        "\(sync); expect child.name == \"\(active)\"; expect (child)[0].stars == 10; expect (child)[1].stars == 10; expect (child)[2].stars == 10; child Mia; expect (routines)[0].length == 3m"
      #expect(try devices.open(name)(script).error == nil)
    }
    #expect(try devices.open("a")("child remove Zoe; \(sync)").error == nil)
    #expect(
      try devices.open("b")("wait 3h; \(sync); expect child.count == 2; expect child.name == \"Mia\"").error == nil)
  }

  /// A device that nobody has used has no child of its own: the first of the others is active. One with sessions keeps
  /// its child.
  @Test func aNewDeviceHasNoChildOfItsOwn() throws {
    let sync = devices.sync
    #expect(try devices.open("a")("child add Mia; child add Ben; \(Self.ten)\(sync)").error == nil)
    let b = try devices.open("b")
    #expect(b("\(sync); expect child.count == 2; expect child.name == \"Mia\"; \(Self.ten)\(sync)").error == nil)
    #expect(
      try devices.open("b")(
        "expect child.name == \"Mia\"; expect (child)[0].stars == 10; expect (child)[1].stars == 10"
      ).error == nil)
    let c = try devices.open("c")
    #expect(c("\(Self.ten)\(sync); expect child.count == 3; expect child.name == none").error == nil)
    #expect(
      c(
        "expect (child)[0].stars == 10; expect (child)[1].stars == 10; expect (child)[2].stars == 10; child mia; child first"
      ).error == nil)
    #expect(try devices.open("c")("expect child.name == none; expect child.count == 3").error == nil)
  }

  /// Two devices that have not met add the same child: it is one.
  @Test func aChildThatTwoDevicesAddIsOne() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(a("child add Ben; child add Mia; \(Self.ten)routine add up \"dress 5m\"; \(sync)").error == nil)
    #expect(
      b("wait 1h; profile name Mia; \(Self.ten)routine add down \"teeth 3m\"; \(sync); expect child.count == 2").error
        == nil)
    for run in [a, b] {
      let script = "\(sync); expect child.count == 2; expect rewards.stars == 20; expect (routines | count) == 2"
      #expect(run("\(script)").error == nil)
    }
    #expect(a("routine remove up; \(sync)").error == nil)
    #expect(b("\(sync); expect (routines | count) == 1; expect (routines)[0].name == \"down\"").error == nil)
  }

  @Test func exportsNameTheChild() throws {
    for ending in ["csv", "json"] {
      let path = Scratch.path() + "." + ending
      ScriptRun.passes("\(Self.two)\(Self.ten)child Mia; \(Self.ten)history export to \"\(path)\"")
      ScriptRun.passes(
        "\(Self.two)wait 1d; history import \"\(path)\"; expect rewards.stars == 10; child Mia; expect rewards.stars == 10; history import \"\(path)\"; expect rewards.sessions == 1"
      )
      // A family without children writes and reads what it always did.
      ScriptRun.passes("\(Self.ten)history export to \"\(path)\" replace")
      #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("child"))
    }
  }

  @Test func explainSaysWhoseItIs() {
    for (script, reason) in [
      ("child Mia", "Timers, stars, history and routines are now Mia's."),
      ("\(Self.ten)history edit 1 child Mia", "The session of reading was corrected: it is Mia's."),
      ("child remove Ben", "Ben no longer belongs to the family."),
      ("child", "listed the children and changed nothing"),
    ] {
      let run = ScriptRun()("\(Self.two)\(script); explain")
      let words = run.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(run.error == nil && words.contains(reason), "\(script): \(words)")
    }
  }

  /// An import never brings sessions that no command shows: of an unknown child, or of one given by name only.
  @Test func importsAreOfTheFamily() throws {
    let folder = Scratch.folder().path
    let made = ScriptRun()
    #expect(
      made("profile name Mia; child add Ben; timer start reading 1; timer done; history export to \"\(folder)/a.csv\"")
        .error == nil)
    let other = ScriptRun()
    #expect(
      other("profile name Zed; history import \"\(folder)/a.csv\"").error
        == "'\(folder)/a.csv' has sessions of Ben, who is not in your family: nothing was imported | try: child add Ben"
    )
    #expect(other("child add ben; history import \"\(folder)/a.csv\"; expect (child)[1].sessions == 1").error == nil)
    // The first child is found by name.
    let text = try String(contentsOfFile: folder + "/a.csv", encoding: .utf8).replacing(",Ben", with: ",MIA")
    try text.write(toFile: folder + "/b.csv", atomically: false, encoding: .utf8)
    #expect(
      ScriptRun()("profile name Mia; history import \"\(folder)/b.csv\"; expect rewards.sessions == 1").error == nil)
  }

  /// With a PIN, no new name gives one child's sessions to another.
  @Test func aNameMovesNoSessionsPastThePIN() {
    let run = ScriptRun()
    #expect(
      run("profile name Mia; child add Ben; child mia; profile forget; pin set 2580; profile name Ben").error?
        .hasPrefix("there is already a child called Ben") == true)
  }

  /// Another prompt's choice counts for sessions that begin later; whose stars a line gives does not depend on it.
  @Test func eachSessionKeepsItsChild() throws {
    func prompt() throws -> (PromptRunner, Session) {
      var options = Session.Options()
      (options.kind, options.isPrompt) = (.real, true)
      let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
      try session.openState("\(devices.root)/shells")
      return (PromptRunner(session: session), session)
    }
    func child(_ session: Session) -> String? { Children(session).active.name }
    let (a, one) = try prompt()
    for line in ["profile name Mia", "child add Ben", "child mia"] { a.run(line) }
    let (b, other) = try prompt()
    b.run("child mia")
    a.run("child ben")
    for line in ["timer start reading 1", "timer done", "rate good"] { b.run(line) }
    #expect(child(one) == "Ben" && child(other) == "Mia")
    #expect(Children(other).ledger.stars == 10)
    #expect(child(try prompt().1) == "Ben")
    // A choice of its own counts for later sessions again.
    for line in ["child ben", "child mia"] { b.run(line) }
    #expect(child(try prompt().1) == "Mia")
    // A child that another prompt removes cannot stay active.
    b.run("child ben")
    for line in ["child mia", "child remove ben"] { a.run(line) }
    b.run("print 1")
    #expect(child(other) == "Mia")
  }

  /// A parent who wants to name another child learns that this one was renamed.
  @Test func aNewNameOfAChildIsSaid() {
    func notes(_ script: String) -> [String] {
      var options = Session.Options()
      options.isPrompt = true
      let runner = PromptRunner(session: ScriptRun(options).session)
      runner.run(script)
      return runner.session.output.drainLines().filter { $0.hasPrefix("note: ") }
    }
    let said = ["note: Ben is now called Zoe; to add a child instead, try: undo; child add Zoe"]
    #expect(notes(Self.two + "profile name Zoe") == said)
    #expect(notes(Self.two + "profile name Ben") + notes("profile name Mia; profile name Zoe") == [])
    ScriptRun.passes(Self.two + "profile name Zoe; undo; child add Zoe; expect child.count == 3")
  }
}
