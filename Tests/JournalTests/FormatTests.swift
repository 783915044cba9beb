import Foundation
import JournalTesting
import Testing
import Timeline

@testable import Journal

/// The format as documented in Sources/Journal/README.md.
@Suite struct FormatTests {
  private static let document: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appendingPathComponent("Sources/Journal/README.md"), encoding: .utf8)) ?? ""
  }()

  /// Returns the content of the fenced block with this word.
  private func block(_ word: String) throws -> String {
    let parts = Self.document.components(separatedBy: "```\(word)\n")
    try #require(parts.count == 2, "Sources/Journal/README.md shows one block of \(word)")
    return parts[1].components(separatedBy: "```")[0]
  }

  @Test func theFileThatIsShownIsReadAndIsWhatIsWritten() throws {
    let files = MemoryFileSystem()
    files.append(try block("journal"), to: "state/kitchen.journal")
    let journal = try open(files, kind: .practice)
    #expect(journal.notices.isEmpty)
    let saved = try journal.saved().map(\.event)
    #expect(saved.map(\.type) == ["timer.saved", "timer.rated"])
    var rated = try #require(saved.last)
    let first = Event.ID(cause: "timer.rated", "kitchen/1767603600000000", "\(rated.instant.microseconds)", "amazing")
    #expect(journal.isVoided(first) && rated.id == first.next)
    let other = MemoryFileSystem()
    let same = try open(other, kind: .practice)
    rated.id = first
    try same.append([saved[0], rated])
    try same.void(first, at: rated.instant)
    try same.restore([first])
    #expect(try other.text("state/kitchen.journal") == block("journal"))
  }

  @Test func everyFieldAndFileIsDescribed() throws {
    for name in ["format", "version", "kind", "seq", "at", "device", "run", "type", "id", "day", "offset", "data"] {
      #expect(Self.document.contains("`\(name)`"), "\(name)")
    }
    for name in ["journal", "torn", "damaged", "journal.new"] { #expect(Self.document.contains("`DEVICE.\(name)`")) }
    #expect(Self.document.contains("now \(Format.version) |") && Self.document.contains("`\(Format.lockName)`"))
  }

  private static let python: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: python != nil, "python3 is not installed"))
  func theChecksumsCanBeVerifiedByHand() throws {
    let temporary = TemporaryFolder()
    let journal = try open(POSIXFileSystem(), folder: temporary.path)
    try journal.append((1...5).map { event($0, payload: ["text": .string("číslo \"\($0)\"")]) })
    let path = temporary.path + "/kitchen.journal"
    #expect(try run(path) == "")
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text = text.replacing("číslo \\\"3\\\"", with: "číslo \\\"8\\\"") + "torn"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try run(path) == "\(path):4 is damaged\n\(path):7 is damaged\n")
  }

  private func run(_ path: String) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    process.arguments = ["-c", try block("python3"), path]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text
  }
}
