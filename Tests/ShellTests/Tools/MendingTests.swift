import Foundation
import StoryScript
import Testing

@testable import Shell

/// `storyline check --fix`.
@Suite struct MendingTests {
  @Test(arguments: [
    ("stroy play 4\ntimr start reading", "story play 4\ntimer start reading", 2),
    ("print story.nubmer", "print story.number", 1), ("let apple = 1\nprint $aple", "let apple = 1\nprint $apple", 1),
    ("let light = red; print [$light, open]", "let light = \"red\"; print [$light, \"open\"]", 2),
    ("let n = if 1 > 2 { zzyzx } else { 3 }", "let n = if 1 > 2 { \"zzyzx\" } else { 3 }", 1),
    ("story play 4", "story play 4", 0), ("xyzzyxyzzy", "xyzzyxyzzy", 0), ("wait 5", "wait 5s", 1),
    ("when story.strted { tap rihgt }", "when story.started { tap right }", 2),
    ("stroy play 4 fro 15s", "story play 4 for 15s", 2), ("let v = 2+3", "let v = 2 + 3", 1),
    ("story play 4 15s", "story play 4 for 15s", 1), ("pritn $m", "print $m", 1),
    ("if true { print 1 } esle { print 2 }", "if true { print 1 } else { print 2 }", 1),
    ("rate amazzing\nwait 5", "rate amazing\nwait 5s", 2), ("timr status\nwait 5", "timer status\nwait 5s", 2),
  ])
  func whatIsSuggestedIsTaken(_ text: String, _ mended: String, _ count: Int) throws {
    let result = Checker(Catalog.standard).mended(try Source(name: "test", text: text))
    #expect(result.text == mended)
    #expect(result.changes.count == count)
  }

  @Test func theFileIsWrittenAndTheRestIsTold() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-mending-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.story")
    try "print 1\nstroy play 4\nxyzzyxyzzy\n".write(to: file, atomically: true, encoding: .utf8)
    var result = try Program.run(["check", "--fix", file.path])
    #expect(result.status == 2 && result.output == "\(file.path):2: stroy is story now\n")
    #expect(result.errors.contains("'xyzzyxyzzy'") && result.errors.hasSuffix("1 error in 1 script\n"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "print 1\nstory play 4\nxyzzyxyzzy\n")
    try "stroy play 4\n".write(to: file, atomically: true, encoding: .utf8)
    result = try Program.run(["check", "--fix", file.path])
    #expect(result.status == 0 && result.output.hasSuffix("1 script is fine\n"))
  }
}
