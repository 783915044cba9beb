import Foundation
import Journal
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// State folders written by earlier versions: their whole content must stay readable forever.
@Suite struct StateFolderTests {
  /// Opens a copy of a folder that is stored with the tests.
  private func opened(_ name: String, _ kind: Session.Options.Kind = .practice) throws -> ScriptRun {
    let source = Package.root.appending(path: "Tests/ShellTests/StateFolders/\(name)")
    let folder = Scratch.path()
    try FileManager.default.copyItem(atPath: source.path, toPath: folder)
    var options = Session.Options()
    options.kind = kind
    let run = ScriptRun(options)
    try run.session.openState(folder)
    return run
  }

  /// 0.1.0: likes, posts, timer sessions and ratings of two devices, activities, profile, tutorial; undone, redone and
  /// forked.
  @Test func dataOfTwoDevices() throws {
    let run = try opened("practice")
    #expect(run.session.output.drainLines().isEmpty, "nothing to complain of")
    #expect(
      run.session.ledger.timerSessions.count == 5 && run.session.ledger.timerSessions.stars == 45
        && run.session.ledger.timerSessions.unratedCount == 1)
    #expect(
      run.session.world.posts.outbox.entries.map(\.post.text) == [
        "other device", "hello #tag @bob.bsky.social", "third", "in a fork",
      ])
    #expect(run.session.world.stories.interactions.seen.sorted == [4, 5, 6, 8, 11])
    #expect(run.session.world.stories.interactions.liked.sorted == [5, 6])
    #expect(run.session.world.timers.profile.name == "Mia")
    #expect(run.session.world.timers.activities.activities.map(\.name).contains("violin"))
    #expect(run("expect (activities | where name == \"reading\" | first).minutes == 30").error == nil)
  }

  /// Three devices that synced through one folder, seen from the second: the post that it undid is gone, and it has
  /// rated a timer session of another device.
  @Test func dataOfThreeSyncedDevices() throws {
    let run = try opened("synced")
    #expect(run.session.output.drainLines().isEmpty, "nothing to complain of")
    #expect(
      run.session.ledger.timerSessions.count == 15 && run.session.ledger.timerSessions.stars == 185
        && run.session.ledger.timerSessions.unratedCount == 1)
    #expect(Set(run.session.ledger.timerSessions.timerSessions().map(\.device)).count == 4)
    #expect(run.session.world.posts.outbox.entries.map(\.post.text) == ["from a", "b again"])
    #expect(run.session.world.stories.interactions.seen.sorted == Array(1...10))
    #expect(run.session.world.stories.interactions.liked.sorted == [4, 8])
    #expect(run.session.world.timers.profile.name == "Mia")
    #expect(run.session.world.timers.activities.activities.map(\.name).contains("violin"))
  }

  /// A PIN, one wrong attempt since the last correct one, and a timer session that waits for its rating.
  @Test func thePINThatWasSet() throws {
    let run = try opened("pin")
    #expect(run("expect pin.set; expect (pin status).wrong == 1; expect rewards.unrated == 1").error == nil)
    #expect(run("rate good").error?.hasPrefix("enter the PIN before the rating") == true)
    #expect(run("rate good pin 1111").error?.hasPrefix("wrong PIN") == true)
    #expect(run("rate good pin 2580; expect rewards.stars == 20; expect (pin status).wrong == 0").error == nil)
  }

  @Test func importedSessions() throws {
    let run = try opened("imported")
    #expect(run.session.ledger.timerSessions.count == 13 && run.session.ledger.timerSessions.stars == 163)
  }

  /// A timer of 45 minutes that was running when its prompt was closed, long ago: it is over.
  @Test func theTimerThatRan() throws {
    let run = try opened("real", .real)
    #expect(run.session.world.timers.activities.activities.map(\.name).contains("chess"))
    let timerSession = try #require(run.session.ledger.timerSessions.timerSessions().first)
    #expect(timerSession.activity == "chess" && timerSession.actual == .minutes(45))
    #expect(timerSession.started == Instant(microseconds: 1_795_304_781_026_552))
    #expect(run.session.world.timers.profile.name == "Ana")
    #expect(run.session.world.posts.outbox.entries.map(\.post.text) == ["from a real session"])
    #expect(run.session.world.stories.interactions.liked.sorted == [4])
  }

  @Test func theTimerThatWasPaused() throws {
    let run = try opened("real-paused", .real)
    #expect(run.session.world.timers.countdown.state == .paused)
    #expect(run("expect timer.activity == \"reading\"").error == nil)
    // The timer was paused 581 microseconds after its start and has been paused since.
    let left = Duration.minutes(20) - Duration(microseconds: 581)
    #expect(run.session.world.timers.countdown.remaining(at: run.session.now) == left)
  }

  // MARK: Types

  /// The table of types contains every type that the examples of all commands write, and the examples write all its
  /// types.
  @Test func everyTypeIsWrittenAndDescribed() throws {
    var found: Set<String> = []
    for (kind, scripts) in [
      (Session.Options.Kind.practice, Catalog.standard.entries.flatMap { $0.command.examples.map(\.script) }),
      (
        .real,
        [
          "timer start reading 20", "activity add violin", "activity edit violin for 9", "activity remove violin",
          "set tick on", "abbreviate tr \"timer start reading 20\"", "child add Ben\nprofile name Benjamin",
          """
          routine add morning "dress 5m, breakfast 9m, teeth 3m"
          set routine-break 1m
          routine start morning
          timer done
          routine later
          """,
        ]
      ),
    ] {
      for script in scripts {
        let folder = "/tmp/storyline-types-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = Session.Options()
        options.kind = kind
        let run = ScriptRun(options)
        try run.session.openState(folder)
        for line in script.split(separator: "\n") { run(String(line)) }
        let journal = try Journal.open(
          folder: folder, kind: kind == .real ? .real : .practice, device: DeviceName(in: folder).device)
        try journal.forEach(of: nil) { found.insert($0.event.type) }
      }
    }
    // These types need a second device, a picture, or an older version.
    found.formUnion(DeviceEvents.kinds.map(\.name) + ["child.joined", "story.shared", "photos.clock"])
    #expect(found.sorted() == World.Persisted.kinds.map(\.kind.name).sorted())
  }

  @Test func noNameMeansTwoThings() {
    let names = World.Persisted.kinds.flatMap { [$0.kind.name] + $0.kind.formerly }
    #expect(Set(names).count == names.count)
  }
}
