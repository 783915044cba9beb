import Foundation
import JSON
import StoryScript
import Terminal
import Testing
import Timeline

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// Proof by replay: the claims that a file makes about itself are ignored.
@Suite struct LessonGraderTests {
  private static let lesson = """
    lesson "Two" for 2m {
      step "Hold" for 1m {
        story play 4 for 15s
        goal story.state == pausedByHold
        solution { hold }
      }
      step "Predict" for 1m {
        goal $last == 10
        solution { 10 }
      }
    }
    """

  private static let head = "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns\n"

  private func inFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-grade-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try body(folder)
  }

  private static func walk(_ lines: String...) -> String {
    head + (["learn \"/home/ada/two.story\""] + lines).map { "wait 1s\n\($0)\n" }.joined()
  }

  /// A recording of another lesson file proves nothing about this one.
  @Test func aRecordingOfAnotherLessonIsReported() throws {
    let other = Self.lesson.replacing("\"Hold\"", with: "\"Press\"").replacing("\"Predict\"", with: "\"Guess\"")
    let mine = Self.head + "wait 0s\nlearn \"one.story\"\nwait 1s\nhold\n# done: Press\n"
    try inFolder(["one.story": other, "two.story": Self.lesson, "ada.story": mine]) { folder in
      let wrong = try Program.run(["lesson", "grade", "two.story", "ada.story"], folder: folder)
      #expect(
        wrong.status == 1
          && wrong.errors.contains("this is a recording of another lesson: 'two.story' has no step 'Press'"),
        "\(wrong.errors)")
      let right = try Program.run(["lesson", "grade", "one.story", "ada.story"], folder: folder)
      #expect(right.status == 0 && right.output.contains("1 of 2"), "\(right)")
    }
  }

  @Test func theClassIsATable() throws {
    let files = [
      "two.story": Self.lesson, "ada.story": Self.walk("hold", "10"), "bo.story": Self.walk("learn hint", "hold"),
      // Writing the line into the file does not prove that the learner did it.
      "cy.story": Self.head + "wait 0s\nlearn x\n# done: Hold\n# done: Predict\n", "di.story": "hello\n",
      "eve.story": Self.walk("learn solution", "hold", "open \"two.story\"", "save 1 to \"owned.txt\""),
    ]
    try inFolder(files) { folder in
      let names = ["ada", "bo", "cy", "di", "eve"].map { $0 + ".story" }
      let result = try Program.run(["lesson", "grade", "two.story"] + names, folder: folder)
      #expect(
        result.status == 1 && result.errors.contains("di.story:\nerror: this is not a recording"), "\(result.errors)")
      func row(_ name: String) -> [String] {
        result.lines.first { $0.contains(name) }?.split(separator: " ").map(String.init) ?? []
      }
      #expect(row("ada").dropFirst(2).prefix(3) == ["2", "of", "2"], "\(result.output)")
      #expect(row("bo").dropFirst(2).prefix(5) == ["1", "of", "2", "2", "2"], "\(result.output)")
      #expect(row("cy").dropFirst(2).prefix(3) == ["0", "of", "2"], "\(result.output)")
      #expect(row("eve").contains("1") && !FileManager.default.fileExists(atPath: folder.path + "/owned.txt"))
    }
  }

  /// Each recording names its lesson, so lesson files may lie among the recordings, as in `*.story`.
  @Test func eachRecordingIsGradedByTheLessonThatItNames() throws {
    let other = Self.lesson.replacing("\"Hold\"", with: "\"Press\"")
    let files = [
      "ada.story": Self.walk("hold", "10"), "bo.story": Self.head + "wait 1s\nlearn facets\nwait 1s\n8\n",
      "cy.story": Self.walk("hold").replacing("two.story", with: "other.story"),
      "di.story": Self.walk("hold").replacing("two.story", with: "gone.story"),
      "two.story": Self.lesson, "other.story": other,
    ]
    try inFolder(files) { folder in
      let result = try Program.run(["lesson", "grade"] + files.keys.sorted(), folder: folder)
      #expect(result.status == 1, "\(result.output)")
      #expect(
        result.errors.contains("of the lesson '/home/ada/gone.story', which is not among the files"),
        "\(result.errors)")
      let rows = result.lines.dropFirst().filter { $0.contains(".story") }.map {
        $0.split(separator: " ").prefix(5).joined(separator: " ")
      }
      #expect(
        rows == ["ada.story two.story 2 of 2", "bo.story facets 0 of 7", "cy.story other.story 1 of 2"],
        "\(result.output)")
    }
  }

  /// Each learner has a row of any width: in a pipe, nothing is cut off.
  @Test func aRowIsWholeInAPipe() throws {
    let name = "bartholomew-of-the-long-name-who-has-tried-many-things.story"
    try inFolder([name: Self.head + "wait 1s\nlearn hold-to-pause\n"]) { folder in
      let result = try Program.run(["lesson", "grade", name], folder: folder)
      let row = result.lines.first { $0.contains(name) } ?? ""
      #expect(row.contains("0 of 10") && row.contains(" 1-10 ") && row.hasSuffix("s"), "\(result.output)")
    }
  }

  /// A learner who skips a step and then goes back to solve it is listed differently from one who solved it without
  /// help.
  @Test func stepsSolvedAfterASkipAreMarked() throws {
    let late = Self.walk("learn skip", "learn back", "hold", "10")
    try inFolder(["two.story": Self.lesson, "ada.story": late]) { folder in
      let result = try Program.run(["lesson", "grade", "two.story", "ada.story"], folder: folder)
      #expect(result.lines.first?.contains("solved  told  skipped  open  lines") == true, "\(result.output)")
      let row = result.lines.first { $0.contains("ada.story") }?.split(separator: " ").map(String.init) ?? []
      #expect(row.dropFirst(2).prefix(5) == ["1", "of", "2", "1", "4"], "\(result.output)")
    }
  }

  @Test func endlessRecordingsAreStopped() throws {
    let lines = ["wait 0s\nlearn tutorial\n", "wait 0s\nwhile true { }\n"]
    let recording = try Recording(try Source(name: "x.story", text: Self.head + lines.joined()))
    #expect {
      _ = try LessonGrader(Catalog.standard, trusts: false, timeout: 300_000).grade(
        recording, named: "x.story", lesson: nil)
    } throws: {
      ($0 as? Diagnostic)?.problem.message
        == "this recording takes more than 300 ms of processor time, so it was not graded"
    }
    // Years that pass in a lesson do not count as work.
    let long = try Recording(
      try Source(name: "x.story", text: Self.head + lines[0] + "wait 3000d\ntimer start reading\n"))
    let result = try LessonGrader(Catalog.standard).grade(long, named: "x.story", lesson: nil)
    #expect(result.walk.solvedCount == 1)
  }

  @Test func ungradableRecordingsAreReported() throws {
    try inFolder(["ada.story": Self.walk("hold"), "two.story": Self.lesson, "x.story": "print 1\n"]) { folder in
      let unknown = try Program.run(["lesson", "grade", "ada.story"], folder: folder)
      #expect(
        unknown.status == 1 && unknown.errors.contains("its lesson 'two.story' is not among the files"),
        "\(unknown.errors)")
      let only = try Program.run(["lesson", "grade", "two.story"], folder: folder)
      #expect(only.status == 2 && only.errors.contains("there is no recording"))
      #expect(try Program.run(["lesson", "grade", "x.story"], folder: folder).status == 1)
      #expect(try Program.run(["lesson", "grade", "none.story"], folder: folder).errors.contains("none.story"))
    }
  }

  /// The report on a class: its misses step by step, copied recordings, and claims without proof.
  @Test func theStepsAreDiscussed() throws {
    let ada = Self.walk("hold", "9", "10") + "# learner: Ada\n# exported: 2026-11-27\n"
    let files = [
      "two.story": Self.lesson, "ada.story": ada, "bo.story": ada.replacing("Ada", with: "Bo"),
      "cy.story": Self.walk("tap right", "hold", "8", "7", "10"),
    ]
    try inFolder(files) { folder in
      let result = try Program.run(["lesson", "grade"] + files.keys.sorted(), folder: folder)
      #expect(result.status == 0, "\(result.errors)")
      func row(_ name: String) -> [String] {
        result.lines.first { $0.contains(name) }?.split(separator: " ").map(String.init) ?? []
      }
      #expect(result.lines[0].split(separator: " ").filter { $0.hasSuffix("*") }.count == 5, "\(result.lines[0])")
      #expect(row("ada.story").prefix(3) == ["ada.story", "Ada", "two.story"], "\(result.output)")
      #expect(row("ada.story").last == "2026-11-27", "\(result.output)")
      #expect(row("bo.story").contains("ada.story") && !row("cy.story").contains("ada.story"), "\(result.output)")
      #expect(result.output.contains("1 of 3  cy: tap right"), "\(result.output)")
      #expect(result.output.contains("3 of 3  Ada: 9; Bo: 9; cy: 8, 7"), "\(result.output)")
      #expect(result.output.contains("* as the file says"))
    }
  }

  /// A skipped step is not one that was never reached, and both are ranges of numbers.
  @Test func skippedIsNotOpen() throws {
    let recording = try Recording(
      try Source(name: "x.story", text: Self.head + "wait 0s\nlearn facets\nwait 1s\nlearn skip\nwait 1s\nlearn skip\n")
    )
    let result = try LessonGrader(Catalog.standard).grade(recording, named: "x.story", lesson: nil)
    #expect(result.skipped == [1, 2] && result.open == [3, 4, 5, 6, 7] && result.late == [])
    #expect(LessonGrades.ranges(result.open) == "3-7" && LessonGrades.ranges([1, 3, 4, 9]) == "1 3-4 9")
  }

  /// In a window of 80 columns every column is there: names are cut, and the columns that do not fit follow below.
  @Test func theTableFitsAWindow() throws {
    let text = Self.head + "wait 0s\nlearn facets\nwait 1s\n\"no\"\nwait 1s\nlearn skip\n"
    let signed = text + "# learner: Bartholomew of the Long Name\n# exported: 2026-11-27\n"
    let grader = LessonGrader(Catalog.standard)
    let results = try [signed, text.replacing("no", with: "maybe")].enumerated().map { index, text in
      try grader.grade(
        try Recording(try Source(name: "x.story", text: text)), named: "a-very-long-name-of-a-file-\(index).story",
        lesson: nil)
    }
    let output = Output(to: .memory, width: 80)
    let session = Session(output: output, catalog: Catalog.standard)
    LessonGrades(results).write(to: session.printer)
    session.flush()
    let lines = output.drainLines()
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(lines)")
    let titles = lines.joined(separator: " ").split(separator: " ").map(String.init)
    for title in [
      "result", "learner*", "lesson", "solved", "told", "skipped", "open", "lines", "misses", "wrong", "hints*",
      "shown*", "time*", "date*",
    ] {
      #expect(titles.contains(title), "\(title): \(lines)")
    }
    #expect(lines.count { $0.hasPrefix(" a-very-long") } == 4 && lines.contains { $0.contains("11-27") }, "\(lines)")
    #expect(
      lines.contains { $0.contains("Bartholomew of the Long Name: \"no\"") || $0.contains("Bartholomew") }, "\(lines)")
  }

  /// A spreadsheet or a script of the teacher reads JSON: one object for each learner, with each step.
  @Test func theGradeIsJSON() throws {
    let ada = Self.walk("hold", "9", "10") + "# learner: Ada\n# exported: 2026-11-27\n"
    let files = ["two.story": Self.lesson, "ada.story": ada, "bo.story": Self.walk("tap right", "learn skip")]
    try inFolder(files) { folder in
      let result = try Program.run(["lesson", "grade", "--json"] + files.keys.sorted(), folder: folder)
      #expect(result.status == 0 && result.lines.count == 2, "\(result)")
      let rows = try result.lines.map { try JSON(parsing: Array($0.utf8)) }
      let first = rows[0]
      #expect(first["file"]?.stringValue == "ada.story" && first["learner"]?.stringValue == "Ada")
      #expect(first["solved"]?.integerValue == 2 && first["date"]?.stringValue == "2026-11-27")
      #expect(rows[1]["learner"] == .null && rows[1]["skipped"] == [1] && rows[1]["open"] == [2])
      let step = try #require(rows[1]["steps"]?.arrayValue?.first)
      #expect(step["state"]?.stringValue == "skipped" && step["missed"] == ["tap right"])
      let wrong = try Program.run(["lesson", "check", "--json", "two.story"], folder: folder)
      #expect(wrong.status == 2 && wrong.errors.contains("--json is only for 'lesson grade'"), "\(wrong)")
    }
  }
}
