import StoryScript
import Terminal
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// The hooks that a session calls in a wing, seen by a wing that a newcomer might write.
@Suite struct WingTests {
  /// A wing that counts cups and records each hook that the session calls.
  private final class TeaWing: Wing {
    /// The calls so far. The property needs no lock: one thread owns the session, and each test has its own wing.
    nonisolated(unsafe) private(set) var calls: [String] = []

    var commands: [[CommandEntry]] {
      [
        [
          CommandEntry(
            "tea pour", summary: "pours a cup", examples: [.init("tea pour", "a cup")], in: .help
          ) { (session, _) throws(Failure) in
            session.printer.writeLine(StyledText("a cup of tea"))
          }
        ]
      ]
    }
    var states: [[StateEntry]] { [[StateEntry("tea", "isWarm", "whether it is warm") { _ in true }]] }
    var events: [[EventRow]] { [] }
    var settings: [Setting] { [] }

    func opened(_ session: Session, _ kept: World.Persisted) { calls.append("opened") }
    func settle(_ session: Session) { calls.append("settle") }
    func ended(_ session: Session) { calls.append("ended") }
    func left(_ session: Session) { calls.append("left") }
    func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
      StyledText("tea")
    }
    func viewed(_ session: Session) -> (name: String, record: Record)? { ("tea", ["isWarm": .bool(true)]) }
    func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] {
      [(.practiceStart + .hours(1), "tea", "it is cold")]
    }
    func drainCalls() -> [String] {
      defer { calls = [] }
      return calls
    }
  }

  private let tea = TeaWing()

  private func run() -> ScriptRun {
    ScriptRun(Session(output: Output(to: .memory, width: 80), catalog: Catalog.joining([tea])))
  }

  @Test func itsTablesAreInTheLanguageAndItsWordsOnTheScreen() {
    let run = run()
    #expect(run("tea pour").lines == ["0:00.000  a cup of tea"] || run("tea pour").lines == ["a cup of tea"])
    #expect(run("expect tea.isWarm; let v = view; expect $v.tea.isWarm").error == nil)
    #expect(run("expect (waiting | where kind == \"tea\" | count) == 1").error == nil)
    let status = run.session.catalog.status(run.session.world, at: run.session.now, hasPictures: true, .unicode)
    #expect(status?.runs.map(\.text).joined() == "tea")
    run("story play 4")
    #expect(
      run.session.catalog.status(run.session.world, at: run.session.now, hasPictures: true, .unicode)?.runs
        .map(\.text).joined().hasSuffix("  tea") == true)
  }

  /// The session settles only the wing that a command or an event concerns.
  @Test(arguments: [
    ("tea pour", ["settle"]), ("story play 4; wait 5s; tap right", []), ("timer start reading 1; wait 2m", []),
    ("post \"hi\"", []), ("set tick off", []), ("print 1", []),
    // These commands may have changed the whole world.
    ("story play 4; undo", ["settle"]), ("rewind 0s", ["settle"]),
  ])
  func wingsReceiveOnlyTheirOwnCommands(script: String, calls: [String]) {
    let run = run()
    #expect(run(script).error == nil)
    #expect(tea.drainCalls() == calls)
  }

  @Test func wingsAreToldAboutTheStateFolder() throws {
    let folder = Scratch.folder().path
    let run = run()
    try run.session.openState(folder)
    #expect(tea.drainCalls() == ["opened"])
  }
}
