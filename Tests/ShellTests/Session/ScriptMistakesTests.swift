import Foundation
import Testing

@testable import Shell

/// A run reports as many mistakes at once as `check` does.
@Suite struct ScriptMistakesTests {
  @Test(arguments: [
    ("stroy play 4\nprint $x\nprint (upper", 3), ("print $x\nprint $y", 2),
    ("let x = 1..5\nprint $x\nprint (uper \"a\")\nwait until (after 1s { })", 3),
    ("let t = \"a\nb\nc\"\nprint $t\nstroy", 2), ("print \"a\nstroy", 2),
  ])
  func aRunTellsWhatCheckFinds(_ script: String, _ count: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "storyline-mistakes-\(UUID().uuidString).story")
    try script.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let (found, told) = (try Program.run(["check", file.path]), try Program.run([file.path]))
    #expect(found.status == 2 && told.status == 2)
    #expect(found.errors == told.errors + "\n\(count) error\(count == 1 ? "" : "s") in 1 script\n")
  }
}
