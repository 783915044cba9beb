import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// Damage to the device's own journal costs at most the lines it hit: this includes the header, the first and the
/// last event.
@Suite struct LineDamageTests {
  private let own = "state/kitchen.journal"

  private func filled(_ count: Int) throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    try open(files).append((1...count).map { event($0) })
    return files
  }

  private func lines(_ files: MemoryFileSystem) -> [[UInt8]] {
    files[own]!.split(separator: 10).map { Array($0) + [10] }
  }

  /// A damaged file, and the loss that the damage may cause.
  private struct Damaged {
    var bytes: [UInt8]
    /// The numbers of the events that may be gone.
    var lost: Set<Int>
    /// The range of lines, from 1, at least one of which is reported.
    var named: ClosedRange<Int>
  }

  /// - Parameter lines: the header and the events 1, 2, 3 …, each with its line end.
  private func damage(_ lines: [[UInt8]], _ chance: inout SeededGenerator) -> Damaged {
    var lines = lines
    let place = Int.random(in: 0..<lines.count, using: &chance)
    func bytes() -> [UInt8] { Array(lines.joined()) }
    func events(_ numbers: some Sequence<Int>) -> Set<Int> { Set(numbers.filter { $0 > 0 }) }
    switch Int.random(in: 0..<11, using: &chance) {
    case 0:
      let byte = Int.random(in: 0..<lines[place].count, using: &chance)
      lines[place][byte] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      let isEnd = byte == lines[place].count - 1
      return Damaged(bytes: bytes(), lost: isEnd ? [] : events([place]), named: (place + 1)...(place + 2))
    case 1:
      lines[place].removeLast()
      return Damaged(bytes: bytes(), lost: [], named: (place + 1)...(place + 1))
    case 2:
      let target = Int.random(in: (place + 1)...lines.count, using: &chance)
      lines.insert(lines[place], at: target)
      return Damaged(bytes: bytes(), lost: [], named: (target + 1)...(target + 1))
    case 3:
      let other = (place + Int.random(in: 1..<lines.count, using: &chance)) % lines.count
      lines.swapAt(place, other)
      return Damaged(bytes: bytes(), lost: [], named: 1...lines.count)
    case 4:
      // The data of a few blocks was never written.
      var all = bytes()
      let start = Int.random(in: 0..<all.count, using: &chance)
      let end = min(all.count, start + Int.random(in: 1...300, using: &chance))
      var (hit, offset) = (Set<Int>(), 0)
      for (number, line) in lines.enumerated() {
        // The line end is not part of a line's content.
        if start < offset + line.count - 1, end > offset { hit.insert(number) }
        offset += line.count
      }
      for position in start..<end { all[position] = 0 }
      return Damaged(bytes: all, lost: events(hit), named: 1...(lines.count + 1))
    case 5:
      lines.insert([UInt8](repeating: 0, count: 4_096), at: place)
      return Damaged(bytes: bytes(), lost: [], named: (place + 1)...(place + 1))
    case 6:
      lines.removeFirst()
      return Damaged(bytes: bytes(), lost: [], named: 1...1)
    case 7:
      let byte = Int.random(in: 0..<(lines[place].count - 1), using: &chance)
      lines[place].remove(at: byte)
      return Damaged(bytes: bytes(), lost: events([place]), named: (place + 1)...(place + 1))
    case 8:
      lines.insert(Array("something else\n".utf8), at: place)
      return Damaged(bytes: bytes(), lost: [], named: 1...(place + 1))
    case 9:
      return Damaged(bytes: [0xEF, 0xBB, 0xBF] + bytes(), lost: [], named: 1...1)
    default:
      let all = bytes()
      let start = all.count - lines[lines.count - 1].count
      let end = Int.random(in: (start + 1)..<all.count, using: &chance)
      return Damaged(
        bytes: Array(all[..<end]), lost: end == all.count - 1 ? [] : [lines.count - 1], named: lines.count...lines.count
      )
    }
  }

  @Test(arguments: 0..<40)
  func onlyTheLinesThatWereHitAreLost(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    for trial in 0..<25 {
      let count = Int.random(in: 1...8, using: &chance)
      let files = try filled(count)
      let damaged = damage(lines(files), &chance)
      files[own] = damaged.bytes
      let comment = Comment(rawValue: "seed \(seed), trial \(trial): \(files.text(own))")
      let found = try Journal.inspect("state", own: kitchen, files: files).problems
      #expect(found.contains { $0.line.map(damaged.named.contains) ?? false }, "\(comment) \(found)")
      let journal = try open(files)
      let expected = Set((1...count).filter { !damaged.lost.contains($0) }.map { "e/\($0)" })
      let ids = try journal.ids
      #expect(expected.isSubset(of: ids) && Set(ids).count == ids.count, comment)
      #expect(!journal.notices.isEmpty, comment)
      // The file is repaired, and the damage is reported once.
      let again = try open(files)
      #expect(try again.ids == ids && again.notices.isEmpty, "\(comment) \(again.notices)")
      let left = try Journal.inspect("state", own: kitchen, files: files).problems
      #expect(left.allSatisfy { $0.file != "kitchen.journal" }, "\(comment) \(left)")
      try again.append([event(100)])
      #expect(try open(files).ids == ids + ["e/100"], comment)
    }
  }

  /// Damage at two random places of one file.
  @Test(arguments: 0..<20)
  func twoDamagesLoseOnlyTheirLines(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed &+ 1_000)
    for _ in 0..<20 {
      let files = try filled(9)
      let all = lines(files)
      let (first, second) = (damage(Array(all[..<5]), &chance), damage([all[0]] + all[5...], &chance))
      // The second half does not have a header of its own.
      guard second.bytes.starts(with: all[0]) else { continue }
      files[own] = first.bytes + second.bytes[all[0].count...]
      let lost = first.lost.union(second.lost.map { $0 + 4 })
      // If the first half lost its last line end and the next line is hit too, the next line is lost as well.
      let ids = try open(files).ids
      for number in 1...9 where !lost.contains(number) {
        #expect(ids.contains("e/\(number)"), "seed \(seed), event \(number): \(files.text(own))")
      }
    }
  }

  @Test func aMissingHeaderCostsNoEventAndIsNamed() throws {
    for count in 1...3 {
      let files = try filled(count)
      files[own] = Array(lines(files).dropFirst().joined())
      #expect(
        try Journal.inspect("state", own: kitchen, files: files).problems.map { "\($0.line ?? 0) \($0.text)" }
          == ["1 is an event: the header is missing"])
      let journal = try open(files)
      #expect(try journal.ids == (1...count).map { "e/\($0)" })
      #expect(
        journal.notices.map(\.description) == [
          "kitchen.journal:1 is not the original header; the events were read"
        ])
      #expect(lines(files)[0] == Header(kind: .real, device: "kitchen").line)
    }
  }

  /// Not even an unreadable header turns a real folder into a practice folder.
  @Test func aDamagedHeaderKeepsItsKind() throws {
    let files = try filled(2)
    var all = lines(files)
    all[0][3] ^= 1
    files[own] = Array(all.joined())
    #expect(throws: Journal.Failure.otherKind(path: "state", recorded: .real, wanted: .practice)) {
      try open(files, kind: .practice)
    }
    #expect(files[own] == Array(all.joined()))
    #expect(try open(files).count == 2)
    // If the header is gone, the other files determine the kind.
    _ = try open(files, device: phone).append([event(9)])
    files[own] = Array(all[1...].joined())
    #expect(throws: Journal.Failure.otherKind(path: "state", recorded: .real, wanted: .practice)) {
      try open(files, kind: .practice)
    }
  }

  /// If nothing can be written, whole events within damaged lines are still read.
  @Test func aReadOnlyFolderLosesNothingMore() throws {
    let files = FaultyFileSystem()
    var all = lines(try filled(4))
    all[2].removeLast()
    all.remove(at: 0)
    files.base[own] = Array(all.joined())
    let before = files.base[own]
    files.fault = { _, _ in .error(EROFS) }
    #expect(try open(files).ids == ["e/1", "e/2", "e/3", "e/4"])
    #expect(files.base[own] == before)
  }

  @Test func eachDamageHasItsSentence() throws {
    let files = try filled(5)
    var all = lines(files)
    all[1].removeLast()
    all.insert(all[3], at: 4)
    all.swapAt(5, 6)
    all[6].removeLast()
    files[own] = Array(all.joined())
    #expect(
      try Journal.inspect("state", own: kitchen, files: files).problems.map { "\($0.line ?? 0) \($0.text)" } == [
        "2 is damaged; 2 complete events in it are used", "4 repeats an earlier line, and is used only once",
        "6 has no line ending",
      ])
    #expect(
      try open(files).notices.map(\.description) == [
        "kitchen.journal:2 is damaged; 2 complete events in it were read",
        "kitchen.journal:4 repeats an earlier line; the line was used only once",
        "kitchen.journal:6 had no line ending; the line was read",
      ])
  }

  /// A text that looks like the beginning of a line is part of its own line.
  @Test func aTextThatLooksLikeALineIsNotALine() throws {
    let files = MemoryFileSystem()
    let text: Journal.Payload = ["text": .string("deadbeef {\"seq\":1} 00000000 {}")]
    try open(files).append([event(1, payload: text), event(2, payload: text), event(3)])
    files[own] = files[own]!.split(separator: 10).reduce(into: [UInt8]()) { $0 += $1 } + [10]
    #expect(try open(files).ids == ["e/1", "e/2", "e/3"])
  }
}
