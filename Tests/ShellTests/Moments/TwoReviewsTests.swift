import Foundation
import Journal
import Terminal
import Testing
import Timeline

@testable import Moments
@testable import MomentsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Two prompts that review one library: each shows its own photos, and their decisions are merged.
@Suite final class TwoReviewsTests {
  private let folder = "/tmp/storyline-two-\(UInt64.random(in: 0 ... .max))"
  private var state: String { folder + "/state" }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a prompt on the state folder that has read the example library, and its session.
  private func prompt(_ line: String = "cluster Examples/Photos") throws -> (PromptRunner, Session) {
    var options = Session.Options()
    options.kind = .real
    options.isPrompt = true
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    try session.openState(state)
    let runner = PromptRunner(session: session)
    runner.run(line)
    _ = session.output.drainLines()
    return (runner, session)
  }

  private func shown(_ session: Session) -> String? { ReviewCommands(session).shownPhoto?.photo.path }

  private func expectNoNote(_ sessions: Session..., sourceLocation: SourceLocation = #_sourceLocation) {
    for session in sessions {
      let lines = session.output.drainLines()
      #expect(
        !lines.contains { $0.contains("another session") || $0.contains("error") }, "\(lines)",
        sourceLocation: sourceLocation)
    }
  }

  private var events: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    return files.filter { $0.hasSuffix(".journal") }.flatMap {
      ((try? String(contentsOfFile: state + "/" + $0, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }
  }

  @Test func aFavouriteIsThePhotoThatThisPromptShows() throws {
    let ((a, one), (b, other)) = (try prompt(), try prompt())
    a.run("review next")
    b.run("review next; review next")
    let (mine, theirs) = (shown(one), shown(other))
    #expect(mine != nil && mine != theirs)
    a.run("review favorite")
    #expect(shown(one) == mine)
    #expect(one.output.drainLines().contains { $0.contains("♥ \(mine ?? "") is a favourite") })
    // On the whole screen as well: `f` applies to the photo on the screen.
    #expect(one.world.photos.shown(at: one.now)?.photo.path == mine)
    b.run("print review.favorite")
    #expect(shown(other) == theirs)
    guard
      case .command("review favorite", _) = WatchKeys.action(
        for: .character("f"), other.world, Catalog.standard.watchViews)
    else { return #expect(Bool(false), "the photo that the other prompt shows is not a favourite") }
    guard
      case .command("review unfavorite", _) = WatchKeys.action(
        for: .character("f"), one.world, Catalog.standard.watchViews)
    else { return #expect(Bool(false), "what this prompt shows is one") }
    b.run("review favorite; expect review.favorites == 2; expect review.done == 3")
    a.run("expect review.favorites == 2; expect review.done == 3")
    expectNoNote(one, other)
  }

  /// A photo that one prompt has viewed is not offered by the other, and each keeps its own path.
  @Test func bothReviewsAreIndependent() throws {
    let ((a, one), (b, other)) = (try prompt(), try prompt())
    a.run("review 1; review next")
    b.run("review 4; review next")
    let (mine, theirs) = (shown(one), shown(other))
    a.run("review back; review next")
    #expect(shown(one) == mine)
    b.run("review back; review next; review status")
    #expect(shown(other) == theirs)
    a.run("review back")
    #expect(one.output.drainLines().contains { $0.contains("error") } == false)
    a.run("review back")
    #expect(one.output.drainLines().contains { $0.contains("there is no previously reviewed photo") })
    // A photo that the other prompt viewed joins this prompt's path once it was shown here.
    a.run("review 4; print review.photo")
    let third = shown(one)
    a.run("review next; review back")
    #expect(shown(one) == third)
    // Each photo is shown once, whichever prompt shows it.
    for _ in 0..<20 {
      a.run("review next")
      b.run("review next")
    }
    a.run("print review.left")
    b.run("print review.left")
    #expect(one.world.photos.review.count(of: one.world.photos.album?.marks ?? []) == 35)
    #expect(other.world.photos.review.count(of: other.world.photos.album?.marks ?? []) == 35)
  }

  /// `undo` reverts this prompt's own commands, whatever the other prompt did meanwhile.
  @Test func undoAffectsOnlyTheOwnReview() throws {
    let ((a, one), (b, other)) = (try prompt(), try prompt())
    a.run("review next; review favorite")
    b.run("review next; review favorite; review next")
    let (first, theirs) = (shown(one), shown(other))
    a.run("expect review.done == 3; expect review.favorites == 2")
    a.run("undo; expect not review.favorite; expect review.favorites == 1; expect review.done == 3")
    #expect(shown(one) == first)
    b.run("expect review.favorites == 1; expect review.done == 3")
    #expect(shown(other) == theirs)
    a.run("redo; expect review.favorites == 2; undo 2; expect review.done == 2; expect review.favorites == 1")
    b.run(
      "undo; expect review.done == 1; expect review.favorite; undo 2; expect review.done == 0; expect review.favorites == 0"
    )
    a.run("redo; expect review.done == 1")
    expectNoNote(one, other)
    let (_, later) = try prompt()
    #expect(later.world.photos.review.looks.count == 1 && later.world.photos.review.choices.isEmpty)
  }

  /// A photo that both prompts viewed independently stays viewed when one of them undoes its view. A choice that the
  /// other prompt has changed since then stays as the other prompt set it.
  @Test func decisionsOfBothStay() throws {
    let ((_, one), (_, other)) = (try prompt(), try prompt())
    let (a, b) = (ScriptRun(one), ScriptRun(other))
    #expect(a("review").error == nil && b("review").error == nil)
    #expect(shown(one) == shown(other))
    one.pollOtherSessions()
    other.pollOtherSessions()
    #expect(a("undo").error == nil)
    other.pollOtherSessions()
    #expect(b("expect review.done == 1\nreview favorite").error == nil)
    let (_, later) = try prompt()
    #expect(later.world.photos.review.looks.count == 1)
    one.pollOtherSessions()
    #expect(a("expect review.done == 1\nreview\nreview unfavorite").error == nil)
    other.pollOtherSessions()
    #expect(b("undo\nexpect review.favorites == 0").error == nil)
    expectNoNote(one, other)
  }

  /// The other prompt has read a different folder: this prompt keeps its own photos, and a prompt that has read none
  /// follows.
  @Test func eachSessionKeepsItsOwnLibrary() throws {
    let ((a, one), (b, other)) = (try prompt(), try prompt("print 1"))
    b.run("cluster Examples/Photos/2025-10-02 fixed 3h")
    a.run("cluster; expect photos.count == 35; expect photos.threshold != 3h")
    #expect(one.world.photos.album?.scan.photos.count == 35)
    b.run("cluster; expect photos.count == 13; expect photos.threshold == 3h")
    expectNoNote(one, other)
    let (c, third) = try prompt("print 1")
    b.run("cluster Examples/Photos/2025-10-03")
    c.run("review")
    #expect(third.world.photos.album?.scan.root.hasSuffix("2025-10-03") == true)
  }

  /// The corrections for the clocks of two cameras are merged.
  @Test func correctionsOfTwoCamerasMerge() throws {
    let library = folder + "/library"
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    let photos = Package.root.appending(path: "Examples/Photos/2025-10-02")
    for (name, word) in [("IMG_0001.jpg", "Camera"), ("IMG_0002.jpg", "Kamera")] {
      var photo = try Data(contentsOf: photos.appending(path: name))
      let place = try #require(photo.range(of: Data("Camera".utf8)))
      photo.replaceSubrange(place, with: Data(word.utf8))
      try photo.write(to: URL(filePath: library + "/" + name))
    }
    let line = "cluster \"\(library)\""
    let ((a, one), (b, other)) = (try prompt(line), try prompt(line))
    let clocks = { (session: Session) in session.world.photos.clocks.mapValues(\.whole.seconds) }
    let cameras = Set(one.world.photos.album?.scan.photos.compactMap(\.camera) ?? []).sorted()
    try #require(cameras.count == 2)
    a.run("photos clock \"\(cameras[0])\" 1h")
    b.run("photos clock \"\(cameras[1])\" 2h")
    a.run("print 1")
    #expect(clocks(one) == [cameras[0]: 3_600, cameras[1]: 7_200])
    a.run("undo")
    #expect(clocks(one) == [cameras[1]: 7_200])
    #expect(one.world.photos.album?.clocks == one.world.photos.clocks)
    b.run("print 1")
    #expect(clocks(other) == [cameras[1]: 7_200])
    expectNoNote(one, other)
  }

  /// The displayed photo is saved for future sessions; a prompt that does nothing writes nothing.
  @Test func otherSessionsPhotosAreNotExportedAgain() throws {
    let ((a, one), (b, other)) = (try prompt(), try prompt())
    a.run("review next; review next; review back")
    b.run("review next")
    a.run("print 1")
    let count = events.count
    for _ in 0..<3 {
      a.run("print 1")
      b.run("print 1")
    }
    #expect(events.count == count)
    a.run("review next")
    let mine = shown(one)
    #expect(shown(other) != mine)
    let (_, later) = try prompt("review")
    #expect(shown(later) == mine, "the last that was shown by any")
  }

  /// Reviews of old journals continue where they stopped.
  @Test func anOldJournalShowsWhatItSays() throws {
    let (_, first) = try prompt()
    let photos = try #require(first.world.photos.album?.scan.photos)
    let device = DeviceName(in: state).device
    let journal = try Journal.open(folder: state, kind: .real, device: device)
    func event(_ type: String, _ photo: Photo) -> Journal.Event {
      Journal.Event(
        id: Journal.Event.ID(cause: "old", type, photo.path), type: type, instant: .practiceStart,
        payload: ["mark": .string(photo.mark.text), "photo": .string(photo.path)])
    }
    try journal.append([
      event("photo.reviewed", photos[3]), event("photo.reviewed", photos[5]), event("photo.shown", photos[3]),
    ])
    let (a, session) = try prompt()
    a.run("review; expect review.done == 2")
    #expect(shown(session) == photos[3].path)
    a.run("review next; expect review.done == 3")
    expectNoNote(session)
  }
}
