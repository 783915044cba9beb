import Foundation
import Stories
import Testing
import Timeline

@testable import Shell

/// What was seen and liked outlives the session, whatever the clock of the next one says.
@Suite final class SavedStoriesTests {
  private let folder = "/tmp/storyline-stories-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func open() throws -> ScriptRun {
    let run = ScriptRun()
    try run.session.openState(folder)
    return run
  }

  /// The virtual clock begins anew with every session, so a later one seems to come before an earlier one.
  @Test(arguments: [
    ["story play 4; wait 6s; like", "story play 4; unlike"],
    ["story play 4; like", "story play 4; unlike", "story play 4; like"],
    ["story play 4; like; unlike; like; unlike"],
    ["story play 4; doubletap; unlike; doubletap; unlike; undo; redo"],
    ["story play 4; like", "fork; story play 4; unlike; fork keep"],
    ["story play 4; like", "fork; story play 4; unlike; fork drop"],
    ["story play 4; wait 9s; like; rewind 5s", "story play 4; like", "story play 4; unlike; undo"],
  ])
  func whatWasDoneLastHolds(_ scripts: [String]) throws {
    for script in scripts {
      let run = try open()
      #expect(run(script).error == nil, "\(script)")
      #expect(try open().session.world.stories.interactions == run.session.world.stories.interactions, "\(script)")
    }
  }

  @Test func anythingThatIsDoneComesBack() throws {
    var chance = SeededGenerator(seed: 6)
    let inputs = [
      "story play 4", "story play 15 for 1s", "story play @ben", "like", "unlike", "doubletap", "next", "previous",
      "jump 4", "wait 2s", "wait 20s", "undo", "undo", "undo 2", "redo", "rewind 3s", "fork", "fork keep", "fork drop",
    ]
    for round in 0..<25 {
      let run = try open()
      var script: [String] = []
      for _ in 0..<30 {
        let input = inputs[Int(chance.next() % UInt64(inputs.count))]
        script.append(input)
        run("try { \(input) } catch { }")
      }
      run("repeat 30 { try { fork keep } catch { break } }")
      let after = try open().session.world.stories.interactions
      guard after == run.session.world.stories.interactions else {
        Issue.record("\(round): \(script.joined(separator: "; "))")
        return
      }
    }
  }
}
