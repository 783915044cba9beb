import Foundation
import Stories
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

/// Seen and liked stories outlive the session, whatever the clock of the next session says.
@Suite final class SavedStoriesTests {
  private let folder = "/tmp/storyline-stories-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func open() throws -> ScriptRun {
    let run = ScriptRun()
    try run.session.openState(folder)
    return run
  }

  /// The virtual clock starts again with every session, so a later session seems to come before an earlier one.
  @Test(arguments: [
    ["story play 4; wait 6s; like", "story play 4; unlike"],
    ["story play 4; like", "story play 4; unlike", "story play 4; like"],
    ["story play 4; like; unlike; like; unlike"],
    ["story play 4; doubletap; unlike; doubletap; unlike; undo; redo"],
    ["story play 4; like", "fork; story play 4; unlike; fork keep"],
    ["story play 4; like", "fork; story play 4; unlike; fork drop"],
    ["story play 4; wait 9s; like; rewind 5s", "story play 4; like", "story play 4; unlike; undo"],
    ["story play deck classic; like; next; like", "story play deck classic; unlike"],
    ["story play deck Examples/Photos; like; undo; redo; next; like; undo"],
    ["story play deck classic; like", "fork; story play deck classic; unlike; fork drop"],
  ])
  func theLastActionWins(_ scripts: [String]) throws {
    for script in scripts {
      let run = try open()
      #expect(run(script).error == nil, "\(script)")
      let (before, after) = (run.session.world.stories, try open().session.world.stories)
      #expect(after.interactions == before.interactions && after.likedFiles == before.likedFiles, "\(script)")
    }
  }

  /// A user's own picture is identified by its file, in any deck, and however the path of its folder is written.
  @Test func aLikeBelongsToTheFile() throws {
    let photos = Package.root.appending(path: "Examples/Photos").path
    let run = try open()
    #expect(run("story play deck Examples/Photos; next; like; story play deck classic; jump 3; like").error == nil)
    for run in [run, try open()] {
      let script = """
        story play deck "\(photos)/../Photos"; expect not story.liked; next; expect story.liked
        story play (cluster Examples/Photos)[0]; expect not story.liked; next; expect story.liked
        story play deck classic; expect not story.liked; jump 3; expect story.liked
        story play 2; expect not story.liked; next; expect not story.liked
        """
      #expect(run(script).error == nil)
    }
    #expect(run("undo 50").error != nil, "it is all still there")
    #expect(run("story play deck classic; jump 3; unlike").error == nil)
    #expect(try open()("story play deck classic; jump 3; expect not story.liked").error == nil)
  }

  /// A deck in a JSON file identifies the same files.
  @Test func aDeckFileMeansTheSameFiles() throws {
    let deck = folder + "-deck.json"
    defer { try? FileManager.default.removeItem(atPath: deck) }
    let run = try open()
    #expect(run("story play deck Examples/Photos; like").error == nil)
    let name = try #require(run.session.world.stories.player.story?.file)
    #expect(name.hasPrefix(Package.root.path))
    try #"{"stories":[{"image":"nowhere.jpg"},{"image":"\#(name)"}]}"#.write(
      toFile: deck, atomically: true, encoding: .utf8)
    #expect(run("story play deck \"\(deck)\"; expect not story.liked; next; expect story.liked").error == nil)
  }

  @Test func everyReactionIsRestored() throws {
    var chance = SeededGenerator(seed: 6)
    let inputs = [
      "story play 4", "story play 15 for 1s", "story play @ben", "story play deck classic", "like", "unlike",
      "doubletap", "next", "previous",
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
      let (before, after) = (run.session.world.stories, try open().session.world.stories)
      guard after.interactions == before.interactions, after.likedFiles == before.likedFiles else {
        Issue.record("\(round): \(script.joined(separator: "; "))")
        return
      }
    }
  }
}
