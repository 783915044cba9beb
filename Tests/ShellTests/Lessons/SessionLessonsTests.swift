import Foundation
import StoryScript
import Terminal
import Testing
import Timeline

@testable import LessonsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// A lesson as the learner sees it at a prompt.
@Suite struct SessionLessonsTests {
  /// Returns the path of a lesson file in a temporary folder.
  private static func file(_ text: String) throws -> String {
    let file = Scratch.folder().appending(path: "lesson.story")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  private static let two = """
    lesson "Two" for 2m {
      step "Hold" for 1m {
        story play 4 for 15s
        say "Hold it."
        goal story.state == pausedByHold else "It plays."
        hint "One word."
        hint "hold"
        solution { hold }
      }
      step "Predict" for 1m {
        release
        say "How many?"
        goal $last == 10
        hint "Count."
        hint "Ten."
        solution { 10 }
      }
    }
    """

  /// A command that takes time counts for a goal when it has ended: the first of two holds does not solve the step.
  @Test func aStepIsNotSolvedInTheMiddleOfAHold() {
    let learner = Learner("hold-to-pause")
    for _ in 1...7 { learner.type("learn skip") }
    #expect(learner.number == 8)
    learner.type("hold 2s")
    #expect(learner.number == 8)
    learner.type("hold 1s")
    #expect(learner.number == 9)
  }

  /// Lines that solve a step in another way, in one line, or with more than it asks for; and lines that do something
  /// else, with the reason that they do not count.
  @Test(arguments: [
    ("tutorial", 1, "timer start reading 10", nil), ("tutorial", 1, "timer start reading; timer done; rate good", nil),
    ("tutorial", 1, "timer start shower", "Not yet: No reading timer has been started yet."),
    ("tutorial", 2, "activity edit reading for 25 icon 📚", nil),
    ("tutorial", 2, "activity edit iPad for 35", "Not yet: The activity reading does not last 25 minutes yet."),
    ("tutorial", 2, "activity edit reading for 30", "Not yet: The activity reading does not last 25 minutes yet."),
    ("tutorial", 3, "timer done; timer start custom 10 name lego", nil),
    ("tutorial", 3, "timer done; timer start custom 10m; timer done; rate good", nil),
    ("tutorial", 3, "timer done; timer start custom; timer extend 5", nil),
    ("tutorial", 3, "timer done; timer start custom", "Good so far. The custom timer must last 10 minutes."),
    ("tutorial", 3, "timer done; timer start shower 10", "Not yet: No custom timer has been started yet."),
    ("tutorial", 4, "timer done; rate good; timer start reading", nil), ("tutorial", 4, "skip 10m; rate good", nil),
    ("tutorial", 4, "rate good; timer done", "Good so far. The finished timer is not rated yet."),
    ("tutorial", 5, "stars", nil),
    ("tutorial", 6, "timer start shower; timer done; rate good", nil),
    ("tutorial", 6, "timer start shower; skip 10m; rate good", nil),
    ("tutorial", 6, "timer start homework; timer done; rate good", "Not yet: The shower timer is not done."),
    ("tutorial", 9, "pin set 2580; pin remove 2580", nil),
    ("countdown", 1, "timer start reading; timer pause", nil),
    ("countdown", 1, "timer start shower", "Not yet: No reading timer has been started yet."),
    ("countdown", 1, "timer start reading 10", "Good so far. The reading timer must last 20 minutes."),
    ("countdown", 3, "skip 25m", nil),
    ("countdown", 3, "timer stop; timer start reading 15", "Not yet: More than 15 minutes are left."),
    ("countdown", 6, "timer pause; skip 3m; timer resume", nil),
    ("countdown", 6, "timer pause; skip 2m; timer resume", "Not yet: The timer must be paused while 3 minutes pass."),
    ("countdown", 7, "skip 20m; rate good", nil),
    (
      "facets", 5, "facets why \"mail a@b.com\" at 6",
      "Not yet: Ask with `facets why` about @bob in exactly this text."
    ),
    ("feed", 1, "login ana.test", "Not yet: You are not logged in as bob.test yet."),
    ("hold-to-pause", 8, "hold 2s; hold 1s; explain", nil),
    (
      "hold-to-pause", 8, "hold 2s; hold; release; resume",
      "Not yet: It does not play again: with a toggle, only a press resumes."
    ),
    (
      "rewards", 4, "timer start reading 1; timer done; rate amazing",
      "Not yet: Rate a session of today, the third day in a row, as good."
    ),
    ("rewards", 5, "timer start reading 1; timer done; rate amazing", nil),
  ]) func goalsAcceptTheRightThingInAnyWay(_ name: String, _ step: Int, _ line: String, _ missing: String?) throws {
    let learner = Learner(name)
    for _ in 1..<step { learner.type("learn skip") }
    #expect(learner.number == step)
    let lines = learner.type(line)
    let misses = lines.filter { $0.contains("Not yet: ") || $0.contains("Good so far. ") }
    #expect(misses == (missing.map { ["   \($0)"] } ?? []), "\(lines)")
    #expect((learner.number == step) == (missing != nil), "\(lines)")
  }

  /// The tutorial with the lines of a newcomer who tries other things first.
  @Test func theTutorialTakesWhatItAsksFor() {
    let learner = Learner("tutorial")
    learner.type("timer start reading")
    #expect(learner.number == 2)
    let wrong = learner.type("activity edit iPad for 35")
    #expect(wrong.contains("   Not yet: The activity reading does not last 25 minutes yet."), "\(wrong)")
    #expect(learner.number == 2)
    learner.type("activity edit reading for 25")
    #expect(learner.number == 3)
    learner.type("timer done")
    let named = learner.type("timer start custom 10 name lego")
    #expect(!named.contains { $0.contains("Not yet") }, "\(named)")
    #expect(learner.number == 4)
    learner.type("timer done; rate amazing")
    learner.type("streak")
    #expect(learner.number == 6)
    let rated = learner.type("timer start shower; timer done; rate good")
    #expect(!rated.contains { $0.contains("Not yet") }, "\(rated)")
    #expect(learner.number == 7)
  }

  @Test(arguments: BuiltInLessons.all.map(\.name), [40, 80])
  func everyLessonIsWalkedWithTwoWrongTriesAStep(_ name: String, _ width: Int) throws {
    let learner = Learner(name, width: width)
    let count = try #require(learner.run).walk.titles.count
    for number in 1...count {
      #expect(learner.number == number)
      let hints = try #require(learner.run?.step).texts(.hint).count
      // An event that the clock brings does not count as a try.
      #expect(learner.type("skip 1ms").allSatisfy { !$0.contains("Not yet") && !$0.contains("Hint") })
      let wrong = learner.wrongTry
      let wrongs = learner.expectsPrediction ? ["\"maybe\"", "\"no\""] : [wrong, wrong]
      for (place, wrong) in wrongs.enumerated() {
        let lines = learner.type(wrong)
        #expect(lines.contains { $0.hasPrefix("   Not yet: ") }, "\(lines)")
        let hint = 1 + place
        #expect(
          lines.contains {
            hint <= hints ? $0.hasPrefix("   Hint \(hint) of \(hints): ") : $0.hasPrefix("   `learn solution`")
          }, "\(lines)")
      }
      let lines = learner.type(learner.solution)
      #expect(lines.contains { $0.contains("✓ step \(number) of \(count) done: ") }, "\(learner.solution): \(lines)")
    }
    #expect(learner.all.contains { $0.contains("★ lesson finished: \(count) of \(count) steps done") })
    // The terminal breaks lines of events, and values break their own lines.
    let tooWide = learner.all.filter { $0.hasPrefix("   ") && DisplayWidth.of($0) > width }
    #expect(tooWide.isEmpty, "\(tooWide)")
  }

