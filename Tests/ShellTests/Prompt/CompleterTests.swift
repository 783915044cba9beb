import Foundation
import StoryScript
import Terminal
import Testing

@testable import Shell

@Suite struct CompleterTests {
  /// The texts offered at the end of a line.
  func offered(_ line: String, after script: String = "") throws -> [String] {
    try completions(line, after: script).map(\.text)
  }

  func completions(_ line: String, after script: String = "") throws -> [Completion] {
    let session = Session(output: Output(to: .memory), catalog: Catalog.standard)
    try session.runtime.run(try session.load(try Source(name: "test", text: script)))
    return Completer(session: session).completions(line, line.utf8.count)
  }

  @Test(arguments: [
    ("clu", ["cluster "]), ("timer p", ["pause "]), ("timer st", ["start ", "stop ", "status "]),
    ("timer start h", ["homework "]), ("timer start ip", ["iPad "]), ("story play @a", ["@ana "]),
    ("story play 4 ", ["for "]), ("tap ", ["bar ", "left ", "right "]), ("tap r", ["right "]),
    ("cluster x ", ["smart ", "fixed ", "cap "]), ("cluster x smart ", ["cap "]),
    ("print story.pos", ["story.position "]), ("print sto", ["story."]), ("print (upp", ["upper "]),
    ("when timer.comp", ["timer.completed "]), ("wait until story.state == pau", ["pausedByHold ", "paused "]),
    ("photos report | wh", ["where "]), ("if true { } el", ["else "]), ("help sto", ["story ", "stories "]),
    ("post \"{story.num", ["story.number "]), ("xyzzy ", []), ("print 5 ", []), ("# sto", []), ("let na", []),
  ])
  func whatFollows(_ line: String, _ expected: [String]) throws { #expect(try offered(line) == expected) }

  @Test func whatTheSessionKnows() throws {
    let script = "let apple = 5m; let avocado = \"two\"; def twice a { return $a }"
    #expect(try offered("print $a", after: script) == ["$apple ", "$avocado "])
    #expect(try completions("print $ap", after: script).first?.description == "5m")
    #expect(try offered("let berry = 1; print $b") == ["$berry "])
    #expect(try offered("twi", after: script) == ["twice "])
  }

  @Test func everyCommandHasADescription() throws {
    #expect(try completions("").filter { $0.description.isEmpty }.map(\.text) == [])
    #expect(try completions("timer ").first?.description == "starts an activity's timer")
  }

  @Test func filesAreCompletedByTheirLastName() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Photos/in", "Phantom", ".hidden"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try Data().write(to: folder.appending(path: "Phone book"))
    try Data().write(to: folder.appending(path: "note.story"))
    let path = folder.path
    #expect(try offered("cluster \(path)/Pha") == ["Phantom/"])
    #expect(try completions("cluster \(path)/Pha").first?.replacing.count == 3)
    #expect(try offered("cluster \(path)/Photos/") == ["in/"])
    #expect(try offered("include \"\(path)/n") == ["note.story\" "])
    #expect(try offered("cluster \(path)/.h") == [".hidden/"])
    #expect(try offered("cluster \(path)/Phone") == ["\"\(path)/Phone book\" "], "quoted as a whole")
    #expect(try offered("cluster \"\(path)/Phone") == ["Phone book\" "])
    #expect(try offered("cluster \(path)/nowhere/") == [])
  }
}
