import Foundation
import StoryScript
import Testing

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// A lesson at the prompt of the real program, key by key.
@Suite(.serialized) struct LearnPromptTests {
  private func sees(_ terminal: PseudoTerminal, _ text: String) {
    terminal.expect(text) { screen in
      screen.lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ").contains(text)
    }
  }

  /// Types a wrong line twice, then inserts the solution into the line and runs it.
  private func walk(_ terminal: PseudoTerminal, _ numbers: ClosedRange<Int>, of count: Int) {
    for number in numbers {
      // Text that was on the screen before must not be mistaken for the answer.
      terminal.send("\u{0C}")
      for wrong in ["12345", "set tick off"] { terminal.enter(wrong) }
      terminal.enter("learn solution")
      sees(terminal, "press Enter to run it")
      terminal.enter("")
      sees(terminal, number == count ? "Remember:" : "step \(number + 1) of \(count)")
    }
  }

  @Test(arguments: [(80, 24), (40, 15)]) func aLessonResumesAfterAKill(columns: Int, rows: Int) throws {
    let home = try TemporaryHome()
    var terminal: PseudoTerminal? = try .prompt(home: home, columns: columns, rows: rows)
    terminal?.enter("learn facets")
    sees(try #require(terminal), "step 1 of 7")
    terminal?.enter("speed instant")
    walk(try #require(terminal), 1...3, of: 7)
    // A program that is killed receives no warning.
    terminal = nil
    let second = try PseudoTerminal.prompt(home: home, columns: columns, rows: rows)
    second.enter("learn facets")
    sees(second, "You continue at step 4 of 7")
    second.enter("speed instant")
    walk(second, 4...7, of: 7)
    second.enter("practice end")
    second.send("\u{0C}")
    second.enter("learn status")
    sees(second, "no lesson is running")
  }

  /// Pressing ^C while a line waits in a step, or ^D in the middle of one, does not change the learner's place in the
  /// lesson.
  @Test func nothingIsLostByInterruptingOrLeaving() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home)
    first.enter("learn hold-to-pause")
    sees(first, "step 1 of 10")
    first.enter("hold")
    sees(first, "step 2 of 10")
    first.enter("wait 1h")
    sees(first, "^C stops")
    first.send("\u{03}")
    sees(first, "interrupted")
    first.send("\u{04}\u{04}")
    #expect(first.waitForEnd() == 0)
    let second = try PseudoTerminal.prompt(home: home)
    second.enter("learn")
    sees(second, "1 of 10")
    second.enter("learn hold-to-pause")
    sees(second, "You continue at step 2 of 10")
    second.enter("print clock.elapsed < 10m")
    sees(second, "true")
  }

  @Test func withoutUTF8AndColourEverySignIsThere() throws {
    let terminal = try PseudoTerminal.prompt(environment: ["LC_ALL": "C", "NO_COLOR": "1"])
    terminal.enter("learn hold-to-pause")
    sees(terminal, "step 1 of 10")
    terminal.enter("hold")
    sees(terminal, "step 2 of 10")
    let scalars = terminal.screen.lines.joined().unicodeScalars
    #expect(scalars.allSatisfy { $0.isASCII })
  }

  /// If the state folder cannot be written, the lesson continues and says once that its progress is not saved.
  @Test func anUnwritableFolderIsReported() throws {
    let home = try TemporaryHome()
    try "no folder".write(to: home.url.appending(path: "state"), atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal.prompt(
      home: home, environment: ["XDG_STATE_HOME": home.url.appending(path: "state").path])
    terminal.enter("learn hold-to-pause")
    sees(terminal, "your progress is not saved")
    terminal.enter("hold")
    sees(terminal, "step 2 of 10")
  }

  /// The list fits a small window without a pager.
  @Test func theListFitsASmallWindow() throws {
    let terminal = try PseudoTerminal.prompt(columns: 40, rows: 15)
    terminal.enter("learn")
    terminal.expect("all of it, and the prompt") { screen in
      screen.lines.contains { $0.contains("program") } && screen.lines.last == "›"
    }
    let lines = terminal.screen.lines
    #expect(lines.contains(" tutorial       The timers in nine steps"), "\(lines)")
    #expect(
      lines.suffix(4) == [" start here: `learn tutorial`; the", " others build on each other in this", " order", "›"])
  }

  /// Returns another line with the result of a solution: a computed value, or a block that does the work. A solution
  /// that creates something lasting is returned unchanged.
  private static func otherRoute(_ solution: String) -> String {
    if solution.first?.isNumber == true { return "(\(solution))" }
    let lasts = ["let ", "def ", "when ", "after ", "every ", "$", "\"", "expect"].contains { solution.contains($0) }
    return lasts ? solution : "if clock.elapsed >= 0s { \(solution) }"
  }

  /// The time that a reader takes before the first line of each step: longer than a story, at the clock's speed here.
  private static let (speed, pause) = (300, 0.07)

