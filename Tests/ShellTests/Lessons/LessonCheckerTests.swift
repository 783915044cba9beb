import Foundation
import StoryScript
import Testing

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// `storyline lesson check`: the program's lessons are valid, and each rule rejects a lesson that breaks it.
@Suite struct LessonCheckerTests {
  private func faults(_ text: String) throws -> [String] {
    LessonChecker(Catalog.standard).faults(of: try Source(name: "test.story", text: text)).map { fault in
      let line = fault.source.map { "\($0.position(of: Int(fault.range.start)).line): " } ?? ""
      return line + fault.problem.message + (fault.problem.suggestion.map { " | \($0)" } ?? "")
    }
  }

  @Test(arguments: BuiltInLessons.all.map(\.name)) func eachLessonOfTheProgramIsSound(_ name: String) throws {
    let lesson = try #require(BuiltInLessons.all.first { $0.name == name })
    let text = String(decoding: lesson.bytes, as: UTF8.self)
    #expect(try faults(text) == [])
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let parsedLesson = try BuiltInLessons.parsedLesson(name, in: session)
    #expect((6...10).contains(parsedLesson.steps.count))
    #expect(Formatter.format(parsedLesson.script) == text)
    #expect((15...30).contains((parsedLesson.lesson.length ?? .zero).microseconds / 60_000_000))
    #expect(parsedLesson.steps.allSatisfy { !$0.texts(.because).isEmpty }, "every step says why")
    if name == BuiltInLessons.tutorial { return }
    let predictions = parsedLesson.steps.count { $0.goals.contains(where: parsedLesson.isPrediction) }
    #expect(predictions >= 2, "predictions")
  }

  @Test func theStartOfALessonIsValid() throws { #expect(try faults(LessonStarter.text) == []) }

  /// Returns a valid lesson of one step in which `changes` replaces some lines.
  private static func lesson(_ changes: [String: String] = [:]) -> String {
    let lines = [
      "lesson \"L\" for 5m {", "step \"S\" for 5m {", "story play 4 for 15s", "say \"Hold it.\"",
      "goal story.state == pausedByHold", "hint \"a\"", "hint \"b\"", "solution { hold }", "}", "}",
    ]
    return lines.map { line in
      changes.first { line.hasPrefix($0.key) }?.value ?? line
    }.joined(separator: "\n")
  }

  /// An endless loop is reported wherever it is in a lesson; it is not reported as an interruption by the user.
  @Test(arguments: [
    (
      ["lesson": "while true { }\nlesson \"L\" for 5m {"],
      "1: this never ends | remove the part that runs forever"
    ),
    (
      ["lesson": "def forever { while true { } }\nlesson \"L\" for 5m {", "story": "forever"],
      "3: this step never ends | remove the part that runs forever"
    ),
    (["story": "while true { }"], "2: this step never ends | remove the part that runs forever"),
    (
      ["solution": "solution { while true { wait 1s } }"],
      "2: this step never ends | remove the part that runs forever"
    ),
  ]) func endlessSolutionsAreReportedAtTheirLine(_ changes: [String: String], _ fault: String) throws {
    let source = try Source(name: "test.story", text: Self.lesson(changes))
    let faults = LessonChecker(Catalog.standard, trusts: false, timeout: 300_000).faults(of: source)
    #expect(
      faults.map { fault in
        let line = fault.source.map { "\($0.position(of: Int(fault.range.start)).line): " } ?? ""
        return line + fault.problem.message + (fault.problem.suggestion.map { " | \($0)" } ?? "")
      } == [fault])
  }

  @Test func theUnchangedOneIsSound() throws { #expect(try faults(Self.lesson()) == []) }

  @Test(arguments: [
    (["goal": ""], "2: this step has no goal | try: goal CONDITION"),
    (
      ["goal": "goal 1 == 2"], "5: this goal's condition never changes | test the state, or the value typed last: $last"
    ),
    (
      ["goal": "goal story.state == playing or story.state == entering"],
      "5: this goal is already reached before the learner types anything | begin the step in another state"
    ),
    (
      ["goal": "goal \"hold\" in learn.commands"],
      "5: this goal has no message for a learner who misses it | try: goal … else \"What is missing\""
    ),
    (["solution": ""], "2: this step has no solution | try: solution { … }"),
    (
      ["solution": "solution { tap right }"],
      "5: the solution does not reach this goal: expected story.state == pausedByHold"
        + " | \"entering\" == \"pausedByHold\" is false"
    ),
    (
      ["solution": "solution { story play 900 }; solution { timer pause }"],
      "8: no timer is running | try: timer start reading 20"
    ),
    (
      ["solution": "solution { hold; wait until story.number == 5 }", "goal": "goal story.number == 5"],
      "8: this can never become true: nothing is scheduled that could change it | the story is held; try: release"
    ),
    (["solution": "solution { exit }"], "2: this step ends the session | remove `exit`"),
    (["say": ""], "2: this step has no text for the learner | try: say \"What to do, in a sentence\""),
    (["hint \"b\"": ""], "2: this step has 1 hint, but needs 2 | try: hint \"…\", then a plainer hint"),
    (
      ["say": "say \"\(String(repeating: "x", count: 73))\""],
      "4: a line has 73 columns, but only 72 fit | split or shorten it"
    ),
    (["lesson": "lesson \"L\" for 6m {"], "1: the steps take 5m in total, not 6m | try: for 5m"),
    (["lesson": "lesson \"L\" {"], "1: this lesson has no length | try: lesson \"…\" for 45m { … }"),
    (["step": "step \"S\" {"], "2: this step has no length | try: step \"…\" for 5m { … }"),
    (["story": "stroy play 4"], "3: there is no command 'stroy' | did you mean 'story'?"),
  ])
  func eachRuleRejects(_ changes: [String: String], _ expected: String) throws {
    #expect(try faults(Self.lesson(changes)) == [expected])
  }

  /// Goals may use a variable that the solution declares, and the solution may change an existing one.
  @Test func aVariableMayBeMade() throws {
    let made = [
      "goal": "goal $n == 4 else \"It is not four.\"",
      "solution": "solution { let n = 4 }",
    ]
    #expect(try faults(Self.lesson(made)) == [])
    #expect(
      try faults("let n = 3\n" + Self.lesson(made.merging(["solution": "solution { let n = $n + 1 }"]) { $1 })) == [])
  }

