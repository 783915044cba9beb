import Foundation
import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// Events that earlier versions did not report.
@Suite struct ReportedEventTests {
  /// Returns the output of the last of some typed lines.
  /// - Parameters:
  ///   - speed: the speed of the clock as a multiple of real time.
  ///   - pause: the delay before the last line, in microseconds.
  private func said(_ lines: [String], speed: Double = 1, pause: UInt32 = 0) -> [String] {
    var options = Session.Options()
    options.isPrompt = true
    options.speed = speed
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History())
    for line in lines.dropLast() { _ = prompt.run(line) }
    _ = session.output.drainLines()
    usleep(pause)
    _ = prompt.run(lines.last ?? "")
    return session.output.drainLines()
  }

  @Test(arguments: [
    (["every 10s { print 1 }"], "note: `every` is scheduled: next run in 10 s; `cancel 1` stops it"),
    (["after 1h as tea { print 1 }"], "note: `after` is scheduled: next run in 1 h; `cancel tea` stops it"),
    (["when story.started { print 1 }"], "note: `when` is scheduled: `cancel 1` stops it"),
    (["every 10s { print 1 }", "cancel 1"], "note: cancelled: `every 10s { print 1 }`"),
    (["after 1h { print 1 }", "after 2h { print 2 }", "cancel all"], "note: cancelled: `after 1h { print 1 }`"),
    (["speed"], "note: time passes at normal speed"), (["skip 1m"], "note: 1 min"),
  ])
  func isSaid(_ lines: [String], _ expected: String) { #expect(said(lines).contains { $0.hasPrefix(expected) }) }

  /// A repeating block can be cancelled even if it was due within the line or before it.
  @Test func undoAlsoRevertsEventsDueMeanwhile() {
    let note = "note: cancelled: `every 10s as t { print 1 }`"
    #expect(said(["every 10s as t { print 1 }", "skip 25s; cancel t"]).contains(note))
    #expect(said(["every 10s as t { print 1 }", "cancel t"], speed: 1_000, pause: 30_000).contains(note))
  }

  @Test func noOtherMessagesAreWritten() {
    #expect(said(["after 1s { print 1 }", "skip 2s"]).filter { $0.contains("cancelled") } == [])
    #expect(said(["print 1"]) == ["1"])
  }

  @Test func aFailedSearchSuggestsALine() {
    #expect(ScriptRun.error("help search xyzzy")?.hasSuffix("| try: help all") == true)
  }
}
