import Foundation
import Testing

@testable import Shell
@testable import ShellCore

@Suite struct PersistenceTests {
  /// Opens a session at a prompt, where notes are among the output lines, on a state folder.
  private func opened(_ folder: String) throws -> ScriptRun {
    var options = Session.Options()
    options.isPrompt = true
    let output = Output(to: .memory, width: 200, isTerminal: true)
    let run = ScriptRun(Session(options: options, output: output, catalog: Catalog.standard))
    try run.session.openState(folder)
    return run
  }

  /// One sentence reports all damaged lines of a file, whatever their number, and another says where they were moved.
  @Test(arguments: [1, 2, 1_000]) func damagedLinesAreReportedTogether(_ count: Int) throws {
    let folder = Scratch.path()
    #expect(try opened(folder)("story play 4; like").error == nil)
    let own = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".journal") })
    let lines = try String(contentsOfFile: folder + "/" + own, encoding: .utf8).split(separator: "\n")
    let rubbish = String(repeating: "rubbish\n", count: count)
    let other = try String(
      contentsOf: Package.root.appending(path: "Tests/ShellTests/StateFolders/practice/vm-x3yv.journal"),
      encoding: .utf8)
    try (lines.joined(separator: "\n") + "\n" + rubbish).write(
      toFile: folder + "/" + own, atomically: true, encoding: .utf8)
    try (other + rubbish).write(toFile: folder + "/vm-x3yv.journal", atomically: true, encoding: .utf8)

    func left(_ file: String, from line: Int) -> String {
      count == 1
        ? "note: \(file):\(line) is damaged and was left out"
        : "note: \(file): \(count) damaged lines were left out; the first is line \(line)"
    }
    let moved = count == 1 ? "the damaged line was" : "\(count) damaged lines were"
    let expected = [
      left(own, from: lines.count + 1),
      "note: \(own): \(moved) moved to \(own.replacing(".journal", with: ".damaged"))",
      left("vm-x3yv.journal", from: other.split(separator: "\n").count + 1),
    ]
    // The other device's posts have no numbers here yet, which is reported as well.
    let said = try opened(folder).session.output.drainLines()
    #expect(said.filter { $0.contains(".journal") }.sorted() == expected.sorted())
    #expect(
      said.contains { $0.contains("/numbers' was missing or damaged, so the posts in the outbox may have") }, "\(said)")
  }
}
