import Foundation
import Moments
import Shell
import ShellCore
import StoryScript
import Timeline

/// Photo libraries: the time to read, divide and show them.
enum PhotoBench {
  private static let count = 1_000_000

  static func run() {
    let folder = "Examples/Photos"
    guard let scan = try? Scanner().scan(folder), let first = scan.photos.first else {
      Measure.fail("\(folder) is not here: photos are measured in the project's own folder", 2)
    }
    Measure.title("photos")
    Measure.row("read \(scan.photos.count) example photos", .milliseconds, runs: 15) { _ = try! Scanner().scan(folder) }
    var index = PhotoIndex()
    _ = try! Scanner().scan(folder, index: &index)
    Measure.row("again, unchanged", .milliseconds, runs: 15) {
      var known = index
      _ = try! Scanner().scan(folder, index: &known)
    }
    let path = scan.fullPath(of: first.path)
    Measure.row("a small picture", .milliseconds, runs: 15) {
      _ = PhotoRendering.pixels(of: path, first.metadata, fitting: (120, 120))
    }
    library(scan)
    review(scan)
    divide(scan)
    show()
  }

  /// Measures a library of 5,000 files, copies of the examples, compared with the minimal work of a C program. Each
  /// file is as long as a small photo: with the examples' few kB, a program that reads 64 kB of each file would read
  /// no more than one that reads only what it needs.
  private static func library(_ scan: Scan) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return
    }
    let jpegs = scan.photos.filter { $0.path.lowercased().hasSuffix(".jpg") }
    let paths = (0..<5_000).map { "\(folder)/\($0).jpg" }
    let examples = jpegs.compactMap { try? Data(contentsOf: URL(filePath: scan.fullPath(of: $0.path))) }
    for (number, path) in paths.enumerated() {
      try? dated(examples[number % examples.count], number).write(to: URL(filePath: path))
      truncate(path, 400_000)
    }
    var (reader, buffer) = (Scanner(), [UInt8](repeating: 0, count: 65_536))
    reader.threads = 1
    let turns = Comparison.inTurn(
      rounds: 15, { Measure.processor { _ = try? reader.scan(folder) } },
      {
        Measure.processor {
          for path in paths {
            let file = open(path, O_RDONLY)
            _ = pread(file, &buffer, buffer.count, 0)
            close(file)
          }
        }
      })
    guard let turns else { return }
    Measure.row("5,000 JPEGs", .milliseconds, turns, goal: 0.8, note: "by one thread, beside open, pread, close")
    Measure.row("open, pread 64 KiB, close", Measure.median(turns.other) * 1e3, "ms")
    var index = PhotoIndex()
    _ = try? reader.scan(folder, index: &index)
    Measure.row("the same, unchanged", .milliseconds, runs: 9) {
      var known = index
      _ = try? reader.scan(folder, index: &known)
    }
    memory(examples, in: folder + "-many")
  }

  /// Measures the memory of a photo by the slope between 5,000 and 20,000: what the program takes anyway does not count.
  private static func memory(_ examples: [Data], in folder: String) {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return
    }
    var peaks: [Double] = []
    for (first, count) in [(0, 5_000), (5_000, 20_000)] {
      for number in first..<count {
        try? dated(examples[number % examples.count], number).write(to: URL(filePath: "\(folder)/\(number).jpg"))
      }
      let script = ["--quiet", "-c", "cluster '\(folder)'"]
      let peak = Measure.median((0..<5).compactMap { _ in Measure.memory(Measure.storyline, script).map(Double.init) })
      peaks.append(peak)
    }
    Measure.row("memory a photo", (peaks[1] - peaks[0]) / 15_000, "bytes", note: "by slope; at most 300")
  }

  /// Measures a step of a review, in few photos and in many: it must not depend on their number.
  private static func review(_ scan: Scan) {
    guard let jpeg = scan.photos.first(where: { $0.path.lowercased().hasSuffix(".jpg") }),
      let bytes = try? Data(contentsOf: URL(filePath: scan.fullPath(of: jpeg.path))).prefix(4_096),
      let few = step(in: 50, steps: 40, like: bytes), let many = step(in: 50_000, steps: 4_000, like: bytes)
    else { return Report.text("  a review cannot be measured") }
    Measure.row("a review step in 50 photos", few * 1e6, "µs")
    Measure.row("a review step in 50,000 photos", many * 1e6, "µs", ratio: few / many)
  }

  /// Returns the mean time of a step in seconds; `nil` if the photos cannot be written.
  private static func step(in count: Int, steps: Int, like bytes: Data) -> Double? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-review-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return nil
    }
    for number in 0..<count {
      guard (try? dated(bytes, number).write(to: URL(filePath: "\(folder)/\(number).jpg"))) != nil else { return nil }
    }
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    func run(_ script: String) -> Bool {
      guard let source = try? Source(name: "bench", text: script), let function = try? session.load(source) else {
        return false
      }
      return (try? session.runtime.run(function)) != nil
    }
    guard run("cluster \"\(folder)\" fixed 3h; review; repeat 5 { review next }") else { return nil }
    var isDone = true
    let time = Measure.time(runs: 1) { isDone = run("repeat \(steps) { review next }") }
    return isDone ? time / Double(steps) : nil
  }

  /// Returns the photo with its own date, in bursts of three and moments of fifteen: photos that begin alike would be
  /// read to their ends, to tell copies from others.
  private static func dated(_ photo: Data, _ number: Int) -> Data {
    let seconds = number / 3 * 1_020 + number / 15 * 18_000 + number % 3
    let (day, second) = (seconds / 86_400, seconds % 86_400)
    let date = [2_000 + day / 336, day / 28 % 12 + 1, day % 28 + 1].map(digits).joined(separator: ":")
    let time = [second / 3_600, second / 60 % 60, second % 60].map(digits).joined(separator: ":")
    var dated = photo
    for range in photo.prefix(4_096).ranges(of: Data("2025:".utf8)) {
      let end = range.lowerBound + 19
      guard end < photo.count, photo[range.lowerBound + 10] == UInt8(ascii: " ") else { continue }
      dated.replaceSubrange(range.lowerBound..<end, with: Data("\(date) \(time)".utf8))
    }
    return dated
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Measures the division of many photos, sorted by time as on a memory card and in random order.
  private static func divide(_ scan: Scan) {
    var chance = SeededGenerator(seed: 1)
    var time = scan.photos[0].taken
    let sorted = (0..<count).map { index -> Photo in
      time.local = LocalTime(
        microseconds: time.local.microseconds + Int64.random(in: 1_000_000...7_200_000_000, using: &chance))
      var photo = scan.photos[index % scan.photos.count]
      photo.taken = time
      return photo
    }
    Measure.row("cluster 1,000,000 photos", .milliseconds, runs: 3) { _ = Clustering(sorted) }
    let shuffled = sorted.shuffled(using: &chance)
    let peer = MomentsPeer(shuffled)
    guard peer.agrees(with: Clustering(shuffled)) else {
      return Measure.note("left out: shuffled photos, because Sources/CPeers/Photos.c divides them differently")
    }
    let turns = Comparison.inTurn(
      rounds: 9, { Measure.processor { _ = Clustering(shuffled) } }, { Measure.processor { peer.divide() } })
    guard let turns else { return }
    Measure.row(
      "the same, shuffled", .milliseconds, turns, goal: 1.5, note: "beside a radix sort and the same rules in C")
    Measure.row("the same in C", Measure.median(turns.other) * 1e3, "ms")
  }

  /// Measures place names and pins of many positions, all over the Earth.
  private static func show() {
    var chance = SeededGenerator(seed: 2)
    let spots = (0..<count).map { _ in
      Coordinate(
        latitude: Double.random(in: -60...70, using: &chance), longitude: Double.random(in: -180...180, using: &chance))
    }
    Measure.row("1,000,000 places", .milliseconds, runs: 1) {
      for case let spot? in spots { _ = Places.nearest(to: spot) }
    }
    Measure.row("a map of 1,000,000", .milliseconds, runs: 5) {
      _ = MapPins(spots, in: MapRegion(holding: spots))
    }
    let world = MapRegion(latitude: 0, longitude: 0, span: 180)
    Measure.row("its 33,961 towns", .milliseconds, runs: 5) { _ = Places.towns(in: world) }
  }
}
