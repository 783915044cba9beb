import Foundation
import StoryScript
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import Terminal
@testable import TimersWing

/// `history`: its sessions, their order, and their layout.
@Suite struct HistoryCommandsTests {
  private static let sample = "history import Examples/sessions.csv; "

  @Test(arguments: [
    "expect (history | count) == 12; expect (history all | count) == 12; expect (history)[0].activity == \"iPad\"",
    "expect (history all | last).day == \"2025-12-28\"; expect (history)[-1].started == 2025-12-28T17:00",
    "expect (history of reading | count) == 6; expect (history of REA | count) == 6; expect (history of iP)[0].rating == none",
    "expect (history rated good | count) == 6; expect (history rated \"needs work\" | count) == 2; expect (history unrated | count) == 1",
    "expect (history since 2026-01-01 | count) == 8; expect (history until 2025-12-31 | count) == 4",
    "expect (history since 2026-01-01 until 2026-01-01 of shower rated good | count) == 1",
    "expect (history today | count) == 0; expect (history week | count) == 0; expect (history month | count) == 8",
    "expect (history year of reading | count) == 3; expect (history year since 2026-01-03 | count) == 5",
    "let d = 2026-01-03; expect (history since $d until ($d + 1d) | count) == 5",
    "expect (history all | sum stars) == rewards.stars; expect (history all | sum saved) == 19m30s",
    // Fields.
    "let s = (history of homework)[0]; expect $s.stars == 15; expect $s.offset == 1h; expect $s.device == \"kitchen\"",
    // More than twenty.
    "repeat 30 { timer start custom 1; wait 1m }; expect (history | count) == 20; expect (history all | count) == 42; expect (history all of custom | count) == 30",
    "repeat 30 { timer start custom 1; wait 1m }; expect (history)[0].ended == clock.now; expect (history all)[41].activity == \"reading\"",
  ])
  func picksSessions(_ script: String) {
    ScriptRun.passes(Self.sample + script)
  }

  @Test(arguments: [
    ("history of rugby", "there is no activity 'rugby' | the activities are iPad, reading, shower, homework, custom"),
    ("history of raeding", "there is no activity 'raeding' | did you mean 'reading'?"),
    ("history of \"\"", "there is no activity '' | the activities are iPad, reading, shower, homework, custom"),
    (
      "history since 2026-02-01 until 2026-01-01",
      "the last day, 2026-01-01, is before the first day, 2026-02-01 | try: since 2026-01-01 until 2026-02-01"
    ),
    ("history today since 2026-02-01", "today is outside these days | leave out 'today'"),
    ("history since yesterday", "'since' expects a date such as 2026-11-20, not 'yesterday'"),
    ("let x = 5; history since $x", "'since' expects a date such as 2026-11-20, not '5'"),
    ("history rated great", "'rated' expects 'amazing', 'good' or 'needs work', not 'great'"),
    ("history rated good unrated", "'history' accepts either 'rated' or 'unrated', not both"),
    ("history everything", "'history' expects 'today', 'week', 'month' or 'year', not 'everything'"),
  ])
  func refusesWithAReason(_ script: String, _ message: String) {
    #expect(ScriptRun.error(script)?.hasPrefix(message) == true, "\(ScriptRun.error(script) ?? "no error")")
  }

