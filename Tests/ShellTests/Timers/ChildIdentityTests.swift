import Foundation
import JSON
import Journal
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// A child stays itself, whatever devices, names, imports and prompts do.
@Suite struct ChildIdentityTests {
  private let devices = FamilyDevices()
  private static let ten = "timer start reading; timer done; rate good; "
  private static let fifteen = "timer start homework; timer done; rate amazing; "

  /// Runs the scripts of devices in this order, each with its own `sync` at the end, and returns the runs.
  private func live(_ steps: [(String, String)]) throws -> [String: ScriptRun] {
    var runs: [String: ScriptRun] = [:]
    for (number, (name, script)) in steps.enumerated() {
      let run = try runs[name] ?? devices.open(name)
      runs[name] = run
      let error = run("wait \(number)m; \(script)").error
      #expect(error == nil, "\(name): \(script)")
    }
    return runs
  }

  private func children(_ run: ScriptRun) -> [String] {
    let children = Children(run.session)
    return children.family.children.map {
      let ledger = children.ledger(of: $0.ids)
      return "\(Children.name($0)) \(ledger.count) \(ledger.balance)"
    }
  }

  /// Returns a session whose notes are lines of its output, too.
  private func noting(_ options: Session.Options) -> ScriptRun {
    let output = Output(format: .json, to: .memory, width: 80)
    return ScriptRun(Session(options: options, output: output, catalog: Catalog.standard))
  }

  /// Returns lines as one text, however they were wrapped.
  private func words(_ lines: [String]) -> String {
    lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  /// The actions of two devices before their first sync, and the children of both afterwards: name, sessions and stars left.
  @Test(arguments: [
    // One child each: two children, or one of one name.
    ("profile name Mia; \(ten)", "profile name Ben; \(fifteen)", ["Mia 1 10", "Ben 1 15"]),
    ("profile name Mia; \(ten)", "profile name mia; \(fifteen)", ["mia 2 25"]),
    // Both know both, set up in either order.
    (
      "profile name Mia; \(ten)child add Ben; child Mia", "profile name Ben; \(fifteen)child add Mia; \(ten)",
      ["Mia 2 20", "Ben 1 15"]
    ),
    (
      "profile name Mia; child add Ben; \(fifteen)", "profile name Mia; \(ten)child add Ben; \(ten)",
      ["Mia 1 10", "Ben 2 25"]
    ),
    ("child add Mia; \(ten)child add Ben", "child add Ben; \(ten)child add Mia", ["Mia 1 10", "Ben 1 10"]),
    // Without a name: the sessions are the first child's.
    (ten, "profile name Mia; \(fifteen)", ["Mia 2 25"]),
    ("profile name Mia; child add Ben; \(ten)", fifteen, ["Mia 1 15", "Ben 1 10"]),
    (ten, fifteen, ["the first child 2 25"]),
    // But not if that device knew another child beside the one without a name.
    ("\(ten)child add Ben; \(fifteen)", "profile name Ben; \(ten)", ["the first child 1 10", "Ben 2 25"]),
    // A renamed child is not another one of its former name; and the corrected name of an only child is its name.
    (
      "profile name Mia; child add Ben; \(ten)profile name Max", "profile name Mia; child add Ben; \(fifteen)",
      ["Mia 0 0", "Max 1 10", "Ben 1 15"]
    ),
    ("profile name Mai; \(ten)profile name Mia", "profile name Mia; \(fifteen)", ["Mia 2 25"]),
    // Routines, spent stars and rest days are the child's.
    (
      "profile name Mia; reward add film for 10; \(ten)stars spend film", "profile name Ben; \(fifteen)",
      ["Mia 1 0", "Ben 1 15"]
    ),
  ])
  func devicesThatMeet(_ one: String, _ other: String, _ expected: [String]) throws {
    let sync = devices.sync
    let runs = try live([
      ("a", "\(one); \(sync)"), ("b", "\(other); \(sync)"), ("a", sync), ("b", sync), ("a", sync), ("b", sync),
    ])
    for name in ["a", "b"] {
      let run = try #require(runs[name])
      #expect(children(run).sorted() == expected.sorted(), "\(name)")
      #expect(try children(devices.open(name)) == children(run), "\(name), opened again")
    }
    let a = try #require(runs["a"])
    #expect(
      children(a).map { $0.split(separator: " ")[0] }
        == children(try #require(runs["b"])).map { $0.split(separator: " ")[0] })
  }

  /// Each device continues with its own child, and what it does next is that child's.
  @Test func theActiveChildStays() throws {
    let sync = devices.sync
    let runs = try live([
      ("a", "profile name Mia; \(Self.ten)\(sync)"),
      ("b", "profile name Ben; \(Self.fifteen)routine add up \"dress 5m\"; rest on 2026-02-02; stars goal 20; \(sync)"),
      (
        "a",
        "\(sync); expect child.name == \"Mia\"; expect child.count == 2; expect (routines | count) == 0; \(Self.ten)\(sync)"
      ),
      ("b", "\(sync); expect child.name == \"Ben\"; expect (routines | count) == 1; \(Self.ten)\(sync)"),
      (
        "a",
        "\(sync); child Ben; expect (routines | count) == 1; expect (rest | get days | count) == 1; child Mia; expect (rest | get days | count) == 0"
      ),
    ])
    #expect(children(try #require(runs["a"])) == ["Mia 2 20", "Ben 2 25"])
    // A new device shows the first child, and a later one does not take its place.
    _ = try live([
      ("c", "\(sync); expect child.name == \"Mia\"; child Ben; expect child.name == \"Ben\""),
      ("d", "profile name Zoe; \(sync); expect child.name == \"Zoe\"; expect child.count == 3"),
    ])
  }

  /// Renamed and added at one time: two children of one name, told apart.
  @Test func twoOfOneName() throws {
    let sync = devices.sync
    let runs = try live([
      ("a", "profile name Mia; child add Ben; \(Self.ten)\(sync)"),
      ("b", "\(sync); child add Max; \(Self.fifteen)"),
      ("a", "child Ben; profile name Max; \(sync)"), ("b", "\(sync)"), ("a", sync),
    ])
    let a = try #require(runs["a"])
    #expect(children(a).sorted() == ["Max (1) 1 10", "Max (2) 1 15", "Mia 0 0"])
    #expect(children(try #require(runs["b"])) == children(a))
    #expect(
      a("child Max").error
        == "'Max' could be Max (1) or Max (2) | give one of them another name: child \"Max (1)\"; profile name NAME")
    #expect(
      a(
        "child \"Max (1)\"; profile name Ben; child max; expect rewards.stars == 15; child remove Max; child add Max; expect rewards.stars == 15"
      ).error == nil)
    #expect(children(a).sorted() == ["Ben 1 10", "Max 1 15", "Mia 0 0"])
  }

