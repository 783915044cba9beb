import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct LineScannerTests {
  private func scan(_ bytes: [UInt8], from start: Int64 = 0) throws -> (lines: [[UInt8]], offsets: [Int64], end: Int64)
  {
    let files = MemoryFileSystem()
    files["f"] = bytes
    let file = try files.open("f", for: .reading)
    var (lines, offsets): ([[UInt8]], [Int64]) = ([], [])
    let end = try LineScanner.scan(file, from: start, size: Int64(bytes.count)) { line, offset in
      lines.append(Array(line))
      offsets.append(offset)
    }
    return (lines, offsets, end)
  }

  @Test func linesOfAllLengthsAcrossPieces() throws {
    var chance = SeededGenerator(seed: 5)
    var bytes: [UInt8] = []
    var (expected, starts): ([[UInt8]], [Int64]) = ([], [])
    for _ in 0..<60 {
      let length = [0, 1, 200, 70_000, LineScanner.piece - 1, LineScanner.piece, 700_000].randomElement(using: &chance)!
      expected.append([UInt8](repeating: UInt8.random(in: 32...126, using: &chance), count: length))
      starts.append(Int64(bytes.count))
      bytes += expected.last! + [10]
    }
    let whole = Int64(bytes.count)
    let result = try scan(bytes + Array("unfinished".utf8))
    #expect(result.lines == expected)
    #expect(result.offsets == starts)
    #expect(result.end == whole)
    #expect(try scan(bytes, from: starts[7]).offsets == Array(starts[7...]))
  }

  @Test func aLineThatIsTooLongIsOneEmptyLine() throws {
    let long = [UInt8](repeating: 65, count: 3 * Format.lineLengthLimit)
    let result = try scan([66, 10] + long + [10, 67, 10] + long)
    #expect(result.lines == [[66], [], [67]])
    #expect(result.offsets == [0, 2, Int64(long.count) + 3])
    #expect(result.end == Int64(long.count) + 5)
  }

  @Test func nothing() throws {
    #expect(try scan([]).end == 0)
    #expect(try scan([65]).end == 0)
  }

  @Test func readerFindsLinesInAnyOrder() throws {
    let files = MemoryFileSystem()
    let long = String(repeating: "y", count: 100_000)
    files["f"] = Array("one\n\(long)\nthree\nrest".utf8)
    var reader = LineReader(try files.open("f", for: .reading), stride: 8)
    func line(_ offset: Int64) throws -> String { try reader.line(at: offset) { String(decoding: $0, as: UTF8.self) } }
    #expect(try line(100_005) == "three")
    #expect(try line(0) == "one")
    #expect(try line(4) == long)
    #expect(try line(0) == "one")
    // Without a line feed it is not a line.
    #expect(try line(100_011) == "")
  }
}
