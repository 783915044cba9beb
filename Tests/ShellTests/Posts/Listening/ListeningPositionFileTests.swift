import Bluesky
import Foundation
import Testing
import Timeline

@testable import PostsWing

@Suite final class ListeningPositionFileTests {
  private let folder = Scratch.path()
  private var path: String { folder + "/heard" }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func file() -> ListeningPositionFile {
    let file = ListeningPositionFile()
    file.open(folder)
    return file
  }

  private func mark(_ second: Int64) -> ReadMark { ReadMark(until: .practiceStart + .seconds(second)) }

  @Test func comesBackInAnotherSession() throws {
    let marks = ["bob timeline": mark(1), "bob notifications": mark(2)]
    file().save(marks)
    #expect(file().read() == marks)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func withoutPositionsThereIsNoFile() {
    file().save([:])
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(file().read().isEmpty)
  }

  /// Two sessions of one folder listen, each to its own lists and to one that they share.
  @Test func otherListsPositionsStay() {
    let (one, other) = (file(), file())
    #expect(one.read().isEmpty && other.read().isEmpty)
    one.save(["a": mark(1), "both": mark(5)])
    other.save(["b": mark(2), "both": mark(3)])
    #expect(file().read() == ["a": mark(1), "b": mark(2), "both": mark(5)])
    one.save(["a": mark(7), "both": mark(5)])
    #expect(file().read() == ["a": mark(7), "b": mark(2), "both": mark(5)])
  }

  @Test(arguments: ["", "{", "[]", #"{"version":1}"#, #"{"version":9,"lists":{}}"#, "\u{0}\u{FFFD}"])
  func damagedFilesAreIgnored(text: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(file().read().isEmpty)
    file().save(["a": mark(1)])
    #expect(file().read() == ["a": mark(1)])
  }

  @Test func theOldestPositionsAreDropped() {
    var marks: [String: ReadMark] = [:]
    for number in 0..<80 { marks["\(number)"] = mark(Int64(number)) }
    file().save(marks)
    let kept = file().read()
    #expect(kept.count == ListeningPositionFile.limit && kept["79"] != nil && kept["15"] == nil)
  }

  /// The journal only ever grows; the file of heard posts does not.
  @Test func aDayOfListeningLeavesTheJournalAsItIs() throws {
    let state = folder + "/state"
    _ = try Program.output("login bob.test; listen to timeline; wait 10m", state: state)
    let size = { try FileManager.default.attributesOfItem(atPath: state + "/heard")[.size] as? Int ?? 0 }
    let lines = {
      try FileManager.default.contentsOfDirectory(atPath: state).filter { $0.hasSuffix(".journal") }
        .reduce(0) { $0 + (try String(contentsOfFile: "\(state)/\($1)", encoding: .utf8)).split(separator: "\n").count }
    }
    let before = try lines()
    _ = try Program.output("login bob.test; listen to timeline; wait 1d", state: state)
    #expect(try lines() <= before + 2)
    #expect(try size() > 100 && size() < 4_000)
  }
}