  /// A solution of several lines is typed line by line. If a step ends in the middle, the remaining lines go to the
  /// next step.
  @Test func aSolutionOfSeveralLinesIsTypedLineByLine() throws {
    let goal = ["goal": "goal story.position >= 3s"]
    func solution(_ text: String) throws -> [String] {
      // Readers find that waiting is enough.
      try faults(Self.lesson(goal.merging(["solution": "solution {\n\(text)\n}"]) { $1 }))
        .filter { $0.contains("typed line by line") }
    }
    #expect(
      try solution("wait until story.position >= 3s\nhold") == [
        "10: typed line by line, the solution completes the step before this line, which then runs in the next step"
          + " | write the solution on one line, or let the goal require this line"
      ])
    #expect(try solution("wait until story.position >= 3s; hold") == [])
    #expect(try solution("hold\nrelease; wait until story.position >= 3s") == [])
  }

  @Test func faultsOfTheWholeLesson() throws {
    let twice = Self.lesson(["lesson": "lesson \"L\" for 10m {\nstep \"S\" for 5m { goal story.number == 5 }"])
    #expect(
      try faults(twice).contains("3: two steps are called 'S' | progress is saved by title: give each step its own"))
    #expect(
      try faults("lesson \"L\" for 5m {\n}").contains("1: this lesson has no steps | try: step \"Title\" for 5m { … }"))
    #expect(
      try faults("print 1") == ["1: this file contains no lesson | try: storyline lesson new FILE"])
    #expect(
      try faults(Self.lesson() + "\n" + Self.lesson()).contains(
        "11: a file can hold only one lesson | move this one to its own file"))
  }

  /// A lesson by a stranger is not played until the user has read which files it reads or writes.
  @Test func lessonsThatUseFilesNeedTrust() throws {
    let path = "/tmp/storyline-check-\(UUID().uuidString).txt"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = Self.lesson(["story": "story play 4 for 15s; save \"x\" to \"\(path)\""])
    #expect(
      try faults(text) == [
        "1: this lesson uses `save`, which can access your files, so it was not played | read it, then add --trust"
      ])
    #expect(!FileManager.default.fileExists(atPath: path))
    let source = try Source(name: "test.story", text: text)
    #expect(LessonChecker(Catalog.standard, trusts: true).faults(of: source).isEmpty)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  /// Nothing outside a lesson's folder is read, by any path.
  @Test func includesStayInTheFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-lesson-\(UUID().uuidString)")
    let room = folder.appending(path: "room")
    try FileManager.default.createDirectory(at: room, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for place in [folder, room] {
      try "def beyond { hold }\n".write(to: place.appending(path: "x.story"), atomically: true, encoding: .utf8)
    }
    try FileManager.default.createSymbolicLink(
      atPath: room.path + "/link.story", withDestinationPath: folder.path + "/x.story")
    let file = room.appending(path: "a.story")
    func faults(_ path: String, trusts: Bool = false) throws -> [String] {
      try ("include \"\(path)\"\n" + Self.lesson()).write(to: file, atomically: true, encoding: .utf8)
      return LessonChecker(Catalog.standard, trusts: trusts).faults(in: file.path).map(\.problem.message)
    }
    #expect(try faults("x.story") == [])
    for path in ["../x.story", "\(folder.path)/x.story", "link.story", "~/x.story", "none.story"] {
      #expect(try faults(path) == ["cannot include this: '\(path)' is not in the folder of this script or lesson"])
    }
    #expect(try faults("../x.story", trusts: true) == [])
  }

  @Test func circularIncludesAreReported() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-lesson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.story")
    try ("include \"a.story\"\n" + Self.lesson()).write(to: file, atomically: true, encoding: .utf8)
    let faults = LessonChecker(Catalog.standard).faults(in: file.path)
    #expect(faults.map(\.problem.message) == ["'a.story' includes itself"])
  }
}
