import Foundation
import Terminal
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// The lines of routines in `stats`, and the pictures of their steps.
@Suite struct RoutineStatsTests {
  private let devices = FamilyDevices()
  private static let morning = "routine add morning \"dress 5m, teeth 3m\"; "
  private static let inTime = "routine start morning; wait 4m; timer done; wait 2m; timer done; "

  @Test(arguments: [
    inTime
      + "expect (stats).routines[0] == {average: 6m, early: 2, finished: 2, inTime: 1, routine: \"morning\", runs: 1, stars: 0, steps: 2}",
    // Not in time: time ran out, or a step was skipped.
    "routine start morning; wait 8m; expect (stats).routines[0].inTime == 0; expect (stats).routines[0].average == 8m",
    "routine start morning; wait 4m; timer done; routine skip; expect (stats).routines[0].inTime == 0; expect (stats).routines[0].finished == 1",
    // Only what was played to its end.
    "routine start morning; timer done; routine end; expect ((stats).routines | count) == 0",
    "routine start morning; routine skip; routine skip; expect ((stats).routines | count) == 0",
    // The rating counts for all steps; an activity alone has no routines.
    inTime
      + "routine rate good; expect (stats).routines[0].stars == 20; expect ((stats of dress).routines | count) == 0",
    inTime + "wait 1d; \(inTime)expect (stats).routines[0].runs == 2; expect (stats today).routines[0].runs == 1",
    // Undo, redo and corrections.
    inTime + "undo; expect ((stats).routines | count) == 0; redo; expect (stats).routines[0].runs == 1",
    inTime
      + "history edit teeth spent 3; expect (stats).routines[0].inTime == 0; expect (stats).routines[0].average == 7m",
    inTime + "history remove teeth; expect (stats).routines[0].finished == 1; expect (stats).routines[0].runs == 1",
    // A routine that has another name since.
    inTime
      + "routine edit morning name Early; routine start; timer done; timer done; expect ((stats).routines | count) == 2",
    // Each child has its own.
    "child add Ben; \(morning)\(inTime)child add Mia; expect ((stats).routines | count) == 0; child Ben; expect (stats).routines[0].runs == 1",
  ])
  func aRoutineHasALine(_ script: String) { ScriptRun.passes(Self.morning + script) }

  /// Three runs of 1 s, 2 s and 2 s: the average is exact as a value, and rounded in the table.
  @Test func theAverageIsShownInWholeSeconds() {
    let run = ScriptRun()
    let runs = [1, 2, 2].map { "routine start; wait \($0)s; timer done; timer done; " }.joined()
    let lines = run(Self.morning + runs + "stats").lines
    #expect(lines.contains { $0.contains("morning") && $0.contains("   2 s") }, "\(lines)")
    #expect(run("print (stats).routines[0].average").lines == ["1.666666s"])
  }