  /// A device that finds out that two are one child gives no name: another device's new name counts, whatever the clocks.
  @Test func meetingIsNoNaming() throws {
    let sync = devices.sync
    let runs = try live([
      ("a", "child add mia; \(Self.ten)\(sync)"), ("b", "child add Mia; \(Self.ten)\(sync); profile name Max"),
      ("a", "wait 5h; \(sync)"), ("b", sync), ("a", sync),
    ])
    for name in ["a", "b"] { #expect(children(try #require(runs[name])) == ["Max 2 20"], "\(name)") }
  }

  /// A removed child comes back with its last name, and everything with it.
  @Test func aRemovedChildComesBackByItsLastName() {
    ScriptRun.passes(
      "profile name Mia; child add Ben; \(Self.ten)profile name Max; child remove Max; child add Ben; expect rewards.stars == 0; child add max; expect rewards.stars == 10; expect child.count == 3"
    )
  }

  /// Other sessions' names and removals are told with the names.
  @Test func syncNamesTheChild() throws {
    let sync = devices.sync
    let runs = try live([
      ("a", "profile name Mia; child add Ben; child add Zoe; \(sync)"), ("b", "\(sync); child Zoe"),
      ("a", "child Ben; profile name Max; child remove Zoe; child Mia; profile name Mimi; \(sync)"),
    ])
    #expect(runs["b"]?.session.world.timers.activeChild != nil)
    var options = Session.Options()
    options.start = .practiceStart + .hours(1)
    let b = noting(options)
    try b.session.openState("\(devices.root)/b")
    let lines = words(b(sync).lines)
    for words in [
      "changed the name Ben to Max", "changed the name Mia to Mimi", "removed Zoe",
      "Zoe was removed from the family elsewhere, so Mimi is active now",
    ] {
      #expect(lines.contains(words), "\(words): \(lines)")
    }
  }

  /// A child of a device that is forgotten is still listed while it has sessions here.
  @Test func aForgottenDevicesChildIsListed() throws {
    let sync = devices.sync
    let runs = try live([
      ("b", "profile name Mia; child add Ben; child add Zoe; \(sync)"), ("a", "\(sync); child ben; \(Self.fifteen)"),
    ])
    let a = try #require(runs["a"])
    let name = try #require(runs["b"]?.session.persistence?.journal.device.name)
    #expect(a("devices forget \(name)").error == nil)
    #expect(children(a).contains("Ben 1 15"), "\(children(a))")
    #expect(
      a(
        "child ben; expect rewards.stars == 15; profile name Max; expect child.name == \"Max\"; expect child.count == 1"
      ).error == nil)
  }

