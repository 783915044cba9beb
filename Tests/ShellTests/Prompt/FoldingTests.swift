import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// Folding of many similar lines, and reasons shown as they occur.
@Suite struct FoldingTests {
  private static func runner() -> PromptRunner {
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, 1)
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    session.questions.attach(PromptState(history: History()))
    return PromptRunner(session: session)
  }

  @Test func eventsOfOneInstantAreFolded() {
    let runner = Self.runner()
    runner.run("story play 4 for 15s; timer start reading 20")
    _ = runner.session.output.drainLines()
    runner.run("skip 20m")
    let lines = runner.session.output.drainLines()
    #expect(lines.filter { $0.contains("⏭ story ") }.count == 8, "\(lines)")
    #expect(lines.filter { $0.contains("reading, ") && $0.contains(" left: ") }.count == 6)
    #expect(lines.contains { $0.contains("reading done, 20 min") })
    let end = lines.last ?? ""
    #expect(end.hasPrefix(" … 72 more events like these; try: events "))
    runner.run("events \(end.split(separator: " ").last ?? "")")
    #expect(runner.session.output.drainLines().filter { $0.contains("story.started") }.count == 80)
    runner.run("skip 30s")
    #expect(runner.session.output.drainLines().filter { $0.contains("⏭ story ") }.count == 2, "counted again")
  }

  @Test func scriptsGetEveryEvent() {
    let lines = ScriptRun()("story play 4 for 15s; wait 20m").lines
    #expect(lines.filter { $0.contains("⏭ story ") }.count == 80)
  }

  @Test func reasonsFollowEachLine() {
    let runner = Self.runner()
    runner.run("story play 4; hold")
    runner.run("explain on")
    _ = runner.session.output.drainLines()
    runner.run("tap right")
    #expect(runner.session.output.drainLines().joined(separator: " ").contains("so a resting thumb cannot skip it"))
    runner.run("print 1")
    #expect(runner.session.output.drainLines() == ["1"], "it only looked")
    runner.run("explain off; tap right")
    #expect(!runner.session.output.drainLines().joined().contains("thumb"))
    #expect(ScriptRun.error("explain on") == "`explain on` needs a prompt, and a script has none | try: explain")
  }
}
