import JournalTesting
import Testing
import Timeline

@testable import Journal

/// The damage that a crash, a bad disk or a stranger may leave: all other lines are read, and nothing disappears
/// silently.
@Suite struct DamageTests {
  private let own = "state/kitchen.journal"

  private func filled(_ count: Int = 3) throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    try open(files).append((1...count).map { event($0) })
    return files
  }

  @Test func everyCutOffLengthKeepsTheWholeLines() throws {
    let whole = try filled()[own]!
    for length in 0..<whole.count {
      let files = MemoryFileSystem()
      files[own] = Array(whole[..<length])
      let journal = try open(files)
      let lines = whole[..<length].count { $0 == 10 }
      // An event that lacks only its line end counts.
      let isWhole = lines > 0 && whole[length] == 10
      #expect(journal.count == max(0, isWhole ? lines : lines - 1))
      #expect(journal.notices.count == (length > 0 && whole[length - 1] != 10 ? 1 : 0))
      let isTorn = length > 0 && whole[length - 1] != 10 && !isWhole
      let lastLine = whole[..<length].lastIndex(of: 10).map { $0 + 1 } ?? 0
      #expect(
        files["state/kitchen.torn"].map { Array($0.dropLast()) } == (isTorn ? Array(whole[lastLine..<length]) : nil))
      try journal.append((1...4).map { event($0) })
      #expect(try open(files).ids == ["e/1", "e/2", "e/3", "e/4"])
    }
  }

  @Test func aTornLineSaysHowMuchAndWhere() throws {
    let files = try filled()
    files.append("12345", to: own)
    let notices = try open(files).notices
    #expect(notices == [.torn(file: "kitchen.journal", bytes: 5, keptIn: "kitchen.torn")])
    #expect(
      notices[0].description == "kitchen.journal ended in an unfinished line of 5 bytes; it was moved to "
        + "kitchen.torn")
    #expect(try open(files).notices.isEmpty)
  }

  @Test func zerosAtTheEndAreTornAsWell() throws {
    let files = try filled()
    files[own]! += [UInt8](repeating: 0, count: 5_000)
    let journal = try open(files)
    try journal.append([event(4)])
    #expect(try open(files).count == 4)
  }

  @Test func aFileOfZerosCountsAsNew() throws {
    let files = MemoryFileSystem()
    files[own] = [UInt8](repeating: 0, count: 5_000)
    try open(files).append([event(1)])
    #expect(try open(files).ids == ["e/1"])
  }

  @Test func aTornLineOfAnotherShellIsCutBeforeAppending() throws {
    let files = try filled()
    let journal = try open(files)
    files.append("half a li", to: own)
    try journal.append([event(4)])
    #expect(try open(files).notices.isEmpty)
    #expect(try journal.ids.count == 4)
  }

  @Test func damagedLinesAreReportedAndTheRestIsRead() throws {
    var chance = SeededGenerator(seed: 9)
    let whole = try filled(20)[own]!
    let header = whole.firstIndex(of: 10)! + 1
    for _ in 0..<200 {
      let files = MemoryFileSystem()
      var bytes = whole
      let position = Int.random(in: header..<(whole.count - 1), using: &chance)
      bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      files[own] = bytes
      let journal = try open(files)
      // One line is lost, even if its line feed changed or a new line feed splits it; no line is lost if only the
      // last line feed is gone.
      #expect(journal.count == (whole[position] == 10 ? 20 : 19))
      #expect((1...2).contains(journal.notices.count))
      let before = files[own]!
      try journal.append((1...20).map { event($0) })
      #expect(try open(files).count == 20)
      #expect(files[own]!.starts(with: before))
    }
  }

  /// Damaged lines move once, by the first program that may write: the next start has nothing to report.
  @Test func damagedLinesAreMovedToASeparateFile() throws {
    let files = try filled()
    let text = files.text(own)
    let damaged = text.replacing("\"story\":2", with: "\"story\":7")
    files[own] = Array(damaged.utf8)
    let journal = try open(files)
    #expect(
      journal.notices == [
        .damaged(file: "kitchen.journal", line: 3, offset: Int64(text.firstOffset(ofLine: 3))),
        .movedAside(file: "kitchen.journal", lines: 1, keptIn: "kitchen.damaged"),
      ])
    #expect(journal.notices[0].description == "kitchen.journal:3 is damaged and was left out")
    #expect(journal.notices[1].description == "kitchen.journal: the damaged line was moved to kitchen.damaged")
    #expect(try journal.compact() == 0)
    #expect(files.text("state/kitchen.damaged") == damaged.split(separator: "\n")[2] + "\n")
    let again = try open(files)
    #expect(try again.ids == ["e/1", "e/3"])
    #expect(again.notices.isEmpty)
  }

  @Test func laterDamageIsReportedWithItsLine() throws {
    let files = try filled()
    let journal = try open(files)
    try journal.append([event(4), event(5)])
    let damage = Int64(files[own]!.count)
    files[own]! += Array("rubbish\n".utf8)
    try journal.refresh()
    #expect(journal.notices.first == .damaged(file: "kitchen.journal", line: 7, offset: damage))
    #expect(try journal.compact() == 1)
  }

  @Test func aDamagedHeaderLosesNothing() throws {
    let files = try filled()
    files[own]![3] ^= 1
    let journal = try open(files)
    #expect(journal.count == 3)
    #expect(journal.notices == [.damagedHeader(file: "kitchen.journal")])
    #expect(try open(files).notices.isEmpty)
    #expect(try open(files).count == 3)
  }

  @Test func otherFilesAreIgnored() throws {
    for text in ["hello\nworld\n", String(repeating: "x", count: 5_000)] {
      let files = MemoryFileSystem()
      files.append(text, to: own)
      #expect(throws: Journal.Failure.notAJournal(path: own)) { try open(files) }
      #expect(files.text(own) == text)
      let other = try open(files, device: phone)
      #expect(other.notices == [.skipped(file: "kitchen.journal", .notAJournal(path: own))])
    }
  }

  @Test func aFileOfALaterVersionIsRefused() throws {
    let files = MemoryFileSystem()
    files[own] = Header(version: 2, kind: .real, device: "kitchen").line
    #expect(throws: Journal.Failure.newerFormat(path: own, version: 2)) { try open(files) }
    #expect(try open(files, device: phone).notices.count == 1)
  }

  @Test func aRemovedFileIsCreatedAgain() throws {
    let files = try filled()
    let journal = try open(files)
    files[own] = nil
    try journal.append([event(9)])
    #expect(journal.notices == [.replaced(file: "kitchen.journal")])
    #expect(try open(files).ids == ["e/9"])
  }

  /// With any bytes, the journal opens or refuses to, and never traps.
  @Test(arguments: 0..<20)
  func randomBytes(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let whole = try filled(5)[own]!
    for _ in 0..<30 {
      let files = MemoryFileSystem()
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &chance) {
        let position = Int.random(in: 0..<bytes.count, using: &chance)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &chance)
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(10, at: position)
        default: bytes.insert(contentsOf: whole[position % whole.count..<whole.count], at: position)
        }
      }
      files[own] = bytes
      guard let journal = try? open(files) else { continue }
      try journal.append([event(100)])
      #expect(try open(files).contains(id("e/100")))
      #expect(try Set(journal.ids).count == journal.ids.count)
    }
  }

  /// Lines with a valid checksum whose content is wrong in every way a program could get it wrong.
  @Test(arguments: [
    #"{}"#, #"[]"#, #"{"seq":1}"#, #"{"seq":1,"at":2,"device":"d","type":"void","id":"i","data":{"of":3}}"#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"i","data":{"a":}"#,
    #"{"seq":4000000000,"at":2,"device":"kitchen","type":"t","id":"i","data":{}}"#,
    #"{"seq":1,"at":2,"device":"kitchen","run":4000000000,"type":"t","id":"i","data":{}}"#,
    #"{"seq":1,"at":2,"device":"kitchen","type":"t","id":"i","day":"2026-02-31","offset":1,"data":{}}"#,
    #"{"seq":1,"at":2,"device":"é","type":"t t","id":"i","data":{}}"#,
  ])
  func unknownLinesAreReported(json: String) throws {
    let files = try filled()
    files[own]! += Line.framing(Array(json.utf8)) + Line.framing(Array(json.utf8))
    let journal = try open(files)
    try journal.append([event(8)])
    #expect(try open(files).contains(id("e/8")))
    #expect(try journal.saved(includingVoided: true).count == journal.count)
  }
}

extension String {
  fileprivate func firstOffset(ofLine number: Int) -> Int {
    split(separator: "\n").prefix(number - 1).reduce(0) { $0 + $1.utf8.count + 1 }
  }
}