  /// A script that runs while another session removes its child continues with another child, and says so.
  @Test func aScriptLearnsThatItsChildWasRemoved() throws {
    func session() throws -> ScriptRun {
      var options = Session.Options()
      options.kind = .real
      let run = noting(options)
      try run.session.openState("\(devices.root)/one")
      return run
    }
    let (a, b) = (try session(), try session())
    #expect(a("profile name Mia; child add Ben").error == nil)
    #expect(b("child Ben").error == nil)
    #expect(a("child remove Ben").error == nil)
    let run = b(
      "timer start reading 1; timer done; rate good; expect child.name == \"Mia\"; expect rewards.stars == 10")
    #expect(run.error == nil)
    #expect(words(run.lines).contains("Ben was removed from the family elsewhere, so Mia is active now"))
  }

  /// Older versions: all devices shared one first child, each could name it, and no event said whose child it is.
  @Test func journalsOfOlderVersionsMeanTheSame() throws {
    var kept = TimerJournal()
    var (number, instant) = (UInt32(0), Instant.practiceStart)
    func fold(_ name: TimerJournal.Name, _ device: String, _ payload: Journal.Payload) throws {
      number += 1
      instant += .minutes(1)
      let event = Journal.Event(
        id: Journal.Event.ID(cause: "old", "\(number)"), type: TimerJournal.kind(name).name, instant: instant,
        local: Journal.LocalDay(at: instant, offset: .zero), payload: payload)
      let origin = Journal.Origin(device: try #require(Journal.DeviceID(device)), run: 1, sequence: number)
      let isFolded = kept.fold(name, Journal.SavedEvent(event, origin: origin))
      #expect(isFolded, "\(number)")
    }
    let steps = { (name: String) in
      JSON.array([
        .object([.init("name", .string(name)), .init("icon", .string("👕")), .init("length", .integer(60_000_000))])
      ])
    }
    try fold(.profile, "a", ["name": "Mia", "onboarding": "done"])
    try fold(.routineAdded, "a", ["routine": "up", "steps": steps("dress")])
    try fold(.routineEdited, "b", ["routine": "up", "steps": steps("wash")])
    try fold(.spent, "b", ["reward": "film", "stars": 5])
    // A device that knew the name, and one that did not.
    try fold(.profile, "b", ["name": "Mimi"])
    try fold(.profile, "c", ["name": "Ben", "onboarding": "done"])
    try fold(.spent, "c", ["reward": "film", "stars": 7])
    try fold(.childAdded, "a", ["child": "zoe", "name": "Zoe"])
    let run = try devices.open("d")
    run.session.change { $0.timers.joinFamily(kept) }
    let family = run.session.world.timers.family()
    #expect(family.children.map(\.name) == ["Mimi", "Ben", "Zoe"])
    #expect(family.children.map { kept.ledger.of($0).spentStars } == [5, 7, 0])
    let routines = kept.snapshot.routines.filter { family.child($0.key) == family.children[0] }.flatMap {
      $0.value.routines
    }
    #expect(routines.map { $0.steps.map(\.name) } == [["wash"]])
  }

  // MARK: Files

  /// Files name the child by the present name, and find it by name.
  @Test(arguments: ["csv", "json"])
  func filesNameTheChild(_ ending: String) throws {
    let path = Scratch.path() + ".\(ending)"
    ScriptRun.passes(
      "profile name Mia; child add Ben; \(Self.ten)profile name Max; child add Ben; \(Self.fifteen)child Mia; \(Self.ten)history export to \"\(path)\""
    )
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for name in ["Mia", "Max", "Ben"] { #expect(text.contains(name), "\(name)") }
    ScriptRun.passes(
      "profile name Ben; child add Max; child add Mia; wait 1d; history import \"\(path)\"; expect rewards.stars == 10; child Ben; expect rewards.stars == 15; child Max; expect rewards.stars == 10"
    )
  }

  @Test func aFileWithoutNamesGoesToNobodySilently() throws {
    let path = Scratch.path() + ".csv"
    ScriptRun.passes("profile name Ben; \(Self.fifteen)history export to \"\(path)\"")
    let two = "profile name Mia; child add Ben; child Mia; wait 1d; "
    #expect(
      ScriptRun()("\(two)history import \"\(path)\"").error?.hasPrefix(
        "'\(path)', line 2: the file does not say whose sessions it has, and your family has 2 children: nothing was imported | try: history import"
      ) == true)
    ScriptRun.passes(
      "\(two)history import \"\(path)\" for Ben; expect rewards.stars == 0; child Ben; expect rewards.stars == 15; history import \"\(path)\""
    )
    // A family with one child needs no name.
    ScriptRun.passes("profile name Mia; wait 1d; history import \"\(path)\"; expect rewards.stars == 15")
  }

  /// An export from before a correction is still the family's own.
  @Test func anEarlierExportIsNotRefused() {
    let path = Scratch.path() + ".csv"
    ScriptRun.passes(
      "profile name Mia; child add Ben; \(Self.ten)\(Self.fifteen)history export to \"\(path)\"; history edit 1 child Mia; let again = history import \"\(path)\"; expect $again.known == 2; expect rewards.stars == 10"
    )
  }

  /// A name that a spreadsheet would calculate is a text in the file, and a name again when it is read.
  @Test func aNameIsNoFormula() throws {
    let path = Scratch.path() + ".csv"
    let family = "profile name \"=1+1|x\"; child add \"'-2\"; wait 1d; "
    ScriptRun.passes("\(family)\(Self.ten)child \"=1+1|x\"; \(Self.fifteen)history export to \"\(path)\"")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(",'=1+1|x\r\n") && text.contains(",''-2\r\n"), "\(text)")
    ScriptRun.passes(
      "\(family)history import \"\(path)\"; expect rewards.stars == 10; child \"=\"; expect rewards.stars == 15")
  }

