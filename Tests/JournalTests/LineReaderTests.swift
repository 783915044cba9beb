import JournalTesting
import Testing

@testable import Journal

@Suite struct LineReaderTests {
  private func reader(_ bytes: [UInt8], stride: Int) throws -> LineReader {
    let files = MemoryFileSystem()
    files["file"] = bytes
    return LineReader(try files.open("file", for: .reading), stride: stride)
  }

  /// Lines longer and shorter than the window, read forwards and backwards.
  @Test(arguments: [1, 7, 64, 4_096])
  func givesEachLineAtItsOffset(stride: Int) throws {
    let lines = [0, 1, 5, 300, 6, 0, 5_000, 3].map { [UInt8](repeating: UInt8(ascii: "x"), count: $0) }
    var bytes: [UInt8] = []
    let offsets = lines.map { line in
      defer { bytes += line + [0x0A] }
      return Int64(bytes.count)
    }
    var reader = try reader(bytes, stride: stride)
    for number in Array(lines.indices) + lines.indices.reversed() {
      #expect(try reader.line(at: offsets[number]) { Array($0) } == lines[number])
    }
  }

  @Test func aLineWithoutAnEndIsAnEmptyOne() throws {
    for count in [0, 3, 5_000, Format.lineLengthLimit * 8] {
      let bytes = [UInt8]("a\n".utf8) + [UInt8](repeating: 0, count: count)
      var reader = try reader(bytes, stride: 64)
      #expect(try reader.line(at: 2) { $0.count } == 0)
      #expect(try reader.line(at: 0) { Array($0) } == [UInt8(ascii: "a")])
    }
  }
}
