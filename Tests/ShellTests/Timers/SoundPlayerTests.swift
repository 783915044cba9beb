import Foundation
import Testing
import Timers

@testable import TimersWing

@Suite struct SoundPlayerTests {
  /// Runs `body` in a folder with a fake `aplay`, which records its arguments.
  private func withPlayer(_ script: String, _ body: (SoundPlayer, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-player-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "aplay")
    try Executable.install(script, at: program.path)
    let cache = folder.appending(path: "cache/sounds").path
    try body(try #require(SoundPlayer(path: "/nowhere:\(folder.path)", cache: cache)), folder)
  }

  private func waitForEnd(_ player: SoundPlayer) -> Bool {
    for _ in 0..<500 where player.isPlaying {
      if !player.collectEnded() { return false }
      usleep(10_000)
    }
    return !player.isPlaying
  }

  @Test func aPlayerGetsAFileAndIsFetched() throws {
    try withPlayer("echo \"$2\" > \"${0%/*}/played\"; cat \"$2\" > \"${0%/*}/copy\"") { player, folder in
      #expect(player.name == "aplay" && !player.isPlaying)
      // If another test starts a program at this moment, that program keeps the new file open for an instant, and the
      // file cannot be run.
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
      // The second time the sound file already exists.
      #expect(player.play(.halfway) && waitForEnd(player))
    }
  }
}