  @Test func knowsActivitiesThatOnlyTheHistoryKnows() throws {
    let run = ScriptRun()
    let date = Instant.practiceStart - .days(1)
    for (number, name) in ["violin", "Violoncello", "readings aloud"].enumerated() {
      let session = TimerSession(
        activity: Activity(name: name, icon: "🎻", minutes: 5, kind: .own), started: date, ended: date + .minutes(5),
        ending: .timeUp, allocated: .minutes(5), actual: .minutes(5))
      let id = TimerSessionID(device: "attic", started: date, ordinal: number)
      let record = TimerSessionRecord(session, device: "attic", id: id, offset: .zero)
      let event = TimerEvent(
        id: "saved/\(number)", stamp: .init(instant: date, device: "attic"), fact: .saved(record))
      run.session.process(.timers(.stored(event)))
    }
    #expect(run("expect (history of violin | count) == 1; expect (history of violo | count) == 1").error == nil)
    #expect(run("expect (history of reading | count) == 0").error == nil, "a whole name beats a beginning")
    #expect(run("history of vio").error == "'vio' could be Violoncello or violin | type more letters of the name")
    let names = TimerNames.candidates(.pastActivity, in: run.session)?.map(\.text)
    #expect(
      names == ["iPad", "reading", "shower", "homework", "custom", "\"readings aloud\"", "Violoncello", "violin"])
  }

  private func lines(_ script: String, width: Int = 80, glyphs: GlyphSet = .unicode) -> [String] {
    let output = Output(to: .memory, glyphs: glyphs, width: width, isTerminal: true)
    let session = Session(output: output, catalog: Catalog.standard)
    let run = ScriptRun(session)
    _ = run("history import Examples/sessions.csv")
    let result = run(script)
    return result.lines + (result.error.map { [$0] } ?? [])
  }

  @Test func looksCalm() {
    #expect(
      lines("history since 2026-01-02 until 2026-01-04; history all of shower; history of custom") == [
        " #  day        activity                      time       saved  rating      stars",
        " 1  Sun 4 Jan  📱 iPad               30 of 30 min              unrated",
        " 2  Sun 4 Jan  📖 reading            16 of 20 min       4 min  amazing        22",
        " 3  Sun 4 Jan  📝 homework           15 of 15 min              good           15",
        " 4  Sat 3 Jan  🚿 shower             10 of 10 min              needs work      7",
        " 5  Sat 3 Jan  📖 reading            18 of 20 min       2 min  good           15",
        " 6  Fri 2 Jan  📝 homework  22 min 30 s of 30 min  7 min 30 s  amazing        22",
        " 6 sessions: history since 2026-01-02 until 2026-01-04",
        " #  day               activity           time  saved  rating      stars",
        " 4  Sat 3 Jan  15:34  🚿 shower  10 of 10 min         needs work      7",
        " 8  Thu 1 Jan  14:19  🚿 shower   7 of 10 min  3 min  good           10",
        " 2 sessions: history of shower", " no session matches; there are 12 in all; try: history",
      ])
    #expect(ScriptRun()("history").lines == [" no timer has ended yet; try: timer start reading 20"])
    #expect(ScriptRun()("timer start reading; history").lines.last == " no timer has ended yet; try: timer done")
  }

  /// The session that waits for a rating is visible in any narrow window, and with any long name.
  @Test func aNarrowWindowShowsWhatWaits() {
    let lines = ScriptRun(width: 40)(
      """
      activity add "a very long walk with the dog" for 20
      timer start "a very long walk with the dog"; timer done; rate good
      timer start reading; timer done; history
      """
    ).lines.drop { !$0.contains(" day ") }
    #expect(lines.first?.hasSuffix("stars") == true && lines.allSatisfy { DisplayWidth.of($0) <= 40 }, "\(lines)")
    #expect(lines.contains { $0.contains("reading") && $0.hasSuffix("unrated") }, "\(lines)")
    #expect(lines.contains { $0.contains("a very") && $0.hasSuffix(" 10") }, "\(lines)")
  }

  @Test(arguments: [40, 57, 58, 79, 80, 120], [GlyphSet.unicode, .ascii])
  func fitsAndLinesUp(_ width: Int, _ glyphs: GlyphSet) {
    let lines = lines("repeat 15 { timer start custom 1; wait 30s; timer done }; history", width: width, glyphs: glyphs)
    let table = lines.drop { !$0.contains(" day ") }
    #expect(table.count >= 22)
    #expect(table.allSatisfy { DisplayWidth.of($0) <= width && !$0.hasSuffix(" ") }, "\(table)")
    if glyphs == .ascii { #expect(table.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(table)") }
    // The stars end in one column, after icons of one cell or two.
    let ends = Set(table.filter { $0.hasSuffix("22") || $0.hasSuffix("15") }.map { DisplayWidth.of($0) })
    #expect(ends.count == 1, "\(table)")
    #expect(table.joined().contains("the last 20 of 27 sessions; for all"), "\(table)")
  }

  @Test func namesFromOutsideNeverCommandATerminal() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(contentsOf: Package.root.appending(path: "Examples/sessions.csv"), encoding: .utf8)
    let path = folder.appending(path: "evil.csv").path
    try text.replacingOccurrences(of: "reading", with: "read\u{1B}[31mred").write(
      toFile: path, atomically: true, encoding: .utf8)
    for script in ["history", "stats", "stats of read", "history all of read"] {
      let lines = lines("history import '\(path)' anyway; history import '\(path)'; \(script)")
      #expect(!lines.joined().contains("\u{1B}"), "\(script)")
    }
  }
}
