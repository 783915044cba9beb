import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// The findings of `storyline state check` in the files of a state folder.
@Suite struct InspectionTests {
  private let files = MemoryFileSystem()

  private func found() throws -> [String] {
    let before = files.paths.map { [UInt8]($0.utf8) + (files[$0] ?? []) }
    let inspection = try Journal.inspect("state", own: kitchen, files: files)
    #expect(files.paths.map { [UInt8]($0.utf8) + (files[$0] ?? []) } == before, "looking changed something")
    #expect(inspection.problems.allSatisfy { !$0.remedy.isEmpty })
    return inspection.problems.map { "\($0.file ?? "-")\($0.line.map { ":\($0)" } ?? "") \($0.text)" }
  }

  private func fill() throws {
    try open(files).append([event(1), event(2)])
    try open(files, device: phone).append([event(3)])
  }

  @Test func aSoundFolder() throws {
    try fill()
    #expect(try found() == [])
    let inspection = try Journal.inspect("state", own: kitchen, files: files)
    #expect(inspection.journals == 2 && inspection.events == 3)
  }

  @Test func damageIsNamedByItsLine() throws {
    try fill()
    let header = Header(kind: .real, device: "kitchen").line.count
    files["state/kitchen.journal"]![header + 20] ^= 1
    files["state/phone.journal"]! += Array("torn".utf8)
    #expect(
      try found() == ["kitchen.journal:2 is damaged", "phone.journal:3 ends in an unfinished line of 4 bytes"])
  }

  @Test func everyKindOfProblem() throws {
    try fill()
    files["elsewhere"] = []
    files["state/kitchen.journal"] = withReturns(files["state/kitchen.journal"]!)
    files.link("state/b.journal", to: "elsewhere")
    files.put(.pipe, at: "state/c.journal")
    files["state/d.journal"] = Array("hello\n".utf8)
    files["state/e.journal"] = Header(kind: .practice, device: "e").line
    files["state/f.journal"] = Header(version: 2, kind: .real, device: "f").line
    files["state/g.journal"] = Array("half".utf8)
    files["state/h.journal"] = Header(kind: .real, device: "h").line + [UInt8](repeating: 0, count: 2 << 20)
    files.allocate(4_096, for: "state/h.journal")
    files.addName("state/i.journal", of: "second")
    files["second"] = Header(kind: .real, device: "i").line
    files["state/phone (1).journal"] = files["state/phone.journal"]
    files["state/phone.journal"]![3] ^= 1
    for ending in [".torn", ".damaged", ".journal.new", ".torn.2"] { files["state/kitchen" + ending] = [] }
    files.put(.folder, at: "state/journal.lock")
    #expect(
      try found() == [
        "b.journal is a link", "c.journal is a pipe, not a file", "d.journal is not a journal",
        "f.journal has format 2, from a newer version of this program", "g.journal has no complete first line",
        "h.journal is a sparse file, mostly zeros", "i.journal has 2 hard links",
        "e.journal belongs to practice sessions, but the folder is for real sessions",
        "kitchen.journal has CR LF line endings",
        "phone.journal:1 is damaged",
        "phone (1).journal is a second version of phone.journal, probably made by a sync program",
        "journal.lock is a folder, not a file: nothing can be saved",
        "kitchen.damaged contains damaged lines that were moved aside",
        "kitchen.journal.new is an unfinished file that a killed program left behind",
        "kitchen.torn contains unfinished lines that a crash cut off",
        "kitchen.torn.2 contains unfinished lines that a crash cut off",
      ])
  }

  @Test func aCopyWithAnUnreadLineIsToBeKept() throws {
    try fill()
    let more = SavedEvent(event(9), origin: .init(device: phone, sequence: 2))
    files["state/phone.sync-conflict.journal"] = files["state/phone.journal"]! + more.line.dropLast()
    files["state/gone.sync-conflict.journal"] = Header(kind: .real, device: "gone").line
    let problems = try Journal.inspect("state", own: kitchen, files: files).problems
    let copies = problems.filter { $0.line == nil }
    #expect(
      copies.map(\.text) == [
        "has a different name from gone.journal, the journal to which it belongs",
        "is a second version of phone.journal, probably made by a sync program",
      ])
    #expect(
      copies.map(\.remedy) == [
        "remove this file: the other files contain all of its events",
        "keep this file: some of it cannot be read; check again after a sync",
      ])
  }

  @Test func aCopyThatHasMoreIsToBeKept() throws {
    try fill()
    let more = SavedEvent(event(9), origin: .init(device: phone, sequence: 2))
    files["state/phone.sync-conflict.journal"] = files["state/phone.journal"]! + more.line
    let problems = try Journal.inspect("state", own: kitchen, files: files).problems
    #expect(problems.map(\.remedy) == ["keep this file: one event is in no other file; check again after a sync"])
    files["state/phone.journal"]! += more.line
    let again = try Journal.inspect("state", own: kitchen, files: files).problems
    #expect(again.map(\.remedy) == ["remove this file: the other files contain all of its events"])
  }

  @Test func manyDamagedLinesAreCounted() throws {
    try fill()
    files["state/kitchen.journal"]! += Array(String(repeating: "rubbish\n", count: 50).utf8)
    let problems = try found()
    #expect(problems.count == 21)
    #expect(problems.last == "kitchen.journal has 30 more lines with problems")
  }

  /// Faults that opening a folder repairs are no longer problems.
  @Test func openingRepairsTheOwnFile() throws {
    try fill()
    files["state/kitchen.journal"] = withReturns(files["state/kitchen.journal"]!) + Array("torn".utf8)
    #expect(try found().count == 2)
    _ = try open(files)
    #expect(try found() == ["kitchen.torn contains unfinished lines that a crash cut off"])
  }
}
