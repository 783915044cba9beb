import Foundation
import Testing
import Timeline
import Timers

@testable import Shell

@Suite struct SounderTests {
  private let start = Instant.practiceStart

  /// When the bell rang, in milliseconds, if everybody looks exactly when something is due.
  private func rings(_ cues: [(Cue, Int64)], lateness: Duration = .zero) -> [Int64] {
    var rings: [Int64] = []
    var now = start
    let sounder = Sounder(ring: { rings.append((now - start).microseconds / 1_000) }, findPlayer: { nil })
    for (cue, at) in cues { sounder.take(cue, from: .bell, host: start + .milliseconds(at), lateness: lateness) }
    while let delay = sounder.delay(host: now) {
      now += delay
      sounder.playDue(host: now)
    }
    return rings
  }

  @Test func aCompletionRingsTwice() {
    #expect(rings([(.completion, 0)]) == [0, 300])
    #expect(rings([(.halfway, 0)]) == [0])
    #expect(rings([(.tick, 0), (.tick, 1_000)]) == [0, 1_000])
  }

  @Test func whatComesTogetherIsHeardOnce() {
    #expect(rings([(.halfway, 0), (.oneMinuteLeft, 0)]) == [0])
    #expect(rings([(.tick, 280), (.completion, 0)]) == [0, 300])
    #expect(rings([(.completion, 0), (.tick, 320)]) == [0, 300])
  }

  @Test func oldNewsAreSilentButForTheEnd() {
    #expect(rings([(.halfway, 0), (.tick, 0), (.oneMinuteLeft, 100)], lateness: .seconds(3)) == [])
    #expect(rings([(.completion, 0)], lateness: .hours(1)) == [0, 300])
  }

  @Test func offIsOff() {
    var count = 0
    let sounder = Sounder(ring: { count += 1 }, findPlayer: { nil })
    sounder.take(.completion, from: .off, host: start, lateness: .zero)
    sounder.playDue(host: start + .seconds(9))
    #expect(count == 0 && sounder.delay(host: start) == nil)
    var settings = SoundSettings()
    #expect(settings.source(of: .tick) == .off && settings.source(of: .halfway) == .bell)
    settings.halfway = false
    settings.source = .player
    #expect(settings.source(of: .halfway) == .off && settings.source(of: .completion) == .player)
  }

  @Test func withoutAPlayerTheBellRingsAndThatIsSaidOnce() {
    var count = 0
    let sounder = Sounder(ring: { count += 1 }, findPlayer: { SoundPlayer(path: "/nowhere", cache: nil) })
    sounder.take(.completion, from: .player, host: start, lateness: .zero)
    sounder.playDue(host: start + .seconds(1))
    #expect(count == 2)
    #expect(
      sounder.takeNotices() == [
        "no player of sounds is installed (paplay, pw-play, aplay, afplay, ffplay): the terminal's bell rings instead"
      ])
    #expect(sounder.takeNotices().isEmpty)
  }

  /// A folder with an own `aplay`, which notes what it was asked to play.
  private func withPlayer(_ script: String, _ body: (SoundPlayer, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-player-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "aplay")
    try "#!/bin/sh\n\(script)\n".write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let cache = folder.appending(path: "cache/sounds").path
    try body(try #require(SoundPlayer(path: "/nowhere:\(folder.path)", cache: cache)), folder)
  }

  private func waitForEnd(_ player: SoundPlayer) -> Bool {
    for _ in 0..<500 where player.isPlaying {
      if !player.reap() { return false }
      usleep(10_000)
    }
    return !player.isPlaying
  }

  @Test func aPlayerGetsAFileAndIsFetched() throws {
    try withPlayer("echo \"$2\" > \"${0%/*}/played\"; cat \"$2\" > \"${0%/*}/copy\"") { player, folder in
      #expect(player.name == "aplay" && !player.isPlaying)
      // While another test starts a program, that has the file just written open for a moment, and nobody can run it.
      var tries = 0
      while !player.play(.halfway), tries < 100 {
        tries += 1
        usleep(10_000)
      }
      #expect(player.isPlaying && waitForEnd(player))
      let played = try String(contentsOf: folder.appending(path: "played"), encoding: .utf8)
      #expect(played == folder.path + "/cache/sounds/halfway.wav\n")
      let copy = try Data(contentsOf: folder.appending(path: "copy"))
      #expect(Array(copy) == SoundPlayer.tone(for: .halfway).wav)
      // The second time it is there already.
      #expect(player.play(.halfway) && waitForEnd(player))
    }
  }

  @Test func aPlayerThatFailsGivesWayToTheBell() throws {
    try withPlayer("") { _, folder in
      try FileManager.default.removeItem(at: folder.appending(path: "aplay"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "aplay").path, withDestinationPath: "/bin/false")
      let player = try #require(SoundPlayer(path: folder.path, cache: folder.appending(path: "cache").path))
      var count = 0
      let sounder = Sounder(ring: { count += 1 }, findPlayer: { player })
      sounder.take(.halfway, from: .player, host: start, lateness: .zero)
      var now = start
      for _ in 0..<500 {
        guard let delay = sounder.delay(host: now) else { break }
        now += delay
        sounder.playDue(host: now)
        usleep(10_000)
      }
      #expect(count == 1)
      #expect(sounder.takeNotices() == ["aplay cannot play sounds here: the terminal's bell rings instead"])
      sounder.take(.completion, from: .player, host: now, lateness: .zero)
      sounder.playDue(host: now + .seconds(1))
      #expect(count == 3 && sounder.takeNotices().isEmpty && !player.isPlaying)
    }
  }
}

@Suite struct ToneTests {
  @Test(arguments: Cue.Sound.allCases)
  func aToneIsAWholeFileThatStaysInItsBounds(sound: Cue.Sound) throws {
    let tone = SoundPlayer.tone(for: sound)
    let samples = tone.samples
    #expect(samples.count == Tone.rate * tone.milliseconds / 1_000)
    let last = try #require(samples.last)
    #expect(samples.first == 0 && abs(Int(last)) < 400, "it neither begins nor ends with a click")
    let loudest = samples.map { abs(Int($0)) }.max() ?? 0
    #expect((3_000...12_000).contains(loudest), "\(loudest)")
    // As many times through zero as its pitch says.
    let signs = samples.filter { $0 != 0 }.map { $0 > 0 }
    let crossings = zip(signs, signs.dropFirst()).filter { $0 != $1 }.count
    let expected = 2 * tone.frequency * tone.milliseconds / 1_000
    #expect(abs(crossings - expected) <= 4, "\(crossings) of \(expected)")
    let wav = tone.wav
    #expect(wav.count == 44 + 2 * samples.count)
    #expect(
      String(decoding: wav[0..<4], as: UTF8.self) == "RIFF"
        && String(decoding: wav[8..<16], as: UTF8.self) == "WAVEfmt ")
    let size = wav[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == wav.count - 8)
  }
}
