import Foundation
import Testing
import Timeline
import Timers

@testable import TimersWing

@Suite struct SoundSchedulerTests {
  private let start = Instant.practiceStart

  /// Returns the times of the bell in milliseconds if each look comes exactly when a sound is due, or `lateness`
  /// later.
  private func rings(_ alerts: [(TimerAlert, Int64)], lateness: Duration = .zero) -> [Int64] {
    var rings: [Int64] = []
    var now = start
    let soundScheduler = SoundScheduler(ring: { rings.append((now - start).microseconds / 1_000) }, findPlayer: { nil })
    for (alert, at) in alerts {
      soundScheduler.schedule(alert, from: .bell, host: start + .milliseconds(at), lateness: lateness)
    }
    while let delay = soundScheduler.delay(host: now) {
      now += delay
      soundScheduler.playDue(host: now)
    }
    return rings
  }

  @Test func aCompletionRingsTwice() {
    #expect(rings([(.completion, 0)]) == [0, 300])
    #expect(rings([(.halfway, 0)]) == [0])
    #expect(rings([(.tick, 0), (.tick, 1_000)]) == [0, 1_000])
  }

  @Test func simultaneousSoundsPlayOnce() {
    #expect(rings([(.halfway, 0), (.oneMinuteLeft, 0)]) == [0])
    #expect(rings([(.tick, 280), (.completion, 0)]) == [0, 300])
    #expect(rings([(.completion, 0), (.tick, 320)]) == [0, 300])
  }

  @Test func pastEventsAreSilentExceptTheEnd() {
    #expect(rings([(.halfway, 0), (.tick, 0), (.oneMinuteLeft, 100)], lateness: .seconds(3)) == [])
    #expect(rings([(.completion, 0)], lateness: .hours(1)) == [0, 300])
  }

  @Test func offIsOff() {
    var count = 0
    let soundScheduler = SoundScheduler(ring: { count += 1 }, findPlayer: { nil })
    soundScheduler.schedule(.completion, from: .off, host: start, lateness: .zero)
    soundScheduler.playDue(host: start + .seconds(9))
    #expect(count == 0 && soundScheduler.delay(host: start) == nil)
    var settings = SoundSettings()
    #expect(settings.source(of: .tick) == .off && settings.source(of: .halfway) == .bell)
    settings.halfway = false
    settings.source = .player
    #expect(settings.source(of: .halfway) == .off && settings.source(of: .completion) == .player)
  }

  @Test func withoutAPlayerTheBellRingsAndOneNoteIsWritten() {
    var count = 0
    let soundScheduler = SoundScheduler(ring: { count += 1 }, findPlayer: { SoundPlayer(path: "/nowhere", cache: nil) })
    soundScheduler.schedule(.completion, from: .player, host: start, lateness: .zero)
    soundScheduler.playDue(host: start + .seconds(1))
    #expect(count == 2)
    #expect(
      soundScheduler.drainNotices() == [
        "no sound player is installed (paplay, pw-play, aplay, afplay, ffplay), so the terminal's bell rings instead"
      ])
    #expect(soundScheduler.drainNotices().isEmpty)
  }

  /// The player is searched for at the first sound, and this one player tracks the sound that is playing.
  @Test func aPlayerIsLookedForOnce() throws {
    let folder = Scratch.folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "aplay").path, withDestinationPath: "/bin/true")
    var (rings, looks) = (0, 0)
    let soundScheduler = SoundScheduler(
      ring: { rings += 1 },
      findPlayer: {
        looks += 1
        return SoundPlayer(path: folder.path, cache: folder.appending(path: "cache").path)
      })
    for second in Int64(0)..<3 {
      soundScheduler.schedule(.halfway, from: .player, host: start + .seconds(second), lateness: .zero)
    }
    soundScheduler.playDue(host: start + .seconds(9))
    #expect(looks == 1 && rings == 0 && soundScheduler.drainNotices().isEmpty)
  }

  @Test func aPlayerThatFailsGivesWayToTheBell() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-sounder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "aplay").path, withDestinationPath: "/bin/false")
    let player = try #require(SoundPlayer(path: folder.path, cache: folder.appending(path: "cache").path))
    var count = 0
    let soundScheduler = SoundScheduler(ring: { count += 1 }, findPlayer: { player })
    soundScheduler.schedule(.halfway, from: .player, host: start, lateness: .zero)
    var now = start
    for _ in 0..<500 {
      guard let delay = soundScheduler.delay(host: now) else { break }
      now += delay
      soundScheduler.playDue(host: now)
      usleep(10_000)
    }
    #expect(count == 1)
    #expect(soundScheduler.drainNotices() == ["aplay cannot play sounds here, so the terminal's bell rings instead"])
    soundScheduler.schedule(.completion, from: .player, host: now, lateness: .zero)
    soundScheduler.playDue(host: now + .seconds(1))
    #expect(count == 3 && soundScheduler.drainNotices().isEmpty && !player.isPlaying)
  }
}