  // MARK: Corrections

  /// Corrections of one session on two devices that did not know of each other: all count, in either order.
  @Test(arguments: [
    ("child Ann", "spent 15", "expect (history)[0].actual == 15m"),
    (
      "activity homework", "spent 15", "expect (history)[0].activity == \"homework\"; expect (history)[0].actual == 15m"
    ),
    ("child Ann", "activity homework", "expect (history)[0].activity == \"homework\""),
    ("child Mia", "spent 12", "expect (history)[0].actual == 12m"),
    ("spent 15", "ended 5m", "expect (history)[0].actual == 15m"),
    ("started 50m", "activity homework", "expect (history)[0].activity == \"homework\""),
  ])
  func correctionsOfTwoDevicesCount(_ one: String, _ other: String, _ check: String) throws {
    for isSwapped in [false, true] {
      let devices = FamilyDevices()
      let sync = devices.sync
      let (a, b) = (try devices.open("a"), try devices.open("b"))
      #expect(
        a("profile name Mia; child add Ann; child add Ben; timer start reading 20; wait 20m; rate good; \(sync)").error
          == nil)
      #expect(b("wait 30m; \(sync); child Ben").error == nil)
      let (first, second) = isSwapped ? (other, one) : (one, other)
      #expect(a("wait 10m; history edit 1 \(first)").error == nil)
      #expect(b("wait 1h; history edit 1 \(second); \(sync)").error == nil)
      #expect(a("wait 2h; \(sync)").error == nil && b("wait 3h; \(sync)").error == nil)
      let owner = [one, other].first { $0.hasPrefix("child") }?.split(separator: " ").last ?? "Ben"
      for run in [a, b] {
        let error = run("child \(owner); \(check); expect rewards.stars == 10").error
        #expect(error == nil, "\(first), \(second)")
      }
    }
  }

  /// Corrections in a row do what each of them says, whatever was corrected before.
  @Test func correctionsInARow() {
    ScriptRun.passes(
      """
      timer start reading 20; wait 20m; history edit 1 spent 15; history edit 1 ended 5m; expect (history)[0].actual == 10m
      history edit 1 activity homework; expect (history)[0].actual == 10m; undo; undo; expect (history)[0].actual == 15m
      history edit 1 started 40m; expect (history)[0].actual == 15m; expect (history)[0].activity == "reading"
      """)
  }

  @Test func picturesOfTwoDevicesCount() throws {
    let sync = devices.sync
    let folder = Scratch.folder()
    for name in ["one", "two"] {
      try FileManager.default.copyItem(
        at: Package.root.appending(path: "Examples/Photos/2025-10-02/IMG_0001.jpg"),
        to: folder.appending(path: "\(name).jpg"))
    }
    func picture(_ step: String, _ name: String) -> String {
      "routine picture morning \(step) to \"\(folder.path)/\(name).jpg\""
    }
    let runs = try live([
      ("a", "routine add morning \"dress 5m, teeth 3m\"; \(sync)"), ("b", "\(sync); \(picture("teeth", "two"))"),
      ("a", "\(picture("dress", "one")); \(sync)"), ("b", sync), ("a", sync),
    ])
    for name in ["a", "b"] {
      let routine = try #require(runs[name]).session.world.timers.routineCatalog.routines.first
      #expect(
        routine?.steps.map { $0.picture?.hasPrefix($0.name == "dress" ? "one.jpg" : "two.jpg") } == [true, true],
        "\(name)")
    }
  }

  // MARK: The PIN, and the prompt that asked

  /// Nothing that only the PIN could take is given back without it.
  @Test(arguments: [
    ("stars spend film pin 2580", "undo", "this gives stars back, so it requires the PIN | try: undo pin PIN"),
    ("history edit 1 child Mia pin 2580", "undo", "this gives stars back, so it requires the PIN | try: undo pin PIN"),
    ("rate needs work again pin 2580", "undo", "this gives stars back, so it requires the PIN | try: undo pin PIN"),
    ("rest off 2026-01-06 pin 2580", "undo", "this changes rest days, so it requires the PIN | try: undo pin PIN"),
    ("history remove 1 pin 2580", "undo", "this gives stars back, so it requires the PIN | try: undo pin PIN"),
    ("rate amazing again pin 2580; undo", "redo", "this gives stars back, so it requires the PIN | try: redo pin PIN"),
    ("wait 1m; stars spend film pin 2580", "rewind 30s", nil),
  ])
  func undoNeedsThePIN(_ act: String, _ back: String, _ error: String?) {
    let run = ScriptRun()
    #expect(
      run(
        "profile name Mia; child add Ben; rest on 2026-01-06; reward add film for 10; \(Self.ten)pin set 2580; wait 1m; \(act)"
      )
      .error == nil, "\(act)")
    func stars() -> [Int] {
      Children(run.session).family.children.map { Children(run.session).ledger(of: $0.ids).balance }
    }
    let before = stars()
    if let error {
      #expect(run(back).error == error, "\(act)")
      #expect(run("\(back) pin 1111").error?.hasPrefix("wrong PIN") == true)
      #expect(stars() == before)
      #expect(run("\(back) pin 2580").error == nil)
    } else {
      #expect(run("wait 10s; \(back)").error?.contains("requires the PIN") == true)
      #expect(stars() == before)
    }
  }

  /// An undo that reverts nothing requires no PIN.
  @Test func undoIsFreeOtherwise() {
    ScriptRun.passes(
      "pin set 2580; timer start reading; timer done; rate good pin 2580; undo; expect rewards.stars == 0; reward add film for 10; undo; profile name Mia; undo"
    )
  }

  /// A prompt rates the routine that it was asked about, and then its child's.
  @Test func aRoutineIsRatedWhereItWasPlayed() throws {
    func session() throws -> ScriptRun {
      var options = Session.Options()
      options.kind = .real
      let run = ScriptRun(options)
      try run.session.openState("\(devices.root)/one")
      return run
    }
    let a = try session()
    #expect(
      a(
        "profile name Mia; routine add morning \"dress 5m\"; child add Ben; routine add evening \"teeth 3m\"; child Mia"
      ).error == nil)
    let b = try session()
    #expect(a("routine start morning; timer done").error == nil)
    #expect(b("child Ben; routine start evening; timer done").error == nil)
    #expect(a("routine rate amazing; expect rewards.stars == 15").error == nil)
    #expect(a("routine rate amazing").error?.hasPrefix("all finished steps of morning are already rated") == true)
    #expect(b("routine rate \"needs work\"; expect rewards.stars == 5").error == nil)
  }
}
