import Foundation
import StoryScript
import Testing
import Timeline

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// A lesson that is left and continued: its record replays to what the learner saw, whatever happened meanwhile.
@Suite struct LessonVisitsTests {
  private static let lesson = """
    lesson "Visits" for 3m {
      step "Start" for 1m {
        say "Start the timer."
        goal timer.state == running else "It does not run."
        hint "a"
        hint "b"
        solution { timer start reading 20 }
      }
      step "Wait" for 1m {
        say "Wait until the timer is over."
        goal happened timer.completed else "It still runs."
        hint "a"
        hint "b"
        solution { skip 20m }
      }
      step "Rate" for 1m {
        say "Rate it."
        goal happened timer.rated else "It is not rated."
        hint "a"
        hint "b"
        solution { rate good }
      }
    }
    """

  /// Runs a test with a lesson's file and a folder for the progress.
  private func visiting(_ body: (_ lesson: String, _ home: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-visits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "visits.story").path
    try Self.lesson.write(toFile: file, atomically: true, encoding: .utf8)
    try body(file, folder.path + "/lessons")
  }

  /// Makes the last line of the progress `length` old.
  private func age(_ home: String, by length: TimeInterval) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: home) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -length)], ofItemAtPath: home + "/" + name)
    }
  }

  /// Leaves the lesson, or ends the program.
  private func leave(_ learner: Learner, isRestart: Bool) {
    if isRestart { learner.prompt.close() } else { learner.type("practice end") }
  }

  private func grade(_ learner: Learner, _ lesson: String, _ home: String) throws -> LessonProgress {
    let export = "\(home)/\(UUID().uuidString).txt"
    learner.type("learn export \"\(lesson)\" to \"\(export)\" as \"Ada\"")
    return try LessonGrader(Catalog.standard).grade(try Recording.read(export), named: "x", lesson: lesson).walk
  }

  @Test(arguments: [false, true]) func timeBetweenVisitsIsRecorded(isRestart: Bool) throws {
    try visiting { lesson, home in
      var learner = Learner(lesson, folder: home)
      learner.type("timer start reading 20")
      // The first line in the step starts its clock.
      learner.type("timer extend 5")
      #expect(learner.number == 2 && learner.run?.walk.tallies[1].missed == ["timer extend 5"])
      leave(learner, isRestart: isRestart)
      if !isRestart {
        // What happens elsewhere is not part of the lesson.
        learner.type("story play 4; wait 7m; timer start shower 3; skip 3m; rate amazing")
      }
      try age(home, by: 600)
      if !isRestart { learner.type("learn \"\(lesson)\"") } else { learner = Learner(lesson, folder: home) }
      learner.type("speed instant")
      #expect(learner.type("print timer.remaining <= 15m and timer.remaining > 14m").last == "true")
      // The rest of the time brings the end of the timer, but only together with the time of the absence.
      learner.type("skip 16m")
      #expect(learner.number == 3, "\(learner.all.suffix(5))")
      learner.type("rate good")
      let walk = try #require(learner.run).walk
      #expect(walk.isOver && walk.solvedCount == 3)
      #expect(try grade(learner, lesson, home) == walk)
      #expect(
        try LessonGrader(Catalog.standard).grade(
          try #require(learner.run).record.recorder.recording, named: "x", lesson: lesson
        ).time < .minutes(20))
      learner.prompt.close()
    }
  }

  /// A step that the absence itself completes is done on the screen and in the replay.
  @Test(arguments: [false, true]) func anAbsenceMayCompleteAStep(isRestart: Bool) throws {
    try visiting { lesson, home in
      var learner = Learner(lesson, folder: home)
      learner.type("timer start reading 20")
      learner.type("timer extend 5")
      leave(learner, isRestart: isRestart)
      try age(home, by: 3_600)
      let lines: [String]
      if isRestart {
        learner = Learner(lesson, folder: home)
        lines = learner.all
      } else {
        lines = learner.type("learn \"\(lesson)\"")
      }
      #expect(lines.contains { $0.contains("step 2 was done while you were away: Wait") }, "\(lines)")
      #expect(lines.contains { $0.contains("● step 3 of 3: Rate") } && learner.number == 3, "\(lines)")
      learner.type("rate good")
      let walk = try #require(learner.run).walk
      #expect(walk.solvedCount == 3)
      // A third visit, and the grade, see the same.
      #expect(try grade(learner, lesson, home) == walk)
      learner.prompt.close()
      #expect(Learner(lesson, folder: home).run?.walk == walk)
    }
  }

  /// The time that passes on the screen before the learner leaves is not lost.
  @Test func timeBeforeLeavingIsRecorded() throws {
    try visiting { lesson, home in
      let learner = Learner(lesson, folder: home)
      learner.type("timer start reading 20")
      learner.type("speed 3600; timer extend 5")
      let session = learner.prompt.session
      Thread.sleep(forTimeInterval: 0.1)
      learner.type("practice end")
      let elapsed = session.clock.elapsed
      #expect(elapsed > .minutes(5))
      learner.type("learn \"\(lesson)\"")
      #expect(learner.prompt.session.clock.elapsed >= elapsed)
      learner.prompt.close()
    }
  }

  /// The lines of an earlier day are replayed with their seed, whatever the seed of the program is now.
  @Test func aVisitContinuesWithItsSeed() throws {
    try visiting { lesson, home in
      let first = Learner(lesson, folder: home, seed: 7)
      first.type("timer start reading 20")
      first.prompt.close()
      let second = Learner(lesson, folder: home)
      #expect(second.prompt.session.options.seed == 7)
      #expect(second.run?.record.recorder.recording.head.seed == 7 && second.number == 2)
      second.prompt.close()
      // A lesson that begins now has the present seed.
      #expect(Learner("facets", folder: home).prompt.session.options.seed == 0)
    }
  }
}