  /// If the author gives no message for a goal, the check itself is printed.
  @Test func aGoalWithoutWordsSaysBothSides() throws {
    let learner = Learner(try Self.file(Self.two.replacing(" else \"It plays.\"", with: "")))
    #expect(
      learner.type("tap right").dropFirst() == [
        "   Not yet: expected story.state == pausedByHold, but \"entering\" ==", "   \"pausedByHold\" is false",
        "   Hint 1 of 2: One word.",
      ])
  }

  @Test func aMissSaysTheTeachersWordsThenTheNextHint() throws {
    let learner = Learner(try Self.file(Self.two))
    #expect(learner.type("hold 1s").first?.contains("‖ held") == true)
    #expect(learner.number == 2)
    let again = Learner(try Self.file(Self.two))
    #expect(
      again.type("tap right").dropFirst() == [
        "   Not yet: It plays.",
        "   Hint 1 of 2: One word.",
      ])
    #expect(again.type("print 5") == ["5"])
    #expect(again.type("stroy play 4").allSatisfy { !$0.contains("Not yet") })
    #expect(again.number == 1)
  }

  /// If the lines do not fit, sentences run on across them, and each new sentence begins a line.
  @Test func sentencesFlowInANarrowWindow() throws {
    let text = Self.two.replacing(
      "say \"Hold it.\"", with: "say \"One finger holds it, and\"\nsay \"lifts. Hold it.\"\nsay \"Now.\"")
    func said(_ learner: Learner) -> [String] { Array(learner.type("learn goal").prefix(3)) }
    let wide = Learner(try Self.file(text))
    #expect(said(wide) == ["   One finger holds it, and", "   lifts. Hold it.", "   Now."])
    let narrow = Learner(try Self.file(text), width: 24)
    #expect(said(narrow) == ["   One finger holds it,", "   and lifts. Hold it.", "   Now."])
  }

  /// Commands for the clock count neither as a right try nor as a wrong one.
  @Test func timeQueriesAreNotAttempts() throws {
    let learner = Learner(try Self.file(Self.two))
    for line in ["speed 2", "skip 1s", "rewind 1s; speed instant"] {
      let lines = learner.type(line)
      #expect(!lines.contains { $0.contains("Not yet") || $0.contains("Hint") }, "\(lines)")
    }
    #expect(learner.run?.walk.misses == 0 && learner.number == 1)
    #expect(learner.type("skip 1s; tap right").contains { $0.contains("Hint 1 of 2") })
  }

  /// The answer to a prediction is not revealed.
  @Test func aPredictionKeepsItsAnswer() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("hold")
    let lines = learner.type("7")
    #expect(lines == ["7", "   Not yet: 7 is not right", "   Hint 1 of 2: Count."])
    #expect(learner.type("learn goal").contains("   Goal: type the value that you predict"))
    learner.type("5 + 5")
    #expect(learner.run?.walk.isOver == true)
  }

  @Test func anyRouteCountsAtItsExactInstant() throws {
    let learner = Learner(try Self.file(Self.two))
    let lines = learner.type("after 2s { hold }; wait 5s")
    // The line shows the instant of the hold, three seconds before the line was over.
    let clock = lines.first { $0.contains("‖ held") }?.prefix(9) ?? ""
    #expect(clock.hasPrefix(" 0:02.") && lines.contains("\(clock)  ✓ step 1 of 2 done: Hold"), "\(lines)")
    #expect(lines.contains { $0.contains("● step 2 of 2: Predict") })
  }

  @Test func theSolutionIsTypedAndNotRun() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("learn solution")
    #expect(learner.number == 1 && learner.prompt.state.consumeTypedAhead() == "hold")
    #expect(learner.prompt.state.consumeTypedAhead() == nil)
  }

  @Test func skippingRunsTheSolutionAndIsSeen() throws {
    let learner = Learner(try Self.file(Self.two))
    let lines = learner.type("learn skip")
    #expect(lines.contains("   A solution: hold") && lines.contains { $0.contains("step 1 of 2 skipped: Hold") })
    #expect(learner.number == 2)
    #expect(learner.type("learn status").contains { $0.contains("Hold") && $0.contains("skipped") })
    learner.type("learn back")
    #expect(learner.number == 1)
    learner.type("hold")
    #expect(learner.run?.walk.marks == [.late, .open])
  }

  /// Events of a solution are printed; its bare value is not, since no one asked for it.
  @Test func skippingSaysNoBareValue() throws {
    for (name, _) in BuiltInLessons.all {
      let learner = Learner(name)
      while let run = learner.run, !run.walk.isOver {
        let solution = learner.solution
        let lines = learner.type("learn skip")
        let isValue = !solution.contains(" ") || solution.hasPrefix("$") || solution.first?.isNumber == true
        // Lines of events begin with their time and two spaces.
        let values = lines.filter { $0.first != " " && !$0.hasPrefix("note:") && !$0.contains("  ") }
        if isValue { #expect(values.isEmpty, "\(values)") }
      }
      #expect(learner.all.contains { $0.contains("0 of") && $0.contains("steps done") }, "\(learner.all)")
    }
  }

  /// A learner on the right path is told what is missing, and uses no hints.
  @Test func aPartOfTheSolutionCostsNoHint() throws {
    let learner = Learner("rewards")
    let first = learner.type("timer start reading 1")
    #expect(first.contains("   Good so far. Finish a timer, then rate it."), "\(first)")
    #expect(!first.contains { $0.contains("Hint") } && learner.run?.walk.misses == 0, "\(first)")
    #expect(!learner.type("timer done").contains { $0.contains("Hint") })
    // Repeating the line makes no progress.
    #expect(learner.type("undo; timer done").contains { $0.contains("Hint 1 of 2") })
    #expect(learner.type("rate good").contains { $0.contains("step 1 of 7 done") })
  }

  /// Typing the command is not enough: the goal asks for its result.
  @Test func theFacetsLessonLooksAtWhatWasFound() throws {
    let learner = Learner("facets")
    let lines = learner.type("facets \"foo\"")
    #expect(lines.contains { $0.hasPrefix("   Not yet: `facets` expects exactly") } && learner.number == 1, "\(lines)")
    #expect(lines.contains { $0.contains("Hint 1 of 2") } && !lines.contains { $0.contains("learn.commands") })
    learner.type("facets \"hi #tag @bob.test\"")
    #expect(learner.number == 2)
    for _ in 2..<7 { learner.type("learn skip") }
    for (wrong, words) in [
      ("5", "Not yet: `post` expects"), ("post \"x\"", "Not yet: It mentions"),
      ("post \"x #tag\"", "Not yet: It mentions"), ("post \"#tag @bob\"", "Not yet: It mentions"),
      ("5", "Not yet: It mentions"), ("post \"hi @ana.test\"", "Not yet: It has no tag"),
    ] {
      let lines = learner.type(wrong)
      #expect(lines.contains { $0.hasPrefix("   \(words)") }, "\(wrong): \(lines)")
    }
    #expect(!learner.type("learn goal").contains { $0.contains("Goal") })
    learner.type("post \"my own #tag for @ana.test\"")
    #expect(learner.run?.walk.isOver == true)
  }

  private static let timers = """
    lesson "Timers" for 2m {
      step "Pause" for 1m {
        timer start reading 20
        wait 5m
        goal "timer pause" in learn.commands else "It runs."
        hint "One."
        hint "Two."
        solution { explain; timer pause }
      }
      step "Again" for 1m {
        timer stop
        timer start homework 10
        goal "timer pause" in learn.commands else "It runs."
        hint "One."
        hint "Two."
        solution { timer pause }
      }
    }
    """

  /// The commands at the beginning of a step run as a script: they ask no questions, and typed input is not taken as
  /// an answer.
  @Test func stepsStartWithoutQuestions() throws {
    let learner = Learner(try Self.file(Self.timers))
    var questions: [String] = []
    learner.prompt.state.ask { question, _ in
      questions.append(question.plain)
      return .text("n")
    }
    // A learner who declines the question has not tried anything.
    let lines = learner.type("timer stop")
    #expect(questions.count == 1 && lines.allSatisfy { !$0.contains("Not yet") && !$0.contains("Hint") }, "\(lines)")
    let next = learner.type("timer pause")
    #expect(learner.number == 2 && questions.count == 1, "\(next)")
    #expect(next.allSatisfy { !$0.contains("this step starts as if") }, "\(next)")
  }

  /// After a reset, a part of the solution counts as progress again.
  @Test func aResetClearsTheProgressOfAStep() throws {
    let learner = Learner(try Self.file(Self.two.replacing("solution { hold }", with: "solution { tap left; hold }")))
    #expect(learner.type("tap left").allSatisfy { !$0.contains("Hint") })
    learner.type("learn reset")
    let again = learner.type("tap left")
    #expect(again.contains { $0.contains("Good so far") } && again.allSatisfy { !$0.contains("Hint") }, "\(again)")
    #expect(learner.type("tap left").contains { $0.contains("Hint 1 of 2") })
  }

  /// A learner can go back to the last step as to any other.
  @Test func goingBackReachesThePreviousStep() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("hold")
    learner.type("learn skip")
    #expect(learner.run?.walk.isOver == true)
    learner.type("learn back")
    #expect(learner.number == 2)
    learner.type("10")
    #expect(learner.run?.walk.isOver == true && learner.run?.walk.marks == [.solved, .late])
  }

  @Test func aResetBringsTheStepBack() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("tap right; every 1m { print 1 }")
    #expect(learner.prompt.session.runtime.upcoming.count == 1)
    learner.type("learn reset")
    #expect(learner.type("print story.number") == ["4"] && learner.prompt.session.runtime.upcoming.isEmpty)
    learner.type("hold; learn reset all")
    #expect(learner.number == 1 && learner.run?.walk.marks == [.open, .open])
  }

  /// No typed line is lost: each walk is kept in its own file.
  @Test func aLessonThatBeginsAgainKeepsTheOldWalk() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let learner = Learner(file, folder: home)
    learner.type("hold; print \"first\"")
    let old = try #require(learner.run).record.text
    let said = learner.type("learn reset all")
    #expect(learner.number == 1)
    learner.type("hold; print \"second\"")
    learner.type("learn reset all")
    // An empty walk leaves nothing to keep.
    learner.type("learn reset all")
    learner.run?.record.close()
    let copies = try FileManager.default.contentsOfDirectory(atPath: home).filter {
      $0.hasSuffix(".1.story") || $0.hasSuffix(".2.story") || $0.hasSuffix(".3.story")
    }.sorted()
    #expect(copies.count == 2)
    // The advised command names the lesson, which is not one of the program's, and the lines.
    let note = said.joined().filter { $0 != " " }
    #expect(note.contains("shell:storylinelessongrade'\(file)''\(home)/\(copies[0])'".filter { $0 != " " }), "\(said)")
    #expect(try String(contentsOfFile: home + "/" + copies[0], encoding: .utf8) == old)
    let second = try String(contentsOfFile: home + "/" + copies[1], encoding: .utf8)
    #expect(second.contains("second") && !second.contains("first"))
    // The files of old walks are not listed as lessons.
    #expect(LessonRecord.ownLessons(in: home).count == 1)
  }

  /// The closing words name the export to hand in before they name the next lesson.
  @Test func theLastWordsNameTheExport() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("hold")
    let words = learner.type("learn skip").joined(separator: " ")
    let export = try #require(words.range(of: "learn export"))
    let reset = try #require(words.range(of: "learn reset all"))
    #expect(export.lowerBound < reset.lowerBound)
  }

  /// A reset restores the speed that the clock had at the beginning of the step.
  @Test func aResetBringsTheSpeedBack() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("hold")
    for pace in ["speed 7", "speed 0"] {
      learner.type(pace)
      learner.type("learn reset")
      #expect(learner.prompt.session.clock.pace == .instant)
    }
  }

  /// The message is about the first unmet goal, in the order in which the goals are written.
  @Test func goalsAreAnsweredInTheirOrder() throws {
    let text = Self.two.replacing(
      "goal story.state == pausedByHold else \"It plays.\"",
      with: "goal story.number == 5 else \"five\"\n goal story.state == pausedByHold else \"held\"\n"
        + " goal story.position == 0s else \"begun\"")
    let learner = Learner(try Self.file(text))
    #expect(learner.type("hold").contains("   Good so far. five"))
    #expect(learner.type("release; tap right").contains("   Not yet: held"))
    #expect(learner.type("wait 1s; hold").contains("   Not yet: begun"))
  }

  /// The author edits a lesson while a learner is walking through it.
  @Test func anEditedLessonContinuesInItsNewForm() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let learner = Learner(file, folder: home)
    learner.type("hold")
    try Self.two.replacing("How many?", with: "How many stories?").write(
      toFile: file, atomically: true, encoding: .utf8)
    let lines = learner.type("learn \(file)")
    #expect(
      lines.contains { $0.contains("the lesson has changed") } && lines.contains("   How many stories?"), "\(lines)")
    #expect(learner.number == 2)
    #expect(learner.type("learn \(file)").allSatisfy { !$0.contains("edited") })
    try "lesson \"Two\" {".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(learner.type("learn \(file)").contains { $0.contains("cannot be started") } && learner.number == 2)
  }

  /// A walk resumed on another day can be recorded after a reset.
  @Test func afterAResetAWalkIsRecorded() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type("hold")
    first.run?.record.close()
    let second = Learner(file, folder: home)
    #expect(second.number == 2)
    let walk = home + "/walk.story"
    #expect(second.type("record \"\(walk)\"").contains { $0.contains("continues from an earlier session") })
    second.type("learn reset all")
    second.type("record \"\(walk)\"")
    second.type("hold")
    second.type("record end")
    let lines = Replay.moments(of: try Recording.read(walk), Catalog.standard).flatMap { $0.lines.map(\.plain) }
    #expect(lines.contains { $0.contains("step 1 of 2 done") }, "\(lines)")
    #expect(!lines.contains { $0.contains("step 2 of 2 done") }, "\(lines)")
  }

  @Test func playedLinesAreNotRecorded() throws {
    let learner = Learner(try Self.file(Self.two))
    #expect(learner.type("learn play") == ["note: play mode: try anything; `learn done` returns to the step"])
    learner.type("hold")
    #expect(learner.number == 1)
    #expect(learner.type("learn done") == ["note: back at step 1, as it was before `learn play`"])
    #expect(learner.type("print story.state").last == "entering" && learner.number == 1)
    learner.type("hold")
    #expect(learner.number == 2)
  }

  /// If the learner arrives another way, the next step begins all the same.
  @Test func aStepThatCannotBeginHereBeginsWhereTheSolutionsLead() throws {
    let learner = Learner(try Self.file(Self.two))
    let lines = learner.type(
      "hold; swipe down; story play 4; hold; wait 1s; release; hold; after 1ms { swipe down }; wait 2ms")
    #expect(learner.number == 2, "\(lines)")
    #expect(learner.type("print story.state").last != "dismissed")
  }

  @Test func nothingOfItIsTheLearnersOwn() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("practice end")
    #expect(learner.prompt.session.resources.lessons.run == nil)
    #expect(learner.type("print story.state").last == "idle")
    #expect(learner.type("learn skip").first == "error: no lesson is running")
  }

  @Test func unknownLessonsNeedConsentForFiles() throws {
    let reaching = Self.two.replacing("story play 4 for 15s", with: "story play 4 for 15s; save 1 to \"/tmp/x.json\"")
    let learner = Learner(try Self.file(reaching))
    #expect(learner.run == nil)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/x.json"))
  }

  // MARK: Another day

  private static func home() -> String { NSTemporaryDirectory() + "storyline-walks-\(UUID().uuidString)" }

  @Test func aLessonContinuesWhereItStopped() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type("tap right")
    first.type("learn reset")
    first.type("hold")
    first.type("learn hint")
    let text = try #require(first.run).record.text
    #expect(text.hasPrefix("# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns\nwait 0s\nlearn "))
    #expect(text.contains("\nwait 0s\ntap right\n") && text.contains("\n# done: Hold\n"), "\(text)")
    // A killed program does not close its files properly; only its lock is released.
    first.run?.record.close()
    let second = Learner(file, folder: home)
    #expect(second.number == 2 && second.run?.walk.marks == [.solved, .open])
    #expect(second.all.contains { $0.hasPrefix("   You continue at step 2 of 2.") }, "\(second.all)")
    second.type("10")
    #expect(second.run?.walk.isOver == true)
  }

  /// A file that a learner saved in a lesson is not saved again when the lesson continues: the file may be another by then.
  @Test func filesAreNotWrittenAgain() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    let path = home + "/mine.txt"
    first.type("save \"old\" to \"\(path)\" replace")
    first.type("hold")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    first.run?.record.close()
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    let second = Learner(file, folder: home)
    #expect(second.number == 2, "\(second.all)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    second.type("save \"new\" to \"\(path)\" replace")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test func aLessonContinuesInTheStepReturnedTo() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type("learn solution")
    first.type("hold")
    #expect(first.number == 2)
    first.type("learn back")
    #expect(first.number == 1)
    first.run?.record.close()
    let second = Learner(file, folder: home)
    #expect(second.number == 1, "\(second.all)")
    // Input that was typed ahead on another day is not in the line.
    #expect(second.prompt.state.consumeTypedAhead() == nil)
    second.type("hold")
    second.type("10")
    #expect(second.run?.walk.isOver == true)
  }

  /// Typed text may look like the record's own lines, and the end of the file may be torn off.
  @Test(arguments: ["wait 3s", "# done: Predict", "  wait 3s", "repeat 2 {\nwait 1s\n}"])
  func everyLineIsReplayed(_ line: String) throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type(line)
    first.type("hold")
    let entries = try #require(first.run).record.lines
    #expect(
      entries.map(\.text).contains {
        $0.trimmingCharacters(in: .whitespaces) == line.trimmingCharacters(in: .whitespaces)
      })
    first.run?.record.close()
    let path = home + "/" + (try #require(try FileManager.default.contentsOfDirectory(atPath: home).first))
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    try (whole + "wai").write(toFile: path, atomically: false, encoding: .utf8)
    let second = Learner(file, folder: home)
    #expect(second.number == 2 && second.run?.record.lines.prefix(entries.count) == entries[...])
    second.type("10")
    #expect(second.run?.record.text.hasPrefix(whole + "wait ") == true)
    second.run?.record.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(whole + "wait "))
  }

  /// Actions in the session before a lesson starts over do not affect it.
  @Test func theFirstWaitCountsFromTheLessonsBeginning() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("wait 40s")
    learner.type("learn reset all")
    learner.type("speed instant")
    learner.type("hold")
    let items = try #require(learner.run).record.items
    #expect(items.allSatisfy { $0.wait < .seconds(40) }, "\(items)")
    #expect(learner.prompt.session.clock.elapsed < .seconds(40))
  }

  @Test func twoShellsDoNotShareAWalk() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    let second = Learner(file, folder: home)
    #expect(second.all.contains { $0.contains("another shell is running this lesson") }, "\(second.all)")
    second.type("hold")
    #expect(second.number == 2 && first.number == 1)
  }

  @Test func aLessonThatWasChangedKeepsTheStepsWhoseTitlesStayed() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type("hold")
    first.run?.record.close()
    let changed = Self.two.replacing(
      "goal story.state == pausedByHold", with: "goal story.state == pausedByHold and story.number == 9")
    try changed.write(toFile: file, atomically: true, encoding: .utf8)
    let second = Learner(file, folder: home)
    #expect(second.number == 2, "\(second.all)")
  }

  @Test(arguments: ["", "\0\u{1B}[2J", "hello\nworld", "# Recording 2: x\n", "# A walk through \"x\"\nwait 1s\n"])
  func damagedProgressStartsOver(_ content: String) throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    Learner(file, folder: home).run?.record.close()
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: home).first)
    try content.write(toFile: home + "/" + name, atomically: false, encoding: .utf8)
    let learner = Learner(file, folder: home)
    #expect(learner.number == 1 && learner.all.allSatisfy { !$0.contains("\u{1B}[2J") })
    learner.type("hold")
    #expect(learner.number == 2)
    if !content.isEmpty { #expect(try String(contentsOfFile: home + "/" + name + ".old", encoding: .utf8) == content) }
  }

  /// A link or a second name in the place of the progress leads to another file: nothing is written there.
  @Test(arguments: [false, true]) func progressIsWrittenThroughNoLink(isHard: Bool) throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    Learner(file, folder: home).run?.record.close()
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: home).first)
    let (path, other) = (home + "/" + name, home + "/letter.txt")
    try FileManager.default.removeItem(atPath: path)
    try "Dear Ana,".write(toFile: other, atomically: false, encoding: .utf8)
    #expect((isHard ? link(other, path) : symlink(other, path)) == 0)
    let learner = Learner(file, folder: home)
    learner.type("hold")
    #expect(learner.number == 2, "\(learner.all)")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "Dear Ana,")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("hold"))
  }

  // MARK: What lives again

  /// Makes the last line of a progress file `length` old.
  private func age(_ folder: String, by length: TimeInterval) throws {
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -length)], ofItemAtPath: folder + "/" + name)
  }

  /// A line that ^C stopped is replayed up to that point and no further.
  @Test func aLineThatWasStoppedIsStoppedAgain() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type("after 2s { tap right }; every 1s { print 1 }")
    let session = first.prompt.session
    session.stopping(after: .seconds(5)) { _ = first.type("wait 1h") }
    let elapsed = session.clock.elapsed
    #expect(elapsed >= .seconds(4) && elapsed <= .seconds(6))
    let text = try #require(first.run).record.text
    #expect(text.contains("\n  wait 1h\n# stopped after "), "\(text)")
    first.run?.record.close()
    let second = Learner(file, folder: home)
    #expect(second.number == 1)
    // The machine's time since then counts too, but it is short.
    let again = second.prompt.session.clock.elapsed
    #expect(again >= elapsed && again < .minutes(5), "\(again)")
    #expect(second.type("print story.number") == ["5"])
  }

  /// A replay also gives up on a loop in which no time passes.
  @Test func aLoopThatWasStoppedEndsAgain() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.prompt.session.stopping(after: .zero) { _ = first.type("while true { }") }
    first.type("hold")
    first.run?.record.close()
    let second = Learner(file, folder: home)
    #expect(second.number == 2)
  }

  @Test func timeAwayPassesAndIsReported() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type("timer start reading 20")
    first.run?.record.close()
    try age(home, by: 600)
    let second = Learner(file, folder: home)
    let text = second.all.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("the lesson's clock advanced by 10 min while you were away."), "\(text)")
    #expect(second.type("print timer.remaining <= 10m and timer.remaining > 9m") == ["true"])
    #expect(second.all.first?.contains("Two") == true, "what it is called is not lost: \(second.all)")
  }

  /// Time that a step skips by itself does not count as a wait of the learner.
  @Test(arguments: ["", "learn skip"]) func aStepsOwnTimePassesOnce(_ typed: String) throws {
    let text = Self.two.replacing("release\n", with: "release\n    skip 2d\n")
      .replacing("solution { hold }", with: "solution { skip 1d; hold }")
    let (file, home) = (try Self.file(text), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type(typed.isEmpty ? "hold" : typed)
    #expect(first.number == 2)
    first.type("print 1")
    let elapsed = first.prompt.session.clock.elapsed
    #expect(elapsed >= .days(2) && first.run?.record.items.allSatisfy { $0.wait < .days(1) } == true)
    first.run?.record.close()
    let again = Learner(file, folder: home).prompt.session.clock.elapsed
    #expect(again >= elapsed && again < elapsed + .minutes(5), "\(again)")
  }

  /// Blocks that a replayed line has left running write no files afterwards, and neither do the blocks that they create.
  @Test(arguments: [
    "every 1s { save \"old\" to PATH replace }", "when timer.saved { save \"old\" to PATH replace }",
    "after 5s { after 1s { save \"old\" to PATH replace } }",
  ])
  func replayedBlocksWriteNothing(line: String) throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    let path = NSTemporaryDirectory() + "replayed-\(UUID().uuidString).txt"
    defer {
      try? FileManager.default.removeItem(atPath: home)
      try? FileManager.default.removeItem(atPath: path)
    }
    let first = Learner(file, folder: home)
    first.type(line.replacing("PATH", with: "\"\(path)\""))
    first.run?.record.close()
    try "NEW".write(toFile: path, atomically: true, encoding: .utf8)
    let second = Learner(file, folder: home)
    let said = second.type("timer start reading 1; timer done; wait 10s")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "NEW", "\(said)")
    // A block that is typed now writes.
    second.type("after 1s { save \"typed now\" to \"\(path)\" replace }")
    second.type("wait 2s")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("typed now"), "\(second.all)")
  }

  /// A block that repeats without letting time pass does not delay the replay for a simulated year.
  @Test func moreThanCanHappenIsLeftOut() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let first = Learner(file, folder: home)
    first.type("let n = 0; every 1ms { n = $n + 1 }")
    first.run?.record.close()
    try age(home, by: 300 * 86_400)
    let second = Learner(file, folder: home)
    #expect(second.all.contains { $0.contains("too many events were due") }, "\(second.all)")
    #expect(second.number == 1)
    second.type("hold")
    #expect(second.number == 2)
  }

  // MARK: Words

  @Test(arguments: ["3s", "3m", "1m 3s", "3ms"])
  func aNumberWithoutAUnitIsNotAFailedAttempt(_ goal: String) throws {
    let text = Self.two.replacing("goal $last == 10", with: "goal $last == \(goal)")
      .replacing("solution { 10 }", with: "solution { \(goal) }")
    let learner = Learner(try Self.file(text))
    learner.type("hold")
    // Only the kind of the answer is revealed.
    #expect(learner.type("3") == ["3", "   Add a unit, as in `3s` or `3m`."])
    #expect(learner.run?.walk.misses == 0)
    #expect(learner.type("4s").contains("   Not yet: 4s is not right"))
    learner.type(goal)
    #expect(learner.run?.walk.isOver == true)
  }

  @Test func calculationsAreNotPredictions() throws {
    let text = Self.two.replacing("goal $last == 10", with: "goal $last == (range 1 3 | count)")
      .replacing("solution { 10 }", with: "solution { 3 }")
    let learner = Learner(try Self.file(text))
    learner.type("hold")
    #expect(learner.type("learn goal").last == "   Goal: $last == (range 1 3 | count)")
    learner.type("1 + 2")
    #expect(learner.run?.walk.isOver == true)
  }

  @Test func hintsAreReadAgain() throws {
    let learner = Learner(try Self.file(Self.two))
    learner.type("learn reset")
    for _ in 0..<2 { learner.type("learn hint") }
    let again = learner.type("learn hint")
    #expect(again.prefix(2) == ["   Hint 1 of 2: One word.", "   Hint 2 of 2: hold"], "\(again)")
    #expect(learner.type("learn goal").suffix(2) == again.prefix(2))
  }

  @Test func typosAfterLearnAreCorrected() throws {
    let learner = Learner(try Self.file(Self.two))
    #expect(learner.type("learn soluton").contains { $0.contains("did you mean 'learn solution'?") })
    #expect(learner.type("learn fasets").contains { $0.contains("did you mean 'learn facets'?") })
  }

  @Test func playIsSeenInThePrompt() throws {
    let learner = Learner(try Self.file(Self.two))
    #expect(learner.prompt.text.plain == "practice › ")
    learner.type("learn play")
    #expect(learner.prompt.text.plain == "play › ")
    learner.type("learn done")
    #expect(learner.prompt.text.plain == "practice › ")
  }

  @Test func theListSaysHowFarEachCame() throws {
    let home = Self.home()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let learner = Learner("tutorial", folder: home)
    learner.type("timer start reading")
    #expect(learner.type("print (learn | where lesson == \"tutorial\" | first).done") == ["1 of 9"])
    #expect(learner.type("print (learn | where lesson == \"facets\" | first).done") == [""])
    learner.type("learn skip")
    #expect(learner.type("print (learn | where lesson == \"tutorial\" | first).done") == ["1 of 9, 1 skipped"])
    learner.type("practice end")
    LessonGuide(learner.prompt.session).saveProgress(in: home)
    #expect(learner.type("print (learn | where lesson == \"tutorial\" | first).done") == ["1 of 9, 1 skipped"])
  }

  /// The user's own lesson is listed after it has begun, as long as its file exists.
  @Test func theListIncludesOwnLessons() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let learner = Learner(file, folder: home)
    learner.type("hold")
    let ask = "print (learn | where about == \"Two\" | each { $it.done })"
    #expect(learner.type(ask) == ["[\"1 of 2\"]"])
    learner.type("practice end")
    LessonGuide(learner.prompt.session).saveProgress(in: home)
    #expect(learner.type(ask) == ["[\"1 of 2\"]"])
    #expect(learner.type("print (learn | where about == \"Two\" | first).lesson") == [file])
    try FileManager.default.removeItem(atPath: file)
    #expect(learner.type(ask) == ["[]"])
  }

  @Test func exportWritesARecordingAndReplacesNothing() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let learner = Learner(file)
    learner.type("hold")
    learner.type("learn export to \"\(home)/mine.story\"")
    let text = try String(contentsOfFile: home + "/mine.story", encoding: .utf8)
    let record = try #require(learner.run).record.text
    #expect(text.hasPrefix(record) && record.hasSuffix("hold\n# done: Hold\n"))
    #expect(text.dropFirst(record.count).hasPrefix("# exported: 20"))
    #expect(learner.type("learn export to \"\(home)/mine.story\"").joined().contains("already exists"))
    #expect(learner.type("learn export to \"\(home)/none/mine.story\"").joined().contains("cannot write"))
  }

  /// The typed lines can still be saved after leaving the lesson, even on another day.
  @Test(arguments: [false, true]) func exportWorksAfterLeaving(isAnotherDay: Bool) throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let first = Learner(file, folder: home + "/lessons")
    first.type("hold")
    let record = try #require(first.run).record.text
    first.type("practice end")
    let learner = isAnotherDay ? Learner("status", folder: home + "/lessons") : first
    #expect(learner.run == nil)
    let missing = learner.type("learn export to \"\(home)/mine.story\"").joined(separator: " ")
    #expect(missing.contains("no lesson is running") && missing.contains("try: learn export"), "\(missing)")
    let said = learner.type("learn export \"\(file)\" to \"\(home)/mine.story\" as \"Ida\"").joined(separator: " ")
    #expect(said.contains("hand it in"), "\(said)")
    let text = try String(contentsOfFile: home + "/mine.story", encoding: .utf8)
    #expect(text.hasPrefix(record) && text.contains("Ida"))
    let never = learner.type("learn export countdown to \"\(home)/none.story\"").joined(separator: " ")
    #expect(never.contains("no lines of this lesson have been saved here") && never.contains("try: learn countdown"))
    let wrong = learner.type("learn export coutdown to \"\(home)/none.story\"").joined(separator: " ")
    #expect(wrong.contains("did you mean") && !FileManager.default.fileExists(atPath: home + "/none.story"), "\(wrong)")
  }

  /// The time of a lesson is computed: what is read, typed and waited for, not what its author hopes.
  @Test func theTimeIsComputed() throws {
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    func lesson(_ say: String, _ solution: String) throws -> ParsedLesson {
      let text = """
        lesson "L" for 90m {
          step "S" for 90m {
            say "\(say)"
            goal story.state == idle else "x"
            hint "a"
            hint "b"
            solution { \(solution) }
          }
        }
        """
      let source = try Source(name: "l", text: text)
      return try ParsedLesson(source, named: "l", isForeign: false, in: session)
    }
    let words = { (count: Int) in Array(repeating: "w", count: count).joined(separator: " ") }
    // 200 words a minute, two and a half times for a beginner.
    #expect(LessonTime.whole(try lesson(words(74), "hold")) == .minutes(1))
    #expect(LessonTime.whole(try lesson(words(234), "hold")) == .minutes(3))
    #expect(LessonTime.of(try lesson(words(40), "hold").steps[0], in: try lesson(words(40), "hold")) == .seconds(40))
    // A character a second.
    let typed = "print \"" + String(repeating: "x", count: 60) + "\""
    #expect(LessonTime.whole(try lesson("w", typed)) == .minutes(2))
    // The clock.
    #expect(LessonTime.whole(try lesson("w", "hold 5m")) == .minutes(6))
    #expect(LessonTime.whole(try lesson("w", "story play 4; wait 2m; hold 90s")) == .minutes(5))
    // Beginners alone took eleven minutes, and seven and a half.
    for (name, taken) in [("hold-to-pause", 11.0), ("moments", 7.5)] {
      let claimed = LessonTime.whole(try BuiltInLessons.parsedLesson(name, in: session))
      #expect((0.8...1.35).contains(claimed.seconds / 60 / taken), "\(name): \(claimed)")
    }
    for name in BuiltInLessons.all.map(\.name) {
      let lesson = try BuiltInLessons.parsedLesson(name, in: session)
      let whole = LessonTime.whole(lesson)
      // A class that talks about each step takes longer than a learner alone.
      #expect(whole >= .minutes(2) && whole <= lesson.lesson.length ?? .zero, "\(name): \(whole)")
    }
  }

  // MARK: Reading

  private static let plays = """
    let seen = 0
    lesson "Plays" for 3m {
      step "Hold" for 1m {
        story play 4 for 15s
        say "Hold it."
        goal story.state == pausedByHold else "It plays."
        hint "One word."
        hint "hold"
        solution { hold }
        because "A finger stops it."
      }
      step "Predict" for 1m {
        story play 4 for 15s
        wait 3s
        hold
        wait 20s
        predict story.position after { release } else "Nothing is lost."
        hint "Look."
        hint "It stands still."
        because "Its time is its own."
      }
      step "Count" for 1m {
        seen = 0
        story play 4 for 5m
        goal happened story.started and $seen == 1 and "when" in learn.words else "Count one."
        hint "A handler."
        hint "Then a tap."
        solution { when story.started { seen = $seen + 1 }; tap right; wait 1ms }
      }
    }
    """

  /// Returns a learner whose clock runs at the usual speed.
  private func reader(_ text: String) throws -> Learner {
    let learner = Learner(try Self.file(text))
    learner.type("learn reset all")
    return learner
  }

  /// The clock waits until the first line that does something; reading, help and hints do not start it.
  @Test func aStepsClockWaitsForTheFirstLine() throws {
    let learner = try reader(Self.plays)
    let session = learner.prompt.session
    #expect(session.clock.isHeld && session.clock.pace == .scaled(1))
    for line in ["learn hint", "help hold", "learn goal", "stroy play 4"] {
      learner.type(line)
      #expect(session.clock.isHeld, "\(line)")
    }
    #expect(session.clock.elapsed == .zero && learner.prompt.secondsToNext == nil)
    learner.type("print story.position")
    #expect(!session.clock.isHeld)
    let lines = learner.type("hold")
    #expect(lines.contains("   A finger stops it.") && learner.number == 2, "\(lines)")
    #expect(session.clock.isHeld)
    // Whatever begins the step says nothing, and the edge of the prompt does not give the answer away.
    #expect(!lines.contains { $0.contains("‖ held at 3.0 s") } && learner.prompt.status == nil, "\(lines)")
    let items = try #require(learner.run).record.items
    #expect(items.allSatisfy { $0.wait < .seconds(5) }, "\(items)")
  }

  @Test func aLookIsNoAnswerAndAnswersAreReadAsWritten() throws {
    for right in ["3s", "\"3s\"", "3 s", "3 seconds", "0:03", "3.0 sec", "story 3s"] {
      let learner = try reader(Self.plays)
      learner.type("hold")
      let look = learner.type("story.position")
      #expect(look.last?.contains("That is not an answer yet: now type") == true && learner.number == 2, "\(look)")
      #expect(learner.run?.walk.misses == 0)
      let wrong = learner.type("23s")
      #expect(wrong.prefix(3) == ["23s", "   Not yet: 23s is not right", "   Nothing is lost."], "\(wrong)")
      #expect(learner.type("3").contains("   Add a unit, as in `3s` or `3m`."))
      // A trial changes nothing in the answer.
      learner.type("release; wait 2s")
      let lines = learner.type(right)
      #expect(learner.number == 3 && lines.contains("   Its time is its own."), "\(right): \(lines)")
      #expect(learner.run?.walk.tallies[1].mispredicted == ["23s"])
    }
  }

  /// An answer in words that cannot be read is told the form, and is neither an error nor an attempt; a misspelled
  /// command is still an error.
  @Test func anAnswerInWordsIsToldTheForm() throws {
    let learner = try reader(Self.plays)
    learner.type("hold")
    for line in ["maybe the same", "I don't know", "it's where it was", "stays the same", "nowhere"] {
      #expect(learner.prompt.isComplete(line), "\(line)")
      let lines = learner.type(line)
      #expect(
        lines == ["   That answer cannot be read: type a length with its unit, such as `7s` or", "   `2m`."],
        "\(line): \(lines)")
    }
    #expect(learner.run?.walk.misses == 0 && learner.prompt.session.clock.isHeld)
    #expect(learner.type("relaese").contains { $0.contains("did you mean 'release'?") })
    #expect(learner.type("print \"").contains { $0.contains("error") })
    // The export replays to the same.
    let recording = try #require(learner.run).record.recorder.recording
    #expect(recording.items.contains { $0.content == .line(.init(text: "nowhere", isRead: false)) })
    learner.type("I think it's three seconds.")
    #expect(learner.number == 3)
    // Elsewhere, words are errors as always.
    #expect(learner.type("maybe the same").contains { $0.contains("error") })
  }

  /// A line that continues after Enter says once what is missing and how to leave it; nothing of it elsewhere.
  @Test(arguments: [
    ("after 2s {\n  ", "`{` needs its `}`"), ("print (1 +\n", "`(` needs its `)`"),
  ]) func anUnfinishedLineIsExplainedOnce(_ line: String, _ missing: String) throws {
    let learner = try reader(Self.plays)
    func said(_ line: String) -> String? { learner.prompt.reflect(line, line.utf8.count).outcome?.plain }
    _ = learner.prompt.beginLine()
    #expect(said(line) == "unfinished: \(missing); Ctrl+C discards the line")
    #expect(learner.prompt.reflect(line, line.utf8.count).isBeneath)
    // It stays while the learner goes on.
    #expect(said(line + "x")?.contains("unfinished") == true)
    _ = learner.prompt.beginLine()
    #expect(said(line)?.contains("unfinished") != true)
    let other = try reader(Self.plays)
    other.type("practice end")
    #expect(other.prompt.reflect(line, line.utf8.count).outcome?.plain.contains("unfinished") != true)
  }

  /// A newcomer is told which lesson comes first; later the list shows the progress.
  @Test func theListSaysWhereToStart() throws {
    let home = Self.home()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let learner = Learner("status", folder: home)
    let lines = learner.type("learn")
    #expect(lines.contains { $0.hasPrefix(" tutorial") && $0.contains("start here") }, "\(lines)")
    #expect(lines.last == " start here: `learn tutorial`; the others build on each other in this order")
    learner.type("learn facets")
    learner.type("learn skip")
    let later = learner.type("learn")
    #expect(!later.joined().contains("start here") && later.last?.contains("`learn NAME`") == true, "\(later)")
  }

  /// A handler of an earlier try is named, and `learn reset` removes it together with its counts.
  @Test func whatIsLeftOfAWrongTryIsSaid() throws {
    let learner = try reader(Self.plays)
    learner.type("hold")
    learner.type("3s")
    learner.type("speed instant")
    learner.type("when story.started { seen = $seen + 5 }")
    // The first tap is a part of the solution.
    learner.type("tap left; wait 1ms")
    let lines = learner.type("tap left; wait 1ms")
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("from an earlier line is still running: `learn reset` restarts"), "\(lines)")
    learner.type("learn reset")
    #expect(learner.type("print $seen") == ["0"])
    learner.type("when story.started { seen = $seen + 1 }; tap right; wait 1ms")
    #expect(learner.run?.walk.isOver == true, "\(learner.all.suffix(6))")
  }

  /// The next step begins with a `timer start` of its own, which is refused here; nobody typed that.
  @Test func explainIsAboutWhatWasTyped() {
    let learner = Learner("tutorial")
    learner.type("timer start reading")
    learner.type("activity edit reading for 25")
    learner.type("timer done; timer start custom 10")
    #expect(learner.number == 4)
    let text = learner.type("explain").joined(separator: " ")
    #expect(text.contains("custom lasts 10 min") && !text.contains("refused"), "\(text)")
  }

  /// `undo` and `rewind` stop where the step began, and say so; also after `learn reset`, and outside of an open fork.
  @Test func nothingGoesBackBehindTheStep() throws {
    let learner = Learner("hold-to-pause")
    for _ in 1...9 { learner.type("learn skip") }
    #expect(learner.number == 10)
    for again in [false, true] {
      if again { learner.type("learn reset") }
      #expect(
        learner.type("undo").contains { $0.contains("nothing more to undo: `undo` stops at the start of the step") }
      )
      let rewound = learner.type("rewind 1s").joined(separator: " ")
      #expect(rewound.contains("this part of the lesson has only just begun"), "\(rewound)")
      learner.type("release; wait 1s")
      #expect(learner.type("rewind 5s").contains { $0.contains("this part of the lesson started 1 s ago") })
      #expect(learner.type("undo").contains { $0.contains("undone") })
      #expect(learner.type("undo").contains { $0.contains("nothing more to undo: everything has been undone") })
      #expect(learner.type("print story.position") == ["3s"])
    }
    // A fork of the step ends as elsewhere.
    learner.type("fork; release; undo")
    learner.type("fork drop")
    learner.type("release; wait 2s; hold")
    #expect(learner.run?.walk.isOver == true, "\(learner.all.suffix(4))")
  }

  /// A step that sets nothing up continues the one before, whose commands can be taken back.
  @Test func aStepWithoutABeginningContinues() throws {
    let learner = Learner("rewards")
    learner.type("timer start reading 1; timer done; rate good")
    #expect(learner.number == 2)
    learner.type("undo")
    #expect(learner.number == 3, "\(learner.all.suffix(4))")
  }

  /// A button in place of the finger is not the answer of the toggle; the finger still is afterwards.
  @Test func theToggleAsksForAPress() throws {
    let learner = Learner("hold-to-pause")
    for _ in 1...7 { learner.type("learn skip") }
    #expect(learner.type("hold 2s").contains { $0.hasPrefix("   Good so far. It does not play again") })
    let resumed = learner.type("resume").joined(separator: " ")
    #expect(learner.number == 8 && resumed.contains("Not yet: It plays, but not because of a press"), "\(resumed)")
    #expect(learner.run?.walk.misses == 1)
    learner.type("hold 1s")
    #expect(learner.number == 8)
    learner.type("hold 1s")
    #expect(learner.number == 9)
  }

  /// A count that is typed is not the count of pipeline steps, and looking at a list is not an attempt.
  @Test func countingNeedsPipelineSteps() throws {
    let learner = Learner("moments")
    for _ in 1...4 { learner.type("learn skip") }
    let typed = learner.type("2").joined(separator: " ")
    #expect(learner.number == 5 && typed.contains("Not yet: Use `$gaps |`"), "\(typed)")
    let look = learner.type("$gaps")
    #expect(look.last == "   That shows what you can work with; the step asks for more.", "\(look)")
    #expect(learner.run?.walk.misses == 1)
    learner.type("$gaps | where $it > 1h | count")
    #expect(learner.number == 6)
  }

  /// Half of a two-part step is praised and costs nothing; the other half first is not.
  @Test func halfOfAStepIsNotAFailure() throws {
    let learner = Learner("hold-to-pause")
    for _ in 1...2 { learner.type("learn skip") }
    let half = learner.type("tap right")
    #expect(half.last == "   Good so far. First comes the tap, and then the command that explains it.", "\(half)")
    #expect(learner.run?.walk.misses == 0 && learner.run?.walk.tallies[2].missed == [])
    // Once is enough.
    #expect(learner.type("tap right").contains { $0.hasPrefix("   Not yet: ") })
    learner.type("explain")
    #expect(learner.number == 4)
    for _ in 4...9 { learner.type("learn skip") }
    #expect(learner.type("hold").contains { $0.hasPrefix("   Not yet: ") })
  }

  /// A wrong result is not praised for its command, its words, or one of several conditions that it meets.
  @Test(
    arguments: [
      (
        "goal $last == 2 and \"where\" in learn.words else \"x\"", "$list | where $it > 1h | count",
        [
          ("$list | where $it > 1m | count", false), ("$list", nil),
        ]
      ),
      (
        "goal ($last | count) == 2 else \"x\"\n goal ($last | first) == 3h else \"y\"", "$list | where $it > 1h",
        [
          ("$list | first 2", false)
        ]
      ),
      (
        "goal story.number == 5 and story.state == pausedByHold else \"x\"", "tap right; hold",
        [
          ("hold", false), ("release; tap right", false),
        ]
      ),
      (
        "goal story.number == 5 and story.state == pausedByHold else \"x\"", "tap right; hold",
        [
          ("tap right", true)
        ]
      ),
      (
        "goal happened story.paused and story.state == playing else \"x\"", "hold 2s; resume",
        [
          ("hold 100ms", false)
        ]
      ),
      ("goal happened story.paused and story.state == playing else \"x\"", "hold 2s; resume", [("hold 1s", true)]),
      // Each goal of its own is a part.
      (
        "goal story.number == 5 else \"x\"\n goal story.state == pausedByHold else \"y\"", "tap right; hold",
        [
          ("hold", true)
        ]
      ),
      // Commands that were typed are a part once everything else is right.
      (
        "goal story.number == 4 and \"tap\" in learn.commands and \"undo\" in learn.commands else \"x\"",
        "tap right; undo",
        [
          ("tap right", true), ("tap right", false),
        ]
      ),
    ] as [(String, String, [(String, Bool?)])])
  func onlyWhatIsRightIsPraised(_ goals: String, _ solution: String, _ lines: [(String, Bool?)]) throws {
    let text = """
      let list = [2m, 3h, 9h]
      lesson "L" for 1m {
        step "S" for 1m {
          set gestures longpress
          story play 4 for 5m
          wait 1s
          say "Do it."
          \(goals)
          hint "a"
          hint "b"
          solution { \(solution) }
        }
      }
      """
    let learner = Learner(
      try Self.file(
        text.replacing("set gestures longpress", with: solution.contains("2s") ? "set gestures longpress" : "")))
    for (line, isPraised) in lines {
      let said = learner.type(line)
      #expect(said.contains { $0.hasPrefix("   Good so far") } == (isPraised == true), "\(line): \(said)")
      #expect(said.contains { $0.hasPrefix("   Not yet") } == (isPraised == false), "\(line): \(said)")
    }
  }

  /// The line that announces a step, and the state that its beginning leads to, have one instant.
  @Test func aStepIsAnnouncedAtItsOwnInstant() throws {
    let learner = Learner("hold-to-pause")
    learner.type("hold")
    let lines = learner.type("4s") + learner.type("3s")
    let head = try #require(lines.first { $0.contains("step 3 of 10") })
    let instant = try #require(head.split(separator: " ").first)
    let ignored = try #require(learner.type("tap right").first)
    #expect(ignored.contains(instant), "\(head): \(ignored)")
    #expect(learner.type("explain").joined().contains("held since \(instant)"), "\(head)")
  }

  /// At the end: what was hard, and why it is so; the export comes first.
  @Test func theEndSumsUp() throws {
    let learner = try reader(Self.plays)
    learner.type("speed instant")
    learner.type("tap right")
    learner.type("hold")
    learner.type("23s")
    learner.type("3s")
    let lines = learner.type("when story.started { seen = $seen + 1 }; tap right; wait 1ms")
    let last = lines.suffix(5).joined(separator: "|")
    #expect(
      last
        == "   1 of 3 steps solved on the first attempt, 1 failed attempt, 1 wrong|   prediction, 2 hints.|   Remember:"
        + "|   - A finger stops it.|   - Its time is its own.", "\(lines)")
  }

  /// The time of a step and what happened in it count from its beginning.
  @Test func aGoalAboutTheStepsTimeAndEvents() throws {
    let text = Self.two.replacing(
      "goal story.state == pausedByHold", with: "goal happened story.held and clock.step >= 3s")
    let learner = Learner(try Self.file("wait 4s\n" + text))
    learner.type("hold 1s")
    #expect(learner.number == 1)
    learner.type("wait 1s")
    #expect(learner.number == 1)
    learner.type("wait 1s")
    #expect(learner.number == 2)
    #expect(learner.type("print learn.events | where $it == \"story.held\" | count") == ["0"])
  }

  /// Each export asks for the name, since another learner may use the account; Enter keeps the name that these lines
  /// had before, and a lesson that begins again has none.
  @Test func theExportIsSigned() throws {
    let (file, home) = (try Self.file(Self.two), Self.home())
    defer { try? FileManager.default.removeItem(atPath: home) }
    let learner = Learner(file, folder: home)
    var (questions, answer) = ([String](), "Ada \u{1B}[2JLovelace")
    learner.prompt.state.ask { question, _ in
      questions.append(question.plain)
      return .text(answer)
    }
    func signed(_ line: String, _ number: Int) throws -> String? {
      learner.type("learn export \(line)to \"\(home)/\(number).txt\"")
      return RecordingSignature(of: try Recording.read("\(home)/\(number).txt")).name
    }
    learner.type("hold")
    let ada = try #require(try signed("", 1))
    #expect(ada.hasPrefix("Ada ") && ada.hasSuffix("Lovelace") && !ada.contains("\u{1B}"))
    answer = ""
    #expect(try signed("", 2) == ada)
    answer = "Bo"
    #expect(try signed("", 3) == "Bo")
    #expect(
      questions.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "Your name, for the teacher (optional):", "Your name, for the teacher (Enter for \(ada)):",
        "Your name, for the teacher (Enter for \(ada)):",
      ])
    learner.type("learn export to \"\(home)/4.txt\" as \"Cy\"")
    #expect(RecordingSignature(of: try Recording.read("\(home)/4.txt")).name == "Cy" && questions.count == 3)
    // The next learner begins the lesson again.
    learner.type("learn reset all")
    learner.type("hold")
    answer = ""
    #expect(try signed("", 5) == nil && questions.last?.contains("(optional)") == true)
    // After the lesson, too.
    learner.type("practice end")
    answer = "Di"
    #expect(try signed("\"\(file)\" ", 6) == "Di")
    #expect(questions.count == 5)
  }
}
