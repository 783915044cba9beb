import Stories
import StoryScript
import Testing
import Timeline

@testable import ShellCore

@Suite struct EventLogTests {
  @Test(arguments: [
    // The event and its cause.
    "story play 4; wait 16s; let e = (events); expect ($e | count) == 3; expect $e[2].cause == \"time\"; expect $e[2].at == 15s",
    "story play 4; tap right; expect (events | last).cause == \"tap right\"; expect (events 2 | first).kind == \"input\"",
    "try { hold 2s } catch { }; expect (events | last).kind == \"refused\"; expect (events | last).cause == \"hold 2s\"",
    "story play 4; hold 2s; expect (events | last).kind == \"story.released\"",
    "story play 4; story state; outbox; help; events; expect (events | count) == 2",
    // Nothing is removed from the log.
    "story play 4; like; undo; expect (events | last).what == \"command like\"; expect (events | count) == 6",
    "story play 4; wait 5s; rewind 3s; expect (events | last).kind == \"session.rewound\"; expect (events | last).at == 2s",
    "when story.started { like }; story play 4; expect (events | last).cause == \"like\"",
    "post \"hello there\" | get \"post\"; expect (events 2 | first).what == \"post \\\"hello there\\\"\"",
    "every 1s as t { like }; story play 4; wait 2s; expect (events | where kind == \"input\" | count) == 3",
  ])
  func tellsWhatHappenedAndWhy(_ script: String) { ScriptRun.passes(script) }

  @Test func keepsTheLastHundredThousand() {
    let run = ScriptRun()
    run("story play 4 for 1s; wait 110000s")
    let log = run.session.past.log
    #expect((EventLog.limit...EventLog.limit + 100).contains(log.entries.count))
    #expect(LogRecords(run.session).latest(last: 1_000_000).count == log.entries.count)
    #expect(run("expect (events | last).cause == \"time\"; explain").error == nil, "its input is no longer kept")
  }

  @Test func keepsOnlySmallValues() {
    let run = ScriptRun()
    run("try { post \"\(String(repeating: "x", count: 3_000))\" } catch { }; save [1, 2, 3] to \"/tmp\" replace")
    for entry in run.session.past.log.entries.indices.map({ run.session.past.log.entries[$0] }) {
      guard case .input(_, let values) = entry.what else { continue }
      for value in values { #expect((value.text?.count ?? 0) <= EventLog.textLimit + 1 && value.list == nil) }
    }
  }

  /// Instants are shown as in the clock column, and the user gets the requested number of entries.
  @Test func peopleSeeClocks() {
    var options = Session.Options()
    options.isPrompt = true
    let run = ScriptRun(options, width: 120)
    #expect(run("events").lines == [" nothing has happened yet"])
    run("story play 4; wait 2d")
    let lines = run("events 100").lines
    #expect(lines.count == 101)
    #expect(lines.last?.contains(" 2d 00:00:00.000  story.started") == true)
    #expect(run("events 100000").lines.dropFirst().first?.hasPrefix("     1         0:00.000  input") == true)
  }
}