  @Test func theLineIsShown() {
    let run = ScriptRun(width: 80)("\(Self.morning)\(Self.inTime)stats")
    #expect(run.error == nil)
    let lines = run.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("routine times in time steps done average stars"))
    #expect(lines.contains("morning 1 1 2 of 2 6 min 0"))
  }

  /// A routine that another device played counts once, also after the folders are opened again.
  @Test func devicesShareIt() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(a("\(Self.morning)\(Self.inTime)\(sync)").error == nil)
    #expect(b("wait 1h; \(sync); \(Self.inTime)\(sync)").error == nil)
    for run in [a, b, try devices.open("a"), try devices.open("b")] {
      #expect(run("\(sync); expect (stats).routines[0].runs == 2; expect (stats).routines[0].inTime == 2").error == nil)
    }
  }

  private static let photo = "Examples/Photos/2025-10-02/IMG_0001.jpg"

  @Test(arguments: [
    "routine picture morning dress to \(photo); expect (routines)[0].pictures == 1; undo; expect (routines)[0].pictures == 0; redo; expect (routines)[0].pictures == 1",
    "routine picture mor 2 to \(photo); routine picture mor te to none; expect (routines)[0].pictures == 0",
    // A step that keeps its name keeps its picture.
    "routine picture morning dress to \(photo); routine edit morning steps \"teeth 1m, dress 9m\"; expect (routines)[0].pictures == 1; routine edit morning steps \"teeth 1m\"; expect (routines)[0].pictures == 0",
  ])
  func aStepHasAPicture(_ script: String) { ScriptRun.passes(Self.morning + script) }

  @Test(arguments: [
    (
      "routine picture morning dres to lost.jpg",
      "there is no file 'lost.jpg' | try: routine picture ROUTINE STEP to \"dress.jpg\""
    ),
    ("routine picture morning shower to \(photo)", "morning has no step 'shower' | its steps are dress, teeth"),
    ("routine picture morning teeht to \(photo)", "morning has no step 'teeht' | did you mean 'teeth'?"),
    ("routine picture evening 1 to \(photo)", "there is no routine 'evening' | the routines are morning"),
  ])
  func whatCannotBeIsRefused(_ script: String, _ error: String) {
    #expect(ScriptRun()(Self.morning + script).error == error)
  }

  @Test func aFileThatIsNoPictureIsRefused() {
    #expect(ScriptRun()(Self.morning + "routine picture morning dress to README.md").error?.isEmpty == false)
  }

  @Test func thePictureIsOnTheScreen() throws {
    let run = ScriptRun()
    #expect(run(Self.morning + "routine picture morning dress to \(Self.photo); routine start").error == nil)
    func rows(_ pictures: PictureForm) -> [String] {
      let room = WatchView.Context(
        instant: run.session.now, columns: 60, glyphs: .unicode, hasCard: true, pictures: pictures)
      return run.session.catalog.watchViews.beneath.rows(run.session.world, room, 24).map(\.plain)
    }
    _ = rows(.halfBlocks)
    _ = run.session.catalog.services.pictures.awaitLoading()
    let (with, without) = (rows(.halfBlocks), rows(.none))
    #expect(with.count <= 24 && with.contains { $0.contains("▀") } && !without.contains { $0.contains("▀") })
    #expect(with.contains { $0.contains("dress") })
    // The next step has none.
    #expect(run("timer done").error == nil)
    #expect(!rows(.halfBlocks).contains { $0.contains("▀") })
  }

  /// A picture's file is the device's own: its path is not sent, and a path that another device names is not opened.
  @Test func picturesAreTheDevicesOwn() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    let photo = Package.root.path + "/Examples/Photos/2025-10-02/IMG_0001.jpg"
    #expect(a("\(Self.morning)routine picture morning dress to \"\(photo)\"; \(sync)").error == nil)
    let words = try #require(sync.split(separator: "\"").dropFirst().first.map(String.init))
    for file in try FileManager.default.contentsOfDirectory(atPath: words) where file.hasSuffix(".journal") {
      #expect(try !String(contentsOfFile: words + "/" + file, encoding: .utf8).contains(Package.root.path))
    }
    let step = try #require(a.session.world.timers.routineCatalog.routines.first?.steps.first)
    #expect(step.picture.flatMap { StepPictures.shared.file(of: $0) } == photo)
    // A later session of this device knows the file.
    #expect(try String(contentsOfFile: a.session.resources.timers.folder! + "/steps", encoding: .utf8).contains(photo))
    #expect(b(sync).error == nil)
    #expect(!FileManager.default.fileExists(atPath: b.session.resources.timers.folder! + "/steps"))
    #expect(StepPictures.shared.file(of: photo) == nil && StepPictures.shared.file(of: "x.jpg 1") == nil)
  }

  /// The picture lasts with the routine and with its run, on this device and on others.
  @Test func devicesShareTheDefinition() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(a("\(Self.morning)routine picture morning dress to \(Self.photo); \(sync)").error == nil)
    #expect(b("\(sync); expect (routines)[0].pictures == 1; routine start").error == nil)
    #expect(try devices.open("a")("expect (routines)[0].pictures == 1").error == nil)
  }
}
