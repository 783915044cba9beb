import JournalTesting
import Testing

@testable import Journal

@Suite struct WriteBehindTests {
  private func pieces(_ count: Int) -> [[UInt8]] {
    (0..<count).map { [UInt8](repeating: UInt8($0), count: 1_000 + $0) }
  }

  @Test(arguments: [0, 1, 2, 100])
  func chunksAreWrittenInOrder(count: Int) throws {
    let files = FaultyFileSystem()
    let file = try files.open("state", for: .making)
    // Short writes continue where they stopped.
    files.fault = { number, operation in operation == .write && number % 3 == 0 ? .short(10) : nil }
    let behind = try #require(WriteBehind(file, at: 0))
    let pieces = pieces(count)
    for piece in pieces { try piece.withUnsafeBytes { try behind.submit($0) } }
    try behind.finish()
    #expect(files.base["state"] == Array(pieces.joined()))
  }

  /// A write's failure is returned, and nothing is written behind the hole.
  @Test(arguments: [0, 1, 4])
  func aFailureEndsIt(failing: Int) throws {
    let files = FaultyFileSystem()
    let file = try files.open("state", for: .making)
    var writes = -1
    files.fault = { _, operation in
      if operation == .write { writes += 1 }
      return operation == .write && writes == failing ? .error(28) : nil
    }
    let behind = try #require(WriteBehind(file, at: 0))
    let pieces = pieces(5)
    let failure = FileError(code: 28, operation: .write, path: "state")
    var handed = 0
    do throws(FileError) {
      for piece in pieces {
        let result = piece.withUnsafeBytes { bytes in Result { () throws(FileError) in try behind.submit(bytes) } }
        try result.get()
        handed += 1
      }
    } catch {
      #expect(error == failure)
    }
    // One piece may be in flight while the next is handed over.
    #expect(handed == failing + 1)
    #expect(throws: failure) { try behind.finish() }
    #expect(files.base["state"] == Array(pieces[..<failing].joined()))
    #expect(writes == failing)
  }
}
