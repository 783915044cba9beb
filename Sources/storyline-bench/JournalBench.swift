import Foundation
import Journal
import JournalTesting
import Timeline

/// The journal compared with the disk: each group of lines is also written and synced by plain calls, in the same
/// folder.
enum JournalBench {
  /// The argument with which, given a folder, the program opens a journal and prints its time and memory: a memory
  /// peak belongs to a process.
  private static let opener = "journal-open"
  private static let device = Journal.DeviceID(nearest: "bench")

  static func run() {
    do {
      try groups()
      try single()
      try opening(1_000_000)
    } catch {
      Report.text("  cannot be measured: \(error)")
    }
  }

  /// Returns events like those of a session: a story was liked.
  private static func events(_ numbers: Range<Int>) -> [Journal.Event] {
    numbers.map { number in
      let at = Instant.practiceStart + .seconds(Int64(number))
      return Journal.Event(
        id: .init(cause: "story", "liked", "\(number)", "\(at.microseconds)"), type: "story.liked", instant: at,
        local: .init(at: at, offset: .hours(1)), payload: ["story": .integer(Int64(number))])
    }
  }

  private static func groups() throws {
    Measure.title("journal: events appended in groups, events a second (ratio to write + fsync of the same bytes)")
    // Small groups are slow on the disk, and fewer events suffice.
    let parts = [(1, 200), (10, 2_000), (100, 20_000), (1_000, 100_000), (10_000, 100_000), (100_000, 100_000)]
    for (size, count) in parts {
      let all = events(0..<count)
      let groups = stride(from: 0, to: count, by: size).map { Array(all[$0..<min($0 + size, count)]) }
      let times = try compare(groups, runs: 7)
      Measure.row(
        "\(count) by \(size)", Double(count) / times.journal, "/s", ratio: times.ratio,
        note: String(
          format: "%.0f ns an event, %.0f plain", times.journal / Double(count) * 1e9, times.plain / Double(count) * 1e9
        ))
    }
  }

  private static func single() throws {
    Measure.title("journal: one durable event (ratio to write + fsync of its line)")
    let times = try compare(events(0..<200).map { [$0] }, runs: 7)
    Measure.row("journal", times.journal / 200 * 1e6, "µs", ratio: 1 / times.ratio)
    Measure.row("write + fsync", times.plain / 200 * 1e6, "µs")
  }

  /// Appends groups to a journal, then writes the same bytes in the same groups with `write` and `fsync`; several
  /// times in turn, so that both use the disk under the same conditions.
  /// - Returns: median times in seconds, and the median of the ratios plain to journal.
  private static func compare(
    _ groups: [[Journal.Event]], runs: Int
  ) throws -> (journal: Double, plain: Double, ratio: Double) {
    var (journals, plains): ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      let temporary = TemporaryFolder(in: TemporaryFolder.parentOnDisk)
      let journal = try Journal.open(folder: temporary.path, kind: .practice, device: device)
      let start = ContinuousClock.now
      for group in groups { try journal.append(group) }
      journals.append((ContinuousClock.now - start).inSeconds)
      let bytes = try Data(contentsOf: URL(filePath: "\(temporary.path)/\(device.name).journal"))
      plains.append(try plain(bytes, in: groups.map(\.count), path: temporary.path + "/plain"))
    }
    return (Measure.median(journals), Measure.median(plains), Measure.median(zip(plains, journals).map { $0 / $1 }))
  }

  /// Returns the time of an equivalent C program: one write and one fsync for each group of lines after the first
  /// line.
  private static func plain(_ bytes: Data, in sizes: [Int], path: String) throws -> Double {
    let ends = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    let file = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(file) }
    return try bytes.withUnsafeBytes { buffer in
      var line = 1
      let start = ContinuousClock.now
      for size in sizes {
        let piece = buffer[ends[line]..<ends[line + size]]
        var rest = UnsafeRawBufferPointer(rebasing: piece)
        while !rest.isEmpty {
          let count = write(file, rest.baseAddress, rest.count)
          guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        guard fsync(file) == 0 else { throw CocoaError(.fileWriteUnknown) }
        line += size
      }
      return (ContinuousClock.now - start).inSeconds
    }
  }

  private static func opening(_ count: Int) throws {
    Measure.title("journal: opened with 1,000,000 events")
    let temporary = TemporaryFolder(in: TemporaryFolder.parentOnDisk)
    let journal = try Journal.open(folder: temporary.path, kind: .practice, device: device)
    for start in stride(from: 0, to: count, by: 50_000) { try journal.append(events(start..<start + 50_000)) }
    var (times, peaks): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      let numbers = (Measure.output([opener, temporary.path]) ?? "").split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 3, numbers[0] == Double(count) else { throw CocoaError(.fileReadCorruptFile) }
      times.append(numbers[1])
      peaks.append(numbers[2])
    }
    Measure.row("time", Measure.median(times) * 1e3, "ms")
    Measure.row("peak memory", Measure.median(peaks), "MB")
    let words = ["--state", temporary.path, "--quiet", "-c", "print 1"]
    let turns = Comparison.inTurn(
      rounds: 9, { Measure.processor(Measure.storyline, words) },
      { Measure.processor(Measure.this.path, [opener, temporary.path]) })
    guard let turns else { return }
    Measure.row(
      "a shell with that state", .milliseconds, turns, goal: 1.3, note: "of the processor, beside opening it alone")
  }

  static func openIfRequested() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 2, words[0] == opener else { return }
    let start = ContinuousClock.now
    guard let journal = try? Journal.open(folder: words[1], kind: .practice, device: device) else { exit(1) }
    let time = (ContinuousClock.now - start).inSeconds
    print(journal.count, time, Measure.peakMemory / 1e6, terminator: "")
    exit(0)
  }
}
