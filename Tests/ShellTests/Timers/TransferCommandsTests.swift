import Foundation
import StoryScript
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// `history export` and `history import`: a round trip loses nothing and counts nothing twice.
@Suite final class TransferCommandsTests {
  let folder: String = {
    let path = "/tmp/storyline-transfer-\(UInt64.random(in: 0 ... .max))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }()

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    return "\(folder)/\(name)"
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// The lines of the example file.
  private func sample() throws -> [String] {
    let text = try String(contentsOf: Package.root.appending(path: "Examples/sessions.csv"), encoding: .utf8)
    return text.split(separator: "\r\n").map(String.init)
  }

  @Test(arguments: ["csv", "json"], 1...6)
  func exportsRoundTripExactly(_ kind: String, _ seed: UInt64) throws {
    let sessions = try randomHistory(seed == 6 ? 0 : 120, days: 400, seed: seed)
    let file = try write("in.\(kind)", kind == "csv" ? TimerSessionCSV.text(sessions) : TimerSessionJSON.text(sessions))
    let first = ScriptRun()
    #expect(first("history import '\(file)'; history export to '\(folder)/out.\(kind)'").error == nil)
    #expect(first.session.ledger.timerSessions.timerSessions() == sessions.sorted())
    let second = ScriptRun()
    #expect(second("history import '\(folder)/out.\(kind)'; history export to '\(folder)/again.\(kind)'").error == nil)
    #expect(second.session.ledger.timerSessions.timerSessions() == sessions.sorted())
    #expect(try read("again.\(kind)") == read("out.\(kind)"))
    #expect(second.session.ledger.timerSessions.stars == first.session.ledger.timerSessions.stars)
    let again = second(
      "let r = history import '\(folder)/out.\(kind)'; expect $r.added == 0; expect $r.known == \(sessions.count)")
    #expect(again.error == nil)
  }

  /// A file that was cut off at any place, as by a full disk or a broken download, imports nothing.
  @Test func aTruncatedExportImportsNothing() throws {
    let sessions = try randomHistory(3, days: 10, seed: 5)
    let bytes = Array(TimerSessionJSON.text(sessions).utf8)
    let run = ScriptRun()
    for length in 1..<(bytes.count - 1) {
      let file = try write("cut.json", String(decoding: bytes[..<length], as: UTF8.self))
      let error = run("history import '\(file)'").error
      #expect(
        error?.contains("nothing was imported") == true || error?.hasSuffix("is empty") == true,
        "\(length): \(error ?? "")")
    }
    #expect(run("expect (history all | count) == 0").error == nil)
    let lines = TimerSessionJSON.text(sessions).split(separator: "\n")
    let file = try write("cut.json", lines.dropLast().joined(separator: "\n") + "\n")
    #expect(
      run("history import '\(file)'").error
        == "'\(file)' was cut off: the ']' at its end is missing, so nothing was imported"
        + " | export it again, or add `anyway` to import the 3 sessions in it")
    #expect(run("history import '\(file)' anyway; expect (history all | count) == 3").error == nil)
  }

  @Test(arguments: ["[", "[[", "[]]", "[] []", "[1]", "[]x", "]", "[{}]"])
  func bracketsAloneAreNoExport(_ text: String) throws {
    let file = try write("odd.json", text)
    let run = ScriptRun()
    #expect(run("history import '\(file)'").error?.contains("nothing was imported") == true)
    #expect(run("history import '\(try write("none.json", "[]\n"))'").error == nil)
  }

  @Test func exportsWhatIsAsked() throws {
    let run = ScriptRun()
    let lines = run(
      "history import Examples/sessions.csv; history export to '\(folder)/a.csv' of reading since 2026-01-01"
    )
    .lines
    #expect(lines.joined().contains(" 3 sessions written to '\(folder)/a.csv'"), "\(lines)")
    let all = try sample()
    #expect(try read("a.csv").split(separator: "\r\n").map(String.init) == [all[0], all[6], all[8], all[11]])
    #expect(
      run("history export to '\(folder)/a.csv'").error
        == "'\(folder)/a.csv' already exists | add `replace` to overwrite it")
    #expect(run("history export to '\(folder)/a.csv' replace unrated").error == nil)
    #expect(try read("a.csv").split(separator: "\r\n").count == 2)
    #expect(
      run("history export to '\(folder)/a.txt'").error?.hasPrefix(
        "the name of a sessions file must end in .csv or .json")
        == true)
    #expect(run("history export to '\(folder)/no/a.csv'").error?.hasSuffix("No such file or directory") == true)
    #expect(
      run("fork; try { history export to '\(folder)/f.csv' } catch e { print $e.message }").lines.last?.contains(
        "has effects outside") == true)
    #expect(!FileManager.default.fileExists(atPath: folder + "/f.csv"))
  }

  @Test func aListIsForReadingOnly() throws {
    let run = ScriptRun()
    #expect(run("history import Examples/sessions.csv; history all | save to '\(folder)/list.csv'").error == nil)
    let error = run("history import '\(folder)/list.csv'").error ?? ""
    #expect(error.contains("line 1: the columns do not match an exported history: missing "), "\(error)")
    #expect(error.contains("history export"))
  }

  /// Runs the program, whose notes go to the error output.
  private func run(_ script: String) throws -> (status: Int32, lines: [String], errors: [String]) {
    let result = try Program.run(["-c", script])
    return (result.status, result.lines, result.errors.split(separator: "\n").map(String.init))
  }

  @Test func damagedRowsStopAnImport() throws {
    var rows = try sample()
    rows[2] = rows[2].replacingOccurrences(of: "2025-12-29,", with: "2025-12-30,")
    rows[3] = rows[3].replacingOccurrences(of: "amazing", with: "gre\u{1B}[31mat")
    rows[5] = String(rows[5].prefix(40))
    let file = try write("damaged.csv", rows.joined(separator: "\n"))
    let refused = try run(
      "try { history import '\(file)' } catch e { print $e.message; print $e.suggestion }; print rewards.sessions")
    #expect(
      refused.errors == [
        "note: \(file):3: the day is 2025-12-30, but the session ended on 2025-12-29",
        "note: \(file):4: rating must be amazing, good, needsWork or empty, not 'gre␛[31mat'",
        "note: \(file):6: the row has 3 fields, but the first row has 12",
      ])
    #expect(
      refused.lines == [
        "3 of 12 rows in '\(file)' are damaged: nothing was imported",
        "repair the rows, or add `anyway` to import the other 9",
        "0",
      ])
    let taken = try run("let r = history import '\(file)' anyway; print $r.problems[2]; print rewards.sessions")
    #expect(taken.errors.filter { !$0.contains("saves nothing") }.count == 3)
    #expect(
      taken.lines == [
        " 0:00.000  ✓ \(file): 9 new sessions, 3 damaged and left out; 111 stars in all",
        "{line: 6, problem: \"the row has 3 fields, but the first row has 12\"}", "9",
      ], "\(taken.lines)")
  }

  @Test func manyProblemsAreCounted() throws {
    let header = try sample()[0]
    let file = try write("bad.csv", ([header] + Array(repeating: "x,y", count: 33)).joined(separator: "\n"))
    let result = try run("history import '\(file)'")
    #expect(result.status == 1)
    #expect(result.errors.prefix(21).last == "note: and 13 more")
    #expect(result.errors[21] == "error: 33 of 33 rows in '\(file)' are damaged: nothing was imported")
  }

  @Test(arguments: [
    ("header.csv", "HEADER", 0), ("empty.json", "[]", 0),
  ])
  func anEmptyFileHasNoSessions(_ name: String, _ text: String, _ count: Int) throws {
    let file = try write(name, text == "HEADER" ? sample()[0] : text)
    #expect(ScriptRun()("let r = history import '\(file)'; expect $r.added == \(count)").error == nil)
  }

  /// A copy that a full disk cut off before its first byte, and files from a spreadsheet of another country.
  @Test(arguments: [
    ("a.csv", "", "' is empty | try: history export to FILE, which writes files that `history import` reads"),
    (
      "a.csv", "\u{FEFF}\r\n",
      "' is empty | try: history export to FILE, which writes files that `history import` reads"
    ),
    ("a.json", " \n", "' is empty | try: history export to FILE, which writes files that `history import` reads"),
    (
      "a.csv", "id;day;started\n1;2;3\n",
      "', line 1: the columns are separated by semicolons | save the file with commas between the columns"
    ),
    (
      "a.csv", "id\tday\n1\t2\n",
      "', line 1: the columns are separated by tabs | save the file with commas between the columns"
    ),
  ])
  func fileLevelErrorsAreReported(_ name: String, _ text: String, _ end: String) throws {
    let error = ScriptRun.error("history import '\(try write(name, text))'")
    #expect(error?.hasSuffix(end) == true, "\(error ?? "none")")
  }

  @Test func otherFilesAreRejected() throws {
    let people = ScriptRun.error("history import Examples/people.csv") ?? ""
    #expect(
      people.hasPrefix("'Examples/people.csv', line 1: the columns do not match an exported history: all are missing"))
    #expect(people.contains("; unknown 'name', 'age'"))
    #expect(
      ScriptRun.error("history import README.md")?.hasPrefix("the name of a sessions file must end in .csv or .json")
        == true
    )
    #expect(ScriptRun.error("history import '\(folder)/gone.csv'")?.contains("No such file") == true)
    try Data([0x69, 0x64, 0xFF]).write(to: URL(filePath: "\(folder)/latin.csv"))
    #expect(ScriptRun.error("history import '\(folder)/latin.csv'")?.contains("not valid UTF-8") == true)
  }

  /// Known sessions stay as they are, but a session that waits for a rating gets the rating in the file.
  @Test func knownSessionsStayAndRatingsAreAdded() throws {
    var rows = try sample()
    rows[1] = rows[1].replacingOccurrences(of: ",good,", with: ",amazing,")
    rows[2] = rows[2].replacingOccurrences(of: "homework", with: "sums")
    rows[12] = rows[12].replacingOccurrences(of: ",timeUp,,", with: ",timeUp,good,")
    rows.append("kitchen/1," + rows[12].split(separator: ",", maxSplits: 1)[1])
    let file = try write("other.csv", rows.joined(separator: "\r\n"))
    #expect(
      ScriptRun.error("history import Examples/sessions.csv; history import '\(file)'")
        == "1 of 13 rows in '\(file)' has the id of another session: nothing was imported"
        + " | give each session its own id, or add `anyway` to leave it out")
    let result = try run(
      "history import Examples/sessions.csv; history import '\(file)' anyway; expect rewards.unrated == 0; undo; expect rewards.unrated == 1; expect rewards.stars == 141; redo"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.filter { !$0.contains("saves nothing") } == [
        "note: \(file):2: reading on Sun 28 Dec 2025 differs from the saved session, which was not changed (kitchen/1766941200000000)",
        "note: \(file):3: homework on Mon 29 Dec 2025 differs from the saved session, which was not changed (kitchen/1767021600000000)",
      ])
    #expect(
      result.lines[1]
        == " 0:00.000  ✓ \(file): 1 new session, 1 new rating, 9 already known, 2 not changed; 171 stars in all")
  }

  /// Every practice session that keeps nothing gives its first timer the same id. None of their sessions is lost.
  @Test func practiceSessionsWithOneIdAreAllImported() throws {
    for (name, activity) in [("a", "reading"), ("b", "homework")] {
      #expect(
        ScriptRun()("timer start \(activity) 1; timer done; wait 1m; history export to '\(folder)/\(name).csv'").error
          == nil)
    }
    let rows = try ["a", "b"].map {
      try String(contentsOfFile: "\(folder)/\($0).csv", encoding: .utf8).split(separator: "\r\n").map(String.init)
    }
    let both = try write("both.csv", (rows[0] + rows[1].dropFirst()).joined(separator: "\r\n") + "\r\n")
    for script in ["history import '\(folder)/a.csv'; history import '\(folder)/b.csv'", "history import '\(both)'"] {
      let run = ScriptRun()
      #expect(run("wait 1h; \(script); expect (history all | count) == 2").error == nil, "\(script)")
      #expect(
        run("history import '\(both)'; let r = history import '\(folder)/b.csv'; expect $r.known == 1").error == nil)
      #expect(run("expect (history all | count) == 2; undo").error == nil)
    }
    // Other ids are of one session.
    let two = both.replacing("both", with: "two")
    try String(contentsOfFile: both, encoding: .utf8).replacing("practice", with: "kitchen")
      .write(toFile: two, atomically: true, encoding: .utf8)
    #expect(
      ScriptRun.error("wait 1h; history import '\(two)'")?.hasPrefix("1 of 2 rows in '\(two)' has the id of another")
        == true)
    #expect(ScriptRun.error("wait 1h; history import '\(two)' anyway; expect (history all | count) == 1") == nil)
  }

  @Test func anImportIsOneStepAndLasts() throws {
    let state = folder + "/state"
    let first = ScriptRun()
    try first.session.openState(state)
    #expect(
      first("history import Examples/sessions.csv; expect session.undoable == 1; undo; expect rewards.sessions == 0")
        .error == nil)
    let second = ScriptRun()
    try second.session.openState(state)
    #expect(
      second("expect rewards.sessions == 0; let r = history import Examples/sessions.csv; expect $r.added == 12").error
        == nil)
    #expect(
      second("expect rewards.stars == 141; undo; redo; expect rewards.stars == 141; rate good; undo").error == nil)
    let third = ScriptRun()
    try third.session.openState(state)
    #expect(
      third("expect rewards.sessions == 12; expect rewards.stars == 141; expect rewards.unrated == 1").error == nil)
    #expect(third.session.savedTimerSessions == second.session.savedTimerSessions)
  }

  /// A device that ran a timer and a device that imported its session agree, in whatever order they learn of each
  /// change.
  @Test(arguments: ["", "rate good", "rate good; undo; rate amazing"], ["", "rate amazing", "undo", "undo; redo"])
  func devicesAgree(_ here: String, _ there: String) throws {
    let timer = "timer start reading 5; timer done; wait 1m"
    let home = ScriptRun()
    #expect(home("\(timer); \(here); history export to '\(folder)/home.csv'; wait 1m").error == nil)
    let away = ScriptRun()
    away("wait 1h; history import '\(folder)/home.csv'; try { \(there) } catch { }")
    var (one, other) = (home.session.ledger.timerSessions, away.session.ledger.timerSessions)
    one.merge(away.session.ledger.timerSessions)
    other.merge(home.session.ledger.timerSessions)
    #expect(one.timerSessions() == other.timerSessions() && one.stars == other.stars)
    #expect(one.count == 1, "it ran, no matter who took back the import")
  }

  /// The ids of imported sessions are taken: a timer of this session that would get the same id gets another one.
  @Test func noTimerTakesAnImportedId() throws {
    let script = "timer start reading 5; timer done; wait 10m; timer start shower 5; timer done"
    let first = ScriptRun()
    #expect(first("\(script); history export to '\(folder)/ids.csv'").error == nil)
    for (order, count) in [
      ("history import '\(folder)/ids.csv'; \(script)", 4),
      ("timer start iPad 5; timer done; history import '\(folder)/ids.csv'; \(script)", 5),
    ] {
      let run = ScriptRun()
      #expect(run(order).error == nil)
      #expect(run.session.world.timers.facts.count == count, "\(order)")
      #expect(run.session.ledger.timerSessions.count == count, "\(order)")
    }
  }

  /// An imported name follows the rules for typed names, so it cannot fill the screen or a line of the journal.
  @Test func untypableNamesAreReported() throws {
    let rows = try String(contentsOfFile: Package.root.path + "/Examples/sessions.csv", encoding: .utf8)
      .split(separator: "\r\n").map(String.init)
    let columns = rows[0].split(separator: ",").map(String.init)
    func changed(_ column: String, _ text: String) throws -> String {
      var cells = rows[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      cells[try #require(columns.firstIndex(of: column))] = text
      cells[try #require(columns.firstIndex(of: "id"))] = "p/1"
      return try write("hostile.csv", (rows.prefix(3) + [cells.joined(separator: ",")]).joined(separator: "\n"))
    }
    let long = String(repeating: "x", count: 1_048_000)
    for (column, text) in [("activity", long), ("device", long), ("activity", "a\u{1B}[31m"), ("device", "\u{202E}x")] {
      let run = ScriptRun()
      try run.session.openState(folder + "/\(UInt32.random(in: 0 ... .max))")
      let (lines, error) = { ($0.lines, $0.error) }(run("history import '\(try changed(column, text))'"))
      #expect(error?.hasPrefix("1 of 3 rows in ") == true && lines.joined().utf8.count < 2_000, "\(column)")
      let again = run("history import '\(try changed(column, text))' anyway")
      #expect(again.error == nil && run.session.ledger.timerSessions.count == 2, "\(again)")
    }
  }

  @Test func handlersAndLogHearOfAnImport() {
    ScriptRun.passes(
      """
      let heard = []
      when timer.imported { heard = [$file, $added, $total] }
      history import Examples/sessions.csv
      wait 1s
      expect $heard == ["Examples/sessions.csv", 12, 141]
      expect (events | last).kind == "timer.imported"
      """)
  }

  @Test func tenYearsComeInAtOnce() throws {
    let sessions = try randomHistory(15_000, days: 3_650, seed: 7)
    let file = try write("ten.csv", TimerSessionCSV.text(sessions))
    let run = ScriptRun()
    try run.session.openState(folder + "/ten")
    #expect(
      run("history import '\(file)'; expect rewards.sessions == 15000; undo; expect rewards.sessions == 0; redo").error
        == nil)
    let again = ScriptRun()
    try again.session.openState(folder + "/ten")
    #expect(again.session.savedTimerSessions == sessions.sorted())
    #expect(again("expect (stats).total.sessions == 15000; expect (stats).total.stars == rewards.stars").error == nil)
  }

  /// A session that has not ended yet would count before its day: a wrong clock wrote it.
  @Test func sessionsFromTheFutureAreDamaged() throws {
    let rows = try sample()
    let future = rows[1].replacing("2025-12-28", with: "2099-12-28").replacing("kitchen/1766", with: "kitchen/4102")
    let file = try write("future.csv", ([rows[0], rows[1], future].joined(separator: "\r\n") + "\r\n"))
    func run(_ script: String) throws -> (status: Int32, errors: String) {
      let run = try Program.run(
        ["--real", "--state", folder + "/state", "-c", script], environment: ["HOME": folder])
      return (run.status, run.errors)
    }
    let refused = try run("history import '\(file)'")
    #expect(refused.status == 1)
    let problem = "\(file):3: the session ends in the future: is this machine's clock right?"
    #expect(refused.errors.contains(problem), "\(refused.errors)")
    #expect(refused.errors.contains("1 of 2 rows in '\(file)' is damaged: nothing was imported"), "\(refused.errors)")
    #expect(
      try run("expect rewards.sessions == 0; history import '\(file)' anyway; expect rewards.sessions == 1").status == 0
    )
    // In a simulated time, later sessions are what the script is about.
    #expect(ScriptRun()("history import '\(file)'; expect rewards.sessions == 2").error == nil)
  }
}
