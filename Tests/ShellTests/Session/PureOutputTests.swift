import Foundation
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// Printing changes nothing: neither the world nor the file of the PIN.
@Suite final class PureOutputTests {
  private let folder = "/tmp/storyline-telling-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a session at a prompt whose first timer session is about to be saved.
  private func prompt() throws -> ScriptRun {
    var options = Session.Options()
    options.isPrompt = true
    let run = ScriptRun(options)
    try run.session.openState(folder)
    return run
  }

  private func isOffered() -> Bool { FileManager.default.fileExists(atPath: folder + "/pin") }

  @Test func thePINOfferFollowsTheReport() throws {
    let run = try prompt()
    let timerSession = TimerSession(
      activity: .custom, started: run.session.now - .minutes(5), ended: run.session.now, ending: .timeUp,
      allocated: .minutes(5), actual: .minutes(5))
    let record = TimerSessionRecord(timerSession, device: "kitchen", offset: .zero)
    let event = CompletionFlow.Event(at: run.session.now, kind: .saved(record))
    let before = run.session.world
    TimerRating(run.session).report(event)
    #expect(run.session.output.drainLines().contains { $0.contains(": rate it with") })
    #expect(!isOffered() && run.session.world.aspects(changedSince: before).isEmpty)
    TimerRating(run.session).followed(.flow(event))
    #expect(isOffered())
    #expect(run.session.output.drainLines().contains { $0.contains("pin set") })
  }

  /// The line of an event is printed before the output of its handlers.
  @Test func aHandlerComesAfterTheLine() {
    let run = ScriptRun()
    let lines = run("when story.started { print \"handled\" }; story play 4; wait 1ms").lines
    #expect(lines.count == 2 && lines.first?.contains("plays") == true && lines.last == "handled")
  }
}