  /// Plays every lesson from beginning to end: in a narrow window, with lines other than its solutions and two wrong
  /// tries for each step; in a wide one, with the solutions alone, each after a reader's pause, in which the clock would
  /// run fast. A `kill -9` interrupts the lesson in the middle.
  @Test(
    arguments: BuiltInLessons.all.map(\.name), [40, 80])
  func everyLessonIsWalkedAtTheRealPrompt(_ name: String, _ columns: Int) throws {
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let parsedLesson = try BuiltInLessons.parsedLesson(name, in: session)
    let count = parsedLesson.steps.count
    let answers = LessonSheet(Catalog.standard).answers(of: parsedLesson)
    let home = try TemporaryHome()
    var terminal = try PseudoTerminal.prompt(home: home, columns: columns, rows: 60)
    terminal.enter("learn \(name)")
    sees(terminal, "step 1 of \(count)")
    let reads = columns == 80
    if !reads { terminal.enter("speed instant") }
    for (index, step) in parsedLesson.steps.enumerated() {
      if index == count / 2 {
        terminal = try PseudoTerminal.prompt(home: home, columns: columns, rows: 60)
        terminal.enter("learn \(name)")
        sees(terminal, "You continue at step \(index + 1) of \(count)")
      }
      terminal.send("\u{0C}")
      if reads { Thread.sleep(forTimeInterval: Self.pause) }
      let isOfSettings = step.goals.contains { parsedLesson.text(of: $0).contains("\"set\"") }
      let tries = reads ? [] : ["\"no\"", isOfSettings ? "activity edit homework for 30" : "set tick off"]
      for wrong in tries { terminal.enter(wrong) }
      let written = parsedLesson.solution(of: step).replacing("\n", with: "; ")
      let solution = written.isEmpty ? answers[index].map { ValueWriter().literal($0) } ?? "" : written
      // The speed and the first line together, so that nothing passes between them.
      let speed = reads && index == 0 ? "speed \(Self.speed); " : ""
      terminal.enter(columns == 40 ? Self.otherRoute(solution) : speed + solution)
      sees(terminal, index + 1 == count ? "lesson finished" : "step \(index + 2) of \(count)")
    }
  }

  /// At the usual speed, a learner who reads for longer than a story lasts finds everything as it was.
  @Test func nothingPlaysWhileSomeoneReads() throws {
    let home = try TemporaryHome()
    try """
    lesson "Short" for 2m {
      step "Hold" for 1m {
        story play 4 for 1s
        say "Hold story 4."
        goal story.state == pausedByHold and story.number == 4
        hint "a"
        hint "b"
        solution { hold }
      }
      step "Again" for 1m {
        story play 7 for 1s
        say "Hold story 7."
        goal story.state == pausedByHold and story.number == 7
        hint "a"
        hint "b"
        solution { hold }
      }
    }
    """.write(to: home.url.appending(path: "short.story"), atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal.prompt(home: home)
    terminal.enter("learn \"\(home.url.appending(path: "short.story").path)\"")
    sees(terminal, "Hold story 4.")
    Thread.sleep(forTimeInterval: 2.5)
    terminal.enter("hold")
    sees(terminal, "Hold story 7.")
    Thread.sleep(forTimeInterval: 2.5)
    // The full screen waits for its first key as well.
    terminal.enter("watch")
    sees(terminal, "the clock waits for your first key")
    Thread.sleep(forTimeInterval: 1.5)
    terminal.send(" ")
    sees(terminal, "step 2 of 2 done: q shows what comes next")
    terminal.send("q")
    sees(terminal, "lesson finished: 2 of 2")
  }

  /// Starting a lesson reads no other files than checking it: a link may not lead out of its folder.
  @Test(arguments: [false, true]) func aStartedLessonIncludesOnlyItsFolder(leaves: Bool) throws {
    let home = try TemporaryHome()
    let room = home.url.appending(path: "room")
    try FileManager.default.createDirectory(at: room, withIntermediateDirectories: true)
    try "print \"far away\"".write(to: home.url.appending(path: "far.story"), atomically: true, encoding: .utf8)
    try "include \"link.story\"".write(to: room.appending(path: "near.story"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: room.path + "/link.story", withDestinationPath: leaves ? "../far.story" : "own.story")
    try "print \"close by\"".write(to: room.appending(path: "own.story"), atomically: true, encoding: .utf8)
    try """
    include "near.story"
    lesson "Short" for 1m {
      step "One" for 1m {
        story play 4
        say "Hold story 4."
        goal story.state == pausedByHold
        hint "a"
        hint "b"
        solution { hold }
      }
    }
    """.write(to: room.appending(path: "lesson.story"), atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal.prompt(home: home)
    terminal.enter("learn \"\(room.path)/lesson.story\"")
    sees(terminal, leaves ? "cannot be started" : "Hold story 4.")
    let text = terminal.screen.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(!text.contains("far away") && text.contains("close by") != leaves)
    #expect(text.contains("is not in the folder of this script or lesson") == leaves)
  }
}
